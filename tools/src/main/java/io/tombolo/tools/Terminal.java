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
package io.tombolo.tools;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The streams of a command: those of the process, or those of a test.
 *
 * @param out   for results
 * @param err   for errors and progress
 * @param stdin passed to child processes that read the command's input
 */
public record Terminal(PrintStream out, PrintStream err, ProcessBuilder.Redirect stdin) {
    /**
     * The streams of this process.
     *
     * @return a terminal over {@code System.out} and {@code System.err}
     */
    public static Terminal ofProcess() {
        return new Terminal(System.out, System.err, ProcessBuilder.Redirect.INHERIT);
    }

    /**
     * Whether {@link #out} is a terminal, where a line of progress may change in place.
     *
     * @return true if it is the standard output of the process and a terminal
     */
    boolean isInteractive() {
        return out == System.out && System.console() != null && isTerminal(Path.of("/proc/self/fd/1"));
    }

    /** Newer JDKs report a console without a terminal, so Linux is asked. */
    private static boolean isTerminal(final Path stream) {
        try {
            return !Files.exists(stream) || Files.readSymbolicLink(stream).toString().matches("/dev/(pts/|tty|console).*");
        } catch (final IOException unknown) {
            return false;
        }
    }
}
