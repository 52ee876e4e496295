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

import io.tombolo.extensions.journal.excerpt.ByteRun;
import io.tombolo.extensions.journal.excerpt.ExcerptFormat;
import io.tombolo.extensions.journal.excerpt.GapReason;
import io.tombolo.ringbuffers.flight.ByteRingReader;
import io.tombolo.ringbuffers.job.RecordedRing;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Records one stream of bytes of a rank: copies it as it is, and appends it and the gaps in it. Allocates nothing while it reads. One
 * thread at a time.
 */
final class StreamRecording {
    private final RecordedRing ring;
    private final ByteRingReader reader;
    private final RecorderTotals totals;
    private final ByteRun run = new ByteRun();
    private long next;
    private GapReason gapReason;

    /**
     * Begins to record.
     *
     * @param memory of the ring; null if the rank has none.
     * @param next   position of the first byte that is not in the journal.
     * @param why    the next bytes are missing, if they are.
     */
    StreamRecording(
        final RecordedRing ring, final UnsafeBuffer memory, final long next, final GapReason why, final RecorderTotals totals) {
        this.ring = ring;
        this.reader = memory == null ? null : new ByteRingReader(memory);
        this.next = next;
        this.gapReason = why;
        this.totals = totals;
    }

    RecordedRing ring() {
        return ring;
    }

    /** Returns the position of the first byte that is not in the journal. */
    long next() {
        return next;
    }

    /** Returns how many bytes fit the ring; 0 if there is none. */
    int capacity() {
        return reader == null ? 0 : reader.capacity();
    }

    /** Returns how far the rank has written, at least to the next byte. */
    long written() {
        return reader == null ? next : Math.max(next, reader.written());
    }

    /** Notes that what is overwritten from now on is missing for want of space. */
    void pause() {
        gapReason = GapReason.NO_SPACE;
    }

    /** Appends at most one run of bytes up to a position that was {@link #written}; there is room for it. */
    void append(final QueueWriter queue, final long end) {
        if (end - next > reader.capacity()) {
            gap(queue, end - reader.capacity() - next, gapReason);
        }
        final int length = (int) Math.min(ExcerptFormat.MAX_BYTES, end - next);
        final int lost = reader.copy(next, length, run.buffer(), 0);
        if (lost > 0) {
            gap(queue, lost, gapReason);
        }
        if (lost < length) {
            run.set(ring, next, lost, length - lost);
            queue.writer().bytes(run);
            totals.bytes(ring, length - lost);
            next += length - lost;
        }
        gapReason = GapReason.OVERWRITTEN;
    }

    /** Appends a gap up to the last byte that was written; there is room for it. */
    void end(final QueueWriter queue) {
        final long written = written();
        if (written > next) {
            gap(queue, written - next, GapReason.NO_SPACE);
        }
    }

    private void gap(final QueueWriter queue, final long count, final GapReason why) {
        queue.writer().gap(ring, next, count, why);
        totals.gap(ring, count);
        next += count;
    }
}
