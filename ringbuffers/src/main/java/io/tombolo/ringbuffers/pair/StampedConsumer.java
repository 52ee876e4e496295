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
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.halves;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.isSecondHalf;
import static io.tombolo.ringbuffers.pair.StampedSlotDescriptor.maxBodyLength;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.line.RingHandback;
import org.agrona.UnsafeApi;

/**
 * Consumer of a {@link RingKind#STAMPED} ring. It zeroes nothing: the stamp of the next lap differs from that of the last.
 * <p>
 * It hands the lines of long records back to the producer, see {@link io.tombolo.ringbuffers.line}. A record that is taken by itself leaves
 * these stores to the next {@link #publish()}, so that an answer does not queue behind them.
 */
public final class StampedConsumer implements RingConsumer {
    // The lines of longer records are handed back. That speeds up streams and slows down single messages; here both effects are equal.
    private static final int LONGEST_LEFT_LENGTH = 256;

    private final long ring;
    private final long mask;
    private final int maxBodyLength;
    private final long drainedAddress;
    private final RingHandback lines;
    private long position;
    private long published;
    // Address of the slot, or half, at the position.
    private long slot;
    private long stamp;

    /**
     * Starts at position zero.
     *
     * @param ring           address of the first slot, 64-aligned; kept mapped by the caller.
     * @param slots          capacity, a power of two.
     * @param drainedAddress address of the word that this consumer publishes its position in.
     */
    public StampedConsumer(final long ring, final int slots, final long drainedAddress) {
        this(ring, slots, drainedAddress, 0);
    }

    /** Starts elsewhere, with a slot: lets a test come near the end of 32 bits. */
    StampedConsumer(final long ring, final int slots, final long drainedAddress, final long start) {
        this.ring = ring;
        this.mask = (long) HALVES * slots - 1;
        this.maxBodyLength = maxBodyLength(slots);
        this.drainedAddress = drainedAddress;
        this.lines = new RingHandback(ring, mask + 1, KEY_OFFSET, start, System::nanoTime);
        this.position = start;
        this.published = start;
        this.slot = ring + ((start & mask) << HALF_SHIFT);
    }

    @Override
    public int poll() {
        // Acquire; partner: the release store in StampedProducer.publish.
        final long loaded = UnsafeApi.getLongAcquire(null, slot);
        if (!Stamp.isAt(loaded, position)) {
            return EMPTY;
        }
        stamp = loaded;
        final int type = Stamp.type(loaded);
        return type != EMPTY && Stamp.length(loaded) <= SHORT_LENGTH ? type : longer(loaded, type);
    }

    @Override
    public boolean hasNext() {
        return Stamp.isAt(UnsafeApi.getLongOpaque(null, slot), position);
    }

    /** Polls a record of a slot or more, which begins with a slot, or the skip of the second half of a slot before one. */
    private int longer(final long loaded, final int type) {
        if (!isSecondHalf(position)) {
            return type != EMPTY && Stamp.length(loaded) <= maxBodyLength ? type : CORRUPT;
        }
        if (loaded != Stamp.skip(position)) {
            return CORRUPT;
        }
        moveBy(1);
        lines.leave(position - 1, position);
        return poll();
    }

    private void moveBy(final int halves) {
        position += halves;
        slot = ring + ((position & mask) << HALF_SHIFT);
    }

    @Override
    public boolean isSequence(final long expected, final long key) {
        return Stamp.sequence(Stamp.fold(stamp, key)) == (expected & Stamp.SEQUENCE_MASK);
    }

    @Override
    public long key() {
        return UnsafeApi.getLong(slot + KEY_OFFSET);
    }

    @Override
    public int length() {
        return Stamp.length(stamp);
    }

    @Override
    public long word(final int index) {
        return UnsafeApi.getLong(slot + BODY_OFFSET + (long) index * Long.BYTES);
    }

    @Override
    public void copyBody(final Object base, final long offset, final int length) {
        if (length == Long.BYTES) {
            UnsafeApi.putLong(base, offset, UnsafeApi.getLong(slot + BODY_OFFSET));
        } else if (length <= BODY_LENGTH) {
            Bytes.copySmall(null, slot + BODY_OFFSET, base, offset, length);
        } else {
            copyLong(base, offset, length);
        }
    }

    private void copyLong(final Object base, final long offset, final int length) {
        Bytes.copyWords(null, slot + BODY_OFFSET, base, offset);
        final long rest = length - BODY_LENGTH;
        final long from = position + HALVES & mask;
        final long unwrapped = Math.min(rest, mask + 1 - from << HALF_SHIFT);
        Bytes.copy(null, ring + (from << HALF_SHIFT), base, offset + BODY_LENGTH, unwrapped);
        if (unwrapped < rest) {
            Bytes.copy(null, ring, base, offset + BODY_LENGTH + unwrapped, rest - unwrapped);
        }
    }

    @Override
    public void advance() {
        final int length = Stamp.length(stamp);
        final long from = position;
        moveBy(halves(length));
        if (length <= LONGEST_LEFT_LENGTH) {
            lines.leave(from, position);
        }
    }

    @Override
    public boolean publish() {
        final long before = published;
        if (before != position) {
            lines.handBack(position);
            published = position;
            // Release; partner: the acquire load in StampedProducer.refresh. Orders the loads of the slots, and the stores that hand lines
            // back, before their reuse.
            UnsafeApi.putLongRelease(null, drainedAddress, position);
        }
        return (before ^ position) > mask >>> 1;
    }

    @Override
    public boolean advanceAndPublish() {
        if (Stamp.length(stamp) > LONGEST_LEFT_LENGTH) {
            final boolean isHalfFree = publish();
            advance();
            return isHalfFree;
        }
        advance();
        lines.handBack(position);
        final long before = published;
        final long now = position;
        published = now;
        // Release; partner: the acquire load in StampedProducer.refresh, as in publish. There is always something to publish.
        UnsafeApi.putLongRelease(null, drainedAddress, now);
        return (before ^ now) > mask >>> 1;
    }

    /** Returns how many lines the next publication may store to. */
    int pendingLines() {
        return lines.pendingLines(position);
    }

    @Override
    public long position() {
        return position;
    }
}
