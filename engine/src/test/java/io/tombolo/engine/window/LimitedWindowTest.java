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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Calls of a window whose time is up while another rank lives but serves nobody: the epoch goes on, and the next call completes it.
 */
@Timeout(60)
class LimitedWindowTest {
    private static final int LENGTH = 64;

    private final UnsafeBuffer word = new UnsafeBuffer(new byte[8]);

    /** A call that completes accesses in a locked epoch. */
    private record Completion(String name, Consumer<Window> call, boolean isEnd) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Completion> completions() {
        return List.of(
            new Completion("unlock", window -> window.unlock(1), true), new Completion("unlockAll", Window::unlockAll, true),
            new Completion("flush", window -> window.flush(1), false), new Completion("flushAll", Window::flushAll, false),
            new Completion("flushLocal", window -> window.flushLocal(1), false),
            new Completion("flushLocalAll", Window::flushLocalAll, false));
    }

    private static Window limited(final Window window) {
        return window.within(2, TimeUnit.MILLISECONDS);
    }

    private static Window patient(final Window window) {
        return window.within(20, TimeUnit.SECONDS);
    }

    private static void assertUp(final ThrowingCallable call, final String state) {
        assertThatThrownBy(call).isInstanceOf(DeadlineException.class).hasMessageStartingWith("time is up after 2 ms of waiting for ")
            .hasMessageContaining(state);
    }

    @ParameterizedTest
    @MethodSource("completions")
    void shouldGoOnWithAnEpochThatATimeoutHasLeft(final Completion completion) throws Exception {
        try (WindowJob job = WindowJob.create(2, LENGTH)) {
            final Window window = job.window(0);
            final boolean isAll = completion.name().equals("unlockAll");
            if (isAll) {
                window.lockAll();
            } else {
                window.lock(1, LockType.EXCLUSIVE);
            }
            word.putLong(0, 7);
            // A get: its result tells when it is complete, here and at the target.
            window.put(word, 0, 8, 1, 8);
            final UnsafeBuffer result = new UnsafeBuffer(new byte[8]);
            job.part(1).putLong(16, 9);
            window.get(result, 0, 8, 1, 16);
            for (int round = 0; round < 3; round++) {
                assertUp(() -> completion.call().accept(limited(window)), "the epoch and its operations go on, call it again");
                assertThat(result.getLong(0)).isZero();
            }
            job.whileServed(() -> completion.call().accept(patient(window)));
            assertThat(result.getLong(0)).isEqualTo(9);
            if (completion.isEnd()) {
                assertThatThrownBy(() -> window.unlock(1)).isInstanceOf(WindowException.class);
            } else {
                job.whileServed(() -> window.unlock(1));
            }
            assertThat(job.part(1).getLong(8)).isEqualTo(7);
            job.whileServed(() -> {
                window.lock(1, LockType.EXCLUSIVE);
                window.put(word, 0, 8, 1, 24);
                window.unlock(1);
            });
            assertThat(job.part(1).getLong(24)).isEqualTo(7);
            Quiescence.assertQuiet(job.job());
        }
    }

    @Test
    void shouldEndTheEpochIfTheLimitOfItsLockIsUp() throws Exception {
        try (WindowJob job = WindowJob.create(2, LENGTH)) {
            final Window window = job.window(0);
            limited(window).lock(1, LockType.EXCLUSIVE);
            window.put(word, 0, 8, 1, 8);
            assertUp(() -> patient(window).unlock(1), "the target is not locked");
            assertThatThrownBy(() -> window.unlock(1)).isInstanceOf(WindowException.class).hasMessageContaining("not locked");
            // Once the lock has come, its limit no longer counts. Where a thread loses its core, the lock may come too late.
            job.part(1).putLong(0, 1);
            final AtomicBoolean isInTime = new AtomicBoolean();
            while (!isInTime.get()) {
                limited(window).lock(1, LockType.EXCLUSIVE);
                job.whileServed(() -> isInTime.set(isLockedForAdding(window)));
            }
            job.whileServed(() -> window.unlock(1));
            assertThat(job.part(1).getLong(0)).isEqualTo(2);
            limited(window).lockAll();
            word.putLong(0, 3);
            window.put(word, 0, 8, 1, 16);
            assertUp(window::flushAll, "the target is not locked");
            window.unlockAll();
            job.whileServed(() -> {
                window.lockAll();
                window.put(word, 0, 8, 1, 16);
                window.unlockAll();
            });
            assertThat(job.part(1).getLong(16)).isEqualTo(3);
        }
    }

    /** Adds 1 to the 1 of another rank. Returns false if the lock has not come within its limit: then nothing is added. */
    private static boolean isLockedForAdding(final Window window) {
        try {
            assertThat(window.fetchAndOp(1, AccumulateOp.SUM, 1, 0)).isEqualTo(1);
            return true;
        } catch (final DeadlineException late) {
            return false;
        }
    }

    @Test
    void shouldLimitTheWaitForTheOwnPart() throws Exception {
        try (WindowJob job = WindowJob.create(2, LENGTH)) {
            job.whileServed(() -> {
                job.window(1).lock(0, LockType.EXCLUSIVE);
                job.window(1).put(word, 0, 8, 0, 0);
                job.window(1).flush(0);
            });
            assertUp(() -> limited(job.window(0)).lock(0, LockType.SHARED), "the target is not locked");
            assertUp(() -> limited(job.window(0)).lockAll(), "nothing is locked");
            job.whileServed(() -> job.window(1).unlock(0));
            job.whileServed(() -> {
                patient(job.window(0)).lock(0, LockType.EXCLUSIVE);
                patient(job.window(0)).unlock(0);
            });
        }
    }

    @Test
    void shouldLeaveAnOperationThatReturnsAValue() throws Exception {
        try (WindowJob job = WindowJob.create(2, LENGTH)) {
            final Window window = job.window(0);
            window.lock(1, LockType.SHARED);
            assertUp(() -> limited(window).fetchAndOp(5, AccumulateOp.SUM, 1, 0), "the operation goes on, and its value is lost");
            assertUp(() -> limited(window).compareAndSwap(5, 6, 1, 0), "the operation goes on, and its value is lost");
            job.whileServed(() -> assertThat(patient(window).fetchAndOp(1, AccumulateOp.SUM, 1, 0)).isEqualTo(6));
            job.whileServed(() -> assertThat(patient(window).compareAndSwap(7, 8, 1, 0)).isEqualTo(7));
            job.whileServed(() -> window.unlock(1));
            assertThat(job.part(1).getLong(0)).isEqualTo(8);
        }
    }

    @Test
    void shouldContinueAFence() throws Exception {
        try (WindowJob job = WindowJob.create(3, LENGTH)) {
            final Window window = job.window(0);
            for (int round = 0; round < 2; round++) {
                assertUp(() -> limited(window).fence(), "the next call of fence continues this one");
                assertThatThrownBy(() -> window.put(word, 0, 8, 1, 0)).isInstanceOf(WindowException.class).hasMessageContaining("again");
                final int value = 4 + round;
                word.putLong(0, value);
                final Thread zero = job.start(() -> {
                    patient(window).fence();
                    window.put(word, 0, 8, 1, 0);
                    window.fence();
                });
                final Thread one = job.start(() -> {
                    job.window(1).fence();
                    job.window(1).fence();
                });
                final Thread two = job.start(() -> {
                    job.window(2).fence();
                    job.window(2).fence();
                });
                job.join(zero, one, two);
                assertThat(job.part(1).getLong(0)).isEqualTo(value);
            }
        }
    }

    @Test
    void shouldKeepPostingsAndEpochsOfSomeRanks() throws Exception {
        try (WindowJob job = WindowJob.create(3, LENGTH)) {
            final Window window = job.window(0);
            job.whileServed(() -> patient(job.window(1)).post(0));
            assertUp(() -> limited(window).start(1, 2), "nothing is started, and postings stay valid");
            assertThatThrownBy(() -> window.put(word, 0, 8, 1, 0)).isInstanceOf(WindowException.class);
            assertUp(() -> limited(job.window(1)).await(), "the part is still posted");
            job.whileServed(() -> job.window(2).post(0));
            patient(window).start(1, 2);
            word.putLong(0, 8);
            window.put(word, 0, 8, 1, 0);
            window.put(word, 0, 8, 2, 0);
            assertUp(() -> limited(window).complete(), "call it again for the targets that are left");
            assertThat(job.window(1).test()).isFalse();
            job.whileServed(() -> patient(window).complete());
            job.whileServed(() -> patient(job.window(1)).await());
            job.whileServed(() -> job.window(2).await());
            assertThat(job.part(1).getLong(0)).isEqualTo(8);
            assertThat(job.part(2).getLong(0)).isEqualTo(8);
        }
    }

    @Test
    void shouldContinueAClose() throws Exception {
        try (WindowJob job = WindowJob.create(2, LENGTH)) {
            final Window window = job.window(0);
            assertUp(() -> limited(window).close(), "close the window again");
            word.putLong(0, 6);
            job.whileServed(() -> {
                job.window(1).lock(0, LockType.EXCLUSIVE);
                job.window(1).put(word, 0, 8, 0, 0);
                job.window(1).unlock(0);
            });
            assertThat(job.part(0).getLong(0)).as("the part is still exposed").isEqualTo(6);
            final Thread one = job.start(job.window(1)::close);
            job.whileServed(() -> patient(window).close());
            job.join(one);
            limited(window).close();
            assertThatThrownBy(() -> window.lock(1, LockType.SHARED)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is closed");
        }
    }

    @Test
    void shouldLimitTheCallsOfAllocatedMemory() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final Window[] windows = new Window[2];
            new RankThreads().run(job, engine -> windows[engine.rank()] = engine.world().allocateWindow(LENGTH));
            windows[1].lock(0, LockType.EXCLUSIVE);
            assertUp(() -> limited(windows[0]).lock(0, LockType.SHARED), "the target is not locked");
            assertUp(() -> limited(windows[0]).lockAll(), "nothing is locked");
            windows[1].unlock(0);
            limited(windows[0]).lockAll();
            assertThat(limited(windows[0]).fetchAndOp(1, AccumulateOp.SUM, 1, 0)).isZero();
            limited(windows[0]).flushAll();
            limited(windows[0]).unlockAll();
            assertUp(() -> limited(windows[0]).fence(), "the next call of fence");
            new RankThreads().run(job, engine -> patient(windows[engine.rank()]).fence());
            assertUp(() -> limited(windows[1]).close(), "close the window again");
            new RankThreads().run(job, engine -> patient(windows[engine.rank()]).close());
        }
    }

    @Test
    void shouldRefuseANegativeTimeout() throws Exception {
        try (WindowJob job = WindowJob.create(1, LENGTH)) {
            assertThatThrownBy(() -> job.window(0).within(-1, TimeUnit.SECONDS)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timeout=-1");
        }
    }
}
