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
package io.tombolo.jmh.bench.process;

import java.util.List;
import java.util.Map;

/**
 * Prepares the environment of a measured JVM.
 */
final class MeasuredEnvironment {

    private static final List<String> JOB_VARIABLES = List.of("TOMBOLO_DIR", "TOMBOLO_RANK", "TOMBOLO_SIZE");

    /** Variables with options for every JVM. {@code bin/tombolo} keeps them under the same names with a prefix. */
    private static final List<String> OPTIONS = List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

    private static final String PREFIX = "RANKS_";

    private MeasuredEnvironment() {
    }

    /** Removes the variables of a job, and restores the options that the launcher has kept. */
    static void prepare(final Map<String, String> environment) {
        environment.keySet().removeAll(JOB_VARIABLES);
        for (final String name : OPTIONS) {
            final String value = environment.remove(PREFIX + name);
            if (value != null) {
                environment.put(name, value);
            }
        }
    }
}
