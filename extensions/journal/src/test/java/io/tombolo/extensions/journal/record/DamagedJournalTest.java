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
package io.tombolo.extensions.journal.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.extensions.journal.Journal;
import io.tombolo.extensions.journal.JournalCursor;
import io.tombolo.extensions.journal.JournalRank;
import io.tombolo.extensions.journal.excerpt.QueueFiles;
import io.tombolo.ringbuffers.job.RecordedRing;
import io.tombolo.ringbuffers.job.RecorderPosition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A recorder that meets damage in the files of one rank: what can be read is recorded and stays, and so are the other ranks.
 */
@Timeout(30)
class DamagedJournalTest {
    private static final int RING = 1024;
    private static final int HEADER = 64;

    @TempDir
    private Path directory;

    private Path job() {
        return directory.resolve("job");
    }

    private Path journal() {
        return directory.resolve("journal");
    }

    /** Records two ranks twice, and damages the file of rank 0 between. */
    private Recording record(final Consumer<byte[]> damage) throws Exception {
        final Recording second;
        try (RecordedRank zero = new RecordedRank(job(), 0, 2, RING); RecordedRank one = new RecordedRank(job(), 1, 2, RING)) {
            zero.record(10);
            one.record(10);
            Recording.start(job(), journal()).stop();
            final Path file = file();
            final byte[] bytes = Files.readAllBytes(file);
            damage.accept(bytes);
            Files.write(file, bytes);
            second = Recording.start(job(), journal());
            zero.record(5);
            one.record(5);
            awaitPosition(one, 15);
        }
        second.await();
        return second;
    }

    private Path file() throws IOException {
        return QueueFiles.of(Journal.open(journal()).ranks().get(0).path()).get(0);
    }

    private static int indexOf(final byte[] bytes, final String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
    }

    @Test
    void shouldGoOnBehindADamagedRecord() throws Exception {
        final Recording second = record(bytes -> bytes[indexOf(bytes, "count")] = 0);
        assertThat(second.warnings()).isEmpty();
        assertThat(JournalText.of(journal())).containsExactly(
            "0.1", "start 0", "events 0-14", "end left closed 15", "damage", "1.1", "start 0", "events 0-14",
            "end left closed 15");
    }

    @Test
    void shouldRecordTheOtherRanksIfAQueueIsRefused() throws Exception {
        final Recording second = record(bytes -> bytes[indexOf(bytes, "tombolo") + "tombolo".length() + 1] = 7);
        assertThat(second.warnings()).containsExactly("rank 0 is not recorded: " + file() +
            ": has format version 7, this library reads versions 1 to 2; start the recorder again after you have moved away that file");
    }

    @Test
    void shouldRecordTheOtherRanksIfAQueueCannotBeWritten() throws Exception {
        final Recording second = record(bytes -> Arrays.fill(bytes, Integer.BYTES, HEADER, (byte) 0x55));
        assertThat(second.warnings()).hasSize(1);
        assertThat(second.warnings().get(0)).startsWith("rank 0 is not recorded: ")
            .endsWith("; start the recorder again after you have moved away " + file().getParent());
        assertThat(JournalText.of(journal())).containsSequence("1.1", "start 0", "events 0-14", "end left closed 15");
    }

    @Test
    void shouldNotBelieveANumberOfEventsThatCannotBe() throws Exception {
        final Recording recording;
        try (RecordedRank zero = new RecordedRank(job(), 0, 2, RING); RecordedRank one = new RecordedRank(job(), 1, 2, RING)) {
            recording = Recording.start(job(), journal());
            zero.record(10);
            one.record(10);
            while (!RecordedProcess.hasExcerpts(journal(), 1)) {
                RecordedProcess.check();
            }
            zero.claim(Long.MAX_VALUE >> 1);
            while (recording.warnings().isEmpty()) {
                RecordedProcess.check();
            }
            one.record(5);
            zero.record(5).claim(-1);
        }
        recording.await();
        assertThat(recording.warnings()).containsExactly(
            "rank 0: its file is damaged, the number of its events cannot be; its events are read when it is right again");
        assertThat(JournalText.of(journal())).anyMatch(text -> text.startsWith("end left its file is damaged ")).endsWith(
            "1.1", "start 0", "events 0-14", "end left closed 15").noneMatch(text -> text.startsWith("gap"));
    }

    @Test
    void shouldRecordWhatTheRankRecordsBelowAWrongNumber() throws Exception {
        final List<Long> positions = new ArrayList<>();
        try (RecordedRank rank = new RecordedRank(job(), 0, 1, RING)) {
            rank.record(10).claim(30);
            final Recording recording = Recording.start(job(), journal());
            awaitPosition(rank, 30);
            rank.record(1);
            while (recording.warnings().isEmpty()) {
                RecordedProcess.check();
            }
            rank.record(4);
            awaitPosition(rank, 15);
            recording.stop();
        }
        for (final JournalRank rank : Journal.open(journal())) {
            try (JournalCursor cursor = rank.cursor()) {
                while (cursor.next()) {
                    if (cursor.event().isFlight()) {
                        positions.add(cursor.event().position());
                    }
                }
            }
        }
        assertThat(positions).startsWith(0L, 1L).endsWith(28L, 29L, 11L, 12L, 13L, 14L);
    }

    private static void awaitPosition(final RecordedRank rank, final long position) throws IOException {
        RecorderPosition read = RecorderPosition.attach(rank.job(), RecordedRing.EVENTS);
        while (read == null) {
            RecordedProcess.check();
            read = RecorderPosition.attach(rank.job(), RecordedRing.EVENTS);
        }
        try (RecorderPosition closed = read) {
            while (closed.load() != position) {
                RecordedProcess.check();
            }
        }
    }
}
