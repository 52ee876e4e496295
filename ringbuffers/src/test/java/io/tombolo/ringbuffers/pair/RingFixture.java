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

import io.tombolo.ringbuffers.file.MappedFile;
import java.io.IOException;
import java.nio.file.Path;
import org.agrona.BitUtil;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Both ends of one ring on a mapped file, between guard bytes that neither end may read or write. */
final class RingFixture implements AutoCloseable {
    static final byte GUARD = 0x5A;
    static final int SLOTS = 16;
    static final int GUARD_LENGTH = 4096;

    final RingKind kind;
    final int capacity;
    final long ring;
    final long headAddress;
    final RingProducer producer;
    final RingConsumer consumer;
    private final MappedFile file;
    private final int ringLength;
    private final int creditOffset;
    private final int fileLength;

    RingFixture(final Path directory, final RingKind kind, final long startSlot) throws IOException {
        this(directory, kind, startSlot, SLOTS);
    }

    RingFixture(final Path directory, final RingKind kind, final long startSlot, final int slots) throws IOException {
        this.kind = kind;
        this.capacity = slots * StampedSlotDescriptor.SLOT_LENGTH;
        this.ringLength = kind == RingKind.AGRONA ? capacity + RingBufferDescriptor.TRAILER_LENGTH : capacity;
        this.creditOffset = GUARD_LENGTH + BitUtil.align(ringLength, GUARD_LENGTH);
        this.fileLength = creditOffset + 2 * GUARD_LENGTH;
        this.file = MappedFile.create(directory.resolve("ring"), fileLength, mapped -> { });
        file.buffer(0, fileLength).setMemory(0, fileLength, GUARD);
        final UnsafeBuffer buffer = file.buffer(GUARD_LENGTH, ringLength);
        buffer.setMemory(0, ringLength, (byte) 0);
        this.ring = file.address(GUARD_LENGTH, ringLength);
        final long start = kind == RingKind.AGRONA ? startSlot * StampedSlotDescriptor.SLOT_LENGTH :
            startSlot * StampedSlotDescriptor.HALVES;
        if (kind == RingKind.AGRONA) {
            headAddress = ring + capacity + RingBufferDescriptor.HEAD_POSITION_OFFSET;
            UnsafeApi.putLong(tailAddress(), start);
            UnsafeApi.putLong(ring + capacity + RingBufferDescriptor.HEAD_CACHE_POSITION_OFFSET, start);
            UnsafeApi.putLong(headAddress, start);
            producer = new AgronaProducer(buffer);
            consumer = new AgronaConsumer(ring, capacity, start);
        } else {
            headAddress = file.address(creditOffset, Long.BYTES);
            UnsafeApi.putLong(headAddress, start);
            producer = new StampedProducer(ring, slots, headAddress, start);
            consumer = new StampedConsumer(ring, slots, headAddress, start);
        }
    }

    /** Returns the address of a position of a stamped ring. */
    long address(final long position) {
        return ring + (position * StampedSlotDescriptor.HALF_LENGTH & capacity - 1);
    }

    long tailAddress() {
        return ring + capacity + RingBufferDescriptor.TAIL_POSITION_OFFSET;
    }

    /** Returns the position that the consumer has published. */
    long head() {
        return UnsafeApi.getLong(headAddress);
    }

    void head(final long value) {
        UnsafeApi.putLong(headAddress, value);
    }

    /** Returns whether no byte outside the ring and the head was written. */
    boolean isGuarded() {
        final UnsafeBuffer all = file.buffer(0, fileLength);
        for (int i = 0; i < all.capacity(); i++) {
            final boolean own = i >= GUARD_LENGTH && i < GUARD_LENGTH + ringLength ||
                kind == RingKind.STAMPED && i >= creditOffset && i < creditOffset + Long.BYTES;
            if (!own && all.getByte(i) != GUARD) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        file.delete();
        file.close();
    }
}
