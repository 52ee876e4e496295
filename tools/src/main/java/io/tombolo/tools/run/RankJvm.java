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

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes the command of a rank that runs a program of this project in a small JVM, with the JDK and the class path of this JVM. The launch
 * adds the flags in {@link RequiredJvmFlags} and the options in {@link InheritedOptions}.
 */
public final class RankJvm {
    /** Options that make the JVM small, unless the user has given options. */
    private static final List<String> SIZES = List.of("-Xms16m", "-Xmx64m", "-XX:+UseSerialGC");
    private static final List<String> OPTIONS = List.of(
        "-XX:-UsePerfData", "-Xshare:auto", "-Duser.language=en", "-Dstdout.encoding=UTF-8");

    private RankJvm() {
    }

    /**
     * Makes the command that runs a main class.
     *
     * @param main      class with a {@code main} method on the class path of this JVM
     * @param arguments arguments of the program
     * @return program and arguments
     */
    public static List<String> command(final Class<?> main, final String... arguments) {
        return Stream.of(
                Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
                InheritedOptions.anyGiven(System.getenv()) ? Stream.<String>of() : SIZES.stream(),
                OPTIONS.stream(),
                Stream.of("-cp", classPath(), main.getName()),
                Stream.of(arguments))
            .flatMap(part -> part)
            .toList();
    }

    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(Predicate.not(String::isEmpty))
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .collect(Collectors.joining(File.pathSeparator));
    }
}
