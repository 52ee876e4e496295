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
package io.tombolo.ringbuffers.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UninterruptedTest {
    @TempDir
    Path directory;

    @AfterEach
    void forgetInterrupt() {
        Thread.interrupted();
    }

    @Test
    void shouldRunAgainWhenAnInterruptClosedTheChannel() throws IOException {
        final int[] runs = new int[1];
        final int written = Uninterrupted.call(() -> {
            if (runs[0]++ == 0) {
                Thread.currentThread().interrupt();
            }
            try (FileChannel channel = FileChannel.open(
                directory.resolve("file"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                return channel.write(ByteBuffer.allocate(8), 0);
            }
        });
        assertThat(written).isEqualTo(8);
        assertThat(runs[0]).isEqualTo(2);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shouldNotInventAnInterrupt() throws IOException {
        assertThat(Uninterrupted.call(() -> 1)).isEqualTo(1);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void shouldPassOnOtherFailuresAndTheFlag() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Uninterrupted.call(() -> {
            throw new IOException("disk");
        })).hasMessage("disk");
        assertThat(Thread.interrupted()).isTrue();
    }
}
