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
import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A block in buffers, for functions of the application, and for the operations that need no vector instructions. The buffers end with the
 * elements: a function never sees shared memory, nor elements of an earlier call.
 */
final class BufferBlock extends Block<Object> {
    private final ByteBuffer leftBlock;
    private final ByteBuffer rightBlock;
    private final UnsafeBuffer leftElements = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer rightElements = new UnsafeBuffer(0, 0);

    /** Makes the buffers. */
    BufferBlock() {
        this(ByteBuffer.allocateDirect(LENGTH), ByteBuffer.allocateDirect(LENGTH));
    }

    private BufferBlock(final ByteBuffer leftBlock, final ByteBuffer rightBlock) {
        super(BufferUtil.address(leftBlock), BufferUtil.address(rightBlock));
        this.leftBlock = leftBlock;
        this.rightBlock = rightBlock;
    }

    /** What the function throws passes through. */
    @Override
    void combine(final ReduceOp op, final ElementType type, final int bytes) {
        leftElements.wrap(leftBlock, 0, bytes);
        rightElements.wrap(rightBlock, 0, bytes);
        final int elementLength = type == null ? 1 : type.length();
        if (op.function() != null) {
            op.function().combine(leftElements, rightElements, bytes / elementLength);
        } else if (Logic.isLogical(op)) {
            Logic.combine(op, elementLength, leftElements, rightElements, bytes);
        } else {
            Locations.combine(op, type, leftElements, rightElements, bytes);
        }
    }
}
