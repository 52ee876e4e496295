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

import static io.tombolo.engine.access.ApiAccess.MESSAGING;

import io.tombolo.engine.access.MulticastDelegate;
import io.tombolo.engine.api.Multicast;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.transfer.MulticastOperation;

/**
 * The state of a multicast, which is used again for each call: its operation, and the request of a call that does not block.
 */
final class MulticastState extends CallState implements MulticastDelegate {
    private final MulticastOperation multicast;
    // From the begin of a call until it has told its outcome.
    private boolean isUsed;

    private MulticastState(final MessageCalls calls, final MulticastOperation multicast) {
        super(calls, multicast);
        this.multicast = multicast;
    }

    /**
     * Begins a call: takes the state of the last one, or a new one if that call is not complete.
     */
    static MulticastState of(final Multicast destinations, final MessageCalls calls) {
        if (MESSAGING.delegate(destinations) instanceof MulticastState state && !state.isUsed) {
            state.calls(calls);
            state.isUsed = true;
            return state;
        }
        final MulticastState state = new MulticastState(calls, new MulticastOperation());
        MESSAGING.attach(destinations, state);
        state.isUsed = true;
        return state;
    }

    MulticastOperation multicast() {
        return multicast;
    }

    /** Ends a call that has told its outcome, or has thrown. The operation of one that was interrupted goes on, and stays in use. */
    void endUse() {
        isUsed = !multicast.isDone();
    }

    /** Ends a call that has thrown before it has started anything. */
    void withdraw() {
        multicast.withdraw();
        endUse();
    }

    @Override
    public void finish(final Status status) {
        try {
            super.finish(status);
        } finally {
            isUsed = false;
        }
    }

    @Override
    public int skipped() {
        return multicast.skipped();
    }

    @Override
    public int skippedRank(final int index) {
        int at = 0;
        for (int before = index; before > 0 || !multicast.send(at).isSkipped; at++) {
            before -= multicast.send(at).isSkipped ? 1 : 0;
        }
        return multicast.send(at).rank;
    }
}
