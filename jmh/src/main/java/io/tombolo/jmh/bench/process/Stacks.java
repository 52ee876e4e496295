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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Tells where processes hang: the innermost frames of the main thread of each JVM.
 */
final class Stacks {

    private static final int FRAMES = 4;
    private static final String MAIN = "\"main\"";
    private static final String FRAME = "at ";

    private Stacks() {
    }

    /** Describes where the processes are; empty if no JVM tells. */
    static String describe(final List<Process> processes) {
        final StringBuilder words = new StringBuilder();
        for (int rank = 0; rank < processes.size(); rank++) {
            final List<String> frames = frames(processes.get(rank));
            if (!frames.isEmpty()) {
                words.append("; rank ").append(rank).append(" in ").append(String.join(" < ", frames));
            }
        }
        return words.toString();
    }

    private static List<String> frames(final Process process) {
        final Path program = Path.of(System.getProperty("java.home"), "bin", "jstack");
        final boolean isJvm = process.info().command().filter(command -> command.endsWith("java")).isPresent();
        if (!isJvm || !process.isAlive() || !Files.isExecutable(program)) {
            return List.of();
        }
        try {
            final Path output = Files.createTempFile("tombolo-bench-", ".stacks");
            try {
                return ofMain(ExternalPrograms.run(output, List.of(program.toString(), Long.toString(process.pid()))));
            } finally {
                Files.delete(output);
            }
        } catch (final IOException ex) {
            return List.of();
        }
    }

    private static List<String> ofMain(final String dump) {
        return dump.lines()
            .dropWhile(line -> !line.startsWith(MAIN))
            .takeWhile(line -> !line.isBlank())
            .map(String::strip)
            .filter(line -> line.startsWith(FRAME))
            .limit(FRAMES)
            .map(line -> line.substring(FRAME.length()))
            .toList();
    }
}
