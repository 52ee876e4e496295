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
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(240)
class CompareTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldCompareInOneGo(@TempDir final Path directory) throws IOException {
        final Path page = directory.resolve("page.html");
        assertThat(execute("--quick", "--peers", "tombolo,aeron", "--work", "rate", "--size", "8", "--json",
            "--html", page.toString(), "--histogram", directory.toString())).as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        assertThat(lines.get(0)).startsWith("{\"bench\":\"compare-machine\",").contains("JDK ", "\"load_before\":", "\"kernel\":");
        assertThat(about("peer", lines)).hasSize(2).allMatch(line -> line.contains("\"measured\":\"yes\""))
            .anyMatch(line -> line.contains("\"aeron\"") && line.contains("\"version\":\"1.51.0\"") && line.contains("-Daeron."));
        assertRows(about("window", lines), 2 + 1,
            "p50_ns", "p99_ns", "p999_ns", "ratio_to_floor", "messages_per_s", "bytes_per_s", "ratio_to_canary", "collections");
        assertThat(about("failure", lines)).isEmpty();
        assertThat(directory.resolve("compare-aeron-private-clean-8.hlog")).content().contains("Tag=1-64,");
        assertThat(page).content().startsWith("<!DOCTYPE html>").contains("<polyline class=\"aeron\"");
    }

    @Test
    void shouldCompareMessagesThatGoBothWaysAtOnce() {
        assertThat(execute("--quick", "--peers", "tombolo,agrona", "--work", "both_ways", "--size", "0,8,4K", "--json"))
            .as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        assertThat(about("both_ways", lines)).hasSizeGreaterThanOrEqualTo(2 * 3).allMatch(line -> line.contains("\"tombolo\""))
            .noneMatch(line -> line.contains("\"lines\":\"fresh\"")).anyMatch(line -> line.contains("\"size\":4096,"));
        assertThat(about("failure", lines)).isEmpty();
    }

    @Test
    void shouldPayForAFailureWithItsOwnRow() {
        assertThat(execute("--quick", "--peers", "tombolo", "--work", "posted", "--depth", "1,3000", "--json",
            "--jvm-arg=-Dtombolo.match.nodes=2048")).as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        assertThat(about("matching", lines)).singleElement().asString().contains("\"depth\":1,");
        assertThat(about("failure", lines)).singleElement().asString()
            .contains("3000/POSTED", "\"run\":1", "rank 1 ended with status 1").doesNotContain("\tat ");
    }

    @Test
    void shouldFailWhereNothingCouldBeMeasured() {
        assertThat(execute("--quick", "--peers", "agrona", "--work", "rate", "--size", "8,64", "--jvm-arg=-XX:NoSuchOption")).isEqualTo(1);
        assertThat(out.toString()).contains("not measured: 2", "agrona, stream, 64, run 1: rank ", "NoSuchOption");
    }

    @Test
    void shouldTellWhatIsLeftWhenTheTimeIsUp() {
        assertThat(execute("--quick", "--peers", "agrona", "--work", "rate", "--size", "8", "--timeout", "0")).isEqualTo(124);
        assertThat(out.toString()).contains("not measured: 1", "agrona, stream, 8, run 1: time up");
    }

    @Test
    @Tag("nightly")
    void shouldCompareEverySystemOfThisMachine() {
        assertThat(execute("--quick", "--size", "8", "--json")).as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        for (final String peer : about("peer", lines).toList()) {
            final String name = peer.replaceFirst(".*\"peer\":\"(\\w+)\".*", "\"peer\":\"$1\"");
            final boolean measured = peer.contains("\"measured\":\"yes\"");
            final boolean hasRow = Stream.of("ping_pong", "one_way", "collective").flatMap(pattern -> about(pattern, lines))
                .anyMatch(line -> line.contains(name));
            assertThat(name.contains("floor") || hasRow).as(peer).isEqualTo(measured);
            assertThat(measured || !peer.contains("\"reason\":\"\"")).as(peer).isTrue();
        }
        assertThat(about("peer", lines)).hasSize(12);
        for (final String pattern : List.of("one_way", "fan_in", "feed", "feed_latency")) {
            assertThat(about(pattern, lines)).as(pattern).anyMatch(line -> line.contains("\"tombolo\""));
        }
        assertThat(about("all_to_all", lines)).anyMatch(line -> line.contains("\"tombolo\""));
        assertThat(about("sleep", lines)).isNotEmpty();
        assertThat(about("failure", lines)).isEmpty();
    }

    @Test
    @Tag("nightly")
    void shouldExchangeThroughEverySystemThatMatches() {
        assertThat(execute("--quick", "--peers", "tombolo,openmpi,mpich,ucx", "--work", "both_ways", "--size", "0,8,64K", "--json"))
            .as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        for (final String peer : List.of("tombolo", "openmpi", "mpich", "ucx")) {
            final String name = "\"peer\":\"" + peer + "\"";
            final boolean measured = about("peer", lines).anyMatch(line -> line.contains(name + ",\"measured\":\"yes\""));
            for (final int size : List.of(0, 8, 64 << 10)) {
                assertThat(about("both_ways", lines).anyMatch(line -> line.contains(name) && line.contains("\"size\":" + size + ",")))
                    .as("%s, %d", peer, size).isEqualTo(measured);
            }
        }
        assertThat(about("failure", lines)).isEmpty();
    }

    private static void assertRows(final Stream<String> rows, final int least, final String... fields) {
        final List<String> all = rows.toList();
        assertThat(all).as("one row for each state").hasSizeGreaterThanOrEqualTo(least);
        for (final String field : fields) {
            assertThat(all).allMatch(row -> row.contains("\"" + field + "\":"), field);
        }
    }

    private static Stream<String> about(final String what, final List<String> lines) {
        return lines.stream().filter(line -> line.startsWith("{\"bench\":\"compare-" + what + "\""));
    }

    private int execute(final String... arguments) {
        final CommandLine commandLine = Bench.commandLine();
        final String[] all = Stream.concat(Stream.of("compare"), Stream.of(arguments)).toArray(String[]::new);
        return commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true))
            .execute(ShortLived.jvms(commandLine, all));
    }
}
