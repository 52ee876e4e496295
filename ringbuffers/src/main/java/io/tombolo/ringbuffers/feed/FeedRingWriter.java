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
package io.tombolo.ringbuffers.feed;

import static io.tombolo.ringbuffers.feed.FeedRecordDescriptor.HEADER_LENGTH;

import io.tombolo.ringbuffers.Bytes;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes messages to the ring of a reliable or a latest feed: copies them, or lends the place of the next one to the caller. That place is
 * behind the tail, so that it belongs to the writer until it is published, and giving it back costs nothing. Allocates nothing; a message
 * of a latest feed never waits.
 * <p>
 * <b>Threading:</b> one thread at a time. <b>Memory order:</b> a message is visible when the tail has passed it ({@link FeedTail}); what it
 * overwrites was given up before ({@link FeedRoom}).
 */
public final class FeedRingWriter {
    private static final long NONE = -1;

    private final FeedTail tail;
    private final FeedRoom room;
    private final ReaderGate gate;
    private final FeedFile file;
    private final long ring;
    private final int capacity;
    private final int longest;
    private final UnsafeBuffer claimed = new UnsafeBuffer(0, 0);
    // Position of the record that is lent, or none.
    private long claim = NONE;

    /**
     * Creates the writer of a new feed.
     *
     * @param file of a reliable or a latest feed; kept reachable.
     * @param gate the readers that the writer waits for; null for a latest feed.
     */
    public FeedRingWriter(final FeedFile file, final ReaderGate gate) {
        this.tail = new FeedTail(file);
        this.room = new FeedRoom(file, gate);
        this.gate = gate;
        this.file = file;
        this.ring = file.memory().addressOffset() + file.geometry().ringOffset();
        this.capacity = file.geometry().capacity();
        this.longest = file.geometry().longest();
    }

    /**
     * Returns what the writer has published.
     *
     * @return always the same.
     */
    public FeedTail tail() {
        return tail;
    }

    /**
     * Publishes a message. No place is lent.
     *
     * @param base   array that holds it, or null for absolute addresses.
     * @param offset in the array, or address, in bytes; checked by the caller.
     * @param length in bytes, not negative.
     * @return {@link FeedWriting#WRITTEN}, {@link FeedWriting#BACK_PRESSURED} or {@link FeedWriting#TOO_LONG}.
     */
    public int write(final Object base, final long offset, final int length) {
        if (length > longest) {
            return FeedWriting.TOO_LONG;
        }
        final long start = start(FeedRecordDescriptor.recordLength(length));
        if (start < 0) {
            return FeedWriting.BACK_PRESSURED;
        }
        Bytes.copy(base, offset, null, ring + (start & capacity - 1) + HEADER_LENGTH, length);
        publish(start, length);
        return FeedWriting.WRITTEN;
    }

    private void publish(final long start, final int length) {
        UnsafeApi.putLong(ring + (start & capacity - 1), FeedRecordDescriptor.header(length, tail.published()));
        tail.publish(start + FeedRecordDescriptor.recordLength(length));
    }

    /**
     * Lends the place of the next message. No other place is lent.
     *
     * @param length in bytes, not negative.
     * @return {@link FeedWriting#WRITTEN} if it is lent, {@link FeedWriting#BACK_PRESSURED} or {@link FeedWriting#TOO_LONG}.
     */
    public int claim(final int length) {
        if (length > longest) {
            return FeedWriting.TOO_LONG;
        }
        final long start = start(FeedRecordDescriptor.recordLength(length));
        if (start < 0) {
            return FeedWriting.BACK_PRESSURED;
        }
        claim = start;
        claimed.wrap(file.memory(), file.geometry().ringOffset() + (int) (start & capacity - 1) + HEADER_LENGTH, length);
        return FeedWriting.WRITTEN;
    }

    /**
     * Returns whether a place is lent.
     *
     * @return true from {@link #claim} to {@link #commit} or {@link #abort}.
     */
    public boolean isClaimed() {
        return claim != NONE;
    }

    /**
     * Returns the place that is lent.
     *
     * @return always the same buffer; without bytes if no place is lent.
     */
    public UnsafeBuffer claimed() {
        return claimed;
    }

    /**
     * Publishes the message in the place that is lent.
     *
     * @param length of the message, at most that of the place.
     */
    public void commit(final int length) {
        publish(claim, length);
        abort();
    }

    /** Takes the place back that is lent, if there is one. Nothing was published, so the next message goes there. */
    public void abort() {
        claim = NONE;
        claimed.wrap(0, 0);
    }

    /** Finds the position of the next record, behind padding if it does not fit the rest of the ring. Returns -1 if there is no room. */
    private long start(final int recordLength) {
        final long now = tail.position();
        final int rest = capacity - (int) (now & capacity - 1);
        final long start = recordLength <= rest ? now : now + rest;
        if (!room.has(start + recordLength) && !room.make(now, start + recordLength)) {
            return -1;
        }
        room.begins(now);
        if (start != now) {
            UnsafeApi.putLong(ring + (now & capacity - 1), FeedRecordDescriptor.header(FeedRecordDescriptor.PADDING, 0));
        }
        return start;
    }

    /**
     * Returns whether a message may be written now. Readers that hold it up are judged as in {@link #write}.
     *
     * @param length of the message, at most the longest.
     * @return false if a reader has to read first.
     */
    public boolean makeRoom(final int length) {
        final int recordLength = FeedRecordDescriptor.recordLength(length);
        final long now = tail.position();
        final int rest = capacity - (int) (now & capacity - 1);
        final long end = (recordLength <= rest ? now : now + rest) + recordLength;
        return room.has(end) || room.make(now, end);
    }

    /**
     * Returns the rank of a reader for which the writer has to wait.
     *
     * @return rank, not checked; -1 if there was none at the last write.
     */
    public int holder() {
        return gate == null ? FeedReaders.NONE : gate.holder();
    }
}
