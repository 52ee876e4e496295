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
import io.tombolo.extensions.journal.JournalCursor;
import io.tombolo.extensions.journal.JournalRank;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code follow}: prints the events of a journal as they are recorded.
 */
@Command(name = "follow", description = {"Print events as they are recorded, until Ctrl-C. Ranks that join later are followed, too.", ""})
final class FollowCommand implements Callable<Integer> {
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int LOOKS_UNTIL_LISTING = 25;

    private final PrintStream out;
    private final Map<JournalRank, JournalCursor> cursors = new LinkedHashMap<>();

    @Parameters(paramLabel = "DIR", description = "Directory of the journal, or of one job in it.")
    private Path journal;

    @Option(names = "--all", description = "Begin with the oldest event. Default: with the next one.")
    private boolean isAll;

    @Mixin
    private EventFilter filter;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    FollowCommand(final PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException {
        list();
        if (!isAll) {
            skip();
        }
        final EventPrinter printer = new EventPrinter(out, filter.parsed(), EventFormat.TEXT, 0);
        for (int look = 1; !out.checkError(); look++) {
            if (!print(printer)) {
                LockSupport.parkNanos(PAUSE_NS);
                if (Thread.interrupted()) {
                    return JournalMain.DONE;
                }
            }
            if (look % LOOKS_UNTIL_LISTING == 0) {
                list();
            }
        }
        return JournalMain.DONE;
    }

    private void list() throws IOException {
        for (final JournalRank rank : Journal.open(journal)) {
            if (filter.takes(rank)) {
                cursors.computeIfAbsent(rank, JournalRank::cursor);
            }
        }
    }

    private void skip() throws IOException {
        for (final JournalCursor cursor : cursors.values()) {
            while (cursor.next()) {
                Thread.onSpinWait();
            }
        }
    }

    /** Prints what is new, and flushes it by the check of the output; returns false if there was nothing. */
    private boolean print(final EventPrinter printer) throws IOException {
        boolean isAny = false;
        for (final JournalCursor cursor : cursors.values()) {
            while (cursor.next()) {
                printer.print(cursor.event());
                isAny = true;
            }
        }
        return isAny;
    }
}
