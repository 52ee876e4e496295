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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.flight.ByteRing;
import io.tombolo.ringbuffers.flight.ByteRingReader;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a rank appends to its streams is what another process reads.
 */
@Timeout(30)
class StreamFileTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);
    private static final int CAPACITY = StreamFileDescriptor.LEAST_PAYLOAD;

    @TempDir
    private Path directory;

    private JobDirectory job;
    private JobDirectory inspected;

    @BeforeEach
    void join() throws IOException {
        job = JobDirectory.join(directory, 1, 2, JobGeometry.builder().build(), TIMEOUT_NS);
        inspected = JobDirectory.inspect(directory);
    }

    @AfterEach
    void leave() {
        inspected.close();
        job.close();
    }

    @Test
    void shouldReadWhatWasAppended() throws IOException {
        try (StreamFile file = StreamFile.create(job, CAPACITY); StreamFile read = StreamFile.attach(inspected, 1, 1)) {
            new ByteRing(file.payload(), null).append(11, 1);
            new ByteRing(file.order(), null).append(22, 1);
            final UnsafeBuffer copy = new UnsafeBuffer(new byte[2]);
            final ByteRingReader payload = new ByteRingReader(read.payload());
            final ByteRingReader order = new ByteRingReader(read.order());
            payload.copy(0, 1, copy, 0);
            order.copy(0, 1, copy, 1);
            assertThat(copy.byteArray()).containsExactly(11, 22);
            assertThat(payload.capacity()).isEqualTo(CAPACITY);
            assertThat(order.capacity()).isEqualTo(CAPACITY / 4);
        }
        assertThat(StreamFileDescriptor.orderCapacity(StreamFileDescriptor.MOST_PAYLOAD)).isEqualTo(1 << 20);
    }

    @Test
    void shouldRefuseWhatIsNoFileOfTheRank() throws IOException {
        final Path file = directory.resolve("record-1.1.dat");
        assertThatThrownBy(() -> StreamFile.attach(inspected, 1, 1)).isInstanceOf(NoSuchFileException.class);
        StreamFile.create(job, CAPACITY).close();
        assertThatThrownBy(() -> StreamFile.create(job, CAPACITY)).isInstanceOf(FileAlreadyExistsException.class);
        final byte[] bytes = Files.readAllBytes(file);
        for (int at = 0; at < 32; at += 4) {
            bytes[at] ^= 1;
            Files.write(file, bytes);
            assertThatThrownBy(() -> StreamFile.attach(inspected, 1, 1)).as("word at %d", at).isInstanceOf(JobLayoutException.class)
                .hasMessage(file + ": holds no streams of rank 1 of this job");
            bytes[at] ^= 1;
        }
        Files.write(file, new byte[10]);
        assertThatThrownBy(() -> StreamFile.attach(inspected, 1, 1)).hasMessage(file + ": holds no streams of rank 1 of this job");
    }

    @Test
    void shouldGoWithTheJob() throws IOException {
        final Path made = directory.resolve("made");
        try (JobDirectory alone = JobDirectory.join(made, 0, 1, JobGeometry.builder().build(), TIMEOUT_NS)) {
            StreamFile.create(alone, CAPACITY).close();
            alone.leave();
            alone.destroyIfLast();
        }
        assertThat(made).doesNotExist();
    }
}
