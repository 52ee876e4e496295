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
package io.tombolo.engine.communicator;

import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.wire.Envelope;

/**
 * How a send differs from a standard one.
 */
enum SendMode {
    /** It does not differ. */
    STANDARD,
    /** The send ends when a receive has matched its message. */
    SYNCHRONOUS,
    /** The sender says that the receive is posted. */
    READY;

    /** Sets the mode in a send that is prepared. */
    void apply(final Operation send) {
        send.isSynchronous = this == SYNCHRONOUS;
        send.key = this == READY ? Envelope.ready(send.key) : send.key;
    }
}
