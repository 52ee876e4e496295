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
package io.tombolo.engine.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.feed.FeedCutException;
import io.tombolo.engine.api.feed.FeedEnd;
import io.tombolo.engine.api.feed.FeedHandler;
import io.tombolo.engine.api.feed.FeedOptions;
import io.tombolo.engine.api.feed.FeedReader;
import io.tombolo.engine.api.feed.FeedReaderVisitor;
import io.tombolo.engine.api.feed.FeedStart;
import io.tombolo.engine.api.feed.FeedWriter;
import io.tombolo.ringbuffers.counters.Counter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Feeds between the ranks of one JVM: order, ends, limits, threads that wait. */
@Timeout(30)
class FeedTest {
    private static final String NAME = "prices";
    private static final FeedOptions RELIABLE = FeedOptions.reliable().withCapacity(4096);
    private static final FeedOptions LATEST = FeedOptions.latest().withCapacity(4096);
    private static final int ROUNDS = 50_000;

    // Ranks that wait sleep at once: a rank that spins is not rung.
    private final LocalJob job = LocalJob.of(3, context -> context.waiting(0, 0));
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[64]);
    private final List<Long> got = new ArrayList<>();
    private final FeedHandler collect = (number, buffer, offset, length) -> {
        assertThat(length).isEqualTo(Long.BYTES);
        assertThat(buffer.getLong(offset)).isEqualTo(number);
        got.add(number);
    };

    @AfterEach
    void close() {
        job.close();
    }

    private int write(final FeedWriter writer) {
        message.putLong(0, writer.published());
        return writer.tryWrite(message, 0, Long.BYTES);
    }

    private void writeUntilHeldUp(final FeedWriter writer) {
        while (write(writer) == FeedWriter.WRITTEN) {
            assertThat(writer.published()).isLessThan(10_000);
        }
    }

    @Test
    void shouldShowEachReaderWhatItHasAskedFor() {
        final FeedWriter writer = job.engine(0).createFeed(NAME, RELIABLE);
        write(writer);
        write(writer);
        try (FeedReader oldest = job.engine(1).openFeed(NAME, FeedStart.FROM_OLDEST);
            FeedReader now = job.engine(2).openFeed(NAME, FeedStart.FROM_NOW)) {
            write(writer);
            assertThat(oldest.name()).isEqualTo(NAME);
            assertThat(oldest.writer()).isZero();
            assertThat(oldest.lagMessages()).isEqualTo(3);
            assertThat(oldest.lagBytes()).isEqualTo(3 * 16);
            assertThat(oldest.poll(collect, 2)).isEqualTo(2);
            assertThat(oldest.poll(collect, 10)).isEqualTo(1);
            assertThat(got).containsExactly(0L, 1L, 2L);
            assertThat(oldest.poll(collect, 10)).isZero();
            assertThat(now.poll(collect, 10)).isEqualTo(1);
            assertThat(got).endsWith(2L, 2L);
            final List<String> readers = new ArrayList<>();
            write(writer);
            writer.forEachReader((rank, incarnation, isCut, messages, bytes, missed) ->
                readers.add(rank + " " + incarnation + " " + isCut + " " + messages + " " + bytes + " " + missed));
            assertThat(readers).containsExactly("1 1 false 1 16 0", "2 1 false 1 16 0");
        }
        writer.forEachReader((rank, incarnation, isCut, messages, bytes, missed) -> assertThat(rank).isNull());
    }

    @Test
    void shouldTellOfTheEndAfterEverythingWasRead() {
        final FeedWriter writer = job.engine(0).createFeed(NAME, RELIABLE);
        final FeedReader reader = job.engine(1).openFeed(NAME, FeedStart.FROM_NOW);
        write(writer);
        writer.close();
        assertThat(reader.end()).isSameAs(FeedEnd.NONE);
        assertThat(reader.poll(collect, 1)).isEqualTo(1);
        assertThat(reader.poll(collect, 1, 1, TimeUnit.MINUTES)).isEqualTo(FeedReader.ENDED);
        assertThat(reader.end()).isSameAs(FeedEnd.CLOSED);
        assertThat(job.engine(2).tryOpenFeed(NAME, FeedStart.FROM_OLDEST)).isNull();
        assertThatThrownBy(() -> write(writer)).isInstanceOf(IllegalStateException.class);
        job.engine(0).createFeed(NAME, RELIABLE).close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellOfTheEndOfTheWritersRank(final boolean isKilled) {
        final FeedWriter writer = job.engine(1).createFeed(NAME, LATEST);
        final FeedReader reader = job.engine(0).openFeed(NAME, FeedStart.FROM_NOW);
        write(writer);
        LocalRanks.end(job, 1, isKilled);
        assertThat(reader.poll(collect, 5)).isEqualTo(1);
        assertThat(reader.poll(collect, 5)).isEqualTo(FeedReader.ENDED);
        assertThat(reader.end()).isSameAs(isKilled ? FeedEnd.WRITER_FAILED : FeedEnd.CLOSED);
        final FeedWriter next = job.revive(1).createFeed(NAME, LATEST);
        assertThat(reader.poll(collect, 5)).as("of the incarnation before").isEqualTo(FeedReader.ENDED);
        write(next);
        try (FeedReader again = job.engine(0).openFeed(NAME, FeedStart.FROM_OLDEST)) {
            assertThat(again.poll(collect, 5)).isEqualTo(1);
        }
        LocalRanks.step(job, () -> !Files.exists(job.directory().resolve("feed-1.1-1.dat")));
    }

    @Test
    void shouldNotWaitForAReaderThatIsGone() throws Exception {
        final FeedWriter writer = job.engine(0).createFeed(NAME, RELIABLE.cutOffAfter(1, TimeUnit.DAYS));
        job.engine(1).openFeed(NAME, FeedStart.FROM_NOW);
        writeUntilHeldUp(writer);
        assertThatThrownBy(() -> writer.write(message, 0, 8, 1, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class)
            .hasMessageContaining("readers of the feed prices");
        job.kill(1);
        writer.write(message, 0, 8, 20, TimeUnit.SECONDS);
        assertThat(writer.cutReaders()).isZero();
    }

    @Test
    void shouldCutOffAReaderThatDoesNotMove() {
        final FeedWriter writer = job.engine(0).createFeed(NAME, RELIABLE.cutOffAfter(1, TimeUnit.MILLISECONDS));
        final FeedReader stuck = job.engine(1).openFeed(NAME, FeedStart.FROM_NOW);
        while (writer.cutReaders() == 0) {
            message.putLong(0, writer.published());
            writer.write(message, 0, Long.BYTES);
        }
        assertThatThrownBy(() -> stuck.poll(collect, 1)).isInstanceOfSatisfying(FeedCutException.class, cut -> {
            assertThat(cut.lagMessages()).isEqualTo(writer.published());
            assertThat(cut).hasMessageContaining("feed prices (rank 0)").hasMessageContaining("may have been overwritten");
        });
        assertThatThrownBy(() -> stuck.poll(collect, 1)).isInstanceOf(FeedCutException.class);
        stuck.close();
        try (FeedReader again = job.engine(1).openFeed(NAME, FeedStart.FROM_OLDEST)) {
            assertThat(again.poll(collect, 1000)).isPositive();
            assertThat(again.poll(collect, 1000)).isZero();
        }
    }

    @Test
    void shouldTellAHandlerThatWasTooSlowOfTheCutAtOnce() {
        final FeedWriter writer = job.engine(0).createFeed(NAME, RELIABLE.cutOffAfter(1, TimeUnit.MILLISECONDS));
        final FeedReader reader = job.engine(1).openFeed(NAME, FeedStart.FROM_NOW);
        writeUntilHeldUp(writer);
        assertThatThrownBy(() -> reader.poll((number, buffer, offset, length) -> {
            got.add(number);
            while (number == 2 && writer.cutReaders() == 0) {
                writer.write(message, 0, Long.BYTES);
            }
            if (number == 2) {
                throw new IllegalArgumentException("overwritten");
            }
        }, 10)).isInstanceOf(FeedCutException.class).satisfies(cut -> assertThat(cut.getSuppressed()[0]).hasMessage("overwritten"));
        assertThat(got).containsExactly(0L, 1L, 2L);
    }

    @Test
    void shouldSayAtOnceHowManyMessagesWereMissed() {
        final FeedWriter writer = job.engine(0).createFeed(NAME, LATEST);
        final FeedReader reader = job.engine(1).openFeed(NAME, FeedStart.FROM_NOW);
        for (int i = 0; i < 1000; i++) {
            write(writer);
        }
        final List<String> calls = new ArrayList<>();
        final FeedHandler handler = new FeedHandler() {
            @Override
            public void onMessage(final long number, final DirectBuffer buffer, final int offset, final int length) {
                calls.add("message " + number);
            }

            @Override
            public void onMissed(final long count) {
                calls.add("missed " + count);
            }
        };
        while (reader.poll(handler, 10) > 0) {
            assertThat(calls).startsWith("missed " + reader.missed(), "message " + reader.missed());
        }
        assertThat(calls).hasSize((int) (1 + 1000 - reader.missed())).endsWith("message 999");
        assertThat(reader.missed()).isBetween(700L, 999L);
    }

    @Test
    void shouldKeepTheNewestValueOfEachKey() {
        final FeedWriter writer = job.engine(0).createFeed(NAME, LATEST.withKeys(2).withLongest(16));
        final FeedReader reader = job.engine(1).openFeed(NAME, FeedStart.FROM_OLDEST);
        for (int i = 0; i < 10_000; i++) {
            message.putLong(0, i);
            assertThat(writer.tryWrite(i & 1, message, 0, 8)).isEqualTo(FeedWriter.WRITTEN);
        }
        assertThat(writer.tryWrite(2, message, 0, 8)).isEqualTo(FeedWriter.NO_ROOM);
        assertThat(writer.tryWrite(1, message, 0, 17)).isEqualTo(FeedWriter.TOO_LONG);
        final Map<Long, Long> values = new HashMap<>();
        assertThat(reader.poll((key, number, buffer, offset, length) -> values.put(key, buffer.getLong(offset)), 10)).isEqualTo(2);
        assertThat(values).isEqualTo(Map.of(0L, 9998L, 1L, 9999L));
        assertThat(reader.poll((key, number, buffer, offset, length) -> values.put(key, -1L), 10)).isZero();
        assertThat(reader.missed()).isEqualTo(9998);
        assertThatThrownBy(() -> writer.tryWrite(message, 0, 8)).isInstanceOf(IllegalStateException.class).hasMessageContaining("key");
    }

    @Test
    void shouldLoseNothingToAHandlerThatThrowsOrCloses() {
        final FeedWriter writer = job.engine(0).createFeed(NAME, RELIABLE);
        final FeedReader reader = job.engine(1).openFeed(NAME, FeedStart.FROM_NOW);
        for (int i = 0; i < 5; i++) {
            write(writer);
        }
        assertThatThrownBy(() -> reader.poll((number, buffer, offset, length) -> {
            throw new IllegalArgumentException("refused " + number);
        }, 5)).hasMessage("refused 0");
        assertThat(reader.poll(collect, 1)).isEqualTo(1);
        assertThat(got).containsExactly(1L);
        assertThat(reader.poll((number, buffer, offset, length) -> reader.close(), 5)).isEqualTo(1);
        assertThatThrownBy(() -> reader.poll(collect, 1)).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
        writer.forEachReader((rank, incarnation, isCut, messages, bytes, missed) -> assertThat(rank).isNull());
    }

    @Test
    void shouldRefuseWhatIsImpossible() {
        final Engine engine = job.engine(0);
        final FeedWriter writer = engine.createFeed(NAME, RELIABLE.withReaders(1));
        assertThat(writer.tryWrite(message, 0, 0)).isEqualTo(FeedWriter.WRITTEN);
        assertThat(writer.tryWrite(new UnsafeBuffer(new byte[505]), 0, 505)).isEqualTo(FeedWriter.TOO_LONG);
        assertThatThrownBy(() -> writer.write(new UnsafeBuffer(new byte[505]), 0, 505)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("at most 504");
        assertThatThrownBy(() -> writer.tryWrite(message, 60, 8)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> writer.tryWrite(1, message, 0, 8)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> job.engine(1).createFeed(NAME, LATEST)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("rank 0 writes a feed with the name prices");
        assertThatThrownBy(() -> engine.openFeed("none", FeedStart.FROM_NOW)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("no living rank writes a feed with the name none");
        assertThatThrownBy(() -> engine.openFeed("none", FeedStart.FROM_NOW, 1, TimeUnit.MILLISECONDS))
            .isInstanceOf(DeadlineException.class);
        assertThatThrownBy(() -> engine.createFeed("a b", LATEST)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> engine.createFeed("keys", RELIABLE.withKeys(1))).isInstanceOf(IllegalArgumentException.class);
        engine.openFeed(NAME, FeedStart.FROM_NOW);
        assertThatThrownBy(() -> engine.openFeed(NAME, FeedStart.FROM_NOW)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("has 1 readers");
    }

    @Test
    void shouldWakeWhoeverWaits() throws Exception {
        final int messages = 2_000;
        final FeedWriter writer = job.engine(0).createFeed(NAME, RELIABLE.withCapacity(1024).cutOffAfter(1, TimeUnit.DAYS));
        final RankThreads threads = new RankThreads();
        for (int rank = 1; rank < 3; rank++) {
            final Engine engine = job.engine(rank);
            threads.start(() -> {
                final FeedReader reader = engine.openFeed(NAME, FeedStart.FROM_OLDEST, 20, TimeUnit.SECONDS);
                long next = 0;
                int shown = 0;
                while (shown != FeedReader.ENDED) {
                    shown = reader.poll((number, buffer, offset, length) -> assertThat(buffer.getLong(offset)).isEqualTo(number), 7, 20,
                        TimeUnit.SECONDS);
                    next += Math.max(0, shown);
                }
                assertThat(next).isEqualTo(messages);
            });
        }
        final int[] readers = new int[1];
        while (readers[0] < 2) {
            readers[0] = 0;
            writer.forEachReader((rank, incarnation, isCut, behind, bytes, missed) -> readers[0]++);
            Thread.onSpinWait();
        }
        for (int i = 0; i < messages; i++) {
            message.putLong(0, i);
            writer.write(message, 0, Long.BYTES);
        }
        writer.close();
        threads.join();
    }

    @Test
    void shouldRingWhoeverSleeps() throws Exception {
        final FeedWriter writer = job.engine(0).createFeed(NAME, RELIABLE.withCapacity(1024).cutOffAfter(1, TimeUnit.DAYS));
        final FeedReader reader = job.engine(1).openFeed(NAME, FeedStart.FROM_NOW);
        final AtomicBoolean isWriterToSleep = new AtomicBoolean();
        final RankThreads threads = new RankThreads();
        threads.start(() -> {
            int shown = 0;
            while (shown != FeedReader.ENDED) {
                awaitSleep(0, isWriterToSleep.get());
                shown = reader.poll(collect, 1, 20, TimeUnit.SECONDS);
            }
        });
        try {
            while (wakeUps(1) == 0 || wakeUps(0) == 0) {
                TimeLimit.check();
                // First the reader is rung, which sleeps before each message; then the writer, which finds the ring full.
                isWriterToSleep.set(wakeUps(1) > 0);
                awaitSleep(1, !isWriterToSleep.get());
                message.putLong(0, writer.published());
                writer.write(message, 0, Long.BYTES, 20, TimeUnit.SECONDS);
            }
        } finally {
            // The thread must not look at the memory of a job that is closed.
            isWriterToSleep.set(false);
            writer.close();
            threads.join();
        }
    }

    private void awaitSleep(final int rank, final boolean isAwaited) {
        for (int i = 0; i < ROUNDS && isAwaited && !isAsleep(rank); i++) {
            Thread.onSpinWait();
        }
    }

    private boolean isAsleep(final int rank) {
        return EngineAccess.node(job.engine(rank)).doorbell().isAsleep();
    }

    private long wakeUps(final int rank) {
        return EngineAccess.node(job.engine(rank)).counters().value(Counter.WAKE_UPS_RECEIVED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"reliable", "latest", "keys"})
    void shouldAllocateNothing(final String kind) {
        final boolean hasKeys = kind.equals("keys");
        final FeedWriter writer =
            job.engine(0).createFeed(NAME, kind.equals("reliable") ? RELIABLE : hasKeys ? LATEST.withKeys(8) : LATEST);
        final FeedReader reader = job.engine(1).openFeed(NAME, FeedStart.FROM_NOW);
        final long[] sum = new long[1];
        final FeedHandler handler = (number, buffer, offset, length) -> sum[0] += buffer.getLong(offset);
        final FeedReaderVisitor visitor = (rank, incarnation, isCut, messages, bytes, missed) -> sum[0] += messages;
        final Runnable round = () -> {
            final int answer = hasKeys ? writer.tryWrite(sum[0] & 7, message, 0, 8) : writer.tryWrite(message, 0, 8);
            sum[0] += answer + reader.poll(handler, 10) + reader.poll(handler, 1, 0, TimeUnit.SECONDS);
            writer.forEachReader(visitor);
        };
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < ROUNDS; i++) {
            round.run();
        }
        final long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        for (int i = 0; i < ROUNDS; i++) {
            round.run();
        }
        final long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertThat(allocated).isLessThan(ROUNDS);
    }
}
