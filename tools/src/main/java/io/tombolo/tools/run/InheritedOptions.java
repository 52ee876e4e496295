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

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Options that the user gives to every JVM by environment variables. They are meant for the ranks: {@code bin/tombolo} renames the
 * variables before it starts its own JVM, and a launch restores them for the ranks. So options such as a garbage collector, the port of a
 * debugger or a log on standard output do not disturb the launcher.
 */
public final class InheritedOptions {
    /** Variables with options for JVMs. An option in a later variable overrides one in an earlier variable. */
    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", RequiredJvmFlags.VARIABLE, "_JAVA_OPTIONS");

    /** Prefix of the renamed variables. */
    private static final String ASIDE = "RANKS_";

    private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");
    private static final String DEFINITION = "-D";
    private static final String TEMPORARY_DIRECTORY = "java.io.tmpdir";

    private InheritedOptions() {
    }

    /** Restores the renamed variables in the environment of a process. */
    static void giveBack(final Map<String, String> environment) {
        for (final String name : VARIABLES) {
            final String value = environment.remove(ASIDE + name);
            if (value != null) {
                environment.put(name, value);
            }
        }
    }

    /** Removes all options from the environment of a process that is no rank. */
    static void withhold(final Map<String, String> environment) {
        environment.keySet().removeAll(VARIABLES);
    }

    /** Whether the user has given any options. Then the launcher adds none that are only a matter of taste, because they might conflict. */
    static boolean anyGiven(final Map<String, String> environment) {
        return !words(environment).isEmpty();
    }

    /** Sets the system properties of Tombolo in the renamed variables for this JVM as well, so that it agrees with the ranks. */
    public static void adoptSettings() {
        settings(System.getenv()).forEach((name, value) -> {
            if (System.getProperty(name) == null || name.equals(TEMPORARY_DIRECTORY)) {
                System.setProperty(name, value);
            }
        });
    }

    /** The system properties of Tombolo and the directory for temporary files, as the renamed variables define them. */
    static Map<String, String> settings(final Map<String, String> environment) {
        final Map<String, String> settings = new LinkedHashMap<>();
        for (final String variable : VARIABLES) {
            for (final String word : words(environment.getOrDefault(ASIDE + variable, ""))) {
                final int equals = word.indexOf('=');
                final String name = word.startsWith(DEFINITION) && equals > 0 ? word.substring(DEFINITION.length(), equals) : "";
                if (name.startsWith("tombolo.") || name.equals(TEMPORARY_DIRECTORY)) {
                    settings.put(name, word.substring(equals + 1));
                }
            }
        }
        return settings;
    }

    private static List<String> words(final Map<String, String> environment) {
        final List<String> words = new ArrayList<>();
        for (final String name : VARIABLES) {
            words.addAll(words(environment.getOrDefault(name, "")));
            words.addAll(words(environment.getOrDefault(ASIDE + name, "")));
        }
        return words;
    }

    private static List<String> words(final String options) {
        final List<String> words = new ArrayList<>();
        final Matcher word = WORD.matcher(options);
        while (word.find()) {
            words.add(word.group().replaceAll("['\"]", ""));
        }
        return words;
    }
}
