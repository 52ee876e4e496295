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
 * A block of private memory in which the elements of several ranks are combined, one rank after the other. It stays in the cache of the
 * core: the elements of the next rank are copied beside it first, where the compiler knows that nothing overlaps.
 *
 * @param <A> type of the arrays of both.
 */
abstract class Block<A> {
    /** Length of a block in bytes, which holds the largest group of the longest elements. */
    static final int LENGTH = 2 * ReduceOp.MAX_GROUP * Long.BYTES;

    /** Elements of the lower ranks, and then the result; null if they are at an address. */
    final A left;
    /** Elements of the next rank; null if they are at an address. */
    final A right;

    private final long leftOffset;
    private final long rightOffset;

    /**
     * Takes two arrays.
     *
     * @param left        of {@link #LENGTH} bytes.
     * @param right       as long.
     * @param arrayOffset offset of the first element of such an array.
     */
    Block(final A left, final A right, final long arrayOffset) {
        this.left = left;
        this.right = right;
        this.leftOffset = arrayOffset;
        this.rightOffset = arrayOffset;
    }

    /**
     * Takes memory outside of the heap.
     *
     * @param leftAddress  of {@link #LENGTH} bytes, which the subclass keeps.
     * @param rightAddress of as many.
     */
    Block(final long leftAddress, final long rightAddress) {
        this.left = null;
        this.right = null;
        this.leftOffset = leftAddress;
        this.rightOffset = rightAddress;
    }

    /**
     * Takes the elements of the lowest rank.
     *
     * @param base   array, or null for absolute addresses.
     * @param offset in the array, or address; any alignment.
     * @param bytes  of the elements, at most {@link #LENGTH}.
     */
    final void begin(final Object base, final long offset, final int bytes) {
        Bytes.copy(base, offset, left, leftOffset, bytes);
    }

    /**
     * Combines what is here with the elements of the next rank.
     *
     * @param op     that this kind of block knows.
     * @param type   of the elements; null for bytes.
     * @param base   array, or null for absolute addresses.
     * @param offset in the array, or address; any alignment.
     * @param bytes  as in {@link #begin}.
     */
    final void add(final ReduceOp op, final ElementType type, final Object base, final long offset, final int bytes) {
        Bytes.copy(base, offset, right, rightOffset, bytes);
        combine(op, type, bytes);
    }

    /**
     * Copies the result to its place.
     *
     * @param base   array, or null for absolute addresses.
     * @param offset in the array, or address; any alignment.
     * @param bytes  as in {@link #begin}.
     */
    final void end(final Object base, final long offset, final int bytes) {
        Bytes.copy(left, leftOffset, base, offset, bytes);
    }

    /**
     * Combines the two blocks: {@code left = left op right}. Each operation on numbers has a loop of its own, in a method of its own, which
     * the compiler turns into vector instructions.
     *
     * @param op    that this kind of block knows.
     * @param type  of the elements; null for bytes.
     * @param bytes in each block.
     */
    abstract void combine(ReduceOp op, ElementType type, int bytes);

    /**
     * Makes the error for an operation that this kind of block does not know.
     *
     * @param op that was asked for.
     * @return error to throw.
     */
    static IllegalStateException unknown(final ReduceOp op) {
        return new IllegalStateException("op=" + op + " is not an operation of this type: check it before the call");
    }
}
