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
package io.tombolo.tools.run;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes the commands with which tests start JVMs.
 */
public final class TestJvm {
    /**
     * Options for JVMs that end too early to profit from better code and a parallel collector; all JDKs since 17 know them. They turn off
     * the files with performance counters, because JVMs that start at the same time sometimes print warnings about them.
     */
    public static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData");

    private TestJvm() {
    }

    /** The java command of the JDK that runs the tests. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The class path of the tests. */
    public static String classPath() {
        return System.getProperty("java.class.path");
    }

    /** The command that runs a main class of the tests. */
    public static List<String> command(final Class<?> main, final String... arguments) {
        return command(java(), main, arguments);
    }

    /** The command that runs a main class of the tests on a given JDK. */
    public static List<String> command(final String java, final Class<?> main, final String... arguments) {
        final List<String> command = new ArrayList<>(List.of(java));
        command.addAll(SHORT_LIVED);
        command.addAll(List.of("-cp", classPath(), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** The java commands of all JDKs of this machine. */
    public static Set<String> javas() throws IOException {
        final Set<String> javas = new TreeSet<>();
        javas.add(Path.of(java()).toRealPath().toString());
        final Path folder = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> homes = Files.newDirectoryStream(folder)) {
                for (final Path home : homes) {
                    final Path java = home.resolve("bin").resolve("java");
                    if (Files.isExecutable(java)) {
                        javas.add(java.toRealPath().toString());
                    }
                }
            }
        }
        return javas;
    }
}
