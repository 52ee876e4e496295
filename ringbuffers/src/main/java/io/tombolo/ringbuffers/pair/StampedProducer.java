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
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.HALF_LENGTH;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.HALF_SHIFT;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.HALVES;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.KEY_OFFSET;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.SHORT_LENGTH;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.SLOT_SHIFT;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.halves;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.isSecondHalf;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.line.RingPreparation;
import org.agrona.UnsafeApi;

/**
 * Producer of a {@link RingKind#STAMPED} ring. It reads the destination's position only when the room that it knows of is used up, so in
 * steady state a short send touches one line. It prepares the lines of later records, see {@link io.tombolo.ringbuffers.line}.
 */
public final class StampedProducer implements RingProducer {
    private static final int BIT_SHIFT = SLOT_SHIFT - HALF_SHIFT;
    private static final int WORD_SHIFT = 6;
    private static final long NO_BATCH = -1;
    private static final long NO_ROOM = -1;

    private final long ring;
    private final long mask;
    private final long drainedAddress;
    private final RingPreparation lines;
    // A bit for each slot whose first word holds payload.
    private final long[] covered;
    private boolean isCovered;
    private long position;
    // Never in the middle of a slot.
    private long limit;
    private int lastHalves = 1;
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

    /** Starts elsewhere, with a slot: lets a test come near the end of 32 bits. The drained word must say the same. */
    StampedProducer(final long ring, final int slots, final long drainedAddress, final long start) {
        this.ring = ring;
        this.mask = (long) HALVES * slots - 1;
        this.drainedAddress = drainedAddress;
        // Not the stamp: the destination waits for it. Nor the key: the record of the last lap stays readable from outside.
        this.lines = new RingPreparation(ring, mask + 1, BODY_OFFSET, start);
        this.position = start;
        this.limit = start + mask + 1;
        this.covered = new long[1 + (slots - 1 >>> WORD_SHIFT)];
    }

    @Override
    public boolean offer(
        final int type, final long sequence, final long key, final Object base, final long offset, final int length) {
        if (length > SHORT_LENGTH) {
            return offerLonger(type, sequence, key, base, offset, length);
        }
        final long current = position;
        if (current >= limit && !refresh(current + 1)) {
            return false;
        }
        final long half = address(current);
        final boolean isSecond = isSecondHalf(current);
        if (isSecond) {
            uncover(current + 1);
        }
        UnsafeApi.putLong(half + KEY_OFFSET, key);
        if (length == Long.BYTES) {
            UnsafeApi.putLong(half + BODY_OFFSET, UnsafeApi.getLong(base, offset));
        } else {
            Bytes.copySmall(base, offset, null, half + BODY_OFFSET, length);
        }
        if (!isSecond) {
            // The destination looks there next; a record may have covered it.
            UnsafeApi.putLong(half + HALF_LENGTH, 0);
        }
        publish(half, current, current + 1, type, length, sequence, key);
        return true;
    }

    private boolean offerLonger(
        final int type, final long sequence, final long key, final Object base, final long offset, final int length) {
        final int halves = halves(length);
        final long current = claim(halves);
        if (current < 0) {
            return false;
        }
        final long slot = address(current);
        uncover(current + halves);
        // The first line is written last, all of it at once, as in all records: the destination looks there, and would take it away before
        // the stamp is stored.
        if (length > BODY_LENGTH) {
            copyRest(base, offset + BODY_LENGTH, length - BODY_LENGTH, current + HALVES, current + halves);
        }
        UnsafeApi.putLong(slot + KEY_OFFSET, key);
        if (length > BODY_LENGTH) {
            Bytes.copyWords(base, offset, null, slot + BODY_OFFSET);
        } else {
            Bytes.copySmall(base, offset, null, slot + BODY_OFFSET, length);
        }
        publish(slot, current, current + halves, type, length, sequence, key);
        return true;
    }

    private void copyRest(final Object base, final long offset, final long rest, final long from, final long end) {
        final long to = from & mask;
        final long unwrapped = Math.min(rest, mask + 1 - to << HALF_SHIFT);
        Bytes.copy(base, offset, null, ring + (to << HALF_SHIFT), unwrapped);
        if (unwrapped < rest) {
            Bytes.copy(base, offset + unwrapped, null, ring, rest - unwrapped);
        }
        for (long at = from; at < end; at += HALVES) {
            covered[word(at)] |= bit(at);
        }
        isCovered = true;
    }

    @Override
    public boolean offer(
        final int type, final long sequence, final long key, final long word0, final long word1, final long word2,
        final long word3, final long word4, final long word5) {
        final long current = claim(HALVES);
        if (current < 0) {
            return false;
        }
        final long slot = address(current);
        uncover(current + HALVES);
        UnsafeApi.putLong(slot + KEY_OFFSET, key);
        long word = slot + BODY_OFFSET;
        UnsafeApi.putLong(word, word0);
        UnsafeApi.putLong(word += Long.BYTES, word1);
        UnsafeApi.putLong(word += Long.BYTES, word2);
        UnsafeApi.putLong(word += Long.BYTES, word3);
        UnsafeApi.putLong(word += Long.BYTES, word4);
        UnsafeApi.putLong(word + Long.BYTES, word5);
        publish(slot, current, current + HALVES, type, BODY_LENGTH, sequence, key);
        return true;
    }

    /** Returns the position of the next record that begins with a slot, if there is room for it. Skips the rest of the slot before. */
    private long claim(final int halves) {
        final long current = position;
        final long start = isSecondHalf(current) ? current + 1 : current;
        final long end = start + halves;
        if (end > limit && !refresh(end)) {
            return NO_ROOM;
        }
        if (start != current) {
            skip(current);
        }
        return start;
    }

    private void skip(final long current) {
        final long end = current + 1;
        uncover(end);
        if (batch == current) {
            // The skip is published at once: a batch begins with a record.
            batch = end;
        }
        // Release; partner: the acquire load of the stamp in StampedConsumer.poll.
        UnsafeApi.putLongRelease(null, address(current), Stamp.skip(current));
        position = end;
    }

    private void publish(
        final long address, final long current, final long end, final int type, final int length, final long sequence,
        final long key) {
        FaultPoint.RING_CLAIMED.hit();
        final long stamp = Stamp.fold(Stamp.pack(current, type, length, sequence), key);
        if (current == batch) {
            batchStamp = stamp;
        } else {
            // Release; partner: the acquire load of the stamp in StampedConsumer.poll.
            UnsafeApi.putLongRelease(null, address, stamp);
        }
        lastHalves = (int) (end - current);
        position = end;
    }

    /**
     * Clears the word that the destination looks at behind a record, before it can, if payload has covered that word. A slot that is not
     * free is the first of a record, and so not covered.
     */
    private void uncover(final long end) {
        if (isCovered) {
            final long bit = bit(end);
            if ((covered[word(end)] & bit) != 0) {
                covered[word(end)] &= ~bit;
                UnsafeApi.putLong(address(end), 0);
            }
        }
    }

    private long address(final long at) {
        return ring + ((at & mask) << HALF_SHIFT);
    }

    private int word(final long at) {
        return (int) ((at & mask) >>> BIT_SHIFT + WORD_SHIFT);
    }

    private long bit(final long at) {
        return 1L << ((at & mask) >>> BIT_SHIFT);
    }

    @Override
    public void prepareFirst() {
        lines.prepareFirst(position, limit, lastHalves);
    }

    @Override
    public void prepareToWrite() {
        lines.prepareToWrite(position, limit, lastHalves);
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
            // Release; partner: the acquire load of the stamp in StampedConsumer.poll. The consumer waits here, and sees all at once.
            UnsafeApi.putLongRelease(null, address(first), batchStamp);
        }
    }

    @Override
    public boolean findRoom(final int length) {
        // There is room for a skip too: the limit is never in the middle of a slot.
        final long end = position + halves(length);
        return end <= limit || refresh(end);
    }

    /** Reads how far the destination has come. Returns whether there is room up to a position. */
    private boolean refresh(final long end) {
        // Acquire; partner: the release store in StampedConsumer.publish, made after the slots were read.
        final long drained = UnsafeApi.getLongAcquire(null, drainedAddress);
        // It never goes back and never passes what was sent; the subtractions cannot overflow.
        if (drained > position || drained < limit - (mask + 1)) {
            corrupt = true;
            return false;
        }
        // A slot is free when both its halves are.
        limit = (drained & -HALVES) + mask + 1;
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
