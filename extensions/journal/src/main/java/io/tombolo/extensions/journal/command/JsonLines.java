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
import java.util.Base64;
import java.util.Locale;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A JSON object in each line.
 */
final class JsonLines extends EventLines {
    private static final int FIRST_PRINTABLE = 0x20;

    private final boolean hasPayload;

    /** Makes lines, which have the bytes of payload or not. */
    JsonLines(final boolean hasPayload) {
        this.hasPayload = hasPayload;
    }

    @Override
    void append(final JournalEvent event, final StringBuilder line) {
        line.append("{\"time\":\"");
        time(event.epochNs(), line);
        line.append("\",\"job\":\"").append(Long.toHexString(event.rank().jobId())).append('"');
        number(line, "rank", event.rank().rank());
        number(line, "incarnation", event.rank().incarnation());
        switch (event.kind()) {
            case EVENTS -> flight(event, line);
            case GAP -> {
                text(line, "record", "gap");
                number(line, "position", event.position());
                number(line, "missing", event.missing());
                text(line, "stream", event.gapRing().text());
                text(line, "why", reason(event));
            }
            case START -> {
                text(line, "record", "start");
                text(line, "name", event.start().name());
                number(line, "pid", event.start().pid());
                number(line, "position", event.start().first());
                line.append(",\"allMessages\":").append(event.start().hasAllMessages());
            }
            default -> {
                text(line, "record", "end");
                text(line, "state", event.end().state());
                text(line, "reason", event.end().reason());
                number(line, "recorded", event.end().recorded());
            }
        }
        line.append('}');
    }

    private void flight(final JournalEvent event, final StringBuilder line) {
        final FlightEvent flight = event.flight();
        text(line, "record", "event");
        number(line, "position", flight.position());
        text(line, "kind", kind(event));
        number(line, "detail", flight.detail());
        number(line, "peer", flight.peer());
        number(line, "context", flight.context());
        number(line, "tag", flight.tag());
        number(line, "length", flight.length());
        number(line, "number", flight.number());
        if (hasPayload && event.hasPayload()) {
            final byte[] piece = new byte[event.payloadLength()];
            event.copyPayload(new UnsafeBuffer(piece), 0);
            text(line, "payload", Base64.getEncoder().encodeToString(piece));
        }
    }

    private static void number(final StringBuilder line, final String name, final long value) {
        line.append(",\"").append(name).append("\":").append(value);
    }

    private static void text(final StringBuilder line, final String name, final String value) {
        line.append(",\"").append(name).append("\":\"");
        for (int i = 0; i < value.length(); i++) {
            final char character = value.charAt(i);
            if (character < FIRST_PRINTABLE) {
                line.append(String.format(Locale.ROOT, "\\u%04x", (int) character));
            } else if (character == '"' || character == '\\') {
                line.append('\\').append(character);
            } else {
                line.append(character);
            }
        }
        line.append('"');
    }
}
