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
package io.tombolo.extensions.journal.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.extensions.journal.Journal;
import io.tombolo.extensions.journal.JournalCursor;
import io.tombolo.extensions.journal.JournalEvent;
import io.tombolo.extensions.journal.JournalRank;
import io.tombolo.ringbuffers.flight.FlightKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a journal holds, in short words: "0.1", "start 0", "events 0-99", "gap 100-149 overwritten", "end left closed 150". Checks the
 * events.
 */
final class JournalText {
    private JournalText() {
    }

    static List<String> of(final Path journal) throws IOException {
        final List<String> text = new ArrayList<>();
        for (final JournalRank rank : Journal.open(journal)) {
            text.add(rank.rank() + "." + rank.incarnation());
            try (JournalCursor cursor = rank.cursor()) {
                read(cursor, text);
                if (!cursor.damage().isEmpty()) {
                    text.add("damage");
                }
            }
        }
        return text;
    }

    private static void read(final JournalCursor cursor, final List<String> text) throws IOException {
        final JournalEvent event = cursor.event();
        long first = -1;
        long next = 0;
        while (cursor.next()) {
            if (event.isFlight()) {
                check(event);
                if (first >= 0 && event.position() != next) {
                    text.add("events " + first + "-" + (next - 1));
                    first = -1;
                }
                first = first < 0 ? event.position() : first;
                next = event.position() + 1;
                continue;
            }
            if (first >= 0) {
                text.add("events " + first + "-" + (next - 1));
                first = -1;
            }
            text.add(switch (event.kind()) {
                case START -> "start " + event.start().first();
                case GAP -> "gap " + event.position() + "-" + (event.position() + event.missing() - 1) + " " + event.gapReason().word();
                default -> "end " + event.end().state() + " " + event.end().reason() + " " + event.end().recorded();
            });
        }
        if (first >= 0) {
            text.add("events " + first + "-" + (next - 1));
        }
    }

    private static void check(final JournalEvent event) {
        final int position = (int) event.position();
        assertThat(event.flight().kind()).isEqualTo(FlightKind.RECEIVED);
        assertThat(event.flight().tag()).isEqualTo(position);
        assertThat(event.flight().peer()).isEqualTo(position & 3);
        assertThat(event.flight().length()).isEqualTo(position & 1023);
    }
}
