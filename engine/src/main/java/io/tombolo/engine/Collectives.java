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
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.collective.BarrierRounds;
import io.tombolo.engine.collective.GatherRounds;
import io.tombolo.engine.collective.Objection;
import io.tombolo.engine.progress.Progress;
import java.util.function.LongSupplier;

/**
 * What all ranks of a group do together, step by step, in a context of its own; one thread of a rank at a time.
 */
final class Collectives {
    private final Group group;
    private final Exchange exchange;
    private final Barrier barrier;
    private final Agreement agreement;
    // Objection since which messages may be left of a call that is over; or zero.
    private long outOfStep;

    /**
     * Nothing under way.
     *
     * @param group    its ranks.
     * @param context  of its messages.
     * @param settling of words of this group.
     */
    Collectives(
        final Progress progress, final BlockingOperations operations, final Group group, final int context,
        final Agreement.Settling settling) {
        this.group = group;
        this.exchange = new Exchange(progress, operations, group, context);
        this.agreement = new Agreement(exchange, group, settling);
        this.barrier = new Barrier(new Exchange(progress, operations, group, context), group);
    }

    /**
     * Waits for all ranks.
     *
     * @throws InterruptException    if the thread is interrupted; the next call goes on with this barrier.
     * @throws IllegalStateException if the group is out of step.
     */
    void barrier() {
        checkInStep();
        raise(barrier.ofAll(), "barrier");
    }

    /**
     * Waits for all ranks that live; the last thing that the group does.
     *
     * @throws InterruptException if the thread is interrupted; the next call goes on with this barrier, or returns at once if it is over.
     */
    void barrierOfLiving() {
        final long failure = barrier.ofLiving();
        if (!Objection.isDeparture(failure)) {
            raise(failure, "barrier");
        }
    }

    /**
     * Gives every rank what each of them has.
     *
     * @param own words of this rank, as many as the others'.
     * @return new: the words of all, in order of their ranks; null if one is gone: the next {@link #agree} comes to nothing then, at all
     *         ranks.
     * @throws MessagingException    if ranks call different collective operations.
     * @throws InterruptException    if the thread is interrupted: the next agreement comes to nothing, at all ranks, and this one does not
     *                               come to it. The group is out of step then, as its messages still come here.
     * @throws IllegalStateException if the group is out of step.
     */
    long[] gather(final long... own) {
        return gather(exchange::await, own);
    }

    /**
     * The same whatever the interrupt flag, which stays as it is: where all are known to come by themselves.
     */
    long[] gatherUninterrupted(final long... own) {
        return gather(exchange::awaitUninterrupted, own);
    }

    /**
     * Agrees with all ranks on something that each of them needs to have. All that live get the same: zero; or that all try something
     * else, {@link Outcome#CANCELLED}; or another objection. A rank that has gathered the words of all knows that all have come, and waits
     * for them whatever the interrupt flag, which stays as it is.
     *
     * @param own whether this rank can have it.
     * @return zero if all can; else an {@link Objection}.
     * @throws InterruptException    if the thread is interrupted after it has not gathered the words of all: as {@link #gather}.
     * @throws IllegalStateException if the group is out of step.
     */
    long agree(final Outcome own) {
        return agree(agreement.isLost() ? exchange::await : exchange::awaitUninterrupted, own);
    }

    /**
     * The same whatever the interrupt flag, which stays as it is: where all are known to come by themselves.
     */
    long agreeUninterrupted(final Outcome own) {
        return agree(exchange::awaitUninterrupted, own);
    }

    private long agree(final LongSupplier wait, final Outcome own) {
        checkReady();
        try {
            final long verdict = agreement.of(Objection.of(own, group.toWorld(group.rank())), wait);
            final Outcome outcome = Objection.outcome(verdict);
            if (Objection.isLoss(verdict) && (outcome == Outcome.CANCELLED || outcome == Outcome.TRUNCATED)) {
                outOfStep = verdict;
            }
            return verdict;
        } catch (final InterruptException exception) {
            outOfStep = interrupt();
            throw exception;
        } catch (final IllegalStateException exception) {
            exchange.abandon();
            throw exception;
        }
    }

    private long interrupt() {
        return Objection.of(Outcome.CANCELLED, group.toWorld(group.rank()));
    }

    private void checkInStep() {
        if (outOfStep != 0) {
            final boolean isInterrupt = Objection.outcome(outOfStep) == Outcome.CANCELLED;
            throw new IllegalStateException("this communicator is out of step since " + (isInterrupt ?
                "an interrupt of rank " + group.member(Objection.rank(outOfStep)) : "its ranks called different collective operations") +
                ": nothing collective can be called on it any more");
        }
    }

    private void checkReady() {
        checkInStep();
        if (barrier.isUnderWay()) {
            throw new IllegalStateException("a barrier was interrupted: call it again first");
        }
    }

    private long[] gather(final LongSupplier wait, final long... own) {
        checkReady();
        final int size = group.size();
        // Word 0 is the word that says whether all is well; then the parts, this rank's first.
        final long[] parts = new long[1 + size * own.length];
        System.arraycopy(own, 0, parts, 1, own.length);
        try {
            gather(wait, parts, own.length);
        } catch (final IllegalStateException exception) {
            exchange.abandon();
            throw exception;
        }
        if (Objection.outcome(parts[0]) == Outcome.TRUNCATED) {
            // The others may not come to an agreement.
            outOfStep = parts[0];
            throw failure(parts[0]);
        }
        if (parts[0] != 0) {
            agreement.lost(parts[0]);
            return null;
        }
        final long[] all = new long[size * own.length];
        for (int part = 0; part < size; part++) {
            System.arraycopy(parts, 1 + part * own.length, all, (group.rank() + part) % size * own.length, own.length);
        }
        return all;
    }

    private void gather(final LongSupplier wait, final long[] parts, final int length) {
        final int rank = group.rank();
        final int size = group.size();
        final long[] in = new long[parts.length];
        for (int round = 0; round < BarrierRounds.count(size); round++) {
            final int words = GatherRounds.parts(size, round) * length;
            exchange.start(
                round, GatherRounds.to(rank, size, round), parts, 1 + words, GatherRounds.from(rank, size, round), in, 1 + words);
            parts[0] = await(wait, round, length);
            System.arraycopy(in, 1, parts, 1 + (1 << round) * length, words);
        }
    }

    /** An interrupted rank goes, and leaves behind what the others wait for, here and in the agreement that follows. */
    private long await(final LongSupplier wait, final int round, final int length) {
        try {
            return wait.getAsLong();
        } catch (final InterruptException exception) {
            exchange.abandon();
            outOfStep = interrupt();
            final int rank = group.rank();
            final int size = group.size();
            final long[] out = new long[1 + size * length];
            out[0] = outOfStep;
            for (int next = round + 1; next < BarrierRounds.count(size); next++) {
                exchange.leaveBehind(next, GatherRounds.to(rank, size, next), out, 1 + GatherRounds.parts(size, next) * length);
            }
            agreement.forgo(outOfStep);
            throw exception;
        }
    }

    /**
     * Words an objection to what all were to have.
     *
     * @param objection not zero.
     * @return new, to be thrown.
     */
    MessagingException failure(final long objection) {
        return failure(objection, "agreement");
    }

    private void raise(final long failure, final String what) {
        if (failure != 0) {
            throw failure(failure, what);
        }
    }

    private MessagingException failure(final long failure, final String what) {
        return Failures.collective(
            Objection.outcome(failure), group.member(Objection.rank(failure)), what + " of " + group.size() + " ranks");
    }
}
