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
package io.tombolo.ringbuffers.pair;

import static io.tombolo.ringbuffers.pair.AgronaRecordDescriptor.BODY_OFFSET;
import static io.tombolo.ringbuffers.pair.AgronaRecordDescriptor.KEY_OFFSET;
import static io.tombolo.ringbuffers.pair.AgronaRecordDescriptor.LENGTH_OFFSET;
import static io.tombolo.ringbuffers.pair.AgronaRecordDescriptor.RECORD_ALIGNMENT;
import static io.tombolo.ringbuffers.pair.AgronaRecordDescriptor.SEQUENCE_OFFSET;
import static io.tombolo.ringbuffers.pair.AgronaRecordDescriptor.messageLength;
import static org.agrona.concurrent.ringbuffer.RecordDescriptor.HEADER_LENGTH;
import static org.agrona.concurrent.ringbuffer.RecordDescriptor.lengthOffset;
import static org.agrona.concurrent.ringbuffer.RecordDescriptor.typeOffset;
import static org.agrona.concurrent.ringbuffer.RingBuffer.PADDING_MSG_TYPE_ID;

import io.tombolo.ringbuffers.Bytes;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * Consumer of a {@link RingKind#AGRONA} ring. Unlike Agrona's own, it can leave a record in place and calls nothing back. It checks the
 * length in a header against the end of the ring and against what the producer can write. It does not read the producer's tail, because
 * that line changes with every record.
 */
public final class AgronaConsumer implements RingConsumer {
    private static final int MAX_TYPE = 31;

    private final long ring;
    private final int capacity;
    private final int maxBodyLength;
    private final long headAddress;
    private long position;
    private long published;
    private long record;
    private int recordLength;
    private int polledType;
    private int bodyLength;

    /**
     * Starts at position zero.
     *
     * @param ring     address of the ring, kept mapped by the caller.
     * @param capacity bytes without the trailer, a power of two.
     */
    public AgronaConsumer(final long ring, final int capacity) {
        this(ring, capacity, 0);
    }

    /** Starts elsewhere: lets a test come near the end of 32 bits. */
    AgronaConsumer(final long ring, final int capacity, final long start) {
        this.ring = ring;
        this.capacity = capacity;
        this.maxBodyLength = StampedSlotDescriptor.maxBodyLength(capacity >>> StampedSlotDescriptor.SLOT_SHIFT);
        this.headAddress = ring + capacity + RingBufferDescriptor.HEAD_POSITION_OFFSET;
        this.position = start;
        this.published = start;
        this.record = ring + (start & capacity - 1L);
    }

    @Override
    public int poll() {
        // Acquire; partner: the release store of the length in OneToOneRingBuffer.commit.
        final int length = UnsafeApi.getIntAcquire(null, record + lengthOffset(0));
        if (length <= 0) {
            return EMPTY;
        }
        final int type = UnsafeApi.getInt(record + typeOffset(0));
        final long left = ring + capacity - record;
        if (length > left || length % RECORD_ALIGNMENT != 0) {
            return CORRUPT;
        }
        recordLength = length;
        return type == PADDING_MSG_TYPE_ID ? afterPadding(length == left) : checked(type, length);
    }

    @Override
    public boolean hasNext() {
        return UnsafeApi.getIntOpaque(null, record + lengthOffset(0)) > 0;
    }

    /** Padding only fills the space before the wrap. It never begins at the start of the ring, so never follows padding. */
    private int afterPadding(final boolean reachesEnd) {
        if (!reachesEnd || record == ring) {
            return CORRUPT;
        }
        advance();
        return poll();
    }

    private int checked(final int type, final int length) {
        if (type <= EMPTY || type > MAX_TYPE || length < HEADER_LENGTH + BODY_OFFSET) {
            return CORRUPT;
        }
        polledType = type;
        bodyLength = UnsafeApi.getInt(record + HEADER_LENGTH + LENGTH_OFFSET);
        return bodyLength < 0 || bodyLength > maxBodyLength || length != HEADER_LENGTH + messageLength(bodyLength) ? CORRUPT : type;
    }

    @Override
    public boolean isSequence(final long expected, final long key) {
        final int sequence = UnsafeApi.getInt(record + HEADER_LENGTH + SEQUENCE_OFFSET);
        return AgronaRecordDescriptor.fold(sequence, key, polledType, bodyLength) == (int) expected;
    }

    @Override
    public long key() {
        return UnsafeApi.getLong(record + HEADER_LENGTH + KEY_OFFSET);
    }

    @Override
    public int length() {
        return bodyLength;
    }

    @Override
    public long word(final int index) {
        return UnsafeApi.getLong(record + HEADER_LENGTH + BODY_OFFSET + (long) index * Long.BYTES);
    }

    @Override
    public void copyBody(final Object base, final long offset, final int length) {
        Bytes.copy(null, record + HEADER_LENGTH + BODY_OFFSET, base, offset, length);
    }

    @Override
    public void advance() {
        position += recordLength;
        record = ring + (position & capacity - 1L);
    }

    @Override
    public boolean publish() {
        final long before = published;
        if (before != position) {
            published = position;
            // Release; partner: the volatile load of the head in OneToOneRingBuffer.tryClaim. Orders the loads of the records before reuse.
            UnsafeApi.putLongRelease(null, headAddress, position);
        }
        return (before ^ position) >= capacity >>> 1;
    }

    @Override
    public boolean advanceAndPublish() {
        advance();
        return publish();
    }

    @Override
    public long position() {
        return position;
    }
}
