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

    static long offset(final DirectBuffer buffer, final long offset, final long length) {
        final int capacity = buffer.capacity();
        if ((offset | length | capacity - length - offset) < 0 || offset > capacity) {
            throw outOfRange(offset, length, capacity);
        }
        return buffer.addressOffset() + offset;
    }

    /**
     * Checks partitions that lie one behind the other.
     */
    static long offset(final DirectBuffer buffer, final long offset, final int partitions, final long length) {
        return offset(buffer, offset, length(partitions, length));
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
        return buffer.isDirect() ? null : BufferUtil.array(buffer);
    }

    static long offset(final ByteBuffer buffer) {
        final long start = buffer.isDirect() ? BufferUtil.address(buffer) : BufferUtil.ARRAY_BASE_OFFSET + BufferUtil.arrayOffset(buffer);
        return start + buffer.position();
    }
}
