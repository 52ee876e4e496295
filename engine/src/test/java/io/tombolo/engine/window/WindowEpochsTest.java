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
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowException;
import io.tombolo.engine.api.window.WindowMode;
import io.tombolo.engine.api.window.WindowOption;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Epochs in which both sides take part, the errors of calls that fit no epoch (T2.12), and the creation and the end of windows.
 */
@Timeout(30)
class WindowEpochsTest {
    private final RankThreads threads = new RankThreads();
    private final UnsafeBuffer word = new UnsafeBuffer(new byte[64]);

    private static UnsafeBuffer part(final int length) {
        return new UnsafeBuffer(ByteBuffer.allocateDirect(length));
    }

    private static void assertSync(final ThrowingCallable call, final String... words) {
        assertThatThrownBy(call).isInstanceOf(WindowException.class).hasMessageContainingAll(words)
            .extracting(exception -> ((WindowException) exception).outcome()).isEqualTo(Outcome.RMA_SYNC);
    }

    private static void assertRange(final ThrowingCallable call, final String... words) {
        assertThatThrownBy(call).isInstanceOf(WindowException.class).hasMessageContainingAll(words)
            .extracting(exception -> ((WindowException) exception).outcome()).isEqualTo(Outcome.RMA_RANGE);
    }

    @Test
    void shouldFinishAnUnlockAllThatWasInterrupted() throws Exception {
        try (WindowJob job = WindowJob.create(2, 64)) {
            final Window window = job.window(0);
            job.whileServed(window::lockAll);
            window.put(new UnsafeBuffer(new byte[8]), 0, 8, 1, 0);
            Thread.currentThread().interrupt();
            assertThatThrownBy(window::unlockAll).isInstanceOf(InterruptException.class);
            assertThat(Thread.interrupted()).isTrue();
            job.whileServed(window::unlockAll);
            assertSync(window::unlockAll, "without lockAll");
        }
    }

    @Test
    void shouldRefuseAMissingOperatorAndAMemberNamedTwice() throws Exception {
        try (WindowJob job = WindowJob.create(2, 64)) {
            final Window window = job.window(0);
            job.whileServed(() -> window.lock(1, LockType.SHARED));
            assertThatThrownBy(() -> window.fetchAndOp(1, null, 1, 0)).isInstanceOf(NullPointerException.class).hasMessage("op");
            job.whileServed(() -> window.unlock(1));
            assertThatThrownBy(() -> window.start(1, 1)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("twice");
            assertThatThrownBy(() -> window.post(1, 1)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("twice");
        }
    }

    /** Holds S2.2, S2.3, S2.4, S2.26. */
    @Test
    void shouldRefuseCallsOutsideOfTheirEpoch() throws Exception {
        try (WindowJob job = WindowJob.create(3, 64)) {
            final Window window = job.window(0);
            assertSync(() -> window.put(word, 0, 8, 1, 0), "target=1", "outside of an epoch");
            assertSync(() -> window.unlock(1), "target=1", "not locked");
            assertSync(() -> window.flush(1), "target=1");
            assertSync(window::unlockAll, "without lockAll");
            assertSync(window::complete, "without start");
            assertSync(window::await, "not posted");
            window.lock(1, LockType.SHARED);
            assertSync(() -> window.lock(1, LockType.EXCLUSIVE), "target=1", "locked");
            assertSync(window::lockAll, "target=1");
            assertSync(window::fence, "target=1");
            assertSync(() -> window.start(1), "target=1");
            assertSync(() -> window.unlock(2), "target=2", "{1}");
            assertSync(() -> window.get(word, 0, 8, 2, 0), "target=2");
            assertSync(window::close, "target=1");
            window.unlock(1);
            window.lockAll();
            assertSync(() -> window.unlock(1), "unlockAll");
            window.unlockAll();
            assertThatThrownBy(() -> window.lock(3, LockType.SHARED)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("target=3");
        }
    }

    /** Holds S2.28. */
    @Test
    void shouldRefuseRangesWhenTheyAreQueued() throws Exception {
        try (WindowJob job = WindowJob.create(2, 64)) {
            final Window window = job.window(0);
            window.lock(1, LockType.SHARED);
            assertRange(() -> window.put(word, 0, 8, 1, 57), "displacement=57", "length=8", "64 bytes");
            assertRange(() -> window.get(word, 0, 64, 1, 1), "displacement=1");
            assertRange(() -> window.put(word, 0, 8, 1, -1), "displacement=-1");
            assertRange(() -> window.put(word, 0, 8, 1, Long.MAX_VALUE), "displacement=");
            assertRange(() -> window.fetchAndOp(1, AccumulateOp.SUM, 1, 4), "displacement=4", "multiple of 8");
            assertRange(() -> window.accumulate(word, 0, 1, ElementType.INT, AccumulateOp.SUM, 1, 2), "multiple of 4");
            assertThatThrownBy(() -> window.put(word, 60, 8, 1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> window.accumulate(word, 0, 1, ElementType.FLOAT, AccumulateOp.XOR, 1, 0))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("XOR");
            job.whileServed(() -> window.unlock(1));
            assertThat(job.part(1).getLong(0)).isZero();
        }
    }

    @Test
    void shouldDoNothingAtTheNullRank() throws Exception {
        try (WindowJob job = WindowJob.create(1, 64)) {
            final Window window = job.window(0);
            window.lock(Communicator.NULL_RANK, LockType.EXCLUSIVE);
            window.put(word, 0, 8, Communicator.NULL_RANK, 1 << 20);
            window.flush(Communicator.NULL_RANK);
            window.unlock(Communicator.NULL_RANK);
        }
    }

    @Test
    void shouldSeeAllPutsAfterAFence() throws Exception {
        try (LocalJob job = LocalJob.of(4)) {
            threads.run(job, engine -> {
                final int rank = engine.rank();
                final UnsafeBuffer own = part(4 * 50_000);
                final UnsafeBuffer data = part(50_000);
                try (Window window = engine.world().createWindow(own, WindowOption.NO_LOCKS)) {
                    assertThatThrownBy(() -> window.lock(1, LockType.SHARED)).isInstanceOf(WindowException.class)
                        .hasMessageContaining("NO_LOCKS");
                    window.fence();
                    for (int round = 1; round < 6; round++) {
                        data.setMemory(0, 50_000, (byte) (10 * round + rank));
                        for (int target = 0; target < 4; target++) {
                            window.put(data, 0, 50_000, target, rank * 50_000L);
                        }
                        window.fence();
                        for (int source = 0; source < 4; source++) {
                            assertThat(own.getByte(source * 50_000)).isEqualTo((byte) (10 * round + source));
                            assertThat(own.getByte(source * 50_000 + 49_999)).isEqualTo((byte) (10 * round + source));
                        }
                        window.fence();
                    }
                }
                // The agent of an earlier job may not have ended yet.
                final String agent = "tombolo windows " + job.directory().getFileName();
                assertThat(Thread.getAllStackTraces().keySet()).noneMatch(thread -> thread.getName().startsWith(agent));
            });
        }
    }

    /** Holds S2.31. */
    @Test
    void shouldFenceRightAfterLockedEpochs() throws Exception {
        try (LocalJob job = LocalJob.of(3)) {
            threads.run(job, engine -> {
                final UnsafeBuffer own = part(64);
                final UnsafeBuffer one = new UnsafeBuffer(new byte[8]);
                one.putLong(0, 1);
                try (Window window = engine.world().createWindow(own)) {
                    for (int target = 0; target < 3; target++) {
                        window.lock(target, LockType.SHARED);
                        window.accumulate(one, 0, 1, ElementType.LONG, AccumulateOp.SUM, target, 8);
                        window.unlock(target);
                    }
                    window.fence();
                    assertThat(own.getLong(8)).isEqualTo(3);
                    // No rank may go on until all have checked.
                    window.fence();
                    window.accumulate(one, 0, 1, ElementType.LONG, AccumulateOp.SUM, 0, 8);
                    assertThatThrownBy(() -> window.lock(1, LockType.SHARED)).isInstanceOf(WindowException.class);
                    window.fence();
                    assertThat(own.getLong(8)).isEqualTo(engine.rank() == 0 ? 6 : 3);
                }
            });
        }
    }

    /** Holds S2.7. */
    @Test
    void shouldPostStartCompleteAndWait() throws Exception {
        try (LocalJob job = LocalJob.of(3, context -> context.windowAgentUs(0))) {
            threads.run(job, engine -> {
                final UnsafeBuffer own = part(64);
                try (Window window = engine.world().createWindow(own)) {
                    for (int round = 1; round < 20; round++) {
                        if (engine.rank() == 0) {
                            window.start(1, 2);
                            word.putLong(0, round);
                            window.put(word, 0, 8, 1, 0);
                            window.put(word, 0, 8, 2, 0);
                            window.complete();
                        } else {
                            window.post(0);
                            if (engine.rank() == 1) {
                                window.await();
                            } else {
                                while (!window.test()) {
                                    Thread.onSpinWait();
                                }
                            }
                            assertThat(own.getLong(0)).isEqualTo(round);
                        }
                    }
                }
            });
        }
    }

    @Test
    void shouldWaitWithTheCloseForEpochsOfOthers() throws Exception {
        try (WindowJob job = WindowJob.create(2, 64)) {
            word.putLong(0, 3);
            job.whileServed(() -> {
                job.window(0).lock(1, LockType.EXCLUSIVE);
                job.window(0).put(word, 0, 8, 1, 0);
                job.window(0).flush(1);
            });
            final AtomicInteger closed = new AtomicInteger();
            final Thread closing = job.start(() -> {
                job.window(1).close();
                closed.set(1);
            });
            for (int turn = 0; turn < 1000; turn++) {
                job.job().step();
            }
            assertThat(closed).hasValue(0);
            job.whileServed(() -> {
                job.window(0).put(word, 0, 8, 1, 8);
                job.window(0).unlock(1);
                job.window(0).close();
            });
            job.join(closing);
            assertThat(job.part(1).getLong(8)).isEqualTo(3);
            assertThatThrownBy(() -> job.window(0).lock(1, LockType.SHARED)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        }
    }

    @Test
    void shouldRefuseDifferentCallsAtAllRanks() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            threads.run(job, engine -> {
                final Communicator world = engine.world();
                assertThatThrownBy(() -> {
                    if (engine.rank() == 0) {
                        world.createWindow(part(8), WindowOption.UNORDERED);
                    } else {
                        world.createWindow(part(8));
                    }
                }).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("options");
                try (Window window = world.createWindow(part(engine.rank() * 100))) {
                    assertThat(window.mode()).isEqualTo(WindowMode.PACKET);
                    assertThat(window.length(0)).isZero();
                    assertThat(window.length(1)).isEqualTo(100);
                    assertThat(window.id()).isPositive();
                    assertThat(window.sharedQuery(window.rank()).capacity()).isEqualTo(engine.rank() * 100);
                    assertThatThrownBy(() -> window.sharedQuery(1 - window.rank())).isInstanceOf(UnsupportedOperationException.class);
                }
            });
        }
    }

    /** Such ranks have no agent: each serves the other while it waits. */
    @Test
    void shouldLockAWindowOfRanksWithOneThreadEach() throws Exception {
        final List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
        try (LocalJob job = LocalJob.of(2, context -> context.threadLevel(ThreadLevel.SINGLE).errorHandler(errors::add))) {
            threads.run(job, engine -> {
                final UnsafeBuffer own = part(16);
                final Window window = engine.world().createWindow(own);
                for (int time = 0; time < 100; time++) {
                    window.lock(1 - engine.rank(), LockType.EXCLUSIVE);
                    window.put(word, 0, 8, 1 - engine.rank(), 8);
                    window.fetchAndOp(1, AccumulateOp.SUM, 1 - engine.rank(), 0);
                    window.unlock(1 - engine.rank());
                }
                window.fence();
                assertThat(own.getLong(0)).isEqualTo(100);
                window.close();
                engine.close();
            });
            assertThat(errors).isEmpty();
        }
    }

    /** Holds S2.1. T2.6: no thread of the target calls the engine. */
    @Test
    void shouldServeAComputingTarget() throws Exception {
        try (WindowJob job = WindowJob.create(2, 64, context -> { })) {
            word.putLong(0, 5);
            for (int i = 0; i < 100; i++) {
                job.window(0).lock(1, LockType.EXCLUSIVE);
                job.window(0).put(word, 0, 8, 1, 0);
                job.window(0).put(word, 0, 8, 1, 8);
                job.window(0).unlock(1);
            }
            assertThat(job.part(1).getLong(8)).isEqualTo(5);
            assertThat(Thread.getAllStackTraces().keySet()).anyMatch(thread -> thread.getName().matches("tombolo windows .*/1"));
        }
    }
}
