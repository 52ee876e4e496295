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
package io.tombolo.extensions.journal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.extensions.journal.command.JournalMain;
import io.tombolo.ringbuffers.job.JobLocation;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A job of {@link ReplayedMain} with a recorder, each a process of its own, and replays of its rank 0.
 */
final class RecordedJob implements AutoCloseable {
    private static final List<String> FLAGS = List.of(
        "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED",
        "--add-opens", "java.base/java.lang.reflect=ALL-UNNAMED", "--add-exports", "java.base/sun.nio.ch=ALL-UNNAMED",
        "--add-exports", "java.base/jdk.internal.ref=ALL-UNNAMED");

    private final Path directory;
    private final String program;
    private final long seed;
    private final Map<String, String> settings = new TreeMap<>(Map.of(
        "TOMBOLO_FLIGHT_PAYLOAD_BYTES", "16777216", "TOMBOLO_FLIGHT_MESSAGES", "all", "TOMBOLO_FLIGHT_WAIT_MS", "20000"));
    private final List<Process> ranks = new ArrayList<>();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Process recorder;

    RecordedJob(final Path directory, final String program, final long seed) {
        this.directory = directory;
        this.program = program;
        this.seed = seed;
    }

    RecordedJob set(final String variable, final String value) {
        settings.put(variable, value);
        return this;
    }

    Path journal() {
        return directory.resolve("journal");
    }

    /** Returns what rank 0 has written in the recorded run. */
    Path recorded() {
        return directory.resolve("recorded");
    }

    /** Returns what rank 0 has written in the last replay. */
    Path replayed() {
        return directory.resolve("replayed");
    }

    /** Starts the recorder and the ranks. */
    RecordedJob start(final int size) throws IOException {
        final String job = JobLocation.fresh(directory, "job-").path().toString();
        final List<String> command = java(JournalMain.class);
        command.addAll(List.of("record", job, "--to", journal().toString(), "--floor", "0", "--launched"));
        recorder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(directory.resolve("recorder").toFile()).start();
        awaitRecorder(Path.of(job));
        for (int rank = 0; rank < size; rank++) {
            final ProcessBuilder builder = new ProcessBuilder(command(recorded(), RaceReceiver.UNCHANGED))
                .redirectError(directory.resolve("errors-" + rank).toFile());
            builder.environment().putAll(settings);
            builder.environment().putAll(Map.of(
                "TOMBOLO_DIR", job, "TOMBOLO_RANK", Integer.toString(rank), "TOMBOLO_SIZE", Integer.toString(size)));
            ranks.add(builder.start());
        }
        return this;
    }

    /** Waits until the recorder watches the directory of the job, which a short job may remove soon. */
    private void awaitRecorder(final Path job) {
        while (!Files.exists(job.resolve("recorder.lock"))) {
            assertThat(recorder.isAlive()).isTrue();
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    private static List<String> java(final Class<?> main) {
        final List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return command;
    }

    private List<String> command(final Path file, final int change) {
        final List<String> command = java(ReplayedMain.class);
        command.addAll(List.of(program, file.toString(), Integer.toString(change), Long.toString(seed)));
        return command;
    }

    /** Waits until a rank prints a line. */
    void awaitLine(final int rank, final String expected) throws IOException {
        final BufferedReader output =
            new BufferedReader(new InputStreamReader(ranks.get(rank).getInputStream(), StandardCharsets.UTF_8));
        String line = output.readLine();
        while (line != null && !line.equals(expected)) {
            line = output.readLine();
        }
        assertThat(line).isEqualTo(expected);
    }

    void kill(final int rank) throws InterruptedException {
        ranks.get(rank).destroyForcibly().waitFor();
    }

    /** Waits until all ranks have ended without an error, and the recorder with them. */
    RecordedJob await() throws IOException, InterruptedException {
        for (int rank = 0; rank < ranks.size(); rank++) {
            assertThat(ranks.get(rank).waitFor()).as(Files.readString(directory.resolve("errors-" + rank))).isZero();
        }
        return awaitRecorder();
    }

    /** Waits until all ranks have ended, and the recorder with them. */
    RecordedJob awaitEnd() throws IOException, InterruptedException {
        for (final Process rank : ranks) {
            rank.waitFor();
        }
        return awaitRecorder();
    }

    private RecordedJob awaitRecorder() throws IOException, InterruptedException {
        recorder.getOutputStream().close();
        assertThat(recorder.waitFor()).as(Files.readString(directory.resolve("recorder"))).isZero();
        return this;
    }

    /** Replays rank 0 of the same program; returns the status of the command. */
    int replay() {
        return replay(RaceReceiver.UNCHANGED);
    }

    /** Replays rank 0 of the program with a change in a round. */
    int replay(final int change) {
        return replay(journal(), 0, command(replayed(), change));
    }

    int replay(final Path journal, final int rank, final List<String> command) {
        final List<String> arguments = new ArrayList<>(List.of("replay", journal.toString(), "--rank", Integer.toString(rank), "--"));
        arguments.addAll(command);
        err.reset();
        try (PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8)) {
            return JournalMain.execute(errors, errors, arguments.toArray(new String[0]));
        }
    }

    /** Starts a replay of rank 0 as a process of its own. */
    Process startReplay(final List<String> program) throws IOException {
        return startReplay(List.of(), program);
    }

    /** Does the same with more flags for its JVM. */
    Process startReplay(final List<String> flags, final List<String> program) throws IOException {
        final List<String> command = java(JournalMain.class);
        command.addAll(1, flags);
        command.addAll(List.of("replay", journal().toString(), "--rank", "0", "--"));
        command.addAll(program);
        return new ProcessBuilder(command).start();
    }

    /** Returns the lines that the last replay has printed. */
    List<String> lines() {
        return err.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Override
    public void close() {
        ranks.forEach(Process::destroyForcibly);
        if (recorder != null) {
            recorder.destroyForcibly();
        }
    }
}
