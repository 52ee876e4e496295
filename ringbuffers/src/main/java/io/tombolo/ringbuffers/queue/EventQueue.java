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

import org.agrona.BitUtil;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.AtomicBuffer;

/**
 * A bounded off-heap queue of events. One thread at a time puts events, any number of threads take them.
 * <p>
 * <b>Progress:</b> the producer is wait-free, consumers are lock-free. A consumer reads the oldest entry, then claims it by a CAS of the
 * taken position, which fails if another consumer was faster. So a stopped consumer holds up no other, and each event is taken once. The
 * position only grows, so there is no ABA problem.
 * <p>
 * To change its size, a queue {@link #moveTo moves} to another one: the producer marks the taken position, which turns consumers away, and
 * copies the remaining events. The consumers go on at the new queue.
 */
public final class EventQueue {
    /** Answer of {@link #poll}: there is no event. */
    public static final int EMPTY = 0;

    /** Answer of {@link #poll}: the queue has moved. */
    public static final int MOVED = -1;

    /** Most events of a queue. */
    public static final int MAX_CAPACITY = 1 << 20;

    private static final long MOVED_BIT = Long.MIN_VALUE;
    private static final int ENTRY_SHIFT = Integer.numberOfTrailingZeros(EventQueueDescriptor.ENTRY_LENGTH);

    private final AtomicBuffer memory;
    private final QueueConcurrency concurrency;
    private final long head;
    private final long tail;
    private final long entries;
    private final int capacity;
    private final long mask;
    // Producer only: its position, and the consumers' position that it has loaded last.
    private long put;
    private long known;

    /**
     * Creates an empty queue in a new file.
     *
     * @param file     of {@link #fileLength} bytes, zero behind the head; kept reachable.
     * @param capacity events, a power of two.
     * @param concurrency  of the callers.
     */
    public EventQueue(final AtomicBuffer file, final int capacity, final QueueConcurrency concurrency) {
        this.memory = file;
        this.concurrency = concurrency;
        this.head = file.addressOffset() + EventQueueDescriptor.HEAD_OFFSET;
        this.tail = file.addressOffset() + EventQueueDescriptor.TAIL_OFFSET;
        this.entries = file.addressOffset() + EventQueueDescriptor.LENGTH;
        this.capacity = capacity;
        this.mask = capacity - 1L;
        file.putInt(EventQueueDescriptor.CAPACITY_OFFSET, capacity);
    }

    /**
     * Returns the capacity of a queue with room for a number of events.
     *
     * @param events at least 1.
     * @return a power of two.
     */
    public static int capacity(final int events) {
        return BitUtil.findNextPositivePowerOfTwo(events);
    }

    /**
     * Returns the length of the file of a queue.
     *
     * @param capacity events.
     * @return bytes.
     */
    public static int fileLength(final int capacity) {
        return EventQueueDescriptor.LENGTH + (capacity << ENTRY_SHIFT);
    }

    /**
     * Puts an event. Producer only.
     *
     * @param type     positive.
     * @param status   opaque.
     * @param cookie   opaque.
     * @param endpoint opaque.
     * @param length   opaque.
     * @param queue    opaque.
     * @param slot     opaque.
     * @param flags    opaque.
     * @param word0    opaque.
     * @param word1    opaque.
     * @return false if there is no room; the overflow is counted.
     */
    public boolean offer(
        final int type, final int status, final long cookie, final long endpoint, final long length, final long queue, final int slot,
        final int flags, final long word0, final long word1) {
        if (put - known >= capacity && !refreshRoom()) {
            memory.putLongOpaque(
                EventQueueDescriptor.OVERFLOWS_OFFSET, memory.getLong(EventQueueDescriptor.OVERFLOWS_OFFSET) + 1);
            return false;
        }
        final long entry = entries + ((put & mask) << ENTRY_SHIFT);
        UnsafeApi.putInt(entry + EventQueueDescriptor.TYPE_OFFSET, type);
        UnsafeApi.putInt(entry + EventQueueDescriptor.STATUS_OFFSET, status);
        UnsafeApi.putLong(entry + EventQueueDescriptor.COOKIE_OFFSET, cookie);
        UnsafeApi.putLong(entry + EventQueueDescriptor.ENDPOINT_OFFSET, endpoint);
        UnsafeApi.putLong(entry + EventQueueDescriptor.LENGTH_OFFSET, length);
        UnsafeApi.putLong(entry + EventQueueDescriptor.QUEUE_OFFSET, queue);
        UnsafeApi.putInt(entry + EventQueueDescriptor.SLOT_OFFSET, slot);
        UnsafeApi.putInt(entry + EventQueueDescriptor.FLAGS_OFFSET, flags);
        UnsafeApi.putLong(entry + EventQueueDescriptor.WORD0_OFFSET, word0);
        UnsafeApi.putLong(entry + EventQueueDescriptor.WORD1_OFFSET, word1);
        put++;
        // Release; partner: the acquire load in poll.
        UnsafeApi.putLongRelease(null, tail, put);
        return true;
    }

    private boolean refreshRoom() {
        // Acquire; partner: the CAS in poll, which comes after the entry was read.
        known = UnsafeApi.getLongAcquire(null, head);
        return put - known < capacity;
    }

    /**
     * Takes the oldest event. Any thread.
     *
     * @param target filled with the event; its values are undefined if there is none.
     * @return type of the event, {@link #EMPTY} or {@link #MOVED}.
     */
    public int poll(final EventEntry target) {
        while (true) {
            final long position = UnsafeApi.getLongAcquire(null, head);
            if (position < 0) {
                return MOVED;
            }
            // Acquire; partner: the release store in offer.
            if (position >= UnsafeApi.getLongAcquire(null, tail)) {
                return EMPTY;
            }
            read(position, target);
            // Partner: the acquire load in refreshRoom. The entry that was read is valid only if no other consumer has taken it.
            if (concurrency.replace(head, position, position + 1)) {
                return target.type;
            }
        }
    }

    private void read(final long position, final EventEntry target) {
        final long entry = entries + ((position & mask) << ENTRY_SHIFT);
        target.type = UnsafeApi.getInt(entry + EventQueueDescriptor.TYPE_OFFSET);
        target.status = UnsafeApi.getInt(entry + EventQueueDescriptor.STATUS_OFFSET);
        target.cookie = UnsafeApi.getLong(entry + EventQueueDescriptor.COOKIE_OFFSET);
        target.endpoint = UnsafeApi.getLong(entry + EventQueueDescriptor.ENDPOINT_OFFSET);
        target.length = UnsafeApi.getLong(entry + EventQueueDescriptor.LENGTH_OFFSET);
        target.queue = UnsafeApi.getLong(entry + EventQueueDescriptor.QUEUE_OFFSET);
        target.slot = UnsafeApi.getInt(entry + EventQueueDescriptor.SLOT_OFFSET);
        target.flags = UnsafeApi.getInt(entry + EventQueueDescriptor.FLAGS_OFFSET);
        target.word0 = UnsafeApi.getLong(entry + EventQueueDescriptor.WORD0_OFFSET);
        target.word1 = UnsafeApi.getLong(entry + EventQueueDescriptor.WORD1_OFFSET);
    }

    /**
     * Returns the number of events. Any thread.
     *
     * @return number at this moment; {@link #MOVED} if the queue has moved.
     */
    public int size() {
        final long taken = UnsafeApi.getLongAcquire(null, head);
        // Loaded after the consumers' position, so never less than it.
        final long putNow = UnsafeApi.getLongAcquire(null, tail);
        return taken < 0 ? MOVED : (int) (putNow - taken);
    }

    /**
     * Turns the consumers away and copies the remaining events. Producer only.
     *
     * @param target empty; no thread takes from it yet.
     * @return false, and nothing has changed, if the target has no room for all of them.
     */
    public boolean moveTo(final EventQueue target) {
        long position;
        do {
            position = UnsafeApi.getLongAcquire(null, head);
            if (put - position > target.capacity) {
                return false;
            }
        } while (!concurrency.replace(head, position, position | MOVED_BIT));
        final EventEntry entry = new EventEntry();
        for (; position < put; position++) {
            read(position, entry);
            target.offer(
                entry.type, entry.status, entry.cookie, entry.endpoint, entry.length, entry.queue, entry.slot, entry.flags, entry.word0,
                entry.word1);
        }
        return true;
    }

    /**
     * Returns the capacity.
     *
     * @return events.
     */
    public int capacity() {
        return capacity;
    }

    /**
     * Publishes how much room is reserved, for inspectors. Producer only.
     *
     * @param events for which room is reserved.
     */
    public void showReserved(final int events) {
        memory.putIntOpaque(EventQueueDescriptor.RESERVED_OFFSET, events);
    }

    /**
     * Publishes whether a thread waits, for inspectors.
     *
     * @param waits true if so.
     */
    public void showWaiter(final boolean waits) {
        memory.putIntOpaque(EventQueueDescriptor.WAITER_OFFSET, waits ? 1 : 0);
    }
}
