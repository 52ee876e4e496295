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

import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * A message that does not lie in one piece: a list of pieces of buffers, and of blocks at equal distances, in the order of the message.
 * A send gathers them, a receive scatters into them, without a copy of the whole in between. The caller owns it, and may use it for any
 * number of messages, several at a time. Must not change while one is under way. Ranges are checked when they are added, once.
 * <p>
 * Pieces of a {@link MemoryRegion} are added through its {@link MemoryRegion#buffer()}. Not thread-safe while it is changed.
 */
public final class Segments {
    private static final int INITIAL_CAPACITY = 8;

    // One entry a call of add: a run of blocks of equal length at equal distances. A plain piece is one block.
    private Object[] bases = new Object[INITIAL_CAPACITY];
    private DirectBuffer[] owners = new DirectBuffer[INITIAL_CAPACITY];
    private long[] offsets = new long[INITIAL_CAPACITY];
    private long[] blockLengths = new long[INITIAL_CAPACITY];
    private long[] strides = new long[INITIAL_CAPACITY];
    private long[] starts = new long[INITIAL_CAPACITY];
    private int count;
    private long length;

    /**
     * No pieces: a message of no bytes.
     */
    public Segments() {
    }

    /**
     * Adds a piece at the end.
     *
     * @param buffer holds the piece.
     * @param offset of the piece in the buffer, in bytes.
     * @param bytes  of the piece, in bytes; nothing is added for 0.
     * @return this.
     * @throws IndexOutOfBoundsException if the piece is not wholly in the buffer.
     */
    public Segments add(final DirectBuffer buffer, final long offset, final long bytes) {
        return addBlocks(buffer, offset, 1, bytes, bytes);
    }

    /**
     * Adds blocks of equal length at equal distances at the end: a column of a matrix, a border of a grid.
     *
     * @param buffer      holds the blocks.
     * @param offset      of the first block in the buffer, in bytes.
     * @param blocks      how many; nothing is added for 0.
     * @param blockLength of each, in bytes; nothing is added for 0.
     * @param stride      from the start of one block to the start of the next, in bytes; at least the length of a block.
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
        // Neither factor passes the capacity of a buffer where the product matters: no overflow.
        final boolean fits = offset >= 0 && offset <= capacity && (isEmpty || blockLength <= capacity - offset &&
            (blocks == 1 || stride <= capacity && (blocks - 1) * stride <= capacity - offset - blockLength));
        if (!fits) {
            throw new IndexOutOfBoundsException("offset=" + offset + " blocks=" + blocks + " blockLength=" + blockLength +
                " stride=" + stride + " capacity=" + capacity);
        }
        if (!isEmpty) {
            final boolean isOnePiece = blocks == 1 || stride == blockLength;
            append(buffer, offset, isOnePiece ? blocks * blockLength : blockLength, isOnePiece ? 1 : blocks, stride);
        }
        return this;
    }

    private void append(final DirectBuffer buffer, final long offset, final long blockLength, final int blocks, final long stride) {
        if (count == starts.length) {
            grow();
        }
        owners[count] = buffer;
        bases[count] = buffer.byteArray();
        offsets[count] = buffer.addressOffset() + offset;
        blockLengths[count] = blockLength;
        strides[count] = stride;
        starts[count] = length;
        count++;
        length += blocks * blockLength;
    }

    private void grow() {
        final int capacity = starts.length * 2;
        owners = Arrays.copyOf(owners, capacity);
        bases = Arrays.copyOf(bases, capacity);
        offsets = Arrays.copyOf(offsets, capacity);
        blockLengths = Arrays.copyOf(blockLengths, capacity);
        strides = Arrays.copyOf(strides, capacity);
        starts = Arrays.copyOf(starts, capacity);
    }

    /**
     * Forgets all pieces.
     *
     * @return this.
     */
    public Segments clear() {
        Arrays.fill(owners, 0, count, null);
        Arrays.fill(bases, 0, count, null);
        count = 0;
        length = 0;
        return this;
    }

    /**
     * Returns the bytes of all pieces together.
     *
     * @return length of the message.
     */
    public long length() {
        return length;
    }

    /**
     * Returns whether the message lies in one piece after all. Called by the engine.
     *
     * @return true for one run of bytes.
     */
    public boolean isOnePiece() {
        return count == 1 && blockLengths[0] == length;
    }

    /**
     * Finds the entry that a byte of the message belongs to. Called by the engine.
     *
     * @param position of the byte, 0 to {@link #length()} - 1.
     * @return index of the entry.
     */
    public int find(final long position) {
        final int found = Arrays.binarySearch(starts, 0, count, position);
        return found >= 0 ? found : -2 - found;
    }

    /**
     * Returns the array of an entry. Called by the engine.
     *
     * @param entry from {@link #find}.
     * @return array, or null for an absolute address.
     */
    public Object base(final int entry) {
        return bases[entry];
    }

    /**
     * Returns where a byte of the message lies. Called by the engine.
     *
     * @param entry    that the byte belongs to.
     * @param position of the byte.
     * @return offset in the array, or address.
     */
    public long offset(final int entry, final long position) {
        final long into = position - starts[entry];
        final long blockLength = blockLengths[entry];
        return offsets[entry] + into / blockLength * strides[entry] + into % blockLength;
    }

    /**
     * Returns the bytes that follow in one piece. Called by the engine.
     *
     * @param entry    that the byte belongs to.
     * @param position of the byte.
     * @return bytes from there to the end of its block.
     */
    public long run(final int entry, final long position) {
        final long blockLength = blockLengths[entry];
        return blockLength - (position - starts[entry]) % blockLength;
    }

    @Override
    public String toString() {
        return length + " bytes in " + count + " segments";
    }
}
