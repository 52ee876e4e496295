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
package io.tombolo.ringbuffers.feed;

import static io.tombolo.ringbuffers.feed.FeedValueDescriptor.BEGUN_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedValueDescriptor.BUFFER_HEADER_LENGTH;
import static io.tombolo.ringbuffers.feed.FeedValueDescriptor.HEADER_LENGTH;
import static io.tombolo.ringbuffers.feed.FeedValueDescriptor.KEY_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedValueDescriptor.LENGTH_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedValueDescriptor.NUMBER_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedValueDescriptor.VERSION_OFFSET;

import io.tombolo.ringbuffers.Bytes;
import java.lang.invoke.VarHandle;
import org.agrona.UnsafeApi;
import org.agrona.collections.Long2LongHashMap;

/**
 * Stores the newest value of each key, and writes to the ring which value has changed. It never waits, and allocates only for new keys.
 * <p>
 * <b>Threading:</b> one thread at a time. <b>Memory order:</b> a value is whole when its version is stored; a change is visible when the
 * tail has passed it, and comes after its value.
 */
public final class ConflatedWriter {
    private static final long NONE = -1;

    private final FeedTail tail;
    private final FeedRoom room;
    private final Long2LongHashMap slots = new Long2LongHashMap(NONE);
    private final FeedFile file;
    private final long ring;
    private final int mask;
    private final long values;
    private final int slotLength;
    private final int stride;
    private final int longest;
    private final int keys;

    /**
     * Creates the writer of a new feed.
     *
     * @param file of a conflated feed; kept reachable.
     */
    public ConflatedWriter(final FeedFile file) {
        final FeedGeometry geometry = file.geometry();
        final long head = file.memory().addressOffset();
        this.file = file;
        this.tail = new FeedTail(file);
        this.room = new FeedRoom(file, null);
        this.ring = head + geometry.ringOffset();
        this.mask = geometry.capacity() - 1;
        this.values = head + geometry.valueOffset(0);
        this.slotLength = FeedValueDescriptor.slotLength(geometry.longest());
        this.stride = FeedValueDescriptor.stride(geometry.longest());
        this.longest = geometry.longest();
        this.keys = geometry.keys();
    }

    /**
     * Returns what the writer has published.
     *
     * @return always the same.
     */
    public FeedTail tail() {
        return tail;
    }

    /**
     * Publishes the value of a key.
     *
     * @param key    of the value.
     * @param base   array that holds it, or null for absolute addresses.
     * @param offset in the array, or address, in bytes; checked by the caller.
     * @param length in bytes, not negative.
     * @return {@link FeedWriting#WRITTEN}, {@link FeedWriting#TOO_LONG}, or {@link FeedWriting#NO_ROOM} if the key is new and all slots
     *         have one.
     */
    public int write(final long key, final Object base, final long offset, final int length) {
        if (length > longest) {
            return FeedWriting.TOO_LONG;
        }
        long slot = slots.get(key);
        if (slot == NONE) {
            if (slots.size() == keys) {
                return FeedWriting.NO_ROOM;
            }
            slot = add(key);
        }
        store(values + slot * slotLength, base, offset, length);
        change((int) slot);
        return FeedWriting.WRITTEN;
    }

    private long add(final long key) {
        final int slot = slots.size();
        slots.put(key, slot);
        UnsafeApi.putLong(values + (long) slot * slotLength + KEY_OFFSET, key);
        // Release; partner: the acquire load in ConflatedCursor.used. The slot has its key.
        file.memory().putIntRelease(FeedFileDescriptor.USED_OFFSET, slot + 1);
        return slot;
    }

    private void store(final long slot, final Object base, final long offset, final int length) {
        final long version = UnsafeApi.getLong(slot + VERSION_OFFSET) + 1;
        final long value = slot + HEADER_LENGTH + (version & 1) * stride;
        UnsafeApi.putLongOpaque(null, slot + BEGUN_OFFSET, version);
        // Store-store; partner: the load fence in ConflatedCursor. Who sees a part of this value sees that it was begun.
        VarHandle.storeStoreFence();
        UnsafeApi.putLong(value + NUMBER_OFFSET, tail.published());
        UnsafeApi.putInt(value + LENGTH_OFFSET, length);
        Bytes.copy(base, offset, null, value + BUFFER_HEADER_LENGTH, length);
        // Release; partner: the acquire load in ConflatedCursor.
        UnsafeApi.putLongRelease(null, slot + VERSION_OFFSET, version);
    }

    private void change(final int slot) {
        final long now = tail.position();
        final long end = now + FeedRecordDescriptor.HEADER_LENGTH;
        if (!room.has(end)) {
            room.make(now, end);
        }
        room.begins(now);
        UnsafeApi.putLong(ring + (now & mask), FeedRecordDescriptor.header(slot, tail.published()));
        tail.publish(end);
    }
}
