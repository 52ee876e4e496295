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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The ranks of one job, each in a JVM of its own that runs a main class of the test class path. Gives their output and exit statuses.
 * Closing it ends all processes and deletes the directory of the job.
 */
public final class RankJvms implements AutoCloseable {
    /** Longest wait for a line or an exit, so that a hanging rank fails the test. */
    private static final long GUARD_SECONDS = RankThreads.GUARD_SECONDS;
    private static final int KILLED = 137;

    private final Path directory;
    private final List<Rank> ranks = new ArrayList<>();

    private RankJvms(final Path directory) {
        this.directory = directory;
    }

    /** Creates a job without ranks, in a directory of its own. */
    public static RankJvms create() throws IOException {
        return create(0);
    }

    /** Creates a job without ranks, in a directory with room for a number of bytes. */
    public static RankJvms create(final long bytes) throws IOException {
        return new RankJvms(TestDirectories.directory(bytes));
    }

    /** Creates a job and starts all ranks with the same arguments. */
    public static RankJvms start(
        final int size, final Class<?> main, final List<String> options, final String... arguments) throws IOException {
        final RankJvms job = create();
        for (int rank = 0; rank < size; rank++) {
            job.add(rank, size, main, options, arguments);
        }
        return job;
    }

    public RankJvms add(final int rank, final int size, final Class<?> main, final List<String> options, final String... arguments)
        throws IOException {
        return add("TOMBOLO_RANK", Integer.toString(rank), size, main, options, arguments);
    }

    /** Adds a rank that joins by its name. Its number here counts the ranks that were added. */
    public RankJvms addNamed(final String name, final int size, final Class<?> main, final String... arguments) throws IOException {
        return add("TOMBOLO_NAME", name, size, main, List.of(), arguments);
    }

    private RankJvms add(
        final String key, final String value, final int size, final Class<?> main, final List<String> options, final String... arguments)
        throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
            "-Xmx128m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:+ErrorFileToStderr",
            "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"));
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("TOMBOLO_DIR", directory.toString());
        builder.environment().put(key, value);
        builder.environment().put("TOMBOLO_SIZE", Integer.toString(size));
        ranks.add(new Rank(builder.start()));
        return this;
    }

    public Path directory() {
        return directory;
    }

    public long pid(final int rank) {
        return ranks.get(rank).process.pid();
    }

    /** Waits until a rank has written a line with a prefix, and returns the line. Fails if the rank ends first. */
    public String awaitLine(final int rank, final String start) throws InterruptedException {
        return ranks.get(rank).awaitLine(start);
    }

    /** Kills a rank with SIGKILL. */
    public void kill(final int rank) throws InterruptedException {
        ranks.get(rank).process.destroyForcibly();
        exitStatus(rank);
    }

    /** Waits until a rank ends. Returns its exit status. */
    public int exitStatus(final int rank) throws InterruptedException {
        try {
            return ranks.get(rank).exitStatus();
        } catch (final HungError error) {
            for (final Rank each : ranks) {
                if (each.process.isAlive()) {
                    each.dump();
                }
            }
            throw new AssertionError("rank " + rank + " does not end" + outputs(), error);
        }
    }

    /** Waits until all ranks have ended. Fails if a rank that was not killed has an exit status other than 0. */
    public RankJvms awaitSuccess() throws InterruptedException {
        for (int rank = 0; rank < ranks.size(); rank++) {
            final int status = exitStatus(rank);
            if (status != 0 && status != KILLED) {
                throw new AssertionError("rank " + rank + " ended with " + status + outputs());
            }
        }
        return this;
    }

    private String outputs() throws InterruptedException {
        final StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < ranks.size(); rank++) {
            text.append("\nrank ").append(rank).append(": ").append(output(rank));
        }
        return text.toString();
    }

    public String output(final int rank) throws InterruptedException {
        return ranks.get(rank).output();
    }

    @Override
    public void close() throws IOException {
        for (final Rank rank : ranks) {
            rank.process.destroyForcibly();
        }
        for (final Rank rank : ranks) {
            rank.process.onExit().join();
        }
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (final Iterator<Path> path = files.sorted(Comparator.reverseOrder()).iterator(); path.hasNext();) {
                    Files.deleteIfExists(path.next());
                }
            }
        }
    }

    private static final class HungError extends Error {
        private static final long serialVersionUID = 1;
    }

    private static final class Rank {
        private final Process process;
        private final List<String> lines = new ArrayList<>();
        private final Thread reader;
        private boolean ended;

        Rank(final Process process) {
            this.process = process;
            this.reader = new Thread(this::read, "output of " + process.pid());
            reader.setDaemon(true);
            reader.start();
        }

        private void read() {
            try (BufferedReader output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = output.readLine(); line != null; line = output.readLine()) {
                    add(line);
                }
            } catch (final IOException exception) {
                // The output of a killed process may end with an error.
                add("output ends: " + exception.getMessage());
            } finally {
                end();
            }
        }

        private synchronized void add(final String line) {
            lines.add(line);
            notifyAll();
        }

        private synchronized void end() {
            ended = true;
            notifyAll();
        }

        synchronized String awaitLine(final String start) throws InterruptedException {
            final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(GUARD_SECONDS);
            while (true) {
                for (final String line : lines) {
                    if (line.startsWith(start)) {
                        return line;
                    }
                }
                final long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (ended || leftMs <= 0) {
                    throw new AssertionError("no line \"" + start + "\" in " + lines);
                }
                wait(leftMs);
            }
        }

        int exitStatus() throws InterruptedException {
            if (!process.waitFor(GUARD_SECONDS, TimeUnit.SECONDS)) {
                throw new HungError();
            }
            return process.exitValue();
        }

        /** Makes the JVM print the stacks of its threads. */
        void dump() throws InterruptedException {
            try {
                new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid())).start().waitFor();
                awaitLine("JNI global refs");
            } catch (final IOException exception) {
                throw new UncheckedIOException(exception);
            }
        }

        String output() throws InterruptedException {
            if (!process.isAlive()) {
                reader.join(TimeUnit.SECONDS.toMillis(GUARD_SECONDS));
            }
            synchronized (this) {
                return String.join("\n", lines);
            }
        }
    }
}
