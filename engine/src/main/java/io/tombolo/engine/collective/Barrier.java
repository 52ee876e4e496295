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
 * The barriers of a group at one rank, in the rounds of {@link BarrierRounds}. An interrupt or a timeout suspends a barrier, and the next
 * call continues it. One thread at a time.
 */
final class Barrier {
    private static final long[] NOTHING = {};

    private final Exchange exchange;
    private final Group group;
    private final int rounds;
    private int round;

    /**
     * Creates the barriers of a group.
     *
     * @param exchange used by the barriers only.
     * @param group    its ranks.
     */
    Barrier(final Exchange exchange, final Group group) {
        this.exchange = exchange;
        this.group = group;
        this.rounds = BarrierRounds.count(group.size());
    }

    boolean isUnderWay() {
        return round > 0 || exchange.isUnderWay();
    }

    /**
     * Returns whether a message of the barrier has failed. Such a barrier cannot continue: if the message were sent again, the next barrier
     * would receive it.
     */
    boolean hasFailed() {
        return exchange.hasFailed();
    }

    /**
     * Waits for all ranks. If the time is up, nothing has failed, and the barrier is suspended.
     *
     * @param deadline from {@link io.tombolo.engine.progress.Deadline}.
     * @return zero; or the first failure, an {@link Objection}. The barrier is suspended then.
     * @throws io.tombolo.engine.api.InterruptException if the thread is interrupted; the barrier is suspended then.
     */
    long await(final long deadline) {
        for (; round < rounds; round++) {
            if (!exchange.isUnderWay()) {
                exchange.start(
                    round, BarrierRounds.to(group.rank(), group.size(), round), NOTHING, 0,
                    BarrierRounds.from(group.rank(), group.size(), round), NOTHING, 0);
            }
            final long failure = exchange.await(deadline);
            if (failure != 0 || exchange.isUnderWay()) {
                return failure;
            }
        }
        round = 0;
        return 0;
    }

    /** Ends a barrier that is suspended. */
    void abandon() {
        exchange.abandon();
        round = 0;
    }
}
