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
package io.tombolo.jmh.bench;

import io.tombolo.jmh.bench.process.TrafficPattern;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Prints a comparison as JSON: a flat object on each line, whose member {@code bench} says what the line is about.
 */
final class ComparisonJson {

    private static final String BENCH = "compare-";
    private static final String MACHINE =
        "{\"bench\":\"compare-machine\",\"machine\":\"%s\",\"kernel\":\"%s\",\"meaning\":\"%s\","
        + "\"load_before\":%.2f,\"load_after\":%.2f,\"jdk\":\"%s\"}";
    private static final String PEER =
        "{\"bench\":\"compare-peer\",\"peer\":\"%s\",\"measured\":\"%s\",\"version\":\"%s\",\"flags\":\"%s\",\"reason\":\"%s\"}";
    private static final String ROW = ",\"ratio_to_canary\":%.4f,\"collections\":%d}";
    private static final String TARGET =
        "{\"bench\":\"compare-bar\",\"state\":\"%s\",\"what\":\"%s\",\"measured\":%.4f,\"limit\":%.4f,\"verdict\":\"%s\",\"note\":\"%s\"}";
    private static final String FAILURE =
        "{\"bench\":\"compare-failure\",\"peer\":\"%s\",\"pattern\":\"%s\",\"work\":\"%s\",\"run\":%d,\"reason\":\"%s\"}";
    private static final String LOSS =
        "{\"bench\":\"compare-loss\",\"pattern\":\"%s\",\"size\":%d,\"lines\":\"%s\",\"depth\":%d,\"buffer\":\"%s\",\"state\":\"%s\","
        + "\"time\":\"%s\",\"ours_ns\":%.2f,\"peer\":\"%s\",\"theirs_ns\":%.2f,\"factor\":%.4f}";

    private ComparisonJson() {
    }

    static Stream<String> lines(final Comparison comparison) {
        final Stream.Builder<String> lines = Stream.builder();
        lines.add(String.format(Locale.ROOT, MACHINE, text(comparison.machine()), text(System.getProperty("os.version")),
            text(comparison.meaning()), comparison.loadBefore(), comparison.loadAfter(), text(System.getProperty("java.version"))));
        comparison.systems().forEach(system -> lines.add(String.format(Locale.ROOT, PEER, system.peer().label(),
            system.measured() ? "yes" : "no", text(system.peer().version()), text(String.join(" ", system.peer().flags())),
            text(system.missing().orElse("")))));
        comparison.rows().forEach(row -> lines.add(row(row)));
        comparison.targets().forEach(target -> lines.add(String.format(Locale.ROOT, TARGET,
            target.state().label(), target.what(), target.measured(), target.limit(), target.verdict(), target.note())));
        comparison.failures().forEach(failure -> lines.add(String.format(Locale.ROOT, FAILURE, failure.plan().peer().label(),
            failure.plan().pattern().label(), failure.work().encode(), failure.run(), text(failure.reason()))));
        comparison.losses().forEach(loss -> lines.add(String.format(Locale.ROOT, LOSS, loss.ours().plan().pattern().label(),
            loss.ours().work().size(), loss.ours().work().fill().label(), loss.ours().work().matching().depth(),
            loss.ours().work().buffer().label(), loss.ours().state().label(), loss.measure(), loss.oursNs(),
            loss.theirs().peer().label(), loss.theirsNs(), loss.factor())));
        return lines.build();
    }

    /** Returns the member {@code bench} of the rows of a pattern. */
    static String bench(final TrafficPattern pattern) {
        return BENCH + pattern.label();
    }

    private static String row(final Row row) {
        final String json = RowJson.format(bench(row.plan().pattern()), row);
        return json.substring(0, json.length() - 1) + String.format(Locale.ROOT, ROW, row.ratioToCanary(), row.collections());
    }

    /** Removes quotes and line ends from the output of other programs. */
    private static String text(final String words) {
        return words.replaceAll("[\"\\\\\\p{Cntrl}]+", " ").strip();
    }
}
