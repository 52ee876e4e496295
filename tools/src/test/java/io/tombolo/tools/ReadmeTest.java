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
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.tools.run.ChildJvm;
import io.tombolo.tools.run.Launch;
import io.tombolo.tools.run.LaunchDirectory;
import io.tombolo.tools.run.LaunchResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The README tells the truth: its programs compile and run, its settings and commands are those of the code.
 */
@Timeout(60)
class ReadmeTest {
    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS_NAME = Pattern.compile("public final class (\\w+)");
    private static final Pattern SETTING_ROW = Pattern.compile("^\\| `(tombolo\\.[a-z.]+)` \\| ([^|]*) \\|", Pattern.MULTILINE);
    private static final Pattern COMMAND = Pattern.compile("bin/tombolo (\\w+)");

    @TempDir
    private Path classes;

    @TempDir
    private Path temporary;

    private final String readme = read();

    private static String read() {
        try {
            final Path here = Path.of("").toAbsolutePath();
            return Files.readString(here.resolveSibling("README.md"));
        } catch (final IOException exception) {
            throw new IllegalStateException(exception);
        }
    }

    @Test
    void shouldGreetAsTheFirstProgramSays() throws Exception {
        compileAll();
        assertThat(run("Hello", 3)).containsExactly(
            "rank 0 was greeted by rank 2", "rank 1 was greeted by rank 0", "rank 2 was greeted by rank 1");
    }

    @Test
    void shouldExchangeAsTheSecondProgramSays() throws Exception {
        compileAll();
        assertThat(run("Exchange", 2)).containsExactly(
            "1048576 bytes from rank 0 with tag 1", "1048576 bytes from rank 1 with tag 1");
    }

    @Test
    void shouldPassAMessageOnInPlaceAsItsProgramSays() throws Exception {
        compileAll();
        assertThat(run("InPlace", 3)).containsExactly("rank 0 wrote 1", "rank 1 wrote 2", "rank 2 wrote 3");
    }

    @Test
    void shouldRunAJobInOneJvmAsTheThirdProgramSays() throws Exception {
        compileAll();
        assertThat(run("InOneJvm", 1)).isEmpty();
    }

    @Test
    void shouldListEverySettingWithItsDefault() throws Exception {
        final Map<String, String> rows = new TreeMap<>();
        final Matcher matcher = SETTING_ROW.matcher(readme);
        while (matcher.find()) {
            rows.put(matcher.group(1), matcher.group(2));
        }
        for (final GeometrySetting setting : GeometrySetting.values()) {
            final String expected = setting.defaultValue() == Long.MAX_VALUE ? "none" : Long.toString(setting.defaultValue());
            assertThat(rows.remove(setting.propertyName())).as(setting.propertyName()).isEqualTo(expected);
        }
        for (final Field field : EngineContext.class.getFields()) {
            if (field.getName().endsWith("_PROPERTY")) {
                final String name = (String) field.get(null);
                assertThat(rows.remove(name) != null || readme.contains("`" + name + "`")).as(name).isTrue();
            }
        }
        assertThat(rows).as("settings that the code does not have").isEmpty();
    }

    @Test
    void shouldNameOnlyCommandsThatThereAre() {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        final Terminal terminal = new Terminal(stream, stream, ProcessBuilder.Redirect.PIPE);
        assertThat(Tombolo.execute(terminal, "--help")).isZero();
        assertThat(Tombolo.execute(terminal, "--version")).isZero();
        final String help = out.toString(StandardCharsets.UTF_8);
        final Matcher matcher = COMMAND.matcher(readme);
        while (matcher.find()) {
            assertThat(help).containsPattern("(?m)^  " + matcher.group(1) + " ");
        }
    }

    @Test
    void shouldListTheExitStatusesOfTheCode() {
        for (final ExitStatus status : ExitStatus.values()) {
            assertThat(readme).containsPattern("Exit statuses:[^|]*\\b" + status.code() + "\\b");
        }
    }

    private void compileAll() throws IOException {
        final List<String> arguments = new ArrayList<>(List.of("-d", classes.toString(), "-cp", ChildJvm.classPath()));
        final Matcher matcher = JAVA_BLOCK.matcher(readme);
        while (matcher.find()) {
            final Matcher name = CLASS_NAME.matcher(matcher.group(1));
            assertThat(name.find()).isTrue();
            final Path source = Files.writeString(classes.resolve(name.group(1) + ".java"), matcher.group(1));
            arguments.add(source.toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(new String[0]))).isZero();
    }

    private List<String> run(final String main, final int ranks) throws Exception {
        final List<String> lines = Collections.synchronizedList(new ArrayList<>());
        final List<String> command = List.of(ChildJvm.java(), "-Xmx64m", "-cp", classes + ":" + ChildJvm.classPath(), main);
        try (LaunchDirectory directory = LaunchDirectory.fresh(temporary)) {
            final LaunchResult result = Launch.ofCopies(directory.path(), ranks, command).timeout(Duration.ofSeconds(30)).output(
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
