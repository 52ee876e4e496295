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
package io.tombolo.engine;

import io.tombolo.engine.api.Communicator;
import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;

/**
 * Turns what users hand in into a base and an offset, after the one range check of the call. The only place that calls methods of a
 * user's buffer; never under the role of the progress owner.
 */
final class MemoryAccess {
    private MemoryAccess() {
    }

    static Object base(final DirectBuffer buffer) {
        return buffer == null ? null : buffer.byteArray();
    }

    /**
     * Checks a range of a buffer, which may be null if the call is to the null rank.
     */
    static long offset(final DirectBuffer buffer, final long offset, final long length, final int rank) {
        return buffer == null && rank == Communicator.NULL_RANK ? 0 : offset(buffer, offset, length);
    }

    /**
     * Checks a range of a buffer, which may be null if the range is empty.
     */
    static long offset(final DirectBuffer buffer, final long offset, final long length) {
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
     * Returns the end of memory that is null: there is none where no memory is needed.
     *
     * @param length of the range that is to lie in it.
     * @param rank   that the call names.
     */
    static long ofNull(final long length, final int rank) {
        if (length > 0 && rank != Communicator.NULL_RANK) {
            throw new NullPointerException("memory=null length=" + length + ": only 0 bytes, and calls to NULL_RANK, need no memory");
        }
        return Long.MAX_VALUE;
    }

    /**
     * Checks partitions that lie one behind the other.
     */
    static long offset(final DirectBuffer buffer, final long offset, final int partitions, final long length, final int rank) {
        return offset(buffer, offset, length(partitions, length), rank);
    }

    static long length(final int partitions, final long length) {
        if (length > 0 && partitions > Long.MAX_VALUE / length) {
            throw outOfRange(0, length, Long.MAX_VALUE);
        }
        return length < 0 ? length : partitions * length;
    }

    static void check(final long offset, final long length, final long capacity) {
        if (offset < 0 || length < 0 || offset > capacity - length) {
            throw outOfRange(offset, length, capacity);
        }
    }

    private static IndexOutOfBoundsException outOfRange(final long offset, final long length, final long capacity) {
        return new IndexOutOfBoundsException("offset=" + offset + " length=" + length + " capacity=" + capacity);
    }

    static Object base(final ByteBuffer buffer) {
        return buffer == null || buffer.isDirect() ? null : BufferUtil.array(buffer);
    }

    static long offset(final ByteBuffer buffer) {
        if (buffer == null) {
            return 0;
        }
        final long start = buffer.isDirect() ? BufferUtil.address(buffer) : BufferUtil.ARRAY_BASE_OFFSET + BufferUtil.arrayOffset(buffer);
        return start + buffer.position();
    }

    static int remaining(final ByteBuffer buffer) {
        return buffer == null ? 0 : buffer.remaining();
    }
}
