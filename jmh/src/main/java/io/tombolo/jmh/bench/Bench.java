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
 * Entry of the {@code bench} command. Exit statuses: 0 done, 1 failed, 2 the command line is wrong, 124 time limit reached.
 */
@Command(
    name = "tombolo bench",
    description = "Measures messages between two JVMs on two cores beside the floor of the same run. Match and post need one JVM, "
        + "and collectives up to eight.",
    synopsisSubcommandLabel = "COMMAND")
public final class Bench implements Runnable {

    /** Exit status if something could not be measured. */
    static final int FAILED = 1;

    /** Exit status if the time was up before all was measured. */
    static final int TIME_UP = 124;

    private static final String[] EXIT_STATUSES = {
        "0:done", FAILED + ":failed", "2:the command line is wrong", TIME_UP + ":time limit reached"};

    /** System property that the launcher {@code bin/tombolo} sets. */
    private static final String LAUNCHER_PROPERTY = "tombolo.home";

    @Spec
    private CommandSpec spec;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    /**
     * Makes the command; picocli fills its options in.
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

    /** A killed launcher cannot end this process, so this process watches it. The exit hook then ends the measured processes. */
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
     * Refuses a command line without a command.
     */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    /**
     * Makes the command with its subcommands and the handling of errors.
     *
     * @return the command, ready to execute.
     */
    static CommandLine commandLine() {
        final CommandLine bench = new CommandLine(new Bench())
            .addSubcommand(SinglePeerCommand.floor())
            .addSubcommand(MessageCommand.latency())
            .addSubcommand(new SweepCommand())
            .addSubcommand(MessageCommand.bandwidth())
            .addSubcommand(MessageCommand.rate())
            .addSubcommand(new StreamCommand())
            .addSubcommand(new CollectivesCommand())
            .addSubcommand(SinglePeerCommand.idle())
            .addSubcommand(new MatchingCommand())
            .addSubcommand(new MatchCommand())
            .addSubcommand(new PostCommand())
            .addSubcommand(new RmaCommand())
            .addSubcommand(new SrqCommand())
            .addSubcommand(new CompareCommand());
        explainExitStatuses(bench);
        bench.getSubcommands().values().forEach(Bench::explainExitStatuses);
        return bench
            .setUsageHelpAutoWidth(true)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setParameterExceptionHandler((exception, rest) -> refuse(exception))
            .setExecutionExceptionHandler((exception, commandLine, parseResult) -> {
                if (!endsByShutdown()) {
                    commandLine.getErr().println(message(exception));
                }
                return exception instanceof TimeoutException ? TIME_UP : FAILED;
            });
    }

    /**
     * Tells whether this process is ending, for instance by a signal. Its exit hooks have then ended the measured processes, and the
     * failure that follows from that needs no message.
     */
    private static boolean endsByShutdown() {
        final Thread probe = new Thread(() -> { });
        try {
            Runtime.getRuntime().addShutdownHook(probe);
            Runtime.getRuntime().removeShutdownHook(probe);
            return false;
        } catch (final IllegalStateException ex) {
            return true;
        }
    }

    private static int refuse(final ParameterException exception) {
        final CommandLine command = exception.getCommandLine();
        final String name = command.getCommandSpec().qualifiedName();
        command.getErr().println(name + ": " + exception.getMessage() + "; see '" + name + " --help'");
        return command.getCommandSpec().exitCodeOnInvalidInput();
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
