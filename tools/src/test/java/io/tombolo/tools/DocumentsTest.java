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

import io.tombolo.engine.EngineContext;
import io.tombolo.engine.feed.FeedSettings;
import io.tombolo.engine.progress.WaitPolicy;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.libc.LibC;
import io.tombolo.tools.examples.Example;
import io.tombolo.tools.run.JobLaunch;
import io.tombolo.tools.run.LaunchDirectory;
import io.tombolo.tools.run.LaunchResult;
import io.tombolo.tools.run.Launcher;
import io.tombolo.tools.run.NothingLeft;
import io.tombolo.tools.run.TestJvm;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The documents tell the truth: their programs compile and run, the examples print what is shown, settings, commands and exit statuses are
 * those of the code, and every link leads somewhere.
 */
@Timeout(60)
class DocumentsTest {
    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS_NAME = Pattern.compile("public final class (\\w+)");
    private static final Pattern SETTING_ROW = Pattern.compile("^\\| `(tombolo\\.[a-z.]+)` \\| ([^|]*) \\|", Pattern.MULTILINE);
    private static final Pattern COMMAND_ROW = Pattern.compile("^\\| `([a-z]+)` \\| ([^|]*) \\| [^|]* \\|$", Pattern.MULTILINE);
    private static final Pattern OPTION = Pattern.compile("`(-[-a-z]+)`");
    private static final Pattern STATUS_ROW = Pattern.compile("^\\| (\\d+) \\| ([^|]*) \\|$", Pattern.MULTILINE);
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final int EXAMPLES_SECONDS = 90;
    private static final Pattern COMMAND = Pattern.compile("bin/tombolo (\\w+)");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);
    private static final int MOST_LINES_OF_README = 200;
    /** Documents by their path in the checkout. */
    private static final Map<String, String> DOCUMENTS = read();
    private static final String ALL = String.join("\n", DOCUMENTS.values());
    private static final String CONFIGURATION = DOCUMENTS.get("docs/configuration.md");
    private static final String OPERATIONS = DOCUMENTS.get("docs/operations.md");

    @RegisterExtension
    private final NothingLeft nothingLeft = new NothingLeft();

    @TempDir
    private static Path classes;

    @TempDir
    private Path temporary;

    private static Map<String, String> read() {
        final Map<String, String> documents = new TreeMap<>();
        try (Stream<Path> top = Files.list(ROOT); Stream<Path> pages = Files.list(ROOT.resolve("docs"))) {
            for (final Path path : Stream.concat(top, pages).filter(path -> path.toString().endsWith(".md")).toList()) {
                documents.put(ROOT.relativize(path).toString(), Files.readString(path));
            }
        } catch (final IOException exception) {
            throw new IllegalStateException(exception);
        }
        return documents;
    }

    @BeforeAll
    static void compileAll() throws IOException {
        final List<String> arguments = new ArrayList<>(List.of("-d", classes.toString(), "-cp", TestJvm.classPath()));
        final Matcher matcher = JAVA_BLOCK.matcher(ALL);
        while (matcher.find()) {
            final Matcher name = CLASS_NAME.matcher(matcher.group(1));
            assertThat(name.find()).isTrue();
            final Path source = Files.writeString(classes.resolve(name.group(1) + ".java"), matcher.group(1));
            arguments.add(source.toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(new String[0]))).isZero();
    }

    @Test
    void shouldGreetAsTheFirstProgramSays() throws Exception {
        assertThat(run("Hello", 3)).containsExactly(
            "rank 0 was greeted by rank 2", "rank 1 was greeted by rank 0", "rank 2 was greeted by rank 1");
    }

    @Test
    void shouldExchangeAsTheSecondProgramSays() throws Exception {
        assertThat(run("Exchange", 2)).containsExactly(
            "1048576 bytes from rank 0 with tag 1", "1048576 bytes from rank 1 with tag 1");
    }

    @Test
    void shouldNameTheRanksOfTheirRowsAsTheProgramOnMatchingSays() throws Exception {
        assertThat(run("Rows", 3)).containsExactly(
            "rank 0 of this row is rank 0 of the world", "rank 0 of this row is rank 2 of the world",
            "rank 1 of this row is rank 1 of the world");
    }

    @Test
    void shouldShowAlarmsToAHandlerAsTheUserGuideSays() throws Exception {
        assertThat(run("Alarms", 3)).containsExactly(
            "all alarms are sent", "rank 1 adds up to 499500", "rank 2 adds up to 499500");
    }

    @Test
    void shouldPassAMessageOnInPlaceAsItsProgramSays() throws Exception {
        assertThat(run("InPlace", 3)).containsExactly("rank 0 wrote 1", "rank 1 wrote 2", "rank 2 wrote 3");
    }

    @Test
    void shouldGiveUpAsTheProgramOnLimitsSays() throws Exception {
        assertThat(run("Limits", 2)).containsExactly(
            "time is up after 50 ms of waiting for a receive from rank 1 with tag 7; nothing was taken");
    }

    @Test
    void shouldSendColumnsAsTheProgramOnWaysToSendSays() throws Exception {
        assertThat(run("Columns", 2)).containsExactly(
            "a column adds up to 100", "a column adds up to 100", "a column adds up to 200", "a column adds up to 200",
            "a column adds up to 300", "a column adds up to 300");
    }

    @Test
    void shouldServeClientsFromOneQueueAsItsProgramSays() throws Exception {
        assertThat(run("Served", 3)).containsExactly("rank 1 got 100", "rank 2 got 200");
    }

    @Test
    void shouldExplainAsItShows() {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        final Matcher matcher = Pattern.compile("```\n\\$ bin/tombolo (explain .*)\n((?:.*\n)*?)```").matcher(ALL);
        assertThat(matcher.find()).isTrue();
        final Terminal terminal = new Terminal(stream, stream, ProcessBuilder.Redirect.PIPE);
        assertThat(Tombolo.execute(terminal, matcher.group(1).split(" "))).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(matcher.group(2));
    }

    @Test
    void shouldPassAMessageOnWhileItArrivesAsItsProgramSays() throws Exception {
        assertThat(run("PassOn", 3)).containsExactly("rank 0 has 7", "rank 1 has 7", "rank 2 has 7");
    }

    @Test
    void shouldReachAllSubscribersAsTheProgramOnMulticastsSays() throws Exception {
        assertThat(run("Prices", 3)).containsExactly("0 ranks have missed the update", "rank 1 has 42", "rank 2 has 42");
    }

    @Test
    void shouldCountInAWindowAsItsProgramSays() throws Exception {
        assertThat(run("Ledger", 3)).containsExactly("balance 30, entries 3");
    }

    @Test
    void shouldComputeTogetherAsTheProgramOnCollectiveOperationsSays() throws Exception {
        assertThat(run("Pi", 3)).containsExactly("pi is 3.141593, the largest part is that of rank 0");
    }

    @Test
    void shouldReadAFeedAsItsProgramSays() throws Exception {
        assertThat(run("Ticks", 3)).containsExactly(
            "rank 1 has read ticks that add up to 500500, then the feed was CLOSED",
            "rank 2 has read ticks that add up to 500500, then the feed was CLOSED");
    }

    @Test
    void shouldPassTheTestsOfTheThirdProgram() throws Exception {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            final Class<?> type = loader.loadClass("GreetingTest");
            final Constructor<?> constructor = type.getDeclaredConstructor();
            final List<Method> tests =
                Stream.of(type.getDeclaredMethods()).filter(method -> method.isAnnotationPresent(Test.class)).toList();
            assertThat(tests).extracting(Method::getName).containsExactlyInAnyOrder("shouldArrive", "shouldNoticeADeath");
            for (final Method test : tests) {
                test.setAccessible(true);
                test.invoke(constructor.newInstance());
            }
        }
    }

    @Test
    @Timeout(2 * EXAMPLES_SECONDS)
    void shouldShowTheOutputOfEachExample() throws Exception {
        final List<String> command = new ArrayList<>(List.of(TestJvm.java(), "-D" + RunCommand.PARENT_PROPERTY + "=" + temporary,
            "-cp", TestJvm.classPath(), Commands.class.getName()));
        final List<String> expected = new ArrayList<>();
        for (final Example example : Example.all()) {
            final Matcher matcher = Pattern.compile(
                "```console\n\\$ bin/tombolo (example " + example.name() + "(?: -n \\d+)?)\n(.*?)```", Pattern.DOTALL).matcher(ALL);
            assertThat(matcher.find()).as(example.name()).isTrue();
            command.add(matcher.group(1));
            matcher.group(2).lines().forEach(line -> expected.add(matcher.group(1) + ": " + line));
            expected.add(matcher.group(1) + " ends with 0, nothing left");
        }
        try (Launcher launcher = new Launcher(nothingLeft, classes, EXAMPLES_SECONDS, command)) {
            assertThat(launcher.sortedLines()).containsExactlyElementsOf(expected.stream().sorted().toList());
            assertThat(launcher.await()).as(launcher.errors()).isZero();
            assertThat(launcher.errors()).isEmpty();
        }
    }

    /** Runs one command after the other in one JVM, because the start of a JVM takes longer than most commands. */
    static final class Commands {
        private Commands() {
        }

        public static void main(final String[] commands) {
            for (final String command : commands) {
                final ByteArrayOutputStream out = new ByteArrayOutputStream();
                final PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
                final int status = Tombolo.execute(
                    new Terminal(stream, System.err, ProcessBuilder.Redirect.INHERIT), command.split(" "));
                out.toString(StandardCharsets.UTF_8).lines().forEach(line -> System.out.println(command + ": " + line));
                final String[] left = new File(System.getProperty(RunCommand.PARENT_PROPERTY)).list();
                System.out.println(command + " ends with " + status + ", " + (left.length == 0 ? "nothing" : left.length) + " left");
            }
        }
    }

    @Test
    void shouldListEverySettingWithItsDefault() throws Exception {
        final Map<String, String> rows = new TreeMap<>();
        final Matcher matcher = SETTING_ROW.matcher(CONFIGURATION);
        while (matcher.find()) {
            assertThat(rows.put(matcher.group(1), matcher.group(2))).as(matcher.group(1) + " listed twice").isNull();
        }
        assertThat(rows).containsExactlyInAnyOrderEntriesOf(defaults());
        assertThat(defaults().keySet()).as("the constants of the context").containsAll(propertiesOf(EngineContext.class));
    }

    /** The values that the code uses if nothing is set. */
    private static Map<String, String> defaults() {
        final Map<String, String> defaults = new TreeMap<>();
        for (final GeometrySetting setting : GeometrySetting.values()) {
            final String many = setting.defaultValue() == Long.MAX_VALUE ? "none" : Long.toString(setting.defaultValue());
            final boolean isOfSize = setting.defaultValue(2) != setting.defaultValue();
            defaults.put(setting.propertyName(), isOfSize ? setting.defaultValue(2) + " to " + many : many);
        }
        final EngineContext context = new EngineContext().conclude();
        assertThat(context.directory()).isNull();
        defaults.put(EngineContext.DIRECTORY_PROPERTY, "none");
        assertThat(context.group()).isEmpty();
        defaults.put(EngineContext.GROUP_PROPERTY, "none");
        defaults.put(EngineContext.RANK_PROPERTY, "none");
        defaults.put(EngineContext.NAME_PROPERTY, "none");
        defaults.put(EngineContext.KEEP_PROPERTY, "false");
        defaults.put(EngineContext.ABSENT_TIMEOUT_PROPERTY, Long.toString(TimeUnit.NANOSECONDS.toMillis(context.absentTimeoutNs())));
        defaults.put(EngineContext.SIZE_PROPERTY, Integer.toString(context.size()));
        defaults.put(EngineContext.THREAD_LEVEL_PROPERTY, context.threadLevel().name().toLowerCase(Locale.ROOT));
        defaults.put(EngineContext.ASYNC_PROGRESS_PROPERTY, Boolean.toString(context.asyncProgress()));
        defaults.put(EngineContext.JOIN_TIMEOUT_PROPERTY, Long.toString(TimeUnit.NANOSECONDS.toMillis(context.joinTimeoutNs())));
        defaults.put(EngineContext.CLOSE_TIMEOUT_PROPERTY, Long.toString(TimeUnit.NANOSECONDS.toMillis(context.closeTimeoutNs())));
        defaults.put(EngineContext.SPINS_PROPERTY, WaitPolicy.DEFAULT_SPINS + ", or 0");
        defaults.put(EngineContext.YIELDS_PROPERTY, Integer.toString(WaitPolicy.DEFAULT_YIELDS));
        defaults.put(EngineContext.CLAIM_BYTES_PROPERTY, Long.toString(context.claimBytes()));
        defaults.put(EngineContext.FETCH_BYTES_PROPERTY, Long.toString(context.fetchBytes()));
        defaults.put(EngineContext.WINDOW_AGENT_PROPERTY, Long.toString(context.windowAgentUs()));
        defaults.put(EngineContext.ENDPOINTS_PROPERTY, Integer.toString(context.endpoints()));
        defaults.put(EngineContext.COLLECTIVE_SLOTS_PROPERTY, Integer.toString(context.collectiveSlots()));
        defaults.put(EngineContext.LATENCY_SAMPLE_PROPERTY, Integer.toString(context.latencySample()));
        defaults.put(EngineContext.FLIGHT_MESSAGES_PROPERTY, context.recordsAllMessages() ? "all" : "waiting");
        defaults.put(EngineContext.FLIGHT_WAIT_PROPERTY, Long.toString(context.flightWaitNs()));
        defaults.put(EngineContext.FLIGHT_PAYLOAD_PROPERTY, Long.toString(context.flightPayload()));
        final FeedSettings feeds = FeedSettings.read();
        defaults.put(FeedSettings.FEEDS_PROPERTY, Integer.toString(feeds.feeds()));
        defaults.put(FeedSettings.CAPACITY_PROPERTY, Integer.toString(feeds.capacity()));
        defaults.put(FeedSettings.READERS_PROPERTY, Integer.toString(feeds.readers()));
        defaults.put(FeedSettings.CUT_OFF_PROPERTY, Long.toString(TimeUnit.NANOSECONDS.toMillis(feeds.cutOffNs())));
        defaults.put(LibC.NATIVES_PROPERTY, "on");
        return defaults;
    }

    private static Set<String> propertiesOf(final Class<?> type) throws IllegalAccessException {
        final Set<String> names = new TreeSet<>();
        for (final Field field : type.getFields()) {
            if (field.getName().endsWith("_PROPERTY")) {
                names.add((String) field.get(null));
            }
        }
        return names;
    }

    @Test
    void shouldListTheCommandsWithTheirOptions() {
        final Map<String, Set<String>> rows = new TreeMap<>();
        COMMAND_ROW.matcher(OPERATIONS).results().forEach(row -> rows.put(row.group(1),
            OPTION.matcher(row.group(2)).results().map(option -> option.group(1)).collect(Collectors.toCollection(TreeSet::new))));
        final Map<String, Set<String>> commands = new TreeMap<>();
        Tombolo.commands(Terminal.ofProcess()).getSubcommands().forEach((name, command) -> commands.put(name,
            command.getCommandSpec().options().stream()
                .filter(option -> !option.usageHelp())
                .map(CommandLine.Model.OptionSpec::longestName)
                .collect(Collectors.toCollection(TreeSet::new))));
        assertThat(rows).isEqualTo(commands);
    }

    @Test
    void shouldNameOnlyCommandsThatThereAre() {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        final Terminal terminal = new Terminal(stream, stream, ProcessBuilder.Redirect.PIPE);
        assertThat(Tombolo.execute(terminal, "--help")).isZero();
        assertThat(Tombolo.execute(terminal, "--version")).isZero();
        final String help = out.toString(StandardCharsets.UTF_8);
        final Matcher matcher = COMMAND.matcher(ALL);
        while (matcher.find()) {
            assertThat(help).containsPattern("(?m)^  " + matcher.group(1) + " ");
        }
    }

    @Test
    void shouldListTheExitStatusesOfTheCode() {
        final Map<String, String> rows = new LinkedHashMap<>();
        STATUS_ROW.matcher(OPERATIONS).results().forEach(row -> rows.put(row.group(1), row.group(2)));
        assertThat(rows).containsExactlyEntriesOf(ExitStatus.table());
    }

    @Test
    void shouldHaveAShortReadme() {
        assertThat(DOCUMENTS.get("README.md").lines().count()).isLessThanOrEqualTo(MOST_LINES_OF_README);
    }

    @Test
    void shouldLinkToWhatThereIs() {
        final List<String> broken = new ArrayList<>();
        DOCUMENTS.forEach((name, text) -> LINK.matcher(text).results().filter(link -> !link.group(1).contains(":")).forEach(link -> {
            final Path target = link.group(1).isEmpty() ? ROOT.resolve(name) : ROOT.resolve(name).resolveSibling(link.group(1)).normalize();
            final boolean isFound = Files.exists(target)
                && (link.group(2) == null || anchors(DOCUMENTS.get(ROOT.relativize(target).toString())).contains(link.group(2)));
            if (!isFound) {
                broken.add(name + ": " + link.group());
            }
        }));
        assertThat(broken).isEmpty();
    }

    @Test
    void shouldLinkToEveryPageFromTheReadme() {
        final Set<String> linked = LINK.matcher(DOCUMENTS.get("README.md")).results().map(link -> link.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
        assertThat(linked).containsAll(DOCUMENTS.keySet().stream().filter(name -> !"README.md".equals(name)).toList());
    }

    private static Set<String> anchors(final String text) {
        return HEADING.matcher(text).results()
            .map(heading -> heading.group(1).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-'))
            .collect(Collectors.toSet());
    }

    private List<String> run(final String main, final int ranks) throws Exception {
        final List<String> lines = Collections.synchronizedList(new ArrayList<>());
        final List<String> command = new ArrayList<>(List.of(TestJvm.java(), "-Xmx64m"));
        command.addAll(TestJvm.SHORT_LIVED);
        command.addAll(List.of("-cp", classes + ":" + TestJvm.classPath(), main));
        try (LaunchDirectory directory = LaunchDirectory.fresh(temporary)) {
            final LaunchResult result = JobLaunch.ofCopies(directory.path(), ranks, command).timeout(Duration.ofSeconds(30)).output(
                (rank, buffer, offset, length) -> lines.add(text(buffer, offset, length)),
                (rank, buffer, offset, length) -> lines.add("stderr: " + text(buffer, offset, length))).run();
            assertThat(result.status()).as(lines.toString()).isZero();
            directory.remove();
        }
        Collections.sort(lines);
        return lines;
    }

    private static String text(final byte[] buffer, final int offset, final int length) {
        return new String(buffer, offset, length, StandardCharsets.UTF_8).stripTrailing();
    }
}
