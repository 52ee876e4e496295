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
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tombolo.ringbuffers.job.RecordedRing;
import io.tombolo.ringbuffers.job.RecorderLock;
import io.tombolo.ringbuffers.job.RecorderPosition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file system that is full: recording pauses, goes on when there is room, and counts what is missing. Needs a user who may mount.
 */
@Timeout(30)
class FullDiskTest {
    private static final int RING = 1024;
    private static final int MIB = 1 << 20;

    @TempDir
    private Path directory;

    private Path disk;

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createDirectory(directory.resolve("disk"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=24m,nr_inodes=100", "tmpfs", disk.toString()),
            "this user may not mount a tmpfs");
    }

    @AfterEach
    void unmount() throws Exception {
        // Lazy: the journal's own threads close files a little later.
        run("umount", "-l", disk.toString());
    }

    private static boolean run(final String... command) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start()
                .waitFor() == 0;
        } catch (final IOException noSuchProgram) {
            return false;
        }
    }

    @Test
    void shouldPauseUntilThereIsRoom() throws Exception {
        final Path job = directory.resolve("job");
        final Path journal = disk.resolve("journal");
        final Path filler = disk.resolve("filler");
        final long recorded;
        try (RecordedRank rank = new RecordedRank(job, 0, 1, RING)) {
            final Recording recording = Recording.start(job, journal, 2L * MIB);
            rank.record(100);
            while (!RecordedProcess.hasExcerpts(journal, 0)) {
                RecordedProcess.check();
            }
            fill(filler);
            long count = 100;
            while (recording.warnings().isEmpty()) {
                rank.record(50);
                count += 50;
                RecordedProcess.check();
            }
            rank.record(5000);
            Files.delete(filler);
            while (recording.warnings().size() < 2) {
                RecordedProcess.check();
            }
            rank.record(10).leave();
            recording.await();
            recorded = count + 5010;
            assertThat(recording.warnings().get(0)).contains("recording pauses until there is room");
            assertThat(recording.warnings().get(1)).contains("recording goes on");
        }
        Continuity.check(journal, recorded);
        assertThat(JournalText.of(journal)).anyMatch(text -> text.startsWith("gap ") && text.endsWith(" no space"));
    }

    @Test
    void shouldPauseWithoutInodes() throws Exception {
        final Path job = directory.resolve("job");
        final Path journal = Files.createDirectory(disk.resolve("journal"));
        final Path fillers = Files.createDirectory(disk.resolve("fillers"));
        Path last = fillers;
        try {
            for (int i = 0; i < 1000; i++) {
                last = Files.createFile(fillers.resolve("filler-" + i));
            }
        } catch (final IOException full) {
            assertThat(last).isNotEqualTo(fillers);
        }
        try (RecordedRank rank = new RecordedRank(job, 0, 1, RING)) {
            rank.record(10);
            final Recording recording = Recording.start(job, journal, 2L * MIB);
            while (recording.warnings().isEmpty()) {
                RecordedProcess.check();
            }
            for (int i = 0; i < 10; i++) {
                Files.delete(fillers.resolve("filler-" + i));
            }
            rank.record(10);
            while (recording.warnings().size() < 2) {
                RecordedProcess.check();
            }
            rank.leave();
            assertThat(recording.await().events()).isEqualTo(20);
            assertThat(recording.warnings()).hasSize(2);
            assertThat(recording.warnings().get(0)).contains("recording pauses until there is room, and looks every 5 s");
            assertThat(recording.warnings().get(1)).endsWith("there is room again, recording goes on");
        }
        Continuity.check(journal, 20);
    }

    /** Records until the recorder pauses; returns how many events that were. */
    private long pause(final RankedDisk on) throws IOException {
        on.rank.record(100);
        while (!RecordedProcess.hasExcerpts(on.journal, 0)) {
            RecordedProcess.check();
        }
        fill(on.filler);
        long count = 100;
        while (on.recording.warnings().isEmpty()) {
            on.rank.record(50);
            count += 50;
            RecordedProcess.check();
        }
        on.rank.record(5000);
        return count + 5000;
    }

    private record RankedDisk(RecordedRank rank, Recording recording, Path journal, Path filler) {
    }

    @Test
    void shouldWriteTheEndOfAnIncarnationThatWasReplacedInAPause() throws Exception {
        final Path job = directory.resolve("job");
        final Path journal = disk.resolve("journal");
        final Path filler = disk.resolve("filler");
        final long recorded;
        try (RecordedRank other = new RecordedRank(job, 1, 2, RING); RecordedRank rank = new RecordedRank(job, 0, 2, RING)) {
            final Recording recording = Recording.start(job, journal, 2L * MIB);
            recorded = pause(new RankedDisk(rank, recording, journal, filler));
            rank.leave();
            try (RecordedRank again = new RecordedRank(job, 0, 2, RING)) {
                again.record(7);
                try (RecorderPosition position = RecorderPosition.attach(again.job(), RecordedRing.EVENTS)) {
                    while (position.load() == RecorderPosition.PENDING) {
                        RecordedProcess.check();
                    }
                    Files.delete(filler);
                    while (position.load() != 7) {
                        RecordedProcess.check();
                    }
                }
            }
            other.leave();
            recording.await();
        }
        assertThat(JournalText.of(journal)).contains("end left replaced " + recorded, "end left closed 7")
            .anyMatch(text -> text.startsWith("gap ") && text.endsWith(" no space"));
    }

    @Test
    void shouldLeaveTheEndOfARankToTheNextRecorder() throws Exception {
        final Path job = directory.resolve("job");
        final Path journal = disk.resolve("journal");
        final Path filler = disk.resolve("filler");
        final long recorded;
        try (RecordedRank rank = new RecordedRank(job, 0, 1, RING)) {
            final Recording recording = Recording.start(job, journal, 2L * MIB);
            recorded = pause(new RankedDisk(rank, recording, journal, filler));
            rank.leave();
            recording.stop();
        }
        Files.delete(filler);
        if (Files.exists(job)) {
            Recording.start(job, journal, 2L * MIB).await();
        }
        Continuity.check(journal, recorded);
        assertThat(job).doesNotExist();
    }

    private static void fill(final Path file) throws IOException {
        try (java.io.OutputStream stream = Files.newOutputStream(file)) {
            final byte[] bytes = new byte[4096];
            while (true) {
                stream.write(bytes);
            }
        } catch (final IOException full) {
            assertThat(Files.size(file)).isPositive();
        }
    }

    @Test
    void shouldBeginWhenThereIsRoom() throws Exception {
        final Path job = directory.resolve("job");
        final Path journal = Files.createDirectory(disk.resolve("journal"));
        final Path filler = disk.resolve("filler");
        fill(filler);
        try (RecordedRank rank = new RecordedRank(job, 0, 1, RING)) {
            rank.record(10);
            final Recording recording = Recording.start(job, journal, 2L * MIB);
            while (recording.warnings().isEmpty()) {
                RecordedProcess.check();
            }
            Files.delete(filler);
            while (!RecorderLock.isHeld(job)) {
                RecordedProcess.check();
            }
            rank.record(10).leave();
            assertThat(recording.await().events()).isEqualTo(20);
        }
        Continuity.check(journal, 20);
    }
}
