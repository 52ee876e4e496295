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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A server and its clients, each in a JVM with the Java and the class path of this process. They end with this process.
 */
public final class ServerJob {
    private static final long FOOTPRINT = 48L << 20;
    private static final String OUTPUT = "out-";

    private ServerJob() {
    }

    /**
     * Runs the job to its end.
     *
     * @param clients      number of clients.
     * @param size         length of a request and of its response in bytes.
     * @param rounds       requests of each client in a turn.
     * @param runs         number of turns.
     * @param timeoutS     limit of the whole job in seconds.
     * @param jvmArguments more arguments of each JVM.
     * @return one result for each turn.
     * @throws IOException            if there is no space, or a process does not start.
     * @throws InterruptedException   if the caller is interrupted.
     * @throws TimeoutException       if the time is up.
     * @throws ProcessFailedException if one of them failed.
     */
    public static List<ServerResult> run(
        final int clients, final int size, final int rounds, final int runs, final int timeoutS, final List<String> jvmArguments)
        throws IOException, InterruptedException, TimeoutException, ProcessFailedException {
        final Path directory = ScratchDirectory.create(FOOTPRINT);
        final List<Process> processes = new ArrayList<>();
        final Thread hook = new Thread(() -> end(processes, directory), "server-job-at-exit");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            final int[] cores = clients == 1 ? Cores.pick() : new int[] {Cores.NONE, Cores.NONE};
            for (int rank = 0; rank <= clients; rank++) {
                processes.add(start(directory, rank, cores[Math.min(1, rank)], jvmArguments, List.of(
                    Integer.toString(clients), Integer.toString(size), Integer.toString(rounds), Integer.toString(runs))));
            }
            final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutS);
            for (int rank = 0; rank <= clients; rank++) {
                await(directory, rank, processes.get(rank), deadlineNs, timeoutS);
            }
            return results(directory);
        } finally {
            end(processes, directory);
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }

    private static void end(final List<Process> processes, final Path directory) {
        processes.forEach(Process::destroyForcibly);
        try {
            for (final Process process : processes) {
                process.waitFor();
            }
            ScratchDirectory.delete(directory);
        } catch (final InterruptedException ex) {
            Thread.currentThread().interrupt();
        } catch (final IOException ex) {
            System.err.println("left behind: " + ex);
        }
    }

    private static void await(final Path directory, final int rank, final Process process, final long deadlineNs, final int timeoutS)
        throws IOException, InterruptedException, TimeoutException, ProcessFailedException {
        if (!process.waitFor(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            throw new TimeoutException("time up: timeout=" + timeoutS + "s");
        }
        if (process.exitValue() != 0) {
            throw new ProcessFailedException("rank " + rank + " ended with status " + process.exitValue() + ": " +
                String.join(" ", Files.readAllLines(directory.resolve(OUTPUT + rank))));
        }
    }

    private static Process start(
        final Path directory, final int rank, final int core, final List<String> jvmArguments, final List<String> plan)
        throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JvmLauncher.FLAGS);
        command.addAll(jvmArguments);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ServerRank.class.getName(), directory.toString(),
            Integer.toString(rank), Integer.toString(core)));
        command.addAll(plan);
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        MeasuredEnvironment.prepare(builder.environment());
        return builder.redirectOutput(directory.resolve(OUTPUT + rank).toFile()).start();
    }

    private static List<ServerResult> results(final Path directory) throws IOException {
        final List<ServerResult> results = new ArrayList<>();
        for (final String line : Files.readAllLines(directory.resolve(OUTPUT + 1))) {
            if (line.startsWith(ServerRank.RESULT)) {
                final String[] numbers = line.substring(ServerRank.RESULT.length()).split(" ");
                results.add(new ServerResult(Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1])));
            }
        }
        return results;
    }
}
