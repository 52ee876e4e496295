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

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
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
 * What cannot be replayed is refused in one line, and no process is started.
 */
@Timeout(60)
class RefusedReplayTest {
    private static final String CANNOT = "tombolo journal replay: rank 0 cannot be replayed: ";

    @TempDir
    private Path directory;

    private RecordedJob job(final RefusedCalls calls) {
        return new RecordedJob(directory, ReplayedMain.REFUSED + calls, 0);
    }

    private static void assertRefused(final RecordedJob job, final int status, final String... parts) {
        assertThat(status).isEqualTo(1);
        assertThat(job.lines()).hasSize(1);
        assertThat(job.lines().get(0)).contains(parts);
        assertThat(job.replayed()).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource(names = {"WINDOW", "TIME_UP"})
    void shouldRefuseWhatNoReplayCanFollow(final RefusedCalls calls) throws Exception {
        refuse(calls);
    }

    @Tag("nightly")
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"PLAIN", "LARGE_MESSAGES", "WINDOW", "TIME_UP"})
    void shouldRefuseAllThatNoReplayCanFollow(final RefusedCalls calls) throws Exception {
        refuse(calls);
    }

    private void refuse(final RefusedCalls calls) throws Exception {
        try (RecordedJob job = job(calls).start(2).awaitEnd()) {
            assertRefused(job, job.replay(), CANNOT, calls.reason());
        }
    }

    @Test
    void shouldRefuseAJournalWithoutTheOrder() throws Exception {
        try (RecordedJob job = job(RefusedCalls.PLAIN).set("TOMBOLO_FLIGHT_PAYLOAD_BYTES", "0").start(2).await()) {
            assertRefused(job, job.replay(), CANNOT + "its journal has no order of calls", "--payload --lossless");
        }
    }

    @Test
    void shouldRefuseAJournalWithGaps() throws Exception {
        try (RecordedJob job = job(RefusedCalls.PLAIN).set("TOMBOLO_FLIGHT_EVENTS", "64").set("TOMBOLO_FLIGHT_WAIT_MS", "0").start(2)) {
            job.await();
            assertRefused(job, job.replay(), CANNOT + "its journal has a gap", "--payload --lossless");
        }
    }

    @Test
    void shouldRefuseWhatIsNotThere() throws Exception {
        try (RecordedJob job = job(RefusedCalls.PLAIN).start(2).await()) {
            assertRefused(job, job.replay(job.journal(), 7, List.of("true")), "has no incarnation 1 of rank 7");
            assertRefused(job, job.replay(directory.resolve("nothing"), 0, List.of("true")), directory.resolve("nothing").toString());
            assertRefused(job, job.replay(Files.createDirectory(directory.resolve("empty")), 0, List.of("true")), "empty");
            assertRefused(job, job.replay(job.journal(), 0, List.of("/nowhere/program")), "/nowhere/program");
        }
    }

    @Test
    void shouldEndWithAPlayerThatHasFailed() throws Exception {
        try (RecordedJob job = job(RefusedCalls.LARGE_MESSAGES).set("TOMBOLO_FLIGHT_PAYLOAD_BYTES", "1048576").start(2).await()) {
            final Process replay = job.startReplay(List.of("-Xmx64m"), List.of("sleep", "1000"));
            try (BufferedReader errors = new BufferedReader(new InputStreamReader(replay.getErrorStream(), StandardCharsets.UTF_8))) {
                // First: a read cannot be interrupted.
                assertThat(replay.waitFor()).isEqualTo(1);
                assertThat(errors.lines().filter(line -> line.startsWith("tombolo journal: ")).toList()).containsExactly(
                    "tombolo journal: rank 1 cannot be played any further: java.lang.OutOfMemoryError: Java heap space");
            } finally {
                replay.descendants().forEach(ProcessHandle::destroyForcibly);
                replay.destroyForcibly();
            }
        }
    }

    @Test
    void shouldReturnTheStatusOfTheProcess() throws Exception {
        try (RecordedJob job = job(RefusedCalls.PLAIN).start(2).await()) {
            assertThat(job.replay(job.journal(), 0, List.of("sh", "-c", "exit 3"))).isEqualTo(3);
        }
    }
}
