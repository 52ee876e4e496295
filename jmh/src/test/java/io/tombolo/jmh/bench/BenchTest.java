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

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Timeout(120)
class BenchTest {
    private static final List<String> MEASURED = List.of(
        "bench", "size", "p50_ns", "p99_ns", "p999_ns", "ratio_to_floor", "canary_before_ns", "canary_after_ns", "jdk", "runs");
    private static final List<String> POSITIVE = List.of(
        "p50_ns", "p99_ns", "p999_ns", "ratio_to_floor", "canary_before_ns", "canary_after_ns", "runs");
    private static final Pattern OBJECT = Pattern.compile("\\{(\"\\w+\":(\"[^\"]*\"|[-\\d.]+))(,\"\\w+\":(\"[^\"]*\"|[-\\d.]+))*}");
    private static final Pattern FIELD = Pattern.compile("\"(\\w+)\":(?:\"([^\"]*)\"|([-\\d.]+))");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldPrintTheFloorForPeople() {
        assertThat(execute("floor", "--size", "8", "--runs", "1", "--segment-ms", "1")).as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).contains("JDK " + System.getProperty("java.version"), "pinned");
        assertThat(lines.get(2)).startsWith("peer").contains("p50 ns", "p99.9 ns", "ratio", "canary");
        assertThat(lines.get(3)).matches("floor +- +- +8 near +1( +[\\d.]+){5} +\\d+/\\d+");
    }

    @Test
    void shouldPrintTheFloorForProgramsAndKeepHistogramLogs(@TempDir final Path directory) throws IOException {
        assertThat(execute("floor", "--size", "0,4K", "--runs", "2", "--segment-ms", "1", "--json", "--histogram", directory.toString()))
            .as(err.toString()).isZero();
        final List<Map<String, String>> rows = rows();
        assertThat(rows).extracting(row -> row.get("size") + row.get("lines")).contains("0clean", "4096clean", "4096fresh");
        for (final Map<String, String> row : rows) {
            assertThat(row.keySet()).containsExactlyElementsOf(with(MEASURED, "lines", "state"));
            assertThat(row).containsEntry("bench", "floor").containsEntry("jdk", System.getProperty("java.version"));
            assertPlausible(row);
        }
        assertThat(rows.stream().filter(row -> "0".equals(row.get("size"))).mapToInt(row -> Integer.parseInt(row.get("runs"))).sum())
            .as("each run is in the row of one state").isEqualTo(2);
        assertThat(Files.readString(directory.resolve("floor-floor-private-clean-0.hlog")))
            .contains("Tag=1-32,", "Tag=2-32,", "Tag=1-2,", "Tag=2-2,");
        assertThat(directory).isDirectoryContaining("glob:**/floor-floor-private-clean-4096.hlog");
        assertThat(Files.readString(directory.resolve("floor-floor-private-fresh-4096.hlog"))).contains("Tag=1-2,").doesNotContain("1-32");
    }

    @ParameterizedTest
    @ValueSource(strings = {"agrona", "tombolo", "polled", "in_place"})
    void shouldPrintTheLatencyOfEachPeer(final String peer) {
        assertThat(execute("latency", "--peer", peer, "--size", "0,8,4K", "--runs", "1", "--segment-ms", "1", "--json"))
            .as(err.toString()).isZero();
        final List<Map<String, String>> rows = rows();
        final int buffers = "tombolo".equals(peer) ? 2 : 1;
        assertThat(rows).hasSize(("in_place".equals(peer) ? 3 : 4) * buffers);
        for (final Map<String, String> row : rows) {
            assertThat(row.keySet()).containsExactlyElementsOf(with(MEASURED, "lines", "state", "buffer", "peer"));
            assertThat(row).containsEntry("bench", "latency").containsEntry("peer", peer);
            assertThat(row.get("state")).isIn("near", "far");
            assertPlausible(row);
        }
        assertThat(rows).extracting(row -> row.get("buffer")).contains("private");
        assertThat(rows.stream().filter(row -> "registered".equals(row.get("buffer")))).hasSize(4 * (buffers - 1));
    }

    @ParameterizedTest
    @CsvSource({"bandwidth,'1,4K'", "rate,8"})
    void shouldPrintRatesBesideTheBareCopyAndTheBareRing(final String bench, final String sizes) {
        assertThat(execute(bench, "--size", sizes, "--runs", "1", "--segment-ms", "1", "--json")).as(err.toString()).isZero();
        final List<Map<String, String>> rows = rows();
        assertThat(rows).extracting(row -> row.get("peer") + "-" + row.get("buffer") + "-" + row.get("size"))
            .containsExactlyElementsOf(Stream.of("floor-private-", "agrona-private-", "tombolo-")
                .flatMap(peer -> Stream.of(sizes.replace("4K", "4096").split(",")).flatMap(size ->
                    (peer.startsWith("tombolo") ? Stream.of("registered-", "private-") : Stream.of(""))
                        .map(buffer -> peer + buffer + size)))
                .toList());
        for (final Map<String, String> row : rows) {
            assertThat(row.keySet()).containsExactlyElementsOf(
                with(MEASURED, "lines", "state", "buffer", "peer", "window", "messages_per_s", "bytes_per_s"));
            assertThat(row).containsEntry("bench", bench).containsEntry("window", "64").containsEntry("lines", "clean");
            assertPlausible(row);
            final double rate = Double.parseDouble(row.get("messages_per_s"));
            assertThat(rate).isPositive();
            assertThat(Double.parseDouble(row.get("bytes_per_s")))
                .isCloseTo(rate * Integer.parseInt(row.get("size")), Percentage.withPercentage(1));
        }
    }

    @Test
    void shouldSweep() {
        // Nothing is so much slower, and everything is slower than that.
        assertThat(execute("sweep", "--size", "8,4K", "--runs", "1", "--segment-ms", "1", "--buffer", "private", "--cliff", "1e9"))
            .as(err.toString()).isZero();
        assertThat(out.toString().lines().toList()).last()
            .isEqualTo("0 neighbours differ by more than 1000000000.0 where bare copies do not");
        assertThat(execute("sweep", "--cliff", "1")).isEqualTo(2);
    }

    @Test
    void shouldPrintWhatAnIdleRankCosts(@TempDir final Path directory) throws IOException {
        assertThat(execute("idle", "--runs", "1", "--segment-ms", "1", "--json", "--histogram", directory.toString()))
            .as(err.toString()).isZero();
        for (final Map<String, String> row : rows()) {
            assertThat(row.keySet()).containsExactlyElementsOf(with(MEASURED, "lines", "state", "buffer", "peer", "cpu_share"));
            assertThat(row).containsEntry("bench", "idle").containsEntry("peer", "tombolo").containsEntry("size", "8");
            assertPlausible(row);
            assertThat(Double.parseDouble(row.get("cpu_share"))).isPositive();
        }
        assertThat(Files.readString(directory.resolve("idle-tombolo-private-clean-8.hlog"))).contains("Tag=1-1,");
    }

    @Test
    void shouldPrintMatchingBetweenProcessesForPrograms(@TempDir final Path directory) {
        assertThat(execute("matching", "--depth", "1,40", "--runs", "1", "--segment-ms", "1", "--json", "--histogram",
            directory.toString())).as(err.toString()).isZero();
        final List<Map<String, String>> rows = rows();
        assertThat(rows).extracting(row -> row.get("side") + "-" + row.get("wildcards") + "-" + row.get("depth"))
            .containsExactly("posted-none-1", "posted-none-40", "posted-one-1", "posted-one-40",
                "unexpected-none-1", "unexpected-none-40", "unexpected-one-1", "unexpected-one-40");
        for (final Map<String, String> row : rows) {
            assertThat(row.keySet()).containsExactlyElementsOf(
                with(MEASURED, "lines", "state", "buffer", "peer", "depth", "side", "wildcards", "added_ns").stream()
                    .map(field -> "ratio_to_floor".equals(field) ? "ratio_to_depth_1" : field).toList());
            assertThat(row).containsEntry("bench", "matching").containsEntry("peer", "tombolo").containsEntry("size", "8");
            assertThat(Double.parseDouble(row.get("p50_ns"))).isPositive();
            assertThat(Double.parseDouble(row.get("ratio_to_depth_1"))).isPositive();
        }
        assertThat(directory).isDirectoryContaining("glob:**/matching-tombolo-private-clean-8-unexpected-one-40.hlog");
    }

    @Test
    void shouldPrintMatchingBetweenProcessesForPeople() {
        assertThat(execute("matching", "--depth", "3", "--side", "posted", "--wildcards", "one", "--runs", "1", "--segment-ms", "1"))
            .as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(2)).startsWith("side").contains("p50 ns", "added ns", "ratio");
        assertThat(lines.get(3)).matches("posted +one +3 near +1( +-?[\\d.]+){5} +\\d+/\\d+");
    }

    @Test
    void shouldPrintMatchesForPrograms() {
        assertThat(execute("match", "--depth", "1,20", "--runs", "1", "--json")).as(err.toString()).isZero();
        final List<Map<String, String>> rows = rows();
        assertThat(rows).hasSize(3 * 2 * 4 * 2);
        assertThat(rows).extracting(row -> row.get("side")).containsOnly("posted", "unexpected", "array");
        assertThat(rows).extracting(row -> row.get("depth")).containsOnly("1", "20");
        for (final Map<String, String> row : rows) {
            assertThat(Double.parseDouble(row.get("p50_ns"))).isPositive();
            assertThat(Double.parseDouble(row.get("ratio_to_depth_1"))).isPositive();
            if ("1".equals(row.get("depth"))) {
                assertThat(row).containsEntry("ratio_to_depth_1", "1.0000");
            }
        }
    }

    @Test
    void shouldPrintMatchesForPeople() {
        assertThat(execute("match", "--depth", "20", "--runs", "1", "--side", "posted", "--target", "last", "--wildcards", "none"))
            .as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(1)).startsWith("side").contains("best ns", "p50 ns", "ratio");
        assertThat(lines.get(3)).startsWith("posted").contains("last", "none", "20");
    }

    @Test
    void shouldMeasureASharedReceiveQueueAndItsServer() {
        assertThat(execute("srq", "--clients", "0,1,2", "--size", "5000", "--rounds", "20", "--runs", "2", "--json"))
            .as(err.toString()).isZero();
        final List<Map<String, String>> rows = rows();
        assertThat(rows).extracting(row -> row.get("what") + "-" + row.get("clients") + "-" + row.get("size")).containsExactly(
            "post_take-null-null", "post_recv_take-null-null", "post_take_single-null-null",
            "post_recv_take_single-null-null", "request_response-1-5000", "request_response-2-5000");
        assertThat(Double.parseDouble(rows.get(0).get("ratio_to_cas_pair"))).isPositive();
        for (final Map<String, String> row : rows.subList(4, rows.size())) {
            assertThat(Double.parseDouble(row.get("ratio_to_tagged"))).isPositive();
            assertThat(Double.parseDouble(row.get("requests_per_s"))).isPositive();
        }
    }

    @Test
    void shouldPrintASharedReceiveQueueForPeople() {
        assertThat(execute("srq", "--clients", "1", "--size", "8", "--rounds", "20", "--runs", "1")).as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(8);
        assertThat(lines.get(0)).contains("with one client");
        assertThat(lines.get(1)).contains("p50 ns", "CAS pair ns", "ratio");
        assertThat(lines.get(2)).matches("post_take( +[\\d.]+){4}");
        assertThat(lines.get(6)).contains("srq half ns", "tagged half ns", "ratio");
        assertThat(lines.get(7)).matches(" *1 +8( +[\\d.]+){5}");
    }

    @Test
    void shouldComparePosts() {
        assertThat(execute("post", "--threads", "1,3", "--depth", "0,50", "--runs", "2", "--batches", "2", "--json"))
            .as(err.toString()).isZero();
        final List<Map<String, String>> rows = rows();
        assertThat(rows).extracting(row -> row.get("threads") + "-" + row.get("depth")).containsExactly("1-0", "3-0", "1-50", "3-50");
        for (final Map<String, String> row : rows) {
            for (final String field : List.of("matcher_posts_per_us", "bins_posts_per_us", "ratio_p25", "bins_all_per_us")) {
                assertThat(Double.parseDouble(row.get(field))).as(field).isPositive();
            }
        }
        out.getBuffer().setLength(0);
        assertThat(execute("post", "--threads", "2", "--depth", "0", "--runs", "1", "--batches", "1")).as(err.toString()).isZero();
        assertThat(out.toString().lines()).hasSize(3);
    }

    @Test
    void shouldGiveUpWhenTimeIsUp() {
        assertThat(execute("floor", "--size", "8", "--timeout", "0")).isEqualTo(124);
        assertThat(err.toString()).contains("time up").contains("timeout=0s").doesNotContain("\tat ");
    }

    @Test
    void shouldTellWhatAFailedChildSaid() {
        assertThat(execute("floor", "--size", "8", "--runs", "1", "--jvm-arg=-XX:NoSuchOption")).isEqualTo(1);
        assertThat(err.toString()).contains("ended with status 1", "NoSuchOption").doesNotContain("\tat ");
    }

    @Test
    void shouldRefuseWrongUsage() {
        assertThat(execute()).isEqualTo(2);
        assertThat(execute("floor", "--size", "1G")).isEqualTo(2);
        assertThat(execute("latency", "--peer", "nobody")).isEqualTo(2);
        assertThat(execute("latency", "--peer", "agrona", "--size", "1M")).isEqualTo(2);
        assertThat(execute("bandwidth", "--size", "0")).isEqualTo(2);
        assertThat(execute("bandwidth", "--peer", "in_place")).isEqualTo(2);
        assertThat(execute("collectives", "--operations", "BARIER")).isEqualTo(2);
        assertThat(err.toString().lines()).as("a line for each").hasSize(7)
            .first().isEqualTo("tombolo bench: a command is missing; see 'tombolo bench --help'");
        assertThat(execute("idle", "--peer", "agrona")).isEqualTo(2);
        assertThat(execute("floor", "--runs", "0")).isEqualTo(2);
        assertThat(execute("match", "--runs", "0")).isEqualTo(2);
        assertThat(execute("match", "--depth", "0")).isEqualTo(2);
        assertThat(execute("match", "--side", "inside")).isEqualTo(2);
        assertThat(execute("matching", "--depth", "0")).isEqualTo(2);
        assertThat(execute("post", "--threads", "0")).isEqualTo(2);
        assertThat(execute("post", "--depth", "-1")).isEqualTo(2);
        assertThat(execute("matching", "--side", "array")).isEqualTo(2);
        assertThat(execute("floor", "--segment-ms", "0")).isEqualTo(2);
        assertThat(execute("compare", "--depth", "0")).isEqualTo(2);
        assertThat(execute("compare", "--peer", "chronicle", "--size", "1M")).isEqualTo(2);
    }

    @Test
    void shouldExplainWhatTheDocumentLists() throws IOException {
        final Path documents = Path.of("").toAbsolutePath().resolveSibling("docs");
        final String benchmarks = Files.readString(documents.resolve("benchmarking.md"));
        final String statuses = Files.readString(documents.resolve("operations.md"));
        final Set<String> rows = Pattern.compile("^\\| `([a-z]+)` \\| [^|]* \\|$", Pattern.MULTILINE).matcher(benchmarks).results()
            .map(row -> row.group(1)).collect(Collectors.toSet());
        assertThat(rows).isEqualTo(Bench.commandLine().getSubcommands().keySet());
        assertThat(execute("--help")).isZero();
        rows.forEach(command -> assertThat(execute(command, "--help")).isZero());
        assertThat(out.toString().split("Exit status:")).as("one footer each").hasSize(rows.size() + 2);
        Bench.commandLine().getCommandSpec().usageMessage().exitCodeList().forEach(
            (status, meaning) -> assertThat(statuses).contains("| " + status + " | " + meaning + " |"));
        Bench.commandLine().getSubcommands().values().forEach(command -> command.getCommandSpec().options().stream()
            .filter(option -> !option.usageHelp())
            .forEach(option -> assertThat(benchmarks).contains("`" + option.longestName() + "`")));
    }

    @ParameterizedTest
    @CsvSource({"direct, '', 8, 14", "packet, 'lock_put_unlock,fetch_and_op,compare_and_swap', 4K, 7"})
    void shouldPrintWhatAccessesOfAWindowTake(final String mode, final String kinds, final String sizes, final int count) {
        final List<String> arguments = new ArrayList<>(List.of(
            "rma", "--mode", mode, "--size", sizes, "--runs", "1", "--segment-ms", "1", "--json"));
        if (!kinds.isEmpty()) {
            arguments.addAll(List.of("--access", kinds));
        }
        assertThat(execute(arguments.toArray(String[]::new))).as(err.toString()).isZero();
        final List<Map<String, String>> rows = rows();
        assertThat(rows).hasSize(count);
        for (final Map<String, String> row : rows) {
            assertThat(row.keySet()).containsExactlyElementsOf(
                with(MEASURED, "lines", "state", "buffer", "peer", "mode", "access", "company"));
            assertThat(row).containsEntry("bench", "rma").containsEntry("mode", mode);
            assertPlausible(row);
        }
        assertThat(rows).extracting(row -> row.get("company")).contains("idle", "crossing");
    }

    private static void assertPlausible(final Map<String, String> row) {
        for (final String field : POSITIVE) {
            assertThat(Double.parseDouble(row.get(field))).as(field + " in " + row).isPositive();
        }
        assertThat(Double.parseDouble(row.get("p99_ns"))).isGreaterThanOrEqualTo(Double.parseDouble(row.get("p50_ns")));
        assertThat(Double.parseDouble(row.get("p999_ns"))).isGreaterThanOrEqualTo(Double.parseDouble(row.get("p99_ns")));
    }

    private int execute(final String... arguments) {
        final CommandLine commandLine = Bench.commandLine();
        return commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true))
            .execute(ShortLived.jvms(commandLine, arguments));
    }

    private List<Map<String, String>> rows() {
        return out.toString().lines().map(BenchTest::parse).toList();
    }

    private static Map<String, String> parse(final String line) {
        assertThat(line).matches(OBJECT);
        final Map<String, String> fields = new LinkedHashMap<>();
        final Matcher matcher = FIELD.matcher(line);
        while (matcher.find()) {
            fields.put(matcher.group(1), null == matcher.group(2) ? matcher.group(3) : matcher.group(2));
        }
        return fields;
    }

    private static List<String> with(final List<String> fields, final String... more) {
        final List<String> all = new ArrayList<>(fields);
        all.addAll(List.of(more));
        return all;
    }
}
