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

import io.tombolo.ringbuffers.fault.FaultPoint;

/**
 * How the ranks of a group agree whether something is made that each of them needs to have: a communicator, a window. Each votes, once it
 * has its own end, and all that live come to the same verdict, whatever dies when: {@link AgreementRounds} says how, and why. One
 * thread at a time.
 * <p>
 * A rank that has {@linkplain CollectiveProgress#giveUp given up} votes against it, and its vote is the verdict: nobody comes to another
 * one. After losing a rank, a group can only finish the round that was in progress.
 */
final class Agreement {
    private final Exchange exchange;
    private final Group group;
    private final CollectiveProgress calls;
    private final Settling settling;
    private final long[] out = new long[1];
    private final long[] in = new long[1];
    private long number;

    /** What settles the words of a group. */
    @FunctionalInterface
    public interface Settling {
        /**
         * Settles a word.
         *
         * @param number of the word.
         * @param word   that this rank proposes.
         * @return what the first rank has proposed; or a loss, if no rank can find that out.
         */
        long settle(long number, long word);
    }

    /**
     * None yet.
     *
     * @param exchange of its steps; not under way.
     * @param group    whose it is.
     * @param calls    of the group.
     * @param settling of words of this group.
     */
    Agreement(final Exchange exchange, final Group group, final CollectiveProgress calls, final Settling settling) {
        this.exchange = exchange;
        this.group = group;
        this.calls = calls;
        this.settling = settling;
    }

    /**
     * Agrees. Collective; whatever the interrupt flag, which stays as it is: who votes knows that all have come, or waits for nobody.
     *
     * @param vote {@link Objection} of this rank, or zero.
     * @return the verdict: zero if nobody objects; else an objection.
     */
    long of(final long vote) {
        number++;
        if (calls.loss() != 0) {
            return calls.loss();
        }
        final AgreementRounds rounds = new AgreementRounds(group.size(), vote);
        while (!rounds.isOver()) {
            step(rounds);
        }
        if (calls.loss() == 0) {
            calls.end();
        }
        return rounds.isDecided() ? rounds.gravest() : settle(rounds.proposal());
    }

    private void step(final AgreementRounds rounds) {
        out[0] = rounds.gravest();
        final int round = rounds.round();
        exchange.start(
            round, BarrierRounds.to(group.rank(), group.size(), round), out, 1,
            BarrierRounds.from(group.rank(), group.size(), round), in, 1);
        final long failure = exchange.awaitUninterrupted();
        if (failure == 0) {
            rounds.hear(in[0]);
            return;
        }
        exchange.abandon();
        rounds.lose(failure, calls.find() != 0 && calls.isAbsent());
        calls.giveUp(failure);
    }

    private long settle(final long proposal) {
        FaultPoint.COLLECTIVE_STEP.hit();
        final long settled = settling.settle(number, proposal);
        FaultPoint.COLLECTIVE_STEP.hit();
        return settled;
    }
}
