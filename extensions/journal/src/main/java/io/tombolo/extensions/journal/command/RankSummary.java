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

import io.tombolo.extensions.journal.JournalRank;
import io.tombolo.extensions.journal.excerpt.EventBatch;
import io.tombolo.extensions.journal.excerpt.ExcerptKind;
import io.tombolo.extensions.journal.excerpt.ExcerptReader;
import io.tombolo.extensions.journal.excerpt.JournalException;
import io.tombolo.extensions.journal.excerpt.QueueFiles;
import io.tombolo.extensions.journal.excerpt.StartExcerpt;
import io.tombolo.ringbuffers.flight.FlightEvent;
import io.tombolo.ringbuffers.job.RecordedRing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a journal holds of one rank, without its single events.
 *
 * @param rank    and incarnation.
 * @param name    of the rank.
 * @param events  that are there.
 * @param gaps    between them.
 * @param missing events in the gaps.
 * @param payload bytes of messages that are there.
 * @param firstNs time of the first event in nanoseconds since the epoch; 0 for none.
 * @param lastNs  time of the last event.
 * @param state   how the rank has ended; empty if the journal does not say.
 * @param bytes   length of the files.
 * @param damage  that was met, a line; empty for none.
 */
record RankSummary(
    JournalRank rank, String name, long events, long gaps, long missing, long payload, long firstNs, long lastNs, String state, long bytes,
    String damage) {
    /** Reads the excerpts of a rank. */
    static RankSummary of(final JournalRank rank) throws IOException {
        final FlightEvent event = new FlightEvent();
        long events = 0;
        long gaps = 0;
        long missing = 0;
        long payload = 0;
        long first = 0;
        long last = 0;
        String damage = "";
        try (ExcerptReader reader = new ExcerptReader(rank.path())) {
            try {
                for (ExcerptKind kind = reader.next(); kind != null; kind = reader.next()) {
                    if (kind == ExcerptKind.GAP) {
                        gaps++;
                        missing += reader.gapRing() == RecordedRing.EVENTS ? reader.gapCount() : 0;
                    } else if (kind == ExcerptKind.BYTES) {
                        payload += reader.run().stream() == RecordedRing.PAYLOAD ? reader.run().length() : 0;
                    } else if (kind == ExcerptKind.EVENTS) {
                        final EventBatch batch = reader.batch();
                        first = first == 0 ? time(reader, batch, 0, event) : first;
                        last = time(reader, batch, batch.count() - 1, event);
                        events += batch.count();
                    }
                }
            } catch (final JournalException refused) {
                damage = refused.getMessage();
            }
            final StartExcerpt start = reader.start();
            return new RankSummary(
                rank, start == null ? "" : start.name(), events, gaps, missing, payload, first, last,
                reader.end() == null ? "" : reader.end().state(), bytes(rank),
                reader.damage().isEmpty() ? damage : reader.damage());
        }
    }

    private static long time(final ExcerptReader reader, final EventBatch batch, final int index, final FlightEvent event) {
        batch.get(index, event);
        return reader.start() == null ? 0 : reader.start().epochNs(event.time());
    }

    private static long bytes(final JournalRank rank) throws IOException {
        long sum = 0;
        for (final Path file : QueueFiles.of(rank.path())) {
            sum += Files.size(file);
        }
        return sum;
    }
}
