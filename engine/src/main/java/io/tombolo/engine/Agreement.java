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
package io.tombolo.engine;

import io.tombolo.engine.collective.BarrierRounds;
import java.util.function.LongSupplier;

/**
 * How the ranks of a group agree whether something is made that each of them needs to have: a communicator, a window. Each votes, once it
 * has its own end, and hears of the others' votes in the rounds of a dissemination barrier. One thread at a time.
 */
final class Agreement {
    private static final int WORDS = 2;
    private static final int LOSS = 0;
    private static final int GRAVEST = 1;

    private final Exchange exchange;
    private final Group group;

    Agreement(final Exchange exchange, final Group group) {
        this.exchange = exchange;
        this.group = group;
    }

    /**
     * Agrees. Collective.
     *
     * @param vote {@link io.tombolo.engine.collective.Objection} of this rank, or zero.
     * @param wait for a step of the exchange.
     * @return zero if nobody objects; else the gravest objection.
     */
    long of(final long vote, final LongSupplier wait) {
        final long[] out = {0, vote};
        final long[] in = new long[WORDS];
        final int size = group.size();
        for (int round = 0; round < BarrierRounds.count(size); round++) {
            exchange.start(
                round, BarrierRounds.to(group.rank(), size, round), out, WORDS, BarrierRounds.from(group.rank(), size, round), in, WORDS);
            out[LOSS] = wait.getAsLong();
            out[GRAVEST] = Math.max(out[GRAVEST], in[GRAVEST]);
        }
        return Math.max(out[LOSS], out[GRAVEST]);
    }
}
