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
package io.tombolo.ringbuffers.queue;

import static io.tombolo.ringbuffers.queue.ReceiveSlotDescriptor.COOKIE_OFFSET;
import static io.tombolo.ringbuffers.queue.ReceiveSlotDescriptor.COUNT_OFFSET;
import static io.tombolo.ringbuffers.queue.ReceiveSlotDescriptor.ENDPOINT_OFFSET;
import static io.tombolo.ringbuffers.queue.ReceiveSlotDescriptor.LENGTH_OFFSET;
import static io.tombolo.ringbuffers.queue.ReceiveSlotDescriptor.NEXT_OFFSET;
import static io.tombolo.ringbuffers.queue.ReceiveSlotDescriptor.OFFSET_OFFSET;
import static io.tombolo.ringbuffers.queue.ReceiveSlotDescriptor.RECEIVED_OFFSET;
import static io.tombolo.ringbuffers.queue.ReceiveSlotDescriptor.REGION_OFFSET;
import static io.tombolo.ringbuffers.queue.ReceiveSlotDescriptor.SEGMENTS_OFFSET;
import static io.tombolo.ringbuffers.queue.ReceiveSlotDescriptor.SEGMENT_LENGTH;
import static io.tombolo.ringbuffers.queue.ReceiveSlotDescriptor.STATE_OFFSET;

import java.nio.ByteOrder;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The slots of a {@link ReceiveQueue}: memory in chunks that are only appended and never move. {@link ReceiveSlotDescriptor} names its
 * owners. The first chunk, behind the header of the queue, also has the spare slots of {@link FreeSlots}.
 */
public final class ReceiveSlots {
    private static final int SMALLEST_CHUNK_SHIFT = 4;
    private static final int LARGEST_CHUNK_SHIFT = 15;

    private final long firstChunk;
    private final int firstSlots;
    private final int mostSlots;
    private final int chunkShift;
    private final int chunkMask;
    private final int stride;
    // Addresses of further chunks, written once, before a slot of the chunk is free. The buffers keep the memory reachable.
    private final long[] chunks;
    private final AtomicBuffer[] buffers;
    private int chunkCount;

    ReceiveSlots(final AtomicBuffer file, final int slots, final int mostSegments) {
        this.firstChunk = file.addressOffset() + ReceiveQueueDescriptor.LENGTH;
        this.chunkShift = chunkShift(slots);
        this.mostSlots = ReceiveCounts.MAX_SLOTS + FreeSlots.SPARE;
        this.firstSlots = Math.min(firstSlots(slots), mostSlots);
        this.chunkMask = (1 << chunkShift) - 1;
        this.stride = ReceiveSlotDescriptor.stride(mostSegments);
        this.chunks = new long[(mostSlots >>> chunkShift) + 1];
        this.buffers = new AtomicBuffer[chunks.length];
        file.putInt(ReceiveQueueDescriptor.CHUNK_SHIFT_OFFSET, chunkShift);
        file.putInt(ReceiveQueueDescriptor.STRIDE_OFFSET, stride);
    }

    /** Returns the number of slots of the first chunk of a queue that begins with so many buffers. */
    static int firstSlots(final int slots) {
        return (1 << chunkShift(slots)) + FreeSlots.SPARE;
    }

    static int chunkShift(final int slots) {
        final int needed = Integer.SIZE - Integer.numberOfLeadingZeros(slots - 1);
        return Math.max(SMALLEST_CHUNK_SHIFT, Math.min(LARGEST_CHUNK_SHIFT, needed));
    }

    int chunkLength() {
        return ReceiveQueueDescriptor.CHUNK_OFFSET + (stride << chunkShift);
    }

    int chunksMissing(final int slots) {
        return Math.max(0, (slots + FreeSlots.SPARE - firstSlots + chunkMask >> chunkShift) - chunkCount);
    }

    /** Adds a chunk. */
    void add(final AtomicBuffer chunk) {
        chunks[chunkCount] = chunk.addressOffset() + ReceiveQueueDescriptor.CHUNK_OFFSET;
        buffers[chunkCount] = chunk;
        chunkCount++;
    }

    /** Returns the number of slots of all chunks. */
    int capacity() {
        return Math.min(firstSlots + (chunkCount << chunkShift), mostSlots);
    }

    /** Returns the address of a slot. */
    long address(final int index) {
        final int further = index - firstSlots;
        return further < 0 ? firstChunk + (long) index * stride : chunks[further >>> chunkShift] + (long) (further & chunkMask) * stride;
    }

    static void state(final long slot, final ReceiveSlotState state) {
        UnsafeApi.putIntOpaque(null, slot + STATE_OFFSET, state.code());
    }

    static int next(final long slot) {
        return UnsafeApi.getInt(slot + NEXT_OFFSET);
    }

    /** Reads a link that another thread may be changing. */
    static int nextOpaque(final long slot) {
        return UnsafeApi.getIntOpaque(null, slot + NEXT_OFFSET);
    }

    static void next(final long slot, final int next) {
        UnsafeApi.putIntOpaque(null, slot + NEXT_OFFSET, next);
    }

    /** Links a slot that is about to be posted, and sets its state: one store for both. */
    static void posted(final long slot, final int next) {
        UnsafeApi.putLongOpaque(null, slot + NEXT_OFFSET, ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ?
            (long) ReceiveSlotState.POSTED.code() << Integer.SIZE | next : (long) next << Integer.SIZE | ReceiveSlotState.POSTED.code());
    }

    static void taken(final long slot, final int endpoint) {
        UnsafeApi.putIntOpaque(null, slot + STATE_OFFSET, ReceiveSlotState.TAKEN.code());
        UnsafeApi.putInt(slot + ENDPOINT_OFFSET, endpoint);
    }

    static void fill(final long slot, final long cookie, final int segments) {
        UnsafeApi.putLong(slot + COOKIE_OFFSET, cookie);
        UnsafeApi.putInt(slot + COUNT_OFFSET, segments);
    }

    static void fillSegment(final long slot, final int segment, final long region, final long offset, final long length) {
        final long address = slot + SEGMENTS_OFFSET + (long) segment * SEGMENT_LENGTH;
        UnsafeApi.putLong(address + REGION_OFFSET, region);
        UnsafeApi.putLong(address + OFFSET_OFFSET, offset);
        UnsafeApi.putLong(address + LENGTH_OFFSET, length);
    }

    /**
     * Fills a claimed slot, except for its segments.
     *
     * @param index    claimed.
     * @param cookie   opaque.
     * @param segments number of segments, at most that of the queue.
     */
    public void fill(final int index, final long cookie, final int segments) {
        fill(address(index), cookie, segments);
    }

    /**
     * Writes one segment of a claimed slot.
     *
     * @param index   claimed.
     * @param segment from 0.
     * @param region  handle.
     * @param offset  in the region.
     * @param length  bytes.
     */
    public void fillSegment(final int index, final int segment, final long region, final long offset, final long length) {
        fillSegment(address(index), segment, region, offset, length);
    }

    /**
     * Returns the cookie of a slot.
     *
     * @param index taken.
     * @return opaque.
     */
    public long cookie(final int index) {
        return UnsafeApi.getLong(address(index) + COOKIE_OFFSET);
    }

    /**
     * Returns the segments of a slot.
     *
     * @param index taken.
     * @return count.
     */
    public int segments(final int index) {
        return UnsafeApi.getInt(address(index) + COUNT_OFFSET);
    }

    /**
     * Returns a word of a segment.
     *
     * @param index   taken.
     * @param segment from 0.
     * @param offset  of {@link ReceiveSlotDescriptor}: which word.
     * @return its value.
     */
    public long segmentWord(final int index, final int segment, final int offset) {
        return UnsafeApi.getLong(address(index) + SEGMENTS_OFFSET + (long) segment * SEGMENT_LENGTH + offset);
    }

    void completed(final int index, final long bytes) {
        final long slot = address(index);
        UnsafeApi.putLong(slot + RECEIVED_OFFSET, bytes);
        UnsafeApi.putIntOpaque(null, slot + STATE_OFFSET, ReceiveSlotState.COMPLETED.code());
    }
}
