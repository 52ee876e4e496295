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
package io.tombolo.ringbuffers.region;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;

/**
 * Private off-heap memory in blocks of powers of two: unexpected eager data waits here for its receive (S1.22). It grows by chunks, which
 * stay until the slab is collected; the caller limits how much is in use. If the system has no more memory, a longer free block is cut up.
 * One thread at a time; allocates Java objects only when it grows.
 */
public final class PrivateSlab {
    /** Smallest block in bytes: a cache line. */
    public static final int MIN_BLOCK_LENGTH = 64;

    /** Bytes by which the slab grows, or one block if that is larger. */
    public static final int CHUNK_LENGTH = 64 * 1024;

    private static final int MAX_BLOCK_LENGTH = 1 << 30;
    private static final int CLASSES = 31;
    private static final long NONE = 0;

    // First free block of each size; each free block begins with the address of the next.
    private final long[] free = new long[CLASSES];
    private final List<ByteBuffer> chunks = new ArrayList<>();
    private long reserved;

    /**
     * Makes an empty slab; it takes memory when the first block is acquired.
     */
    public PrivateSlab() {
    }

    /**
     * Takes a block.
     *
     * @param length bytes, 0 to 1 GiB.
     * @return its address, aligned to {@link #MIN_BLOCK_LENGTH}.
     * @throws IllegalArgumentException if the length is out of range.
     * @throws OutOfMemoryError         if there is no more memory; nothing has changed.
     */
    public long acquire(final int length) {
        if (length < 0 || length > MAX_BLOCK_LENGTH) {
            throw new IllegalArgumentException("out of range: length=" + length);
        }
        final int sizeClass = sizeClass(length);
        if (free[sizeClass] == NONE) {
            grow(sizeClass);
        }
        final long block = free[sizeClass];
        free[sizeClass] = UnsafeApi.getLong(block);
        return block;
    }

    /**
     * Returns whether a block is free, so that no memory of the system is needed.
     *
     * @param length bytes, 0 to 1 GiB.
     * @return true if {@link #acquire(int)} succeeds without more.
     */
    public boolean hasFree(final int length) {
        for (int sizeClass = sizeClass(length); sizeClass < CLASSES; sizeClass++) {
            if (free[sizeClass] != NONE) {
                return true;
            }
        }
        return false;
    }

    /**
     * Gives a block back.
     *
     * @param block  address from {@link #acquire(int)}.
     * @param length the one it was taken for.
     */
    public void release(final long block, final int length) {
        final int sizeClass = sizeClass(length);
        UnsafeApi.putLong(block, free[sizeClass]);
        free[sizeClass] = block;
    }

    /**
     * Returns the length of the block for a length.
     *
     * @param length bytes, 0 to 1 GiB.
     * @return bytes, a power of two.
     */
    public static int blockLength(final int length) {
        return 1 << sizeClass(length);
    }

    /**
     * Returns the memory taken from the system so far.
     *
     * @return bytes.
     */
    public long reserved() {
        return reserved;
    }

    private static int sizeClass(final int length) {
        return Integer.numberOfTrailingZeros(Math.max(MIN_BLOCK_LENGTH, BitUtil.findNextPositivePowerOfTwo(length)));
    }

    private void grow(final int sizeClass) {
        final int length = Math.max(CHUNK_LENGTH, 1 << sizeClass);
        try {
            final ByteBuffer chunk = BufferUtil.allocateDirectAligned(length, MIN_BLOCK_LENGTH);
            chunks.add(chunk);
            reserved += length;
            cutUp(BufferUtil.address(chunk), length, sizeClass);
        } catch (final OutOfMemoryError none) {
            if (!cutUpLonger(sizeClass)) {
                throw none;
            }
        }
    }

    private boolean cutUpLonger(final int sizeClass) {
        for (int longer = sizeClass + 1; longer < CLASSES; longer++) {
            final long block = free[longer];
            if (block != NONE) {
                free[longer] = UnsafeApi.getLong(block);
                cutUp(block, 1 << longer, sizeClass);
                return true;
            }
        }
        return false;
    }

    private void cutUp(final long start, final int length, final int sizeClass) {
        final int blockLength = 1 << sizeClass;
        for (long block = start + length - blockLength; block >= start; block -= blockLength) {
            UnsafeApi.putLong(block, free[sizeClass]);
            free[sizeClass] = block;
        }
    }
}
