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

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Finds programs on the PATH and runs them.
 */
final class ExternalPrograms {

    private static final long TIMEOUT_S = 60;

    private ExternalPrograms() {
    }

    static boolean onPath(final String name) {
        final String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Arrays.stream(path.split(File.pathSeparator)).anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }

    /**
     * Runs a program to its end, for a minute at most.
     *
     * @param output  file for its output.
     * @param command program with its arguments.
     * @return its output.
     * @throws IOException if it cannot be started, fails, or takes too long.
     */
    static String run(final Path output, final List<String> command) throws IOException {
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            if (!process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)) {
                throw new IOException(command.get(0) + " takes longer than " + TIMEOUT_S + " s");
            }
        } catch (final InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IOException(command.get(0) + " was interrupted", ex);
        } finally {
            process.destroyForcibly();
        }
        final String words = Files.readString(output, Charset.defaultCharset());
        if (0 != process.exitValue()) {
            throw new IOException(command.get(0) + " ended with status " + process.exitValue() + ": "
                + words.lines().filter(line -> line.contains("error")).findFirst().orElse(words).strip());
        }
        return words;
    }
}
