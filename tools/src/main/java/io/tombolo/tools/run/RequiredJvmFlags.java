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

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The flags that a JVM needs to run Tombolo, and the environment variable that passes them to JVMs. JDK 17 and all newer ones know every
 * flag.
 */
public final class RequiredJvmFlags {
    /**
     * Environment variable with flags that the {@code java} command of JDK 9 and newer reads.
     */
    public static final String VARIABLE = "JDK_JAVA_OPTIONS";

    /** Start of the line that a JVM prints when it has read {@link #VARIABLE}. */
    static final byte[] NOTE = ("NOTE: Picked up " + VARIABLE + ":").getBytes(StandardCharsets.US_ASCII);

    private static final List<String> FLAGS = List.of(
        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED");

    private RequiredJvmFlags() {
    }

    /**
     * The flags, each one argument.
     *
     * @return an immutable list
     */
    public static List<String> list() {
        return FLAGS;
    }

    /**
     * Appends the flags that are missing.
     *
     * @param present the present value of {@link #VARIABLE}; null counts as blank
     * @return the value with all flags
     */
    public static String appendedTo(final String present) {
        final StringBuilder options = new StringBuilder(present == null ? "" : present.strip());
        for (final String flag : FLAGS) {
            if ((" " + options + " ").contains(" " + flag + " ")) {
                continue;
            }
            if (options.length() > 0) {
                options.append(' ');
            }
            options.append(flag);
        }
        return options.toString();
    }
}
