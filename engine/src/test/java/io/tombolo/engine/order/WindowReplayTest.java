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
package io.tombolo.engine.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.ringbuffers.flight.ByteRingReader;
import io.tombolo.ringbuffers.flight.OrderKind;
import io.tombolo.ringbuffers.flight.OrderReader;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.StreamFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rank with windows that is replayed sees the same in its memory and gets the same results, without the windows of the others. */
@Timeout(60)
class WindowReplayTest {
    private static final int SIZE = 3;
    private static final int UNCHANGED = -1;
    private static final int PAYLOAD = 1 << 26;

    @TempDir
    private Path directory;

    @AfterEach
    void endReplay() {
        System.clearProperty(OrderReader.FILE_PROPERTY);
    }

    private Path order() {
        return directory.resolve("order");
    }

    private Path difference() {
        return OrderReader.differenceFile(order());
    }

    @Test
    void shouldRepeatEveryOutcome() throws Exception {
        final long seed = System.nanoTime();
        System.out.println("seed " + seed);
        final List<String> recorded = record(seed);
        assertThat(kinds()).contains(OrderKind.WINDOW, OrderKind.CALLED, OrderKind.ACCESS, OrderKind.CHANGED, OrderKind.RESULT)
            .doesNotContain(OrderKind.GROUP, OrderKind.LIMIT);
        for (int timing = 1; timing < 4; timing++) {
            assertThat(replay(seed, timing, UNCHANGED)).as("seed %d", seed).isEqualTo(recorded);
            assertThat(difference()).doesNotExist();
        }
    }

    @Test
    void shouldReportOtherOperands() throws Exception {
        final List<String> recorded = record(11);
        assertThat(replay(11, 1, 20)).isEqualTo(recorded);
        assertThat(Files.readString(difference())).startsWith("window call ").contains("recorded: ", "; now: ", "checksum");
    }

    @Test
    void shouldReportAnotherCall() throws Exception {
        record(12);
        assertThatThrownBy(() -> replay(13, 1, UNCHANGED)).hasStackTraceContaining("the program differs from the recorded one");
        assertThat(difference()).isNotEmptyFile();
    }

    @Test
    void shouldReportCallsThatAreMissing() throws Exception {
        record(15);
        replayedJob().close();
        assertThat(Files.readString(difference())).matches("window call 1: recorded: a window with parts of .*; now: the rank has ended");
    }

    @Test
    void shouldRefuseADirectWindow() throws Exception {
        record(16);
        try (LocalJob job = replayedJob()) {
            assertThatThrownBy(() -> job.engine(0).world().allocateWindow(64)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("now: a direct window of 64 bytes");
        }
    }

    @Test
    void shouldRefuseAWindowOfAnotherLength() throws Exception {
        record(17);
        try (LocalJob job = replayedJob()) {
            assertThatThrownBy(() -> job.engine(0).world().createWindow(new UnsafeBuffer(new byte[64])))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("now: a window with parts of [64] bytes");
        }
    }

    @Test
    void shouldSayWhereTheRecordEnds() throws Exception {
        record(14);
        final byte[] all = Files.readAllBytes(order());
        Files.write(order(), Arrays.copyOf(all, all.length / 2));
        assertThatThrownBy(() -> replay(14, 1, UNCHANGED)).hasStackTraceContaining("the record of this rank ends here");
        assertThat(difference()).doesNotExist();
    }

    private List<String> record(final long seed) throws Exception {
        try (LocalJob job = LocalJob.of(SIZE, context -> {
            if (context.rank() == 0) {
                context.threadLevel(ThreadLevel.SINGLE).flightPayload(PAYLOAD);
            }
        })) {
            final List<String> transcript = run(job, seed, System.nanoTime(), true, UNCHANGED);
            save(job.directory());
            return transcript;
        }
    }

    private List<String> replay(final long seed, final long timing, final int changedRound) throws Exception {
        try (LocalJob job = replayedJob()) {
            return run(job, seed, timing, false, changedRound);
        }
    }

    private LocalJob replayedJob() {
        return LocalJob.of(SIZE, context -> {
            System.clearProperty(OrderReader.FILE_PROPERTY);
            if (context.rank() == 0) {
                context.threadLevel(ThreadLevel.SINGLE);
                System.setProperty(OrderReader.FILE_PROPERTY, order().toString());
            }
        });
    }

    private static List<String> run(
        final LocalJob job, final long seed, final long timing, final boolean isRecorded, final int changedRound) throws Exception {
        final List<CompletableFuture<Void>> others = new ArrayList<>();
        for (int rank = 1; rank < SIZE; rank++) {
            final Engine engine = job.engine(rank);
            // Each with a thread of its own: they wait for each other.
            others.add(CompletableFuture.runAsync(
                () -> new WindowProgram(engine, seed, timing, isRecorded, UNCHANGED).run(), WindowReplayTest::startDaemon));
        }
        final List<String> transcript = new WindowProgram(job.engine(0), seed, timing, isRecorded, changedRound).run();
        CompletableFuture.allOf(others.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
        return transcript;
    }

    private static void startDaemon(final Runnable task) {
        final Thread thread = new Thread(task, "rank");
        thread.setDaemon(true);
        thread.start();
    }

    private void save(final Path job) throws Exception {
        try (JobDirectory inspected = JobDirectory.inspect(job); StreamFile file = StreamFile.attach(inspected, 0, 1)) {
            final ByteRingReader reader = new ByteRingReader(file.order());
            final byte[] bytes = new byte[(int) reader.written()];
            assertThat(reader.copy(0, bytes.length, new UnsafeBuffer(bytes), 0)).isZero();
            Files.write(order(), bytes);
        }
    }

    private Set<OrderKind> kinds() throws Exception {
        final byte[] bytes = Files.readAllBytes(order());
        final int[] at = {0};
        final OrderReader reader = new OrderReader(() -> at[0] < bytes.length ? bytes[at[0]++] & 0xff : -1);
        final Set<OrderKind> kinds = EnumSet.noneOf(OrderKind.class);
        while (reader.next()) {
            kinds.add(reader.kind());
        }
        return kinds;
    }
}
