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
package io.tombolo.engine.collective;

import io.tombolo.engine.api.collective.ReduceOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.ringbuffers.Bytes;

/**
 * Operations on words of eight bytes, whatever the bytes belong to: the bitwise operations of all types, and the minimum and maximum of
 * bytes, eight at a time. The compiler makes no vector instructions of a loop that compares bytes.
 */
final class WordBlock extends Block<long[]> {
    private static final long SIGNS = 0x8080_8080_8080_8080L;

    /**
     * Takes the arrays.
     *
     * @param left  of {@link #LENGTH} bytes; shared with another kind of block.
     * @param right as long.
     */
    WordBlock(final long[] left, final long[] right) {
        super(left, right, Bytes.LONGS_OFFSET);
    }

    @Override
    void combine(final ReduceOp op, final ElementType type, final int bytes) {
        // What the last word has behind the last byte is not copied back.
        final int count = (bytes + Long.BYTES - 1) / Long.BYTES;
        if (op == ReduceOp.AND) {
            and(left, right, count);
        } else if (op == ReduceOp.OR) {
            or(left, right, count);
        } else if (op == ReduceOp.XOR) {
            xor(left, right, count);
        } else if (op == ReduceOp.MIN) {
            min(left, right, count);
        } else if (op == ReduceOp.MAX) {
            max(left, right, count);
        } else {
            throw unknown(op);
        }
    }

    private static void and(final long[] left, final long[] right, final int count) {
        for (int i = 0; i < count; i++) {
            left[i] &= right[i];
        }
    }

    private static void or(final long[] left, final long[] right, final int count) {
        for (int i = 0; i < count; i++) {
            left[i] |= right[i];
        }
    }

    private static void xor(final long[] left, final long[] right, final int count) {
        for (int i = 0; i < count; i++) {
            left[i] ^= right[i];
        }
    }

    private static void min(final long[] left, final long[] right, final int count) {
        for (int i = 0; i < count; i++) {
            final long isAtLeast = atLeast(left[i], right[i]);
            left[i] = (right[i] & isAtLeast) | (left[i] & ~isAtLeast);
        }
    }

    private static void max(final long[] left, final long[] right, final int count) {
        for (int i = 0; i < count; i++) {
            final long isAtLeast = atLeast(left[i], right[i]);
            left[i] = (left[i] & isAtLeast) | (right[i] & ~isAtLeast);
        }
    }

    /**
     * Compares eight pairs of signed bytes.
     *
     * @return all bits of each byte in which {@code x} is at least {@code y}.
     */
    private static long atLeast(final long x, final long y) {
        // With the sign bit of x set and that of y cleared, no byte borrows from the next one; the sign bit stays if the low bits of x are
        // at least those of y. If the signs differ, x is the greater one if y is negative.
        final long lowBits = (x | SIGNS) - (y & ~SIGNS);
        final long ones = (((~x & y) | (~(x ^ y) & lowBits)) & SIGNS) >>> (Byte.SIZE - 1);
        return (ones << Byte.SIZE) - ones;
    }
}
