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

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Timeout(240)
class StreamTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource({"one_way, 'agrona,tombolo,polled', '8,64K', 6", "fan_in, 'agrona,tombolo,polled', 8, 3"})
    void shouldPrintRatesForPrograms(final String work, final String peers, final String sizes, final int count) {
        assertThat(execute("--work", work, "--peer", peers, "--size", sizes, "--runs", "1", "--segment-ms", "1", "--json"))
            .as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        assertThat(lines).as(err.toString()).hasSize(count).allMatch(line -> line.startsWith("{\"bench\":\"stream\",\"size\":"))
            .allMatch(line -> line.contains("\"pattern\":\"" + work + "\"") && line.contains("\"best_peer\":\"\"}"));
        for (final String member : List.of("p50_ns", "messages_per_s", "bytes_per_s", "canary_before_ns", "runs")) {
            assertThat(lines).allMatch(line -> line.matches(".*\"" + member + "\":[\\d.]*[1-9].*"), member);
        }
        assertThat(lines).filteredOn(line -> line.contains("\"tombolo\"")).allMatch(line -> line.contains("\"calls\":\"send, recv\""));
        assertThat(lines).filteredOn(line -> line.contains("\"agrona\"")).allMatch(line -> line.contains("\"ratio_to_ring\":1.0000"));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldPrintRatesAndLatenciesOfFeedsForPrograms() {
        assertThat(execute("--work", "feed", "--peer", "agrona,tombolo", "--size", "8", "--runs", "1", "--segment-ms", "1",
            "--json")).as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        assertThat(lines).filteredOn(line -> line.contains("\"pattern\":\"feed\"")).as(err.toString()).hasSize(2)
            .allMatch(line -> line.matches(".*\"messages_per_s\":[1-9].*")).anyMatch(line -> line.contains("\"tryWrite, poll\""));
        assertThat(lines).filteredOn(line -> line.contains("\"pattern\":\"feed_latency\"")).as(err.toString()).hasSize(2)
            .allMatch(line -> line.matches(".*\"p50_ns\":[\\d.]+,.*\"ratio_to_one_reader\":[\\d.]+,.*\"one_reader_p50_ns\":[\\d.]+}"));
        assertThat(lines).hasSize(2 * 2);
    }

    @Test
    void shouldPrintLatenciesOfFeedsForPeople() {
        assertThat(execute("--work", "feed", "--peer", "aeron", "--size", "20000", "--runs", "1", "--segment-ms", "1"))
            .as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(10);
        assertThat(lines.get(3)).isEqualTo("messages of a feed to three readers, which one thread polls in turn");
        assertThat(lines.get(7)).isEqualTo("time until the farthest reader of a feed has a message");
        assertThat(lines.get(8)).startsWith("peer").contains("one reader", "farthest of 3", "ratio");
        assertThat(lines.get(9)).matches("aeron +20000 near +1 +[\\d.]+ [nu]s +[\\d.]+ [nu]s +[\\d.]+ +\\d+/\\d+");
    }

    @Test
    void shouldPrintRatesForPeople() {
        assertThat(execute("--work", "one_way", "--peer", "tombolo", "--size", "8", "--runs", "1", "--segment-ms", "1"))
            .as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(6);
        assertThat(lines.get(0)).contains("pinned");
        assertThat(lines.get(3)).isEqualTo("messages one way, without answers");
        assertThat(lines.get(4)).startsWith("peer").contains("messages/s", "MB/s", "x ring", "x peer");
        assertThat(lines.get(5)).matches("tombolo +send, recv +8 near +1( +[\\d.,]+){3} +- +- +\\d+/\\d+");
    }

    @Test
    void shouldPayForAFailureWithItsOwnRow() {
        assertThat(execute("--work", "one_way", "--peer", "agrona", "--size", "8", "--runs", "1", "--jvm-arg=-XX:NoSuchOption"))
            .isEqualTo(1);
        assertThat(out.toString()).contains("not measured: agrona, one way, 8, run 1: rank ", "NoSuchOption");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--size=0", "--size=2M", "--work=latency", "--guard=0", "--runs=0", "--peer=floor", "--peer=nobody"})
    void shouldRefuseWrongUsage(final String option) {
        assertThat(execute(option)).isEqualTo(2);
    }

    @Test
    void shouldMeasureOneWayTrafficInAComparison() {
        final String[] arguments = {
            "compare", "--quick", "--peers", "agrona", "--work", "one_way,feed_latency", "--size", "8", "--json"};
        assertThat(run(arguments)).as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        for (final String row : List.of("one_way\".*\"messages_per_s", "feed_latency\".*\"ratio_to_one_reader")) {
            assertThat(lines).as(row).filteredOn(line -> line.matches("\\{\"bench\":\"compare-" + row + "\":.*")).hasSize(1);
        }
        assertThat(lines).noneMatch(line -> line.startsWith("{\"bench\":\"compare-failure\""));
    }

    @Test
    @Tag("nightly")
    void shouldMeasureEverySystemOfThisMachine() {
        assertThat(execute("--size", "8,1000", "--runs", "1", "--segment-ms", "1", "--json")).as(err.toString()).isZero();
        for (final String peer : List.of("agrona", "aeron", "tombolo", "polled", "openmpi", "mpich", "ucx")) {
            assertThat(out.toString().contains("\"peer\":\"" + peer + "\"")).as(peer).isNotEqualTo(err.toString().contains(peer + ": "));
        }
        assertThat(err.toString()).doesNotContain("not measured:");
    }

    private int execute(final String... arguments) {
        return run(Stream.concat(Stream.of("stream"), Stream.of(arguments)).toArray(String[]::new));
    }

    private int run(final String... arguments) {
        final CommandLine commandLine = Bench.commandLine();
        return commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true))
            .execute(ShortLived.jvms(commandLine, arguments));
    }
}
