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
 * The lock of a window between ranks that come at the same moment.
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

    /** Waits for as long as it takes; a lock that was lost ends as an error of the test. */
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

    /** Increments in turns, plain: partner of the store of a release is the CAS of the next holder. */
    @JCStressTest
    @Outcome(id = "4, 1", expect = Expect.ACCEPTABLE, desc = "One after the other.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside, one did not see what the other had stored, or something was left.")
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

        /** Comes twice. */
        @Actor
        public void first() {
            increment(0);
        }

        /** Comes twice. */
        @Actor
        public void second() {
            increment(1);
        }

        /** Counts. */
        @Arbiter
        public void end(final II_Result result) {
            result.r1 = count;
            result.r2 = isFree(window);
        }
    }

    /** One who writes alone and one who reads: partner of the bit that is set is the holder's name, each stored before a look. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Read twice before.")
    @Outcome(id = "0, 2", expect = Expect.ACCEPTABLE, desc = "Read before and after.")
    @Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "Read twice after.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The reader was inside while the writer was, or saw what was there before.")
    @State
    public static class ReaderAndWriter {
        private final UnsafeBuffer window = window();
        private int left;
        private int right;

        /** Writes two words. */
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

        /** Reads both, twice. */
        @Actor
        public void reader(final II_Result result) {
            final WindowLock lock = new WindowLock(window, 1);
            result.r1 = read(lock);
            result.r2 = read(lock);
        }
    }

    /** A waiter gives up while the holder lets go: it has the lock or not, and the next one gets it in either case. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "It gave up.")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "It got the lock.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The lock was lost between the two.")
    @State
    public static class TimeoutAgainstGrant {
        private final UnsafeBuffer window = window();
        private final WindowLock holder = new WindowLock(window, 0);
        private final WindowLock waiter = new WindowLock(window, 1);

        /** Begins with the lock taken, and a waiter. */
        public TimeoutAgainstGrant() {
            holder.request(LockMode.EXCLUSIVE);
            waiter.request(LockMode.EXCLUSIVE);
        }

        /** Lets go, then another comes. */
        @Actor
        public void release() {
            holder.release();
            final WindowLock next = new WindowLock(window, 2);
            enter(next, LockMode.EXCLUSIVE);
            next.release();
        }

        /** Looks once more, then gives up. */
        @Actor
        public void giveUp(final II_Result result) {
            if (waiter.poll()) {
                result.r1 = 1;
                waiter.release();
            } else {
                waiter.abandon();
            }
        }

        /** Looks at what is left. */
        @Arbiter
        public void end(final II_Result result) {
            result.r2 = isFree(window);
        }
    }

    /** Two have proof of the death of a holder while a third releases its share: the hold goes once, and the mark stays. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Free, and tainted.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A bit came back, was lost, or the mark is missing.")
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

        /** Lets go, then looks after the dead. */
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

        /** Looks at what is left. */
        @Arbiter
        public void end(final II_Result result) {
            result.r1 = isFree(window);
            result.r2 = new WindowLock(window, 0).isTainted() ? 1 : 0;
        }
    }

    /** Two line up at once behind a holder: each has a place of its own, and both get the lock. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Both went through.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A place was taken twice, or lost.")
    @State
    public static class TwoLineUp {
        private final UnsafeBuffer window = window();
        private final WindowLock holder = new WindowLock(window, 0);
        private final WindowLock first = new WindowLock(window, 1);
        private final WindowLock second = new WindowLock(window, 2);

        /** Begins with the lock taken. */
        public TwoLineUp() {
            holder.request(LockMode.EXCLUSIVE);
        }

        /** Lines up. */
        @Actor
        public void first() {
            first.request(LockMode.EXCLUSIVE);
        }

        /** Lines up. */
        @Actor
        public void second() {
            second.request(LockMode.SHARED);
        }

        /** Lets both through. */
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
