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

import io.tombolo.tools.run.RequiredJvmFlags;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code classpath}: prints the class path of a program that uses Tombolo.
 */
@Command(
    name = "classpath",
    description = {
        "Print the path of the one jar that a program needs to compile and run.",
        "Example: javac -cp $(bin/tombolo classpath) Main.java"
    })
final class ClasspathCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Option(names = "--flags", description = "Print the flags that a JVM needs instead. 'tombolo run' passes them by itself.")
    private boolean flags;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    ClasspathCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        terminal.out().println(flags ? String.join(" ", RequiredJvmFlags.list()) : Installation.built(Installation.jar()));
        return ExitStatus.DONE.code();
    }
}
