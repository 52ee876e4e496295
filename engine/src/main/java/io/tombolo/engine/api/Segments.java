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
package io.tombolo.engine.api;

import io.tombolo.engine.access.SegmentList;
import org.agrona.DirectBuffer;

/**
 * A message that is not contiguous: pieces of buffers, and blocks at equal distances, in the order of the message. A send gathers them, a
 * receive scatters into them; neither copies the whole message in between.
 * <p>
 * The caller owns the object, and may use it for any number of messages, several at a time. It must not change while one of them is under
 * way. Each range is checked once, when it is added. To add a piece of a {@link MemoryRegion}, use its {@link MemoryRegion#buffer()}. Not
 * thread-safe while it changes.
 */
public final class Segments {
    private final SegmentList list = new SegmentList();

    /**
     * Makes a message of no bytes.
     */
    public Segments() {
    }

    /**
     * Adds a piece at the end.
     *
     * @param buffer holds the piece.
     * @param offset of the piece in the buffer, in bytes.
     * @param bytes  length of the piece, in bytes; 0 adds nothing.
     * @return this.
     * @throws IndexOutOfBoundsException if the piece is not wholly in the buffer.
     * @throws IllegalArgumentException  if the length is negative.
     */
    public Segments add(final DirectBuffer buffer, final long offset, final long bytes) {
        return addBlocks(buffer, offset, 1, bytes, bytes);
    }

    /**
     * Adds blocks of equal length at equal distances at the end, such as a column of a matrix or the border of a grid.
     *
     * @param buffer      holds the blocks.
     * @param offset      of the first block in the buffer, in bytes.
     * @param blocks      number of blocks; 0 adds nothing.
     * @param blockLength length of each block, in bytes; 0 adds nothing.
     * @param stride      distance from the start of one block to the start of the next, in bytes; at least the length of a block.
     * @return this.
     * @throws IndexOutOfBoundsException if a block is not wholly in the buffer.
     * @throws IllegalArgumentException  if a number is negative, or blocks overlap.
     */
    public Segments addBlocks(final DirectBuffer buffer, final long offset, final int blocks, final long blockLength, final long stride) {
        if (blocks < 0 || blockLength < 0 || stride < blockLength) {
            throw new IllegalArgumentException("blocks=" + blocks + " blockLength=" + blockLength + " stride=" + stride +
                " must not be negative, and the stride not below the length of a block");
        }
        final boolean isEmpty = blocks == 0 || blockLength == 0;
        final long capacity = buffer == null && isEmpty ? Long.MAX_VALUE : buffer.capacity();
        // Where the product matters, neither factor is larger than the capacity of a buffer: it cannot overflow.
        final boolean fits = offset >= 0 && offset <= capacity && (isEmpty || blockLength <= capacity - offset &&
            (blocks == 1 || stride <= capacity && (blocks - 1) * stride <= capacity - offset - blockLength));
        if (!fits) {
            throw new IndexOutOfBoundsException("offset=" + offset + " blocks=" + blocks + " blockLength=" + blockLength +
                " stride=" + stride + " capacity=" + capacity);
        }
        if (!isEmpty) {
            final boolean isOnePiece = blocks == 1 || stride == blockLength;
            list.add(buffer, offset, isOnePiece ? blocks * blockLength : blockLength, isOnePiece ? 1 : blocks, stride);
        }
        return this;
    }

    /**
     * Removes all pieces.
     *
     * @return this.
     */
    public Segments clear() {
        list.clear();
        return this;
    }

    /**
     * Returns the length of the message.
     *
     * @return bytes of all pieces together.
     */
    public long length() {
        return list.length();
    }

    SegmentList list() {
        return list;
    }

    @Override
    public String toString() {
        return list.toString();
    }
}
