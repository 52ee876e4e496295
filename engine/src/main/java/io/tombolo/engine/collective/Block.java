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
import io.tombolo.ringbuffers.Bytes;

/**
 * Combines long vectors block by block: copies a block of each vector into a private array, combines the two arrays, and copies the result
 * back. The compiler makes vector instructions of a loop over arrays, but not of a loop over any memory: the copies cost less than that
 * gains.
 *
 * @param <A> type of the arrays.
 */
abstract class Block<A> {
    /** Length of a block in bytes: both arrays stay in the first cache of a core. */
    static final int LENGTH = 4096;

    /** Elements of the lower ranks; receives the result. */
    final A left;
    /** Elements of the next rank. */
    final A right;

    private final long arrayOffset;

    /**
     * Takes two arrays of the same type.
     *
     * @param left        of {@link #LENGTH} bytes.
     * @param right       as long.
     * @param arrayOffset offset of the first element of such an array.
     */
    Block(final A left, final A right, final long arrayOffset) {
        this.left = left;
        this.right = right;
        this.arrayOffset = arrayOffset;
    }

    /**
     * Combines vectors: {@code left = left op right}.
     *
     * @param op          that this kind of block knows.
     * @param leftBase    array, or null for absolute addresses.
     * @param leftOffset  in the array, or address.
     * @param rightBase   array, or null for absolute addresses.
     * @param rightOffset in the array, or address.
     * @param length      of each vector in bytes.
     */
    final void combine(
        final ReduceOp op, final Object leftBase, final long leftOffset, final Object rightBase, final long rightOffset,
        final long length) {
        for (long done = 0; done < length; done += LENGTH) {
            final int bytes = (int) Math.min(LENGTH, length - done);
            Bytes.copy(leftBase, leftOffset + done, left, arrayOffset, bytes);
            Bytes.copy(rightBase, rightOffset + done, right, arrayOffset, bytes);
            combine(op, bytes);
            Bytes.copy(left, arrayOffset, leftBase, leftOffset + done, bytes);
        }
    }

    /**
     * Combines the two arrays. Each operation has a loop of its own, in a method of its own, which the compiler turns into vector
     * instructions.
     *
     * @param op    that this kind of block knows.
     * @param bytes in each array.
     */
    abstract void combine(ReduceOp op, int bytes);

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
