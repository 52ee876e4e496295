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
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Timeout(240)
class CollectivesTest {
    private static final int WITH_SIZE = 9;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldMeasureEachOperationFromBothKindsOfMemory() {
        assertThat(execute("--ranks", "2", "--peers", "tombolo,region", "--sizes", "8,4K", "--runs", "1", "--segment-ms", "1",
            "--json")).as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        assertThat(lines).as(err.toString()).hasSize(1 + 2 * 2 * WITH_SIZE)
            .allMatch(line -> line.startsWith("{\"bench\":\"collectives\",\"size\":"))
            .allMatch(line -> line.contains("\"ranks\":2,") && line.contains("\"best_peer\":\"\"}"));
        for (final String member : List.of("p50_ns", "ratio_to_floor", "canary_before_ns", "runs")) {
            assertThat(lines).allMatch(line -> line.matches(".*\"" + member + "\":[\\d.]*[1-9].*"), member);
        }
        assertThat(lines).filteredOn(line -> line.contains("\"system\":\"tombolo region\"")).hasSize(2 * WITH_SIZE);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldPrintTimesOfManyRanksForPeople() {
        assertThat(execute("--ranks", "3", "--peers", "tombolo", "--operations", "barrier,bcast", "--sizes", "8", "--runs", "1",
            "--segment-ms", "1")).as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        assertThat(lines).as(out.toString()).hasSize(6);
        assertThat(lines.get(0)).contains("pinned");
        assertThat(lines.get(3)).startsWith("operation").contains("ranks", "system", "x floor", "x peer");
        assertThat(lines.get(4)).matches("barrier +3 +- tombolo +near +1 +[\\d.]+ .s +[\\d.]+ +- +\\d+/\\d+");
        assertThat(lines.get(5)).matches("bcast +3 +8 tombolo +near +1 +[\\d.]+ .s +[\\d.]+ +- +\\d+/\\d+");
    }

    @Test
    void shouldPayForAFailureWithItsOwnRow() {
        assertThat(execute("--ranks", "2", "--peers", "tombolo", "--operations", "bcast", "--sizes", "1K", "--runs", "1",
            "--jvm-arg=-XX:NoSuchOption")).isEqualTo(1);
        assertThat(out.toString()).contains("not measured: tombolo, collective, bcast 1K of 2 ranks, run 1: rank ", "NoSuchOption");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--sizes=4", "--sizes=12", "--sizes=8M", "--ranks=1", "--ranks=17", "--operations=latency", "--peers=ucx",
        "--guard=0", "--runs=0", "--sizes=8,16,24,32,40,48,56,64,72,80,88,96,104"})
    void shouldRefuseWrongUsage(final String option) {
        assertThat(execute(option)).isEqualTo(2);
        assertThat(err.toString()).contains(option.substring(0, option.indexOf('=')));
    }

    @Test
    void shouldRefuseBlocksThatNeedTooMuchMemoryTogether() {
        assertThat(execute("--ranks=2,16", "--sizes=4M")).isEqualTo(2);
        assertThat(err.toString()).contains("--sizes=4M: at most 2M with --ranks=16");
    }

    @Test
    void shouldMeasureCollectiveOperationsInAComparison() {
        final String[] arguments = {"compare", "--quick", "--peers", "tombolo", "--work", "collectives", "--json"};
        assertThat(run(arguments)).as(err.toString()).isZero();
        final List<String> lines = out.toString().lines().toList();
        for (final String operation : List.of("barrier", "bcast", "allreduce")) {
            assertThat(lines).filteredOn(line -> line.startsWith("{\"bench\":\"compare-collective\"")
                && line.contains("\"operation\":\"" + operation + "\",\"ranks\":2")).as(operation).hasSize(1);
        }
        assertThat(lines).noneMatch(line -> line.startsWith("{\"bench\":\"compare-failure\""));
    }

    @Test
    @Tag("nightly")
    void shouldMeasureEverySystemOfThisMachine() {
        assertThat(execute("--ranks", "2,4", "--sizes", "8,4K", "--runs", "1", "--segment-ms", "1", "--json")).as(err.toString()).isZero();
        for (final String peer : List.of("tombolo", "openmpi", "openmpi_sm", "mpich")) {
            assertThat(out.toString().contains("\"peer\":\"" + peer + "\"")).as(peer).isNotEqualTo(err.toString().contains(peer + ": "));
        }
        assertThat(err.toString()).doesNotContain("not measured:");
    }

    private int execute(final String... arguments) {
        return run(Stream.concat(Stream.of("collectives"), Stream.of(arguments)).toArray(String[]::new));
    }

    private int run(final String... arguments) {
        final CommandLine commandLine = Bench.commandLine();
        return commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true))
            .execute(ShortLived.jvms(commandLine, arguments));
    }
}
