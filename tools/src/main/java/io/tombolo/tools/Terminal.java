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

import io.tombolo.tools.text.Colours;
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
    private static final Path OUTPUT_STREAM = Path.of("/proc/self/fd/1");
    private static final Path ERROR_STREAM = Path.of("/proc/self/fd/2");

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
        return out == System.out && System.console() != null && isTerminal(OUTPUT_STREAM);
    }

    /**
     * The colours of results.
     *
     * @return those that the environment and the terminal allow; none for a stream other than {@code System.out}
     */
    public Colours colours() {
        return out == System.out ? Colours.of(System.getenv(), isInteractive()) : Colours.NONE;
    }

    /**
     * The colours of errors.
     *
     * @return those that the environment and the terminal allow; none for a stream other than {@code System.err}
     */
    Colours errorColours() {
        return err == System.err ? Colours.of(System.getenv(), hasTerminalForErrors()) : Colours.NONE;
    }

    /** Without Linux only a terminal for all streams is known. */
    private static boolean hasTerminalForErrors() {
        return isTerminal(ERROR_STREAM) && (Files.exists(ERROR_STREAM) || System.console() != null);
    }

    /** Whether {@link #stdin} is a terminal, which sends keys. */
    boolean hasKeyboard() {
        return stdin == ProcessBuilder.Redirect.INHERIT && isTerminal(Path.of("/proc/self/fd/0"));
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
