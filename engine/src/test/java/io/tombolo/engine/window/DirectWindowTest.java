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

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowException;
import io.tombolo.engine.api.window.WindowMode;
import io.tombolo.engine.api.window.WindowOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Windows in direct mode: the origin does everything by itself, while the other ranks do nothing.
 */
@Timeout(60)
class DirectWindowTest {
    private static final int LENGTH = 4096;
    private static final int BORDER_SHIFT = 13;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LENGTH]);

    private static void assertOutcome(final Outcome outcome, final ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(MessagingException.class, e -> assertThat(e.outcome()).isEqualTo(outcome));
    }

    @ParameterizedTest
    @EnumSource
    void shouldPutAndGetWithNobodyAtTheTarget(final LockType type) throws Exception {
        try (DirectWindows windows = DirectWindows.create(3, LENGTH)) {
            final Window window = windows.window(0);
            assertThat(window.mode()).isEqualTo(WindowMode.DIRECT);
            for (int target = 0; target < 3; target++) {
                buffer.putLong(0, 100 + target);
                window.lock(target, type);
                window.put(buffer, 0, 8, target, 40);
                window.flush(target);
                window.get(buffer, 16, 8, target, 40);
                window.flushLocal(target);
                window.unlock(target);
                assertThat(buffer.getLong(16)).isEqualTo(100 + target);
                assertThat(windows.window(target).sharedQuery(target).getLong(40)).isEqualTo(100 + target);
                assertThat(window.sharedQuery(target).getLong(40)).isEqualTo(100 + target);
            }
        }
    }

    @Test
    void shouldCrossBordersOfTheMapping() throws Exception {
        final long seed = System.nanoTime();
        TestOutput.say("seed=" + seed);
        final Random random = new Random(seed);
        final int length = 10 << BORDER_SHIFT;
        final UnsafeBuffer out = new UnsafeBuffer(new byte[length]);
        final UnsafeBuffer in = new UnsafeBuffer(new byte[length]);
        try (DirectWindows windows = DirectWindows.create(2, length, context -> EngineAccess.windowShift(context, BORDER_SHIFT));
            MemoryRegion region = windows.job().engine(0).allocate(length)) {
            final Window window = windows.window(0);
            window.lockAll();
            for (int round = 0; round < 500; round++) {
                final int bytes = random.nextInt(length + 1);
                final int at = random.nextInt(length - bytes + 1);
                final int displacement = random.nextInt(length - bytes + 1);
                Payloads.fill(out, at, bytes, round);
                window.put(out, at, bytes, 1, displacement);
                // Through a region, which has its borders at other offsets.
                window.get(region, length - bytes - at, bytes, 1, displacement);
                window.put(region, length - bytes - at, bytes, 0, at);
                window.get(in, at, bytes, 0, at);
                for (int i = at; i < at + bytes; i++) {
                    if (in.getByte(i) != out.getByte(i)) {
                        throw new AssertionError("byte " + i + " of " + bytes + " differs, round " + round);
                    }
                }
            }
            window.accumulate(out, 0, length / 8, ElementType.LONG,
                AccumulateOp.REPLACE, 1, 0);
            window.get(in, 0, length, 1, 0);
            assertThat(in.compareTo(out)).isZero();
            window.unlockAll();
        }
    }

    @Test
    void shouldCompleteRequestsInTheCall() throws Exception {
        try (DirectWindows windows = DirectWindows.create(2, LENGTH)) {
            final Window window = windows.window(0);
            final Request request = new Request();
            window.lock(1, LockType.SHARED);
            buffer.putLong(0, 7);
            window.put(buffer, 0, 8, 1, 0, request);
            assertThat(request.test()).isTrue();
            assertThat(request.status().length()).isEqualTo(8);
            window.get(buffer, 8, 8, 1, 0, request);
            request.await();
            assertThat(buffer.getLong(8)).isEqualTo(7);
            window.put(buffer, 0, 8, Communicator.NULL_RANK, 0, request);
            request.await();
            window.unlock(1);
        }
    }

    @Test
    void shouldRefuseWhatTheEpochDoesNotAllow() throws Exception {
        try (DirectWindows windows = DirectWindows.create(2, LENGTH)) {
            final Window window = windows.window(0);
            assertOutcome(Outcome.RMA_SYNC, () -> window.put(buffer, 0, 8, 1, 0));
            assertOutcome(Outcome.RMA_SYNC, () -> window.unlock(1));
            window.lock(1, LockType.EXCLUSIVE);
            assertOutcome(Outcome.RMA_SYNC, () -> window.lock(1, LockType.SHARED));
            assertOutcome(Outcome.RMA_SYNC, () -> window.put(buffer, 0, 8, 0, 0));
            assertOutcome(Outcome.RMA_SYNC, window::close);
            assertOutcome(Outcome.RMA_RANGE, () -> window.put(buffer, 0, 8, 1, LENGTH - 7));
            assertOutcome(Outcome.RMA_RANGE, () -> window.fetchAndOp(1, AccumulateOp.SUM, 1, 4));
            window.put(buffer, 0, 0, 1, LENGTH);
            window.put(buffer, 0, 8, Communicator.NULL_RANK, -1);
            window.unlock(1);
        }
        try (DirectWindows windows = DirectWindows.create(2, LENGTH, WindowOption.NO_LOCKS)) {
            assertThatThrownBy(() -> windows.window(0).lock(1, LockType.SHARED)).isInstanceOf(WindowException.class);
        }
    }

    @Test
    void shouldGiveUpWaitingWhenTheTimeIsUp() throws Exception {
        try (DirectWindows windows = DirectWindows.create(3, LENGTH)) {
            windows.window(2).lock(1, LockType.EXCLUSIVE);
            assertThatThrownBy(() -> windows.window(0).lock(1, LockType.SHARED, 3, TimeUnit.MILLISECONDS))
                .isInstanceOf(DeadlineException.class).hasMessageContaining("rank 1").hasMessageContaining("before this one: 2");
            assertThatThrownBy(() -> windows.window(0).lock(1, LockType.EXCLUSIVE, 0, TimeUnit.SECONDS))
                .isInstanceOf(DeadlineException.class);
            assertOutcome(Outcome.RMA_SYNC, () -> windows.window(0).unlock(1));
            windows.window(2).unlock(1);
            windows.window(0).lock(1, LockType.EXCLUSIVE, 0, TimeUnit.SECONDS);
            windows.window(0).unlock(1);
        }
    }

    @Test
    void shouldLeaveTheQueueWhenInterrupted() throws Exception {
        try (DirectWindows windows = DirectWindows.create(2, LENGTH)) {
            windows.window(1).lock(1, LockType.EXCLUSIVE);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> windows.window(0).lock(1, LockType.EXCLUSIVE)).isInstanceOf(InterruptException.class);
            assertThat(Thread.interrupted()).isTrue();
            windows.window(1).unlock(1);
            windows.window(0).lock(1, LockType.EXCLUSIVE);
            windows.window(0).unlock(1);
        }
    }

    @Test
    void shouldTakeOverFromADeadHolder() throws Exception {
        try (DirectWindows windows = DirectWindows.create(3, LENGTH)) {
            windows.window(1).lock(2, LockType.EXCLUSIVE);
            windows.window(1).lock(0, LockType.SHARED);
            windows.job().kill(1);
            assertThat(windows.window(0).isTainted(2)).isFalse();
            windows.window(0).lock(2, LockType.EXCLUSIVE);
            assertThat(windows.window(0).isTainted(2)).isTrue();
            assertThat(windows.window(2).isTainted(2)).isTrue();
            windows.window(0).unlock(2);
            // Rank 0 can close the window although the dead rank still has a lock of its part.
            windows.closeWindow(0, 2);
        }
    }

    @Test
    void shouldSayThatTheTargetIsDead() throws Exception {
        try (DirectWindows windows = DirectWindows.create(3, LENGTH)) {
            final Window window = windows.window(0);
            window.lock(1, LockType.EXCLUSIVE);
            windows.window(2).lock(2, LockType.SHARED);
            windows.job().kill(1);
            windows.job().kill(2);
            assertThatThrownBy(() -> {
                while (true) {
                    window.flush(1);
                    TimeLimit.check();
                }
            }).isInstanceOf(PeerFailedException.class).hasMessageContaining("rank 1");
            assertThatThrownBy(() -> window.unlock(1)).isInstanceOf(PeerFailedException.class);
            assertThatThrownBy(() -> window.lock(1, LockType.SHARED)).isInstanceOf(PeerFailedException.class);
            assertThatThrownBy(() -> window.lock(2, LockType.EXCLUSIVE)).isInstanceOf(PeerFailedException.class);
            windows.closeWindow(0);
        }
    }

    @Test
    void shouldFenceAndPostWithoutLocks() throws Exception {
        try (DirectWindows windows = DirectWindows.create(3, LENGTH, WindowOption.NO_LOCKS)) {
            windows.run(engine -> {
                final Window window = windows.window(engine.rank());
                final UnsafeBuffer own = window.sharedQuery(engine.rank());
                final UnsafeBuffer value = new UnsafeBuffer(new byte[8]);
                window.fence();
                for (int round = 1; round < 200; round++) {
                    value.putLong(0, round * 10L + engine.rank());
                    window.put(value, 0, 8, (engine.rank() + 1) % 3, 8);
                    window.fence();
                    assertThat(own.getLong(8)).isEqualTo(round * 10L + (engine.rank() + 2) % 3);
                    window.fence();
                }
                if (engine.rank() == 0) {
                    window.post(1, 2);
                    window.await();
                    assertThat(own.getLong(16) + own.getLong(24)).isEqualTo(3);
                } else {
                    window.start(0);
                    value.putLong(0, engine.rank());
                    window.put(value, 0, 8, 0, 8 + 8L * engine.rank());
                    window.complete();
                }
            });
        }
    }

    @Test
    void shouldLockSeveralTargetsAtOnceAndAll() throws Exception {
        try (DirectWindows windows = DirectWindows.create(3, LENGTH)) {
            windows.run(engine -> {
                final Window window = windows.window(engine.rank());
                for (int round = 0; round < 300; round++) {
                    // In one order, so that there is no deadlock.
                    for (int target = 0; target < 3; target++) {
                        window.lock(target, (round + target) % 4 == 0 ? LockType.SHARED : LockType.EXCLUSIVE);
                    }
                    for (int target = 0; target < 3; target++) {
                        window.fetchAndOp(1, AccumulateOp.SUM, target, 0);
                        window.unlock(target);
                    }
                    window.lockAll();
                    window.fetchAndOp(1, AccumulateOp.SUM, (engine.rank() + 1) % 3, 0);
                    window.flushAll();
                    window.unlockAll();
                }
            });
            for (int rank = 0; rank < 3; rank++) {
                assertThat(windows.window(rank).sharedQuery(rank).getLong(0)).isEqualTo(4 * 300);
            }
        }
    }

    @Test
    void shouldGrantAnExclusiveLockAmongSharedOnesThatNeverEnd() throws Exception {
        final AtomicInteger inside = new AtomicInteger();
        final AtomicBoolean granted = new AtomicBoolean();
        try (DirectWindows windows = DirectWindows.create(4, LENGTH)) {
            windows.run(engine -> {
                final Window window = windows.window(engine.rank());
                if (engine.rank() == 3) {
                    while (inside.get() == 0) {
                        TimeLimit.check();
                        Thread.yield();
                    }
                    window.lock(0, LockType.EXCLUSIVE);
                    granted.set(true);
                    window.unlock(0);
                    return;
                }
                while (!granted.get()) {
                    window.lock(0, LockType.SHARED);
                    inside.incrementAndGet();
                    // Holds the lock until another rank has it, too: so at any time one is inside, unless the lock keeps it out.
                    for (int i = 0; i < 1_000 && inside.get() < 2; i++) {
                        Thread.yield();
                    }
                    inside.decrementAndGet();
                    window.unlock(0);
                    TimeLimit.check();
                }
            });
        }
    }

    @Test
    void shouldNeverLoseAnIncrementBetweenThreads() throws Exception {
        final int times = 5_000;
        try (DirectWindows windows = DirectWindows.create(3, LENGTH)) {
            windows.run(engine -> {
                final Window window = windows.window(engine.rank());
                final UnsafeBuffer value = new UnsafeBuffer(new byte[8]);
                for (int i = 0; i < times; i++) {
                    window.lock(1, LockType.EXCLUSIVE);
                    window.get(value, 0, 8, 1, 64);
                    value.putLong(0, value.getLong(0) + 1);
                    window.put(value, 0, 8, 1, 64);
                    window.unlock(1);
                }
            });
            assertThat(windows.window(0).sharedQuery(1).getLong(64)).isEqualTo(3 * times);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MAX_VALUE, Long.MAX_VALUE - LENGTH, (1L << 46) + 1})
    void shouldRefuseALengthThatCannotBeAtAllRanks(final long length) throws Exception {
        try (LocalJob job = LocalJob.of(3)) {
            new RankThreads().run(job, engine -> {
                assertThatThrownBy(() -> engine.world().allocateWindow(engine.rank() == 1 ? length : LENGTH))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContainingAll("rank 1", "length=" + length);
                engine.world().allocateWindow(LENGTH).close();
            });
            assertThat(files(job.directory())).isEmpty();
        }
    }

    /** Rank 1 fails with an unexpected exception: its mappings are shorter than the header of the file. */
    @Test
    void shouldTellAllRanksThatOneCannotMakeItsPart() throws Exception {
        final List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
        try (LocalJob job = LocalJob.of(3, context -> {
            EngineAccess.windowShift(context, context.rank() == 1 ? 10 : BORDER_SHIFT);
            context.errorHandler(errors::add);
        })) {
            new RankThreads().run(job, engine ->
                assertThatThrownBy(() -> engine.world().allocateWindow(LENGTH)).isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("cannot open the window, see its error handler"));
            assertThat(errors).anyMatch(error -> error instanceof RuntimeException);
            assertThat(files(job.directory())).isEmpty();
        }
    }

    /** After the communicator is agreed on, rank 1 cannot map the parts. Rank 0, which waits for it, is interrupted. */
    @Test
    void shouldGoOnMakingAWindowWhenInterrupted() throws Exception {
        try (LocalJob job = LocalJob.of(2, context ->
            EngineAccess.windowShift(context.errorHandler(error -> { }), context.rank() == 1 ? 10 : BORDER_SHIFT))) {
            boolean isInterrupted = false;
            // The call may be over before the other thread runs.
            while (!isInterrupted) {
                TimeLimit.check();
                isInterrupted = makeInVain(job);
                assertThat(files(job.directory())).isEmpty();
                new RankThreads().run(job, engine -> engine.world().barrier());
            }
        }
    }

    /** Returns whether rank 0 was interrupted in the call. */
    private static boolean makeInVain(final LocalJob job) throws Exception {
        final RankThreads threads = new RankThreads();
        final Interrupt interrupt = new Interrupt();
        threads.start(() -> {
            while (!interrupt.isTried(job)) {
                Thread.yield();
            }
        });
        for (int rank = 0; rank < 2; rank++) {
            final Engine engine = job.engine(rank);
            threads.start(() -> {
                if (engine.rank() == 0) {
                    interrupt.begin(Thread.currentThread());
                }
                assertThatThrownBy(() -> engine.world().allocateWindow(LENGTH)).isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("cannot open the window, see its error handler");
                assertThat(Thread.interrupted()).isEqualTo(engine.rank() == 0 && interrupt.end());
            });
        }
        threads.join();
        return interrupt.end();
    }

    /** Interrupts a thread that makes a window, once it has made its file, and never after its call. */
    private static final class Interrupt {
        private Thread thread;
        private boolean isOver;
        private boolean isDone;

        private static boolean isOfRankZero(final Path file) {
            return file.getFileName().toString().startsWith("window-0.");
        }

        synchronized void begin(final Thread caller) {
            thread = caller;
        }

        synchronized boolean isTried(final LocalJob job) {
            if (thread != null && !isOver && !isDone && files(job.directory()).stream().anyMatch(Interrupt::isOfRankZero)) {
                thread.interrupt();
                isDone = true;
            }
            return isOver || isDone;
        }

        synchronized boolean end() {
            isOver = true;
            return isDone;
        }
    }

    @Test
    void shouldLeaveNoFileBehind() throws Exception {
        try (DirectWindows windows = DirectWindows.create(2, 0)) {
            final Path directory = windows.job().directory();
            assertThat(files(directory)).hasSize(2);
            assertThat(windows.window(0).sharedQuery(1).capacity()).isZero();
            windows.closeWindow(0, 1);
            assertThat(files(directory)).isEmpty();
            assertThatThrownBy(() -> windows.window(0).lock(1, LockType.SHARED)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void shouldRefuseALockWhenTheEngineIsClosed() throws Exception {
        try (DirectWindows windows = DirectWindows.create(2, LENGTH)) {
            final Window window = windows.window(0);
            window.lock(1, LockType.EXCLUSIVE);
            window.put(buffer, 0, 8, 1, 0);
            windows.job().engine(0).close();
            // Released in the middle of an epoch.
            windows.window(1).lock(1, LockType.EXCLUSIVE);
            assertThat(windows.window(1).isTainted(1)).isTrue();
            windows.window(1).unlock(1);
            assertThatThrownBy(() -> window.lock(0, LockType.SHARED)).isInstanceOf(IllegalStateException.class);
            windows.closeWindow(1);
        }
    }

    private static List<Path> files(final Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("window-")).toList();
        } catch (final IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }
}
