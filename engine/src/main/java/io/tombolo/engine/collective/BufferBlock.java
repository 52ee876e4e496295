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
import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Combines vectors block by block in two private buffers: by functions of the application, and by the operations that need no vector
 * instructions. The buffers end with the block: a function never sees shared memory, nor elements of an earlier call.
 */
final class BufferBlock {
    /** Length of a block in bytes, which holds the largest group of the longest elements. */
    static final int LENGTH = 2 * ReduceOp.MAX_GROUP * Long.BYTES;

    private final ByteBuffer leftBlock = ByteBuffer.allocateDirect(LENGTH);
    private final ByteBuffer rightBlock = ByteBuffer.allocateDirect(LENGTH);
    private final long leftAddress = BufferUtil.address(leftBlock);
    private final long rightAddress = BufferUtil.address(rightBlock);
    private final UnsafeBuffer left = new UnsafeBuffer(leftBlock);
    private final UnsafeBuffer right = new UnsafeBuffer(rightBlock);

    /**
     * Combines vectors: {@code left = left op right}. What the function throws passes through; then the blocks before are combined.
     *
     * @param op          function of the application, logical operation, or operation on pairs.
     * @param type        of the elements; null for bytes.
     * @param leftBase    array, or null for absolute addresses.
     * @param leftOffset  in the array, or address.
     * @param rightBase   array, or null for absolute addresses.
     * @param rightOffset in the array, or address.
     * @param length      of each vector in bytes, whole groups.
     */
    void combine(
        final ReduceOp op, final ElementType type, final Object leftBase, final long leftOffset, final Object rightBase,
        final long rightOffset, final long length) {
        final int elementLength = type == null ? 1 : type.length();
        final int group = op.group() * elementLength;
        final int block = LENGTH / group * group;
        for (long done = 0; done < length; done += block) {
            final int bytes = (int) Math.min(block, length - done);
            Bytes.copy(leftBase, leftOffset + done, null, leftAddress, bytes);
            Bytes.copy(rightBase, rightOffset + done, null, rightAddress, bytes);
            left.wrap(leftBlock, 0, bytes);
            right.wrap(rightBlock, 0, bytes);
            if (op.function() != null) {
                op.function().combine(left, right, bytes / elementLength);
            } else if (Logic.isLogical(op)) {
                Logic.combine(op, elementLength, left, right, bytes);
            } else {
                Locations.combine(op, type, left, right, bytes);
            }
            Bytes.copy(null, leftAddress, leftBase, leftOffset + done, bytes);
        }
    }
}
