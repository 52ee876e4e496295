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

/**
 * The barriers of a group at one rank. An interrupt leaves one where it is, and the next call goes on with it. One thread at a time.
 * <p>
 * <b>Of all:</b> the rounds of a dissemination barrier. A rank whose round fails, because the other has died or left, goes on with the
 * rounds that are left and says so in their messages; so the ranks that wait for it, and those that wait for them, hear of it too, and
 * nobody waits for ever. After such a failure, of which the last rounds may tell some ranks only, the call fails, and has been no barrier.
 * <p>
 * <b>Of the living:</b> a barrier whatever deaths are seen by whom.
 * <pre>
 *   1. all rounds                          without failure: every rank has come
 *   2. all rounds again                    without failure in both: every rank knows that every rank has come; done
 *   3. after a failure, in either: tell every other rank
 *      after a failure in 1: hear from every other rank, or have proof that it is gone; done
 * </pre>
 * A rank that has come through 1 and 2 has heard, over ranks that had no failure to tell, from every rank that had come through 1: so if
 * one rank fails in 1, no rank gets through 2, all that live tell it, and it waits for nobody who has gone on. Whoever fails in 2 alone
 * knows from 1 that all have come, and only tells. Each living rank does all rounds, so the waits of 1 and 2 end.
 */
final class Barrier {
    private static final int TELL_TAG = Integer.SIZE;

    private final Exchange exchange;
    private final Group group;
    private final int rounds;
    private final long[] out = new long[1];
    private final long[] in = new long[1];
    private int step;
    private long failure;
    // Of the rounds of 1.
    private long firstFailure;
    private boolean isLastOver;

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
        return step > 0 || exchange.isUnderWay();
    }

    /**
     * Waits for all ranks.
     *
     * @return zero, or the first thing that went wrong.
     */
    long ofAll() {
        walk(rounds);
        return end();
    }

    /**
     * Waits for all ranks that live. The last thing that the group does: once it is over, further calls return at once.
     *
     * @return zero, or the first thing that went wrong.
     */
    long ofLiving() {
        if (isLastOver) {
            return 0;
        }
        walk(2 * rounds);
        if (failure != 0) {
            tell();
        }
        isLastOver = true;
        return end();
    }

    private long end() {
        final long found = failure;
        step = 0;
        failure = 0;
        return found;
    }

    private void walk(final int last) {
        for (; step < last; step++) {
            final int round = step % rounds;
            take(round, BarrierRounds.to(group.rank(), group.size(), round), BarrierRounds.from(group.rank(), group.size(), round));
            firstFailure = step < rounds ? failure : firstFailure;
        }
    }

    private void tell() {
        final int size = group.size();
        for (int distance = step - 2 * rounds + 1; distance < size; distance++) {
            // Who knows that all have come waits for nobody.
            final int from = firstFailure == 0 ? Exchange.NOBODY : Math.floorMod(group.rank() - distance, size);
            take(TELL_TAG, (group.rank() + distance) % size, from);
            step++;
        }
    }

    private void take(final int tag, final int to, final int from) {
        if (!exchange.isUnderWay()) {
            out[0] = failure;
            exchange.start(tag, to, out, 1, from, in, 1);
        }
        failure = exchange.await();
    }
}
