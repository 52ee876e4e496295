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
package io.tombolo.jmh.bench;

import io.tombolo.jmh.bench.process.ProcessFailedException;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Entry of the {@code bench} command. Exit statuses: 0 done, 1 failed, 2 usage, 124 time up.
 */
@Command(
    name = "tombolo bench",
    description = "Measures between two JVMs on two cores, against the floor of the same run; match and post in one.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
        FloorCommand.class, LatencyCommand.class, SweepCommand.class, BandwidthCommand.class, RateCommand.class, IdleCommand.class,
        MatchingCommand.class, MatchCommand.class, PostCommand.class, RmaCommand.class, SrqCommand.class, CompareCommand.class})
public final class Bench implements Runnable {

    /** Exit status of what could not be measured. */
    static final int FAILED = 1;

    /** Exit status of what was not measured in time. */
    static final int TIME_UP = 124;

    private static final String[] EXIT_STATUSES = {
        "0:done", FAILED + ":failed", "2:usage: the command line makes no sense", TIME_UP + ":time up"};

    /** Set by the launcher {@code bin/tombolo}. */
    private static final String LAUNCHER_PROPERTY = "tombolo.home";

    @Spec
    private CommandSpec spec;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    /**
     * Made by {@link #commandLine()}.
     */
    public Bench() {
    }

    /**
     * Runs the command and ends this process with its exit status.
     *
     * @param arguments of the command line.
     */
    public static void main(final String... arguments) {
        if (null != System.getProperty(LAUNCHER_PROPERTY)) {
            endWithLauncher();
        }
        System.exit(execute(arguments));
    }

    /** A launcher that is killed tells nobody; the exit hook of a pair of JVMs then ends them too. */
    private static void endWithLauncher() {
        ProcessHandle.current().parent()
            .ifPresentOrElse(launcher -> launcher.onExit().thenRun(() -> System.exit(FAILED)), () -> System.exit(FAILED));
    }

    /**
     * Runs the command.
     *
     * @param arguments of the command line.
     * @return exit status.
     */
    public static int execute(final String... arguments) {
        return commandLine().execute(arguments);
    }

    /**
     * Without a command there is nothing to run.
     */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    /**
     * The command with its handling of errors.
     *
     * @return ready to execute.
     */
    static CommandLine commandLine() {
        final CommandLine bench = new CommandLine(new Bench());
        explainExitStatuses(bench);
        bench.getSubcommands().values().forEach(Bench::explainExitStatuses);
        return bench
            .setUsageHelpAutoWidth(true)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setExecutionExceptionHandler((exception, commandLine, parseResult) -> {
                commandLine.getErr().println(message(exception));
                return exception instanceof TimeoutException ? TIME_UP : FAILED;
            });
    }

    private static void explainExitStatuses(final CommandLine command) {
        command.getCommandSpec().usageMessage()
            .exitCodeListHeading("%nExit status:%n").exitCodeList(UsageMessageSpec.keyValuesMap(EXIT_STATUSES));
    }

    private static String message(final Exception exception) {
        return exception instanceof ProcessFailedException || exception instanceof TimeoutException
            ? exception.getMessage()
            : exception.toString();
    }
}
