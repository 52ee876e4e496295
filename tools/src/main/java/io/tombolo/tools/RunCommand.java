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

import io.tombolo.engine.EngineContext;
import io.tombolo.ringbuffers.file.OwnerOnly;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.setting.Settings;
import io.tombolo.tools.run.LaunchDirectory;
import io.tombolo.tools.run.RankCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code run}: starts the ranks of a job, like {@code mpirun}.
 */
@Command(
    name = "run",
    customSynopsis = {
        "tombolo run [OPTIONS] -n N [--name NAME] -- COMMAND...",
        "           [: -n N [--name NAME] -- COMMAND...]..."
    },
    description = {
        "Start N copies of a command as ranks 0 to N-1 of one job. Further commands, each after ':', get the ranks that follow.",
        "",
        "Each copy finds TOMBOLO_DIR, TOMBOLO_RANK, TOMBOLO_SIZE and, with --name, TOMBOLO_NAME in its environment. JDK_JAVA_OPTIONS has "
            + "the flags that a JVM needs. "
            + "Options that you set in JDK_JAVA_OPTIONS, JAVA_TOOL_OPTIONS or _JAVA_OPTIONS are for the ranks only. Each line of output "
            + "begins with the name or the number of its rank. Rank 0 gets the standard input.",
        "",
        "When a rank fails, the others have one second to end by themselves. Then they get TERM, and 5 seconds later KILL. The launcher "
            + "passes INT, TERM and HUP on to the ranks; a second signal kills them. Processes that the ranks leave behind are ended, too.",
        "",
        "With --respawn a rank that has died starts again instead, with the same rank, name and environment: after 100 ms, after 200 ms if "
            + "it dies again, and so on up to 5 s. After a minute of life the pause is 100 ms again. A rank that has ended with 0 is done.",
        "",
        "The exit status is 0 if all ranks succeed, or the highest status of the ranks that ended by themselves (128+n if signal n ended "
            + "one). It is 124 if the time limit is reached, and 128+n if signal n ended the launcher: 130 after Ctrl-C, 143 after TERM.",
        ""
    })
final class RunCommand implements Callable<Integer> {
    /** System property: the directory that gets new job directories, in place of the default. */
    static final String PARENT_PROPERTY = "tombolo.run.parent";

    /** Most ranks of a job. */
    static final int MAX_RANKS = EngineContext.MAX_SIZE;

    private static final String DEFAULT_RESPAWN = "5";
    private static final int MOST_SPARES = 64;

    private final Terminal terminal;

    @Mixin
    private CommandGroup first;

    @Option(names = "--timeout", paramLabel = "S", description = "End the job after S seconds, with exit status 124.")
    private Integer timeoutSeconds;

    @Option(names = "--dir", paramLabel = "DIR", description = {
        "Directory of the job. It is removed after success, unless it existed before.",
        "Default: a new one in /dev/shm/tombolo-<user>, or in the directory for temporary files if there is no /dev/shm. The "
            + "directories of the last 3 failed jobs are kept."
    })
    private Path directory;

    @Option(names = "--capacity", paramLabel = "N", description = {
        "Size of the job, up to " + MAX_RANKS + ". Default: the number of processes. Others may join later."
    })
    private Integer capacity;

    @Option(names = "--keep", description = {
        "The job stays in its directory when all ranks have ended, and goes on when ranks join again. Needs --dir."
    })
    private boolean keep;

    @Option(names = "--group", paramLabel = "GROUP", description = {
        "Let the members of a group of users join: the files get the modes 2770 and 0660 and this group. Needs --dir."
    })
    private String group;

    @Option(names = "--keep-going", description = "Let the other ranks continue when one fails.")
    private boolean keepGoing;

    @Option(names = "--respawn", arity = "0..1", fallbackValue = DEFAULT_RESPAWN, paramLabel = "N", description = {
        "Start a rank again when it has died, at most N times a minute, " + DEFAULT_RESPAWN + " by default. After that its death ends "
            + "the job. '--respawn N' is the same as '--respawn=N', so put '--' before the command."
    })
    private Integer respawn;

    @Option(names = "--spares", paramLabel = "K", description = {
        "Keep K spare JVMs waiting, which take the place of ranks that have died. Commands that differ before the main class have K each. "
            + "Needs --respawn, and commands such as 'java -cp PATH Main'. A program must not read TOMBOLO_RANK and TOMBOLO_NAME "
            + "from the environment itself: a spare JVM has the properties tombolo.rank and tombolo.name instead."
    })
    private Integer spares;

    @Option(names = "--pin", description = {
        "Pin each rank to cores of its own, by 'taskset'. The allowed cores are dealt to the ranks in turn."
    })
    private boolean pin;

    @Mixin
    private JournalOptions journal;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    RunCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (timeoutSeconds != null && timeoutSeconds < 1) {
            throw new CommandFailure(ExitStatus.USAGE, "--timeout takes a whole number of seconds, at least 1, not " + timeoutSeconds);
        }
        final List<RankCommand> ranks = CommandList.ranks(first);
        check(ranks);
        final JobRun run = new JobRun(terminal, "run", ranks)
            .timeout(timeoutSeconds == null ? 0 : timeoutSeconds)
            .capacity(capacity == null ? ranks.size() : capacity)
            .keep(keep)
            .keepGoing(keepGoing)
            .respawn(respawn == null ? 0 : respawn)
            .spares(spares == null ? 0 : spares)
            .pin(pin);
        journal.applyTo(run);
        final String sharing = directory == null ? OwnerOnly.NO_GROUP : group == null ? group() : group;
        return run.group(sharing).in(directory == null ? LaunchDirectory.fresh(parent()) : LaunchDirectory.of(directory, sharing));
    }

    /** The directory that gets new job directories. */
    static Path parent() throws IOException {
        final String property = Settings.text(PARENT_PROPERTY);
        return property == null ? JobDirectory.defaultParent() : Path.of(property).toAbsolutePath();
    }

    /** The group that shares job directories by the settings of this process. */
    static String group() {
        final String setting = Settings.text(OwnerOnly.GROUP_PROPERTY);
        return setting == null ? OwnerOnly.NO_GROUP : setting;
    }

    private void check(final List<RankCommand> ranks) {
        checkRange("--capacity", capacity, ranks.size(), MAX_RANKS);
        checkRange("--respawn", respawn, 1, Integer.MAX_VALUE);
        checkRange("--spares", spares, 0, MOST_SPARES);
        if (keep && directory == null) {
            throw new CommandFailure(ExitStatus.USAGE, "--keep needs --dir, so that the job can be found again");
        }
        if (group != null && directory == null) {
            throw new CommandFailure(ExitStatus.USAGE, "--group needs --dir, with a directory that the members of the group can reach");
        }
        if (spares != null && respawn == null) {
            throw new CommandFailure(ExitStatus.USAGE, "--spares needs --respawn");
        }
        if (spares != null) {
            checkSpares(ranks);
        }
    }

    private static void checkSpares(final List<RankCommand> ranks) {
        try {
            ranks.forEach(RankCommand::checkSpare);
        } catch (final IllegalArgumentException ex) {
            throw new CommandFailure(ExitStatus.USAGE, ex.getMessage());
        }
    }

    private static void checkRange(final String option, final Integer value, final int least, final int most) {
        if (value != null && (value < least || value > most)) {
            throw new CommandFailure(ExitStatus.USAGE,
                option + " takes " + least + (most == Integer.MAX_VALUE ? " or more" : " to " + most) + ", not " + value);
        }
    }
}
