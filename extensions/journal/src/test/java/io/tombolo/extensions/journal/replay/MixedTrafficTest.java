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
package io.tombolo.extensions.journal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.extensions.journal.Journal;
import io.tombolo.extensions.journal.JournalCursor;
import io.tombolo.extensions.journal.JournalEvent;
import io.tombolo.extensions.journal.JournalRank;
import io.tombolo.extensions.journal.command.JournalMain;
import io.tombolo.ringbuffers.flight.FlightKind;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The journal of a job whose ranks wait for the recorder has each message once at its sender and once at its receiver.
 */
@Timeout(120)
class MixedTrafficTest {
    private static final int SIZE = 4;
    // Multiples of the ranks' batch and of the number of peers, so that each rank gets as many messages as it sends.
    private static final int SOME = 4_800;
    private static final int QUARTER_OF_A_MILLION = 250_032;
    private static final int WORLD = 0;

    @TempDir
    private Path directory;

    @Test
    void shouldCountEachMessage() throws Exception {
        record(SOME);
    }

    @Test
    @Tag("nightly")
    @Timeout(600)
    void shouldCountAMillionMessages() throws Exception {
        record(QUARTER_OF_A_MILLION);
    }

    private void record(final int count) throws IOException, InterruptedException {
        try (RecordedJob job = new RecordedJob(directory, ReplayedMain.TRAFFIC, count).set("TOMBOLO_FLIGHT_PAYLOAD_BYTES", "0")) {
            job.start(SIZE).await();
            long excerpts = 0;
            for (final JournalRank rank : Journal.open(job.journal())) {
                excerpts += check(rank, count);
            }
            assertThat(dumpedLines(job.journal())).isEqualTo(excerpts);
        }
    }

    /** Counts the messages of a rank; returns how many lines a dump has for it. */
    private static long check(final JournalRank rank, final int count) throws IOException {
        final Map<FlightKind, Integer> events = new EnumMap<>(FlightKind.class);
        long lines = 0;
        try (JournalCursor cursor = rank.cursor()) {
            final JournalEvent event = cursor.event();
            while (cursor.next()) {
                assertThat(event.isGap()).isFalse();
                lines++;
                if (event.isFlight() && event.flight().context() == WORLD) {
                    events.merge(event.flight().kind(), 1, Integer::sum);
                }
            }
        }
        assertThat(sum(events, FlightKind.SENT, FlightKind.SEND_COMPLETED)).as("sent by rank %d", rank.rank()).isEqualTo(count);
        assertThat(sum(events, FlightKind.RECEIVED, FlightKind.ARRIVED_EXPECTED, FlightKind.ARRIVED_UNEXPECTED))
            .as("received by rank %d", rank.rank()).isEqualTo(count);
        return lines;
    }

    private static int sum(final Map<FlightKind, Integer> events, final FlightKind... kinds) {
        int sum = 0;
        for (final FlightKind kind : kinds) {
            sum += events.getOrDefault(kind, 0);
        }
        return sum;
    }

    private static long dumpedLines(final Path journal) {
        final Lines lines = new Lines();
        try (PrintStream out = new PrintStream(lines, false, StandardCharsets.UTF_8)) {
            assertThat(JournalMain.execute(out, System.err, "dump", journal.toString())).isZero();
        }
        return lines.count;
    }

    /** Counts the lines that are written to it. */
    private static final class Lines extends OutputStream {
        private long count;

        @Override
        public void write(final int character) {
            count += character == '\n' ? 1 : 0;
        }
    }
}
