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
package io.tombolo.ringbuffers.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A separate JVM that runs a main class of the test class path and answers lines with lines. */
public final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;
    private final Path errors;
    // Sends all signals: a process for each signal would take most of the time of a test on busy cores.
    private Process shell;

    private ChildJvm(final Process process, final Path errors) {
        this.process = process;
        this.errors = errors;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    public static ChildJvm start(final Class<?> main, final String... jvmOptions) throws IOException {
        final List<String> options = new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED"));
        Collections.addAll(options, jvmOptions);
        return startPlain(main, options);
    }

    public static ChildJvm startPlain(final Class<?> main, final List<String> jvmOptions) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--add-opens",
            "java.base/jdk.internal.misc=ALL-UNNAMED"));
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        final Path errors = Files.createTempFile("tombolo-child", ".err");
        return new ChildJvm(new ProcessBuilder(command).redirectError(errors.toFile()).start(), errors);
    }

    public void send(final String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (final IOException e) {
            throw new UncheckedIOException("child: " + errors(), e);
        }
    }

    public String receive() {
        try {
            return output.readLine();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String ask(final String line) {
        send(line);
        final String answer = receive();
        return answer == null ? "ended: " + errors() : answer;
    }

    public long pid() {
        return process.pid();
    }

    public String errors() {
        try {
            return Files.readString(errors);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void signal(final String name) throws IOException {
        if (shell == null) {
            shell = new ProcessBuilder("sh").redirectError(ProcessBuilder.Redirect.INHERIT).start();
        }
        shell.getOutputStream().write(("kill -" + name + " " + pid() + " && echo sent || exit\n").getBytes(StandardCharsets.UTF_8));
        shell.getOutputStream().flush();
        if (!"sent".equals(shell.inputReader(StandardCharsets.UTF_8).readLine())) {
            throw new IOException("kill -" + name + " failed");
        }
    }

    /** Stops all threads of the JVM; none of them runs when this returns. */
    public void stop() throws IOException {
        signal("STOP");
        while (!areStopped()) {
            Thread.yield();
        }
    }

    private boolean areStopped() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid()), "task"))) {
            return threads.allMatch(ChildJvm::isStopped);
        }
    }

    /** Returns true also for a thread that has ended. */
    private static boolean isStopped(final Path thread) {
        try {
            final String stat = Files.readString(thread.resolve("stat"));
            return "TtZX".indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) >= 0;
        } catch (final IOException e) {
            return true;
        }
    }

    public int await() throws InterruptedException {
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("child " + pid() + " still runs");
        }
        return process.exitValue();
    }

    public void kill() throws InterruptedException {
        process.destroyForcibly();
        await();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        if (shell != null) {
            shell.destroyForcibly();
        }
        try {
            Files.deleteIfExists(errors);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
