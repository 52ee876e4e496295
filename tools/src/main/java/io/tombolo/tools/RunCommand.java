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
    customSynopsis = "tombolo run -n N [--timeout S] [--dir DIR] [--keep-going] -- COMMAND...",
    description = {
        "Start N copies of a command as ranks 0 to N-1 of one job.",
        "",
        "Each copy finds TOMBOLO_DIR, TOMBOLO_RANK and TOMBOLO_SIZE in its environment. JDK_JAVA_OPTIONS has the flags that a JVM needs. "
            + "Options that you set in JDK_JAVA_OPTIONS, JAVA_TOOL_OPTIONS or _JAVA_OPTIONS are for the ranks only. Each line of output "
            + "begins with the number of its rank. Rank 0 gets the standard input.",
        "",
        "When a rank fails, the others have one second to end by themselves. Then they get TERM, and 5 seconds later KILL. The launcher "
            + "passes INT, TERM and HUP on to the ranks; a second signal kills them. Processes that the ranks leave behind are ended, too.",
        "",
        "The exit status is 0 if all ranks succeed, or the highest status of the ranks that ended by themselves (128+n if signal n ended "
            + "one). It is 124 if the time limit is reached, and 128+n if signal n ended the launcher: 130 after Ctrl-C, 143 after TERM.",
        ""
    })
final class RunCommand implements Callable<Integer> {
    /** System property: the directory that gets new job directories, in place of the default. */
    static final String PARENT_PROPERTY = "tombolo.run.parent";

    private static final int MAX_RANKS = 1024;

    private final Terminal terminal;

    @Option(names = "-n", required = true, paramLabel = "N", description = "Number of ranks, 1 to " + MAX_RANKS + ".")
    private int size;

    @Option(names = "--timeout", paramLabel = "S", description = "End the job after S seconds, with exit status 124.")
    private Integer timeoutSeconds;

    @Option(names = "--dir", paramLabel = "DIR", description = {
        "Directory of the job. It is removed after success, unless it existed before.",
        "Default: a new one in /dev/shm/tombolo-<user>, or in the directory for temporary files if there is no /dev/shm. The "
            + "directories of the last 3 failed jobs are kept."
    })
    private Path directory;

    @Option(names = "--keep-going", description = "Let the other ranks continue when one fails.")
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

    /** The directory that gets new job directories. */
    static Path parent() throws IOException {
        final String property = Settings.text(PARENT_PROPERTY);
        return property == null ? JobDirectory.defaultParent() : Path.of(property).toAbsolutePath();
    }

    private void check() {
        if (size < 1 || size > MAX_RANKS) {
            throw new CommandFailure(ExitStatus.USAGE, "-n takes 1 to " + MAX_RANKS + ", not " + size);
        }
        if (timeoutSeconds != null && timeoutSeconds < 1) {
            throw new CommandFailure(ExitStatus.USAGE, "--timeout takes a whole number of seconds, at least 1, not " + timeoutSeconds);
        }
        if (command.isEmpty()) {
            throw new CommandFailure(ExitStatus.USAGE, "give the command to run after --");
        }
        if (ProgramLookup.find(command.get(0)).isEmpty()) {
            throw new CommandFailure(ExitStatus.USAGE, "there is no program '" + command.get(0) + "'");
        }
    }
}
