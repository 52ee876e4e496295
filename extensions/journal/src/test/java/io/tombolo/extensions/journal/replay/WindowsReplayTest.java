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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Programs with windows in packet mode are replayed with the same results, and other operands are reported.
 */
@Timeout(120)
class WindowsReplayTest {
    private static final int REPLAYS = 5;
    private static final String DIFFERS = "tombolo journal: rank 0 differs from its record at its window call \\d+: recorded: ";

    @TempDir
    private Path directory;

    private RecordedJob start(final ReplayedWindows windows) throws IOException {
        return new RecordedJob(directory, ReplayedWindows.PREFIX + windows, 0).start(windows == ReplayedWindows.COUNTER ? 4 : 3);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "COUNTER")
    void shouldRepeat(final ReplayedWindows windows) throws Exception {
        repeat(windows, 1);
    }

    @Tag("nightly")
    @ParameterizedTest
    @EnumSource
    void shouldRepeatAgainAndAgain(final ReplayedWindows windows) throws Exception {
        repeat(windows, REPLAYS);
    }

    private void repeat(final ReplayedWindows windows, final int times) throws Exception {
        try (RecordedJob job = start(windows).await()) {
            for (int i = 0; i < times; i++) {
                Files.deleteIfExists(job.replayed());
                assertThat(job.replay()).as("%s", job.lines()).isZero();
                assertThat(job.replayed()).hasSameTextualContentAs(job.recorded());
                assertThat(job.lines()).isEmpty();
            }
        }
    }

    @Test
    void shouldReportOtherOperandsWithBothSides() throws Exception {
        try (RecordedJob job = start(ReplayedWindows.COUNTER).await()) {
            assertThat(job.replay(7)).isEqualTo(Replay.DIFFERENT);
            assertThat(job.lines()).hasSize(1);
            assertThat(job.lines().get(0)).matches(DIFFERS +
                "getAccumulate of 8 bytes at 8 of target 1 of window \\d+, SUM of LONG, checksum [0-9a-f]+; " +
                "now: getAccumulate of 8 bytes at 8 of target 1 of window \\d+, SUM of LONG, checksum [0-9a-f]+");
            assertThat(job.replayed()).hasSameTextualContentAs(job.recorded());
        }
    }

    @Test
    void shouldReplayAKilledRankUpToItsEnd() throws Exception {
        try (RecordedJob job = start(ReplayedWindows.COUNTER)) {
            job.awaitLine(0, "round 20");
            job.kill(0);
            job.awaitEnd();
            assertThat(job.replay()).isNotZero();
            assertThat(job.lines()).isEmpty();
            final List<String> recorded = Files.readAllLines(job.recorded());
            final List<String> replayed = Files.readAllLines(job.replayed());
            assertThat(recorded).hasSizeGreaterThan(20);
            assertThat(replayed.subList(0, recorded.size())).isEqualTo(recorded);
            assertThat(replayed.get(replayed.size() - 1)).contains("the record of this rank ends here");
        }
    }
}
