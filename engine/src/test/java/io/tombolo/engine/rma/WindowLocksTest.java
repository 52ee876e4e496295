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
package io.tombolo.engine.rma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.CollectiveLines;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.window.WindowJob;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.WindowStateDescriptor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The order in which locks are granted: the cells of the table (T2.1), the queue, bounded bypass (T2.8), time limits, the lock of the own
 * part.
 */
@Timeout(30)
class WindowLocksTest {
    private static final LockType S = LockType.SHARED;
    private static final LockType X = LockType.EXCLUSIVE;

    private final UnsafeBuffer word = new UnsafeBuffer(new byte[8]);

    /** Takes the lock of rank 0's part; it is held at the target, not only queued at the origin. */
    private void hold(final Window window, final LockType type) {
        window.lock(0, type);
        window.put(word, 0, 8, 0, 8L * window.rank());
        window.flush(0);
    }

    private Thread startHolding(final WindowJob job, final int rank, final LockType type, final List<Integer> order) {
        final long queued = job.count(0, Counter.WINDOW_LOCKS_QUEUED);
        final Thread thread = job.start(() -> {
            hold(job.window(rank), type);
            order.add(rank);
        });
        job.stepUntil(() -> job.count(0, Counter.WINDOW_LOCKS_QUEUED) > queued || !thread.isAlive());
        return thread;
    }

    private static void assertShown(final WindowJob job, final LockType held, final int holders, final int waiting) {
        assertThat(job.shown(0, WindowStateDescriptor.STATE_OFFSET)).isEqualTo(held == null ? 0 : held.code());
        assertThat(job.shown(0, WindowStateDescriptor.HOLDERS_OFFSET)).isEqualTo(holders);
        assertThat(job.shown(0, WindowStateDescriptor.WAITING_OFFSET)).isEqualTo(waiting);
    }

    /** Holds S2.12, S2.15, S2.16, S2.17: a request is granted or queued, as the table of held and requested types says. */
    @ParameterizedTest
    @CsvSource({"SHARED,SHARED,true", "SHARED,EXCLUSIVE,false", "EXCLUSIVE,SHARED,false", "EXCLUSIVE,EXCLUSIVE,false"})
    void shouldGrantAccordingToTheTable(final LockType held, final LockType wanted, final boolean isGranted) throws Exception {
        try (WindowJob job = WindowJob.create(3, 64)) {
            assertShown(job, null, 0, 0);
            job.whileServed(() -> hold(job.window(1), held));
            assertShown(job, held, 1, 0);
            final List<Integer> order = Collections.synchronizedList(new ArrayList<>());
            final Thread second = startHolding(job, 2, wanted, order);
            assertThat(second.isAlive()).isEqualTo(!isGranted);
            assertShown(job, held, isGranted ? 2 : 1, isGranted ? 0 : 1);
            job.whileServed(() -> job.window(1).unlock(0));
            job.join(second);
            job.stepUntil(() -> job.shown(0, WindowStateDescriptor.HOLDERS_OFFSET) == 1);
            assertShown(job, wanted, 1, 0);
            job.whileServed(() -> job.window(2).unlock(0));
            job.stepUntil(() -> job.shown(0, WindowStateDescriptor.HOLDERS_OFFSET) == 0);
            assertShown(job, null, 0, 0);
        }
    }

    /** Holds S2.18. Trap 6: the search for the next request does not stop at one that cannot be granted. */
    @Test
    void shouldGrantAllThatWaitBehindAnExclusiveLock() throws Exception {
        try (WindowJob job = WindowJob.create(5, 64)) {
            final List<Integer> order = Collections.synchronizedList(new ArrayList<>());
            job.whileServed(() -> hold(job.window(1), X));
            final Thread[] threads = {
                startHolding(job, 2, S, order), startHolding(job, 3, X, order), startHolding(job, 4, S, order),
            };
            assertShown(job, X, 1, 3);
            job.whileServed(() -> job.window(1).unlock(0));
            job.stepUntil(() -> order.size() == 2);
            assertThat(order).containsExactlyInAnyOrder(2, 4);
            assertThat(job.count(0, Counter.WINDOW_LOCKS_BYPASSED)).isOne();
            assertShown(job, S, 2, 1);
            job.whileServed(() -> job.window(2).unlock(0));
            job.whileServed(() -> job.window(4).unlock(0));
            job.join(threads);
            assertThat(order).endsWith(3);
            job.whileServed(() -> job.window(3).unlock(0));
        }
    }

    /** Holds S2.32: at most a set number of shared locks pass a waiting exclusive one. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 3})
    void shouldLetSharedLocksPassUpToTheLimit(final long most) throws Exception {
        try (WindowJob job = WindowJob.create(
            7, 64, context -> context.windowAgentUs(0).size(GeometrySetting.WINDOW_BYPASSES, most))) {
            final List<Integer> order = Collections.synchronizedList(new ArrayList<>());
            job.whileServed(() -> hold(job.window(1), S));
            final List<Thread> threads = new ArrayList<>();
            threads.add(startHolding(job, 2, X, order));
            for (int rank = 3; rank < 7; rank++) {
                threads.add(startHolding(job, rank, S, order));
            }
            final int passed = (int) most;
            assertThat(order).hasSize(passed);
            assertThat(job.count(0, Counter.WINDOW_LOCKS_BYPASSED)).isEqualTo(most);
            assertThat(job.shown(0, WindowStateDescriptor.BYPASSES_OFFSET)).isEqualTo(passed);
            job.whileServed(() -> job.window(1).unlock(0));
            for (int rank = 3; rank < 3 + passed; rank++) {
                final int next = rank;
                job.whileServed(() -> job.window(next).unlock(0));
            }
            job.stepUntil(() -> order.contains(2));
            assertThat(order).hasSize(passed + 1).endsWith(2);
            job.whileServed(() -> job.window(2).unlock(0));
            job.join(threads.toArray(new Thread[0]));
            for (int rank = 3 + passed; rank < 7; rank++) {
                final int next = rank;
                job.whileServed(() -> job.window(next).unlock(0));
            }
        }
    }

    /** Holds S2.20, S2.21: a single access that finds the lock busy waits at the target with its data. */
    @Test
    void shouldQueueASingleAccessWithItsData() throws Exception {
        try (WindowJob job = WindowJob.create(3, 4096)) {
            final UnsafeBuffer data = new UnsafeBuffer(new byte[2000]);
            data.setMemory(0, 2000, (byte) 9);
            job.whileServed(() -> hold(job.window(1), S));
            final Thread put = job.start(() -> {
                job.window(2).lock(0, X);
                job.window(2).put(data, 0, 2000, 0, 1000);
                job.window(2).unlock(0);
            });
            job.stepUntil(() -> job.count(0, Counter.WINDOW_LOCKS_QUEUED) == 1);
            for (int turn = 0; turn < 1000; turn++) {
                job.job().step();
            }
            assertThat(put.isAlive()).isTrue();
            assertThat(job.part(0).getByte(1000)).isZero();
            job.whileServed(() -> job.window(1).unlock(0));
            job.join(put);
            assertThat(job.part(0).getByte(2999)).isEqualTo((byte) 9);
            assertThat(job.count(0, Counter.LOCK_GRANTED_SENT)).isOne();
            assertShown(job, null, 0, 0);
        }
    }

    /** S2.20 to S2.22: an access that comes with its lock request is executed when the lock is granted, and not before. */
    @Test
    void shouldQueueASingleGetAndASingleAccumulate() throws Exception {
        try (WindowJob job = WindowJob.create(4, 64)) {
            job.part(0).putLong(40, 7);
            job.whileServed(() -> hold(job.window(1), X));
            final UnsafeBuffer got = new UnsafeBuffer(new byte[8]);
            final UnsafeBuffer one = new UnsafeBuffer(new byte[8]);
            one.putLong(0, 1);
            final Thread add = job.start(() -> {
                job.window(2).lock(0, X);
                job.window(2).accumulate(one, 0, 1, ElementType.LONG, AccumulateOp.SUM, 0, 40);
                job.window(2).unlock(0);
            });
            job.stepUntil(() -> job.count(0, Counter.WINDOW_LOCKS_QUEUED) == 1);
            final Thread get = job.start(() -> {
                job.window(3).lock(0, X);
                job.window(3).get(got, 0, 8, 0, 40);
                job.window(3).unlock(0);
            });
            job.stepUntil(() -> job.count(0, Counter.WINDOW_LOCKS_QUEUED) == 2);
            for (int turn = 0; turn < 1000; turn++) {
                job.job().step();
            }
            assertThat(add.isAlive() && get.isAlive()).isTrue();
            assertThat(job.part(0).getLong(40)).isEqualTo(7);
            word.putLong(0, 20);
            job.whileServed(() -> {
                job.window(1).put(word, 0, 8, 0, 40);
                job.window(1).unlock(0);
            });
            job.join(add, get);
            assertThat(got.getLong(0)).isEqualTo(21);
            assertThat(job.count(0, Counter.LOCK_GRANTED_SENT)).isOne();
            assertShown(job, null, 0, 0);
        }
    }

    /** T2.8: an exclusive request among shared locks that overlap without end. */
    @Test
    void shouldGrantAnExclusiveLockAmongSharedOnesThatNeverEnd() throws Exception {
        final int most = 3;
        try (WindowJob job = WindowJob.create(
            5, 64, context -> context.windowAgentUs(0).asyncProgress(context.rank() == 0).size(GeometrySetting.WINDOW_BYPASSES, most))) {
            final AtomicBoolean isOver = new AtomicBoolean();
            final Thread[] sharing = new Thread[3];
            for (int rank = 1; rank <= sharing.length; rank++) {
                final Window window = job.window(rank);
                sharing[rank - 1] = job.start(() -> {
                    while (!isOver.get()) {
                        hold(window, S);
                        window.unlock(0);
                    }
                });
            }
            for (int times = 0; times < 50; times++) {
                final long before = job.count(0, Counter.WINDOW_LOCKS_BYPASSED);
                hold(job.window(4), X);
                job.window(4).unlock(0);
                assertThat(job.count(0, Counter.WINDOW_LOCKS_BYPASSED) - before).isLessThanOrEqualTo(most);
            }
            isOver.set(true);
            job.join(sharing);
        }
    }

    /** Holds S2.29: a rank takes the lock of its own part in the call, or queues as other ranks do. */
    @Test
    void shouldTakeTheOwnLockInTheCallAndQueueBehindIt() throws Exception {
        try (WindowJob job = WindowJob.create(2, 64)) {
            final List<Integer> order = Collections.synchronizedList(new ArrayList<>());
            job.window(0).lock(0, X);
            assertShown(job, X, 1, 0);
            final Thread other = startHolding(job, 1, X, order);
            assertShown(job, X, 1, 1);
            job.window(0).unlock(0);
            job.join(other);
            final Thread own = job.start(() -> {
                job.window(0).lock(0, S);
                order.add(0);
            });
            job.stepUntil(() -> job.shown(0, WindowStateDescriptor.WAITING_OFFSET) == 1);
            assertThat(order).containsExactly(1);
            job.whileServed(() -> job.window(1).unlock(0));
            job.join(own);
            job.window(0).unlock(0);
            assertShown(job, null, 0, 0);
        }
    }

    /** Holds S2.34: a lock may have a time limit. */
    @Test
    void shouldAbandonALockRequestAfterItsTimeLimit() throws Exception {
        try (WindowJob job = WindowJob.create(3, 64)) {
            job.whileServed(() -> hold(job.window(1), X));
            final Window window = job.window(2);
            job.whileServed(() -> {
                window.lock(0, S, 5, TimeUnit.MILLISECONDS);
                window.put(word, 0, 8, 0, 0);
                assertThatThrownBy(() -> window.unlock(0)).isInstanceOf(DeadlineException.class);
            });
            word.putLong(0, 4);
            final Thread again = job.start(() -> hold(window, X));
            job.whileServed(() -> job.window(1).unlock(0));
            job.join(again);
            assertThat(job.part(0).getLong(16)).isEqualTo(4);
            assertThat(job.part(0).getLong(0)).isZero();
            job.whileServed(() -> window.unlock(0));
            job.stepUntil(() -> job.shown(0, WindowStateDescriptor.STATE_OFFSET) == 0);
            job.whileServed(() -> {
                window.lock(0, X, 20, TimeUnit.SECONDS);
                window.put(word, 0, 8, 0, 0);
                window.unlock(0);
            });
            assertThat(job.part(0).getLong(0)).isEqualTo(4);
        }
    }

    @Test
    void shouldAbandonALockRequestBehindAnAbandonedOne() throws Exception {
        try (WindowJob job = WindowJob.create(3, 64)) {
            job.whileServed(() -> hold(job.window(1), X));
            final Window window = job.window(2);
            word.putLong(0, 3);
            for (int times = 0; times < 3; times++) {
                job.whileServed(() -> {
                    window.lock(0, X, 1, TimeUnit.MILLISECONDS);
                    window.put(word, 0, 8, 0, 0);
                    assertThatThrownBy(() -> window.unlock(0)).isInstanceOf(DeadlineException.class);
                });
            }
            job.whileServed(() -> job.window(1).unlock(0));
            job.whileServed(() -> {
                window.lock(0, X, 20, TimeUnit.SECONDS);
                window.put(word, 0, 8, 0, 8);
                window.unlock(0);
            });
            assertThat(job.part(0).getLong(0)).isZero();
            assertThat(job.part(0).getLong(8)).isEqualTo(3);
            job.stepUntil(() -> job.shown(0, WindowStateDescriptor.STATE_OFFSET) == 0);
            assertShown(job, null, 0, 0);
        }
    }

    /** Otherwise the target might close the window before it sees the request. */
    @Test
    void shouldNotCloseTheWindowBeforeAnAbandonedRequestIsOver() throws Exception {
        try (WindowJob job = WindowJob.create(4, 64)) {
            job.whileServed(() -> hold(job.window(2), X));
            final List<String> toOrigin = job.trace(1);
            job.whileServed(() -> {
                job.window(1).lock(0, X, 1, TimeUnit.MILLISECONDS);
                job.window(1).put(word, 0, 8, 0, 0);
                assertThatThrownBy(() -> job.window(1).unlock(0)).isInstanceOf(DeadlineException.class);
            });
            final long before = CollectiveLines.sum(job.job(), 1);
            final long others = CollectiveLines.sum(job.job(), 3);
            final Thread one = job.start(job.window(1)::close);
            final Thread three = job.start(job.window(3)::close);
            job.stepUntil(() -> CollectiveLines.sum(job.job(), 3) > others);
            for (int turn = 0; turn < 1000; turn++) {
                job.job().step();
            }
            assertThat(CollectiveLines.sum(job.job(), 1)).isEqualTo(before);
            job.whileServed(() -> job.window(2).unlock(0));
            job.join(one, three, job.start(job.window(0)::close), job.start(job.window(2)::close));
            assertThat(toOrigin).containsExactly("0 LOCK_GRANTED", "0 RMA_DONE");
        }
    }

    @Test
    void shouldAbandonARequestForTheOwnLockAfterItsTimeLimit() throws Exception {
        try (WindowJob job = WindowJob.create(2, 64)) {
            job.whileServed(() -> hold(job.window(1), S));
            assertThatThrownBy(() -> job.window(0).lock(0, X, 1, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class);
            assertShown(job, S, 1, 0);
            job.window(0).lock(0, S, 1, TimeUnit.MILLISECONDS);
            job.window(0).unlock(0);
            job.whileServed(() -> job.window(1).unlock(0));
        }
    }
}
