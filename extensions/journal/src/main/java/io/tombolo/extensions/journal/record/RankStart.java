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

import io.tombolo.extensions.journal.Journal;
import io.tombolo.extensions.journal.excerpt.ExcerptKind;
import io.tombolo.extensions.journal.excerpt.ExcerptReader;
import io.tombolo.extensions.journal.excerpt.QueueFiles;
import io.tombolo.extensions.journal.excerpt.StartExcerpt;
import io.tombolo.ringbuffers.flight.FlightReader;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankRow;
import io.tombolo.ringbuffers.job.RecordedRing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Where the recording of a rank begins: at its first event, or where the journal of an earlier recorder ends.
 *
 * @param queue   directory of the rank's queue.
 * @param next    position of the first event that is not in the journal.
 * @param payload position of the first byte of payload that is not in the journal.
 * @param order   position of the first byte of the order that is not in the journal.
 * @param isEnded whether the journal already has the end of the rank.
 */
record RankStart(Path queue, long next, long payload, long order, boolean isEnded) {
    /** Finds out where the journal of a rank ends. */
    static RankStart of(final Path journal, final JobDirectory job, final RankRow row) throws IOException {
        final Path queue = Journal.queue(journal, job.jobId(), row.rank(), row.incarnation());
        final List<Path> files = QueueFiles.of(queue);
        for (int i = files.size() - 1; i >= 0; i--) {
            if (QueueFiles.end(files.get(i)).hasData()) {
                return read(queue, files.get(i));
            }
        }
        return new RankStart(queue, 0, 0, 0, false);
    }

    private static RankStart read(final Path queue, final Path newest) throws IOException {
        final long[] next = new long[RecordedRing.values().length];
        boolean isEnded = false;
        try (ExcerptReader reader = ExcerptReader.from(newest)) {
            ExcerptKind kind = reader.next();
            while (kind != null) {
                switch (kind) {
                    case START -> {
                        final StartExcerpt start = reader.start();
                        raise(next, RecordedRing.EVENTS, start.first());
                        raise(next, RecordedRing.PAYLOAD, start.payload().first());
                        raise(next, RecordedRing.ORDER, start.order().first());
                    }
                    case EVENTS -> raise(next, RecordedRing.EVENTS, reader.batch().first() + reader.batch().count());
                    case BYTES -> raise(next, reader.run().stream(), reader.run().first() + reader.run().length());
                    case GAP -> raise(next, reader.gapRing(), reader.gapFirst() + reader.gapCount());
                    default -> isEnded = true;
                }
                kind = reader.next();
            }
        }
        return new RankStart(
            queue, next[RecordedRing.EVENTS.ordinal()], next[RecordedRing.PAYLOAD.ordinal()], next[RecordedRing.ORDER.ordinal()], isEnded);
    }

    private static void raise(final long[] next, final RecordedRing ring, final long position) {
        next[ring.ordinal()] = Math.max(next[ring.ordinal()], position);
    }

    /** Describes the rank for the journal. */
    static StartExcerpt identity(
        final JobDirectory job, final RankRow row, final FlightReader reader, final int payloadBytes, final int orderBytes) {
        return new StartExcerpt(
            job.jobId(), row.rank(), row.incarnation(), row.name(), reader.anchorNanoTime(), reader.anchorEpochNs(),
            reader.hasAllMessages(), row.pid(), row.startTimeMs(), 0, new StartExcerpt.Stream(payloadBytes, 0),
            new StartExcerpt.Stream(orderBytes, 0));
    }
}
