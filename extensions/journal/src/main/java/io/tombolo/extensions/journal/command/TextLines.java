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
import io.tombolo.extensions.journal.excerpt.StartExcerpt;
import io.tombolo.ringbuffers.flight.FlightEvent;
import io.tombolo.ringbuffers.job.RecordedRing;
import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Lines for people.
 */
final class TextLines extends EventLines {
    private static final HexFormat HEX = HexFormat.of();
    private static final int DELETE = 127;
    private static final int KIND_WIDTH = 20;
    private static final int POSITION_WIDTH = 9;

    private static final int BYTES_A_ROW = 16;

    private final int payload;

    /** Makes lines, with at most that many bytes of each piece of payload. */
    TextLines(final int payload) {
        this.payload = payload;
    }

    @Override
    void append(final JournalEvent event, final StringBuilder line) {
        time(event.epochNs(), line);
        line.append("  ").append(event.rank().rank()).append('.').append(event.rank().incarnation()).append("  ");
        switch (event.kind()) {
            case EVENTS -> flight(event, line);
            case GAP -> line.append("--- gap: ").append(event.missing()).append(' ')
                .append(event.gapRing() == RecordedRing.EVENTS ? "events" : "bytes of " + event.gapRing().text())
                .append(" missing from #").append(event.position()).append(" on (").append(reason(event)).append(") ---");
            case START -> start(event.start(), line);
            default -> line.append("--- end: ").append(event.end().state()).append(", ").append(event.end().reason()).append(", ")
                .append(event.end().recorded()).append(" events in all ---");
        }
    }

    private static void start(final StartExcerpt start, final StringBuilder line) {
        line.append("--- start: job ").append(Long.toHexString(start.jobId()));
        if (!start.name().isEmpty()) {
            line.append(", name ").append(start.name());
        }
        line.append(", pid ").append(start.pid()).append(start.hasAllMessages() ? ", all messages" : ", messages that waited")
            .append(", from #").append(start.first()).append(" ---");
    }

    private void flight(final JournalEvent event, final StringBuilder line) {
        final FlightEvent flight = event.flight();
        final int begin = line.length();
        line.append('#').append(flight.position());
        pad(line, begin + POSITION_WIDTH);
        line.append(' ');
        final int kindBegin = line.length();
        line.append(kind(event));
        pad(line, kindBegin + KIND_WIDTH);
        line.append(" peer ").append(flight.peer()).append("  tag ").append(flight.tag()).append("  length ").append(flight.length())
            .append("  number ").append(flight.number()).append("  context ").append(flight.context());
        if (flight.detail() != 0) {
            line.append("  detail ").append(flight.detail());
        }
        if (payload > 0 && event.isPayload()) {
            payload(event, line);
        }
    }

    /** Appends the first bytes in rows of their own, each as hexadecimal numbers and as characters of ASCII. */
    private void payload(final JournalEvent event, final StringBuilder line) {
        if (!event.hasPayload()) {
            line.append("  missing");
            return;
        }
        final byte[] bytes = new byte[event.payloadLength()];
        event.copyPayload(new UnsafeBuffer(bytes), 0);
        final int most = Math.min(payload, bytes.length);
        for (int row = 0; row < most; row += BYTES_A_ROW) {
            line.append("\n    ");
            for (int i = row; i < row + BYTES_A_ROW; i++) {
                line.append(i < most ? HEX.toHexDigits(bytes[i]) : "  ").append(' ');
            }
            line.append(' ');
            for (int i = row; i < Math.min(most, row + BYTES_A_ROW); i++) {
                line.append(bytes[i] >= ' ' && bytes[i] < DELETE ? (char) bytes[i] : '.');
            }
        }
        if (most < bytes.length) {
            line.append("\n    and ").append(bytes.length - most).append(" further bytes");
        }
    }

    private static void pad(final StringBuilder line, final int width) {
        while (line.length() < width) {
            line.append(' ');
        }
    }
}
