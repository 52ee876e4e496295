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
package io.tombolo.jmh.stress;

import io.tombolo.ringbuffers.window.LockMode;
import io.tombolo.ringbuffers.window.LockState;
import io.tombolo.ringbuffers.window.WindowFileDescriptor;
import io.tombolo.ringbuffers.window.WindowLock;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Tests the lock of a window that several ranks request at the same time.
 */
public final class WindowLockStress {
    private static final int RANKS = 3;
    private static final int POLLS = 100_000_000;

    private WindowLockStress() {
    }

    private static UnsafeBuffer window() {
        final UnsafeBuffer cell = Cells.next(Cells.LENGTH);
        cell.putInt(WindowFileDescriptor.SIZE_OFFSET, RANKS);
        return cell;
    }

    /** Waits for the lock. A lost lock fails the test after many polls. */
    private static void enter(final WindowLock lock, final LockMode hold) {
        boolean granted = lock.request(hold);
        for (int polls = 0; !granted; polls++) {
            if (polls == POLLS) {
                throw new IllegalStateException("the lock was lost");
            }
            Thread.onSpinWait();
            granted = lock.poll();
        }
    }

    private static int isFree(final UnsafeBuffer window) {
        return new WindowLock(window, 0).isFree() ? 1 : 0;
    }

    /** Two holders increment a plain field. The store of a release and the CAS of the next holder are partners. */
    @JCStressTest
    @Outcome(id = "4, 1", expect = Expect.ACCEPTABLE, desc = "One after the other.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Two held the lock, one missed the store of the other, or the lock stayed taken.")
    @State
    public static class ExclusiveTurns {
        private final UnsafeBuffer window = window();
        private int count;

        private void increment(final int rank) {
            final WindowLock lock = new WindowLock(window, rank);
            for (int turn = 0; turn < 2; turn++) {
                enter(lock, LockMode.EXCLUSIVE);
                count++;
                lock.release();
            }
        }

        /** Locks, increments and unlocks twice. */
        @Actor
        public void first() {
            increment(0);
        }

        /** Locks, increments and unlocks twice. */
        @Actor
        public void second() {
            increment(1);
        }

        /** Looks at the count and the lock. */
        @Arbiter
        public void end(final II_Result result) {
            result.r1 = count;
            result.r2 = isFree(window);
        }
    }

    /** An exclusive and a shared holder: the bit and the name of the holder are partners, each stored before a look at the other. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Both reads came before the writes.")
    @Outcome(id = "0, 2", expect = Expect.ACCEPTABLE, desc = "One read came before the writes, one after.")
    @Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "Both reads came after the writes.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both held the lock, or the reader saw old values.")
    @State
    public static class ReaderAndWriter {
        private final UnsafeBuffer window = window();
        private int left;
        private int right;

        /** Writes two words under the exclusive lock. */
        @Actor
        public void writer() {
            final WindowLock lock = new WindowLock(window, 0);
            enter(lock, LockMode.EXCLUSIVE);
            left = 1;
            right = 1;
            lock.release();
        }

        private int read(final WindowLock lock) {
            enter(lock, LockMode.SHARED);
            final int sum = left + right;
            lock.release();
            return sum;
        }

        /** Reads both words twice under the shared lock. */
        @Actor
        public void reader(final II_Result result) {
            final WindowLock lock = new WindowLock(window, 1);
            result.r1 = read(lock);
            result.r2 = read(lock);
        }
    }

    /** A waiter gives up while the holder unlocks: it has the lock or not, and the next one gets the lock in either case. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "It gave up.")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "It got the lock.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The lock was lost.")
    @State
    public static class TimeoutAgainstGrant {
        private final UnsafeBuffer window = window();
        private final WindowLock holder = new WindowLock(window, 0);
        private final WindowLock waiter = new WindowLock(window, 1);

        /** Begins with a holder and a waiter. */
        public TimeoutAgainstGrant() {
            holder.request(LockMode.EXCLUSIVE);
            waiter.request(LockMode.EXCLUSIVE);
        }

        /** Unlocks; then another rank requests the lock. */
        @Actor
        public void release() {
            holder.release();
            final WindowLock next = new WindowLock(window, 2);
            enter(next, LockMode.EXCLUSIVE);
            next.release();
        }

        /** Polls once more, then gives up. */
        @Actor
        public void giveUp(final II_Result result) {
            if (waiter.poll()) {
                result.r1 = 1;
                waiter.release();
            } else {
                waiter.abandon();
            }
        }

        /** Looks at the lock. */
        @Arbiter
        public void end(final II_Result result) {
            result.r2 = isFree(window);
        }
    }

    /** Two ranks know of the death of a holder while a third rank unlocks: the hold is removed once, and the taint stays. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The lock is free and the window is tainted.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A bit came back or was lost, or the window is not tainted.")
    @State
    public static class RecoveryAgainstRelease {
        private static final int DEAD = 2;

        private final UnsafeBuffer window = window();
        private final WindowLock holder = new WindowLock(window, 0);

        /** Begins with two holders, of which one is dead. */
        public RecoveryAgainstRelease() {
            holder.request(LockMode.SHARED);
            new WindowLock(window, DEAD).request(LockMode.SHARED);
        }

        /** Unlocks, then removes the hold of the dead rank. */
        @Actor
        public void release() {
            holder.release();
            holder.recover((rank, incarnation) -> rank == DEAD);
        }

        /** Waits for the lock. */
        @Actor
        public void waiter() {
            final WindowLock lock = new WindowLock(window, 1);
            boolean granted = lock.request(LockMode.EXCLUSIVE);
            while (!granted) {
                lock.recover((rank, incarnation) -> rank == DEAD);
                granted = lock.poll();
            }
            lock.release();
        }

        /** Looks at the lock. */
        @Arbiter
        public void end(final II_Result result) {
            result.r1 = isFree(window);
            result.r2 = new WindowLock(window, 0).isTainted() ? 1 : 0;
        }
    }

    /** Two ranks queue behind a holder at the same time: each has a place of its own, and both get the lock. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Both got the lock.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A place was taken twice, or lost.")
    @State
    public static class TwoLineUp {
        private final UnsafeBuffer window = window();
        private final WindowLock holder = new WindowLock(window, 0);
        private final WindowLock first = new WindowLock(window, 1);
        private final WindowLock second = new WindowLock(window, 2);

        /** Begins with a holder. */
        public TwoLineUp() {
            holder.request(LockMode.EXCLUSIVE);
        }

        /** Queues for the lock. */
        @Actor
        public void first() {
            first.request(LockMode.EXCLUSIVE);
        }

        /** Queues for the lock. */
        @Actor
        public void second() {
            second.request(LockMode.SHARED);
        }

        /** Unlocks and lets both have the lock. */
        @Arbiter
        public void end(final I_Result result) {
            holder.release();
            for (int turn = 0; turn < 2; turn++) {
                step(first);
                step(second);
            }
            result.r1 = first.state() == LockState.IDLE && second.state() == LockState.IDLE ? isFree(window) : 0;
        }

        private static void step(final WindowLock lock) {
            if (lock.state() == LockState.QUEUED && lock.poll()) {
                lock.release();
            }
        }
    }
}
