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
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.BlockingOperations;
import io.tombolo.engine.progress.Progress;
import java.util.function.LongSupplier;

/**
 * The collective calls of a group: barrier, gather and agreement. Their messages have a context of their own. One thread at a time.
 * <p>
 * No call waits for a rank that does not come: see {@link CollectiveProgress}. If a call fails at a rank, that rank completes no further
 * call of the group, and the other ranks learn of it. There is one exception: if a rank has no memory for the pair on which it would send,
 * it has not begun the call, and can call again. A full table of receives or sends is found only after the call has begun, so it ends the
 * group.
 */
public final class Collectives {
    private final BlockingOperations operations;
    private final Progress progress;
    private final Group group;
    private final CollectiveProgress calls;
    private final Exchange exchange;
    private final Barrier barrier;
    private final Agreement agreement;
    // Whether the pairs are open on which this rank sends in a barrier or agreement.
    private boolean isBarrierConnected;
    // Whether the pairs are open on which this rank sends in a gather.
    private boolean isGatherConnected;

    /**
     * Creates the collective calls of a group; none is in progress.
     *
     * @param progress   of the rank.
     * @param operations of the rank.
     * @param group      its ranks.
     * @param context    of its messages.
     * @param calls      progress of the group.
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
     * @throws MessagingException    if a rank does not come. After {@link Outcome#INSUFFICIENT_RESOURCES} it may still come, and the next
     *                               call continues this barrier, unless this rank has given up: then the next call fails in the same way.
     * @throws InterruptException    if the thread is interrupted; the next call continues this barrier.
     * @throws IllegalStateException if the group is out of step.
     */
    public void barrier() {
        checkInStep();
        if (calls.loss() != 0) {
            throw failure(calls.loss(), "barrier");
        }
        connectForBarrier("barrier");
        final long failure = awaitBarrier();
        if (failure == 0) {
            calls.completeCall();
            return;
        }
        if (barrier.hasFailed() || Objection.outcome(failure) != Outcome.INSUFFICIENT_RESOURCES || !calls.isTemporary()) {
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
     * Gives up all calls of this rank, unless it has given up before. Called after an error in the middle of a call, such as a lack of
     * memory, because the other ranks wait for this one.
     */
    public void giveUp() {
        if (calls.loss() == 0) {
            calls.giveUp(Objection.of(Outcome.INSUFFICIENT_RESOURCES, group.toWorld(group.rank())));
        }
        // Last, because this may lack memory, too.
        exchange.abandon();
        barrier.abandon();
    }

    /** Opens all pairs before the first message, so that no call begins that this rank cannot complete. */
    private void connectForBarrier(final String what) {
        calls.resume();
        for (int round = 0; !isBarrierConnected && round < BarrierRounds.count(group.size()); round++) {
            connect(BarrierRounds.to(group.rank(), group.size(), round), what);
        }
        isBarrierConnected = true;
    }

    private void connectForGather(final String what) {
        connectForBarrier(what);
        for (int round = 0; !isGatherConnected && round < BarrierRounds.count(group.size()); round++) {
            connect(GatherRounds.to(group.rank(), group.size(), round), what);
        }
        isGatherConnected = true;
    }

    private void connect(final int member, final String what) {
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
            calls.suspend(reason);
            throw failure(reason, what);
        }
    }

    /**
     * Gathers words of all ranks at every rank. Collective.
     *
     * @param own words of this rank, as many as of each other rank.
     * @return new array with the words of all, in the order of their ranks; null if a rank does not come: then the next {@link #agree}
     *         fails at all ranks.
     * @throws MessagingException    if ranks call different collective operations; or if this rank has no memory for a pair, after which it
     *                               can call again.
     * @throws InterruptException    if the thread is interrupted. This rank must not call the next agreement, which fails at all ranks. The
     *                               group is out of step then.
     * @throws IllegalStateException if the group is out of step, or a barrier was interrupted.
     */
    public long[] gather(final long... own) {
        return gather(exchange::await, own);
    }

    /**
     * As {@link #gather}, but ignores interrupts and leaves the interrupt flag as it is. For calls to which all living ranks come.
     *
     * @param own words of this rank.
     * @return as {@link #gather}.
     */
    public long[] gatherUninterrupted(final long... own) {
        return gather(exchange::awaitUninterrupted, own);
    }

    /**
     * Agrees with all ranks whether something is made that each of them needs, after {@link #gather}. Collective. All living ranks get the
     * same verdict. The interrupt flag stays as it is.
     *
     * @param own {@link Outcome#SUCCESS} if this rank has made its part; {@link Outcome#CANCELLED} if all ranks should try something else;
     *            else the reason why it cannot.
     * @return zero if all ranks have made their parts; else an {@link Objection}.
     */
    public long agree(final Outcome own) {
        try {
            return agreement.agree(Objection.of(own, group.toWorld(group.rank())));
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
        connectForGather("agreement");
        final int size = group.size();
        // This rank's words come first.
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
        calls.completeCall();
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
     * Returns the progress of the ranks in the calls of the group.
     *
     * @return always the same.
     */
    public CollectiveProgress calls() {
        return calls;
    }

    /** Ends the calls of this rank: it completes none any more. */
    public void close() {
        calls.close();
    }

    /**
     * Makes the exception for a verdict against what the ranks wanted to make.
     *
     * @param objection not zero.
     * @return new exception; the caller throws it.
     */
    public MessagingException failure(final long objection) {
        return failure(objection, "agreement");
    }

    private MessagingException failure(final long failure, final String what) {
        final int rank = group.member(Objection.rank(failure));
        return progress.failures().collective(
            Objection.outcome(failure), rank, group.toWorld(rank), what + " of " + group.size() + " ranks");
    }
}
