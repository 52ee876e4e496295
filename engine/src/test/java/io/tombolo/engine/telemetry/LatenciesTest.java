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
package io.tombolo.engine.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.job.RankFileDescriptor;
import io.tombolo.ringbuffers.latency.LatencyFile;
import io.tombolo.ringbuffers.latency.LatencyKind;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The histograms of a rank: which messages are measured, and which files there are.
 */
@Timeout(30)
class LatenciesTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);

    @TempDir
    Path directory;

    private final List<Throwable> errors = new ArrayList<>();
    private final ErrorLog log = new ErrorLog(
        new UnsafeBuffer(ByteBuffer.allocateDirect(RankFileDescriptor.ERROR_LOG_LENGTH)), errors::add);

    private JobDirectory join(final int rank) throws IOException {
        final JobDirectory job = JobDirectory.join(directory, rank, 3, JobGeometry.builder().build(), TIMEOUT_NS);
        job.markLive();
        return job;
    }

    private List<String> files() {
        return List.of(directory.toFile().list((parent, name) -> name.startsWith("latency-"))).stream().sorted().toList();
    }

    private static long recorded(final JobDirectory job, final int incarnation, final int peer, final LatencyKind kind)
        throws IOException {
        try (LatencyFile file = LatencyFile.attach(job, 0, incarnation, peer)) {
            return file.reader(kind).recorded();
        }
    }

    @Test
    void shouldMakeAFileOfAPeerWithItsFirstValue() throws IOException {
        try (JobDirectory job = join(0); Latencies latencies = new Latencies(job, 64, log)) {
            assertThat(latencies.isOff()).isFalse();
            assertThat(files()).isEmpty();
            latencies.record(LatencyKind.UNEXPECTED, 2, 5);
            latencies.record(LatencyKind.UNEXPECTED, 2, 6);
            latencies.record(LatencyKind.LOCK_WAIT, 0, 7);
            assertThat(files()).containsExactly("latency-0.1-0.dat", "latency-0.1-2.dat");
            assertThat(recorded(job, 1, 2, LatencyKind.UNEXPECTED)).isEqualTo(2);
            assertThat(recorded(job, 1, 2, LatencyKind.LOCK_WAIT)).isZero();
            assertThat(recorded(job, 1, 0, LatencyKind.LOCK_WAIT)).isOne();
            assertThat(errors).isEmpty();
        }
    }

    @Test
    void shouldRecordNothingOnceItIsClosed() throws IOException {
        try (JobDirectory job = join(0)) {
            final Latencies latencies = new Latencies(job, 64, log);
            latencies.record(LatencyKind.UNEXPECTED, 2, 5);
            latencies.close();
            latencies.close();
            latencies.record(LatencyKind.UNEXPECTED, 1, 5);
            latencies.record(LatencyKind.UNEXPECTED, 2, 5);
            assertThat(files()).containsExactly("latency-0.1-2.dat");
            assertThat(recorded(job, 1, 2, LatencyKind.UNEXPECTED)).isOne();
        }
    }

    @Test
    void shouldGoOnWithTheFileOfAPeerThatJoinsAgain() throws IOException {
        try (JobDirectory job = join(0); Latencies latencies = new Latencies(job, 1, log)) {
            join(1).close();
            latencies.record(LatencyKind.ARRIVAL_MATCH, 1, 5);
            try (JobDirectory again = join(1)) {
                assertThat(again.incarnation()).isEqualTo(2);
                job.released(1, 1);
                latencies.record(LatencyKind.ARRIVAL_MATCH, 1, 5);
                assertThat(recorded(again, 1, 1, LatencyKind.ARRIVAL_MATCH)).isEqualTo(2);
                assertThat(files()).containsExactly("latency-0.1-1.dat");
            }
        }
    }

    @Test
    void shouldBeginAgainInTheNextIncarnationOfTheRank() throws IOException {
        try (JobDirectory one = join(1)) {
            try (JobDirectory job = join(0); Latencies latencies = new Latencies(job, 1, log)) {
                latencies.record(LatencyKind.ARRIVAL_MATCH, 1, 5);
            }
            try (JobDirectory job = join(0); Latencies latencies = new Latencies(job, 1, log)) {
                latencies.record(LatencyKind.ARRIVAL_MATCH, 1, 5);
                assertThat(recorded(one, 2, 1, LatencyKind.ARRIVAL_MATCH)).isOne();
                assertThat(files()).contains("latency-0.2-1.dat");
                assertThat(errors).isEmpty();
            }
        }
    }

    @Test
    void shouldMeasureNothingIfItIsOff() throws IOException {
        try (JobDirectory job = join(0); Latencies latencies = new Latencies(job, Latencies.OFF, log)) {
            assertThat(latencies.isOff()).isTrue();
            latencies.record(LatencyKind.LOCK_WAIT, 1, 5);
            assertThat(LongStream.range(-1_000, 1_000)).noneMatch(latencies::isSampled);
            assertThat(latencies.sampleNext()).isFalse();
            assertThat(files()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64, 1 << 30})
    void shouldMeasureOneOfSoMany(final int sample) throws IOException {
        final int messages = 1 << 18;
        try (JobDirectory job = join(0); Latencies latencies = new Latencies(job, sample, log)) {
            final long[] samples = LongStream.range(0, messages).filter(latencies::isSampled).toArray();
            assertThat((long) samples.length).isBetween((long) messages / sample, (long) messages / sample + 1);
            // As arrays, because a comparison of so many objects takes seconds.
            assertThat(LongStream.range(0, messages).filter(number -> latencies.sampleNext()).toArray()).isEqualTo(samples);
            final TreeSet<Long> placesInABurst = new TreeSet<>();
            LongStream.of(samples).forEach(number -> placesInABurst.add(number % 64));
            assertThat(placesInABurst).hasSize(Math.min(64, samples.length));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 3, Integer.MIN_VALUE})
    void shouldRefuseRatesThatAreNoPowersOfTwo(final int sample) throws IOException {
        try (JobDirectory job = join(0)) {
            assertThatThrownBy(() -> new Latencies(job, sample, log)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("sample=" + sample + " must be 0 or a power of two");
        }
    }

    @Test
    void shouldReportOnceThatAFileCannotBeCreated() throws IOException {
        try (JobDirectory job = join(0); Latencies latencies = new Latencies(job, 1, log)) {
            latencies.record(LatencyKind.CREDIT_STALL, 0, 5);
            Files.createFile(job.latencyPath(0, 1, 1));
            latencies.record(LatencyKind.CREDIT_STALL, 1, 5);
            latencies.record(LatencyKind.CREDIT_STALL, 1, 5);
            latencies.record(LatencyKind.CREDIT_STALL, 2, 5);
            latencies.record(LatencyKind.CREDIT_STALL, 0, 5);
            assertThat(errors).hasSize(1);
            assertThat(errors.get(0)).hasMessageStartingWith(
                "latencies of rank 1 and of ranks that come after it are not measured: " + job.latencyPath(0, 1, 1))
                .hasMessageNotContaining("\n");
            assertThat(recorded(job, 1, 0, LatencyKind.CREDIT_STALL)).isEqualTo(2);
            assertThat(files()).containsExactly("latency-0.1-0.dat", "latency-0.1-1.dat");
        }
    }

    @Test
    void shouldGoOnWithoutAFileOnAFullDisk() throws Exception {
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=4m,mode=700", "none", directory.toString()) == 0,
            "only root can mount a small tmpfs");
        try (JobDirectory job = join(0); Latencies latencies = new Latencies(job, 1, log)) {
            latencies.record(LatencyKind.UNEXPECTED, 0, 5);
            Files.write(directory.resolve("full"), new byte[(int) Files.getFileStore(directory).getUsableSpace()]);
            latencies.record(LatencyKind.UNEXPECTED, 1, 5);
            latencies.record(LatencyKind.UNEXPECTED, 0, 5);
            assertThat(errors).hasSize(1);
            assertThat(errors.get(0)).hasMessageContaining("/latency-0.1-1.dat: need 12864 bytes, have 0; make room in ");
            assertThat(files()).containsExactly("latency-0.1-0.dat");
            assertThat(recorded(job, 1, 0, LatencyKind.UNEXPECTED)).isEqualTo(2);
        } finally {
            assertThat(run("umount", "-l", directory.toString())).isZero();
        }
    }

    private static int run(final String... command) throws Exception {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    }

    @Test
    void shouldAllocateNothing() throws IOException {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (JobDirectory job = join(0); Latencies latencies = new Latencies(job, 2, log)) {
            final int values = 100_000;
            measure(latencies, values);
            threads.getCurrentThreadAllocatedBytes();
            final long before = threads.getCurrentThreadAllocatedBytes();
            measure(latencies, values);
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(values / 10);
        }
    }

    private static void measure(final Latencies latencies, final int values) {
        for (int i = 0; i < values; i++) {
            if (latencies.sampleNext()) {
                latencies.record(LatencyKind.MATCH_COMPLETION, 1, i);
            }
        }
    }

    @Test
    void shouldUseTheRateOfTheSetting() throws IOException {
        try (LocalJob local = LocalJob.in(directory, 2, context -> context.latencySample(4))) {
            EngineAccess.node(local.engine(0)).latencies().record(LatencyKind.LOCK_WAIT, 1, 5);
            try (JobDirectory job = JobDirectory.inspect(directory); LatencyFile file = LatencyFile.attach(job, 0, 1, 1)) {
                assertThat(file.sample()).isEqualTo(4);
                assertThat(file.reader(LatencyKind.LOCK_WAIT).recorded()).isOne();
            }
        }
        assertThat(files()).isEmpty();
    }
}
