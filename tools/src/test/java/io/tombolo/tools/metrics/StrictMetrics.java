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

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a text of metrics, and refuses text outside of the grammar of its format. Covers the part of the grammar that is used: for each
 * family HELP, TYPE and then its samples.
 */
final class StrictMetrics {
    private static final Pattern HEAD = Pattern.compile("# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)");
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)\\{(.+)\\} (-?\\d+(?:\\.\\d+)?)");
    private static final Pattern LIMIT = Pattern.compile(",le=\"([^\"]+)\"$");
    private static final Pattern LABEL = Pattern.compile("(?:^|,)([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\[\\\\\"n])*)\"");
    private static final Pattern ESCAPED_FOR_PROMETHEUS = Pattern.compile("(?:[^\\\\]|\\\\[\\\\n])*");
    private static final Pattern ESCAPED_FOR_OPENMETRICS = Pattern.compile("(?:[^\\\\\"]|\\\\[\\\\\"n])*");

    private final MetricsFormat format;
    private final Map<String, Long> samples = new LinkedHashMap<>();
    private final Set<String> families = new HashSet<>();
    /** By labels: the last bucket of a histogram whose count has not come yet. */
    private final Map<String, Bucket> series = new HashMap<>();
    private String family = "";
    private String type = "";

    private record Bucket(double limit, long count) {
    }

    private StrictMetrics(final MetricsFormat format) {
        this.format = format;
    }

    /** Returns the samples: values by name with labels. */
    static Map<String, Long> parse(final MetricsFormat format, final String text) {
        assertThat(text).doesNotContain("\r").doesNotContain("\n\n");
        List<String> lines = text.lines().toList();
        if (format == MetricsFormat.OPENMETRICS) {
            assertThat(text).endsWith("# EOF\n");
            lines = lines.subList(0, lines.size() - 1);
        } else if (!text.isEmpty()) {
            assertThat(text).endsWith("\n");
        }
        final StrictMetrics metrics = new StrictMetrics(format);
        lines.forEach(metrics::line);
        assertThat(metrics.series).as("each histogram has its count").isEmpty();
        return metrics.samples;
    }

    private void line(final String line) {
        final Matcher head = HEAD.matcher(line);
        if (!head.matches()) {
            assertThat(type).as("a type comes first: " + line).isNotEmpty();
            sample(line);
        } else if (head.group(1).equals("HELP")) {
            family = head.group(2);
            type = "";
            assertThat(families.add(family)).as("once: " + line).isTrue();
            assertThat(head.group(3)).matches(format == MetricsFormat.OPENMETRICS ? ESCAPED_FOR_OPENMETRICS : ESCAPED_FOR_PROMETHEUS);
        } else {
            assertThat(head.group(2)).as(line).isEqualTo(family);
            assertThat(type).as("once: " + line).isEmpty();
            type = head.group(3);
            assertThat(type).isIn(format == MetricsFormat.OPENMETRICS ?
                List.of("counter", "gauge", "info", "histogram") : List.of("counter", "gauge", "histogram"));
        }
    }

    private void sample(final String line) {
        final Matcher sample = SAMPLE.matcher(line);
        assertThat(sample.matches()).as(line).isTrue();
        final String typed = type.equals("counter") ? "_total" : type.equals("info") ? "_info" : "";
        final String suffix = format == MetricsFormat.PROMETHEUS ? "" : typed;
        if (!type.equals("histogram")) {
            assertThat(sample.group(1)).as("families are not mixed").isEqualTo(family + suffix);
        }
        final Set<String> names = new HashSet<>();
        final Matcher label = LABEL.matcher(sample.group(2));
        int end = 0;
        while (label.find() && label.start() == end) {
            assertThat(names.add(label.group(1))).as(line).isTrue();
            end = label.end();
        }
        assertThat(end).as(line).isEqualTo(sample.group(2).length());
        if (type.equals("histogram") && isOfHistogram(sample.group(1), sample.group(2), sample.group(3), line)) {
            return;
        }
        final long value = Long.parseLong(sample.group(3));
        assertThat(type.equals("gauge") || value >= 0).as(line).isTrue();
        assertThat(samples.put(sample.group(1) + '{' + sample.group(2) + '}', value)).as("twice: " + line).isNull();
    }

    /** Checks a sample of a histogram: buckets by their limits, then the sum, then the count. Returns whether it is the sum. */
    private boolean isOfHistogram(final String name, final String labels, final String value, final String line) {
        final Matcher limit = LIMIT.matcher(labels);
        if (limit.find()) {
            assertThat(name).isEqualTo(family + "_bucket");
            final double most = limit.group(1).equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(limit.group(1));
            final Bucket last = series.put(labels.substring(0, limit.start()), new Bucket(most, Long.parseLong(value)));
            assertThat(last == null || last.limit < most && last.count <= Long.parseLong(value)).as(line).isTrue();
        } else if (name.equals(family + "_count")) {
            assertThat(series.remove(labels)).as(line).isEqualTo(new Bucket(Double.POSITIVE_INFINITY, Long.parseLong(value)));
        } else {
            assertThat(name).isEqualTo(family + "_sum");
            assertThat(series.get(labels).limit).as(line).isEqualTo(Double.POSITIVE_INFINITY);
            assertThat(Double.parseDouble(value)).as(line).isNotNegative();
        }
        return name.equals(family + "_sum");
    }
}
