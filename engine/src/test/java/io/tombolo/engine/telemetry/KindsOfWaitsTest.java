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
package io.tombolo.engine.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.Engine;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.feed.FeedOptions;
import io.tombolo.engine.api.feed.FeedReader;
import io.tombolo.engine.api.feed.FeedStart;
import io.tombolo.engine.api.feed.FeedWriter;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.window.DirectWindows;
import io.tombolo.engine.window.WindowJob;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitEntry;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitReading;
import io.tombolo.tools.application.Settlement;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Each kind of wait says what it waits for: probes, claims, locks and accesses of windows, feeds, events, members.
 */
@Timeout(30)
class KindsOfWaitsTest {
    private static final int TAG = 7;
    private static final int CLAIM_BYTES = 1 << 20;

    private final RankThreads threads = new RankThreads();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);

    private static LocalJob job(final int size) {
        return LocalJob.of(size, context -> context.waiting(10, 4).claimBytes(CLAIM_BYTES));
    }

    private void assertOver(final Engine engine) throws Exception {
        threads.join();
        assertThat(Waiting.of(engine).all()).isEmpty();
    }

    private static WaitEntry only(final WaitReading wait) {
        assertThat(wait.entries()).hasSize(1);
        return wait.entries().get(0);
    }

    @Test
    void shouldShowProbes() throws Exception {
        try (LocalJob job = job(2)) {
            final Communicator world = job.engine(0).world();
            threads.start(() -> world.probe(1, TAG, null));
            final WaitReading wait = Waiting.of(job.engine(0)).await();
            assertThat(wait.call()).isEqualTo(WaitCall.PROBE);
            assertThat(only(wait).kind()).isEqualTo(WaitKind.PROBE);
            assertThat(only(wait).rank()).isOne();
            assertThat(only(wait).tag()).isEqualTo(TAG);
            job.engine(1).world().send(buffer, 0, 8, 0, TAG);
            assertOver(job.engine(0));
            final Message message = new Message();
            threads.start(() -> world.mprobe(Communicator.ANY_SOURCE, TAG + 1, message));
            assertThat(only(Waiting.of(job.engine(0)).await()).rank()).isEqualTo(WaitKind.ANY_RANK);
            job.engine(1).world().send(buffer, 0, 8, 0, TAG + 1);
            assertOver(job.engine(0));
            message.recv(buffer, 0, 8);
        }
    }

    @Test
    void shouldShowAClaimWithoutMemory() throws Exception {
        try (LocalJob job = job(2)) {
            final Communicator world = job.engine(0).world();
            final Claim open = new Claim();
            world.claim(CLAIM_BYTES, 1, TAG, open);
            threads.start(() -> {
                final Claim claim = new Claim();
                world.claim(CLAIM_BYTES, 1, TAG, claim);
                claim.abort();
            });
            final WaitReading wait = Waiting.of(job.engine(0)).await();
            assertThat(wait.call()).isEqualTo(WaitCall.CLAIM);
            assertThat(only(wait).kind()).isEqualTo(WaitKind.CLAIM);
            assertThat(only(wait).rank()).isOne();
            assertThat(only(wait).tag()).isEqualTo(TAG);
            assertThat(only(wait).length()).isEqualTo(CLAIM_BYTES);
            open.abort();
            assertOver(job.engine(0));
        }
    }

    @Test
    void shouldShowTheLockOfADirectWindow() throws Exception {
        try (DirectWindows windows = DirectWindows.create(2, 64, context -> context.waiting(10, 4))) {
            final Window held = windows.window(1);
            held.lock(0, LockType.EXCLUSIVE);
            threads.start(() -> {
                windows.window(0).lock(0, LockType.SHARED);
                windows.window(0).unlock(0);
            });
            final WaitReading wait = Waiting.of(windows.job().engine(0)).await();
            assertThat(wait.call()).isEqualTo(WaitCall.LOCK);
            assertThat(only(wait).kind()).isEqualTo(WaitKind.LOCK);
            assertThat(only(wait).rank()).isZero();
            assertThat(only(wait).tag()).as("a shared lock").isZero();
            assertThat(only(wait).number()).isEqualTo(held.id());
            held.unlock(0);
            assertOver(windows.job().engine(0));
        }
    }

    @Test
    void shouldShowTheLockAndTheAnswersOfAWindowByPackets() throws Exception {
        try (WindowJob windows = WindowJob.create(2, 64, context -> context.waiting(10, 4).windowAgentUs(0))) {
            final Engine engine = windows.job().engine(0);
            final Window window = windows.window(0);
            final Thread epoch = threads.start(() -> {
                window.lock(1, LockType.EXCLUSIVE);
                window.put(buffer, 0, 8, 1, 0);
                window.unlock(1);
            });
            final WaitReading wait = Waiting.of(engine).await();
            assertThat(wait.call()).isEqualTo(WaitCall.UNLOCK);
            assertThat(only(wait).kind()).isEqualTo(WaitKind.LOCK);
            assertThat(only(wait).rank()).isOne();
            assertThat(only(wait).tag()).as("an exclusive lock").isOne();
            assertThat(only(wait).number()).isEqualTo(window.id());
            while (epoch.isAlive()) {
                windows.job().engine(1).poll();
                TimeLimit.check();
            }
            assertOver(engine);
        }
    }

    @Test
    void shouldShowTheCloseOfAWindow() throws Exception {
        try (DirectWindows windows = DirectWindows.create(2, 64, context -> context.waiting(10, 4))) {
            final Engine engine = windows.job().engine(0);
            threads.start(() -> Settlement.end(windows.window(0)));
            // The operation is a barrier; the call site tells which call it is part of.
            final WaitReading wait = Waiting.of(engine).await(any -> any.call() == WaitCall.WINDOW_CLOSE);
            assertThat(only(wait).kind()).isEqualTo(WaitKind.COLLECTIVE);
            windows.window(1).close();
            assertOver(engine);
        }
    }

    @Test
    void shouldShowFeeds() throws Exception {
        try (LocalJob job = job(2); FeedWriter writer = job.engine(1).createFeed("prices", FeedOptions.reliable().withCapacity(4096));
            FeedReader reader = job.engine(0).openFeed("prices", FeedStart.FROM_NOW)) {
            threads.start(() -> assertThat(reader.poll((number, bytes, offset, length) -> { }, 1, 1, TimeUnit.HOURS)).isOne());
            final WaitReading wait = Waiting.of(job.engine(0)).await();
            assertThat(wait.call()).isEqualTo(WaitCall.FEED_RECEIVE);
            assertThat(only(wait).kind()).isEqualTo(WaitKind.FEED_MESSAGE);
            assertThat(only(wait).rank()).isOne();
            writer.write(buffer, 0, 8);
            assertOver(job.engine(0));
            threads.start(() -> {
                for (int i = 0; i < 1000; i++) {
                    writer.write(buffer, 0, 64);
                }
            });
            final WaitReading room = Waiting.of(job.engine(1)).await();
            assertThat(room.call()).isEqualTo(WaitCall.FEED_SEND);
            assertThat(only(room).kind()).isEqualTo(WaitKind.FEED_ROOM);
            int read = 0;
            while (read < 1000) {
                read += reader.poll((number, bytes, offset, length) -> { }, 1000);
                TimeLimit.check();
            }
            assertOver(job.engine(1));
        }
    }

    @Test
    void shouldShowEvents() throws Exception {
        try (LocalJob job = job(1)) {
            final EventDispatcher events = job.engine(0).adapter().createDispatcher(4);
            final Event event = new Event();
            threads.start(() -> assertThat(events.await(event, 1, TimeUnit.DAYS)).isEqualTo(CallResult.INVALID_STATE));
            final WaitReading wait = Waiting.of(job.engine(0)).await();
            assertThat(wait.call()).isEqualTo(WaitCall.EVENTS);
            assertThat(only(wait).kind()).isEqualTo(WaitKind.QUEUE);
            assertThat(wait.deadlineNs()).isNotZero();
            events.setUnwaitable();
            assertOver(job.engine(0));
        }
    }

    @Test
    void shouldShowMembers() throws Exception {
        try (LocalJob job = job(2)) {
            job.kill(1);
            while (job.engine(0).member(1).isLive()) {
                TimeLimit.check();
            }
            threads.start(() -> assertThat(job.engine(0).awaitMember(1, 1, TimeUnit.HOURS).incarnation()).isEqualTo(2));
            final WaitReading wait = Waiting.of(job.engine(0)).await();
            assertThat(wait.call()).isEqualTo(WaitCall.MEMBER);
            assertThat(only(wait).kind()).isEqualTo(WaitKind.MEMBER);
            assertThat(only(wait).rank()).isOne();
            job.revive(1);
            assertOver(job.engine(0));
            threads.start(() -> job.engine(0).group(0, 1).close());
            final WaitReading group = Waiting.of(job.engine(0)).await(any -> any.entries().get(0).kind() == WaitKind.AGREEMENT);
            assertThat(group.call()).isEqualTo(WaitCall.GROUP);
            assertThat(only(group).number()).isOne();
            threads.start(() -> job.engine(1).group(0, 1).close());
            assertOver(job.engine(0));
        }
    }
}
