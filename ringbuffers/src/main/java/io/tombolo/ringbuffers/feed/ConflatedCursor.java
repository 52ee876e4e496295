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

import static io.tombolo.ringbuffers.feed.FeedRecordDescriptor.HEADER_LENGTH;
import static io.tombolo.ringbuffers.feed.FeedValueDescriptor.BEGUN_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedValueDescriptor.BUFFER_HEADER_LENGTH;
import static io.tombolo.ringbuffers.feed.FeedValueDescriptor.KEY_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedValueDescriptor.LENGTH_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedValueDescriptor.NUMBER_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedValueDescriptor.VERSION_OFFSET;

import io.tombolo.ringbuffers.Bytes;
import org.agrona.UnsafeApi;

/**
 * The place of a reader in a conflated feed. It remembers the version that it has seen of each value. The ring tells which values have
 * changed; a change whose version it has seen already, because it has copied a newer value, is passed over. A reader that was overrun looks
 * at all values instead, so it misses none.
 * <p>
 * A value that is replaced twice while it is copied is passed over as well: its next change comes later in the ring.
 */
public final class ConflatedCursor extends CopyingCursor {
    private static final int COPIES = 16;

    private final FeedFile file;
    private final FeedSlot slot;
    private final long ring;
    private final int mask;
    private final long values;
    private final int slotLength;
    private final int stride;
    private final int longest;
    private final long[] seen;
    private long tail;
    private long position;
    // While the reader looks at all values: the next one, how many there are, and the tail from before.
    private int scanned;
    private int used;
    private long resume;
    private boolean isScanning;
    private long key;

    /**
     * Starts a reader.
     *
     * @param slot         taken.
     * @param fromSnapshot whether to begin with the values of all keys, and not with the next change.
     */
    public ConflatedCursor(final FeedSlot slot, final boolean fromSnapshot) {
        super(slot.file().geometry().longest());
        final FeedGeometry geometry = slot.file().geometry();
        this.file = slot.file();
        this.slot = slot;
        final long head = file.memory().addressOffset();
        this.ring = head + geometry.ringOffset();
        this.mask = geometry.capacity() - 1;
        this.values = head + geometry.valueOffset(0);
        this.slotLength = FeedValueDescriptor.slotLength(geometry.longest());
        this.stride = FeedValueDescriptor.stride(geometry.longest());
        this.longest = geometry.longest();
        this.seen = new long[geometry.keys()];
        this.position = slot.start(false);
        final int keys = used();
        for (int i = 0; i < keys; i++) {
            // A snapshot begins with the present version: those before it do not count as missed.
            seen[i] = Math.max(0, version(i) - (fromSnapshot ? 1 : 0));
        }
        if (fromSnapshot) {
            scanAll();
        }
        publish();
    }

    @Override
    public boolean next() {
        while (true) {
            while (scanned < used) {
                if (read(scanned++)) {
                    return true;
                }
            }
            endScan();
            if (nextChange()) {
                return true;
            }
            final long oldest = slot.oldest();
            if (oldest <= position) {
                return false;
            }
            scanAll();
            // The tail was loaded last: it is never behind the oldest.
            if (oldest > tail) {
                throw damage("an oldest change at " + oldest);
            }
        }
    }

    /** Copies the next value that has changed. Returns false if there is none, or the reader was overrun. */
    private boolean nextChange() {
        while (position < tail || load()) {
            final long header = UnsafeApi.getLong(ring + (position & mask));
            // After the header; partner: the fence in FeedRoom.make.
            UnsafeApi.loadFence();
            if (slot.oldest() > position) {
                return false;
            }
            final int changed = FeedRecordDescriptor.length(header);
            if (changed < 0 || changed >= seen.length ||
                FeedRecordDescriptor.number(header, slot.published()) != position / HEADER_LENGTH) {
                throw damage("a change of value " + changed);
            }
            position += HEADER_LENGTH;
            if (read(changed)) {
                return true;
            }
        }
        return false;
    }

    private boolean load() {
        final long now = slot.tail();
        if (now < position || (now & HEADER_LENGTH - 1) != 0) {
            throw damage("a tail of " + now);
        }
        tail = now;
        return position < now;
    }

    /** Begins to look at all values. Changes from now on are in the ring behind the present tail. */
    private void scanAll() {
        // Loaded first: it is never behind a tail that is loaded later.
        final long oldest = slot.oldest();
        load();
        if (oldest > tail) {
            throw damage("an oldest change at " + oldest);
        }
        resume = tail;
        used = used();
        scanned = 0;
        isScanning = true;
    }

    private void endScan() {
        if (isScanning) {
            position = resume;
            used = 0;
            scanned = 0;
            isScanning = false;
        }
    }

    private int used() {
        // Acquire; partner: the release store in ConflatedWriter.add.
        final int now = file.memory().getIntAcquire(FeedFileDescriptor.USED_OFFSET);
        if (now < 0 || now > seen.length) {
            throw damage(now + " keys");
        }
        return now;
    }

    private long version(final int index) {
        // Acquire; partner: the release store in ConflatedWriter.store.
        return UnsafeApi.getLongAcquire(null, values + (long) index * slotLength + VERSION_OFFSET);
    }

    /** Copies a value. Returns false if this version was seen already, or the next change of the value comes later. */
    private boolean read(final int index) {
        final long value = values + (long) index * slotLength;
        for (int copies = 0; copies < COPIES; copies++) {
            final long version = version(index);
            if (version <= seen[index]) {
                return false;
            }
            final long from = value + FeedValueDescriptor.HEADER_LENGTH + (version & 1) * stride;
            final long found = UnsafeApi.getLong(from + NUMBER_OFFSET);
            final int bytes = UnsafeApi.getInt(from + LENGTH_OFFSET);
            final boolean isPossible = bytes >= 0 && bytes <= longest;
            if (isPossible) {
                Bytes.copy(null, from + BUFFER_HEADER_LENGTH, copy.byteArray(), copy.addressOffset(), bytes);
            }
            // After the copy, before the load; partner: the store-store fence in ConflatedWriter.store.
            UnsafeApi.loadFence();
            if (UnsafeApi.getLongOpaque(null, value + BEGUN_OFFSET) - version < 2) {
                if (!isPossible) {
                    throw damage("a value of " + bytes + " bytes");
                }
                take(index, version, found, bytes);
                return true;
            }
        }
        return false;
    }

    private void take(final int index, final long version, final long found, final int bytes) {
        missed += version - seen[index] - 1;
        seen[index] = version;
        number = found;
        length = bytes;
        key = UnsafeApi.getLong(values + (long) index * slotLength + KEY_OFFSET);
    }

    private FeedDamageException damage(final String what) {
        return new FeedDamageException(file, what, position);
    }

    @Override
    public boolean done() {
        return true;
    }

    @Override
    public void publish() {
        slot.missed(missed);
        slot.publish(position, position / HEADER_LENGTH);
    }

    @Override
    public boolean hasNext() {
        return isScanning || slot.tail() != position;
    }

    @Override
    public long key() {
        return key;
    }

    @Override
    public long lagMessages() {
        return lagBytes() / HEADER_LENGTH;
    }

    @Override
    public long lagBytes() {
        return Math.max(0, slot.tail() - position);
    }
}
