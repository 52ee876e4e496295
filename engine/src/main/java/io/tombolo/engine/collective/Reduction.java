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
 * Combines vectors of elements by a {@link ReduceOp}, wherever they are. It has private blocks of 48 KiB together, and allocates nothing
 * after it is made.
 * <p>
 * <b>Threading:</b> one thread at a time. <b>Memory order:</b> plain accesses: the caller has acquired what other ranks wrote, and releases
 * the result.
 */
public final class Reduction {
    private final IntBlock ints = new IntBlock();
    private final LongBlock longs;
    private final FloatBlock floats = new FloatBlock();
    private final DoubleBlock doubles = new DoubleBlock();
    private final ByteBlock bytes = new ByteBlock();
    private final WordBlock words;
    private final BufferBlock buffers = new BufferBlock();

    /** Makes the private blocks. */
    Reduction() {
        final long[] left = new long[Block.LENGTH / Long.BYTES];
        final long[] right = new long[Block.LENGTH / Long.BYTES];
        longs = new LongBlock(left, right);
        words = new WordBlock(left, right);
    }

    /**
     * Checks that an operation can combine elements.
     *
     * @param op    operation.
     * @param type  of the elements; null for bytes.
     * @param count number of elements, not negative.
     * @throws IllegalArgumentException if the operation does not know the type, or if groups of its elements are not whole.
     */
    public static void check(final ReduceOp op, final ElementType type, final long count) {
        if (type != null && type.isFloating() && (isBitwise(op) || Logic.isLogical(op))) {
            throw new IllegalArgumentException(
                "op=" + op + " type=" + type + ": bitwise and logical operations need elements of type INT or LONG, or bytes");
        }
        if (type == null && Locations.isOnPairs(op)) {
            throw new IllegalArgumentException(
                "op=" + op + " of bytes: pairs of a value and its location need elements of type INT, LONG, FLOAT or DOUBLE");
        }
        if (count % op.group() != 0) {
            throw new IllegalArgumentException(
                "count=" + count + " must be a multiple of " + op.group() + ", the group of op=" + op);
        }
    }

    private static boolean isBitwise(final ReduceOp op) {
        return op == ReduceOp.AND || op == ReduceOp.OR || op == ReduceOp.XOR;
    }

    /**
     * Combines vectors: {@code left = left op right}. The arguments have passed {@link #check}, and the ranges are checked. What a function
     * of the application throws passes through; then a part of the left elements may be combined already.
     *
     * @param op          operation.
     * @param type        of the elements; null for bytes.
     * @param leftBase    array of the elements of the lower ranks, which receives the result; or null for absolute addresses.
     * @param leftOffset  in the array, or address; any alignment.
     * @param rightBase   array of the elements of the next rank; or null for absolute addresses.
     * @param rightOffset in the array, or address; any alignment.
     * @param count       number of elements.
     */
    void combine(
        final ReduceOp op, final ElementType type, final Object leftBase, final long leftOffset, final Object rightBase,
        final long rightOffset, final long count) {
        final long length = type == null ? count : count * type.length();
        if (op == ReduceOp.REPLACE) {
            Bytes.copy(rightBase, rightOffset, leftBase, leftOffset, length);
        } else if (op.function() != null || Logic.isLogical(op) || Locations.isOnPairs(op)) {
            buffers.combine(op, type, leftBase, leftOffset, rightBase, rightOffset, length);
        } else if (op != ReduceOp.NO_OP) {
            block(op, type).combine(op, leftBase, leftOffset, rightBase, rightOffset, length);
        }
    }

    private Block<?> block(final ReduceOp op, final ElementType type) {
        if (isBitwise(op)) {
            return words;
        }
        if (type == null) {
            return op == ReduceOp.MIN || op == ReduceOp.MAX ? words : bytes;
        }
        return switch (type) {
            case INT -> ints;
            case LONG -> longs;
            case FLOAT -> floats;
            case DOUBLE -> doubles;
        };
    }
}
