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
package io.tombolo.engine.pt2pt;

import io.tombolo.ringbuffers.region.PrivateSlab;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BufferUtil;

/**
 * Private memory for long messages that are fetched to be read here. Blocks, whose lengths are powers of two, are kept for reuse. All
 * blocks together, in use or not, never take more than the limit: if a block of a new length needs room, others are dropped. The collector
 * frees a dropped block when no view shows it any more. One thread at a time. Allocates only for lengths that were not fetched lately.
 */
final class FetchedMessageMemory {
    private static final int CLASSES = 31;

    private final long limit;
    private final List<ArrayDeque<ByteBuffer>> free = new ArrayList<>(CLASSES);
    private long reserved;

    FetchedMessageMemory(final long limit) {
        this.limit = limit;
        for (int i = 0; i < CLASSES; i++) {
            free.add(new ArrayDeque<>());
        }
    }

    /**
     * Acquires a block.
     *
     * @param length bytes of the message.
     * @return a block that is long enough; null if the blocks in use leave no room for it, or there is no memory.
     */
    ByteBuffer acquire(final long length) {
        if (length > limit) {
            return null;
        }
        final int blockLength = PrivateSlab.blockLength((int) length);
        final ByteBuffer kept = free.get(sizeClass(blockLength)).poll();
        if (kept != null) {
            return kept;
        }
        for (int i = CLASSES - 1; i >= 0 && reserved + blockLength > limit; i--) {
            drop(free.get(i), blockLength);
        }
        if (reserved + blockLength > limit) {
            return null;
        }
        try {
            final ByteBuffer block = BufferUtil.allocateDirectAligned(blockLength, PrivateSlab.MIN_BLOCK_LENGTH);
            reserved += blockLength;
            return block;
        } catch (final OutOfMemoryError none) {
            return null;
        }
    }

    private void drop(final ArrayDeque<ByteBuffer> blocks, final int wanted) {
        while (reserved + wanted > limit && !blocks.isEmpty()) {
            reserved -= blocks.poll().capacity();
        }
    }

    void release(final ByteBuffer block) {
        try {
            free.get(sizeClass(block.capacity())).push(block);
        } catch (final OutOfMemoryError none) {
            // The block is not kept.
            reserved -= block.capacity();
        }
    }

    private static int sizeClass(final int blockLength) {
        return Integer.numberOfTrailingZeros(blockLength);
    }

    /**
     * Returns the memory of all blocks, in use or not.
     *
     * @return bytes, at most the limit.
     */
    long reserved() {
        return reserved;
    }
}
