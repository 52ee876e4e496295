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
package io.tombolo.engine.collective;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.completion.Protocol;
import io.tombolo.engine.peer.Peer;
import io.tombolo.ringbuffers.pair.RingConsumer;
import java.util.ArrayList;
import java.util.List;

/**
 * The nonblocking collective calls of this rank, which each turn advances. They have no packets. Progress owner only.
 */
public final class StartedCollectives implements Protocol {
    // Groups with calls that are not over.
    private final List<SlotCalls> active = new ArrayList<>();

    /** Makes this without calls. */
    public StartedCollectives() {
        // Nothing has been started.
    }

    @Override
    public boolean accept(final Peer peer, final RingConsumer ring, final int type) {
        throw new IllegalStateException("type=" + type + " of a packet that this protocol has not named");
    }

    @Override
    public void start(final Operation operation) {
        final CollectiveOperation call = (CollectiveOperation) operation;
        final SlotCalls calls = call.calls();
        if (call.isEnd()) {
            calls.endStarted(Outcome.CANCELLED);
            active.remove(calls);
            call.complete(Outcome.SUCCESS);
        } else if (calls.add(call)) {
            active.add(calls);
        }
    }

    @Override
    public int doWork() {
        int work = 0;
        for (int i = active.size() - 1; i >= 0; i--) {
            final SlotCalls calls = active.get(i);
            work += calls.advanceStarted();
            if (!calls.hasStarted()) {
                active.remove(i);
            }
        }
        return work;
    }

    @Override
    public void peerGone(final Peer peer, final Outcome outcome) {
        // Each call looks at its members itself.
    }

    @Override
    public void endAll(final Outcome outcome) {
        for (final SlotCalls calls : active) {
            calls.endStarted(outcome);
        }
        active.clear();
    }
}
