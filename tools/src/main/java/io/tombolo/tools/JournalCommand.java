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

import io.tombolo.tools.run.RecorderProcess;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code journal}: starts the jar of the journal in a JVM of its own and passes all arguments to it.
 */
@Command(
    name = "journal",
    description = "Record the events of a job's ranks on disk, and read them; 'tombolo journal --help' lists the commands.")
final class JournalCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(arity = "0..*", paramLabel = "ARGUMENT", description = "Passed on to the jar of the journal.")
    private List<String> arguments = List.of();

    JournalCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return RecorderProcess.run(Installation.extension("journal"), arguments, terminal.stdin());
    }
}
