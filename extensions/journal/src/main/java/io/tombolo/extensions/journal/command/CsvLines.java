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

import io.tombolo.extensions.journal.JournalEvent;
import io.tombolo.ringbuffers.flight.FlightEvent;
import io.tombolo.ringbuffers.job.RecordedRing;

/**
 * Values with commas between them.
 */
final class CsvLines extends EventLines {
    private static final String NO_MESSAGE = ",,,,,,,";

    CsvLines() {
    }

    @Override
    String header() {
        return "time,job,rank,incarnation,record,position,kind,detail,peer,context,tag,length,number,missing\n";
    }

    @Override
    void append(final JournalEvent event, final StringBuilder line) {
        time(event.epochNs(), line);
        line.append(',').append(Long.toHexString(event.rank().jobId())).append(',').append(event.rank().rank()).append(',')
            .append(event.rank().incarnation()).append(',');
        switch (event.kind()) {
            case EVENTS -> flight(event, line);
            case GAP -> line.append(event.gapRing() == RecordedRing.EVENTS ? "" : event.gapRing().text() + " ").append("gap,")
                .append(event.position()).append(',').append(reason(event)).append(NO_MESSAGE)
                .append(event.missing());
            case START -> line.append("start,").append(event.start().first()).append(',').append(NO_MESSAGE);
            default -> line.append("end,").append(event.end().recorded()).append(',').append(event.end().state()).append(NO_MESSAGE);
        }
    }

    private static void flight(final JournalEvent event, final StringBuilder line) {
        final FlightEvent flight = event.flight();
        final String kind = kind(event);
        final boolean isQuoted = kind.indexOf(',') >= 0;
        line.append("event,").append(flight.position()).append(',').append(isQuoted ? "\"" : "").append(kind).append(isQuoted ? "\"" : "")
            .append(',').append(flight.detail()).append(',').append(flight.peer()).append(',').append(flight.context()).append(',')
            .append(flight.tag()).append(',').append(flight.length()).append(',').append(flight.number()).append(',');
    }
}
