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
package io.tombolo.jmh.bench.twin;

import io.tombolo.jmh.bench.line.Line;
import io.tombolo.jmh.bench.line.LineFile;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One pair of JVMs: started with this process's Java and class path, pinned to two cores, and gone after {@link #close()}, after the
 * end of this process, and after its death.
 */
public final class Twins implements AutoCloseable {

    static final List<String> FLAGS = List.of(
        "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED");

    /** With both cores kept busy a compiler in the background would get to run when all is over. The code is the same. */
    private static final String COMPILE_AT_ONCE = "-Xbatch";

    static final List<String> JOB_VARIABLES = List.of("TOMBOLO_DIR", "TOMBOLO_RANK", "TOMBOLO_SIZE");
    private static final long KILL_TIMEOUT_S = 10;

    private final Plan plan;
    private final Path directory;
    private final List<Process> processes = new ArrayList<>();
    private final Thread hook = new Thread(this::destroy, "twins-at-exit");

    /**
     * Starts the two.
     *
     * @param plan         what they measure.
     * @param jvmArguments more arguments for both JVMs.
     * @throws IOException if there is no room for the shared file or a process does not start.
     */
    public Twins(final Plan plan, final List<String> jvmArguments) throws IOException {
        this.plan = plan;
        directory = ScratchDirectory.create(plan.footprint());
        Runtime.getRuntime().addShutdownHook(hook);
        boolean started = false;
        try {
            LineFile.create(directory.resolve(Plan.LINE_FILE), plan.payloadSize());
            final int[] cores = Cores.pick();
            for (int rank = 0; rank < cores.length; rank++) {
                processes.add(start(rank, cores[rank], jvmArguments));
            }
            started = true;
        } finally {
            if (!started) {
                close();
            }
        }
    }

    /**
     * Waits for both to end.
     *
     * @param timeoutMs how long to wait in milliseconds.
     * @return one result for each piece of work, in the order of the plan.
     * @throws TwinException        if one of them failed.
     * @throws TimeoutException     if the time is up.
     * @throws IOException          if their output cannot be read.
     * @throws InterruptedException if the caller is interrupted.
     */
    public List<RunResult> await(final long timeoutMs) throws TwinException, TimeoutException, IOException, InterruptedException {
        final CompletableFuture<?>[] successes = new CompletableFuture<?>[processes.size()];
        final CompletableFuture<Void> failure = new CompletableFuture<>();
        for (int rank = 0; rank < successes.length; rank++) {
            final int failed = rank;
            successes[rank] = processes.get(rank).onExit().thenAccept(process -> {
                if (0 != process.exitValue()) {
                    failure.completeExceptionally(new TwinException("rank " + failed + " ended with status " + process.exitValue()));
                }
            });
        }
        final CompletableFuture<Void> all = CompletableFuture.allOf(successes);
        try {
            CompletableFuture.anyOf(failure, all).get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (final ExecutionException ex) {
            throw new TwinException(ex.getCause().getMessage() + errors());
        }
        final List<RunResult> results = output(0).stream().filter(RunResult::isResult).map(RunResult::decode).toList();
        if (failure.isCompletedExceptionally() || results.size() != plan.works().size()) {
            throw new TwinException("results=" + results.size() + " expected=" + plan.works().size() + errors());
        }
        return results;
    }

    /**
     * How the two are pinned.
     *
     * @return words for people.
     * @throws IOException if their output cannot be read.
     */
    public String pinned() throws IOException {
        final List<String> words = new ArrayList<>();
        for (int rank = 0; rank < processes.size(); rank++) {
            output(rank).stream()
                .filter(line -> line.startsWith(TwinMain.PINNED))
                .forEach(line -> words.add(line.substring(TwinMain.PINNED.length())));
        }
        return words.stream().distinct().reduce((a, b) -> a + " and " + b).orElse("unpinned");
    }

    /**
     * The two processes.
     *
     * @return initiator and responder.
     */
    public List<Process> processes() {
        return List.copyOf(processes);
    }

    /**
     * Where their files are.
     *
     * @return a directory that {@link #close()} deletes.
     */
    public Path directory() {
        return directory;
    }

    /**
     * Ends both and deletes their files. Idempotent.
     */
    @Override
    public void close() {
        destroy();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException ex) {
            return; // this process is ending: the hook does it
        }
    }

    private void destroy() {
        processes.forEach(Process::destroyForcibly);
        try {
            for (final Process process : processes) {
                process.waitFor(KILL_TIMEOUT_S, TimeUnit.SECONDS);
            }
            ScratchDirectory.delete(directory);
        } catch (final InterruptedException ex) {
            Thread.currentThread().interrupt();
        } catch (final IOException ex) {
            System.err.println("left behind: " + ex);
        }
    }

    private Process start(final int rank, final int core, final List<String> jvmArguments) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.add(COMPILE_AT_ONCE);
        command.add("-D" + Line.PATH_PROPERTY + "=" + directory.resolve(Plan.LINE_FILE));
        command.add("-D" + Line.PAYLOAD_PROPERTY + "=" + plan.payloadSize());
        command.addAll(plan.settings());
        command.addAll(jvmArguments);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), TwinMain.class.getName()));
        command.addAll(plan.arguments(directory, rank, core));
        final ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeAll(JOB_VARIABLES);
        return builder.redirectOutput(file(rank, "out")).redirectError(file(rank, "err")).start();
    }

    private File file(final int rank, final String stream) {
        return directory.resolve(stream + "-" + rank).toFile();
    }

    private List<String> output(final int rank) throws IOException {
        return Files.readAllLines(file(rank, "out").toPath());
    }

    private String errors() throws IOException {
        final StringBuilder words = new StringBuilder();
        for (int rank = 0; rank < processes.size(); rank++) {
            for (final String line : Files.readAllLines(file(rank, "err").toPath())) {
                words.append(System.lineSeparator()).append("rank ").append(rank).append(": ").append(line);
            }
        }
        return words.toString();
    }
}
