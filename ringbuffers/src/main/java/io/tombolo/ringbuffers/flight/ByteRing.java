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
package io.tombolo.ringbuffers.flight;

import java.lang.invoke.VarHandle;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Writes a stream of bytes of a rank into a ring ({@link ByteRingDescriptor}). The oldest bytes are overwritten. Nothing is allocated.
 * <p>
 * <b>Threading:</b> one thread at a time, the progress owner. <b>Ownership:</b> the memory must stay mapped.
 */
public final class ByteRing {
    /** An append has at most this part of the ring. */
    private static final int APPENDS_A_RING = 4;

    private final AtomicBuffer ring;
    private final long bytes;
    private final int capacity;
    private final FlightLimit limiter;
    private long written;
    // Position of the first byte for which the limiter is asked.
    private long limit;

    /**
     * Begins a stream.
     *
     * @param ring    zeros; its capacity without the header is a power of two, at least 64.
     * @param limiter asked with the position of the last byte of an append, before it may overwrite a byte that is not read yet; null to
     *                overwrite all.
     */
    public ByteRing(final AtomicBuffer ring, final FlightLimit limiter) {
        this.capacity = ByteRingDescriptor.capacity(ring.capacity());
        if (capacity < Long.SIZE || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException(capacity + " bytes must be a power of two, at least " + Long.SIZE);
        }
        this.ring = ring;
        this.bytes = ring.addressOffset() + ByteRingDescriptor.BYTES_OFFSET;
        this.limiter = limiter;
        this.limit = limiter == null ? Long.MAX_VALUE : capacity;
    }

    /**
     * Appends bytes.
     *
     * @param base   object that holds them; null for memory outside of the heap.
     * @param offset of the first byte in the object, or its address.
     * @param length bytes, from 0 to {@link #longest()}.
     * @return position of the first byte.
     */
    public long append(final Object base, final long offset, final int length) {
        final long position = begin(length);
        final int at = (int) position & capacity - 1;
        final int straight = Math.min(length, capacity - at);
        UnsafeApi.copyMemory(base, offset, null, bytes + at, straight);
        if (straight < length) {
            UnsafeApi.copyMemory(base, offset + straight, null, bytes, length - straight);
        }
        end(position + length);
        return position;
    }

    /**
     * Appends a number, its lowest byte first.
     *
     * @param value  whose lowest bytes are appended.
     * @param length bytes, from 1 to 8.
     */
    public void append(final long value, final int length) {
        final long position = begin(length);
        long rest = value;
        for (long next = position; next < position + length; next++) {
            UnsafeApi.putByte(bytes + (next & capacity - 1), (byte) rest);
            rest >>>= Byte.SIZE;
        }
        end(position + length);
    }

    private long begin(final int length) {
        if (length < 0 || length > longest()) {
            throw new IllegalArgumentException(length + " bytes do not fit: append at most " + longest() + " at once");
        }
        final long position = written;
        final long end = position + length;
        if (end > limit) {
            limit = limiter.await(end - 1);
        }
        ring.putLong(ByteRingDescriptor.BEGUN_OFFSET, end);
        // Store-store; partner: the load-load fence in ByteRingReader.copy. A reader of one of these bytes sees how far they were begun.
        VarHandle.storeStoreFence();
        return position;
    }

    private void end(final long position) {
        written = position;
        // Release; partner: the acquire load in ByteRingReader.written. A reader of the position sees the bytes before it.
        ring.putLongRelease(ByteRingDescriptor.WRITTEN_OFFSET, position);
    }

    /**
     * Returns the position of the next byte.
     *
     * @return bytes that were appended.
     */
    public long position() {
        return written;
    }

    /**
     * Returns how many bytes may be appended at once.
     *
     * @return a quarter of the capacity, bytes.
     */
    public int longest() {
        return capacity / APPENDS_A_RING;
    }
}
