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
 * An off-heap queue of receive buffers. Any number of threads post buffers, one thread at a time takes them.
 * <p>
 * <b>Roles:</b> any thread {@link #claim claims}, fills and {@link #publish publishes} slots, and {@link #reap reaps} completed ones. One
 * thread at a time, the taker, takes and completes buffers and changes the size. <b>Progress:</b> lock-free. A slot is filled before it is
 * published, so a thread that stops in a post holds up no other thread, not even the taker. Only {@link #add} allocates. A queue with one
 * caller uses stores instead of atomic operations.
 * <p>
 * <b>Linearisation:</b> a post and a reap change the packed counts ({@link ReceiveCounts}) by one atomic operation. The counts contain the
 * head of the list of posted slots, which only grows at its head. When the taker has used up the slots that it has found, it reads how many
 * were posted since, and follows that many links from the head; it then takes them from the oldest on, so in the order of the posts. A take
 * is a store to a count that only grows. There is no ABA problem: a head that comes back is the same link, and the taker never follows a
 * link behind the slots that it counted.
 */
public final class ReceiveQueue {
    /** Answer: no slot is free. */
    public static final int FULL = -1;

    /** Answer: the queue is closed. */
    public static final int CLOSED = -2;

    /** Answer of {@link #take}: no buffer is on the queue. */
    public static final int EMPTY = -3;

    private final AtomicBuffer header;
    private final QueueConcurrency concurrency;
    private final long counts;
    private final long takes;
    private final int mostSegments;
    private final ReceiveSlots slots;
    private final FreeSlots free;

    // Taker only: the slots that it has found and not taken, the oldest last.
    private int[] found;
    private int foundCount;
    private int armed;
    private boolean fired;

    /**
     * Creates an empty queue in a new file. It stores the sizes there, and frees the slots.
     *
     * @param file         of at least {@link #fileLength} bytes, zero behind the head; kept reachable.
     * @param most         buffers at once, 1 to {@link ReceiveCounts#MAX_SLOTS}.
     * @param mostSegments of a buffer, at least 1.
     * @param zone         index of the protection zone, for inspectors.
     * @param concurrency  of the callers.
     */
    public ReceiveQueue(
        final AtomicBuffer file, final int most, final int mostSegments, final int zone, final QueueConcurrency concurrency) {
        this.header = file;
        this.concurrency = concurrency;
        this.counts = file.addressOffset() + ReceiveQueueDescriptor.COUNTS_OFFSET;
        this.takes = file.addressOffset() + ReceiveQueueDescriptor.TAKEN_OFFSET;
        this.mostSegments = mostSegments;
        this.slots = new ReceiveSlots(file, most, mostSegments);
        this.free = new FreeSlots(slots, concurrency, file.addressOffset() + ReceiveQueueDescriptor.FREE_OFFSET);
        file.putInt(ReceiveQueueDescriptor.SEGMENTS_OFFSET, mostSegments);
        file.putInt(ReceiveQueueDescriptor.ZONE_OFFSET, zone);
        free.add(0, slots.capacity());
        found = new int[slots.capacity()];
        resize(most);
    }

    /**
     * Returns the length of the file of a queue, with its first chunk.
     *
     * @param most         buffers that the queue begins with.
     * @param mostSegments of a buffer.
     * @return bytes.
     */
    public static int fileLength(final int most, final int mostSegments) {
        return ReceiveQueueDescriptor.LENGTH + ReceiveSlotDescriptor.stride(mostSegments) * ReceiveSlots.firstSlots(most);
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
     * Returns how many further chunks a size would need. Taker only.
     *
     * @param most buffers at once.
     * @return number of chunks to {@link #add(AtomicBuffer)} before {@link #resize}; 0 if there is enough memory.
     */
    public int chunksMissing(final int most) {
        return slots.chunksMissing(most);
    }

    /**
     * Adds memory for further slots. Taker only.
     *
     * @param chunk file of {@link #chunkLength()} bytes, zero behind the head.
     */
    public void add(final AtomicBuffer chunk) {
        final int before = slots.capacity();
        slots.add(chunk);
        found = Arrays.copyOf(found, slots.capacity());
        free.add(before, slots.capacity());
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
     * @return its index, or {@link #FULL} if no slot is free. Only {@link #publish} finds out whether the queue is at its size, or closed.
     */
    public int claim() {
        final int index = free.claim();
        return index == FreeSlots.NONE ? FULL : index;
    }

    /**
     * Posts a slot that was claimed and filled.
     *
     * @param index claimed.
     * @return 0; or {@link #FULL} or {@link #CLOSED}, and the slot is free again.
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
        final int index = claim();
        if (index < 0) {
            return index;
        }
        // Computed once, because it reads the table of chunks.
        final long slot = slots.address(index);
        ReceiveSlots.fill(slot, cookie, 1);
        ReceiveSlots.fillSegment(slot, 0, region, offset, length);
        return publish(index, slot);
    }

    private int publish(final int index, final long slot) {
        while (true) {
            final long word = UnsafeApi.getLongOpaque(null, counts);
            if (ReceiveCounts.isClosed(word) || ReceiveCounts.isFull(word)) {
                free.release(index);
                return ReceiveCounts.isClosed(word) ? CLOSED : FULL;
            }
            ReceiveSlots.posted(slot, ReceiveCounts.head(word));
            // Releases the contents of the slot; partner: the volatile load in find.
            if (concurrency.replace(counts, word, ReceiveCounts.posted(word, index + 1))) {
                return 0;
            }
        }
    }

    /**
     * Takes the oldest buffer. Taker only.
     *
     * @param endpoint index of the endpoint that gets it, for inspectors.
     * @return its slot, or {@link #EMPTY}; {@link #hasFired()} says whether the take has fired the watermark.
     */
    public int take(final int endpoint) {
        if (foundCount == 0 && !find()) {
            return EMPTY;
        }
        final int index = found[--foundCount];
        ReceiveSlots.taken(slots.address(index), endpoint);
        final long count = UnsafeApi.getLong(takes) + 1;
        if (armed > 0 || fired) {
            decide(count);
        }
        // Release; partner: the volatile loads in query. A later reap must not become visible before it.
        UnsafeApi.putLongRelease(null, takes, count);
        return index;
    }

    /** Decides on the watermark before the take is visible: a post that answers the take cannot hide that the watermark was crossed. */
    private void decide(final long count) {
        fired = armed > 0 && available(count) < armed;
        if (fired) {
            armed(0);
        }
    }

    /** Finds the slots posted since the last call, by following as many links from the head. Slots behind them were taken before. */
    private boolean find() {
        // Volatile; partner: the CAS in publish. The posting thread then checks whether a message waits or the queue has ended.
        final long word = UnsafeApi.getLongVolatile(null, counts);
        final int count = ReceiveCounts.available(ReceiveCounts.snapshot(word, UnsafeApi.getLong(takes)));
        int slot = ReceiveCounts.head(word) - 1;
        for (int i = 0; i < count; i++) {
            found[i] = slot;
            slot = ReceiveSlots.next(slots.address(slot)) - 1;
        }
        foundCount = count;
        return count > 0;
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
     * Returns a buffer whose completion was reaped: it is no longer outstanding, and its slot is free. Any thread.
     *
     * @param index taken; handed over by an ordered event.
     */
    public void reap(final int index) {
        // Before the count: a thread that stops here withholds no slot that the counts have room for.
        free.release(index);
        // Partner: the load in query.
        if (concurrency == QueueConcurrency.ANY_THREAD) {
            UnsafeApi.getAndAddLong(null, counts, -ReceiveCounts.ONE_OUTSTANDING);
        } else {
            UnsafeApi.putLongRelease(null, counts, UnsafeApi.getLong(counts) - ReceiveCounts.ONE_OUTSTANDING);
        }
    }

    /**
     * Arms the low watermark, or fires it at once. Taker only.
     *
     * @param lowWatermark 0 for none, at most the size.
     * @return true if fewer buffers are available already: the watermark has fired and is not armed.
     */
    public boolean arm(final int lowWatermark) {
        header.putIntOpaque(ReceiveQueueDescriptor.LOW_WATERMARK_OFFSET, lowWatermark);
        // Only takes lower the number, and this thread makes them.
        final boolean fires = available() < lowWatermark;
        armed(fires ? 0 : lowWatermark);
        return fires;
    }

    private void armed(final int lowWatermark) {
        armed = lowWatermark;
        header.putIntOpaque(ReceiveQueueDescriptor.ARMED_OFFSET, lowWatermark);
    }

    /**
     * Changes the size. Taker only, after it has added the missing chunks. Unneeded memory is kept for the next change.
     *
     * @param most buffers at once from now on.
     * @return false, and nothing has changed, if more buffers are outstanding.
     */
    public boolean resize(final int most) {
        long word;
        do {
            word = UnsafeApi.getLongOpaque(null, counts);
            if (ReceiveCounts.outstanding(word) > most) {
                return false;
            }
        } while (!concurrency.replace(counts, word, ReceiveCounts.withMost(word, most)));
        return true;
    }

    /**
     * Returns the size.
     *
     * @return most buffers at once.
     */
    public int most() {
        return ReceiveCounts.most(UnsafeApi.getLongVolatile(null, counts));
    }

    /**
     * Takes an exact snapshot; tries again while buffers are being taken.
     *
     * @return counts and size ({@link ReceiveCounts}) of one instant.
     */
    public long query() {
        long before = UnsafeApi.getLongVolatile(null, takes);
        while (true) {
            final long word = UnsafeApi.getLongVolatile(null, counts);
            final long after = UnsafeApi.getLongVolatile(null, takes);
            if (before == after) {
                return ReceiveCounts.snapshot(word, after);
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
     * Returns the number of available buffers. Taker only.
     *
     * @return number at this moment.
     */
    public int available() {
        return available(UnsafeApi.getLong(takes));
    }

    private int available(final long taken) {
        return ReceiveCounts.available(ReceiveCounts.snapshot(UnsafeApi.getLongAcquire(null, counts), taken));
    }

    /**
     * Returns the most segments of a buffer.
     *
     * @return count.
     */
    public int mostSegments() {
        return mostSegments;
    }

    /**
     * Marks a buffer as complete: its completion can be reaped. Taker only.
     *
     * @param index taken.
     * @param bytes received.
     */
    public void complete(final int index, final long bytes) {
        slots.completed(index, bytes);
    }

    /**
     * Publishes how many messages wait for a buffer, for inspectors. Taker only.
     *
     * @param waiting messages.
     */
    public void showWaiting(final int waiting) {
        header.putIntOpaque(ReceiveQueueDescriptor.WAITING_OFFSET, waiting);
    }

    /**
     * Counts a watermark event. Taker only.
     */
    public void countFired() {
        header.putLongOpaque(ReceiveQueueDescriptor.FIRED_OFFSET, header.getLong(ReceiveQueueDescriptor.FIRED_OFFSET) + 1);
    }

    /**
     * Closes the queue: all further posts are refused.
     */
    public void close() {
        long word;
        do {
            word = UnsafeApi.getLongOpaque(null, counts);
        } while (!concurrency.replace(counts, word, ReceiveCounts.closed(word)));
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
