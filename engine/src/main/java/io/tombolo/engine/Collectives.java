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
     * @throws InterruptException if the thread is interrupted; the next call goes on with this barrier.
     */
    void barrier() {
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
     * @throws MessagingException if ranks call different collective operations.
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
     * else, {@link Outcome#CANCELLED}; or another objection.
     *
     * @param own whether this rank can have it.
     * @return zero if all can; else an {@link Objection}.
     */
    long agree(final Outcome own) {
        return agree(exchange::await, own);
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
            return agreement.of(Objection.of(own, group.toWorld(group.rank())), wait);
        } catch (final InterruptException | IllegalStateException exception) {
            exchange.abandon();
            throw exception;
        }
    }

    private void checkReady() {
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
        } catch (final InterruptException | IllegalStateException exception) {
            exchange.abandon();
            throw exception;
        }
        if (Objection.outcome(parts[0]) == Outcome.TRUNCATED) {
            // The others may not come to an agreement.
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
            parts[0] = wait.getAsLong();
            System.arraycopy(in, 1, parts, 1 + (1 << round) * length, words);
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
