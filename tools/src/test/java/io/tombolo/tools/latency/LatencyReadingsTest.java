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
package io.tombolo.tools.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.latency.LatencyBuckets;
import io.tombolo.ringbuffers.latency.LatencyFile;
import io.tombolo.ringbuffers.latency.LatencyHistogram;
import io.tombolo.ringbuffers.latency.LatencyKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a rank has recorded is rebuilt as a histogram of HdrHistogram.
 */
@Timeout(30)
class LatencyReadingsTest {
    private static final int VALUES = 1_000_000;

    @TempDir
    Path directory;

    private MeasuredJob job;

    @BeforeEach
    void join() throws IOException {
        job = new MeasuredJob(directory);
    }

    @AfterEach
    void leave() {
        job.close();
    }

    private List<LatencyReading> readings() throws IOException {
        return LatencyReadings.of(job.job()).readings();
    }

    @Test
    void shouldRebuildTheHistogram() throws IOException {
        final long seed = System.nanoTime();
        final SplittableRandom random = new SplittableRandom(seed);
        final Histogram expected = new Histogram(1, LatencyBuckets.HIGHEST, LatencyBuckets.DIGITS);
        final LatencyHistogram recorded = job.file(2, 64).histogram(LatencyKind.MATCH_COMPLETION);
        long sum = 0;
        long max = 0;
        for (int i = 0; i < VALUES; i++) {
            final long value = random.nextLong(1L << random.nextInt(1, 41));
            expected.recordValue(value);
            recorded.record(value);
            sum += value;
            max = Math.max(max, value);
        }
        final LatencyReading reading = readings().get(0);
        assertThat(reading.histogram()).as("seed %d", seed).isEqualTo(expected);
        assertThat(reading.count()).isEqualTo(VALUES);
        assertThat(reading.sumNs()).isEqualTo(sum);
        assertThat(reading.maxNs()).isEqualTo(max);
        assertThat(reading.percentile(100)).isEqualTo(max);
        assertThat(reading.percentile(50)).isEqualTo(expected.getValueAtPercentile(50));
    }

    @Test
    void shouldCountBucketsByTheirHighestValues() throws IOException {
        final LatencyHistogram recorded = job.file(2, 64).histogram(LatencyKind.MATCH_COMPLETION);
        for (final long ns : new long[] {0, 5, 100, 101, 104}) {
            recorded.record(ns);
        }
        final LatencyReading reading = readings().get(0);
        assertThat(reading.countUpTo(0)).isOne();
        assertThat(reading.countUpTo(5)).isEqualTo(2);
        assertThat(reading.countUpTo(102)).as("the bucket has the values from 100 to 103").isEqualTo(2);
        assertThat(reading.countUpTo(103)).isEqualTo(4);
        assertThat(reading.countUpTo(10_000_000_000L)).isEqualTo(5);
    }

    @Test
    void shouldReadTheRanksPeersAndKindsInOrder() throws IOException {
        assertThat(readings()).isEmpty();
        job.file(2, 32).histogram(LatencyKind.UNEXPECTED).record(4);
        final LatencyFile file = job.file(0, 32);
        file.histogram(LatencyKind.LOCK_WAIT).record(4);
        file.histogram(LatencyKind.ARRIVAL_MATCH).record(4);
        assertThat(readings()).extracting(LatencyReading::label)
            .containsExactly("rank-1.peer-0.arrival-match", "rank-1.peer-0.lock-wait", "rank-1.peer-2.unexpected");
        assertThat(readings()).extracting(LatencyReading::sample).containsExactly(32, 1, 32);
        assertThat(readings()).extracting(LatencyReading::measured).containsExactly("1 of 32", "all", "1 of 32");
        assertThat(LatencyReadings.of(job.job()).only(reading -> reading.peer() == 2).readings()).hasSize(1);
    }

    @Test
    void shouldReadTheLastIncarnationAlone() throws IOException {
        job.file(2, 64).histogram(LatencyKind.UNEXPECTED).record(4);
        job.joinAgain();
        assertThat(directory.resolve("latency-1.1-2.dat")).exists();
        assertThat(readings()).isEmpty();
        job.file(2, 64).histogram(LatencyKind.UNEXPECTED).record(9);
        assertThat(readings()).extracting(LatencyReading::maxNs).containsExactly(9L);
    }

    @Test
    void shouldSayWhatItCannotRead() throws IOException {
        job.file(0, 64).histogram(LatencyKind.UNEXPECTED).record(4);
        Files.write(directory.resolve("latency-1.1-2.dat"), new byte[5]);
        for (final String other : new String[] {"latency-1.1-7.dat", "latency-7.1-0.dat", "latency-x.dat", "latency-1.99999999999-0.dat"}) {
            Files.createFile(directory.resolve(other));
        }
        final LatencyReadings latencies = LatencyReadings.of(job.job());
        assertThat(latencies.readings()).hasSize(1);
        assertThat(latencies.problems()).singleElement().asString().startsWith(directory.resolve("latency-1.1-2.dat") + ": refused")
            .doesNotContain("\n");
    }
}
