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
package io.tombolo.extensions.journal.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.extensions.journal.command.JournalMain;
import io.tombolo.ringbuffers.file.OwnerOnly;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A consumer that is killed twice while it is recorded has each update once.
 */
@Timeout(60)
class CatchUpTest {
    private static final int UPDATES = 15_000;
    private static final int FIRST_DEATH = 3_000;
    private static final int SECOND_DEATH = 9_000;
    private static final Pattern SUMMARY = Pattern.compile(
        "incarnation 3 has applied " + UPDATES + " updates, each once: (\\d+) from its own journal, (\\d+) from that of the publisher, " +
            "(\\d+) live");
    private static final List<String> FLAGS = List.of(
        "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED",
        "--add-opens", "java.base/java.lang.reflect=ALL-UNNAMED", "--add-exports", "java.base/sun.nio.ch=ALL-UNNAMED",
        "--add-exports", "java.base/jdk.internal.ref=ALL-UNNAMED");

    @TempDir
    private Path directory;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void endProcesses() {
        processes.forEach(Process::destroyForcibly);
    }

    private Path journal() {
        return directory.resolve("journal");
    }

    private Process start(final Map<String, String> environment, final Class<?> main, final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        final ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        final Process process = builder.start();
        processes.add(process);
        return process;
    }

    private Process rank(final int rank, final int stop, final String payloadBytes) throws IOException {
        return start(
            Map.of("TOMBOLO_DIR", directory.resolve("job").toString(), "TOMBOLO_RANK", Integer.toString(rank), "TOMBOLO_SIZE", "2",
                "TOMBOLO_FLIGHT_MESSAGES", "all", "TOMBOLO_FLIGHT_PAYLOAD_BYTES", payloadBytes, "TOMBOLO_FLIGHT_WAIT_MS", "20000"),
            CatchUpRank.class, journal().toString(), Integer.toString(UPDATES), Integer.toString(stop));
    }

    private Process recorder() throws IOException {
        Files.createDirectory(directory.resolve("job"), OwnerOnly.directoryMode());
        final Process recorder = start(
            new TreeMap<>(), JournalMain.class, "record", directory.resolve("job").toString(), "--to", journal().toString(), "--floor", "0",
            "--launched");
        assertThat(recorder.inputReader().readLine()).isEqualTo("ready");
        return recorder;
    }

    @Test
    void shouldApplyEachUpdateOnceOverTwoDeaths() throws Exception {
        final Process recorder = recorder();
        final Process publisher = rank(CatchUp.PUBLISHER, 0, "1048576");
        for (final int death : new int[] {FIRST_DEATH, SECOND_DEATH}) {
            final Process consumer = rank(CatchUp.CONSUMER, death, "1048576");
            assertThat(consumer.inputReader().readLine()).isEqualTo("stopped");
            consumer.destroyForcibly().waitFor();
        }
        final Process consumer = rank(CatchUp.CONSUMER, 0, "1048576");
        final BufferedReader output = consumer.inputReader();
        final Matcher summary = SUMMARY.matcher(output.readLine());
        assertThat(summary.matches()).isTrue();
        final int own = Integer.parseInt(summary.group(1));
        final int missed = Integer.parseInt(summary.group(2));
        assertThat(own).as("received before the deaths").isBetween(FIRST_DEATH, SECOND_DEATH);
        assertThat(missed).as("each death fails a send at least").isGreaterThanOrEqualTo(2);
        assertThat(own + missed + Integer.parseInt(summary.group(3))).isEqualTo(UPDATES);
        assertThat(output.readLine()).isEqualTo("applied " + UPDATES + " updates by " + UPDATES + " calls, the last is " + UPDATES);
        assertThat(publisher.inputReader().readLine()).endsWith("it has the same balances");
        assertThat(consumer.waitFor()).isZero();
        assertThat(publisher.waitFor()).isZero();
        recorder.getOutputStream().close();
        assertThat(recorder.waitFor()).isZero();
    }
}
