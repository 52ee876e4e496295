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

/**
 * Combines the elements of ranks by a {@link ReduceOp}, a block after the other, wherever they are: the lowest rank {@linkplain #begin
 * begins}, the others are {@linkplain #add added} in their order, and the {@linkplain #end end} is the result. It has private blocks of 48
 * KiB together, and allocates nothing after it is made.
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
    private Block<?> block;
    private ReduceOp op;
    private ElementType type;
    private int length;

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
     * Begins with the elements of the lowest rank. The arguments have passed {@link #check}, and the range is checked.
     *
     * @param newOp     operation.
     * @param newType   of the elements; null for bytes.
     * @param base      array of the elements, or null for absolute addresses.
     * @param offset    in the array, or address; any alignment.
     * @param newLength of the elements in bytes, at most {@link Block#LENGTH}.
     */
    void begin(final ReduceOp newOp, final ElementType newType, final Object base, final long offset, final int newLength) {
        op = newOp;
        type = newType;
        length = newLength;
        block = findBlock();
        block.begin(base, offset, length);
    }

    /**
     * Combines the elements so far with those of the next rank. What a function of the application throws passes through.
     *
     * @param base   array of the elements, or null for absolute addresses.
     * @param offset in the array, or address; any alignment.
     */
    void add(final Object base, final long offset) {
        if (op == ReduceOp.REPLACE) {
            block.begin(base, offset, length);
        } else if (op != ReduceOp.NO_OP) {
            block.add(op, type, base, offset, length);
        }
    }

    /**
     * Copies the result to its place.
     *
     * @param base   array, or null for absolute addresses.
     * @param offset in the array, or address; any alignment.
     */
    void end(final Object base, final long offset) {
        block.end(base, offset, length);
    }

    private Block<?> findBlock() {
        if (op.function() != null || Logic.isLogical(op) || Locations.isOnPairs(op)) {
            return buffers;
        }
        if (isBitwise(op) || op == ReduceOp.REPLACE || op == ReduceOp.NO_OP) {
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
