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
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.Progress;
import io.tombolo.ringbuffers.job.RankState;
import io.tombolo.ringbuffers.window.DeathProbe;
import io.tombolo.ringbuffers.window.LockMode;
import io.tombolo.ringbuffers.window.LockState;
import io.tombolo.ringbuffers.window.WindowLock;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * How a rank waits for the locks of a window that it takes by itself: spinning, yielding and sleeping as the engine does, while its own
 * messages make progress. A rank that waits has the holders and the first in the queue looked after, and takes what dead ranks had.
 */
final class DirectLocks {
    /** Steps of spinning between two looks at anything else than the lock. */
    private static final int CHECK_INTERVAL = 64;

    private final Progress progress;
    private final Node node;
    private final Group group;
    private final DeathProbe deaths = this::isDead;
    private final IntConsumer suspect;
    // By target, made when it is first waited for.
    private final Grant[] grants;

    DirectLocks(final Progress progress, final Node node, final Group group) {
        this.progress = progress;
        this.node = node;
        this.group = group;
        this.suspect = node.job()::suspect;
        this.grants = new Grant[group.size()];
    }

    /** A rank that has left stores nothing any more, either. */
    private boolean isDead(final int rank, final int incarnation) {
        final RankState state = node.job().state(rank);
        return state == RankState.FAILED || state == RankState.LEFT || node.job().incarnation(rank) != incarnation;
    }

    /**
     * Takes a lock.
     *
     * @param gate      to the part, inside of which the caller is.
     * @param target    member whose part it is.
     * @param timeoutNs to wait, or {@link Long#MAX_VALUE}.
     */
    void lock(final WindowLock lock, final AccessGate gate, final int target, final LockMode hold, final long timeoutNs) {
        checkTarget(target, "lock");
        if (!lock.request(hold)) {
            boolean isOver = false;
            try {
                wakeBehindStep(lock);
                await(lock, gate, target, timeoutNs);
                isOver = true;
            } finally {
                if (!isOver) {
                    giveUp(lock);
                }
                // Behind a shared lock others may follow, behind a slot that was given up, too.
                wake(lock.next());
            }
        }
    }

    private static void giveUp(final WindowLock lock) {
        // It may have come in a last look before a sleep, behind which the command of another thread has thrown.
        if (isHeld(lock)) {
            lock.release();
        } else {
            lock.abandon();
        }
    }

    private void await(final WindowLock lock, final AccessGate gate, final int target, final long timeoutNs) {
        final boolean hasDeadline = timeoutNs != Long.MAX_VALUE;
        final long deadline = hasDeadline ? System.nanoTime() + timeoutNs : 0;
        final Grant isGranted = grant(lock, target);
        for (int idle = 1; !isGranted.getAsBoolean(); idle++) {
            if (!progress.waitSteps().isSpinning(idle) || idle % CHECK_INTERVAL == 0) {
                progress.poll();
                lock.forEachBlocker(suspect);
                if (lock.recover(deaths)) {
                    wake(lock.next());
                }
                gate.checkOpen();
                checkWait(lock, target, hasDeadline, deadline);
            }
            idle = progress.waitSteps().step(idle, hasDeadline ? deadline - System.nanoTime() : timeoutNs, isGranted);
        }
    }

    private Grant grant(final WindowLock lock, final int target) {
        if (grants[target] == null) {
            grants[target] = new Grant(lock);
        }
        return grants[target];
    }

    /** Looks whether a lock has come. */
    private final class Grant implements BooleanSupplier {
        private final WindowLock lock;

        Grant(final WindowLock lock) {
            this.lock = lock;
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

    /** Who is next may have seen this rank step back from the lock, and sleep since. */
    private void wakeBehindStep(final WindowLock lock) {
        if (lock.hasSteppedBack()) {
            wake(lock.next());
        }
    }

    private static boolean isHeld(final WindowLock lock) {
        return lock.state() == LockState.SHARED || lock.state() == LockState.EXCLUSIVE;
    }

    private void checkWait(final WindowLock lock, final int target, final boolean hasDeadline, final long deadline) {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptException("interrupted while waiting for the lock of rank " + target + " of a window");
        }
        checkTarget(target, "wait for the lock");
        if (node.job().abortStatus() != 0) {
            throw WindowRequest.failure(Outcome.ABORTED, target, "wait for the lock");
        }
        if (hasDeadline && System.nanoTime() - deadline >= 0) {
            throw new DeadlineException("time is up while waiting for the lock of rank " + target + " of a window, " + holders(lock));
        }
    }

    private static String holders(final WindowLock lock) {
        final StringBuilder ranks = new StringBuilder();
        lock.forEachBlocker(rank -> ranks.append(ranks.length() == 0 ? "" : ", ").append(rank));
        return ranks.length() == 0 ? "which is free now" : "world ranks before this one: " + ranks;
    }

    void unlock(final WindowLock lock, final int target) {
        // After its death, as tests play it, whoever waited may have the lock by now.
        progress.checkOpen();
        wake(lock.release());
        checkTarget(target, "unlock");
    }

    /**
     * Lets go of a lock in the middle of an epoch, if this rank has it.
     */
    void giveBack(final WindowLock lock) {
        if (isHeld(lock)) {
            wake(lock.releaseTainted());
        }
    }

    /**
     * Throws if a target has died or left.
     */
    void checkTarget(final int target, final String what) {
        progress.checkOpen();
        final Outcome outcome = node.endOf(group.toWorld(target));
        if (outcome != Outcome.SUCCESS) {
            throw WindowRequest.failure(outcome, target, what);
        }
    }

    /**
     * Returns whether nobody has a lock or waits for it; the dead do not count.
     */
    boolean isFree(final WindowLock lock) {
        if (!lock.isFree()) {
            lock.forEachBlocker(suspect);
            lock.recover(deaths);
        }
        return lock.isFree();
    }

    private void wake(final int rank) {
        if (rank != WindowLock.NOBODY && rank != node.rank()) {
            progress.wake(rank);
        }
    }
}
