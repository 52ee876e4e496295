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
package io.tombolo.ringbuffers.job;

import static io.tombolo.ringbuffers.job.Jobs.openSockets;
import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.job.LivenessSocket.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LivenessSocketTest {
    private static final int MORE_THAN_THE_BACKLOG = 100;

    @TempDir
    Path directory;

    @Test
    void shouldListenFromOpenToClose() throws IOException {
        final Path path = directory.resolve("rank-0.life");
        assertThat(LivenessSocket.ask(path)).isEqualTo(Answer.NO_SOCKET);
        try (LivenessSocket socket = LivenessSocket.open(path)) {
            assertThat(socket).isNotNull();
            assertThat(LivenessSocket.ask(path)).isEqualTo(Answer.LISTENING);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path))).isEqualTo("rw-------");
        }
        assertThat(LivenessSocket.ask(path)).isEqualTo(Answer.REFUSED);
        Files.delete(path);
        Files.createFile(path);
        assertThat(LivenessSocket.ask(path)).as("a file that is no socket").isEqualTo(Answer.REFUSED);
    }

    @Test
    void shouldAnswerMoreProbersThanItsBacklogDrainedOrNot() throws IOException {
        final Path path = directory.resolve("rank-0.life");
        try (LivenessSocket socket = LivenessSocket.open(path)) {
            long before = 0;
            for (int round = 0; round < 3; round++) {
                before = round == 1 ? openSockets() : before;
                for (int i = 0; i < MORE_THAN_THE_BACKLOG; i++) {
                    assertThat(LivenessSocket.ask(path)).isEqualTo(Answer.LISTENING);
                }
                socket.drain();
                socket.drain();
            }
            assertThat(openSockets()).isEqualTo(before);
        }
    }

    @Test
    void shouldReplaceTheSocketOfADeadRank() throws IOException {
        final Path path = directory.resolve("rank-0.life");
        LivenessSocket.open(path).close();
        try (LivenessSocket socket = LivenessSocket.open(path)) {
            assertThat(socket).isNotNull();
            assertThat(LivenessSocket.ask(path)).isEqualTo(Answer.LISTENING);
        }
    }

    @Test
    void shouldNotOpenAtAPathThatIsTooLong() throws IOException {
        final Path path = directory.resolve("n".repeat(110)).resolve("rank-0.life");
        Files.createDirectory(path.getParent());
        final long before = openSockets();
        assertThat(LivenessSocket.open(path)).isNull();
        assertThat(LivenessSocket.ask(path)).isEqualTo(Answer.NO_SOCKET);
        Files.createFile(path);
        assertThat(LivenessSocket.ask(path)).as("seen by another path than the rank's").isEqualTo(Answer.OUT_OF_REACH);
        assertThat(openSockets()).isEqualTo(before);
    }
}
