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
package io.tombolo.tools;

import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.setting.Settings;
import io.tombolo.tools.run.LaunchDirectory;
import io.tombolo.tools.run.ProgramLookup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code run}: starts the ranks of a job, like {@code mpirun}.
 */
@Command(
    name = "run",
    customSynopsis = "tombolo run -n N [--timeout S] [--dir D] [--keep-going] -- COMMAND...",
    description = {
        "Start N copies of a command as ranks 0 to N-1 of one job.",
        "",
        "Each finds TOMBOLO_DIR, TOMBOLO_RANK and TOMBOLO_SIZE in its environment, and a JVM the flags that it needs in "
            + "JDK_JAVA_OPTIONS. Options that you give to all JVMs there or in JAVA_TOOL_OPTIONS are for the ranks. Output comes in whole "
            + "lines, each with its rank; rank 0 gets the input.",
        "",
        "When a rank fails, the others are ended: a second to notice by themselves, then TERM, 5 seconds later KILL. "
            + "INT, TERM and HUP are passed on to the ranks in place of that TERM; a second one kills. Processes that "
            + "ranks leave behind are ended too.",
        "",
        "The exit status is the highest of the ranks that ended by themselves (128+n if signal n ended one), 124 when time "
            + "is up, or 128+n if signal n ended the launch: 130 after Ctrl-C, 143 after TERM.",
        ""
    })
final class RunCommand implements Callable<Integer> {
    /** System property: where fresh job directories are made, in place of the default. */
    static final String PARENT_PROPERTY = "tombolo.run.parent";

    private static final int MAX_RANKS = 1024;

    private final Terminal terminal;

    @Option(names = "-n", required = true, paramLabel = "N", description = "Number of ranks, 1 to " + MAX_RANKS + ".")
    private int size;

    @Option(names = "--timeout", paramLabel = "S", description = "End the job after S seconds, with exit status 124.")
    private Integer timeoutSeconds;

    @Option(names = "--dir", paramLabel = "D", description = {
        "The job's directory. It is removed after success if it was not there before.",
        "Default: a fresh one in /dev/shm/tombolo-<user>, or without /dev/shm in the directory for temporary files; "
            + "at most 3 of failed jobs are kept."
    })
    private Path directory;

    @Option(names = "--keep-going", description = "When a rank fails, let the others go on.")
    private boolean keepGoing;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "Any program, with its arguments.")
    private List<String> command = List.of();

    RunCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        return new JobRun(terminal, "run", size, command)
            .timeout(timeoutSeconds == null ? 0 : timeoutSeconds)
            .keepGoing(keepGoing)
            .in(directory == null ? LaunchDirectory.fresh(parent()) : LaunchDirectory.of(directory));
    }

    /** Where fresh job directories are made. */
    static Path parent() throws IOException {
        final String property = Settings.text(PARENT_PROPERTY);
        return property == null ? JobDirectory.defaultParent() : Path.of(property).toAbsolutePath();
    }

    private void check() {
        if (size < 1 || size > MAX_RANKS) {
            throw new CommandFailure(ExitStatus.USAGE, "-n takes 1 to " + MAX_RANKS + ", not " + size);
        }
        if (timeoutSeconds != null && timeoutSeconds < 1) {
            throw new CommandFailure(ExitStatus.USAGE, "--timeout takes whole seconds from 1 on, not " + timeoutSeconds);
        }
        if (command.isEmpty()) {
            throw new CommandFailure(ExitStatus.USAGE, "give the command to run after --");
        }
        if (ProgramLookup.find(command.get(0)).isEmpty()) {
            throw new CommandFailure(ExitStatus.USAGE, "there is no program '" + command.get(0) + "'");
        }
    }
}
