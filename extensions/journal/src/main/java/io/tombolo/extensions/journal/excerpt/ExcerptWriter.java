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
package io.tombolo.extensions.journal.excerpt;

import io.tombolo.ringbuffers.job.RecordedRing;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.Wire;

/**
 * Appends excerpts to a queue. {@link #events} and {@link #bytes} allocate nothing.
 */
public final class ExcerptWriter {
    private final ExcerptAppender appender;
    private long end;

    /**
     * Makes a writer.
     *
     * @param appender of the queue; it stays the caller's.
     */
    public ExcerptWriter(final ExcerptAppender appender) {
        this.appender = appender;
    }

    /**
     * Returns where the last excerpt ends in its file.
     *
     * @return bytes from the start of the file; 0 if none was appended.
     */
    public long end() {
        return end;
    }

    /**
     * Appends a start.
     *
     * @param start to append.
     */
    public void start(final StartExcerpt start) {
        try (DocumentContext document = appender.writingDocument()) {
            final Wire wire = begin(document, ExcerptKind.START);
            wire.write(ExcerptFormat.JOB).text(Long.toHexString(start.jobId()));
            wire.write(ExcerptFormat.RANK).int32(start.rank());
            wire.write(ExcerptFormat.INCARNATION).int32(start.incarnation());
            wire.write(ExcerptFormat.NAME).text(start.name());
            wire.write(ExcerptFormat.ANCHOR_NANO_TIME).int64(start.anchorNanoTime());
            wire.write(ExcerptFormat.ANCHOR_EPOCH_NS).int64(start.anchorEpochNs());
            wire.write(ExcerptFormat.ALL_MESSAGES).bool(start.hasAllMessages());
            wire.write(ExcerptFormat.PID).int64(start.pid());
            wire.write(ExcerptFormat.START_TIME_MS).int64(start.startTimeMs());
            wire.write(ExcerptFormat.FIRST).int64(start.first());
            wire.write(ExcerptFormat.PAYLOAD_BYTES).int32(start.payload().capacity());
            wire.write(ExcerptFormat.ORDER_BYTES).int32(start.order().capacity());
            wire.write(ExcerptFormat.PAYLOAD_FIRST).int64(start.payload().first());
            wire.write(ExcerptFormat.ORDER_FIRST).int64(start.order().first());
            finish(wire);
        }
    }

    /**
     * Appends events.
     *
     * @param batch to append.
     */
    public void events(final EventBatch batch) {
        try (DocumentContext document = appender.writingDocument()) {
            final Wire wire = begin(document, ExcerptKind.EVENTS);
            wire.write(ExcerptFormat.FIRST).int64(batch.first());
            wire.write(ExcerptFormat.COUNT).int32(batch.count());
            wire.write(ExcerptFormat.DATA).bytes(batch.content());
            finish(wire);
        }
    }

    /**
     * Appends bytes of a stream.
     *
     * @param run to append.
     */
    public void bytes(final ByteRun run) {
        try (DocumentContext document = appender.writingDocument()) {
            final Wire wire = begin(document, ExcerptKind.BYTES);
            wire.write(ExcerptFormat.STREAM).text(run.stream().text());
            wire.write(ExcerptFormat.FIRST).int64(run.first());
            wire.write(ExcerptFormat.DATA).bytes(run.content());
            finish(wire);
        }
    }

    /**
     * Appends a gap.
     *
     * @param ring  that has the gap.
     * @param first position that is missing.
     * @param count events or bytes that are missing.
     * @param why   they are missing.
     */
    public void gap(final RecordedRing ring, final long first, final long count, final GapReason why) {
        try (DocumentContext document = appender.writingDocument()) {
            final Wire wire = begin(document, ExcerptKind.GAP);
            wire.write(ExcerptFormat.FIRST).int64(first);
            wire.write(ExcerptFormat.COUNT).int64(count);
            wire.write(ExcerptFormat.WHY).text(why.word());
            wire.write(ExcerptFormat.STREAM).text(ring.text());
            finish(wire);
        }
    }

    /**
     * Appends an end.
     *
     * @param last to append.
     */
    public void end(final EndExcerpt last) {
        try (DocumentContext document = appender.writingDocument()) {
            final Wire wire = begin(document, ExcerptKind.END);
            wire.write(ExcerptFormat.STATE).text(last.state());
            wire.write(ExcerptFormat.REASON).text(last.reason());
            wire.write(ExcerptFormat.RECORDED).int64(last.recorded());
            finish(wire);
        }
    }

    private static Wire begin(final DocumentContext document, final ExcerptKind kind) {
        final Wire wire = document.wire();
        wire.write(ExcerptFormat.TOMBOLO).int32(ExcerptFormat.VERSION);
        wire.write(ExcerptFormat.KIND).text(kind.word());
        return wire;
    }

    private void finish(final Wire wire) {
        end = wire.bytes().writePosition();
    }
}
