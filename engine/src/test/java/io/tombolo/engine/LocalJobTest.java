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
package io.tombolo.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A whole job in one JVM: the test steps and kills its ranks, and nothing is left of it.
 */
@Timeout(60)
class LocalJobTest {
    private static final Path MAPS = Path.of("/proc/self/maps");
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    @Test
    void shouldEndOnlyTheWaitsForAKilledRank() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[500_000]);
        try (LocalJob job = LocalJob.of(3, context -> context.size(GeometrySetting.STAGING_LANES, 4))) {
            final Communicator zero = job.engine(0).world();
            final Request send = zero.isend(buffer, 0, 500_000, 1, 1);
            final Request receive = zero.irecv(buffer, 0, 8, 1, 1);
            final Request any = zero.irecv(buffer, 0, 8, Communicator.ANY_SOURCE, 2);
            job.engine(1).world().send(new byte[4], 0, 4, 0, 3);
            job.kill(1);
            assertThat(job.engine(1).isOpen()).isFalse();
            assertFailed(job, send);
            assertFailed(job, receive);
            assertThat(zero.recv(buffer, 0, 8, 1, 3).length()).isEqualTo(4);
            assertThatThrownBy(() -> zero.send(buffer, 0, 8, 1, 1)).isInstanceOf(PeerFailedException.class);
            job.engine(2).world().send(buffer, 0, 8, 0, 2);
            assertThat(any.await().source()).isEqualTo(2);
        }
    }

    private static void assertFailed(final LocalJob job, final Request request) {
        assertThatThrownBy(() -> {
            while (!request.test()) {
                TimeLimit.check();
                job.step();
            }
        }).isInstanceOf(PeerFailedException.class).hasMessageStartingWith("rank 1 died");
    }

    @Test
    void shouldLeaveNoFileAndNoMapping() throws IOException {
        Assumptions.assumeTrue(Files.exists(MAPS), "needs /proc");
        runJob();
        final long descriptors = count(DESCRIPTORS);
        for (int i = 0; i < 200; i++) {
            TimeLimit.check();
            final Path directory = runJob();
            assertThat(directory).doesNotExist();
            assertThat(mappings(directory)).as("mappings of job %d", i).isEmpty();
        }
        assertThat(count(DESCRIPTORS)).isLessThanOrEqualTo(descriptors + 2);
    }

    private static Path runJob() {
        try (LocalJob job = LocalJob.of(2)) {
            assertThat(job.directory().getParent()).isEqualTo(parent());
            final Request receive = job.engine(1).world().irecv(new UnsafeBuffer(new byte[5000]), 0, 5000, 0, 1);
            job.engine(0).world().send(new byte[5000], 0, 5000, 1, 1);
            while (!receive.test() || EngineAccess.messages(job.engine(0)).pendingSends() > 0) {
                TimeLimit.check();
                job.step();
                if (!receive.isActive()) {
                    break;
                }
            }
            return job.directory();
        }
    }

    private static Path parent() {
        try {
            return JobDirectory.defaultParent();
        } catch (final IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }

    @Test
    void shouldKeepTheMemoryOfARegionThatIsStillReferenced() {
        final UnsafeBuffer kept;
        try (LocalJob job = LocalJob.of(1); MemoryRegion region = job.engine(0).allocate(100)) {
            kept = region.buffer();
            kept.putInt(0, 42);
        }
        assertThat(kept.getInt(0)).isEqualTo(42);
    }

    private static List<String> mappings(final Path directory) throws IOException {
        try (Stream<String> lines = Files.lines(MAPS)) {
            return lines.filter(line -> line.contains(directory.getFileName().toString()) && !line.contains("job.dat") &&
                !line.contains("collective-")).toList();
        }
    }

    private static long count(final Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.count();
        }
    }
}
