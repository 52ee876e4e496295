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
package io.tombolo.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A launcher in a process of its own, to which tests send signals.
 */
public final class Launcher implements AutoCloseable {
    private static final int GUARD_SECONDS = 30;
    private static final String FLAGS = String.join(" ", TestJvm.SHORT_LIVED);
    /** The line that the JVM of the launcher prints about its options. The line of a rank would have more options. */
    private static final String NOTE = new String(RequiredJvmFlags.NOTE, StandardCharsets.US_ASCII) + " " + FLAGS + "\n";

    private final int guardSeconds;
    private final Process process;
    private final Path errorFile;
    private final BufferedReader output;

    /**
     * Starts a JVM command. All of its processes have the variable of the test, and its JVMs have options for a short life. Its error
     * output goes to a file in the directory.
     */
    public Launcher(final NothingLeft nothingLeft, final Path directory, final List<String> command) throws IOException {
        this(nothingLeft, directory, GUARD_SECONDS, command);
    }

    /** Starts a launcher of several jobs, which may take longer. */
    public Launcher(final NothingLeft nothingLeft, final Path directory, final int seconds, final List<String> command)
        throws IOException {
        guardSeconds = seconds;
        errorFile = directory.resolve("launcher.stderr");
        final List<String> full = new ArrayList<>();
        // A build in the background may ignore INT; child processes inherit that, and a JVM respects it.
        final Process probe = new ProcessBuilder("env", "--default-signal=INT,HUP,TERM", "true").redirectErrorStream(true).start();
        if (probe.onExit().join().exitValue() == 0) {
            full.addAll(List.of("env", "--default-signal=INT,HUP,TERM"));
        }
        full.addAll(command);
        final ProcessBuilder builder = new ProcessBuilder(full).directory(directory.toFile()).redirectError(errorFile.toFile());
        builder.environment().put(NothingLeft.NAME, nothingLeft.value());
        builder.environment().put(RequiredJvmFlags.VARIABLE, FLAGS);
        process = builder.start();
        // A read of its output cannot be interrupted, but ends when the process dies.
        CompletableFuture.delayedExecutor(guardSeconds, TimeUnit.SECONDS).execute(process::destroyForcibly);
        output = new BufferedReader(process.inputReader(StandardCharsets.UTF_8));
    }

    /** The process of the launcher. */
    public Process process() {
        return process;
    }

    /** Reads lines of its output until the wanted text has come the wanted number of times. */
    public void awaitLines(final int count, final String ending) throws IOException {
        int found = 0;
        while (found < count) {
            final String line = output.readLine();
            assertThat(line).as("output before " + count + " lines " + ending + ": " + errors()).isNotNull();
            found += line.endsWith(ending) ? 1 : 0;
        }
    }

    /** Reads lines of its output until one matches. Returns the number in the first group of the expression. */
    public long awaitMatch(final String expression) throws IOException {
        final Pattern pattern = Pattern.compile(expression);
        while (true) {
            final String line = output.readLine();
            assertThat(line).as("output before " + expression + ": " + errors()).isNotNull();
            final Matcher matcher = pattern.matcher(line);
            if (matcher.matches()) {
                return Long.parseLong(matcher.group(1));
            }
        }
    }

    /** All further lines of its output, sorted. */
    public List<String> sortedLines() {
        return output.lines().sorted().toList();
    }

    /** Closes the reading side of its output. */
    public void closeOutput() throws IOException {
        output.close();
    }

    /** Its standard error so far. */
    public String errors() throws IOException {
        final String errors = Files.readString(errorFile);
        return errors.startsWith(NOTE) ? errors.substring(NOTE.length()) : errors;
    }

    /** Sends it a signal. */
    public void signal(final String name) throws IOException, InterruptedException {
        final Process kill = new ProcessBuilder("kill", "-s", name, Long.toString(process.pid())).inheritIO().start();
        assertThat(kill.waitFor()).isZero();
    }

    /** Its exit status. */
    public int await() throws InterruptedException {
        assertThat(process.waitFor(guardSeconds, TimeUnit.SECONDS)).as("launcher ended").isTrue();
        return process.exitValue();
    }

    /** Kills it if it lives, and waits until it has ended. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
