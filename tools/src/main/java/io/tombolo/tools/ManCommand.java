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

import io.tombolo.tools.run.ProgramLookup;
import io.tombolo.tools.shell.ManPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code man}: shows the manual page of a command, or writes all pages.
 */
@Command(
    name = "man",
    description = {
        "Show the manual page of a command, or write the pages of all commands.",
        "",
        "On a terminal the program man shows the page, if there is one. Otherwise the page is printed as plain text.",
        "",
        "Example: bin/tombolo man --dir ~/.local/share/man && man tombolo-inspect",
        ""
    })
final class ManCommand implements Callable<Integer> {
    private static final String PROGRAM = "man";
    private static final String SUFFIX = ".1";

    private final Terminal terminal;

    @Spec
    private CommandSpec command;

    @Parameters(arity = "0..1", paramLabel = "COMMAND", completionCandidates = Names.class,
        description = "Name of a command. Default: the page that lists the commands.")
    private String name;

    @Option(names = "--dir", paramLabel = "DIR", description = {
        "Write the pages of all commands to the directory man1 in this directory, and show none. 'man -M DIR tombolo' finds them there."
    })
    private Path directory;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    ManCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    /** The names of all commands. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Tombolo.commands(Terminal.ofProcess()).getSubcommands().keySet().iterator();
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (directory != null) {
            if (name != null) {
                throw new CommandFailure(ExitStatus.USAGE, "--dir writes the pages of all commands; give no command");
            }
            write();
            return ExitStatus.DONE.code();
        }
        final ManPage page = ManPage.of(named(), Version.number());
        if (terminal.isInteractive() && ProgramLookup.find(PROGRAM).isPresent()) {
            return show(page);
        }
        page.text().forEach(terminal.out()::println);
        return ExitStatus.DONE.code();
    }

    private CommandLine named() {
        final CommandLine all = command.parent().commandLine();
        if (name == null) {
            return all;
        }
        final CommandLine found = all.getSubcommands().get(name);
        if (found == null) {
            throw new CommandFailure(ExitStatus.USAGE,
                "there is no command '" + name + "'" + NearestWords.question(name, all.getSubcommands().keySet()));
        }
        return found;
    }

    private void write() throws IOException {
        final Path section = Files.createDirectories(directory.resolve("man1"));
        final CommandLine all = command.parent().commandLine();
        final List<CommandLine> commands = new ArrayList<>(List.of(all));
        commands.addAll(all.getSubcommands().values());
        for (final CommandLine each : commands) {
            final ManPage page = ManPage.of(each, Version.number());
            Files.writeString(section.resolve(page.name() + SUFFIX), page.roff());
        }
        terminal.out().println("wrote " + commands.size() + " pages to " + section);
    }

    /** Shows a page by the program, which takes a name with a slash for a file. */
    private int show(final ManPage page) throws IOException, InterruptedException {
        final Path file = Files.createTempDirectory("tombolo-man-").resolve(page.name() + SUFFIX);
        try {
            Files.writeString(file, page.roff());
            return new ProcessBuilder(PROGRAM, file.toString()).inheritIO().start().waitFor();
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(file.getParent());
        }
    }
}
