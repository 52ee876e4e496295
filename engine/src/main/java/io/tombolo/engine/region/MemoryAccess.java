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
package io.tombolo.engine.region;

import io.tombolo.engine.api.Communicator;
import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;

/**
 * Converts the buffers that applications pass to a base and an offset, with the one range check of the call. It calls methods of an
 * application's buffer, so the progress owner must not use it.
 */
public final class MemoryAccess {
    private MemoryAccess() {
    }

    /**
     * Returns the base of the memory of a buffer.
     *
     * @param buffer may be null
     * @return array; null for memory with an absolute address
     */
    public static Object base(final DirectBuffer buffer) {
        return buffer == null ? null : buffer.byteArray();
    }

    /**
     * Checks a range of a buffer, which may be null if the call is to the null rank.
     *
     * @param buffer may be null
     * @param offset in the buffer, in bytes
     * @param length of the range, in bytes
     * @param rank   that the call names
     * @return offset in the array, or address
     */
    public static long offset(final DirectBuffer buffer, final long offset, final long length, final int rank) {
        return buffer == null && rank == Communicator.NULL_RANK ? 0 : offset(buffer, offset, length);
    }

    /**
     * Checks a range of a buffer, which may be null if the range is empty.
     *
     * @param buffer may be null
     * @param offset in the buffer, in bytes
     * @param length of the range, in bytes
     * @return offset in the array, or address
     */
    public static long offset(final DirectBuffer buffer, final long offset, final long length) {
        if (buffer == null) {
            check(offset, length, ofNull(length, Communicator.ANY_SOURCE));
            return 0;
        }
        final int capacity = buffer.capacity();
        if ((offset | length | capacity - length - offset) < 0 || offset > capacity) {
            throw outOfRange(offset, length, capacity);
        }
        return buffer.addressOffset() + offset;
    }

    /**
     * Returns the capacity of memory that is null. Only an empty range, and a call to the null rank, need no memory.
     *
     * @param length of the range, in bytes
     * @param rank   that the call names
     * @return {@link Long#MAX_VALUE}, so that every range passes {@link #check}
     * @throws NullPointerException if the call needs memory
     */
    public static long ofNull(final long length, final int rank) {
        if (length > 0 && rank != Communicator.NULL_RANK) {
            throw new NullPointerException("memory=null length=" + length + ": only 0 bytes, and calls to NULL_RANK, need no memory");
        }
        return Long.MAX_VALUE;
    }

    /**
     * Checks the range of consecutive partitions.
     *
     * @param buffer     may be null
     * @param offset     in the buffer, in bytes
     * @param partitions count
     * @param length     of each, in bytes
     * @param rank       that the call names
     * @return offset in the array, or address
     */
    public static long offset(final DirectBuffer buffer, final long offset, final int partitions, final long length, final int rank) {
        return offset(buffer, offset, length(partitions, length), rank);
    }

    /**
     * Returns the length of all partitions.
     *
     * @param partitions count
     * @param length     of each, in bytes; this method returns a negative length unchanged, so that a later check rejects it
     * @return bytes of all partitions
     * @throws IndexOutOfBoundsException if the length does not fit a long
     */
    public static long length(final int partitions, final long length) {
        if (length > 0 && partitions > Long.MAX_VALUE / length) {
            throw outOfRange(0, length, Long.MAX_VALUE);
        }
        return length < 0 ? length : partitions * length;
    }

    /**
     * Checks that a range lies in memory.
     *
     * @param offset   in the memory, in bytes
     * @param length   of the range, in bytes
     * @param capacity of the memory, in bytes
     * @throws IndexOutOfBoundsException if the range does not lie in the memory
     */
    public static void check(final long offset, final long length, final long capacity) {
        if (offset < 0 || length < 0 || offset > capacity - length) {
            throw outOfRange(offset, length, capacity);
        }
    }

    private static IndexOutOfBoundsException outOfRange(final long offset, final long length, final long capacity) {
        return new IndexOutOfBoundsException("offset=" + offset + " length=" + length + " capacity=" + capacity);
    }

    /**
     * Returns the base of the memory of a buffer.
     *
     * @param buffer may be null
     * @return array; null for memory with an absolute address
     */
    public static Object base(final ByteBuffer buffer) {
        return buffer == null || buffer.isDirect() ? null : BufferUtil.array(buffer);
    }

    /**
     * Returns the start of the remaining bytes.
     *
     * @param buffer may be null
     * @return offset in the array, or address
     */
    public static long offset(final ByteBuffer buffer) {
        if (buffer == null) {
            return 0;
        }
        final long start = buffer.isDirect() ? BufferUtil.address(buffer) : BufferUtil.ARRAY_BASE_OFFSET + BufferUtil.arrayOffset(buffer);
        return start + buffer.position();
    }

    /**
     * Returns the number of bytes from position to limit.
     *
     * @param buffer may be null
     * @return count; 0 for null
     */
    public static int remaining(final ByteBuffer buffer) {
        return buffer == null ? 0 : buffer.remaining();
    }
}
