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
import io.tombolo.extensions.journal.JournalEvent;
import java.io.IOException;
import java.io.PrintStream;

/**
 * Prints the events that a filter takes.
 */
final class EventPrinter {
    private static final int EVENTS_BETWEEN_CHECKS = 4096;

    private final PrintStream out;
    private final EventFilter filter;
    private final EventLines lines;
    private final StringBuilder line = new StringBuilder();

    /** Begins with the header; the lines have at most that many bytes of each piece of payload. */
    EventPrinter(final PrintStream out, final EventFilter filter, final EventFormat format, final int payload) {
        this.out = out;
        this.filter = filter;
        this.lines = format.lines(payload);
        out.print(lines.header());
    }

    /** Prints an event, if the filter takes it. */
    void print(final JournalEvent event) {
        if (filter.takes(event)) {
            line.setLength(0);
            lines.append(event, line);
            line.append('\n');
            out.append(line);
        }
    }

    /** Prints all events of a journal in the order of their times; returns the exit status. */
    int printAll(final Journal journal, final PrintStream err) throws IOException {
        try (MergedEvents events = new MergedEvents(journal, filter)) {
            JournalEvent event = events.next();
            // A reader such as "head" may have closed the output.
            for (long i = 1; event != null && (i % EVENTS_BETWEEN_CHECKS != 0 || !out.checkError()); i++) {
                print(event);
                event = events.next();
            }
            return Damages.report(events.damages(), out, err);
        }
    }
}
