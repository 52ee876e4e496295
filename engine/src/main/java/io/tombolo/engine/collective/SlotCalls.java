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
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.node.GroupMembers;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.progress.WaitSteps;
import io.tombolo.engine.telemetry.Awaitable;
import io.tombolo.engine.telemetry.ShownWait;
import io.tombolo.engine.telemetry.Waits;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.flight.OrderLimit;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitMode;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * The calls of a group that exchange data through the slots of its members, and the wait for them. One thread at a time.
 * <p>
 * The thread that calls does all of the work, and needs no role. First it looks at the words of the members only. A wait that lasts makes
 * progress for all operations of the rank as well, and looks every millisecond whether all members may still come, see {@link
 * CollectiveProgress}.
 */
final class SlotCalls implements Awaitable {
    private static final long CHECK_INTERVAL_NS = 1_000_000;
    // Looks at the words of the members before the first turn, where every rank has a core. The first ones follow each other at once.
    private static final int LOOKS = 1000;
    private static final int QUICK_LOOKS = 200;
    // Where ranks share cores, looks before the first turn, each after a yield.
    private static final int YIELDS = 16;
    // Calls that never wait still make progress for all other operations of the rank now and then. A power of two.
    private static final int CALLS_A_TURN = 64;

    private final Progress progress;
    private final Group group;
    private final int context;
    private final CollectiveProgress calls;
    private final GroupSlots slots;
    private final CollectiveCall call;
    private final CollectiveArguments words = new CollectiveArguments();
    private final CollectiveArguments barrier = new CollectiveArguments();
    private final BooleanSupplier canAdvance;
    private final BooleanSupplier arePendingOver = () -> !hasPending();
    // Nonblocking calls that are not over, the first of which is under way: progress owner only.
    private final ArrayDeque<CollectiveOperation> started = new ArrayDeque<>();
    // How many there are. While there is one, the owner has the slots; else the thread of the blocking calls.
    private final AtomicInteger pending = new AtomicInteger();
    private long failure;
    // Whether the wait under way has taken an interrupt, which it gives back.
    private boolean isInterrupted;
    private long checkedNs;

    SlotCalls(
        final Progress progress, final Node node, final Group group, final GroupMembers members, final int context,
        final CollectiveProgress calls, final GroupSlots slots) {
        this.progress = progress;
        this.group = group;
        this.context = context;
        this.calls = calls;
        this.slots = slots;
        this.call = new CollectiveCall(node, group, members, slots);
        this.canAdvance = call::canAdvance;
    }

    /** Throws if a blocking call was interrupted, or its time was up, and it has to be called again. */
    void checkNotInterrupted() {
        if (pending.get() == 0 && call.isUnderWay()) {
            throw new IllegalStateException("the operation " + call.arguments().kind.call() +
                " was interrupted, or its time was up: call it again first, with the same arguments");
        }
    }

    /** Returns whether nonblocking calls are not over. Any thread. */
    boolean hasPending() {
        return pending.get() > 0;
    }

    /** Returns whether a call is not over. The thread of the blocking calls. */
    boolean isInCall() {
        // While the owner has the slots, the state of its call is not looked at.
        return pending.get() > 0 || call.isUnderWay();
    }

    /**
     * Prepares a nonblocking call, which the caller then hands to the progress owner. The thread of the blocking calls.
     *
     * @param started with arguments.
     */
    void start(final CollectiveOperation started) {
        checkNotInterrupted();
        started.prepare(this, false);
        // Before the owner gets it; partner: the load in hasPending, after which this thread may use the slots itself.
        pending.incrementAndGet();
    }

    /** Waits until all nonblocking calls that were started before are over. Returns false if the time is up. */
    boolean awaitPending(final long deadline, final String what) {
        return pending.get() == 0 ||
            GroupWait.await(progress, arePendingOver, Deadline.leftNs(deadline), what + " of " + group.size() + " ranks", this);
    }

    /** Adds a call behind those that are not over. Returns whether it is the only one. Progress owner only. */
    boolean add(final CollectiveOperation started) {
        this.started.addLast(started);
        return this.started.size() == 1;
    }

    /** Returns whether calls of the owner are not over. Progress owner only. */
    boolean hasStarted() {
        return !started.isEmpty();
    }

    /** Goes on with the nonblocking calls, one after the other. Progress owner only. Returns how many are over. */
    int advanceStarted() {
        int work = 0;
        while (!started.isEmpty() && tryEnd(started.peekFirst())) {
            work++;
        }
        return work;
    }

    private boolean tryEnd(final CollectiveOperation first) {
        try {
            if (calls.loss() != 0) {
                end(first, failure(calls.loss(), first.arguments.kind.call()), Objection.outcome(calls.loss()));
                return true;
            }
            if (!first.hasBegun()) {
                first.begun();
                call.begin(first.arguments);
                slots.own().waiting(true);
            }
            final long before = findFailureBefore();
            final boolean isOver = before == 0 && call.advance();
            final long reason = before != 0 ? before : call.failure() != 0 ? call.failure() : isOver ? 0 : findFailureAtIntervals();
            if (reason == 0) {
                if (isOver) {
                    call.end();
                    calls.completeCall();
                    end(first, null, Outcome.SUCCESS);
                }
                return isOver;
            }
            final MessagingException exception = failure(reason, first.arguments.kind.call());
            giveUp(reason);
            end(first, exception, Objection.outcome(reason));
        } catch (final Error failed) {
            final long reason = reason(Outcome.INSUFFICIENT_RESOURCES);
            giveUp(reason);
            final RuntimeException exception = new IllegalStateException(first.arguments.kind.call() + " has failed: " + failed, failed);
            end(first, exception, Objection.outcome(reason));
        } catch (final RuntimeException failed) {
            giveUp(reason(Outcome.CANCELLED));
            end(first, failed, Outcome.CANCELLED);
        }
        return true;
    }

    /** Returns why this rank gives up after an exception: a function of the application has thrown it, or else an outcome. */
    private long reason(final Outcome outcome) {
        final int own = group.toWorld(group.rank());
        return call.isReducing() ? Objection.of(Reason.FUNCTION_FAILED, own) : Objection.of(outcome, own);
    }

    private long findFailureAtIntervals() {
        final long nowNs = System.nanoTime();
        if (nowNs - checkedNs < CHECK_INTERVAL_NS) {
            return 0;
        }
        checkedNs = nowNs;
        final long found = findFailure();
        return found != 0 && call.advance() ? call.failure() : found;
    }

    private void end(final CollectiveOperation first, final RuntimeException exception, final Outcome outcome) {
        started.removeFirst();
        if (started.isEmpty()) {
            slots.own().waiting(false);
        }
        // Last: another thread may use the slots from here on.
        pending.decrementAndGet();
        first.failed(exception);
        first.complete(outcome);
    }

    /** Ends all nonblocking calls of the group. Progress owner only. */
    void endStarted(final Outcome outcome) {
        while (!started.isEmpty()) {
            if (started.size() == 1) {
                call.abandon();
            }
            end(started.peekFirst(), null, outcome);
        }
    }

    /** Runs a barrier, see {@link #tryRun}. */
    boolean tryBarrier(final long deadline) {
        return tryRun(barrier, deadline);
    }

    /**
     * Runs a call, or goes on with one that was interrupted.
     *
     * @return false if the time is up; the same call goes on with it.
     * @throws MessagingException    if it fails.
     * @throws InterruptException    if the thread is interrupted; the same call goes on with it.
     * @throws IllegalStateException if another call is under way.
     */
    boolean tryRun(final CollectiveArguments arguments, final long deadline) {
        final String what = arguments.kind.call();
        if (pending.get() > 0 && !awaitPending(deadline, what)) {
            return false;
        }
        if (calls.loss() != 0) {
            throw failure(calls.loss(), what);
        }
        if (!call.isUnderWay()) {
            call.begin(arguments);
        } else if (!call.arguments().isSame(arguments)) {
            checkNotInterrupted();
        }
        final boolean isOver = run(deadline, false);
        if (failure != 0) {
            final MessagingException exception = failure(failure, what);
            giveUp(failure);
            throw exception;
        }
        if (isOver) {
            call.end();
            calls.completeCall();
            if ((calls.count() & CALLS_A_TURN - 1) == 0) {
                progress.waitSteps().turn();
            }
        }
        return isOver;
    }

    /**
     * Exchanges words with all members, as a part of a larger call, which completes it.
     *
     * @param kind            of the part.
     * @param own             words of this rank.
     * @param all             receives the words of all members, in their order.
     * @param deadline        from {@link Deadline}.
     * @param isUninterrupted whether an interrupt has no effect and is kept.
     * @return false if the time is up, and if the part has {@linkplain #failure() failed}.
     * @throws InterruptException if the thread is interrupted; the caller gives up.
     */
    boolean exchange(
        final CollectiveKind kind, final long[] own, final long[] all, final long deadline, final boolean isUninterrupted) {
        words.begin(kind);
        words.type = ElementType.LONG;
        place(words.send, own);
        place(words.receive, all);
        call.begin(words);
        final boolean isOver = run(deadline, isUninterrupted);
        if (isOver) {
            call.end();
        }
        return isOver;
    }

    private static void place(final CallMemory memory, final long[] words) {
        memory.base = words;
        memory.offset = Bytes.LONGS_OFFSET;
        memory.count = words.length;
        memory.owner = words;
    }

    /** Returns why the last run has failed, an {@link Objection}; zero if it has not. */
    long failure() {
        return failure;
    }

    /** Ends the call under way for good, and all later ones. */
    void giveUp(final long reason) {
        call.abandon();
        if (calls.loss() == 0) {
            calls.giveUp(reason);
        }
    }

    private boolean run(final long deadline, final boolean isUninterrupted) {
        failure = findFailureBefore();
        if (failure != 0) {
            return false;
        }
        try {
            final boolean isOver = call.advance() || await(deadline, isUninterrupted);
            failure = failure == 0 ? call.failure() : failure;
            return isOver && failure == 0;
        } catch (final InterruptException goesOn) {
            throw goesOn;
        } catch (final RuntimeException | Error failed) {
            // A lack of memory, or an error of a function of the application: the others wait for this rank.
            if (failed instanceof Error || call.isReducing()) {
                giveUp(reason(Outcome.INSUFFICIENT_RESOURCES));
            }
            throw failed;
        }
    }

    /** Finds out whether this rank may not go on: the group is revoked, or this is a later incarnation of a member. */
    private long findFailureBefore() {
        final long revoked = calls.findRevoked();
        return revoked != 0 || slots.isAttached() ? revoked : calls.ownLoss();
    }

    private boolean await(final long deadline, final boolean isUninterrupted) {
        final WaitSteps steps = progress.waitSteps();
        if (steps.isSpinning(1)) {
            for (int look = 0; look < LOOKS; look++) {
                if (look > QUICK_LOOKS) {
                    Thread.onSpinWait();
                }
                if (call.advance()) {
                    return true;
                }
            }
        }
        for (int yields = 0; yields < YIELDS && steps.tryYield(yields); yields++) {
            if (call.advance()) {
                return true;
            }
        }
        isInterrupted = isUninterrupted && Thread.interrupted();
        try {
            return await(steps, deadline, isUninterrupted);
        } finally {
            slots.own().waiting(false);
            progress.waits().end(this);
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean await(final WaitSteps steps, final long deadline, final boolean isUninterrupted) {
        long lookedNs = System.nanoTime() - CHECK_INTERVAL_NS;
        boolean isAnnounced = false;
        int idle = 0;
        while (!call.advance()) {
            final long nowNs = System.nanoTime();
            if (nowNs - lookedNs >= CHECK_INTERVAL_NS) {
                lookedNs = nowNs;
                if (lookForFailure()) {
                    return false;
                }
            }
            if (Thread.currentThread().isInterrupted()) {
                if (!isUninterrupted) {
                    progress.limit(OrderLimit.INTERRUPTED);
                    throw new InterruptException("interrupted in " + call.arguments().kind.call());
                }
                isInterrupted |= Thread.interrupted();
            }
            if (Deadline.isUp(deadline)) {
                return false;
            }
            if (!isAnnounced && !steps.isSpinning(idle + 1)) {
                isAnnounced = true;
                slots.own().waiting(true);
            } else {
                if (steps.isToShow(idle + 1)) {
                    show(progress.waits(), deadline);
                }
                final long mostNs = Math.min(Deadline.leftNs(deadline), CHECK_INTERVAL_NS);
                idle = steps.turn() > 0 ? 0 : steps.step(idle + 1, mostNs, canAdvance);
            }
        }
        return true;
    }

    /** Finds out whether the call cannot end well. What members have published before is read first. */
    private boolean lookForFailure() {
        GroupWait.check(progress, call.arguments().kind.call());
        final long found = findFailure();
        if (found == 0 || call.advance()) {
            return false;
        }
        failure = found;
        return true;
    }

    private long findFailure() {
        final int mismatch = call.findMismatch();
        return mismatch >= 0 ? Objection.of(Outcome.TRUNCATED, group.toWorld(mismatch)) : calls.findFailure();
    }

    /**
     * Makes the exception for a failure.
     *
     * @param reason {@link Objection}, not zero.
     * @param what   has failed.
     */
    MessagingException failure(final long reason, final String what) {
        final int rank = group.member(Objection.rank(reason));
        final Reason closer = Objection.reason(reason);
        if (closer != null) {
            return new MessagingException(closer.outcome(), closer.sentence(rank) + ": " + what + " of " + group.size() + " ranks");
        }
        final boolean isMismatch = Objection.outcome(reason) == Outcome.TRUNCATED && call.isUnderWay();
        return progress.failures().collective(
            Objection.outcome(reason), rank, group.toWorld(rank),
            (isMismatch ? call.describeMismatch(call.findMismatch()) + ": " : "") + what + " of " + group.size() + " ranks");
    }

    @Override
    public void show(final Waits waits, final long deadlineNs) {
        final ShownWait wait = waits.begin(
            this, call.awaitedMember() << 2 | call.awaitedMembers(), call.arguments().kind.waitCall(), WaitMode.ALL, deadlineNs);
        addTo(wait);
        wait.publish();
    }

    /** Adds the call under way to a wait. Any thread; what the progress owner changes meanwhile may be shown late. */
    void addTo(final ShownWait wait) {
        wait.add(
            WaitKind.COLLECTIVE, group.toWorld(call.awaitedMember()), call.awaitedMembers(), context, calls.name(), calls.count() + 1);
    }

    void close() {
        call.close();
    }
}
