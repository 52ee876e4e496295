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
package io.tombolo.engine.access;

import io.tombolo.engine.api.Segments;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * The pieces of {@link Segments}, as the engine reads them: a list of entries, each of which is a run of blocks of equal length at equal
 * distances. A plain piece is an entry of one block. Keeps the buffers of its entries alive. Not thread-safe while it changes.
 */
public final class SegmentList {
    private static final int INITIAL_CAPACITY = 8;

    private Object[] bases = new Object[INITIAL_CAPACITY];
    private DirectBuffer[] owners = new DirectBuffer[INITIAL_CAPACITY];
    private long[] offsets = new long[INITIAL_CAPACITY];
    private long[] blockLengths = new long[INITIAL_CAPACITY];
    private long[] strides = new long[INITIAL_CAPACITY];
    private long[] starts = new long[INITIAL_CAPACITY];
    private int count;
    private long length;

    /**
     * Makes an empty list.
     */
    public SegmentList() {
    }

    /**
     * Adds a piece at the end. The caller has checked that it lies in its buffer.
     *
     * @param buffer holds the piece.
     * @param offset of the piece in the buffer, in bytes.
     * @param bytes  length of the piece, more than 0.
     */
    public void add(final DirectBuffer buffer, final long offset, final long bytes) {
        add(buffer, offset, bytes, 1, bytes);
    }

    /**
     * Adds blocks at the end. The caller has checked that they lie in their buffer and do not overlap.
     *
     * @param buffer      holds the blocks.
     * @param offset      of the first block in the buffer, in bytes.
     * @param blockLength of each block in bytes, more than 0.
     * @param blocks      number of blocks, more than 0.
     * @param stride      from the start of one block to the start of the next, in bytes.
     */
    public void add(final DirectBuffer buffer, final long offset, final long blockLength, final int blocks, final long stride) {
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
     * Removes all entries and releases their buffers.
     */
    public void clear() {
        Arrays.fill(owners, 0, count, null);
        Arrays.fill(bases, 0, count, null);
        count = 0;
        length = 0;
    }

    /**
     * Returns the length of the message.
     *
     * @return bytes of all entries together.
     */
    public long length() {
        return length;
    }

    /**
     * Returns whether the message is contiguous.
     *
     * @return true for one entry of one block.
     */
    public boolean isOnePiece() {
        return count == 1 && blockLengths[0] == length;
    }

    /**
     * Finds the entry that contains a byte of the message.
     *
     * @param position of the byte in the message, 0 to {@link #length()} - 1.
     * @return index of the entry.
     */
    public int find(final long position) {
        final int found = Arrays.binarySearch(starts, 0, count, position);
        return found >= 0 ? found : -2 - found;
    }

    /**
     * Returns the array of an entry.
     *
     * @param entry index, from {@link #find}.
     * @return array, or null for an absolute address.
     */
    public Object base(final int entry) {
        return bases[entry];
    }

    /**
     * Returns where a byte of the message lies.
     *
     * @param entry    that contains the byte.
     * @param position of the byte in the message.
     * @return offset from the array's object in bytes, or absolute address.
     */
    public long offset(final int entry, final long position) {
        final long into = position - starts[entry];
        final long blockLength = blockLengths[entry];
        return offsets[entry] + into / blockLength * strides[entry] + into % blockLength;
    }

    /**
     * Returns how many bytes are contiguous from a byte of the message on.
     *
     * @param entry    that contains the byte.
     * @param position of the byte in the message.
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
