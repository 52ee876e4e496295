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

import io.tombolo.tools.run.TestJvm;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code bin/tombolo} starts whatever options the user gives to all JVMs, and the ranks get them. The script is a copy in a home of its
 * own, where it finds the classes of this test.
 */
@Timeout(60)
class LauncherOptionsTest {
    /** Options that conflict with those of the launcher, or with themselves if given twice. */
    private static final String OPTIONS = "-XX:+UseParallelGC -Xms96m -Xlog:gc -Dtombolo.packets=5";

    @TempDir
    private Path home;

    private Path script;

    @BeforeEach
    void makeHome() throws IOException {
        script = Files.copy(Path.of("..", "bin", "tombolo"), Files.createDirectory(home.resolve("bin")).resolve("tombolo"));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        final Manifest manifest = new Manifest();
        final Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, Tombolo.class.getName());
        attributes.put(new Attributes.Name("Add-Opens"), "java.base/jdk.internal.misc");
        attributes.put(Attributes.Name.CLASS_PATH, Stream.of(TestJvm.classPath().split(File.pathSeparator))
            .map(entry -> Path.of(entry).toUri().toString()).collect(Collectors.joining(" ")));
        final Path jar = Files.createDirectories(home.resolve("tools").resolve("target")).resolve("tombolo.jar");
        try (OutputStream file = Files.newOutputStream(jar); JarOutputStream entries = new JarOutputStream(file, manifest)) {
            entries.flush();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"})
    void shouldHandThemOn(final String variable) throws Exception {
        final List<String> lines = run(Map.of(variable, OPTIONS), "run", "-n", "2", "--dir", home.resolve("job").toString(), "--",
            "sh", "-c", "echo \"$" + variable + "\" and $(env | grep -c ^RANKS_) aside");
        assertThat(lines).hasSize(2).allMatch(line -> line.substring("[0] ".length()).startsWith(OPTIONS) && line.endsWith(" and 0 aside"));
    }

    @Test
    void shouldStartRanksOfItsOwnWithThem() throws Exception {
        final List<String> lines = run(
            Map.of("JDK_JAVA_OPTIONS", OPTIONS + " -D" + RunCommand.PARENT_PROPERTY + "=" + home.resolve("jobs")), "example", "ping-pong");
        assertThat(lines).anyMatch(line -> line.startsWith("[0] ") && line.endsWith("Using Parallel"))
            .anyMatch(line -> line.startsWith("[1] ") && line.endsWith("Using Parallel"))
            .contains("[0] 1000 round trips, the ball was caught 2000 times").allMatch(line -> line.startsWith("["));
    }

    @Test
    void shouldTakeTheirSettingsOver() throws Exception {
        assertThat(run(Map.of("JAVA_TOOL_OPTIONS", OPTIONS + " -Dtombolo.packet.length=512"), "explain", "--size=1000", "--memory=private"))
            .first().isEqualTo("1000 bytes in private memory: staged");
    }

    private List<String> run(final Map<String, String> options, final String... arguments) throws Exception {
        final List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(arguments));
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectInput(new File("/dev/null"));
        builder.environment().putAll(options);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        final Process process = builder.start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().toList();
    }
}
