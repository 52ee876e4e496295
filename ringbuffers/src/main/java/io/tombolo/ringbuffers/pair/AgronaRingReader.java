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
import static org.agrona.concurrent.ringbuffer.RingBuffer.PADDING_MSG_TYPE_ID;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * Reads a {@link RingKind#AGRONA} ring from outside, once. Checks each header against the tail and the end of the ring.
 */
final class AgronaRingReader {
    private static final int MAX_TYPE = 31;
    private static final int DAMAGED = -1;

    private final UnsafeBuffer ring;
    private final int capacity;
    private final int maxBodyLength;
    private final List<RingRecord> records = new ArrayList<>();
    private int count;
    private int lastSequence = RingReading.UNKNOWN;
    private int lastType = RingConsumer.EMPTY;
    private String damage = "";

    AgronaRingReader(final UnsafeBuffer ring) {
        this.ring = ring;
        this.capacity = ring.capacity() - RingBufferDescriptor.TRAILER_LENGTH;
        this.maxBodyLength = StampedSlotDescriptor.maxBodyLength(capacity >>> StampedSlotDescriptor.SLOT_SHIFT);
    }

    RingReading<RingRecord> read(final int limit) {
        // Acquire; partners: the release stores in AgronaConsumer.publish and OneToOneRingBuffer.tryClaim. Head first: it never passes.
        final long head = ring.getLongVolatile(capacity + RingBufferDescriptor.HEAD_POSITION_OFFSET);
        final long tail = ring.getLongVolatile(capacity + RingBufferDescriptor.TAIL_POSITION_OFFSET);
        if (head < 0 || tail < head || tail - head > capacity || (head | tail) % RECORD_ALIGNMENT != 0) {
            return RingReading.damaged(capacity, head, "head=" + head + " tail=" + tail + " cannot be");
        }
        long position = head;
        while (position < tail && damage.isEmpty()) {
            final int length = record(position, tail, limit);
            if (length == 0) {
                break;
            }
            position += length;
        }
        return new RingReading<>(capacity, head, tail, count, List.copyOf(records), lastSequence, RingReading.UNKNOWN, lastType,
            damage);
    }

    /** Reads one record; returns its length, or 0 if it is not complete. */
    private int record(final long position, final long tail, final int limit) {
        final int index = (int) (position & capacity - 1L);
        // Acquire; partner: the release store of the length in OneToOneRingBuffer.commit. The type is the high half of the same word.
        final long header = ring.getLongVolatile(index + lengthOffset(0));
        final int length = (int) header;
        final int type = (int) (header >>> Integer.SIZE);
        if (length <= 0) {
            return 0;
        }
        final boolean fits = length % RECORD_ALIGNMENT == 0 && length <= Math.min(capacity - index, tail - position);
        if (fits && type == PADDING_MSG_TYPE_ID) {
            return length;
        }
        final int body = fits && type > RingConsumer.EMPTY && type <= MAX_TYPE ? bodyLength(index, length) : DAMAGED;
        if (records.size() < limit || body == DAMAGED) {
            records.add(body == DAMAGED ?
                new RingRecord(position, header, RingConsumer.CORRUPT, 0, 0, 0, List.of(0L, 0L, 0L, 0L, 0L, 0L)) :
                good(index, position, header, body));
        }
        count++;
        lastSequence = body == DAMAGED ? RingReading.UNKNOWN : sequence(index, type, body);
        lastType = body == DAMAGED ? RingConsumer.EMPTY : type;
        damage = body == DAMAGED ? "no producer writes the record at position " + position : "";
        return length;
    }

    /** Returns the length of a body as the record gives it, or DAMAGED. */
    private int bodyLength(final int index, final int length) {
        final int bodyLength = length < HEADER_LENGTH + BODY_OFFSET ? DAMAGED : ring.getInt(index + HEADER_LENGTH + LENGTH_OFFSET);
        return bodyLength < 0 || bodyLength > maxBodyLength || length != HEADER_LENGTH + messageLength(bodyLength) ? DAMAGED : bodyLength;
    }

    private RingRecord good(final int index, final long position, final long header, final int bodyLength) {
        final int type = (int) (header >>> Integer.SIZE);
        return new RingRecord(position, header, type, bodyLength, sequence(index, type, bodyLength),
            ring.getLong(index + HEADER_LENGTH + KEY_OFFSET), PairFileReader.body(ring, index + HEADER_LENGTH + BODY_OFFSET, bodyLength));
    }

    private int sequence(final int index, final int type, final int bodyLength) {
        final int sequence = ring.getInt(index + HEADER_LENGTH + SEQUENCE_OFFSET);
        return AgronaRecordDescriptor.fold(sequence, ring.getLong(index + HEADER_LENGTH + KEY_OFFSET), type, bodyLength);
    }
}
