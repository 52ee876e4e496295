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
package io.tombolo.ringbuffers.window;

import java.util.function.LongBinaryOperator;
import org.agrona.UnsafeApi;

/**
 * Atomic operations on single elements of 4 or 8 bytes in shared memory: two ranks that combine the same element at once lose no update.
 * An address is a multiple of the element's length, and the caller has checked its range. An element's bits are the low bits of a long.
 * <p>
 * <b>Threading:</b> any thread of any process, lock-free. <b>Memory order:</b> each is a volatile read and write.
 */
public final class SharedElements {
    private SharedElements() {
    }

    /**
     * Adds to an element.
     *
     * @param address       of the element.
     * @param elementLength 4 or 8 bytes.
     * @param operand       to add; the sum wraps around.
     * @return bits before.
     */
    public static long getAndAdd(final long address, final int elementLength, final long operand) {
        return elementLength == Long.BYTES ?
            UnsafeApi.getAndAddLong(null, address, operand) : UnsafeApi.getAndAddInt(null, address, (int) operand);
    }

    /**
     * Replaces an element.
     *
     * @param address       of the element.
     * @param elementLength 4 or 8 bytes.
     * @param value         new bits.
     * @return bits before.
     */
    public static long getAndSet(final long address, final int elementLength, final long value) {
        return elementLength == Long.BYTES ?
            UnsafeApi.getAndSetLong(null, address, value) : UnsafeApi.getAndSetInt(null, address, (int) value);
    }

    /**
     * Reads an element.
     *
     * @param address       of the element.
     * @param elementLength 4 or 8 bytes.
     * @return bits.
     */
    public static long get(final long address, final int elementLength) {
        return elementLength == Long.BYTES ? UnsafeApi.getLongVolatile(null, address) : UnsafeApi.getIntVolatile(null, address);
    }

    /**
     * Replaces an element if it has the bits that are expected.
     *
     * @param address       of the element.
     * @param elementLength 4 or 8 bytes.
     * @param expected      bits.
     * @param value         new bits.
     * @return bits before; equal to {@code expected} if the element was replaced.
     */
    public static long compareAndExchange(final long address, final int elementLength, final long expected, final long value) {
        return elementLength == Long.BYTES ? UnsafeApi.compareAndExchangeLong(null, address, expected, value) :
            UnsafeApi.compareAndExchangeInt(null, address, (int) expected, (int) value);
    }

    /**
     * Combines an element with an operand.
     *
     * @param address       of the element.
     * @param elementLength 4 or 8 bytes.
     * @param operand       bits.
     * @param operator      takes the bits of the element and of the operand; it is called again when another rank was faster.
     * @return bits before.
     */
    public static long getAndCombine(
        final long address, final int elementLength, final long operand, final LongBinaryOperator operator) {
        long before = get(address, elementLength);
        while (true) {
            final long found = compareAndExchange(address, elementLength, before, operator.applyAsLong(before, operand));
            if (found == before) {
                return before;
            }
            before = found;
        }
    }

    /**
     * Loads bits from private memory.
     *
     * @param base          array, or null for absolute addresses.
     * @param offset        in the array, or address; need not be aligned.
     * @param elementLength 4 or 8 bytes.
     * @return bits.
     */
    public static long load(final Object base, final long offset, final int elementLength) {
        return elementLength == Long.BYTES ? UnsafeApi.getLongUnaligned(base, offset) : UnsafeApi.getIntUnaligned(base, offset);
    }

    /**
     * Stores bits to private memory.
     *
     * @param base          array, or null for absolute addresses.
     * @param offset        in the array, or address; need not be aligned.
     * @param elementLength 4 or 8 bytes.
     * @param value         bits.
     */
    public static void store(final Object base, final long offset, final int elementLength, final long value) {
        if (elementLength == Long.BYTES) {
            UnsafeApi.putLongUnaligned(base, offset, value);
        } else {
            UnsafeApi.putIntUnaligned(base, offset, (int) value);
        }
    }
}
