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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.jmh.bench.plot.Chart;
import io.tombolo.jmh.bench.plot.LinePlot;
import io.tombolo.jmh.bench.plot.Series;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The times in the documents are those of the records. With {@code -Dtombolo.test.documents.write=true} they are written there instead.
 */
class DocumentedRecordsTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final boolean WRITES = Boolean.getBoolean("tombolo.test.documents.write");
    private static final String PING_PONG = "compare-ping_pong";
    private static final int REWRITTEN_FROM = 4096;
    private static final List<String> FEW_SIZES = List.of("8", "1024", "65536", "1048576");
    private static final List<String> SIZES = List.of(
        "8", "64", "256", "1024", "4096", "16384", "65536", "262144", "1048576", "4194304");
    /** The pages say stream, as window is the word for memory of other ranks. */
    private static final Map<String, String> STREAM = Map.of("window", "stream");
    private static final Map<String, String> PEERS = new LinkedHashMap<>();

    private static StoredTimes older;
    private static StoredTimes newer;
    private static StoredTimes streams;
    private static StoredTimes collectives;

    @BeforeAll
    static void readRecords() throws IOException {
        older = StoredTimes.read(ROOT.resolve("jmh/results/compare-jdk17.json"));
        newer = StoredTimes.read(ROOT.resolve("jmh/results/compare-jdk25.json"));
        streams = StoredTimes.read(ROOT.resolve("jmh/results/stream-jdk17.json"));
        collectives = StoredTimes.read(ROOT.resolve("jmh/results/collectives-jdk17.json"));
        PEERS.put("openmpi", "Open MPI");
        PEERS.put("mpich", "MPICH");
        PEERS.put("ucx", "UCX");
        PEERS.put("aeron", "Aeron");
        PEERS.put("chronicle", "Chronicle");
        PEERS.put("agrona", "Agrona");
    }

    @Test
    void shouldShowFewTimesInTheReadme() throws IOException {
        final List<StoredTimes.Column> columns = FEW_SIZES.stream()
            .map(size -> new StoredTimes.Column(bytes(size), system -> readme(system, size))).toList();
        assertTable("README.md", "times", StoredTimes.table("", List.of("tombolo", "openmpi", "mpich", "ucx"),
            system -> "tombolo".equals(system) ? "Tombolo" : PEERS.get(system), columns));
    }

    @Test
    void shouldShowAllHalfRoundTrips() throws IOException {
        for (final String state : List.of("near", "far")) {
            assertTable("docs/performance.md", "rewritten-" + state, table(PING_PONG, state, "fresh"));
            assertTable("docs/performance.md", "unchanged-" + state, table(PING_PONG, state, "clean"));
        }
    }

    @Test
    void shouldShowStreamsAndBothWays() throws IOException {
        for (final String state : List.of("near", "far")) {
            assertTable("docs/performance.md", "stream-" + state, table("compare-window", state, "clean"));
            assertTable("docs/performance.md", "both-ways-" + state, table("compare-both_ways", state, "clean"));
        }
    }

    @Test
    void shouldShowMessagesWithoutAnswers() throws IOException {
        assertTable("docs/performance.md", "one-way", streams("one_way", List.of("8", "64", "256", "1024", "4096", "16384", "65536")));
        assertTable("docs/performance.md", "fan-in", streams("fan_in", List.of("8", "64", "1024")));
        for (final String pattern : List.of("feed", "feed_latency")) {
            assertTable("docs/performance.md", pattern.replace('_', '-'), StoredTimes.table(
                "bytes", List.of("8", "64", "1024"), DocumentedRecordsTest::bytes,
                List.of(stream("Tombolo", pattern, "tombolo"), stream("Aeron", pattern, "aeron"), stream("Agrona", pattern, "agrona"))));
        }
    }

    private static List<String> streams(final String pattern, final List<String> sizes) {
        final List<StoredTimes.Column> columns = new ArrayList<>();
        columns.add(stream("send, recv", pattern, "tombolo"));
        columns.add(stream("trySend, poll", pattern, "polled"));
        for (final String peer : List.of("openmpi", "mpich", "ucx", "aeron", "agrona")) {
            columns.add(stream(PEERS.get(peer), pattern, peer));
        }
        return StoredTimes.table("bytes", sizes, DocumentedRecordsTest::bytes, columns);
    }

    private static StoredTimes.Column stream(final String heading, final String pattern, final String peer) {
        return new StoredTimes.Column(
            heading, size -> streams.time("bench", "stream", "pattern", pattern, "peer", peer, "size", size, "state", "near"));
    }

    @Test
    void shouldShowCollectiveOperations() throws IOException {
        for (final String cores : List.of("near", "far")) {
            assertTable("docs/performance.md", "collectives-" + cores, collectives("ranks", "2", "state", cores));
        }
        for (final String ranks : List.of("4", "8")) {
            assertTable("docs/performance.md", "collectives-" + ranks, collectives("ranks", ranks, "state", "near"));
        }
    }

    private static List<String> collectives(final String... members) {
        final List<String> calls = new ArrayList<>(List.of("barrier 0"));
        for (final String operation : List.of("bcast", "allreduce", "allgather", "alltoall")) {
            FEW_SIZES.forEach(size -> calls.add(operation + " " + size));
        }
        final Map<String, String> systems = new LinkedHashMap<>();
        systems.put("tombolo", "Tombolo");
        systems.put("tombolo region", "from regions");
        systems.put("openmpi", "Open MPI");
        systems.put("openmpi sm", "Open MPI, coll/sm");
        systems.put("mpich", "MPICH");
        final List<StoredTimes.Column> columns = new ArrayList<>();
        systems.forEach((system, heading) -> columns.add(new StoredTimes.Column(heading, call -> collectives.time(Stream.concat(
            Stream.of(members), Stream.of("system", system, "operation", operation(call), "size", size(call))).toArray(String[]::new)))));
        return StoredTimes.table(
            "operation", calls, call -> "0".equals(size(call)) ? operation(call) : operation(call) + ", " + bytes(size(call)), columns);
    }

    private static String operation(final String call) {
        return call.substring(0, call.indexOf(' '));
    }

    private static String size(final String call) {
        return call.substring(call.indexOf(' ') + 1);
    }

    @Test
    void shouldShowMatching() throws IOException {
        for (final String side : List.of("posted", "unexpected")) {
            assertTable("docs/performance.md", side, StoredTimes.table("depth", List.of("1", "10", "100", "1000", "10000"), depth -> depth,
                columns(column -> column.time("bench", "compare-matching", "side", side, "state", "near"), "depth", false)));
        }
    }

    @Test
    void shouldShowEveryLoss() throws IOException {
        for (final Map.Entry<String, StoredTimes> record : Map.of("17", older, "25", newer).entrySet()) {
            final Map<String, Map<String, String>> worst = new LinkedHashMap<>();
            for (final Map<String, String> loss : record.getValue().rows("bench", "compare-loss", "time", "p50", "buffer", "private")) {
                if (List.of("openmpi", "mpich", "ucx").contains(loss.get("peer"))) {
                    worst.merge(loss.get("state") + loss.get("pattern") + loss.get("size") + loss.get("lines") + loss.get("depth"), loss,
                        (a, b) -> factor(a) >= factor(b) ? a : b);
                }
            }
            final List<String> lines = new ArrayList<>(List.of(
                "| cores | what | size | Tombolo | best | its time | factor |", "| --- | --- | ---: | ---: | --- | ---: | ---: |"));
            worst.values().stream().sorted((a, b) -> Double.compare(factor(b), factor(a))).forEach(loss -> lines.add(
                "| " + loss.get("state") + " | " + STREAM.getOrDefault(loss.get("pattern"), loss.get("pattern")).replace('_', ' ')
                    + (PING_PONG.endsWith(loss.get("pattern")) && "clean".equals(loss.get("lines")) ? ", unchanged buffer" : "")
                    + " | " + bytes(loss.get("size")) + " | " + StoredTimes.words(Double.parseDouble(loss.get("ours_ns"))) + " | "
                    + PEERS.get(loss.get("peer")) + " | " + StoredTimes.words(Double.parseDouble(loss.get("theirs_ns"))) + " | "
                    + String.format(Locale.ROOT, "%.2f", factor(loss)) + " |"));
            assertTable("docs/performance.md", "losses-jdk" + record.getKey(), lines);
        }
    }

    @Test
    void shouldDrawTheChart() throws IOException {
        final LinePlot plot = new LinePlot("half a round trip by message length; lower is better",
            "message length", size -> bytes(Integer.toString(size)), Numbers::time);
        for (final String system : List.of("ucx", "mpich", "openmpi", "aeron", "tombolo")) {
            final TreeMap<Integer, Double> points = new TreeMap<>();
            for (final String size : SIZES) {
                final double median = older.median(members(PING_PONG, system, size, "near", Integer.parseInt(size) < REWRITTEN_FROM
                    ? "clean" : "fresh"));
                if (!Double.isNaN(median)) {
                    points.put(Integer.parseInt(size), median);
                }
            }
            plot.add(new Series("tombolo".equals(system) ? "Tombolo" : PEERS.get(system), system, points));
        }
        final String style;
        try (InputStream stream = getClass().getResourceAsStream("/io/tombolo/jmh/compare.css")) {
            style = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
        assertText(ROOT.resolve("docs/latency.svg"), Chart.svg(plot, plotStyle(style)));
    }

    /** The rules that plots need. */
    private static String plotStyle(final String style) {
        return style.substring(style.indexOf("/* plots */") + "/* plots */".length(), style.indexOf("/* end of plots */")).strip();
    }

    private static String readme(final String system, final String size) {
        final String lines = Integer.parseInt(size) < REWRITTEN_FROM ? "clean" : "fresh";
        final String time = older.time(members(PING_PONG, system, size, "near", lines));
        return "tombolo".equals(system) ? time + " (" + newer.time(members(PING_PONG, system, size, "near", lines)) + ")" : time;
    }

    private static List<String> table(final String bench, final String state, final String lines) {
        return StoredTimes.table("bytes", SIZES, DocumentedRecordsTest::bytes,
            columns(time -> time.time("bench", bench, "state", state, "lines", lines), "size", true));
    }

    /** Finds the time of a row that is known but for its system, memory and one value. */
    private interface Times {
        String of(Timed times);
    }

    private interface Timed {
        String time(String... members);
    }

    private static List<StoredTimes.Column> columns(final Times times, final String varied, final boolean hasRegions) {
        final List<StoredTimes.Column> columns = new ArrayList<>();
        columns.add(column("Tombolo", times, older, varied, "tombolo", "private"));
        columns.add(column("JDK 25", times, newer, varied, "tombolo", "private"));
        if (hasRegions) {
            columns.add(column("from a region", times, older, varied, "tombolo", "registered"));
        }
        PEERS.forEach((system, name) -> columns.add(column(name, times, older, varied, system, "private")));
        return columns;
    }

    private static StoredTimes.Column column(
        final String heading, final Times times, final StoredTimes record, final String varied, final String system, final String buffer) {
        return new StoredTimes.Column(heading, value -> times.of(members -> record.time(
            Stream.concat(Stream.of(members), Stream.of("peer", system, "buffer", buffer, varied, value)).toArray(String[]::new))));
    }

    private static String[] members(
        final String bench, final String system, final String size, final String state, final String lines) {
        return new String[] {"bench", bench, "peer", system, "size", size, "state", state, "lines", lines, "buffer", "private"};
    }

    private static double factor(final Map<String, String> loss) {
        return Double.parseDouble(loss.get("factor"));
    }

    private static String bytes(final String size) {
        final int count = Integer.parseInt(size);
        return count < 1024 ? count + " B" : count < 1 << 20 ? count / 1024 + " KiB" : (count >> 20) + " MiB";
    }

    /** The lines of a document between a mark and the next empty line. */
    private static void assertTable(final String document, final String mark, final List<String> table) throws IOException {
        final Path path = ROOT.resolve(document);
        final List<String> lines = new ArrayList<>(Files.readAllLines(path));
        final int from = lines.indexOf("<!-- " + mark + " -->") + 1;
        assertThat(from).as("<!-- " + mark + " --> in " + document).isPositive();
        final int to = from + Collections.indexOfSubList(lines.subList(from, lines.size()), List.of(""));
        if (WRITES) {
            lines.subList(from, to).clear();
            lines.addAll(from, table);
            Files.write(path, lines);
        }
        assertThat(Files.readAllLines(path).subList(from, from + table.size() + 1)).startsWith(table.toArray(String[]::new)).endsWith("");
    }

    private static void assertText(final Path path, final String text) throws IOException {
        if (WRITES) {
            Files.writeString(path, text);
        }
        assertThat(path).hasContent(text);
    }
}
