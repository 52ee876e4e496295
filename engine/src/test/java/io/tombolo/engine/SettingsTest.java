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
package io.tombolo.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.api.ThreadLevel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Settings from properties and the environment are used as they were meant, or refused in one line. No invalid value becomes another value.
 */
@Timeout(60)
class SettingsTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "tombolo.size=4294967297; tombolo.size=4294967297 must be from 1 to 1024",
        "tombolo.size=99999999999999999999; tombolo.size=99999999999999999999 must be a whole number of at most 64 bits",
        "tombolo.size=two; tombolo.size=two must be a whole number of at most 64 bits",
        "tombolo.size=0; tombolo.size=0 must be from 1 to 1024",
        "tombolo.size=2; tombolo.size=2 needs tombolo.rank, from 0 to 1, or tombolo.name, which are not set",
        "tombolo.size=2 tombolo.rank=; tombolo.size=2 needs tombolo.rank, from 0 to 1, or tombolo.name, which are not set",
        "tombolo.size=2 tombolo.rank=-1; tombolo.rank=-1 must be from 0 to 1, for tombolo.size=2",
        "tombolo.size=2 tombolo.rank=4294967296; tombolo.rank=4294967296 must be from 0 to 1, for tombolo.size=2",
        "tombolo.size=2 tombolo.rank=1 tombolo.dir=; tombolo.size=2 needs tombolo.dir, which is not set",
        "tombolo.rank=1; tombolo.rank=1 needs tombolo.size, the number of ranks, which is not set",
        "tombolo.size=4 tombolo.name=late; tombolo.size=4 needs tombolo.dir, which is not set",
        "tombolo.dir=job tombolo.name=late; tombolo.name=late needs tombolo.size, the number of rows, which is not set",
        "tombolo.dir=job tombolo.name=late tombolo.rank=1; tombolo.rank=1 needs tombolo.size, the number of ranks, which is not set",
        "tombolo.async.progress=1; tombolo.async.progress=1 must be true or false",
        "tombolo.async.progress=yes; tombolo.async.progress=yes must be true or false",
        "tombolo.async.progress=true; tombolo.async.progress=true needs tombolo.thread.level=multiple",
        "tombolo.thread.level=many; tombolo.thread.level=many must be multiple or single",
        "tombolo.natives=false; tombolo.natives=false must be on or off",
        "tombolo.faults=1; tombolo.faults=1 must be true or false",
        "tombolo.wait.spins=4294967296; tombolo.wait.spins=4294967296 must be from 0 to 2147483647",
        "tombolo.wait.spins=-1; tombolo.wait.spins=-1 must be from 0 to 2147483647",
        "tombolo.wait.yields=4294967297; tombolo.wait.yields=4294967297 must be from 0 to 2147483647",
        "tombolo.endpoints=4294967297; tombolo.endpoints=4294967297 must be from 1 to 65536",
        "tombolo.collective.slots=0; tombolo.collective.slots=0 must be from 1 to 65536",
        "tombolo.join.timeout.ms=-1; tombolo.join.timeout.ms=-1 must be at least 0",
        "tombolo.claim.bytes=-1; tombolo.claim.bytes=-1 must be at least 0",
        "tombolo.latency.sample=3; tombolo.latency.sample=3 must be 0 or a power of two",
        "tombolo.latency.sample=4294967296; tombolo.latency.sample=4294967296 must be from 0 to 1073741824",
        "tombolo.packets=4294967300; tombolo.packets=4294967300 must be from 1 to 32768",
    })
    void shouldRefuseInvalidValues(final String properties, final String line) {
        with(properties, () -> assertThatThrownBy(() -> new EngineContext().conclude()).isInstanceOf(IllegalArgumentException.class)
            .hasMessage(line));
    }

    @Test
    void shouldTreatABlankValueAsUnset() {
        with("tombolo.size= tombolo.rank= tombolo.dir= tombolo.packets= tombolo.async.progress= tombolo.thread.level=", () -> {
            final EngineContext context = new EngineContext().conclude();
            assertThat(context.size()).isEqualTo(1);
            assertThat(context.rank()).isZero();
            assertThat(context.directory()).isNull();
            assertThat(context.asyncProgress()).isFalse();
            assertThat(context.threadLevel()).isEqualTo(ThreadLevel.SINGLE);
        });
    }

    @Test
    void shouldAcceptWordsInAnyCase() {
        with("tombolo.async.progress=TRUE tombolo.thread.level=Multiple tombolo.natives=ON tombolo.rank=0", () -> {
            final EngineContext context = new EngineContext().conclude();
            assertThat(context.asyncProgress()).isTrue();
            assertThat(context.threadLevel()).isEqualTo(ThreadLevel.MULTIPLE);
            assertThat(context.size()).isEqualTo(1);
        });
    }

    @Test
    void shouldNotTreatMinusOneOfACallerAsUnset() {
        for (final EngineContext context : List.of(
            new EngineContext().rank(-1), new EngineContext().size(-1), new EngineContext().joinTimeout(-1, TimeUnit.MILLISECONDS),
            new EngineContext().claimBytes(-1), new EngineContext().fetchBytes(-1), new EngineContext().windowAgentUs(-1),
            new EngineContext().endpoints(-1), new EngineContext().collectiveSlots(-1), new EngineContext().latencySample(-1),
            new EngineContext().waiting(-1, 0), new EngineContext().waiting(0, -1))) {
            assertThatThrownBy(context::conclude).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("=-1 ");
        }
    }

    @Test
    void shouldReadTheEnvironmentAsItReadsProperties() throws Exception {
        assertThat(launch(Map.of("TOMBOLO_SIZE", "4294967297"), List.of()))
            .anyMatch(line -> line.endsWith("tombolo.size=4294967297 must be from 1 to 1024"));
        assertThat(launch(Map.of("TOMBOLO_SIZE", "4", "TOMBOLO_RANK", " 0 "), List.of("-Dtombolo.size=1"))).containsExactly("launched");
    }

    @Test
    void shouldReportUnknownNamesOnceWithTheNearest() throws Exception {
        final List<String> lines = launch(
            Map.of("TOMBOLO_PACKET_LENGHT", "64", "TOMBOLO_RNAK", "0", "TOMBOLO_LAUNCH", "a.0", "TOMBOLO_TEST_SEED", "1",
                "TOMBOLO_EMPTY", ""),
            List.of("-Dtombolo.ring.slot=64", "-Dtombolo.test.seed=1", "-Dtombolo.home=x"));
        assertThat(lines.stream().filter(line -> line.contains("no setting")).map(line -> line.replaceFirst("^WARNING: ", "")))
            .containsExactly(
                "TOMBOLO_PACKET_LENGHT is no setting and has no effect; the nearest one is TOMBOLO_PACKET_LENGTH",
                "TOMBOLO_RNAK is no setting and has no effect; the nearest one is TOMBOLO_RANK",
                "tombolo.ring.slot is no setting and has no effect; the nearest one is tombolo.ring.slots");
        assertThat(lines).contains("launched");
    }

    private static void with(final String properties, final Runnable test) {
        final Map<String, String> values = Arrays.stream(properties.split(" "))
            .collect(Collectors.toMap(each -> each.substring(0, each.indexOf('=')), each -> each.substring(each.indexOf('=') + 1)));
        final Map<String, String> before = values.keySet().stream().filter(name -> System.getProperty(name) != null)
            .collect(Collectors.toMap(name -> name, System::getProperty));
        values.forEach(System::setProperty);
        try {
            test.run();
        } finally {
            values.keySet().forEach(System::clearProperty);
            before.forEach(System::setProperty);
        }
    }

    /** Returns the output of a process that launches two engines one after the other. */
    private List<String> launch(final Map<String, String> environment, final List<String> options)
        throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), TwoLaunches.class.getName()));
        command.add(directory.resolve("job").toString());
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.endsWith("_OPTIONS"));
        builder.environment().putAll(environment);
        final Process process = builder.start();
        try (Stream<String> lines = process.inputReader(StandardCharsets.UTF_8).lines()) {
            final List<String> all = lines.toList();
            process.waitFor();
            return all;
        } finally {
            process.destroyForcibly();
        }
    }

    /** Launches two engines, one after the other. */
    static final class TwoLaunches {
        private TwoLaunches() {
        }

        public static void main(final String[] arguments) {
            for (int i = 0; i < 2; i++) {
                Engine.launch(new EngineContext().directory(Path.of(arguments[0]))).close();
            }
            System.out.println("launched");
        }
    }
}
