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
import static org.assertj.core.api.Assertions.within;

import io.tombolo.ringbuffers.latency.LatencyFile;
import io.tombolo.ringbuffers.latency.LatencyKind;
import io.tombolo.tools.Screen;
import io.tombolo.tools.text.ScreenText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code inspect --latency} shows and exports what the ranks have measured.
 */
@Timeout(30)
class InspectLatencyTest {
    @TempDir
    Path parent;

    private final Screen screen = new Screen();
    private Path directory;
    private MeasuredJob job;

    @BeforeEach
    void join() throws IOException {
        directory = parent.resolve("job");
        job = new MeasuredJob(directory);
    }

    @AfterEach
    void leave() {
        job.close();
    }

    private String[] latency(final String... arguments) {
        return Stream.concat(Stream.of("inspect", directory.toString(), "--latency"), Stream.of(arguments)).toArray(String[]::new);
    }

    private void measure() throws IOException {
        final LatencyFile file = job.file(0, 64);
        for (int i = 1; i <= 100; i++) {
            file.histogram(LatencyKind.ARRIVAL_MATCH).record(i * 1_000);
        }
        file.histogram(LatencyKind.LOCK_WAIT).record(2_500_000_000L);
        job.file(2, 64).histogram(LatencyKind.LOCK_WAIT).record(17);
    }

    @Test
    void shouldShowATable() throws IOException {
        assertThat(screen.ok(latency())).isEqualTo("no latencies: nothing was measured\n");
        measure();
        assertThat(screen.ok(latency()).lines().map(line -> line.strip().replaceAll(" {2,}", "|"))).containsExactly(
            "rank|peer|kind|measured|count|p50|p90|p99|p99.9|max",
            "1|0|arrival-match|1 of 64|100|51 us|90 us|100 us|100 us|100 us",
            "1|0|lock-wait|all|1|2.5 s|2.5 s|2.5 s|2.5 s|2.5 s",
            "1|2|lock-wait|all|1|17 ns|17 ns|17 ns|17 ns|17 ns",
            "percentiles are exact to 6 %; a count is that of measured waits");
    }

    @Test
    void shouldShowOneRankOrPeer() throws IOException {
        measure();
        assertThat(screen.ok(latency("--rank", "1", "--peer", "2")).lines()).hasSize(3).anyMatch(line -> line.contains("17 ns"));
        assertThat(screen.ok(latency("--rank", "0"))).startsWith("no latencies");
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() {
        assertThat(screen.run(latency("--rank", "3"))).isEqualTo(2);
        assertThat(screen.err()).contains("the job has no rank '3'; it has ranks 0 to 2");
        assertThat(screen.run(latency("--peer", "-1"))).isEqualTo(2);
        assertThat(screen.err()).contains("--peer -1: the job has ranks 0 to 2");
        assertThat(screen.run("inspect", directory.toString(), "--peer", "1")).isEqualTo(2);
        assertThat(screen.err()).contains("--peer, --hgrm and --hdr-log need --latency");
    }

    @Test
    void shouldTellWhatItCannotRead() throws IOException {
        Files.createFile(directory.resolve("latency-1.1-2.dat"));
        assertThat(screen.ok(latency())).contains("not read: " + directory.resolve("latency-1.1-2.dat") + ": refused, ");
    }

    @Test
    void shouldWriteJson() throws IOException {
        measure();
        final Map<?, ?> json = (Map<?, ?>) screen.json(latency("--json", "--peer", "2"));
        assertThat(json.get("format")).hasToString("1");
        assertThat(json.get("directory")).isEqualTo(directory.toString());
        assertThat((List<?>) json.get("problems")).isEmpty();
        final Map<?, ?> only = (Map<?, ?>) ((List<?>) json.get("latencies")).get(0);
        assertThat(only.get("kind")).isEqualTo("lock-wait");
        for (final String name : new String[] {"p50", "p90", "p99", "p999", "max", "sum"}) {
            assertThat(only.get(name)).as(name).hasToString("17");
        }
        assertThat(only.get("sample")).hasToString("1");
        assertThat(only.get("buckets")).hasToString("[[17, 1]]");
    }

    @Test
    void shouldWriteFilesOfPercentiles() throws IOException {
        measure();
        final Path files = parent.resolve("new/percentiles");
        screen.ok(latency("--hgrm", files.toString()));
        assertThat(files.toFile().list()).containsExactlyInAnyOrder(
            "latency-1-0-arrival-match.hgrm", "latency-1-0-lock-wait.hgrm", "latency-1-2-lock-wait.hgrm");
        assertThat(Files.readString(files.resolve("latency-1-0-arrival-match.hgrm")))
            .contains("Value", "Percentile", "Total count    =          100").containsPattern("(?m)^ +51\\.\\d+ 0\\.50");
    }

    @Test
    void shouldWriteALogThatHdrHistogramReads() throws IOException {
        measure();
        final Path log = parent.resolve("latency.hlog");
        screen.ok(latency("--hdr-log", log.toString()));
        final Set<String> tags = new HashSet<>();
        try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
            while (reader.hasNext()) {
                final Histogram read = (Histogram) reader.nextIntervalHistogram();
                assertThat(tags.add(read.getTag())).isTrue();
                final LatencyReading reading = LatencyReadings.of(job.job()).readings().stream()
                    .filter(each -> each.label().equals(read.getTag())).findFirst().orElseThrow();
                assertThat(read).isEqualTo(reading.histogram());
                // The log has seconds with three decimals.
                assertThat(read.getStartTimeStamp()).isCloseTo(reading.sinceMs(), within(1L));
                assertThat(read.getEndTimeStamp()).isGreaterThanOrEqualTo(read.getStartTimeStamp());
            }
        }
        assertThat(tags).containsExactlyInAnyOrder(
            "rank-1.peer-0.arrival-match", "rank-1.peer-0.lock-wait", "rank-1.peer-2.lock-wait");
    }

    @Test
    void shouldFormatTimesOfAllLengths() {
        assertThat(Stream.of(0L, 999L, 1_000L, 9_949L, 10_000L, 999_499L, 999_500L, 1_000_000L, 59_000_000_000L, 3_600_000_000_000L)
            .map(ScreenText::duration)).containsExactly("0 ns", "999 ns", "1.0 us", "9.9 us", "10 us", "999 us", "1.0 ms", "1.0 ms", "59 s",
                "3600 s");
    }
}
