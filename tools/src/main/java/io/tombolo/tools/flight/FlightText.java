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
package io.tombolo.tools.flight;

import io.tombolo.ringbuffers.flight.FlightEvent;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Writes events as a table with columns of a fixed width, because later events are not known. A longer value moves the rest of its line.
 */
final class FlightText implements FlightOutput {
    private static final int SHORTEST_LABEL = 4;
    private static final int LONGEST_LABEL = 16;
    private static final long NS_OF_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS", Locale.ROOT);

    private final PrintStream out;
    private final String columns;
    private LocalDate day;

    /**
     * Begins a table.
     *
     * @param out   gets the text
     * @param label length of the longest label of a rank
     */
    FlightText(final PrintStream out, final int label) {
        this.out = out;
        this.columns = "%-15s  %-" + Math.min(Math.max(label, SHORTEST_LABEL), LONGEST_LABEL) + "s  %-20s  %4s  %5s  %7s  %6s  %3s  %s";
    }

    /** Writes the heading: of which job and how many events of each rank. */
    void heading(final Path job, final FlightOptions options) {
        out.println("job " + job);
        out.println("  " + (options.last() == FlightOptions.EVERY ? "all events" : "the last " + options.last() + " events") +
            (options.rank() == FlightOptions.ALL ? " of each rank" : " of rank " + options.rank()) + "; the clock is read once a turn");
    }

    @Override
    public void note(final String line) {
        out.println("  " + line);
    }

    @Override
    public void problem(final String line) {
        note(line);
    }

    @Override
    public void event(final FlightCursor cursor, final long missed) {
        if (missed > 0) {
            out.println(FlightNotes.missed(cursor.rank(), missed));
        }
        final FlightEvent event = cursor.event();
        final ZonedDateTime time = Instant.ofEpochSecond(
            Math.floorDiv(cursor.timeNs(), NS_OF_SECOND), Math.floorMod(cursor.timeNs(), NS_OF_SECOND)).atZone(ZoneId.systemDefault());
        if (day == null) {
            out.println();
            row("time", "rank", "event", "peer", "tag", "length", "number", "ctx", "");
        }
        if (!time.toLocalDate().equals(day)) {
            day = time.toLocalDate();
            out.println(day + " " + time.getZone());
        }
        row(TIME.format(time), cursor.label(), FlightWords.kind(event), FlightWords.peer(event), FlightWords.tag(event),
            FlightWords.length(event), FlightWords.number(event), FlightWords.context(event), FlightWords.detail(event));
    }

    private void row(final Object... cells) {
        out.println(String.format(Locale.ROOT, columns, cells).stripTrailing());
    }
}
