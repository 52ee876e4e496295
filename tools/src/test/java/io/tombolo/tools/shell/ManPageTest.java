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
package io.tombolo.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.tools.Screen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Manual pages say what the help says, and roff takes no text for a command.
 */
class ManPageTest {
    private final Screen screen = new Screen();

    @TempDir
    Path directory;

    @Test
    void shouldFormatAPage() {
        final ManPage page = ManPage.of(new CommandLine(new Sail()), "1.2");
        assertThat(page.roff()).isEqualTo("""
            .TH "SAIL" 1 "" "Tombolo 1.2" "Tombolo"
            .nh
            .ad l
            .SH "NAME"
            sail \\- Sail \\(aqthere\\(aq \\e back
            .SH "SYNOPSIS"
            sail [\\-\\-jib] [\\-n=N] SEA
            .SH "DESCRIPTION"
            Sail \\(aqthere\\(aq \\e back.
            .PP
            \\&.or not
            .SH "ARGUMENTS"
            .TP
            .B "SEA"
            Where.
            .SH "OPTIONS"
            .TP
            .B "\\-n, \\-\\-number=N"
            How often. 100 % of "it".
            .TP
            .B "\\-\\-jib"
            With the jib.
            .SH "EXIT STATUS"
            """);
        assertThat(page.text()).containsExactly(
            "NAME", "    sail - Sail 'there' \\ back", "\nSYNOPSIS", "    sail [--jib] [-n=N] SEA",
            "\nDESCRIPTION", "    Sail 'there' \\ back.", "", "    .or not", "\nARGUMENTS", "    SEA", "        Where.",
            "\nOPTIONS", "    -n, --number=N", "        How often. 100 % of \"it\".", "", "    --jib", "        With the jib.",
            "\nEXIT STATUS");
    }

    @Command(name = "sail", description = {"Sail 'there' \\ back.", "", ".or not"}, sortOptions = false)
    private static final class Sail {
        @Option(names = {"-n", "--number"}, paramLabel = "N", description = "How often. 100 %% of \"it\".")
        private int number;
        @Option(names = "--jib", description = "With the jib.")
        private boolean jib;
        @Parameters(arity = "1", paramLabel = "SEA", description = "Where.")
        private String sea;
    }

    @Test
    void shouldWriteThePagesOfAllCommands() throws IOException {
        final Path section = directory.resolve("man1");
        final String[] commands = screen.ok("--help").lines().dropWhile(line -> !line.equals("Commands:")).skip(1)
            .filter(line -> line.matches("  \\S.*")).map(line -> line.strip().split(" ")[0]).filter(word -> word.matches("[a-z]+"))
            .map(word -> "tombolo-" + word + ".1").toArray(String[]::new);
        assertThat(screen.ok("man", "--dir", directory.toString()))
            .isEqualTo("wrote " + (commands.length + 1) + " pages to " + section + System.lineSeparator());
        try (Stream<Path> pages = Files.list(section)) {
            final List<Path> files = pages.toList();
            assertThat(files).extracting(file -> file.getFileName().toString()).contains(commands).contains("tombolo.1");
            for (final Path file : files) {
                assertThat(Files.readAllLines(file)).as(file.toString())
                    .allMatch(line -> !line.startsWith("'") && (!line.startsWith(".") || line.matches("\\.(TH|SH|TP|PP|B|nh|ad)( .*)?")))
                    .contains(".SH \"NAME\"", ".SH \"SYNOPSIS\"", ".SH \"EXIT STATUS\"");
            }
        }
    }

    @Test
    void shouldPrintAPageWhereThereIsNoTerminal() {
        assertThat(screen.ok("man", "ls")).startsWith("NAME\n    tombolo-ls - List your jobs").contains(
            "\n    --parent=DIR\n        Directory that holds the job directories.", "\nSEE ALSO\n    tombolo(1)\n");
        assertThat(screen.ok("man")).contains("\nCOMMANDS\n    run\n");
    }

    @Test
    void shouldRefuseWhatThereIsNoPageFor() {
        assertThat(screen.run("man", "lss")).isEqualTo(2);
        assertThat(screen.err()).isEqualTo(
            "tombolo man: there is no command 'lss'; did you mean 'ls'? See 'tombolo man --help'" + System.lineSeparator());
        assertThat(screen.run("man", "ls", "--dir", directory.toString())).isEqualTo(2);
    }
}
