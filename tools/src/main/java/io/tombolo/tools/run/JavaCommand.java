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

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A command {@code java [options] Main [arguments]}, split into its parts.
 *
 * @param jvm       program and options, up to the main class
 * @param main      name of the main class
 * @param arguments arguments of the program
 */
record JavaCommand(List<String> jvm, String main, List<String> arguments) {
    /** Options whose value is the next argument. */
    private static final Set<String> WITH_VALUE = Set.of(
        "-cp", "-classpath", "--class-path", "-p", "--module-path", "--upgrade-module-path", "--add-modules", "--limit-modules",
        "--add-opens", "--add-exports", "--add-reads", "--patch-module", "--enable-native-access");

    private static final int SHOWN = 3;

    /** Options that start something else than a main class on the class path. */
    private static final Set<String> OTHER = Set.of("-jar", "-m", "--module", "-d", "--describe-module", "--source");

    /**
     * Splits a command.
     *
     * @throws IllegalArgumentException if it does not run a main class on the class path; the message says why in one line
     */
    static JavaCommand of(final List<String> command) {
        if (!"java".equals(Path.of(command.get(0)).getFileName().toString())) {
            throw refused(command, "the program is not java");
        }
        int next = 1;
        while (next < command.size() && command.get(next).startsWith("-")) {
            final String option = command.get(next);
            if (OTHER.stream().anyMatch(other -> option.equals(other) || other.startsWith("--") && option.startsWith(other + "="))) {
                throw refused(command, option + " is not supported");
            }
            next += WITH_VALUE.contains(option) ? 2 : 1;
        }
        if (next >= command.size()) {
            throw refused(command, "there is no main class");
        }
        final String main = command.get(next);
        if (main.startsWith("@") || main.endsWith(".java")) {
            throw refused(command, main + " is not a main class");
        }
        return new JavaCommand(List.copyOf(command.subList(0, next)), main, List.copyOf(command.subList(next + 1, command.size())));
    }

    /** The same JVM for any main class: commands that differ only in the rest are equal. */
    JavaCommand withoutMain() {
        return new JavaCommand(jvm, "", List.of());
    }

    /** The command that runs another main class in the same JVM. */
    List<String> running(final Class<?> other, final Iterable<String> otherArguments) {
        final List<String> command = new ArrayList<>(jvm);
        command.add(other.getName());
        otherArguments.forEach(command::add);
        return command;
    }

    private static IllegalArgumentException refused(final List<String> command, final String why) {
        final String start = String.join(" ", command.subList(0, Math.min(SHOWN, command.size()))) + (command.size() > SHOWN ? " …" : "");
        return new IllegalArgumentException(
            "spare processes need a command such as 'java [options] -cp PATH Main [arguments]', not '" + start + "': " + why);
    }
}
