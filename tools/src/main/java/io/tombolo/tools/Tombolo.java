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

import io.tombolo.ringbuffers.file.RefusedFileException;
import io.tombolo.ringbuffers.file.SystemLimits;
import io.tombolo.ringbuffers.job.JobException;
import io.tombolo.ringbuffers.job.NoSuchJobException;
import io.tombolo.tools.run.InheritedOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Entry point of the command line: finds the command, runs it, and turns errors into one line and an exit status.
 */
@Command(
    name = "tombolo",
    description = "Message passing over shared memory for the JVMs of one machine.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND")
public final class Tombolo implements Runnable {
    /** Files that a command may have open at the same time, besides those of ranks. */
    private static final int OWN_FILES = 12;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    @Option(names = {"-V", "--version"}, versionHelp = true, description = "Show the version and the JDK.")
    private boolean version;

    private Tombolo() {
    }

    /**
     * Runs a command and exits with its status.
     *
     * @param arguments the command's name and its arguments
     */
    public static void main(final String[] arguments) {
        InheritedOptions.adoptSettings();
        final Terminal terminal = Terminal.ofProcess();
        try {
            SystemLimits.checkOpenFiles(OWN_FILES);
        } catch (final RefusedFileException ex) {
            terminal.err().println("tombolo: " + ex.getMessage());
            System.exit(ExitStatus.FAILED.code());
        }
        System.exit(execute(terminal, arguments));
    }

    /**
     * Runs a command.
     *
     * @param terminal  streams of the command
     * @param arguments the command's name and its arguments
     * @return the exit status, see {@link ExitStatus}
     */
    public static int execute(final Terminal terminal, final String... arguments) {
        final CommandLine commands = commands(terminal);
        commands.setOut(new PrintWriter(terminal.out(), true));
        commands.setErr(new PrintWriter(terminal.err(), true));
        commands.setExpandAtFiles(false);
        commands.setUsageHelpAutoWidth(true);
        commands.setColorScheme(CommandLine.Help.defaultColorScheme(
            terminal.colours().isOn() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        commands.setCaseInsensitiveEnumValuesAllowed(true);
        commands.registerConverter(Path.class, Tombolo::path);
        commands.setParameterExceptionHandler((ex, rest) -> usage(terminal, ex.getCommandLine(), what(ex)));
        commands.setExecutionExceptionHandler((ex, command, result) -> failure(terminal, command, ex));
        return commands.execute(arguments);
    }

    /** The list of all commands. The help of each ends with the exit statuses. */
    static CommandLine commands(final Terminal terminal) {
        final CommandLine commands = new CommandLine(new Tombolo());
        for (final Object command : List.of(
            new RunCommand(terminal), new DemoCommand(terminal), new ExampleCommand(terminal), new LsCommand(terminal),
            new InspectCommand(terminal), new WhyCommand(terminal), new TopCommand(terminal), new ReportCommand(terminal),
            new CleanCommand(terminal), new EvictCommand(terminal), new MetricsCommand(terminal), new DoctorCommand(terminal),
            new BenchCommand(terminal), new JournalCommand(terminal), new FsmCommand(terminal), new ExplainCommand(terminal),
            new ClasspathCommand(terminal), new CompletionCommand(terminal), new ManCommand(terminal))) {
            commands.addSubcommand(command);
        }
        commands.getSubcommands().get("run").setStopAtPositional(true);
        BenchCommand.passEverythingThrough(commands.getSubcommands().get("bench"));
        BenchCommand.passEverythingThrough(commands.getSubcommands().get("journal"));
        explainExitStatuses(commands);
        commands.getSubcommands().values().forEach(Tombolo::explainExitStatuses);
        return commands;
    }

    private static void explainExitStatuses(final CommandLine command) {
        command.getCommandSpec().usageMessage().exitCodeListHeading("%nExit status:%n").exitCodeList(ExitStatus.table());
    }

    /** Refuses a command line without a command. */
    @Override
    public void run() {
        throw new CommandFailure(ExitStatus.USAGE, "no command given");
    }

    private static Path path(final String text) {
        try {
            return Path.of(text);
        } catch (final InvalidPathException ex) {
            throw new CommandLine.TypeConversionException(SystemLimits.explain(ex));
        }
    }

    private static String what(final CommandLine.ParameterException ex) {
        if (!(ex instanceof CommandLine.UnmatchedArgumentException unmatched)) {
            return ex.getMessage();
        }
        final String first = unmatched.getUnmatched().get(0);
        final CommandLine command = ex.getCommandLine();
        if (unmatched.isUnknownOption()) {
            return ex.getMessage() + NearestWords.question(first, command.getCommandSpec().optionsMap().keySet());
        }
        return command.getParent() == null ?
            "there is no command '" + first + "'" + NearestWords.question(first, command.getSubcommands().keySet()) :
            "there is no argument '" + first + "'";
    }

    private static int usage(final Terminal terminal, final CommandLine command, final String message) {
        final String line = message.lines().findFirst().orElse("wrong command line");
        complain(terminal, command,
            line + (line.endsWith("?") ? " See '" : "; see '") + command.getCommandSpec().qualifiedName() + " --help'");
        return ExitStatus.USAGE.code();
    }

    private static void complain(final Terminal terminal, final CommandLine command, final String message) {
        terminal.err().println(terminal.errorColours().red(command.getCommandSpec().qualifiedName() + ":") + " " + message);
    }

    private static int failure(final Terminal terminal, final CommandLine command, final Exception ex) {
        if (ex instanceof CommandFailure failure) {
            if (failure.status() == ExitStatus.USAGE) {
                return usage(terminal, command, failure.getMessage());
            }
            complain(terminal, command, failure.getMessage());
            return failure.status().code();
        }
        if (ex instanceof NoSuchJobException) {
            complain(terminal, command, ex.getMessage());
            return ExitStatus.NO_SUCH_JOB.code();
        }
        if (ex instanceof IOException || ex instanceof UncheckedIOException || ex instanceof InvalidPathException) {
            complain(terminal, command, describe(ex));
        } else {
            ex.printStackTrace(terminal.err()); // A bug in Tombolo: the whole stack trace helps.
        }
        return ExitStatus.FAILED.code();
    }

    private static String describe(final Exception ex) {
        if (ex instanceof InvalidPathException invalid) {
            return SystemLimits.explain(invalid);
        }
        final IOException failure = ex instanceof UncheckedIOException unchecked ? unchecked.getCause() : (IOException) ex;
        return describe(SystemLimits.explain(failure, 0));
    }

    /** The message of many file system exceptions is only a path, so their class is named as well. */
    private static String describe(final IOException failure) {
        final boolean isSentence =
            failure.getClass() == IOException.class || failure instanceof JobException || failure instanceof RefusedFileException;
        return isSentence ? failure.getMessage() : failure.getClass().getSimpleName() + ": " + failure.getMessage();
    }
}
