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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.tools.examples.Example;
import io.tombolo.tools.run.RequiredJvmFlags;
import io.tombolo.tools.run.TestJvm;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class TomboloTest {
    private static final String SENTENCE = "[A-Z'-].*\\.|Example: .*";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    @TempDir
    private Path home;

    @AfterEach
    void clearHome() {
        System.clearProperty(Installation.PROPERTY);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "                      | tombolo: no command given; see 'tombolo --help'",
        "sail                  | tombolo: there is no command 'sail'; see 'tombolo --help'",
        "--sail                | tombolo: Unknown option: '--sail'; see 'tombolo --help'",
        "inpsect               | tombolo: there is no command 'inpsect'; did you mean 'inspect'? See 'tombolo --help'",
        "--hlp                 | tombolo: Unknown option: '--hlp'; did you mean '--help'? See 'tombolo --help'",
        "ls --jsno             | tombolo ls: Unknown option: '--jsno'; did you mean '--json'? See 'tombolo ls --help'",
        "example pingpong      | tombolo example: there is no example 'pingpong'; 'tombolo example' lists them; did you mean 'ping-pong'? "
            + "See 'tombolo example --help'",
        "run                   | tombolo run: Missing required option: '-n=N'; see 'tombolo run --help'",
        "run -n 2              | tombolo run: give the command to run after --; see 'tombolo run --help'",
        "run -n 2 --           | tombolo run: give the command to run after --; see 'tombolo run --help'",
        "run -n 0 -- true      | tombolo run: -n takes 1 to 1024, not 0; see 'tombolo run --help'",
        "run -n two -- true    | tombolo run: Invalid value for option '-n': 'two' is not an int; see 'tombolo run --help'",
        "run -n 2 --fast true  | tombolo run: Unknown option: '--fast'; see 'tombolo run --help'",
        "run -n 2 --timeout 0 -- a | tombolo run: --timeout takes a whole number of seconds, at least 1, not 0; see 'tombolo run --help'",
        "run -n 2 -- no-such-program -x | tombolo run: there is no program 'no-such-program'; see 'tombolo run --help'",
        "demo -n 1             | tombolo demo: -n takes 2 to 12, not 1; see 'tombolo demo --help'",
        "demo -n 13            | tombolo demo: -n takes 2 to 12, not 13; see 'tombolo demo --help'",
        "example -n 3 ping-pong | tombolo example: -n takes 2 for ping-pong, not 3; see 'tombolo example --help'",
        "example halo -n 13    | tombolo example: -n takes 1 to 12 for halo, not 13; see 'tombolo example --help'",
        "example sail          | tombolo example: there is no example 'sail'; 'tombolo example' lists them; see 'tombolo example --help'",
        "classpath more        | tombolo classpath: there is no argument 'more'; see 'tombolo classpath --help'",
    })
    void shouldAnswerMisuseWithOneLine(final String arguments, final String line) {
        final int status = execute(arguments == null ? new String[0] : arguments.split(" +"));
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo(line + System.lineSeparator());
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(status).isEqualTo(2);
    }

    @Test
    void shouldListTheCommands() {
        assertThat(execute("--help")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("  run ", "  demo ", "  example ", "  bench ", "  classpath ");
        assertExplainsExitStatuses();
    }

    @Test
    void shouldDescribeEverythingInWholeSentences() {
        for (final CommandLine command : all(Tombolo.commands(Terminal.ofProcess()))) {
            final String[] description = command.getCommandSpec().usageMessage().description();
            // The list of commands shows only the first paragraph.
            assertThat(description[0]).as(command.getCommandName()).matches(SENTENCE);
            assertThat(description).as(command.getCommandName()).allMatch(text -> text.isEmpty() || text.matches(SENTENCE));
            command.getCommandSpec().args().forEach(argument ->
                assertThat(argument.description()).as(command.getCommandName() + " " + argument.paramLabel())
                    .isNotEmpty().allMatch(text -> text.matches(SENTENCE)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 120})
    void shouldCutNoDescription(final int width) {
        for (final CommandLine command : all(Tombolo.commands(Terminal.ofProcess()))) {
            final String help = command.setUsageHelpAutoWidth(false).setUsageHelpWidth(width).getUsageMessage();
            assertThat(help.lines()).allMatch(line -> line.length() <= width);
            final String words = help.replaceAll("\\s+", " ");
            assertThat(words).contains(command.getCommandSpec().usageMessage().description());
            command.getSubcommands().values()
                .forEach(each -> assertThat(words).contains(each.getCommandSpec().usageMessage().description()[0]));
            command.getCommandSpec().args().forEach(argument -> assertThat(words).contains(
                Stream.of(argument.description()).map(text -> text.replace("%%", "%")).toArray(String[]::new)));
        }
    }

    private static List<CommandLine> all(final CommandLine commands) {
        return Stream.concat(Stream.of(commands), commands.getSubcommands().values().stream()).toList();
    }

    @Test
    void shouldListTheExamples() throws IOException {
        assertThat(execute("example")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8).lines().map(line -> line.split(" +", 2)[0]))
            .containsExactlyElementsOf(Example.all().stream().map(Example::name).toList());
        for (final Example example : Example.all()) {
            final Path source = Path.of("src/main/java").resolve(example.main().getName().replace('.', '/') + ".java");
            // Lines of code: comments help the reader, and do not count.
            assertThat(Files.readAllLines(source).stream().map(String::strip)
                .filter(line -> !line.isEmpty() && !line.matches("(/\\*|\\*|//).*"))).as(source.toString()).hasSizeLessThan(100);
        }
    }

    @Test
    void shouldExplainTheExitStatusesInTheHelpOfEachCommand() {
        for (final String command : List.of("run", "demo", "example", "classpath")) {
            assertThat(execute(command, "--help")).isZero();
            assertExplainsExitStatuses();
            out.reset();
        }
    }

    private void assertExplainsExitStatuses() {
        final String help = out.toString(StandardCharsets.UTF_8);
        assertThat(help).contains("Exit status:");
        ExitStatus.table().forEach((code, meaning) -> assertThat(help).containsPattern(code + " +" + meaning));
    }

    @Test
    void shouldSayWhyATextNamesNoFile() {
        assertThat(execute("inspect", "a\0b")).isEqualTo(1);
        assertThat(execute("inspect", "--parent", "a\0b")).isEqualTo(2);
        assertThat(execute("run", "-n", "1", "--", "/a\0b")).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).containsExactly(
            "tombolo inspect: Nul character not allowed: a\0b",
            "tombolo inspect: Invalid value for option '--parent': Nul character not allowed: a\0b; see 'tombolo inspect --help'",
            "tombolo run: Nul character not allowed: /a\0b");
    }

    @Test
    void shouldSayWhyAFileCannotBeSpread() throws IOException {
        final Path empty = Files.createFile(home.resolve("empty"));
        final Path missing = home.resolve("missing");
        assertThat(execute("demo", "--file", missing.toString())).isEqualTo(1);
        assertThat(execute("demo", "--file", home.toString())).isEqualTo(1);
        assertThat(execute("demo", "--file", empty.toString())).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).containsExactly(
            "tombolo demo: there is no file " + missing,
            "tombolo demo: cannot read " + home + ": it is a directory",
            "tombolo demo: " + empty + " is empty: there is nothing to spread");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void shouldSayWhichVersionItIs() {
        assertThat(execute("--version")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
            .containsPattern("tombolo \\d+\\.\\d+\\.\\d+").contains("JDK " + Runtime.version());
    }

    @Test
    void shouldColourWhatAPipeGetsOnlyIfItIsForced() throws Exception {
        assertThat(help("CLICOLOR_FORCE", "1")).contains("\u001b[1mtombolo ls\u001b[");
        assertThat(help("CLICOLOR_FORCE", "0")).contains("Usage: tombolo ls [-h]").doesNotContain("\u001b");
    }

    private static String help(final String variable, final String value) throws Exception {
        final ProcessBuilder builder = new ProcessBuilder(
            TestJvm.java(), "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp", TestJvm.classPath(), Tombolo.class.getName(), "ls", "--help");
        builder.environment().keySet().removeAll(List.of("NO_COLOR", "CLICOLOR", "JDK_JAVA_OPTIONS"));
        builder.environment().put(variable, value);
        final Process process = builder.redirectErrorStream(true).start();
        final String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }

    @Test
    void shouldPrintTheFlags() {
        assertThat(execute("classpath", "--flags")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(String.join(" ", RequiredJvmFlags.list()) + System.lineSeparator());
    }

    @Test
    void shouldPrintThePathOfTheJar() throws IOException {
        System.setProperty(Installation.PROPERTY, home.toString());
        final Path jar = Files.createDirectories(home.resolve("tools").resolve("target")).resolve("tombolo.jar");
        Files.writeString(jar, "");
        assertThat(execute("classpath")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(jar + System.lineSeparator());
    }

    @ParameterizedTest
    @CsvSource({"bench,jmh/target/tombolo-jmh.jar", "classpath,tools/target/tombolo.jar"})
    void shouldSayHowToBuildWhatIsMissing(final String command, final String jar) {
        System.setProperty(Installation.PROPERTY, home.toString());
        assertThat(execute(command)).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo(
            "tombolo " + command + ": there is no " + home.resolve(jar) + "; build it: (cd " + home + " && mvn -q package -DskipTests)"
                + System.lineSeparator());
    }

    private int execute(final String... arguments) {
        return Tombolo.execute(
            new Terminal(
                new PrintStream(out, false, StandardCharsets.UTF_8), new PrintStream(err, false, StandardCharsets.UTF_8),
                ProcessBuilder.Redirect.from(new File("/dev/null"))),
            arguments);
    }
}
