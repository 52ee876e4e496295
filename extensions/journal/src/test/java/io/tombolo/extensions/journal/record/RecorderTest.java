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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.file.OwnerOnly;
import io.tombolo.ringbuffers.job.JobException;
import io.tombolo.ringbuffers.job.NoSuchJobException;
import io.tombolo.ringbuffers.job.RecordedRing;
import io.tombolo.ringbuffers.job.RecorderPosition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a recorder makes of the events of ranks: each is in the journal, or in a gap that says why not.
 */
@Timeout(30)
class RecorderTest {
    private static final int RING = 1024;

    @TempDir
    private Path directory;

    private Path job() {
        return directory.resolve("job");
    }

    private Path journal() {
        return directory.resolve("journal");
    }

    private RecordedRank join(final int rank, final int size) throws IOException {
        return new RecordedRank(job(), rank, size, RING);
    }

    private void awaitStarts(final int count) throws IOException {
        while (!RecordedProcess.hasExcerpts(journal(), count - 1)) {
            RecordedProcess.check();
        }
    }

    @Test
    void shouldRecordEachRankToItsEnd() throws Exception {
        try (RecordedRank zero = join(0, 2); RecordedRank one = join(1, 2)) {
            zero.record(700);
            final Recording recording = Recording.start(job(), journal());
            one.record(900);
            awaitStarts(2);
            zero.leave();
            one.leave();
            final RecorderTotals totals = recording.await();
            assertThat(totals.text()).isEqualTo("1600 events of 2 ranks, no gap");
            assertThat(recording.warnings()).isEmpty();
        }
        assertThat(JournalText.of(journal())).containsExactly(
            "0.1", "start 0", "events 0-699", "end left closed 700", "1.1", "start 0", "events 0-899", "end left closed 900");
        assertThat(job()).as("the files have waited for the recorder").doesNotExist();
    }

    @Test
    void shouldCountWhatWasOverwritten() throws Exception {
        try (RecordedRank rank = join(0, 1)) {
            rank.record(3000);
            final RecorderTotals before = Recording.start(job(), journal()).stop();
            assertThat(before.text()).isEqualTo("1023 events of 1 rank, 1 gap with 1977 missing events");
            rank.record(100);
            Recording.start(job(), journal()).stop();
            rank.record(5000);
            Recording.start(job(), journal()).stop();
            rank.leave();
        }
        assertThat(JournalText.of(journal())).containsExactly(
            "0.1", "start 0", "gap 0-1976 recorder away", "events 1977-3099", "gap 3100-7076 recorder away", "events 7077-8099");
    }

    @Test
    void shouldSayHowFarItReadsAndThatItHasStopped() throws Exception {
        try (RecordedRank rank = join(0, 1)) {
            rank.record(1500);
            final Recording recording = Recording.start(job(), journal());
            try (RecorderPosition position = position(rank)) {
                while (position.load() < 1500) {
                    RecordedProcess.check();
                }
                recording.stop();
                assertThat(position.load()).isEqualTo(RecorderPosition.NONE);
            }
            rank.leave();
        }
    }

    private static RecorderPosition position(final RecordedRank rank) throws IOException {
        RecorderPosition position = RecorderPosition.attach(rank.job(), RecordedRing.EVENTS);
        while (position == null) {
            RecordedProcess.check();
            position = RecorderPosition.attach(rank.job(), RecordedRing.EVENTS);
        }
        return position;
    }

    @Test
    void shouldEndWithAJobThatHasEndedBefore() throws Exception {
        final RecordedRank rank = join(0, 2);
        rank.record(10);
        rank.close();
        assertThat(Recording.start(job(), journal()).await().events()).isEqualTo(10);
        assertThat(Recording.start(job(), journal()).await().text()).isEqualTo("0 events of 0 ranks, no gap");
        assertThat(JournalText.of(journal())).containsExactly("0.1", "start 0", "events 0-9", "end left closed 10");
    }

    @Test
    void shouldRecordTheNextIncarnation() throws Exception {
        try (RecordedRank other = join(1, 2)) {
            other.record(1);
            final Recording recording = Recording.start(job(), journal());
            awaitStarts(1);
            join(0, 2).record(5).close();
            try (RecordedRank again = join(0, 2)) {
                again.record(7);
            }
            other.leave();
            recording.await();
        }
        assertThat(JournalText.of(journal())).contains("0.2", "events 0-6", "end left closed 7", "1.1");
    }

    @Test
    void shouldRecordOneJobAfterTheOtherIfItWasLaunched() throws Exception {
        Files.createDirectory(job(), OwnerOnly.directoryMode());
        final Recording recording = Recording.launch(job(), journal());
        join(0, 1).record(5).close();
        RecordedProcess.awaitEntries(journal(), 1);
        try (RecordedRank second = join(0, 1)) {
            second.record(6);
            RecordedProcess.awaitEntries(journal(), 2);
        }
        assertThat(recording.stop().text()).startsWith("11 events of 2 ranks");
    }

    @Test
    void shouldRecordUntilItsInputEndsIfItWasLaunched() throws Exception {
        Files.createDirectory(job(), OwnerOnly.directoryMode());
        try (RecordedProcess recorder = RecordedProcess.launchedRecorder(job(), journal())) {
            recorder.awaitLine("ready");
            join(0, 1).record(20).close();
            assertThat(recorder.endInput()).isZero();
        }
        assertThat(JournalText.of(journal())).containsExactly("0.1", "start 0", "events 0-19", "end left closed 20");
        assertThat(job()).as("the files have waited for the recorder").isEmptyDirectory();
    }

    @Test
    void shouldReadWhatIsThereWhenItIsTerminated() throws Exception {
        try (RecordedRank rank = join(0, 1); RecordedProcess recorder = RecordedProcess.recorder(job(), journal())) {
            rank.record(10);
            awaitStarts(1);
            rank.record(500);
            recorder.terminate();
            assertThat(JournalText.of(journal())).containsExactly("0.1", "start 0", "events 0-509");
            rank.record(5);
        }
    }

    @Test
    void shouldRecordTheOtherRanksBesideADamagedFile() throws Exception {
        try (RecordedRank zero = join(0, 2); RecordedRank one = join(1, 2)) {
            zero.record(3);
            one.record(4);
            final Path file = zero.job().rankPath(0, 1);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(Long.BYTES), 0);
            }
            final Recording recording = Recording.start(job(), journal());
            awaitStarts(1);
            zero.leave();
            one.leave();
            assertThat(recording.await().text()).isEqualTo("4 events of 1 rank, no gap");
            assertThat(recording.warnings()).containsExactly("rank 0 is not recorded: " + file + ": not a Tombolo rank file");
        }
    }

    @Test
    void shouldReadWhatAKilledRankHasLeft() throws Exception {
        final Recording recording;
        try (RecordedProcess process = RecordedProcess.rank(job(), 0, 1, RING, 600)) {
            process.awaitLine("recorded");
            recording = Recording.start(job(), journal());
            awaitStarts(1);
            process.kill();
        }
        assertThat(recording.await().events()).isEqualTo(600);
        assertThat(JournalText.of(journal())).containsExactly("0.1", "start 0", "events 0-599", "end failed process gone 600");
    }

    @Test
    void shouldGoOnAfterItWasKilled() throws Exception {
        try (RecordedRank rank = join(0, 1)) {
            long recorded = 0;
            for (int i = 0; i < 2; i++) {
                try (RecordedProcess recorder = RecordedProcess.recorder(job(), journal())) {
                    while (!RecordedProcess.hasExcerpts(journal(), i)) {
                        rank.record(100);
                        recorded += 100;
                        RecordedProcess.check();
                    }
                    recorder.kill();
                }
            }
            final Recording last = Recording.start(job(), journal());
            while (!RecordedProcess.hasExcerpts(journal(), 2)) {
                rank.record(1);
                recorded++;
                RecordedProcess.check();
            }
            rank.leave();
            last.await();
            Continuity.check(journal(), recorded);
        }
    }

    @Test
    void shouldRefuseASecondRecorder() throws Exception {
        try (RecordedRank rank = join(0, 1); RecordedProcess recorder = RecordedProcess.recorder(job(), journal())) {
            rank.record(1);
            awaitStarts(1);
            final Recording second = Recording.start(job(), directory.resolve("other"));
            assertThatThrownBy(second::await).isInstanceOf(JobException.class)
                .hasMessage(job() + ": another process records this job; end it first");
            assertThat(recorder.isAlive()).isTrue();
        }
    }

    @Test
    void shouldRefuseADirectoryWithoutAJob() throws Exception {
        Files.createDirectory(job());
        assertThatThrownBy(Recording.start(job(), journal())::await).isInstanceOf(NoSuchJobException.class);
    }
}
