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
package io.tombolo.engine.progress;

import static io.tombolo.engine.access.ApiAccess.MESSAGING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.access.RequestDelegate;
import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.window.DirectWindows;
import io.tombolo.engine.window.WindowJob;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.window.LockMode;
import io.tombolo.ringbuffers.window.WindowFile;
import io.tombolo.ringbuffers.window.WindowLock;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each blocking call sleeps as long as a receive does, and misses no wake-up. The ranks of these tests sleep as soon as they can.
 */
@Timeout(60)
class IdleWaitsTest {
    private static final int SLEEPER = 1;
    private static final int SLEEPS = 6;
    // Half of the longest sleep of a wait policy, and more than twice a sleep of 10 ms between polls.
    private static final long LEAST_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int CLAIM_BYTES = 65_536;
    private static final long INTERVAL_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long BACK_TOO_SOON = Long.MAX_VALUE;
    private static final long ABSENCE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(500);

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
    private final RankThreads threads = new RankThreads();

    /** The calls that wait for a message. */
    enum Wait {
        ONE, ANY, SOME, PROBE, MATCHED_PROBE;

        void run(final Communicator world) {
            final UnsafeBuffer memory = new UnsafeBuffer(new byte[16]);
            switch (this) {
                case ONE -> world.recv(memory, 0, 8, 0, 1);
                case PROBE -> world.probe(0, 1, new Status());
                case MATCHED_PROBE -> world.mprobe(0, 1, new Message());
                default -> {
                    final Request[] requests = {
                        null, new Request(), world.irecv(memory, 0, 8, 0, 2), world.irecv(memory, 8, 8, Communicator.ANY_SOURCE, 1)
                    };
                    final int[] indices = new int[requests.length];
                    final int first = this == ANY ? Requests.waitAny(requests) : first(Requests.waitSome(requests, indices), indices);
                    assertThat(first).isEqualTo(3);
                }
            }
        }

        private static int first(final int count, final int[] indices) {
            assertThat(count).isOne();
            return indices[0];
        }
    }

    private static LocalJob job(final ThreadLevel level) {
        return LocalJob.of(2, context -> context.threadLevel(level).waiting(0, 0).claimBytes(CLAIM_BYTES));
    }

    private static long count(final Engine engine, final Counter counter) {
        return EngineAccess.node(engine).counters().value(counter);
    }

    private static void awaitSleeps(final Engine engine, final long sleeps) {
        while (count(engine, Counter.IDLE_SLEEPS) < sleeps) {
            TimeLimit.check();
            Thread.onSpinWait();
        }
    }

    /** Waits until a rank has slept long many times in a row. A load of the machine only makes the sleeps longer. */
    private static void assertSleepsLong(final Engine engine) {
        assertThat(EngineAccess.node(engine).doorbell().canWake()).isTrue();
        long elapsed = 0;
        while (elapsed <= SLEEPS * LEAST_NS) {
            final long first = count(engine, Counter.IDLE_SLEEPS) + 1;
            awaitSleeps(engine, first);
            final long start = System.nanoTime();
            awaitSleeps(engine, first + SLEEPS);
            elapsed = System.nanoTime() - start;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSleepLongWithoutAMessage(final Wait wait) throws Exception {
        for (final ThreadLevel level : ThreadLevel.values()) {
            shouldSleepLong(wait, job(level));
        }
    }

    private void shouldSleepLong(final Wait wait, final LocalJob newJob) throws Exception {
        try (LocalJob job = newJob) {
            threads.start(() -> wait.run(job.engine(SLEEPER).world()));
            assertSleepsLong(job.engine(SLEEPER));
            job.engine(0).world().send(buffer, 0, 8, SLEEPER, 1);
            threads.join();
        }
    }

    /** The agent sleeps long and leaves the role of the owner to the waiting thread, which would otherwise have to wake it repeatedly. */
    @ParameterizedTest
    @EnumSource
    void shouldSleepLongBesideAnAgent(final Wait wait) throws Exception {
        shouldSleepLong(wait, LocalJob.of(2, context -> context.threadLevel(ThreadLevel.MULTIPLE).asyncProgress(true).waiting(0, 0)));
    }

    /** The agent becomes the owner again when no thread takes the role. */
    @Test
    void shouldBeServedByTheAgentAgainAfterAProbe() throws Exception {
        try (LocalJob job = LocalJob.of(2, context -> context.threadLevel(ThreadLevel.MULTIPLE).asyncProgress(true).waiting(0, 0))) {
            final Communicator world = job.engine(SLEEPER).world();
            for (int i = 0; i < 5; i++) {
                threads.start(() -> world.probe(0, 1, new Status()));
                awaitSleeps(job.engine(SLEEPER), count(job.engine(SLEEPER), Counter.IDLE_SLEEPS) + 3);
                job.engine(0).world().send(buffer, 0, 8, SLEEPER, 1);
                threads.join();
                world.recv(buffer, 0, 8, 0, 1);
                // No thread of the receiver makes progress for this message: its sender waits until the agent has matched it.
                final Request posted = world.irecv(buffer, 0, 8, 0, 2);
                job.engine(0).world().ssend(buffer, 8, 8, SLEEPER, 2);
                posted.await();
            }
        }
    }

    /** Sends take the role of the owner but do not poll. The agent takes it back all the same, and so does the window agent. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldServeARankThatOnlySends(final boolean isAsync) throws Exception {
        try (WindowJob windows = WindowJob.create(
            3, 64, context -> context.asyncProgress(isAsync && context.rank() == SLEEPER).waiting(0, 0))) {
            // In a longer pause, caused by a load of the machine, the agent would take the role in any case.
            while (sendUntilServed(windows.job()) > LONGEST_PAUSE_NS) {
                TimeLimit.check();
            }
        }
    }

    /**
     * Sends repeatedly after a wait to which the agent has left the role of the owner. Returns the longest time between two sends until a
     * send meets the agent as owner, unless the agent has taken the role for another reason.
     */
    private long sendUntilServed(final LocalJob job) throws Exception {
        final Engine engine = job.engine(SLEEPER);
        final Communicator world = engine.world();
        final Request posted = world.irecv(buffer, 0, 8, 2, 2);
        final AtomicBoolean isAlone = new AtomicBoolean();
        final AtomicBoolean isServed = new AtomicBoolean();
        threads.start(() -> endProbeAndDrain(job));
        threads.start(() -> {
            while (!isAlone.get()) {
                TimeLimit.check();
                Thread.yield();
            }
            job.engine(2).world().ssend(new UnsafeBuffer(new byte[8]), 0, 8, SLEEPER, 2);
            isServed.set(true);
        });
        world.probe(0, 1, new Status());
        final long start = System.nanoTime();
        final long commands = count(engine, Counter.COMMANDS);
        isAlone.set(true);
        long longest = 0;
        for (long last = start; count(engine, Counter.COMMANDS) == commands; ) {
            TimeLimit.check();
            world.send(buffer, 8, 8, 0, 3);
            final long now = System.nanoTime();
            longest = Math.max(longest, now - last);
            last = now;
            while (System.nanoTime() - now < INTERVAL_NS) {
                Thread.onSpinWait();
            }
        }
        final long awayNs = System.nanoTime() - start;
        while (!isServed.get()) {
            TimeLimit.check();
            Thread.yield();
        }
        world.send(buffer, 8, 0, 0, 3);
        world.recv(buffer, 0, 8, 0, 1);
        threads.join();
        posted.await();
        return awayNs < ABSENCE_NS ? BACK_TOO_SOON : longest;
    }

    private static void endProbeAndDrain(final LocalJob job) {
        final Communicator world = job.engine(0).world();
        awaitSleeps(job.engine(SLEEPER), count(job.engine(SLEEPER), Counter.IDLE_SLEEPS) + 3);
        world.send(new byte[8], 0, 8, SLEEPER, 1);
        final Status status = new Status();
        do {
            world.recv(new byte[8], 0, 8, SLEEPER, 3, status);
        } while (status.length() > 0);
    }

    @Test
    void shouldSleepLongWithoutRoomForAClaim() throws Exception {
        try (LocalJob job = job(ThreadLevel.MULTIPLE)) {
            final Claim open = new Claim();
            final Communicator world = job.engine(SLEEPER).world();
            world.claim(CLAIM_BYTES, 0, 1, open);
            threads.start(() -> {
                final Claim claim = new Claim();
                world.claim(CLAIM_BYTES, 0, 1, claim);
                claim.abort();
            });
            assertSleepsLong(job.engine(SLEEPER));
            open.abort();
            threads.join();
        }
    }

    @Test
    void shouldSleepLongWithoutALock() throws Exception {
        try (DirectWindows windows = DirectWindows.create(2, 64, context -> context.waiting(0, 0))) {
            windows.window(0).lock(0, LockType.EXCLUSIVE);
            threads.start(() -> {
                windows.window(SLEEPER).lock(0, LockType.EXCLUSIVE);
                windows.window(SLEEPER).unlock(0);
            });
            assertSleepsLong(windows.job().engine(SLEEPER));
            windows.window(0).unlock(0);
            threads.join();
        }
    }

    /** Ranks that wait for the same lock do not wake each other. */
    @Test
    void shouldNotWakeOtherRanksThatWaitForALock() throws Exception {
        try (DirectWindows windows = DirectWindows.create(4, 64, context -> context.waiting(0, 0))) {
            windows.window(0).lock(0, LockType.SHARED);
            for (int rank = 1; rank < 4; rank++) {
                final Window window = windows.window(rank);
                final Engine engine = windows.job().engine(rank);
                threads.start(() -> {
                    window.lock(0, LockType.EXCLUSIVE);
                    window.unlock(0);
                });
                awaitSleeps(engine, count(engine, Counter.IDLE_SLEEPS) + 1);
            }
            final Engine next = windows.job().engine(SLEEPER);
            final long wakeUps = count(next, Counter.WAKE_UPS_RECEIVED);
            awaitSleeps(next, count(next, Counter.IDLE_SLEEPS) + 4 * SLEEPS);
            assertThat(count(next, Counter.WAKE_UPS_RECEIVED)).isEqualTo(wakeUps);
            windows.window(0).unlock(0);
            threads.join();
        }
    }

    /** No rank wakes it when the last holder unlocks, so it polls in short sleeps. */
    @Test
    void shouldSleepShortUntilTheOwnPartIsIdle() throws Exception {
        try (DirectWindows windows = DirectWindows.create(2, 64, context -> context.waiting(0, 0))) {
            final Engine engine = windows.job().engine(SLEEPER);
            // The hold of a rank that is not yet known to be dead. A living rank unlocks before it closes the window.
            final int id = IntStream.range(0, Short.MAX_VALUE)
                .filter(window -> Files.exists(EngineAccess.node(engine).windowPath(SLEEPER, window))).findFirst().orElseThrow();
            final WindowLock lock = WindowFile.attach(
                EngineAccess.node(engine).windowPath(SLEEPER, id), SLEEPER, id, 2, false, MappedFile.WINDOW_SHIFT).lock(0);
            assertThat(lock.request(LockMode.SHARED)).isTrue();
            threads.start(windows.window(0)::close);
            threads.start(windows.window(SLEEPER)::close);
            long elapsed = Long.MAX_VALUE;
            while (elapsed > SLEEPS * LEAST_NS / 4) {
                final long first = count(engine, Counter.IDLE_SLEEPS) + 1;
                awaitSleeps(engine, first);
                final long start = System.nanoTime();
                awaitSleeps(engine, first + SLEEPS);
                elapsed = System.nanoTime() - start;
            }
            lock.release();
            threads.join();
        }
    }

    @Test
    void shouldSleepLongWithoutAnEventAndWakeWhenTheDispatcherBecomesUnwaitable() throws Exception {
        try (LocalJob job = job(ThreadLevel.MULTIPLE)) {
            final Engine engine = job.engine(SLEEPER);
            final EventDispatcher events = engine.adapter().createDispatcher(4);
            final Event event = new Event();
            threads.start(() -> assertThat(events.await(event, 1, TimeUnit.DAYS)).isEqualTo(CallResult.INVALID_STATE));
            assertSleepsLong(engine);
            final long wakeUps = count(engine, Counter.WAKE_UPS_RECEIVED);
            events.setUnwaitable();
            threads.join();
            while (count(engine, Counter.WAKE_UPS_RECEIVED) == wakeUps) {
                // The sleep may have timed out before the wake-up.
                events.clearUnwaitable();
                threads.start(() -> assertThat(events.await(event, 1, TimeUnit.DAYS)).isEqualTo(CallResult.INVALID_STATE));
                awaitSleeps(engine, count(engine, Counter.IDLE_SLEEPS) + 1);
                events.setUnwaitable();
                threads.join();
                TimeLimit.check();
            }
        }
    }

    /** A request completes after the last test of the wait loop: only the test right before the sleep notices it. */
    @Test
    void shouldNotSleepOnARequestThatEndsAfterTheLastTest() {
        try (LocalJob job = job(ThreadLevel.SINGLE)) {
            final Communicator world = job.engine(SLEEPER).world();
            final Request[] requests = {world.irecv(buffer, 0, 8, SLEEPER, 1), new Request()};
            MESSAGING.start(requests[1], new Sending(MESSAGING.delegate(requests[0]), world));
            assertThat(Requests.waitAny(requests)).isZero();
            assertThat(count(job.engine(SLEEPER), Counter.IDLE_SLEEPS)).isZero();
        }
    }

    /** A request that never completes itself, and completes another one before the sleep, by a message to the own rank. */
    private record Sending(RequestDelegate other, Communicator world) implements RequestDelegate {
        @Override
        public boolean test() {
            return false;
        }

        @Override
        public boolean look() {
            return false;
        }

        @Override
        public Object worker() {
            return other.worker();
        }

        @Override
        public void await(final long timeoutNs) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isDone() {
            return false;
        }

        @Override
        public void waiter(final Thread thread) {
            // It never ends.
        }

        @Override
        public int pause(final int idle, final Request[] requests, final long leftNs) {
            return other.pause(idle, requests, leftNs);
        }

        @Override
        public void suspect() {
            world.send(new UnsafeBuffer(new byte[8]), 0, 8, SLEEPER, 1);
            while (!other.test()) {
                TimeLimit.check();
            }
        }

        @Override
        public boolean cancel() {
            return false;
        }

        @Override
        public void finish(final Status status) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void shouldEndAWaitForAnyByInterruptDeathAndCancel() throws Exception {
        try (LocalJob job = job(ThreadLevel.MULTIPLE)) {
            final Communicator world = job.engine(SLEEPER).world();
            final Request[] requests = {world.irecv(buffer, 0, 8, SLEEPER, 1), world.irecv(buffer, 8, 8, 0, 1)};
            final Thread waiter = threads.start(() ->
                assertThatThrownBy(() -> Requests.waitAny(requests)).isInstanceOf(InterruptException.class));
            awaitSleeps(job.engine(SLEEPER), 3);
            waiter.interrupt();
            threads.join();
            assertThat(requests).allMatch(Request::isActive);
            threads.start(() -> assertThat(Requests.waitAny(requests)).isZero());
            awaitSleeps(job.engine(SLEEPER), count(job.engine(SLEEPER), Counter.IDLE_SLEEPS) + 1);
            requests[0].cancel();
            threads.join();
            threads.start(() -> assertThatThrownBy(() -> Requests.waitAny(requests)).isInstanceOf(PeerFailedException.class));
            awaitSleeps(job.engine(SLEEPER), count(job.engine(SLEEPER), Counter.IDLE_SLEEPS) + 1);
            job.kill(0);
            threads.join();
            assertThat(Requests.waitAny(requests)).isEqualTo(Requests.NONE_ACTIVE);
        }
    }

    /** Two threads of each rank wait for any of two requests; each answer lets the other rank go on. */
    @Test
    void shouldLoseNoWakeUp() throws Exception {
        final int rounds = 1000;
        try (LocalJob job = job(ThreadLevel.MULTIPLE)) {
            // A wake-up in the moment in which a sleep times out also counts as lost. There are more of these where a rank loses its core.
            for (long played = 0; played < rounds || lost(job) >= played / 4; played += rounds) {
                for (int rank = 0; rank < job.size(); rank++) {
                    for (int pair = 0; pair < 2; pair++) {
                        final Communicator world = job.engine(rank).world();
                        final int first = pair * 2;
                        threads.start(() -> answer(world, first, rounds));
                    }
                }
                threads.join();
            }
        }
    }

    private static long lost(final LocalJob job) {
        TimeLimit.check();
        return Math.max(count(job.engine(0), Counter.LOST_WAKE_UPS), count(job.engine(1), Counter.LOST_WAKE_UPS));
    }

    private static void answer(final Communicator world, final int firstTag, final int rounds) {
        final int other = 1 - world.rank();
        final UnsafeBuffer memory = new UnsafeBuffer(new byte[16]);
        final Request[] requests = {new Request(), new Request()};
        for (int i = 0; i < 2; i++) {
            world.irecv(memory, i * 8, 8, other, firstTag + i, requests[i]);
        }
        for (int round = 0; round < rounds; round++) {
            if (world.rank() == 0) {
                world.send(memory, 0, 8, other, firstTag + (round & 1));
            }
            final int index = Requests.waitAny(requests);
            assertThat(index).isEqualTo(round & 1);
            world.irecv(memory, index * 8, 8, other, firstTag + index, requests[index]);
            if (world.rank() != 0) {
                world.send(memory, 0, 8, other, firstTag + index);
            }
        }
        for (final Request request : requests) {
            assertThat(request.cancel()).isTrue();
            request.await();
        }
    }
}
