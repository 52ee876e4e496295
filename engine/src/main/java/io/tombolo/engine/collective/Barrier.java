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
 * The barriers of a group at one rank: the rounds of a dissemination barrier. An interrupt leaves one where it is, and the next call goes
 * on with it. One thread at a time.
 */
final class Barrier {
    private static final long[] NOTHING = {};

    private final Exchange exchange;
    private final Group group;
    private final int rounds;
    private int round;

    /**
     * None begun.
     *
     * @param exchange of its steps alone.
     * @param group    whose it is.
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
     * Returns whether one of its messages has failed: to send it again would be one too many for the next barrier.
     */
    boolean hasFailed() {
        return exchange.hasFailed();
    }

    /**
     * Waits for all ranks.
     *
     * @return zero, or the first thing that went wrong; this is where it was then.
     */
    long await() {
        for (; round < rounds; round++) {
            if (!exchange.isUnderWay()) {
                exchange.start(
                    round, BarrierRounds.to(group.rank(), group.size(), round), NOTHING, 0,
                    BarrierRounds.from(group.rank(), group.size(), round), NOTHING, 0);
            }
            final long failure = exchange.await();
            if (failure != 0) {
                return failure;
            }
        }
        round = 0;
        return 0;
    }

    /** Ends it where it is. */
    void abandon() {
        exchange.abandon();
        round = 0;
    }
}
