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

import io.tombolo.extensions.journal.excerpt.JournalException;
import io.tombolo.ringbuffers.file.RefusedFileException;
import io.tombolo.ringbuffers.job.JobException;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.openhft.chronicle.core.Jvm;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Entry point of {@code tombolo-journal.jar}: finds the command, runs it, and turns errors into one line and an exit status.
 */
@Command(
    name = "tombolo journal",
    description = "Record the events of a job's ranks, and read what was recorded.",
    synopsisSubcommandLabel = "COMMAND")
public final class JournalMain implements Runnable {
    static final int DONE = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;

    private static final int BUFFER_LENGTH = 1 << 16;
    private static final Map<String, String> STATUSES = new TreeMap<>(Map.of(
        Integer.toString(DONE), "done", Integer.toString(FAILED), "failed; a line on standard error says why",
        Integer.toString(USAGE), "the command line is wrong"));

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    private JournalMain() {
    }

    /**
     * Runs a command and exits with its status.
     *
     * @param arguments the command's name and its arguments.
     */
    public static void main(final String[] arguments) {
        final PrintStream out = new PrintStream(
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_LENGTH), false, StandardCharsets.UTF_8);
        final PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        final int status = execute(out, err, arguments);
        out.flush();
        System.exit(status);
    }

    /**
     * Runs a command.
     *
     * @param out       gets what the command prints; it is not flushed.
     * @param err       gets errors and warnings.
     * @param arguments the command's name and its arguments.
     * @return 0 if it is done, 1 if it failed, 2 if the command line is wrong.
     */
    public static int execute(final PrintStream out, final PrintStream err, final String... arguments) {
        Jvm.setExceptionHandlers((type, message, thrown) -> err.println("tombolo journal: " + message), null, null);
        final CommandLine commands = new CommandLine(new JournalMain());
        for (final Object command : List.of(
            new RecordCommand(out, err), new LsCommand(out, err), new DumpCommand(out, err), new FollowCommand(out, err),
            new StatsCommand(out, err), new ExportCommand(out, err), new ReplayCommand(err), new CatchUpCommand())) {
            commands.addSubcommand(command);
        }
        commands.setOut(new PrintWriter(out, true));
        commands.setErr(new PrintWriter(err, true));
        commands.setExpandAtFiles(false);
        commands.setUsageHelpAutoWidth(true);
        commands.setCaseInsensitiveEnumValuesAllowed(true);
        commands.setParameterExceptionHandler((ex, rest) -> usage(err, ex.getCommandLine(), ex.getMessage()));
        commands.setExecutionExceptionHandler((ex, command, result) -> failure(err, command, ex));
        explainExitStatuses(commands);
        commands.getSubcommands().values().forEach(JournalMain::explainExitStatuses);
        return commands.execute(arguments);
    }

    private static void explainExitStatuses(final CommandLine command) {
        command.getCommandSpec().usageMessage().exitCodeListHeading("%nExit status:%n").exitCodeList(STATUSES);
    }

    /** Refuses a command line without a command. */
    @Override
    public void run() {
        throw new IllegalArgumentException("no command given");
    }

    private static int usage(final PrintStream err, final CommandLine command, final String message) {
        final String name = command.getCommandSpec().qualifiedName();
        err.println(name + ": " + message.lines().findFirst().orElse("wrong command line") + "; see '" + name + " --help'");
        return USAGE;
    }

    private static int failure(final PrintStream err, final CommandLine command, final Exception failure) throws Exception {
        if (failure instanceof IllegalArgumentException) {
            return usage(err, command, failure.getMessage());
        }
        final Throwable cause = failure instanceof UncheckedIOException ? failure.getCause() : failure;
        if (!(cause instanceof IOException)) {
            throw failure; // A bug: the whole stack trace helps.
        }
        final boolean isSentence = cause instanceof JournalException || cause instanceof JobException ||
            cause instanceof RefusedFileException || cause.getClass() == IOException.class;
        err.println(command.getCommandSpec().qualifiedName() + ": " +
            (isSentence ? "" : cause.getClass().getSimpleName() + ": ") + cause.getMessage());
        return FAILED;
    }
}
