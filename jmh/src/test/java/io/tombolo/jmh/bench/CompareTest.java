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

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(240)
class CompareTest {
    private static final Pattern OUTSIDE = Pattern.compile("(src|href)=|url\\(|@import|<script");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldCompareWhatComesWithTheBenchmarks(@TempDir final Path directory) throws IOException {
        final Path page = directory.resolve("page.html");
        assertThat(execute("--quick", "--peer", "floor,tombolo,agrona,aeron", "--size", "8,16K", "--json",
            "--html", page.toString(), "--histogram", directory.toString())).as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        assertThat(lines.get(0)).startsWith("{\"bench\":\"compare-machine\",").contains("JDK ", "\"load_before\":", "\"kernel\":");
        assertThat(about("peer", lines)).hasSize(4).allMatch(line -> line.contains("\"measured\":\"yes\""))
            .anyMatch(line -> line.contains("\"aeron\"") && line.contains("\"version\":\"1.51.0\"") && line.contains("-Daeron."));
        assertRows(about("ping_pong", lines), 3 + 6 + 3 + 3, "p50_ns", "p99_ns", "p999_ns", "ratio_to_floor");
        assertRows(about("window", lines), 2 + 4 + 2 + 2, "messages_per_s", "bytes_per_s");
        assertRows(about("posted", lines), 2, "depth", "side");
        assertRows(about("unexpected", lines), 2, "depth", "side");
        for (final String peer : List.of("floor", "tombolo", "agrona", "aeron")) {
            assertThat(about("ping_pong", lines)).anyMatch(line -> line.contains("\"peer\":\"" + peer + "\""));
        }
        assertThat(Files.readString(directory.resolve("compare-ping_pong-aeron-private-clean-8.hlog"))).contains("Tag=1-32,", "Tag=1-2,");
        assertThat(directory.resolve("compare-posted-tombolo-private-clean-8-1000.hlog")).exists();
        assertPage(Files.readString(page), about("loss", lines).count());
    }

    @Test
    @Tag("nightly")
    void shouldCompareEverySystemOfThisMachine() {
        assertThat(execute("--quick", "--size", "8", "--json")).as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        for (final String peer : about("peer", lines).toList()) {
            final String name = peer.replaceFirst(".*\"peer\":\"(\\w+)\".*", "\"peer\":\"$1\"");
            final boolean measured = peer.contains("\"measured\":\"yes\"");
            assertThat(about("ping_pong", lines).anyMatch(line -> line.contains(name))).as(peer).isEqualTo(measured);
            assertThat(measured || !peer.contains("\"reason\":\"\"")).as(peer).isTrue();
        }
        assertThat(about("peer", lines)).hasSize(8);
    }

    @Test
    void shouldTellWhereTomboloLosesAndWhatIsMissing() {
        assertThat(execute("--quick", "--peer", "tombolo,agrona", "--size", "8")).as(err.toString()).isZero();
        assertThat(out.toString())
            .contains("agrona 2.", "-Dagrona.disable.bounds.checks=true", "half round trips", "messages in windows of 64")
            .containsPattern("where Tombolo loses: \\d+ of 8 comparisons");
    }

    private static void assertRows(final Stream<String> rows, final int least, final String... fields) {
        final List<String> all = rows.toList();
        assertThat(all).as("one row for each state").hasSizeGreaterThanOrEqualTo(least);
        for (final String field : fields) {
            assertThat(all).allMatch(row -> row.contains("\"" + field + "\":"), field);
        }
    }

    private static void assertPage(final String page, final long losses) {
        assertThat(page).startsWith("<!DOCTYPE html>").endsWith("</html>\n").contains("Where Tombolo loses", "<polyline class=\"aeron\"");
        assertThat(page).doesNotContainPattern(OUTSIDE).contains(losses + " of ");
        assertThat(page.split("<svg viewBox", -1)).hasSizeGreaterThan(10);
        assertThat(page.split("<svg", -1)).hasSameSizeAs(page.split("</svg>", -1));
    }

    private static Stream<String> about(final String what, final List<String> lines) {
        return lines.stream().filter(line -> line.startsWith("{\"bench\":\"compare-" + what + "\""));
    }

    private int execute(final String... arguments) {
        final CommandLine commandLine = Bench.commandLine();
        final String[] all = Stream.concat(Stream.of("compare"), Stream.of(arguments)).toArray(String[]::new);
        return commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true)).execute(all);
    }
}
