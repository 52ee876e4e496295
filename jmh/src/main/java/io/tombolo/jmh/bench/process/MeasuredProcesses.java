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
package io.tombolo.jmh.bench.process;

import io.tombolo.jmh.bench.line.LineFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Processes that measure together, pinned to cores: two JVMs or two programs in C on two cores, and more for some plans. They end with
 * {@link #close()}, and with this process, even if it is killed. One thread uses an object.
 */
public final class MeasuredProcesses implements AutoCloseable {

    private static final long KILL_TIMEOUT_S = 10;
    private static final long LOOK_MS = 20;

    /** How long the other processes have to end if one has failed. */
    private static final long GRACE_S = 1;

    private final Plan plan;
    private final Path directory;
    private final List<Process> processes = new ArrayList<>();
    private final Thread hook = new Thread(this::destroy, "measured-processes-at-exit");

    /**
     * Starts the processes.
     *
     * @param plan         what they measure.
     * @param jvmArguments more arguments for the JVMs.
     * @throws IOException           if there is no space for the shared file, or a process does not start.
     * @throws IllegalStateException if this process is ending.
     */
    public MeasuredProcesses(final Plan plan, final List<String> jvmArguments) throws IOException {
        this.plan = plan;
        directory = ScratchDirectory.create(plan.footprint());
        boolean started = false;
        try {
            Runtime.getRuntime().addShutdownHook(hook); // refused if this process is ending; then the directory goes at once
            LineFile.create(directory.resolve(Plan.LINE_FILE), plan.payloadSize());
            final int[] cores = Cores.pick(plan.mostCores());
            for (final ProcessBuilder builder : ProcessLauncher.of(plan, jvmArguments).processes(plan, directory, cores)) {
                processes.add(start(processes.size(), builder));
            }
            started = true;
        } finally {
            if (!started) {
                close();
            }
        }
    }

    /**
     * Waits for all processes to end.
     *
     * @param timeoutMs limit of the wait in milliseconds.
     * @return one result for each piece of work, in the order of the plan.
     * @throws ProcessFailedException if one of them failed.
     * @throws TimeoutException       if the time is up.
     * @throws IOException            if their output cannot be read.
     * @throws InterruptedException   if the caller is interrupted.
     */
    public List<RunResult> await(final long timeoutMs) throws ProcessFailedException, TimeoutException, IOException, InterruptedException {
        final Optional<String> failure = exits(TimeUnit.MILLISECONDS.toNanos(timeoutMs), Long.MAX_VALUE);
        final List<RunResult> results = results();
        if (failure.isPresent() || results.size() != plan.works().size()) {
            throw new ProcessFailedException(failure.orElse("results=" + results.size() + " expected=" + plan.works().size()) + errors());
        }
        return results;
    }

    /**
     * Waits until all processes have ended, one has failed, or no result has come for too long.
     *
     * @param timeoutMs limit of the wait in milliseconds.
     * @param guardMs   limit of the wait for each result in milliseconds.
     * @return the results, and the failure if there was one.
     * @throws IOException          if their output cannot be read.
     * @throws InterruptedException if the caller is interrupted.
     */
    public PlanOutcome follow(final long timeoutMs, final long guardMs) throws IOException, InterruptedException {
        Optional<String> failure;
        try {
            failure = exits(TimeUnit.MILLISECONDS.toNanos(timeoutMs), TimeUnit.MILLISECONDS.toNanos(guardMs))
                .map(reason -> reason + firstErrors());
        } catch (final TimeoutException ex) {
            failure = Optional.of(PlanOutcome.TIME_UP);
        }
        final List<RunResult> results = results();
        if (failure.isEmpty() && results.size() < plan.works().size()) {
            failure = Optional.of("ended after " + results.size() + " of " + plan.works().size() + " results");
        }
        return new PlanOutcome(results, failure);
    }

    /** Waits for the processes. Returns what failed; empty if all have ended with status 0. */
    private Optional<String> exits(final long timeoutNs, final long guardNs) throws TimeoutException, IOException, InterruptedException {
        final CompletableFuture<?>[] successes = new CompletableFuture<?>[processes.size()];
        final CompletableFuture<Void> failure = new CompletableFuture<>();
        for (int rank = 0; rank < successes.length; rank++) {
            successes[rank] = processes.get(rank).onExit().thenAccept(process -> {
                if (0 != process.exitValue()) {
                    failure.complete(null);
                }
            });
        }
        final CompletableFuture<Object> end = CompletableFuture.anyOf(failure, CompletableFuture.allOf(successes));
        final long startNs = System.nanoTime();
        long progressNs = startNs;
        long length = 0;
        while (true) {
            try {
                end.get(LOOK_MS, TimeUnit.MILLISECONDS);
                return failure.isDone() ? Optional.of(failures()) : Optional.empty();
            } catch (final ExecutionException ex) {
                throw new IllegalStateException(ex); // no future above completes exceptionally
            } catch (final TimeoutException ex) {
                final long nowNs = System.nanoTime();
                if (nowNs - startNs >= timeoutNs) {
                    throw ex;
                }
                final long newLength = file(0, "out").length();
                progressNs = newLength > length ? nowNs : progressNs;
                length = newLength;
                if (nowNs - progressNs >= guardNs) {
                    return Optional.of("no result for " + TimeUnit.NANOSECONDS.toSeconds(guardNs) + " s" + Stacks.describe(processes));
                }
            }
        }
    }

    /**
     * Describes all ranks that failed. The other ranks get a moment to end: the process that failed first may be seen last.
     */
    private String failures() throws InterruptedException {
        final long startNs = System.nanoTime();
        final StringJoiner words = new StringJoiner(", ");
        for (int rank = 0; rank < processes.size(); rank++) {
            final Process process = processes.get(rank);
            final long leftNs = Math.max(0, TimeUnit.SECONDS.toNanos(GRACE_S) - (System.nanoTime() - startNs));
            if (process.waitFor(leftNs, TimeUnit.NANOSECONDS) && 0 != process.exitValue()) {
                words.add("rank " + rank + " ended with status " + process.exitValue());
            }
        }
        return words.toString();
    }

    private List<RunResult> results() throws IOException {
        return output(0).stream().filter(RunResult::isResult).map(RunResult::decode).toList();
    }

    /**
     * Describes how the processes are pinned.
     *
     * @return words for people.
     * @throws IOException if their output cannot be read.
     */
    public String pinned() throws IOException {
        final List<String> words = new ArrayList<>();
        for (int rank = 0; rank < processes.size(); rank++) {
            output(rank).stream()
                .filter(line -> line.startsWith(ProcessMain.PINNED))
                .forEach(line -> words.add(line.substring(ProcessMain.PINNED.length())));
        }
        return words.stream().distinct().reduce((a, b) -> a + " and " + b).orElse("unpinned");
    }

    /**
     * Returns the processes.
     *
     * @return the initiator, the responder, and any others.
     */
    public List<Process> processes() {
        return List.copyOf(processes);
    }

    /**
     * Returns the directory of their files.
     *
     * @return scratch directory, which {@link #close()} deletes.
     */
    public Path directory() {
        return directory;
    }

    /**
     * Ends all processes and deletes their files. Further calls do nothing.
     */
    @Override
    public void close() {
        destroy();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException ex) {
            return; // this process is ending, and the hook runs too
        }
    }

    private void destroy() {
        processes.stream().flatMap(Process::descendants).forEach(ProcessHandle::destroyForcibly); // of a launcher
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

    private Process start(final int number, final ProcessBuilder builder) throws IOException {
        return builder.redirectOutput(file(number, "out")).redirectError(file(number, "err")).start();
    }

    private File file(final int rank, final String stream) {
        return directory.resolve(stream + "-" + rank).toFile();
    }

    private List<String> output(final int rank) throws IOException {
        return Files.readAllLines(file(rank, "out").toPath());
    }

    /** Returns the first line of the error output of each process. */
    private String firstErrors() {
        final StringBuilder words = new StringBuilder();
        try {
            for (int rank = 0; rank < processes.size(); rank++) {
                final String who = "; rank " + rank + ": ";
                errorLines(rank).stream().filter(line -> !line.isBlank()).findFirst().ifPresent(line -> words.append(who).append(line));
            }
        } catch (final IOException ex) {
            return "";
        }
        return words.toString();
    }

    private String errors() throws IOException {
        final StringBuilder words = new StringBuilder();
        for (int rank = 0; rank < processes.size(); rank++) {
            for (final String line : errorLines(rank)) {
                words.append(System.lineSeparator()).append("rank ").append(rank).append(": ").append(line);
            }
        }
        return words.toString();
    }

    private List<String> errorLines(final int rank) throws IOException {
        return Files.readAllLines(file(rank, "err").toPath());
    }
}
