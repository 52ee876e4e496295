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
package io.tombolo.extensions.journal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A race between two senders and a receiver from any source is recorded once, and its receiver replayed.
 */
@Timeout(120)
class RaceReplayTest {
    private static final int SIZE = 3;
    private static final int REPLAYS = 5;
    private static final int MANY_REPLAYS = 100;

    @TempDir
    private Path directory;

    private RecordedJob race(final long seed) throws IOException {
        return new RecordedJob(directory, ReplayedMain.RACE, seed).start(SIZE);
    }

    private void replay(final int times) throws IOException, InterruptedException {
        final long seed = System.nanoTime();
        try (RecordedJob job = race(seed).await()) {
            for (int i = 0; i < times; i++) {
                Files.deleteIfExists(job.replayed());
                assertThat(job.replay()).as("seed %d: %s", seed, job.lines()).isZero();
                assertThat(job.replayed()).as("seed %d", seed).hasSameTextualContentAs(job.recorded());
                assertThat(job.lines()).isEmpty();
            }
        }
    }

    @Test
    void shouldRepeatARaceFiveTimes() throws Exception {
        replay(REPLAYS);
    }

    @Test
    @Tag("nightly")
    @Timeout(600)
    void shouldRepeatARaceAHundredTimes() throws Exception {
        replay(MANY_REPLAYS);
    }

    @Test
    void shouldReportTheFirstDifferenceWithBothSides() throws Exception {
        try (RecordedJob job = race(1).await()) {
            assertThat(job.replay(1)).isEqualTo(Replay.DIFFERENT);
            assertThat(job.lines()).hasSize(1);
            assertThat(job.lines().get(0)).matches(
                "tombolo journal: rank 0 differs from its record at its message \\d+ to rank [12]: " +
                    "recorded: \\d+ bytes with tag 7, checksum [0-9a-f]+; now: \\d+ bytes with tag 7, checksum [0-9a-f]+");
        }
    }

    @Test
    void shouldReplayAKilledRankUpToItsEnd() throws Exception {
        try (RecordedJob job = race(2)) {
            job.awaitLine(0, "round 2");
            job.kill(0);
            job.awaitEnd();
            assertThat(job.replay()).isNotZero();
            assertThat(job.lines()).isEmpty();
            final List<String> recorded = Files.readAllLines(job.recorded());
            final List<String> replayed = Files.readAllLines(job.replayed());
            assertThat(recorded).isNotEmpty();
            assertThat(replayed.subList(0, recorded.size())).isEqualTo(recorded);
            assertThat(replayed.get(replayed.size() - 1)).contains("the record of this rank ends here");
        }
    }
}
