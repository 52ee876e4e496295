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
package io.tombolo.extensions.journal.command;

import io.tombolo.extensions.journal.Journal;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code export}: prints the events of a journal for other programs.
 */
@Command(name = "export", description = "Write the events of a journal for other programs, in the order of their times.")
final class ExportCommand implements Callable<Integer> {
    private final PrintStream out;
    private final PrintStream err;

    @Parameters(paramLabel = "DIR", description = "Directory of the journal, or of one job in it.")
    private Path journal;

    @Option(names = "--format", required = true, paramLabel = "FORMAT", description = "text, json (an object a line) or csv.")
    private EventFormat format;

    @Option(names = "--payload", description = "With json: the bytes of messages, in base64.")
    private boolean payload;

    @Mixin
    private EventFilter filter;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    ExportCommand(final PrintStream out, final PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        final Journal opened = Journal.open(journal);
        return new EventPrinter(out, filter.parsed(), format, payload ? Integer.MAX_VALUE : 0).printAll(opened, err);
    }
}
