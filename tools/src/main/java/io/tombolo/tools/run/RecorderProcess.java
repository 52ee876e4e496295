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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The process that records the ranks of a launch in a journal. It starts before the ranks, and ends when it has read everything. If this
 * JVM dies, its standard input ends, and it ends as well.
 */
public final class RecorderProcess implements AutoCloseable {
    private static final List<String> JVM = List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xshare:auto", "-Xmx256m");
    /** The first JDK that prints warnings about a library of Chronicle, and knows the option against them. */
    private static final int FIRST_WITH_WARNINGS = 24;
    private static final String READY = "ready";

    private final Process process;
    private final int mostSeconds;
    private boolean isLeft;

    private RecorderProcess(final Process process, final int mostSeconds) {
        this.process = process;
        this.mostSeconds = mostSeconds;
    }

    /**
     * Starts a recorder and waits until it is ready.
     *
     * @param jar     of the journal
     * @param job     directory of the job, in which there need not be a job yet
     * @param journal directory of the journal
     * @param options further options of the command {@code record}
     * @param mostSeconds longest wait for it, at the start and at the end
     * @return the recorder, which the caller closes
     * @throws IOException if it has not started; its own message is on standard error
     */
    public static RecorderProcess start(
        final Path jar, final Path job, final Path journal, final List<String> options, final int mostSeconds) throws IOException {
        final List<String> command = new ArrayList<>();
        // In a session of its own: Ctrl-C at a terminal is for the ranks, whose last events it still records.
        ProgramLookup.find("setsid").ifPresent(setsid -> command.add(setsid.toString()));
        command.addAll(command(jar));
        command.addAll(List.of("record", job.toString(), "--to", journal.toString(), "--launched"));
        command.addAll(options);
        final RecorderProcess recorder = new RecorderProcess(builder(command).start(), mostSeconds);
        try {
            if (recorder.isReady()) {
                return recorder;
            }
        } catch (final TimeoutException late) {
            recorder.close();
            throw new IOException("the recorder of the journal (pid " + recorder.process.pid() + ") was not ready after " + mostSeconds +
                " s, so no rank was started; see --journal-wait", late);
        }
        recorder.close();
        throw new IOException("the recorder of the journal has not started, so no rank was started");
    }

    /**
     * Runs a command of the journal to its end. A signal to this JVM is passed on.
     *
     * @param jar       of the journal
     * @param arguments of the command
     * @param stdin     its input
     * @return its exit status
     * @throws IOException          if it cannot be started
     * @throws InterruptedException if this thread was interrupted
     */
    public static int run(final Path jar, final List<String> arguments, final ProcessBuilder.Redirect stdin)
        throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(command(jar));
        command.addAll(arguments);
        final Process process =
            builder(command).redirectInput(stdin).redirectOutput(ProcessBuilder.Redirect.INHERIT).start();
        final Thread onSignal = new Thread(() -> end(process), "journal-signal");
        Runtime.getRuntime().addShutdownHook(onSignal);
        final int status = process.waitFor();
        try {
            Runtime.getRuntime().removeShutdownHook(onSignal);
        } catch (final IllegalStateException expected) {
            // This JVM is shutting down: the hook finds a process that has ended.
            return status;
        }
        return status;
    }

    private static ProcessBuilder builder(final List<String> command) {
        final ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        InheritedOptions.withhold(builder.environment());
        return builder;
    }

    private static List<String> command(final Path jar) {
        final List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(JVM);
        if (Runtime.version().feature() >= FIRST_WITH_WARNINGS) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of("-jar", jar.toString()));
        return command;
    }

    private static void end(final Process process) {
        process.destroy();
        try {
            process.waitFor();
        } catch (final InterruptedException atOnce) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isReady() throws IOException, TimeoutException {
        // Not closed: that would close the output of the recorder.
        final BufferedReader output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        final FutureTask<String> line = new FutureTask<>(output::readLine);
        final Thread reading = new Thread(line, "journal-ready");
        reading.setDaemon(true);
        reading.start();
        try {
            return READY.equals(line.get(mostSeconds, TimeUnit.SECONDS));
        } catch (final ExecutionException failed) {
            throw new IOException(failed.getCause());
        } catch (final InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Tells the recorder that the ranks have ended, and waits until it has read everything. It says what it has recorded.
     *
     * @return what has gone wrong, one line; empty if it has succeeded
     * @throws IOException          if it cannot be told
     * @throws InterruptedException if this thread was interrupted
     */
    public String finish() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(mostSeconds, TimeUnit.SECONDS)) {
            isLeft = true;
            return "the recorder (pid " + process.pid() + ") has not ended after " + mostSeconds + " s, and goes on; if it is " +
                "stopped, 'kill -CONT " + process.pid() + "' lets it end";
        }
        return process.exitValue() == 0 ? "" : "the recorder has failed; the journal ends where it did";
    }

    /** Kills the recorder if it has not ended, unless {@link #finish} has said that it goes on. */
    @Override
    public void close() {
        if (!isLeft) {
            process.destroyForcibly();
        }
    }
}
