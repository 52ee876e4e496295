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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code bench}: starts the benchmark jar in a JVM of its own and passes all arguments to it.
 */
@Command(
    name = "bench",
    description = "Measure latency and throughput between two JVMs; 'tombolo bench --help' lists the benchmarks.")
final class BenchCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(arity = "0..*", paramLabel = "ARGUMENT", description = "Passed on to the benchmark jar.")
    private List<String> arguments = List.of();

    BenchCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    /** Makes picocli pass every argument on, even {@code --}. */
    static void passEverythingThrough(final CommandLine command) {
        command.setUnmatchedOptionsArePositionalParams(true);
        command.setEndOfOptionsDelimiter("\u0000");
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final Path home = Installation.directory();
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-D" + Installation.PROPERTY + "=" + home,
            "-jar", Installation.built(home.resolve("jmh").resolve("target").resolve("tombolo-jmh.jar")).toString()));
        command.addAll(arguments);
        final Process process = new ProcessBuilder(command)
            .redirectInput(terminal.stdin())
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
        return process.waitFor();
    }
}
