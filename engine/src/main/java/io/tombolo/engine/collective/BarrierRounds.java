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
 * The schedule of a dissemination barrier (Hensgen, Finkel and Manber 1988): after round k every rank has heard, directly or indirectly,
 * from the 2^(k+1) - 1 ranks before it. The tag of a message tells the rounds of a barrier apart, the order of messages tells barriers
 * apart.
 */
final class BarrierRounds {
    private BarrierRounds() {
    }

    /**
     * Returns the number of rounds.
     *
     * @param size ranks, at least 1.
     * @return rounds; 0 for a rank that is alone.
     */
    public static int count(final int size) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
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
        return (rank + (1 << round)) % size;
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
        return Math.floorMod(rank - (1 << round), size);
    }
}
