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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code bin/tombolo} says what is missing if it finds no usable JDK or cannot build.
 */
@Timeout(30)
class LauncherScriptTest {
    private static final Path SCRIPT = Path.of("..", "bin", "tombolo").toAbsolutePath().normalize();

    @TempDir
    Path jdk;

    @ParameterizedTest
    @CsvSource({"JAVA_VERSION=\"11.0.2\",11", "JAVA_VERSION=\"1.8.0_292\",8", "IMPLEMENTOR=nobody,16"})
    void shouldRefuseAnOldJdkInOneLine(final String release, final String feature) throws Exception {
        Files.writeString(jdk.resolve("release"), release + "\n");
        final Path java = java("openjdk version \"16.0.1\" 2021-04-20");
        assertRefused("needs a JDK 17 or newer; " + java + " is " + feature + ". Point JAVA_HOME at a newer one");
    }

    @Test
    void shouldRefuseAJavaThatDoesNotSayWhatItIs() throws Exception {
        final Path java = java("none of your business");
        assertRefused("needs a JDK 17 or newer; " + java + " is of no known version. Point JAVA_HOME at a newer one");
    }

    @Test
    void shouldRefuseAJavaHomeWithoutJava() throws Exception {
        assertRefused("JAVA_HOME is " + jdk + ", and there is no bin/java in it; needs a JDK 17 or newer");
    }

    @Test
    void shouldRefuseToBuildWhereItCannotWrite() throws Exception {
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        java("openjdk version \"17.0.1\"");
        final Path home = Files.createDirectory(jdk.resolve("home"));
        final Path script = Files.copy(SCRIPT, Files.createDirectory(home.resolve("bin")).resolve("tombolo"));
        final Path jar = Files.createFile(Files.createDirectories(home.resolve("tools").resolve("target")).resolve("tombolo.jar"));
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        Files.createFile(home.resolve("pom.xml"));
        // No user can make a directory there.
        Files.createFile(home.resolve("target"));
        assertThat(output(script)).isEqualTo("tombolo: " + jar + " is missing or older than pom.xml, and " + home
            + " cannot be written to build it: run bin/tombolo there as its owner\n");
    }

    /** Makes a program that only prints its version. */
    private Path java(final String version) throws IOException {
        final Path java = Files.createDirectory(jdk.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho '" + version + "' >&2\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        return java;
    }

    private void assertRefused(final String line) throws Exception {
        assertThat(output(SCRIPT)).isEqualTo("tombolo: " + line + "\n");
    }

    /** Runs the script, which must fail, and returns its output. */
    private String output(final Path script) throws Exception {
        final ProcessBuilder builder = new ProcessBuilder(script.toString(), "--version").redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", jdk.toString());
        final Process process = builder.start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(1);
        return output;
    }
}
