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
package io.tombolo.tools.demo;

import io.tombolo.tools.run.JobLaunch;
import io.tombolo.tools.run.LaunchResult;
import io.tombolo.tools.run.RankJvm;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The launcher of the demonstration: starts one JVM for each rank, shows what rank 0 reports, and prints the result.
 */
public final class Demo {
    /** Maximum number of ranks. The files of 12 ranks and all their pairs still fit in a /dev/shm of 64 MB, the default in containers. */
    public static final int MAX_RANKS = 12;

    private final Path file;
    private final int size;
    private final PrintStream err;
    private final Display display;

    /**
     * Prepares a demonstration.
     *
     * @param file       readable, not empty
     * @param size       number of ranks, 2 to {@link #MAX_RANKS}
     * @param out        gets progress and results
     * @param err        gets one sentence if the demonstration fails
     * @param isTerminal whether {@code out} is a terminal
     */
    public Demo(final Path file, final int size, final PrintStream out, final PrintStream err, final boolean isTerminal) {
        this.file = file.toAbsolutePath();
        this.size = size;
        this.err = err;
        this.display = new Display(out, isTerminal);
    }

    /**
     * Runs the demonstration.
     *
     * @param directory of the job, which must exist
     * @return exit status: 0 if everything was verified, 1 if not, or that of an interrupted launch
     * @throws IOException          if a rank cannot be started
     * @throws InterruptedException if this thread was interrupted; the ranks have been ended
     */
    public int run(final Path directory) throws IOException, InterruptedException {
        final long startNs = System.nanoTime();
        final RankErrors errors = new RankErrors();
        showTitle();
        final LaunchResult result = JobLaunch.ofCopies(directory, size, RankJvm.command(DemoRank.class, file.toString()))
            .takeSignals(true)
            .output(display, errors)
            .run();
        display.clear();
        if (result.status() == 0) {
            showSuccess(errors, System.nanoTime() - startNs);
            return 0;
        }
        final FailureSummary verdict = new FailureSummary(result, display.phase(), errors);
        if (result.end() != LaunchResult.End.OUTPUT_CLOSED) {
            err.println("tombolo demo: " + verdict.sentence());
            verdict.more().forEach(err::println);
        }
        return verdict.status();
    }

    private void showTitle() throws IOException {
        display.line(size + " JVMs on " + Runtime.getRuntime().availableProcessors() + " cores, JDK " + Runtime.version());
        display.line("rank 0 spreads " + file + ", " + ReadableNumbers.bytes(Files.size(file)));
        display.progress(DemoPhase.STARTING, "");
    }

    private void showSuccess(final RankErrors errors, final long elapsedNs) {
        for (int rank = 0; rank < size; rank++) {
            for (final String line : errors.of(rank)) {
                err.println("[" + rank + "] " + line);
            }
        }
        display.line("");
        display.line("done: everything verified, in " + ReadableNumbers.seconds(elapsedNs));
    }
}
