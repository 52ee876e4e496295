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
package io.tombolo.jmh.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Describes the machine of a measurement.
 */
final class MachineDescription {

    private static final Path CPU = Path.of("/proc/cpuinfo");
    private static final String MODEL = "model name";

    private MachineDescription() {
    }

    static String describe(final String pinned) {
        return String.format(Locale.ROOT, "%s, %d cores; JDK %s (%s); pinned: %s",
            model(),
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("java.version"),
            System.getProperty("java.vendor"),
            pinned);
    }

    /** Returns the load of the last minute: processes that run or want to; negative if unknown. */
    static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static String model() {
        try {
            return Files.readAllLines(CPU).stream()
                .filter(line -> line.startsWith(MODEL))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(System.getProperty("os.arch"));
        } catch (final IOException ex) {
            return System.getProperty("os.arch");
        }
    }
}
