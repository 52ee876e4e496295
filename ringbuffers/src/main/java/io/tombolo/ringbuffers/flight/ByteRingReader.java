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
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads the stream of bytes in a ring, while the rank writes it or after its death. It keeps no place in the stream: the caller says what
 * to copy. Allocates nothing. Any thread.
 */
public final class ByteRingReader {
    private final AtomicBuffer ring;
    private final int capacity;

    /**
     * Makes a reader.
     *
     * @param ring with its header, maybe mapped read-only; its capacity without the header is a power of two.
     */
    public ByteRingReader(final AtomicBuffer ring) {
        this.ring = ring;
        this.capacity = ByteRingDescriptor.capacity(ring.capacity());
    }

    /**
     * Returns how far the rank has written.
     *
     * @return position of the first byte that is not written; any number if the file is damaged.
     */
    public long written() {
        // Acquire; partner: the release store in ByteRing.end.
        return ring.getLongAcquire(ByteRingDescriptor.WRITTEN_OFFSET);
    }

    /**
     * Returns the oldest byte that the rank has not begun to overwrite.
     *
     * @return position, at least 0.
     */
    public long oldest() {
        return Math.max(capacity, ring.getLongAcquire(ByteRingDescriptor.BEGUN_OFFSET)) - capacity;
    }

    /**
     * Copies bytes out.
     *
     * @param from   position of the first byte, at least 0.
     * @param length bytes, at most the capacity; the last byte is before {@link #written()}.
     * @param target that gets them.
     * @param offset in the target.
     * @return how many of the first bytes were overwritten, from 0 to the length; they are undefined in the target.
     */
    public int copy(final long from, final int length, final UnsafeBuffer target, final int offset) {
        final int at = (int) from & capacity - 1;
        final int straight = Math.min(length, capacity - at);
        target.putBytes(offset, ring, ByteRingDescriptor.BYTES_OFFSET + at, straight);
        target.putBytes(offset + straight, ring, ByteRingDescriptor.BYTES_OFFSET, length - straight);
        // Between the loads of the bytes and that of the position; partner: the store-store fence in ByteRing.begin.
        VarHandle.loadLoadFence();
        return (int) Math.max(0, Math.min(length, oldest() - from));
    }

    /**
     * Returns how many bytes the ring has room for.
     *
     * @return a power of two.
     */
    public int capacity() {
        return capacity;
    }
}
