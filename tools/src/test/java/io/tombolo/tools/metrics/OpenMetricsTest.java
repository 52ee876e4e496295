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
import io.tombolo.tools.Screen;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The metrics keep the grammar of OpenMetrics 1.0, as far as it goes for what is written.
 */
@Timeout(30)
class OpenMetricsTest {
    private static final Pattern META = Pattern.compile("# (TYPE|HELP) ([a-z_][a-z0-9_]*) (.+)");
    private static final Pattern SAMPLE = Pattern.compile(
        "([a-z_][a-z0-9_]*)(\\{((?:[a-z_]+=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*\",?)+)\\})? (-?\\d+)");

    private final LocalJob job = LocalJob.of(2, context -> context.errorHandler(error -> { }));
    private final Screen screen = new Screen();

    @AfterEach
    void close() {
        job.close();
    }

    @Test
    void shouldKeepTheGrammar() {
        job.engine(0).world().isend(new UnsafeBuffer(new byte[8]), 0, 8, 1, 7);
        final String text = screen.ok("metrics", job.directory().toString());
        assertThat(text).endsWith("\n# EOF\n").doesNotContain("\r");
        final List<String> lines = text.lines().toList();
        assertThat(lines.indexOf("# EOF")).isEqualTo(lines.size() - 1);
        final Map<String, String> types = new HashMap<>();
        final Set<String> seen = new HashSet<>();
        String family = null;
        for (final String line : lines.subList(0, lines.size() - 1)) {
            final Matcher meta = META.matcher(line);
            if (meta.matches()) {
                family = meta.group(2);
                assertThat(seen.add(meta.group(1) + " " + family)).as("twice: " + line).isTrue();
                if (meta.group(1).equals("TYPE")) {
                    assertThat(meta.group(3)).isIn("counter", "gauge", "info");
                    types.put(family, meta.group(3));
                }
                continue;
            }
            final Matcher sample = SAMPLE.matcher(line);
            assertThat(sample.matches()).as(line).isTrue();
            final String suffix = switch (types.get(family)) {
                case "counter" -> "_total";
                case "info" -> "_info";
                default -> "";
            };
            assertThat(sample.group(1)).as("families are not mixed").isEqualTo(family + suffix);
            assertThat(seen.add(sample.group(1) + sample.group(2))).as("twice: " + line).isTrue();
            assertThat(types.get(family).equals("gauge") || Long.parseLong(sample.group(4)) >= 0).as(line).isTrue();
        }
    }

    @Test
    void shouldTellWhatTheRanksCount() {
        final UnsafeBuffer word = new UnsafeBuffer(new byte[8]);
        job.engine(0).world().send(word, 0, 8, 1, 7);
        job.engine(1).world().recv(word, 0, 8, 0, 7, null);
        job.engine(0).world().isend(word, 0, 8, 1, 8);
        job.kill(1);
        final String text = screen.ok("metrics", job.directory().toString());
        assertThat(text).contains("\ntombolo_sent_short_total{rank=\"0\"} 2\n", "\ntombolo_received_short_total{rank=\"1\"} 1\n",
            "\ntombolo_rank_up{rank=\"0\"} 1\n", "\ntombolo_rank_up{rank=\"1\"} 0\n", "\ntombolo_job_ranks 2\n",
            "\ntombolo_ring_records{rank=\"0\",peer=\"1\"} 1\n", "\ntombolo_packets{rank=\"0\",peer=\"1\",state=\"free\"} 16\n",
            "\n# TYPE tombolo_posted_high_water gauge\n", "\n# TYPE tombolo_bytes_sent counter\n");
        for (final Counter counter : Counter.values()) {
            assertThat(text).contains("# HELP tombolo_" + counter.name().toLowerCase(Locale.ROOT) + " ");
        }
    }
}
