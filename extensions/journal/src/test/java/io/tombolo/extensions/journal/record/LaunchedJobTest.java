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
import io.tombolo.ringbuffers.job.NoSuchJobException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long a recorder waits for the ranks of a launcher: those that it starts again are recorded, too.
 */
@Timeout(30)
class LaunchedJobTest {
    private static final int RING = 1024;

    @TempDir
    private Path directory;

    @BeforeEach
    void makeDirectory() throws IOException {
        Files.createDirectory(job(), OwnerOnly.directoryMode());
    }

    private Path job() {
        return directory.resolve("job");
    }

    private Path journal() {
        return directory.resolve("journal");
    }

    private void record(final int count) throws IOException {
        try (RecordedRank rank = new RecordedRank(job(), 0, 1, RING)) {
            rank.record(count);
        }
    }

    @Test
    void shouldWaitWhileALauncherMayStartTheOnlyRankAgain() throws Exception {
        final Recording recording;
        try (RecordedProcess launcher = RecordedProcess.launcher(job())) {
            launcher.awaitLine("launching");
            try (RecordedProcess rank = RecordedProcess.rank(job(), 0, 1, RING, 600)) {
                rank.awaitLine("recorded");
                recording = Recording.start(job(), journal());
                while (!RecordedProcess.hasExcerpts(journal(), 0)) {
                    RecordedProcess.check();
                }
                rank.kill();
            }
            while (!JournalText.of(journal()).contains("end failed process gone 600")) {
                RecordedProcess.check();
            }
            record(70);
            assertThat(launcher.endInput()).isZero();
        }
        assertThat(recording.await().text()).isEqualTo("670 events of 2 ranks, no gap");
        assertThat(recording.warnings()).isEmpty();
    }

    @Test
    void shouldWaitForTheFirstRankOfALauncher() throws Exception {
        final Recording recording;
        try (RecordedProcess launcher = RecordedProcess.launcher(job())) {
            launcher.awaitLine("launching");
            recording = Recording.start(job(), journal());
            try (RecordedRank rank = new RecordedRank(job(), 0, 1, RING)) {
                rank.record(5);
                // Else the job may be over before the recorder finds it.
                RecordedProcess.awaitEntries(journal(), 1);
            }
            assertThat(launcher.endInput()).isZero();
        }
        assertThat(recording.await().text()).isEqualTo("5 events of 1 rank, no gap");
    }

    @Test
    void shouldEndWithALauncherThatStartsNoRank() throws Exception {
        try (RecordedProcess launcher = RecordedProcess.launcher(job())) {
            launcher.awaitLine("launching");
            final Recording recording = Recording.start(job(), journal());
            assertThat(launcher.endInput()).isZero();
            assertThatThrownBy(recording::await).isInstanceOf(NoSuchJobException.class);
        }
    }

    @Test
    void shouldReadAJobThatHasBegunBeforeTheRequestToStop() throws Exception {
        final Recording recording = Recording.launch(job(), journal());
        record(5);
        RecordedProcess.awaitEntries(journal(), 1);
        record(6);
        assertThat(recording.stop().text()).isEqualTo("11 events of 2 ranks, no gap");
    }

    @Test
    void shouldSayThatItsDirectoryIsGone() throws IOException {
        Files.delete(job());
        assertThatThrownBy(() -> Recording.launch(job(), journal())).isInstanceOf(NoSuchJobException.class).hasMessage(
            job() + ": there is no such directory, or its job has ended; start the recorder before the ranks");
    }
}
