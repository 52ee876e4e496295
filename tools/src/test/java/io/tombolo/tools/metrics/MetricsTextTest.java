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
package io.tombolo.tools.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.LocalJob;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.job.RankRequest;
import io.tombolo.ringbuffers.latency.LatencyFile;
import io.tombolo.ringbuffers.latency.LatencyKind;
import io.tombolo.tools.Screen;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Jobs are written as metrics, in both formats.
 */
@Timeout(30)
class MetricsTextTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);

    @TempDir
    private Path parent;

    private final Screen screen = new Screen();
    private LocalJob job;
    private LocalJob other;

    @BeforeEach
    void launch() {
        job = LocalJob.in(parent.resolve("one"), 2, context -> context.errorHandler(error -> { }));
        other = LocalJob.in(parent.resolve("an\\ \"other\"\n\u00fc"), 1, context -> { });
    }

    @AfterEach
    void close() {
        job.close();
        other.close();
    }

    private Map<String, Long> metrics(final MetricsFormat format, final String... arguments) {
        final String[] all = List.of(arguments).toArray(new String[arguments.length + 3]);
        System.arraycopy(all, 0, all, 3, arguments.length);
        all[0] = "metrics";
        all[1] = "--parent=" + parent;
        all[2] = "--format=" + format.name().toLowerCase(Locale.ROOT);
        return StrictMetrics.parse(format, screen.ok(all));
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepTheGrammar(final MetricsFormat format) {
        job.engine(0).world().isend(new UnsafeBuffer(new byte[8]), 0, 8, 1, 7);
        final Map<String, Long> samples = metrics(format, "--all");
        assertThat(samples).containsEntry("tombolo_job_ranks{job=\"one\"}", 2L)
            .containsEntry("tombolo_job_ranks{job=\"an\\\\ \\\"other\\\"\\n\u00fc\"}", 1L)
            .containsEntry("tombolo_sent_short_total{job=\"one\",rank=\"0\"}", 1L);
        assertThat(samples.keySet()).filteredOn(name -> name.startsWith("tombolo_job_info{")).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellWhatTheRanksCount(final MetricsFormat format) {
        final UnsafeBuffer word = new UnsafeBuffer(new byte[8]);
        job.engine(0).world().send(word, 0, 8, 1, 7);
        job.engine(1).world().recv(word, 0, 8, 0, 7, null);
        job.engine(0).world().isend(word, 0, 8, 1, 8);
        job.kill(1);
        final Map<String, Long> samples = metrics(format, job.directory().toString());
        assertThat(samples).containsEntry("tombolo_sent_short_total{job=\"one\",rank=\"0\"}", 2L)
            .containsEntry("tombolo_received_short_total{job=\"one\",rank=\"1\"}", 1L)
            .containsEntry("tombolo_rank_up{job=\"one\",rank=\"0\"}", 1L)
            .containsEntry("tombolo_rank_up{job=\"one\",rank=\"1\"}", 0L)
            .containsEntry("tombolo_job_ranks{job=\"one\"}", 2L)
            .containsEntry("tombolo_ring_records{job=\"one\",rank=\"0\",peer=\"1\"}", 1L)
            .containsEntry("tombolo_packets{job=\"one\",rank=\"0\",peer=\"1\",state=\"free\"}", 16L);
        for (final Counter counter : Counter.values()) {
            assertThat(samples.keySet()).anyMatch(
                name -> name.matches("tombolo_" + counter.name().toLowerCase(Locale.ROOT) + "(_total)?\\{.*"));
        }
    }

    /** The values lie in the middle of the buckets of the histogram, between the limits. */
    @ParameterizedTest
    @EnumSource
    void shouldTellHowLongMessagesHaveWaited(final MetricsFormat format) throws IOException {
        try (JobDirectory measured = JobDirectory.join(
            parent.resolve("measured"), "", new RankRequest(RankRequest.BY_NAME, "gateway", false), 2, JobGeometry.builder().build(),
            TIMEOUT_NS);
            LatencyFile file = LatencyFile.create(measured, 1, 64)) {
            for (final long ns : new long[] {50, 5_000, 5_000, 50_000_000_000L}) {
                file.histogram(LatencyKind.UNEXPECTED).record(ns);
            }
            file.histogram(LatencyKind.LOCK_WAIT).record(1);
            final Map<String, Long> samples = metrics(format, "measured");
            final String labels = "{job=\"measured\",rank=\"0\",name=\"gateway\",peer=\"1\",kind=\"unexpected\"";
            final String bucket = "tombolo_latency_seconds_bucket" + labels + ",le=\"";
            assertThat(samples).containsEntry(bucket + "1e-07\"}", 1L).containsEntry(bucket + "1e-06\"}", 1L)
                .containsEntry(bucket + "1e-05\"}", 3L).containsEntry(bucket + "10.0\"}", 3L).containsEntry(bucket + "+Inf\"}", 4L)
                .containsEntry("tombolo_latency_seconds_count" + labels + "}", 4L)
                .containsEntry("tombolo_latency_sample" + labels + "}", 64L)
                .containsEntry("tombolo_latency_sample" + labels.replace("unexpected", "lock-wait") + "}", 1L);
            assertThat(screen.out()).contains("# TYPE tombolo_latency_seconds histogram\n",
                "tombolo_latency_seconds_sum" + labels + "} 50.000010050\n");
        }
    }

    @Test
    void shouldNameFamiliesAsEachFormatDoes() {
        metrics(MetricsFormat.PROMETHEUS, "one");
        assertThat(screen.out()).contains("# TYPE tombolo_job_info gauge\n", "# TYPE tombolo_bytes_sent_total counter\n",
            "# TYPE tombolo_posted_high_water gauge\n");
        metrics(MetricsFormat.OPENMETRICS, "one");
        assertThat(screen.out()).contains("# TYPE tombolo_job info\n", "# TYPE tombolo_bytes_sent counter\n",
            "# TYPE tombolo_posted_high_water gauge\n");
    }

    @Test
    void shouldWriteNothingOfNoJobs() {
        assertThat(screen.ok("metrics", "--all", "--parent", parent.resolve("none").toString())).isEmpty();
        assertThat(screen.run("metrics", "--all", "one")).isEqualTo(2);
    }
}
