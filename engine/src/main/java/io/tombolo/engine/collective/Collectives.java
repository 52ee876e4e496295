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

import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.node.GroupMembers;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.Progress;
import io.tombolo.ringbuffers.collective.CollectiveSlot;

/**
 * The collective calls of a group: operations of the application, exchanges of words and agreements. One thread at a time.
 * <p>
 * No call waits for a rank that does not come: see {@link CollectiveProgress}. If a call fails at a rank, that rank completes no further
 * call of the group, and the other ranks learn of it. A call that was interrupted, or whose time was up, has not failed.
 */
public final class Collectives {
    private static final String AGREEMENT = CollectiveKind.VOTE.call();

    private final Progress progress;
    private final Group group;
    private final CollectiveProgress calls;
    private final SlotFiles files;
    private final CollectiveSlot slot;
    private final SlotCalls slotCalls;
    private final Agreement agreement;
    private final GroupAgreement groupAgreement;

    /**
     * Creates the collective calls of a group; none is in progress.
     *
     * @param progress   of the rank.
     * @param node       of the rank.
     * @param group      its ranks.
     * @param members    of the group.
     * @param context    of the group, to be shown.
     * @param calls      progress of the group.
     * @param files      slots of this rank and of the others.
     * @param slot       of this rank for the group; given back by {@link #close}.
     */
    public Collectives(
        final Progress progress, final Node node, final Group group, final GroupMembers members,
        final int context, final CollectiveProgress calls, final SlotFiles files, final CollectiveSlot slot) {
        this.progress = progress;
        this.group = group;
        this.calls = calls;
        this.files = files;
        this.slot = slot;
        this.slotCalls =
            new SlotCalls(progress, node, group, members, context, calls, new GroupSlots(progress, files, group, members, slot));
        this.agreement = new Agreement(slotCalls, group, calls);
        this.groupAgreement = calls.agreement();
    }

    /**
     * Waits for all ranks.
     *
     * @param timeoutNs longest wait in nanoseconds, or {@link Long#MAX_VALUE}.
     * @throws DeadlineException     if the time is up; the next call continues this barrier.
     * @throws MessagingException    if a rank does not come, or has called something else; this rank has given up then.
     * @throws InterruptException    if the thread is interrupted; the next call continues this barrier.
     * @throws IllegalStateException if the group is out of step.
     */
    public void barrier(final long timeoutNs) {
        if (!tryBarrier(Deadline.after(timeoutNs))) {
            throw timeUp(timeoutNs, "a barrier");
        }
    }

    /**
     * Waits for all ranks, but not beyond a deadline.
     *
     * @param deadline from {@link Deadline}.
     * @return false if the time is up; the next call continues this barrier.
     * @throws MessagingException    as {@link #barrier}.
     * @throws InterruptException    if the thread is interrupted; the next call continues this barrier.
     * @throws IllegalStateException if the group is out of step.
     */
    public boolean tryBarrier(final long deadline) {
        checkInStep();
        return slotCalls.tryBarrier(deadline);
    }

    /**
     * Runs an operation on data.
     *
     * @param arguments checked; the caller may change them when this returns.
     * @param timeoutNs longest wait in nanoseconds, or {@link Long#MAX_VALUE}.
     * @throws DeadlineException     if the time is up; a call with the same arguments goes on with the operation.
     * @throws MessagingException    if a rank does not come, or has called something else.
     * @throws InterruptException    if the thread is interrupted; a call with the same arguments goes on with the operation.
     * @throws IllegalStateException if the group is out of step, or another operation is under way.
     */
    public void run(final CollectiveArguments arguments, final long timeoutNs) {
        checkInStep();
        if (!slotCalls.tryRun(arguments, Deadline.after(timeoutNs))) {
            throw timeUp(timeoutNs, arguments.kind.call());
        }
    }

    private DeadlineException timeUp(final long timeoutNs, final String what) {
        return Deadline.exception(
            timeoutNs, what + " of " + group.size() + " ranks", "call it again to continue, before any other collective operation");
    }

    /**
     * Gives up all calls of this rank, unless it has given up before. Called after an error in the middle of a call, such as a lack of
     * memory, because the other ranks wait for this one.
     */
    public void giveUp() {
        slotCalls.giveUp(Objection.of(Outcome.INSUFFICIENT_RESOURCES, group.toWorld(group.rank())));
    }

    /**
     * Gathers words of all ranks at every rank. Collective.
     *
     * @param own words of this rank, as many as of each other rank.
     * @return new array with the words of all, in the order of their ranks; null if a rank does not come: then the next {@link #agree}
     *         fails at all ranks.
     * @throws MessagingException    if ranks call different collective operations.
     * @throws InterruptException    if the thread is interrupted. This rank must not call the next agreement, which fails at all ranks. The
     *                               group is out of step then.
     * @throws IllegalStateException if the group is out of step, or a barrier was interrupted.
     */
    public long[] gather(final long... own) {
        return gatherWithin(Long.MAX_VALUE, Deadline.NONE, own);
    }

    /**
     * As {@link #gather}, but does not wait beyond a deadline.
     *
     * @param timeoutNs that the caller has in nanoseconds, or {@link Long#MAX_VALUE}.
     * @param deadline  at which they end.
     * @param own       words of this rank.
     * @return as {@link #gather}.
     * @throws DeadlineException if the time is up; the group is out of step then, as after an interrupt.
     */
    public long[] gatherWithin(final long timeoutNs, final long deadline, final long... own) {
        try {
            return gather(timeoutNs, deadline, false, own);
        } catch (final DeadlineException exception) {
            slotCalls.giveUp(Objection.of(Reason.TIME_UP, group.toWorld(group.rank())));
            throw exception;
        } catch (final InterruptException exception) {
            slotCalls.giveUp(Objection.of(Reason.INTERRUPTED, group.toWorld(group.rank())));
            throw exception;
        }
    }

    /**
     * As {@link #gather}, but ignores interrupts and leaves the interrupt flag as it is. For calls to which all living ranks come.
     *
     * @param own words of this rank.
     * @return as {@link #gather}.
     */
    public long[] gatherUninterrupted(final long... own) {
        return gather(Long.MAX_VALUE, Deadline.NONE, true, own);
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
        return agree(Objection.of(own, group.toWorld(group.rank())));
    }

    /**
     * As {@link #agree(Outcome)}.
     *
     * @param own {@link Objection} of this rank, or zero.
     * @return as {@link #agree(Outcome)}.
     */
    public long agree(final long own) {
        return agreement.agree(own);
    }

    private void checkInStep() {
        final Outcome outcome = Objection.outcome(calls.loss());
        if (outcome == Outcome.CANCELLED || outcome == Outcome.TRUNCATED) {
            final Reason reason = Objection.reason(calls.loss());
            final int member = group.member(Objection.rank(calls.loss()));
            throw new IllegalStateException("this communicator is out of step since " + (reason != null ? reason.sentence(member) :
                outcome == Outcome.CANCELLED ? "an operation of rank " + member + " has failed" :
                "its ranks called different collective operations") + ": nothing collective can be called on it any more");
        }
    }

    private long[] gather(final long timeoutNs, final long deadline, final boolean isUninterrupted, final long... own) {
        checkInStep();
        if (calls.findRevoked() == 0) {
            slotCalls.checkNotInterrupted();
        }
        if (!slotCalls.awaitPending(deadline, AGREEMENT)) {
            throw exchangeTimeUp(timeoutNs);
        }
        if (calls.loss() != 0) {
            return null;
        }
        final long[] all = new long[group.size() * own.length];
        if (slotCalls.exchange(CollectiveKind.WORDS, own, all, deadline, isUninterrupted)) {
            calls.completeCall();
            return all;
        }
        final long failure = slotCalls.failure();
        if (failure == 0) {
            throw exchangeTimeUp(timeoutNs);
        }
        final MessagingException exception = slotCalls.failure(failure, AGREEMENT);
        slotCalls.giveUp(failure);
        if (Objection.outcome(failure) == Outcome.TRUNCATED) {
            throw exception;
        }
        return null;
    }

    private DeadlineException exchangeTimeUp(final long timeoutNs) {
        return Deadline.exception(timeoutNs, "all " + group.size() + " ranks to make the same call",
            "nothing is made at any rank, and nothing collective can be called on this communicator any more");
    }

    /**
     * Starts a nonblocking call: it begins when those before it are over.
     *
     * @param started with arguments; begun by this call, and the progress owner's until it is complete.
     * @throws IllegalStateException if the group is out of step, or a blocking operation is under way.
     */
    public void start(final CollectiveOperation started) {
        checkInStep();
        slotCalls.start(started);
        progress.submit(started);
    }

    /**
     * Returns the agreements of the group in shared memory.
     *
     * @return always the same.
     */
    public GroupAgreement groupAgreement() {
        return groupAgreement;
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
        // A rank that has given up may have done so in a call.
        final boolean isInCall = slotCalls.isInCall() || calls.loss() != 0;
        if (slotCalls.hasPending()) {
            final CollectiveOperation end = new CollectiveOperation();
            end.prepare(slotCalls, true);
            progress.submit(end);
            progress.awaitUninterrupted(end);
        }
        calls.close();
        slotCalls.close();
        files.retire(slot, calls, isInCall);
    }

    /**
     * Makes the exception for a verdict against what the ranks wanted to make.
     *
     * @param objection not zero.
     * @return new exception; the caller throws it.
     */
    public MessagingException failure(final long objection) {
        return slotCalls.failure(objection, AGREEMENT);
    }
}
