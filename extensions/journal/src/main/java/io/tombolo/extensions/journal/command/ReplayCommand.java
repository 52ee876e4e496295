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
package io.tombolo.extensions.journal.command;

import io.tombolo.extensions.journal.replay.Replay;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code replay}: runs one rank of a recorded job again, alone.
 */
@Command(
    name = "replay",
    description = {
        "Run one rank of a recorded job again, alone: COMMAND is started as that rank, and the other ranks are played from the journal. "
            + "Its receives, probes and tests have the recorded outcomes. What it sends is compared with what it had sent, and the first "
            + "difference is reported. It can be stopped in a debugger for as long as you like.",
        "",
        "The journal must have been made by 'tombolo run --journal DIR --payload --lossless', and the rank must have one thread "
            + "(tombolo.thread.level=single), no windows and no endpoints.",
        ""
    })
final class ReplayCommand implements Callable<Integer> {
    private static final int HEXADECIMAL = 16;

    private final PrintStream err;

    @Parameters(index = "0", paramLabel = "DIR", description = "Directory of the journal, or of one job in it.")
    private Path journal;

    @Option(names = "--rank", required = true, paramLabel = "R", description = "Rank to run again.")
    private int rank;

    @Option(names = "--incarnation", paramLabel = "I", defaultValue = "1", description = "Incarnation of the rank. Default: 1.")
    private int incarnation;

    @Option(names = "--job", paramLabel = "ID", description = "Job, if the journal has several; as 'journal ls' shows it.")
    private String job;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "COMMAND", description = "Program and its arguments, after --.")
    private List<String> command;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    ReplayCommand(final PrintStream err) {
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final Replay replay = Replay.of(
            journal, job == null ? 0 : Long.parseUnsignedLong(job, HEXADECIMAL), rank, incarnation,
            line -> err.println("tombolo journal: " + line));
        return replay.run(command);
    }
}
