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

import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.BODY_LENGTH;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.BODY_OFFSET;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.HALF_SHIFT;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.HALVES;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.KEY_OFFSET;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.SHORT_LENGTH;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.SLOT_SHIFT;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.STAMP_OFFSET;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.halves;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.isSecondHalf;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads a {@link RingKind#STAMPED} ring from outside, once. Checks each stamp as {@link StampedConsumer} does.
 */
final class StampedRingReader {
    private final UnsafeBuffer ring;
    private final int capacity;
    private final int maxBodyLength;
    private final List<RingRecord> records = new ArrayList<>();
    private int count;
    private int lastSequence;
    private int lastType = RingConsumer.EMPTY;
    private String damage = "";

    StampedRingReader(final UnsafeBuffer ring) {
        this.ring = ring;
        this.capacity = ring.capacity() >>> HALF_SHIFT;
        this.maxBodyLength = StampedSlotDescriptor.maxBodyLength(ring.capacity() >>> SLOT_SHIFT);
    }

    RingReading<RingRecord> read(final long head, final int limit) {
        if (head < 0) {
            return RingReading.damaged(capacity, head, "drained=" + head + " cannot be");
        }
        final int takenSequence = sequenceBefore(head);
        lastSequence = takenSequence;
        long position = head;
        while (position - head < capacity && damage.isEmpty()) {
            final long stamp = stampAt(position);
            if (!Stamp.isAt(stamp, position)) {
                break;
            }
            position += isSkip(stamp, position) ? 1 : record(stamp, position, limit);
        }
        return new RingReading<>(capacity, head, position, count, List.copyOf(records), lastSequence, takenSequence, lastType,
            damage);
    }

    /** Adds one record; returns how many halves it takes. */
    private int record(final long stamp, final long position, final int limit) {
        final int length = Stamp.length(stamp);
        final boolean isGood = Stamp.type(stamp) != RingConsumer.EMPTY && length <= mostAt(position);
        if (records.size() < limit || !isGood) {
            records.add(isGood ? record(stamp, position, Stamp.type(stamp), length) :
                record(stamp, position, RingConsumer.CORRUPT, Math.min(BODY_LENGTH, mostAt(position))));
        }
        count++;
        lastSequence = lastSequence(stamp, position);
        damage = isGood ? "" : "no producer writes the record at position " + position;
        return isGood ? halves(length) : 1;
    }

    private RingRecord record(final long stamp, final long position, final int type, final int length) {
        final int index = index(position);
        final long key = ring.getLong(index + KEY_OFFSET);
        return new RingRecord(position, stamp, type, length, Stamp.sequence(Stamp.fold(stamp, key)), key,
            PairFileReader.body(ring, index + BODY_OFFSET, length));
    }

    /** Returns the sequence of the record that ends before a position. Looks back for a record that begins with a slot and ends there. */
    private int sequenceBefore(final long end) {
        final long least = Math.max(0, end - halves(maxBodyLength));
        for (long position = end - 1 & -HALVES; position >= least; position -= HALVES) {
            final long stamp = stampAt(position);
            final long next = position + halves(Stamp.length(stamp));
            if (Stamp.isAt(stamp, position) && next <= end && next > end - HALVES) {
                return next == end || isSkip(stampAt(next), next) ? lastSequence(stamp, position) : sequenceAt(next);
            }
        }
        return RingReading.UNKNOWN;
    }

    private int sequenceAt(final long position) {
        final long stamp = stampAt(position);
        return Stamp.isAt(stamp, position) ? lastSequence(stamp, position) : RingReading.UNKNOWN;
    }

    private int lastSequence(final long stamp, final long position) {
        lastType = Stamp.type(stamp);
        return sequence(stamp, position);
    }

    private int sequence(final long stamp, final long position) {
        return Stamp.sequence(Stamp.fold(stamp, ring.getLong(index(position) + KEY_OFFSET)));
    }

    private int mostAt(final long position) {
        return isSecondHalf(position) ? SHORT_LENGTH : maxBodyLength;
    }

    private static boolean isSkip(final long stamp, final long position) {
        return isSecondHalf(position) && stamp == Stamp.skip(position);
    }

    private long stampAt(final long position) {
        // Acquire; partner: the release stores in StampedProducer.
        return ring.getLongVolatile(index(position) + STAMP_OFFSET);
    }

    private int index(final long position) {
        return (int) (position & capacity - 1L) << HALF_SHIFT;
    }
}
