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
import io.tombolo.extensions.journal.excerpt.GapReason;
import io.tombolo.ringbuffers.flight.FlightKind;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Writes events as lines of text.
 */
abstract class EventLines {
    private static final long NS_A_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int TIME_START = 19;

    private long second = Long.MIN_VALUE;
    private String secondText = "";

    /** Returns the first line, with its end; empty for none. */
    String header() {
        return "";
    }

    /** Names the job in each line, if that is not done at all times. */
    void nameJobs() {
    }

    /** Appends an event without the end of the line. */
    abstract void append(JournalEvent event, StringBuilder line);

    /** Appends a time in UTC with nanoseconds. */
    final void time(final long epochNs, final StringBuilder line) {
        final long present = Math.floorDiv(epochNs, NS_A_SECOND);
        if (present != second) {
            second = present;
            secondText = Instant.ofEpochSecond(present).toString().substring(0, TIME_START);
        }
        line.append(secondText).append('.');
        final String nanoseconds = Long.toString(NS_A_SECOND + Math.floorMod(epochNs, NS_A_SECOND));
        line.append(nanoseconds, 1, nanoseconds.length()).append('Z');
    }

    static String kind(final JournalEvent event) {
        final FlightKind kind = event.flight().kind();
        return kind == null ? "kind " + event.flight().kindCode() : kind.text();
    }

    static String reason(final JournalEvent event) {
        final GapReason reason = event.gapReason();
        return reason == null ? "unknown" : reason.word();
    }
}
