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
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.KEY_OFFSET;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.SLOT_SHIFT;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.slots;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.fault.FaultPoint;
import org.agrona.UnsafeApi;

/**
 * Producer of a {@link RingKind#STAMPED} ring. The destination's position is read only when the room known from the last reading is used
 * up, so in steady state a send touches one line.
 */
public final class StampedProducer implements RingProducer {
    private static final int WORD_SHIFT = 6;
    private static final long NO_BATCH = -1;

    private final long ring;
    private final long mask;
    private final long drainedAddress;
    // A bit for each slot whose first word holds payload.
    private final long[] covered;
    private boolean isCovered;
    private long position;
    private long limit;
    private long ownedTo;
    private int lastSlots = 1;
    private boolean corrupt;
    // Position of the first record of a batch, and its stamp once the record is written.
    private long batch = NO_BATCH;
    private long batchStamp;

    /**
     * Starts at position zero of a ring that nobody has written.
     *
     * @param ring           address of the first slot, 64-aligned; kept mapped by the caller.
     * @param slots          capacity, a power of two.
     * @param drainedAddress address of the destination's position.
     */
    public StampedProducer(final long ring, final int slots, final long drainedAddress) {
        this(ring, slots, drainedAddress, 0);
    }

    /** Starts elsewhere: lets a test come near the end of 32 bits. The drained word must say the same. */
    StampedProducer(final long ring, final int slots, final long drainedAddress, final long start) {
        this.ring = ring;
        this.mask = slots - 1L;
        this.drainedAddress = drainedAddress;
        this.position = start;
        this.limit = start + slots;
        this.ownedTo = start + 1;
        this.covered = new long[1 + (slots - 1 >>> WORD_SHIFT)];
    }

    @Override
    public boolean offer(
        final int type, final long sequence, final long key, final Object base, final long offset, final int length) {
        if (length > BODY_LENGTH) {
            return offerLong(type, sequence, key, base, offset, length);
        }
        final long current = position;
        if (current >= limit && !refresh(current + 1)) {
            return false;
        }
        final long slot = ring + ((current & mask) << SLOT_SHIFT);
        UnsafeApi.putLong(slot + KEY_OFFSET, key);
        if (length == Long.BYTES) {
            UnsafeApi.putLong(slot + BODY_OFFSET, UnsafeApi.getLong(base, offset));
        } else {
            Bytes.copySmall(base, offset, null, slot + BODY_OFFSET, length);
        }
        publish(slot, current, current + 1, type, length, sequence);
        return true;
    }

    private boolean offerLong(
        final int type, final long sequence, final long key, final Object base, final long offset, final int length) {
        final long current = position;
        final long end = current + slots(length);
        if (end > limit && !refresh(end)) {
            return false;
        }
        final long slot = ring + ((current & mask) << SLOT_SHIFT);
        UnsafeApi.putLong(slot + KEY_OFFSET, key);
        Bytes.copyWords(base, offset, null, slot + BODY_OFFSET);
        final long rest = length - BODY_LENGTH;
        final long to = current + 1 & mask;
        final long unwrapped = Math.min(rest, mask + 1 - to << SLOT_SHIFT);
        Bytes.copy(base, offset + BODY_LENGTH, null, ring + (to << SLOT_SHIFT), unwrapped);
        if (unwrapped < rest) {
            Bytes.copy(base, offset + BODY_LENGTH + unwrapped, null, ring, rest - unwrapped);
        }
        for (long at = current + 1; at < end; at++) {
            covered[word(at)] |= bit(at);
        }
        isCovered = true;
        publish(slot, current, end, type, length, sequence);
        return true;
    }

    @Override
    public boolean offer(
        final int type, final long sequence, final long key, final long word0, final long word1, final long word2,
        final long word3, final long word4, final long word5) {
        final long current = position;
        if (current >= limit && !refresh(current + 1)) {
            return false;
        }
        final long slot = ring + ((current & mask) << SLOT_SHIFT);
        UnsafeApi.putLong(slot + KEY_OFFSET, key);
        long word = slot + BODY_OFFSET;
        UnsafeApi.putLong(word, word0);
        UnsafeApi.putLong(word += Long.BYTES, word1);
        UnsafeApi.putLong(word += Long.BYTES, word2);
        UnsafeApi.putLong(word += Long.BYTES, word3);
        UnsafeApi.putLong(word += Long.BYTES, word4);
        UnsafeApi.putLong(word + Long.BYTES, word5);
        publish(slot, current, current + 1, type, BODY_LENGTH, sequence);
        return true;
    }

    private void publish(
        final long slot, final long current, final long end, final int type, final int length, final long sequence) {
        if (isCovered) {
            uncover(end);
        }
        FaultPoint.RING_CLAIMED.hit();
        final long stamp = Stamp.pack(current, type, length, sequence);
        if (current == batch) {
            batchStamp = stamp;
        } else {
            // Release; partner: the acquire load of the stamp in StampedConsumer.poll.
            UnsafeApi.putLongRelease(null, slot, stamp);
        }
        lastSlots = (int) (end - current);
        position = end;
    }

    /**
     * Clears the word that the destination looks at behind a record, before it can. If that slot is not free, it is the first of a record
     * and not covered.
     */
    private void uncover(final long end) {
        final long bit = bit(end);
        if ((covered[word(end)] & bit) != 0) {
            covered[word(end)] &= ~bit;
            UnsafeApi.putLong(ring + ((end & mask) << SLOT_SHIFT), 0);
        }
    }

    private int word(final long at) {
        return (int) ((at & mask) >>> WORD_SHIFT);
    }

    private long bit(final long at) {
        return 1L << (at & mask);
    }

    @Override
    public void own() {
        // One more than the record has: the word behind it is cleared before it is published.
        final long end = lastSlots == 1 ? 0 : Math.min(position + lastSlots + 1, limit);
        if (ownedTo < end) {
            for (long at = Math.max(position + 1, ownedTo); at < end; at++) {
                UnsafeApi.putLong(ring + ((at & mask) << SLOT_SHIFT) + KEY_OFFSET, 0);
            }
            ownedTo = end;
        }
    }

    @Override
    public void beginBatch() {
        batch = position;
    }

    @Override
    public void endBatch() {
        final long first = batch;
        batch = NO_BATCH;
        if (first != NO_BATCH && first != position) {
            // Release; partner: the acquire load of the stamp in StampedConsumer.poll. The consumer has stopped here: it sees all at once.
            UnsafeApi.putLongRelease(null, ring + ((first & mask) << SLOT_SHIFT), batchStamp);
        }
    }

    @Override
    public boolean hasRoom(final int length) {
        final long end = position + slots(length);
        return end <= limit || refresh(end);
    }

    /** Reads how far the destination has come; says whether there is room up to a position. */
    private boolean refresh(final long end) {
        // Acquire; partner: the release store in StampedConsumer.publish, made after the slots were read.
        final long drained = UnsafeApi.getLongAcquire(null, drainedAddress);
        // It never goes back and never passes what was sent; the subtractions cannot overflow.
        if (drained > position || drained < limit - (mask + 1)) {
            corrupt = true;
            return false;
        }
        limit = drained + mask + 1;
        return end <= limit;
    }

    @Override
    public boolean isCorrupt() {
        return corrupt;
    }

    @Override
    public long position() {
        return position;
    }
}
