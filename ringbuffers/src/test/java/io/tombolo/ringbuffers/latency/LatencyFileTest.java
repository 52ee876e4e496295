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
package io.tombolo.ringbuffers.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.job.JobLayoutException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a rank records is what another process reads.
 */
@Timeout(30)
class LatencyFileTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);

    @TempDir
    Path directory;

    private JobDirectory job;
    private JobDirectory inspected;

    @BeforeEach
    void join() throws IOException {
        job = JobDirectory.join(directory, 1, 3, JobGeometry.builder().build(), TIMEOUT_NS);
        inspected = JobDirectory.inspect(directory);
    }

    @AfterEach
    void leave() {
        inspected.close();
        job.close();
    }

    @Test
    void shouldReadWhatWasRecorded() throws IOException {
        final long before = System.currentTimeMillis();
        try (LatencyFile file = LatencyFile.create(job, 2, 64); LatencyFile read = LatencyFile.attach(inspected, 1, 1, 2)) {
            assertThat(read.rank()).isEqualTo(1);
            assertThat(read.peer()).isEqualTo(2);
            assertThat(read.sample()).isEqualTo(64);
            assertThat(read.creationTimeMs()).isEqualTo(file.creationTimeMs()).isGreaterThanOrEqualTo(before);
            for (final LatencyKind kind : LatencyKind.values()) {
                final LatencyReader reader = read.reader(kind);
                assertThat(total(reader)).isZero();
                assertThat(reader.least() + reader.greatest() + reader.sum() + reader.recorded()).isZero();
                file.histogram(kind).record(1_000 + kind.code());
                file.histogram(kind).record(17);
                file.histogram(kind).record(17);
                assertThat(reader.count(17)).isEqualTo(2);
                assertThat(reader.count(LatencyBuckets.index(1_000))).isOne();
                assertThat(total(reader)).isEqualTo(3).isEqualTo(reader.recorded());
                assertThat(reader.least()).isEqualTo(17);
                assertThat(reader.greatest()).isEqualTo(1_000 + kind.code());
                assertThat(reader.sum()).isEqualTo(1_034 + kind.code());
            }
        }
    }

    @Test
    void shouldCutValuesThatAreOutOfRange() throws IOException {
        try (LatencyFile file = LatencyFile.create(job, 1, 1)) {
            final LatencyReader reader = file.reader(LatencyKind.LOCK_WAIT);
            file.histogram(LatencyKind.LOCK_WAIT).record(Long.MAX_VALUE);
            assertThat(reader.least()).isEqualTo(reader.greatest()).isEqualTo(LatencyBuckets.HIGHEST);
            file.histogram(LatencyKind.LOCK_WAIT).record(Long.MIN_VALUE);
            assertThat(reader.least()).isZero();
            assertThat(reader.count(0)).isOne();
            assertThat(reader.count(LatencyBuckets.index(LatencyBuckets.HIGHEST))).isOne();
            assertThat(reader.sum()).isEqualTo(LatencyBuckets.HIGHEST);
        }
    }

    @Test
    void shouldLetAFullCountStay() throws IOException {
        try (LatencyFile file = LatencyFile.create(job, 0, 1)) {
            final LatencyReader reader = file.reader(LatencyKind.UNEXPECTED);
            damage(LatencyDescriptor.histogramOffset(LatencyKind.UNEXPECTED) + LatencyDescriptor.countOffset(5), Integer.BYTES, -2);
            assertThat(reader.count(5)).isEqualTo(4_294_967_294L);
            file.histogram(LatencyKind.UNEXPECTED).record(5);
            file.histogram(LatencyKind.UNEXPECTED).record(5);
            assertThat(reader.count(5)).isEqualTo(4_294_967_295L);
            assertThat(reader.recorded()).isEqualTo(2);
        }
    }

    @Test
    void shouldReadDamagedWordsAsValuesOfTheRange() throws IOException {
        try (LatencyFile file = LatencyFile.create(job, 0, 1)) {
            final int histogram = LatencyDescriptor.histogramOffset(LatencyKind.CREDIT_STALL);
            final LatencyReader reader = file.reader(LatencyKind.CREDIT_STALL);
            for (int word = 0; word < 4; word++) {
                damage(histogram + word * Long.BYTES, Long.BYTES, -9);
            }
            assertThat(reader.recorded() + reader.sum() + reader.least() + reader.greatest()).isZero();
            damage(histogram + LatencyDescriptor.GREATEST_OFFSET, Long.BYTES, Long.MAX_VALUE);
            assertThat(reader.greatest()).isEqualTo(LatencyBuckets.HIGHEST);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 8", "8, 4", "12, 4", "16, 4", "20, 4", "24, 8", "32, 4"})
    void shouldRefuseAnotherHeader(final int offset, final int bytes) throws IOException {
        LatencyFile.create(job, 0, 64).close();
        LatencyFile.attach(inspected, 1, 1, 0).close();
        damage(offset, bytes, -1);
        assertThatThrownBy(() -> LatencyFile.attach(inspected, 1, 1, 0)).isInstanceOf(JobLayoutException.class)
            .hasMessage(directory.resolve("latency-1.1-0.dat") + ": holds no latencies of rank 1 for rank 0 of this job");
    }

    @Test
    void shouldRefuseWhatIsNotThereOrTooShort() throws IOException {
        assertThatThrownBy(() -> LatencyFile.attach(inspected, 1, 1, 0)).isInstanceOf(NoSuchFileException.class);
        LatencyFile.create(job, 0, 64).close();
        assertThatThrownBy(() -> LatencyFile.create(job, 0, 64)).isInstanceOf(FileAlreadyExistsException.class);
        try (LatencyFile read = LatencyFile.attach(inspected, 1, 1, 0)) {
            assertThatThrownBy(() -> read.histogram(LatencyKind.LOCK_WAIT)).isInstanceOf(IndexOutOfBoundsException.class);
        }
        try (FileChannel channel = FileChannel.open(job.latencyPath(1, 1, 0), StandardOpenOption.WRITE)) {
            channel.truncate(100);
        }
        assertThatThrownBy(() -> LatencyFile.attach(inspected, 1, 1, 0)).hasMessageContaining("length is 100, expected 12864 bytes");
    }

    /** The reader adds the counts while the rank writes: the sum only grows, and misses nothing at the end. */
    @Test
    void shouldReadWhileItIsWritten() throws Exception {
        final int values = 3_000_000;
        try (LatencyFile file = LatencyFile.create(job, 0, 64); LatencyFile read = LatencyFile.attach(inspected, 1, 1, 0)) {
            final LatencyHistogram histogram = file.histogram(LatencyKind.ARRIVAL_MATCH);
            final SplittableRandom random = new SplittableRandom(7);
            final FutureTask<Void> writing = new FutureTask<>(() -> {
                for (int i = 0; i < values; i++) {
                    histogram.record(random.nextLong(1, 100_000));
                }
            }, null);
            new Thread(writing).start();
            final LatencyReader reader = read.reader(LatencyKind.ARRIVAL_MATCH);
            long seen = 0;
            while (seen < values) {
                final long total = total(reader);
                assertThat(total).isGreaterThanOrEqualTo(seen).isLessThanOrEqualTo(values);
                assertThat(reader.greatest()).isLessThan(100_000);
                seen = total;
            }
            writing.get();
        }
    }

    private static long total(final LatencyReader reader) {
        return IntStream.range(0, LatencyBuckets.COUNT).mapToLong(reader::count).sum();
    }

    /** Stores the low bytes of a value into the file of rank 1 for rank 0. */
    private void damage(final int offset, final int bytes, final long value) throws IOException {
        try (FileChannel channel = FileChannel.open(job.latencyPath(1, 1, 0), StandardOpenOption.WRITE)) {
            final ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, value);
            channel.write(word.limit(bytes), offset);
        }
    }
}
