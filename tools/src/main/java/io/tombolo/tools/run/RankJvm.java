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
 * The command of a rank that is a small JVM of our own: the same JDK and the same classes that this JVM has; what else a JVM needs comes
 * with {@link RequiredJvmFlags}, and what the user gives to all JVMs with {@link InheritedOptions}.
 */
public final class RankJvm {
    /** What makes it small, unless the user has ideas of their own. */
    private static final List<String> SIZES = List.of("-Xms16m", "-Xmx64m", "-XX:+UseSerialGC");
    private static final List<String> OPTIONS = List.of(
        "-XX:-UsePerfData", "-Xshare:auto", "-Duser.language=en", "-Dstdout.encoding=UTF-8");

    private RankJvm() {
    }

    /**
     * A command for a main class.
     *
     * @param main      class of this class path
     * @param arguments of it
     * @return program and arguments
     */
    public static List<String> command(final Class<?> main, final String... arguments) {
        return Stream.of(
                Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
                InheritedOptions.areGiven(System.getenv()) ? Stream.<String>of() : SIZES.stream(),
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
