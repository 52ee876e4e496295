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

/**
 * The schedule of an all-gather (Bruck and others 1997). Before round k a rank has the parts of 2^k ranks: its own first, then those of the
 * ranks after it. It sends them to the rank 2^k before it, and receives as many from the rank 2^k after it. The number of rounds is {@link
 * BarrierRounds#count}; an all-gather is also a barrier.
 */
final class GatherRounds {
    private GatherRounds() {
    }

    /**
     * Returns the rank that a rank sends to.
     *
     * @param rank  that sends.
     * @param size  ranks.
     * @param round from 0.
     * @return rank.
     */
    public static int to(final int rank, final int size, final int round) {
        return Math.floorMod(rank - (1 << round), size);
    }

    /**
     * Returns the rank that a rank receives from.
     *
     * @param rank  that receives.
     * @param size  ranks.
     * @param round from 0.
     * @return rank.
     */
    public static int from(final int rank, final int size, final int round) {
        return (rank + (1 << round)) % size;
    }

    /**
     * Returns the number of parts in a message. Before any round but the last, a rank has as many parts.
     *
     * @param size  ranks.
     * @param round from 0.
     * @return parts.
     */
    public static int parts(final int size, final int round) {
        return Math.min(1 << round, size - (1 << round));
    }
}
