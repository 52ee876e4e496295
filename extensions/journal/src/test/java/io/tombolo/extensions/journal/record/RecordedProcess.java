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
package io.tombolo.extensions.journal.record;

import io.tombolo.extensions.journal.Journal;
import io.tombolo.extensions.journal.JournalRank;
import io.tombolo.extensions.journal.command.JournalMain;
import io.tombolo.extensions.journal.excerpt.ExcerptKind;
import io.tombolo.extensions.journal.excerpt.ExcerptReader;
import io.tombolo.extensions.journal.excerpt.JournalException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A rank or a recorder as a process of its own, which ends with the test.
 */
final class RecordedProcess implements AutoCloseable {
    private static final List<String> FLAGS = List.of(
        "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED",
        "--add-opens", "java.base/java.lang.reflect=ALL-UNNAMED", "--add-exports", "java.base/sun.nio.ch=ALL-UNNAMED",
        "--add-exports", "java.base/jdk.internal.ref=ALL-UNNAMED");

    private final Process process;
    private final BufferedReader output;

    private RecordedProcess(final Class<?> main, final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static RecordedProcess rank(final Path job, final int rank, final int size, final int ring, final long count) throws IOException {
        return new RecordedProcess(
            RecordedRank.class, job.toString(), Integer.toString(rank), Integer.toString(size), Integer.toString(ring),
            Long.toString(count));
    }

    static RecordedProcess payloadRank(final Path job, final int count) throws IOException {
        return new RecordedProcess(PayloadRank.class, job.toString(), Integer.toString(count));
    }

    static RecordedProcess recorder(final Path job, final Path journal) throws IOException {
        return new RecordedProcess(JournalMain.class, "record", job.toString(), "--to", journal.toString(), "--floor", "0");
    }

    static RecordedProcess launchedRecorder(final Path job, final Path journal) throws IOException {
        return new RecordedProcess(
            JournalMain.class, "record", job.toString(), "--to", journal.toString(), "--floor", "0", "--launched");
    }

    static RecordedProcess launcher(final Path job) throws IOException {
        return new RecordedProcess(LaunchingProcess.class, job.toString());
    }

    /** Ends the input of the process, and waits until it ends; returns its exit status. */
    int endInput() throws IOException, InterruptedException {
        process.getOutputStream().close();
        return process.waitFor();
    }

    /** Asks the process to end, by TERM, and waits until it has. */
    void terminate() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }

    void awaitLine(final String expected) throws IOException {
        String line = output.readLine();
        while (line != null && !line.equals(expected)) {
            line = output.readLine();
        }
        if (line == null) {
            throw new AssertionError("the process has ended without '" + expected + "'");
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    static void check() {
        if (Thread.currentThread().isInterrupted()) {
            throw new AssertionError("the test has exceeded its time limit");
        }
    }

    /** Waits until a directory has that many entries that are not hidden. */
    static void awaitEntries(final Path directory, final int count) throws IOException {
        while (true) {
            check();
            try (Stream<Path> entries = Files.list(directory)) {
                if (entries.filter(entry -> !entry.getFileName().toString().startsWith(".")).count() >= count) {
                    return;
                }
            }
        }
    }

    /** Returns whether a journal has more than that many starts, the last of them with events behind it. */
    static boolean hasExcerpts(final Path journal, final int starts) throws IOException {
        if (!Files.isDirectory(journal)) {
            return false;
        }
        int found = 0;
        boolean hasEvents = false;
        try {
            for (final JournalRank rank : Journal.open(journal)) {
                try (ExcerptReader reader = new ExcerptReader(rank.path())) {
                    ExcerptKind kind = reader.next();
                    while (kind != null) {
                        found += kind == ExcerptKind.START ? 1 : 0;
                        hasEvents = kind == ExcerptKind.EVENTS || kind != ExcerptKind.START && hasEvents;
                        kind = reader.next();
                    }
                }
            }
        } catch (final JournalException notYet) {
            return false;
        }
        return found > starts && hasEvents;
    }
}
