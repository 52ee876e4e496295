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

import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.FailureMessages;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.BlockingOperations;
import io.tombolo.engine.progress.Progress;
import java.util.function.LongSupplier;

/**
 * What all ranks of a group do together, step by step, in a context of its own; one thread of a rank at a time.
 * <p>
 * No call waits for a rank that does not come: {@link CollectiveProgress} says how that is known. Where a call fails at a rank, because a
 * member is gone or for any other reason, that rank finishes no further call of the group, and the others hear of it. There is one
 * exception: a rank that cannot make the connection on which it would send has not begun the call, and can call again. A full table of
 * receives or of sends is found after the call has begun, and ends the group.
 */
public final class Collectives {
    private final BlockingOperations operations;
    private final Progress progress;
    private final Group group;
    private final CollectiveProgress calls;
    private final Exchange exchange;
    private final Barrier barrier;
    private final Agreement agreement;
    // Whether this rank has all ways that the messages of a barrier take, of an agreement, too; of a gathering.
    private boolean isBarrierReached;
    private boolean isGatherReached;

    /**
     * Nothing under way.
     *
     * @param progress   of the rank.
     * @param operations of the rank.
     * @param group      its ranks.
     * @param context    of its messages.
     * @param calls      of the group.
     * @param settling   of words of this group.
     */
    public Collectives(
        final Progress progress, final BlockingOperations operations, final Group group, final int context, final CollectiveProgress calls,
        final Agreement.Settling settling) {
        this.progress = progress;
        this.operations = operations;
        this.group = group;
        this.calls = calls;
        this.exchange = new Exchange(progress, operations, group, context, calls);
        this.agreement = new Agreement(exchange, group, calls, settling);
        this.barrier = new Barrier(new Exchange(progress, operations, group, context, calls), group);
    }

    /**
     * Waits for all ranks.
     *
     * @throws MessagingException    if one of them does not come; after {@link Outcome#INSUFFICIENT_RESOURCES} it may, and the next call
     *                               goes on with this barrier, unless this rank has given up: then it ends in the same way.
     * @throws InterruptException    if the thread is interrupted; the next call goes on with this barrier.
     * @throws IllegalStateException if the group is out of step.
     */
    public void barrier() {
        checkInStep();
        if (calls.loss() != 0) {
            throw failure(calls.loss(), "barrier");
        }
        reachForBarrier("barrier");
        final long failure = awaitBarrier();
        if (failure == 0) {
            calls.end();
            return;
        }
        if (barrier.hasFailed() || Objection.outcome(failure) != Outcome.INSUFFICIENT_RESOURCES || !calls.isForNow()) {
            barrier.abandon();
            calls.giveUp(failure);
        }
        throw failure(failure, "barrier");
    }

    private long awaitBarrier() {
        try {
            return barrier.await();
        } catch (final Error error) {
            giveUp();
            throw error;
        }
    }

    /**
     * Comes through no call any more, if it has not said so before: something was thrown in the middle of one, such as want of memory, and
     * the others wait for this rank.
     */
    public void giveUp() {
        if (calls.loss() == 0) {
            calls.giveUp(Objection.of(Outcome.INSUFFICIENT_RESOURCES, group.toWorld(group.rank())));
        }
        // Behind it, as there may be no memory for this either.
        exchange.abandon();
        barrier.abandon();
    }

    /** Makes sure of all ways before the first message: a call that cannot be ended here is not begun. */
    private void reachForBarrier(final String what) {
        calls.goOn();
        for (int round = 0; !isBarrierReached && round < BarrierRounds.count(group.size()); round++) {
            reach(BarrierRounds.to(group.rank(), group.size(), round), what);
        }
        isBarrierReached = true;
    }

    private void reachForGather(final String what) {
        reachForBarrier(what);
        for (int round = 0; !isGatherReached && round < BarrierRounds.count(group.size()); round++) {
            reach(GatherRounds.to(group.rank(), group.size(), round), what);
        }
        isGatherReached = true;
    }

    private void reach(final int member, final String what) {
        final Operation reach = operations.acquire();
        reach.begin(Operation.Kind.REACH);
        reach.destination = group.toWorld(member);
        reach.source = reach.destination;
        progress.submit(reach);
        progress.awaitUninterrupted(reach);
        final Outcome outcome = reach.outcome();
        operations.release(reach);
        if (outcome == Outcome.INSUFFICIENT_RESOURCES) {
            final long reason = Objection.of(outcome, group.toWorld(group.rank()));
            calls.holdUp(reason);
            throw failure(reason, what);
        }
    }

    /**
     * Gives every rank what each of them has.
     *
     * @param own words of this rank, as many as the others'.
     * @return new: the words of all, in order of their ranks; null if one does not come: the next {@link #agree} comes to nothing then, at
     *         all ranks.
     * @throws MessagingException    if ranks call different collective operations, or this rank has no room for a way of its messages;
     *                               after that it can call again.
     * @throws InterruptException    if the thread is interrupted: the next agreement comes to nothing, at all ranks, and this one does not
     *                               come to it. The group is out of step then.
     * @throws IllegalStateException if the group is out of step.
     */
    public long[] gather(final long... own) {
        return gather(exchange::await, own);
    }

    /**
     * As {@link #gather}, but the interrupt flag stays as it is: for calls that all ranks are known to come to.
     *
     * @param own words of this rank
     * @return words of all ranks, in their order; null if the ranks try again
     */
    public long[] gatherUninterrupted(final long... own) {
        return gather(exchange::awaitUninterrupted, own);
    }

    /**
     * Agrees with all ranks on something that each of them needs to have, after {@link #gather}. All that live get the same: zero; or that
     * all try something else, {@link Outcome#CANCELLED}; or another objection. The interrupt flag stays as it is.
     *
     * @param own whether this rank can have it.
     * @return zero if all can; else an {@link Objection}.
     */
    public long agree(final Outcome own) {
        try {
            return agreement.of(Objection.of(own, group.toWorld(group.rank())));
        } catch (final IllegalStateException exception) {
            exchange.abandon();
            throw exception;
        }
    }

    private void checkInStep() {
        final Outcome outcome = Objection.outcome(calls.loss());
        if (outcome == Outcome.CANCELLED || outcome == Outcome.TRUNCATED) {
            throw new IllegalStateException("this communicator is out of step since " + (outcome == Outcome.CANCELLED ?
                "an interrupt of rank " + group.member(Objection.rank(calls.loss())) : "its ranks called different collective operations") +
                ": nothing collective can be called on it any more");
        }
    }

    private long[] gather(final LongSupplier wait, final long... own) {
        checkInStep();
        if (barrier.isUnderWay()) {
            throw new IllegalStateException("a barrier was interrupted: call it again first");
        }
        if (calls.loss() != 0) {
            return null;
        }
        reachForGather("agreement");
        final int size = group.size();
        // This rank's first.
        final long[] parts = new long[size * own.length];
        System.arraycopy(own, 0, parts, 0, own.length);
        final long failure = gather(wait, parts, own.length);
        if (failure != 0) {
            exchange.abandon();
            calls.giveUp(failure);
            if (Objection.outcome(failure) == Outcome.TRUNCATED) {
                throw failure(failure);
            }
            return null;
        }
        calls.end();
        final long[] all = new long[parts.length];
        for (int part = 0; part < size; part++) {
            System.arraycopy(parts, part * own.length, all, (group.rank() + part) % size * own.length, own.length);
        }
        return all;
    }

    private long gather(final LongSupplier wait, final long[] parts, final int length) {
        final int rank = group.rank();
        final int size = group.size();
        final long[] in = new long[parts.length];
        for (int round = 0; round < BarrierRounds.count(size); round++) {
            final int words = GatherRounds.parts(size, round) * length;
            final long failure;
            try {
                exchange.start(round, GatherRounds.to(rank, size, round), parts, words, GatherRounds.from(rank, size, round), in, words);
                failure = wait.getAsLong();
            } catch (final InterruptException exception) {
                exchange.abandon();
                calls.giveUp(Objection.of(Outcome.CANCELLED, group.toWorld(rank)));
                throw exception;
            } catch (final IllegalStateException exception) {
                exchange.abandon();
                throw exception;
            }
            if (failure != 0) {
                return failure;
            }
            System.arraycopy(in, 0, parts, (1 << round) * length, words);
        }
        return 0;
    }

    /**
     * Returns how far the ranks have come, and which are gone.
     *
     * @return always the same
     */
    public CollectiveProgress calls() {
        return calls;
    }

    /** Ends what this rank has of the group's calls. */
    public void close() {
        calls.close();
    }

    /**
     * Words an objection to what all were to have.
     *
     * @param objection not zero.
     * @return new, to be thrown.
     */
    public MessagingException failure(final long objection) {
        return failure(objection, "agreement");
    }

    private MessagingException failure(final long failure, final String what) {
        return FailureMessages.collective(
            Objection.outcome(failure), group.member(Objection.rank(failure)), what + " of " + group.size() + " ranks");
    }
}
