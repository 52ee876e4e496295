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

import java.util.Arrays;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.AtomicBuffer;

/**
 * A queue of receive buffers that any number of threads post to and one takes from, off-heap.
 * <p>
 * <b>Roles:</b> any thread {@link #claim claims}, fills and {@link #publish publishes} slots, and {@link #reap reaps} completed ones; one
 * thread at a time, the taker, takes, completes and changes the size. <b>Progress:</b> lock-free. A slot is filled before it is published,
 * so a thread that is stopped in a post holds up nobody, taker included. Nothing allocates but {@link #add}.
 * <p>
 * <b>Linearisation:</b> every count changes by one CAS of the packed word ({@link ReceiveCounts}), which is also the head of the list of
 * posted slots. Posts push there; the taker, when it has none left, takes the whole list in the CAS that counts its take, and turns it
 * round: so buffers are taken in the order of their posts. Only pushes and take-alls: no ABA.
 */
public final class ReceiveQueue {
    /** Answer: no slot is free. */
    public static final int FULL = -1;

    /** Answer: the queue is closed. */
    public static final int CLOSED = -2;

    /** Answer of {@link #take}: no buffer is on the queue. */
    public static final int EMPTY = -3;

    private static final int EPOCH_SHIFT = 32;

    private final AtomicBuffer header;
    private final long counts;
    private final long takes;
    private final int mostSegments;
    private final ReceiveSlots slots;

    // The taker's.
    private int oldest;
    private boolean fired;
    private int[] withdrawn = new int[0];
    private int withdrawnCount;

    /**
     * An empty queue in a new file. Stores its sizes there, and frees its slots.
     *
     * @param file         of at least {@link #fileLength}, zeros behind the head.
     * @param most         buffers at once, 1 to {@link ReceiveCounts#MAX_SLOTS}.
     * @param mostSegments of a buffer, at least 1.
     * @param zone         index of the protection zone, to be shown.
     */
    public ReceiveQueue(final AtomicBuffer file, final int most, final int mostSegments, final int zone) {
        this.header = file;
        this.counts = file.addressOffset() + ReceiveQueueDescriptor.COUNTS_OFFSET;
        this.takes = file.addressOffset() + ReceiveQueueDescriptor.TAKEN_OFFSET;
        this.mostSegments = mostSegments;
        this.slots = new ReceiveSlots(file, most, mostSegments);
        file.putInt(ReceiveQueueDescriptor.SEGMENTS_OFFSET, mostSegments);
        file.putInt(ReceiveQueueDescriptor.ZONE_OFFSET, zone);
        add(file, ReceiveQueueDescriptor.LENGTH);
        resize(most);
    }

    /**
     * Length of the file of a queue, its first chunk included.
     *
     * @param most         buffers that the queue begins with.
     * @param mostSegments of a buffer.
     * @return bytes.
     */
    public static int fileLength(final int most, final int mostSegments) {
        return ReceiveQueueDescriptor.LENGTH + (ReceiveSlotDescriptor.stride(mostSegments) << ReceiveSlots.chunkShift(most));
    }

    /**
     * Returns the length of the file of a further chunk.
     *
     * @return bytes.
     */
    public int chunkLength() {
        return slots.chunkLength();
    }

    /**
     * Returns how many further chunks a size would need. By the taker.
     *
     * @param most buffers at once.
     * @return chunks to {@link #add(AtomicBuffer)} before {@link #resize}; none if the memory is there.
     */
    public int chunksMissing(final int most) {
        return slots.chunksMissing(most);
    }

    /**
     * Adds memory for further slots, which are not free before a {@link #resize}. By the taker.
     *
     * @param chunk file of {@link #chunkLength()}, zeros behind the head.
     */
    public void add(final AtomicBuffer chunk) {
        add(chunk, ReceiveQueueDescriptor.CHUNK_OFFSET);
    }

    private void add(final AtomicBuffer chunk, final int offset) {
        final int first = slots.capacity();
        slots.add(chunk, offset);
        withdrawn = Arrays.copyOf(withdrawn, slots.capacity());
        for (int index = slots.capacity() - 1; index >= first; index--) {
            withdraw(index);
        }
    }

    private void withdraw(final int index) {
        ReceiveSlots.state(slots.address(index), SlotState.WITHDRAWN);
        withdrawn[withdrawnCount++] = index;
    }

    /**
     * Returns the slots, to fill those that were claimed and to read those that were taken.
     *
     * @return slots.
     */
    public ReceiveSlots slots() {
        return slots;
    }

    /**
     * Takes a free slot, to be filled and published.
     *
     * @return its index, {@link #FULL} or {@link #CLOSED}.
     */
    public int claim() {
        final int index = slots.claim();
        return index != ReceiveSlots.NONE ? index : isClosed() ? CLOSED : FULL;
    }

    /**
     * Posts a slot that was claimed and filled.
     *
     * @param index claimed.
     * @return 0, or {@link #CLOSED}: the slot is free again then.
     */
    public int publish(final int index) {
        return publish(index, slots.address(index));
    }

    /**
     * Posts a buffer of one segment.
     *
     * @param cookie opaque.
     * @param region handle.
     * @param offset in the region.
     * @param length bytes.
     * @return 0, {@link #FULL} or {@link #CLOSED}.
     */
    public int post(final long cookie, final long region, final long offset, final long length) {
        final int index = slots.claim();
        if (index == ReceiveSlots.NONE) {
            return isClosed() ? CLOSED : FULL;
        }
        // The address once: each takes a look at the table of chunks.
        final long slot = slots.address(index);
        ReceiveSlots.fill(slot, cookie, 1);
        ReceiveSlots.fillSegment(slot, 0, region, offset, length);
        return publish(index, slot);
    }

    private int publish(final int index, final long slot) {
        ReceiveSlots.state(slot, SlotState.POSTED);
        while (true) {
            final long word = UnsafeApi.getLongOpaque(null, counts);
            if (ReceiveCounts.isClosed(word)) {
                slots.release(index);
                return CLOSED;
            }
            ReceiveSlots.next(slot, ReceiveCounts.head(word));
            // Full CAS, which releases what the slot holds; partner: the CAS in take.
            if (UnsafeApi.compareAndSetLong(null, counts, word, ReceiveCounts.withHead(word, index + 1) + ReceiveCounts.ONE_POSTED)) {
                return 0;
            }
        }
    }

    /**
     * Gives a claimed slot back.
     *
     * @param index claimed.
     */
    public void abort(final int index) {
        slots.release(index);
    }

    /**
     * Takes the oldest buffer. By the taker.
     *
     * @param endpoint index of who gets it, to be shown.
     * @return its slot, or {@link #EMPTY}; {@link #hasFired()} says whether the take has fired the watermark.
     */
    public int take(final int endpoint) {
        long word;
        long next;
        do {
            // Acquire; partner: the CAS in publish.
            word = UnsafeApi.getLongAcquire(null, counts);
            if (ReceiveCounts.available(word) == 0) {
                return EMPTY;
            }
            next = (oldest == 0 ? ReceiveCounts.withHead(word, 0) : word) - ReceiveCounts.ONE_AVAILABLE;
            next = ReceiveCounts.fired(next);
        } while (!UnsafeApi.compareAndSetLong(null, counts, word, next));
        fired = ReceiveCounts.lowWatermark(word) != ReceiveCounts.lowWatermark(next);
        final int index = (oldest == 0 ? turnRound(ReceiveCounts.head(word)) : oldest) - 1;
        final long slot = slots.address(index);
        oldest = ReceiveSlots.next(slot);
        ReceiveSlots.taken(slot, endpoint);
        UnsafeApi.putLongOpaque(null, takes, UnsafeApi.getLong(takes) + 1);
        return index;
    }

    /** Links a list that begins with the last posted so that it begins with the first, and returns that. */
    private int turnRound(final int last) {
        int first = 0;
        int current = last;
        while (current != 0) {
            final long slot = slots.address(current - 1);
            final int before = ReceiveSlots.next(slot);
            if (before != 0 || first != 0) {
                ReceiveSlots.next(slot, first);
            }
            first = current;
            current = before;
        }
        return first;
    }

    /**
     * Returns whether the last take has fired the low watermark.
     *
     * @return true once for each time that it was armed.
     */
    public boolean hasFired() {
        return fired;
    }

    /**
     * Gives a buffer back whose completion was reaped: it is outstanding no more, and its slot is free. Any thread.
     *
     * @param index taken; handed over by an ordered event.
     */
    public void reap(final int index) {
        // Full; partner: the load in query.
        UnsafeApi.getAndAddLong(null, counts, -ReceiveCounts.ONE_OUTSTANDING);
        slots.release(index);
    }

    /**
     * Arms the low watermark, or fires it at once. By the taker.
     *
     * @param lowWatermark 0 for none, at most the size.
     * @return true if fewer buffers are available already: it has fired, and is not armed.
     */
    public boolean arm(final int lowWatermark) {
        header.putIntOpaque(ReceiveQueueDescriptor.LOW_WATERMARK_OFFSET, lowWatermark);
        long word;
        boolean fires;
        do {
            word = UnsafeApi.getLongOpaque(null, counts);
            fires = ReceiveCounts.available(word) < lowWatermark;
        } while (!UnsafeApi.compareAndSetLong(null, counts, word, ReceiveCounts.withLowWatermark(word, fires ? 0 : lowWatermark)));
        return fires;
    }

    /**
     * Changes the size. By the taker, after the chunks that are missing have been added. Memory that is not needed any more is kept for the
     * next change.
     *
     * @param most buffers at once from now on.
     * @return false, and nothing has changed, if more buffers are outstanding, or being posted. Meanwhile a post may have found no slot.
     */
    public boolean resize(final int most) {
        final int before = most();
        if (most >= before) {
            // First the size, then the slots: outstanding is never more than the size.
            most(most);
            free(most - before);
            return true;
        }
        for (int size = before; size > most; size--) {
            final int index = slots.claim();
            if (index == ReceiveSlots.NONE) {
                free(before - size);
                return false;
            }
            withdraw(index);
        }
        most(most);
        return true;
    }

    private void free(final int count) {
        for (int i = 0; i < count; i++) {
            slots.release(withdrawn[--withdrawnCount]);
        }
    }

    private void most(final int most) {
        final int epoch = header.getInt(ReceiveQueueDescriptor.EPOCH_OFFSET) + 1;
        header.putIntOpaque(ReceiveQueueDescriptor.EPOCH_OFFSET, epoch);
        // Release; partner: the acquire load below.
        header.putIntRelease(ReceiveQueueDescriptor.MOST_OFFSET, most);
    }

    /**
     * Returns the size.
     *
     * @return most buffers at once.
     */
    public int most() {
        return header.getIntAcquire(ReceiveQueueDescriptor.MOST_OFFSET);
    }

    private long size() {
        return (long) header.getIntVolatile(ReceiveQueueDescriptor.EPOCH_OFFSET) << EPOCH_SHIFT | most();
    }

    /**
     * Takes an exact snapshot: counts that held at one instant, and the size that held then.
     *
     * @return counts ({@link ReceiveCounts}), but that the head is the size.
     */
    public long query() {
        long before = size();
        while (true) {
            final long word = UnsafeApi.getLongVolatile(null, counts);
            final long after = size();
            if (before == after) {
                return ReceiveCounts.withHead(word, (int) after);
            }
            before = after;
        }
    }

    /**
     * Returns the low watermark that was set last, armed or not.
     *
     * @return 0 if none was.
     */
    public int lowWatermark() {
        return header.getIntVolatile(ReceiveQueueDescriptor.LOW_WATERMARK_OFFSET);
    }

    /**
     * Returns the buffers on the queue.
     *
     * @return count, of now.
     */
    public int available() {
        return ReceiveCounts.available(UnsafeApi.getLongAcquire(null, counts));
    }

    /**
     * Returns most segments of a buffer.
     *
     * @return count.
     */
    public int mostSegments() {
        return mostSegments;
    }

    /**
     * Takes note that a buffer is complete: its completion can be reaped. By the taker.
     *
     * @param index taken.
     * @param bytes received.
     */
    public void complete(final int index, final long bytes) {
        slots.completed(index, bytes);
    }

    /**
     * Shows how many messages wait for a buffer. By the taker.
     *
     * @param waiting messages.
     */
    public void showWaiting(final int waiting) {
        header.putIntOpaque(ReceiveQueueDescriptor.WAITING_OFFSET, waiting);
    }

    /**
     * Counts a watermark event. By the taker.
     */
    public void countFired() {
        header.putLongOpaque(ReceiveQueueDescriptor.FIRED_OFFSET, header.getLong(ReceiveQueueDescriptor.FIRED_OFFSET) + 1);
    }

    /**
     * Turns all further posts away.
     */
    public void close() {
        long word;
        do {
            word = UnsafeApi.getLongOpaque(null, counts);
        } while (!UnsafeApi.compareAndSetLong(null, counts, word, ReceiveCounts.closed(word)));
    }

    /**
     * Returns whether the queue is closed.
     *
     * @return true after {@link #close()}.
     */
    public boolean isClosed() {
        return ReceiveCounts.isClosed(UnsafeApi.getLongAcquire(null, counts));
    }
}
