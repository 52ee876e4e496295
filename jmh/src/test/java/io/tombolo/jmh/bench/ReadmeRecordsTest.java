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

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The table of times in the README is that of the records; where it differs, what is expected here is what to put there.
 */
class ReadmeRecordsTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final List<String> PEERS = List.of("openmpi", "mpich", "ucx");
    private static final String HEADING = "| | Tombolo | Open MPI | MPICH | UCX |";
    private static final String RULE = "| --- | --- | --- | --- | --- |";
    private static final String NOTHING = "—";
    private static final String PING_PONG = "\"bench\":\"compare-ping_pong\"";
    private static final String WINDOW = "\"bench\":\"compare-window\"";
    private static final String BOTH_WAYS = "\"bench\":\"compare-both_ways\"";
    private static final String MATCHING = "\"bench\":\"compare-matching\"";
    private static final String CLEAN = "\"lines\":\"clean\"";
    private static final String FRESH = "\"lines\":\"fresh\"";
    private static final String PRIVATE = "\"buffer\":\"private\"";
    private static final String REGISTERED = "\"buffer\":\"registered\"";
    /** The cores of a pair share a cache. */
    private static final String NEAR = "\"state\":\"near\"";

    /** A row of the table, and what its object holds in the record beside system and state. Of what has no counterpart, one alone. */
    private record Line(String label, String system, boolean isAlone, String... members) {
    }

    private static final List<Line> LINES = List.of(
        halfTrip("8 bytes", 8, CLEAN),
        halfTrip("256 bytes", 256, CLEAN),
        halfTrip("1 KiB", 1 << 10, CLEAN),
        halfTrip("4 KiB", 4 << 10, FRESH),
        halfTrip("16 KiB", 16 << 10, FRESH),
        halfTrip("64 KiB", 64 << 10, FRESH),
        halfTrip("1 MiB", 1 << 20, FRESH),
        new Line("half round trip, 64 KiB from `engine.allocate`", "tombolo", true, size(64 << 10), PING_PONG, FRESH, REGISTERED),
        new Line("half round trip, 1 MiB read in place", "in_place", true, size(1 << 20), PING_PONG, CLEAN, PRIVATE),
        new Line("a message of 64 in a window, 8 bytes", "tombolo", false, size(8), WINDOW, CLEAN, PRIVATE),
        new Line("a message of 64 in a window, 64 KiB", "tombolo", false, size(64 << 10), WINDOW, CLEAN, PRIVATE),
        new Line("one message each way at once, 8 bytes", "tombolo", false, size(8), BOTH_WAYS, CLEAN, PRIVATE),
        new Line("one message each way at once, 16 KiB", "tombolo", false, size(16 << 10), BOTH_WAYS, CLEAN, PRIVATE),
        new Line("half round trip, matched last of 1,000 receives", "tombolo", false, MATCHING, depth(1_000),
            "\"side\":\"posted\""),
        new Line("half round trip, found last of 10,000 unexpected messages", "tombolo", false, MATCHING, depth(10_000),
            "\"side\":\"unexpected\""),
        new Line("8 ranks on the two cores, all to all, 8 bytes", "tombolo", false, "\"bench\":\"compare-all_to_all\""));

    @Test
    void shouldShowWhatWasMeasured() throws IOException {
        final List<String> older = record("compare-jdk17.json");
        final List<String> newer = record("compare-jdk25.json");
        final List<String> table = new ArrayList<>(List.of(HEADING, RULE));
        for (final Line line : LINES) {
            final String own = time(older, line, line.system) + " (" + time(newer, line, line.system) + ")";
            table.add(PEERS.stream().map(peer -> line.isAlone ? NOTHING : time(older, line, peer))
                .collect(Collectors.joining(" | ", "| " + line.label + " | " + own + " | ", " |")));
        }
        assertThat(Files.readAllLines(ROOT.resolve("README.md")).stream()
            .dropWhile(line -> !HEADING.equals(line)).takeWhile(line -> !line.isEmpty())).containsExactlyElementsOf(table);
    }

    private static Line halfTrip(final String label, final int size, final String lines) {
        return new Line("half round trip, " + label, "tombolo", false, size(size), PING_PONG, lines, PRIVATE);
    }

    private static String size(final int size) {
        return "\"size\":" + size + ",";
    }

    private static String depth(final int depth) {
        return "\"depth\":" + depth + ",";
    }

    private static String time(final List<String> record, final Line line, final String system) {
        return record.stream()
            .filter(object -> object.contains("\"peer\":\"" + system + "\"") && object.contains(NEAR))
            .filter(object -> Stream.of(line.members).allMatch(object::contains))
            .findFirst().map(ReadmeRecordsTest::words).orElse(NOTHING);
    }

    /** Three digits, or all before the point. */
    private static String words(final String object) {
        final double ratio = Double.parseDouble(object.replaceAll(".*\"ratio_to_canary\":([0-9.]+).*", "$1"));
        return String.format(Locale.ROOT, ratio < 10 ? "%.2f" : ratio < 100 ? "%.1f" : "%,.0f", ratio);
    }

    private static List<String> record(final String name) throws IOException {
        return Files.readAllLines(ROOT.resolve("jmh").resolve("results").resolve(name));
    }
}
