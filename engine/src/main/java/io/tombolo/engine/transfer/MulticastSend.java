/*
 * Copyright 2026 The Tombolo Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.tombolo.engine.transfer;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.Operation;

/**
 * The send of a multicast to one of its destinations.
 */
public final class MulticastSend extends Operation {
    /** Destination in the communicator. */
    public int rank;

    /** How the send ends if it must not start; else success. */
    public Outcome end = Outcome.SUCCESS;

    /** Whether the destination was left out. */
    public boolean isSkipped;

    private final MulticastOperation multicast;

    MulticastSend(final MulticastOperation multicast) {
        this.multicast = multicast;
    }

    @Override
    public void complete(final Outcome newOutcome) {
        super.complete(newOutcome);
        multicast.ended();
    }
}
