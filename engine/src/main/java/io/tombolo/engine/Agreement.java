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

import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.collective.Ballot;
import io.tombolo.engine.collective.BarrierRounds;
import io.tombolo.engine.collective.Objection;
import io.tombolo.ringbuffers.fault.FaultPoint;
import java.util.function.LongSupplier;

/**
 * How the ranks of a group agree whether something is made that each of them needs to have: a communicator, a window. Each votes, once it
 * has its own end, and all that live come to the same verdict, whatever dies when: {@link Ballot} says how, and why. One thread at a time.
 * <p>
 * A rank that has not heard all that goes before votes against it. So a group that has lost a rank settles no more words, but for that in
 * the middle of which it was lost.
 */
final class Agreement {
    private static final int WORDS = 2;

    private final Exchange exchange;
    private final Group group;
    private final Settling settling;
    private long number;
    private long lost;

    /** What settles the words of a group. */
    @FunctionalInterface
    interface Settling {
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
     * @param settling of words of this group.
     */
    Agreement(final Exchange exchange, final Group group, final Settling settling) {
        this.exchange = exchange;
        this.group = group;
        this.settling = settling;
    }

    /**
     * Takes note that this rank has not heard all that goes before, and will not the next time: losses are for good.
     *
     * @param failure why.
     */
    void lost(final long failure) {
        lost = Objection.loss(failure);
    }

    /**
     * Returns whether {@link #lost} was called.
     */
    boolean isLost() {
        return lost != 0;
    }

    /**
     * Agrees. Collective.
     *
     * @param vote {@link Objection} of this rank, or zero.
     * @param wait for a step of the exchange; may be interrupted only if this rank {@linkplain #isLost has lost something}: whatever it
     *             has told by then, with its vote nobody comes to a verdict of zero, and it can go without hearing the others.
     * @return the verdict: zero if nobody objects; else an objection.
     * @throws InterruptException if the wait is interrupted: nothing comes of it. The others have been told all that they wait for.
     */
    long of(final long vote, final LongSupplier wait) {
        final int rank = group.rank();
        final int size = group.size();
        final Ballot ballot = new Ballot(size, Math.max(vote, lost));
        // Not kept: an interrupt leaves a message under way.
        final long[] out = new long[WORDS];
        final long[] in = new long[WORDS];
        number++;
        while (!ballot.isOver()) {
            out[0] = ballot.loss();
            out[1] = ballot.gravest();
            in[1] = 0;
            final int round = ballot.round();
            exchange.start(round, BarrierRounds.to(rank, size, round), out, WORDS, BarrierRounds.from(rank, size, round), in, WORDS);
            ballot.hear(await(ballot, wait), in[1]);
        }
        return ballot.isDecided() ? ballot.gravest() : settle(ballot.proposal());
    }

    private long await(final Ballot ballot, final LongSupplier wait) {
        try {
            return wait.getAsLong();
        } catch (final InterruptException exception) {
            exchange.abandon();
            // This step has been told.
            ballot.hear(lost, lost);
            tellAll(ballot, Objection.of(Outcome.CANCELLED, group.toWorld(group.rank())));
            throw exception;
        }
    }

    /**
     * Leaves behind what the others wait for, of a rank that does not come to the next agreement.
     *
     * @param failure why.
     */
    void forgo(final long failure) {
        lost(failure);
        tellAll(new Ballot(group.size(), lost), failure);
    }

    private void tellAll(final Ballot ballot, final long failure) {
        final long[] out = {failure, lost};
        while (!ballot.isOver()) {
            final int round = ballot.round();
            exchange.leaveBehind(round, BarrierRounds.to(group.rank(), group.size(), round), out, WORDS);
            ballot.hear(failure, lost);
        }
    }

    private long settle(final long proposal) {
        FaultPoint.COLLECTIVE_STEP.hit();
        final long settled = settling.settle(number, proposal);
        FaultPoint.COLLECTIVE_STEP.hit();
        return settled;
    }
}
