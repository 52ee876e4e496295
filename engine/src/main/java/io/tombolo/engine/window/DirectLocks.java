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
package io.tombolo.engine.window;

import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.collective.Group;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.telemetry.Awaitable;
import io.tombolo.engine.telemetry.Waits;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.job.RankState;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitMode;
import io.tombolo.ringbuffers.window.DeathProbe;
import io.tombolo.ringbuffers.window.LockMode;
import io.tombolo.ringbuffers.window.LockState;
import io.tombolo.ringbuffers.window.WindowLock;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * Takes and releases the locks of a window in direct mode. A rank that waits for a lock spins, yields and sleeps like the engine, and its
 * messages make progress. It has the holders and the first rank of the queue probed, and recovers the lock from dead ranks. One thread at a
 * time for each target.
 */
final class DirectLocks {
    /** Steps of spinning between two checks of anything but the lock. */
    private static final int CHECK_INTERVAL = 64;

    private final Progress progress;
    private final Node node;
    private final Group group;
    // Of the communicator of the window.
    private final int context;
    private final int window;
    private final DeathProbe deathProbe = this::isDead;
    private final IntConsumer suspect;
    // By target; made when this rank first waits for that lock.
    private final Grant[] grants;
    // By member: the incarnations that made the window.
    private final int[] incarnations;

    DirectLocks(final Progress progress, final Node node, final Group group, final int context, final int window) {
        this.progress = progress;
        this.node = node;
        this.group = group;
        this.context = context;
        this.window = window;
        this.suspect = node.job()::suspect;
        this.grants = new Grant[group.size()];
        this.incarnations = new int[group.size()];
        for (int member = 0; member < incarnations.length; member++) {
            incarnations[member] = node.incarnation(group.toWorld(member));
        }
    }

    /** Returns true also for a rank that has left: it stores nothing any more. */
    private boolean isDead(final int rank, final int incarnation) {
        final RankState state = node.job().state(rank, incarnation);
        return state == RankState.FAILED || state == RankState.LEFT;
    }

    /**
     * Takes a lock, and waits for it if necessary.
     *
     * @param lock      of the part.
     * @param gate      of the part; the caller has entered it.
     * @param target    member whose part it is.
     * @param mode      shared or exclusive.
     * @param timeoutNs longest wait, nanoseconds; or {@link Long#MAX_VALUE} for no limit.
     * @throws InterruptException if the thread is interrupted; this rank has no request then.
     * @throws DeadlineException  if the time is up; this rank has no request then.
     */
    void lock(final WindowLock lock, final AccessGate gate, final int target, final LockMode mode, final long timeoutNs) {
        checkTarget(target, "lock");
        if (!lock.request(mode)) {
            boolean isLocked = false;
            final int detail = mode == LockMode.EXCLUSIVE ? FlightKind.EXCLUSIVE : 0;
            final long startNs = System.nanoTime();
            try {
                wakeBehindStep(lock);
                record(FlightKind.LOCK_AWAITED, lock, target, detail, 0);
                grant(lock, target).isExclusive = mode == LockMode.EXCLUSIVE;
                await(lock, gate, target, timeoutNs);
                isLocked = true;
            } finally {
                progress.waits().end(grant(lock, target));
                if (!isLocked) {
                    giveUp(lock);
                    tryRecord(FlightKind.LOCK_GIVEN_UP, lock, target, detail, System.nanoTime() - startNs);
                }
                // A rank behind a shared lock, or behind an abandoned slot, may be able to go on.
                wake(lock.next());
            }
            tryRecord(FlightKind.LOCK_GRANTED, lock, target, detail, System.nanoTime() - startNs);
        }
    }

    /** Records an event if that is possible. */
    private void tryRecord(
        final FlightKind kind, final WindowLock lock, final int target, final int detail, final long ns) {
        try {
            record(kind, lock, target, detail, ns);
        } catch (final IllegalStateException | OutOfMemoryError unrecorded) {
            // Also because the engine is closed, which the caller learns elsewhere. The lock counts, not its event.
            return;
        }
    }

    /** Lets the progress owner record an event. Does not wait for that. */
    private void record(final FlightKind kind, final WindowLock lock, final int target, final int detail, final long ns) {
        final Operation command = grant(lock, target).idleCommand();
        command.begin(Operation.Kind.RECORD);
        command.context = context;
        command.destination = group.toWorld(target);
        command.tag = kind.code();
        command.source = detail;
        command.length = ns;
        progress.submit(command);
    }

    private static void giveUp(final WindowLock lock) {
        // The last check before a sleep may have got the lock, and a command of another thread may have thrown after that check.
        if (isHeld(lock)) {
            lock.release();
        } else {
            lock.abandon();
        }
    }

    private void await(final WindowLock lock, final AccessGate gate, final int target, final long timeoutNs) {
        final long deadline = Deadline.after(timeoutNs);
        final Grant grant = grant(lock, target);
        for (int idle = 1; !grant.getAsBoolean(); idle++) {
            if (!progress.waitSteps().isSpinning(idle) || idle % CHECK_INTERVAL == 0) {
                progress.poll();
                lock.forEachBlocker(suspect);
                if (lock.recover(deathProbe)) {
                    wake(lock.next());
                }
                gate.checkOpen();
                checkWait(lock, target, timeoutNs, deadline);
            }
            if (progress.waitSteps().isToShow(idle)) {
                grant.show(progress.waits(), deadline);
            }
            idle = progress.waitSteps().step(idle, Deadline.leftNs(deadline), grant);
        }
    }

    private Grant grant(final WindowLock lock, final int target) {
        if (grants[target] == null) {
            grants[target] = new Grant(lock, target);
        }
        return grants[target];
    }

    /** Polls a lock for which this rank waits. */
    private final class Grant implements BooleanSupplier, Awaitable {
        private final WindowLock lock;
        private final int target;
        private boolean isExclusive;
        // Records the events of the lock; null at first.
        private Operation command;

        Grant(final WindowLock lock, final int target) {
            this.lock = lock;
            this.target = target;
        }

        /** Returns a command that no thread uses: another one if the progress owner has not come to the last one yet. */
        Operation idleCommand() {
            if (command == null || !command.isDone()) {
                command = new Operation();
            }
            return command;
        }

        @Override
        public void show(final Waits waits, final long deadlineNs) {
            waits.begin(this, 0, WaitCall.LOCK, WaitMode.ALL, deadlineNs)
                .add(WaitKind.LOCK, group.toWorld(target), isExclusive ? 1 : 0, context, 0, window).publish();
        }

        @Override
        public boolean getAsBoolean() {
            if (isHeld(lock)) {
                return true;
            }
            final boolean isGranted = lock.poll();
            wakeBehindStep(lock);
            return isGranted;
        }
    }

    /** The next rank may have slept since this rank stepped back from the lock. */
    private void wakeBehindStep(final WindowLock lock) {
        if (lock.hasSteppedBack()) {
            wake(lock.next());
        }
    }

    private static boolean isHeld(final WindowLock lock) {
        return lock.state() == LockState.SHARED || lock.state() == LockState.EXCLUSIVE;
    }

    private void checkWait(final WindowLock lock, final int target, final long timeoutNs, final long deadline) {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptException("interrupted while waiting for the lock of rank " + target + " of a window");
        }
        checkTarget(target, "wait for the lock");
        if (node.job().abortStatus() != 0) {
            throw WindowRequest.failure(progress, group.toWorld(target), Outcome.ABORTED, target, "wait for the lock");
        }
        if (Deadline.isUp(deadline)) {
            throw Deadline.exception(
                timeoutNs, "the lock of rank " + target + " of a window, " + holders(lock), "the target is not locked");
        }
    }

    private static String holders(final WindowLock lock) {
        final StringBuilder ranks = new StringBuilder();
        lock.forEachBlocker(rank -> ranks.append(ranks.length() == 0 ? "" : ", ").append(rank));
        return ranks.length() == 0 ? "which is free now" : "world ranks before this one: " + ranks;
    }

    void unlock(final WindowLock lock, final int target) {
        // A waiter may have recovered the lock by now, if a test has declared this rank dead.
        progress.checkOpen();
        wake(lock.release());
        checkTarget(target, "unlock");
    }

    /**
     * Releases a lock in the middle of an epoch, if this rank has it, and marks the part as tainted.
     */
    void releaseTainted(final WindowLock lock) {
        if (isHeld(lock)) {
            wake(lock.releaseTainted());
        }
    }

    /**
     * Checks that the engine is open and that a target is usable.
     *
     * @param what name of the call, for the message.
     * @throws io.tombolo.engine.api.MessagingException if the target has died or left, or the pair with it is given up.
     */
    void checkTarget(final int target, final String what) {
        progress.checkOpen();
        final Outcome outcome = node.endOf(group.toWorld(target), incarnations[target]);
        if (outcome != Outcome.SUCCESS) {
            throw WindowRequest.failure(progress, group.toWorld(target), outcome, target, what);
        }
    }

    /**
     * Recovers a lock from dead ranks, if any rank has it or waits for it.
     *
     * @return true if no rank has the lock or waits for it.
     */
    boolean tryFree(final WindowLock lock) {
        if (!lock.isFree()) {
            lock.forEachBlocker(suspect);
            lock.recover(deathProbe);
        }
        return lock.isFree();
    }

    private void wake(final int rank) {
        if (rank != WindowLock.NOBODY && rank != node.rank()) {
            progress.wake(rank);
        }
    }
}
