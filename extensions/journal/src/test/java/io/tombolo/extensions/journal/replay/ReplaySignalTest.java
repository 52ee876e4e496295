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
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A signal to the command that replays ends the process that it has started, and leaves nothing.
 */
@Timeout(60)
class ReplaySignalTest {
    @TempDir
    private Path directory;

    @Test
    void shouldEndTheProcessAndRemoveTheDirectory() throws Exception {
        try (RecordedJob job = new RecordedJob(directory, ReplayedMain.REFUSED + RefusedCalls.PLAIN, 0).start(2).await()) {
            final Process replay = job.startReplay(
                List.of("sh", "-c", "echo $$; echo $TOMBOLO_DIR; echo $TOMBOLO_REPLAY_ORDER; exec sleep 1000"));
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(replay.getInputStream(), StandardCharsets.UTF_8))) {
                final ProcessHandle started = ProcessHandle.of(Long.parseLong(lines.readLine())).orElseThrow();
                final Path replayed = Path.of(lines.readLine());
                final Path order = Path.of(lines.readLine());
                assertThat(order).exists();
                replay.destroy();
                started.onExit().join();
                replay.waitFor();
                assertThat(replayed).doesNotExist();
                assertThat(order).doesNotExist();
            } finally {
                replay.destroyForcibly();
            }
        }
    }
}
