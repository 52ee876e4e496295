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

import org.agrona.UnsafeApi;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The slots of a {@link ReceiveQueue}: memory in chunks that are only appended and never move, and the list of those that are free, a
 * Treiber stack with a tag (R. K. Treiber, 1986). A tag that comes round while a thread is inside one pop, after 2^32 others, is not
 * guarded against. Lock-free; what a slot holds belongs to whoever has it.
 */
public final class ReceiveSlots {
    /** No slot. */
    public static final int NONE = -1;

    private static final int SMALLEST_CHUNK_SHIFT = 4;
    private static final int LARGEST_CHUNK_SHIFT = 15;
    private static final long TAG_ONE = 1L << 32;

    private final long free;
    private final int chunkShift;
    private final int chunkMask;
    private final int stride;
    // By number; written before a slot of the chunk is free, and never again. Kept reachable by the buffers.
    private final long[] chunks;
    private final AtomicBuffer[] buffers;
    private int chunkCount;

    ReceiveSlots(final AtomicBuffer file, final int slots, final int mostSegments) {
        this.free = file.addressOffset() + ReceiveQueueDescriptor.FREE_OFFSET;
        this.chunkShift = chunkShift(slots);
        this.chunkMask = (1 << chunkShift) - 1;
        this.stride = ReceiveSlotDescriptor.stride(mostSegments);
        this.chunks = new long[(ReceiveCounts.MAX_SLOTS >>> chunkShift) + 1];
        this.buffers = new AtomicBuffer[chunks.length];
        file.putInt(ReceiveQueueDescriptor.CHUNK_SHIFT_OFFSET, chunkShift);
        file.putInt(ReceiveQueueDescriptor.STRIDE_OFFSET, stride);
    }

    static int chunkShift(final int slots) {
        final int needed = Integer.SIZE - Integer.numberOfLeadingZeros(slots - 1);
        return Math.max(SMALLEST_CHUNK_SHIFT, Math.min(LARGEST_CHUNK_SHIFT, needed));
    }

    int chunkLength() {
        return ReceiveQueueDescriptor.CHUNK_OFFSET + (stride << chunkShift);
    }

    int chunksMissing(final int slots) {
        return Math.max(0, (slots + chunkMask >>> chunkShift) - chunkCount);
    }

    int chunkCount() {
        return chunkCount;
    }

    /** Adds memory. */
    void add(final AtomicBuffer chunk, final int offset) {
        chunks[chunkCount] = chunk.addressOffset() + offset;
        buffers[chunkCount] = chunk;
        chunkCount++;
    }

    /** Slots of all chunks. */
    int capacity() {
        return Math.min(chunkCount << chunkShift, ReceiveCounts.MAX_SLOTS);
    }

    /** Returns where a slot is. */
    long address(final int index) {
        return chunks[index >>> chunkShift] + (long) (index & chunkMask) * stride;
    }

    static void state(final long slot, final SlotState state) {
        UnsafeApi.putIntOpaque(null, slot + STATE_OFFSET, state.code());
    }

    static int next(final long slot) {
        return UnsafeApi.getInt(slot + NEXT_OFFSET);
    }

    static void next(final long slot, final int next) {
        UnsafeApi.putIntOpaque(null, slot + NEXT_OFFSET, next);
    }

    static void taken(final long slot, final int endpoint) {
        UnsafeApi.putIntOpaque(null, slot + STATE_OFFSET, SlotState.TAKEN.code());
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
     * Takes a free slot, to be filled and published.
     *
     * @return its index, or {@link #NONE}.
     */
    int claim() {
        while (true) {
            // Acquire; partner: the CAS in release, which comes after the link was stored.
            final long word = UnsafeApi.getLongAcquire(null, free);
            final int index = (int) word - 1;
            if (index < 0) {
                return NONE;
            }
            // May be another one by now: then the tag has changed, and the CAS fails.
            final int next = UnsafeApi.getIntOpaque(null, address(index) + NEXT_OFFSET);
            if (UnsafeApi.compareAndSetLong(null, free, word, (word & -TAG_ONE) + TAG_ONE | next)) {
                return index;
            }
        }
    }

    void release(final int index) {
        final long slot = address(index);
        UnsafeApi.putIntOpaque(null, slot + STATE_OFFSET, SlotState.FREE.code());
        long word;
        do {
            word = UnsafeApi.getLongAcquire(null, free);
            UnsafeApi.putIntOpaque(null, slot + NEXT_OFFSET, (int) word);
            // Full CAS; partner: the acquire load in claim.
        } while (!UnsafeApi.compareAndSetLong(null, free, word, (word & -TAG_ONE) + TAG_ONE | index + 1));
    }

    /**
     * Writes what a claimed slot is, but for its segments.
     *
     * @param index    claimed.
     * @param cookie   opaque.
     * @param segments count, 0 to the most.
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
        UnsafeApi.putIntOpaque(null, slot + STATE_OFFSET, SlotState.COMPLETED.code());
    }
}
