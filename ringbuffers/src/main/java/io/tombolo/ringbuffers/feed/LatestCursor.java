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
import static io.tombolo.ringbuffers.feed.FeedRecordDescriptor.PADDING;

import io.tombolo.ringbuffers.Bytes;
import org.agrona.UnsafeApi;

/**
 * The place of a reader in a latest feed. Each message is copied, and the copy counts if the writer has not given the message up by then. A
 * reader that was overrun goes on in the middle of the ring, so that it is not overrun again at once, and finds out by the number of the
 * next message how many it has missed.
 */
public final class LatestCursor extends CopyingCursor {
    private final FeedFile file;
    private final FeedSlot slot;
    private final long ring;
    private final int capacity;
    private final int longest;
    private long tail;
    private long position;
    // Position behind the present message.
    private long end;
    private long next;
    // The least number that the next message can have. Less than next only before the first message.
    private long least;

    /**
     * Starts a reader.
     *
     * @param slot       taken.
     * @param fromOldest whether to begin at the oldest message that is kept, and not behind the last.
     */
    public LatestCursor(final FeedSlot slot, final boolean fromOldest) {
        super(slot.file().geometry().longest());
        this.file = slot.file();
        this.slot = slot;
        this.ring = file.memory().addressOffset() + file.geometry().ringOffset();
        this.capacity = file.geometry().capacity();
        this.longest = file.geometry().longest();
        this.position = slot.start(fromOldest);
        this.end = position;
        this.next = fromOldest ? 0 : slot.published();
        if (next()) {
            // What was overwritten before the start does not count as missed.
            missed = 0;
        } else {
            // The writer counts a message before it publishes it, so the count may be ahead of the position.
            next = slot.published();
            least = Math.max(0, next - 1);
        }
        end = position;
        publish();
    }

    @Override
    public boolean next() {
        while (position < tail || load()) {
            if (read(UnsafeApi.getLong(ring + (position & capacity - 1)))) {
                return true;
            }
            if (slot.oldest() > position) {
                goOn();
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

    /** Goes on in the middle of the ring. */
    private void goOn() {
        final long middle = slot.middle();
        tail = slot.tail();
        if (middle <= position || middle > tail || (middle & HEADER_LENGTH - 1) != 0) {
            throw damage("a middle of " + middle);
        }
        position = middle;
    }

    /** Copies the message. Returns false if there is none: it is padding, or overwritten. */
    private boolean read(final long header) {
        final int bytes = FeedRecordDescriptor.length(header);
        final int start = (int) (position & capacity - 1);
        final boolean isPossible =
            bytes >= 0 && bytes <= longest && FeedRecordDescriptor.recordLength(bytes) <= Math.min(capacity - start, tail - position);
        if (isPossible) {
            Bytes.copy(null, ring + start + HEADER_LENGTH, copy.byteArray(), copy.addressOffset(), bytes);
        }
        // After the copy, before the load; partner: the fence in FeedRoom.make, which comes before the writer overwrites anything.
        UnsafeApi.loadFence();
        if (slot.oldest() > position) {
            return false;
        }
        // The writer pads only where some message does not fit. So padding never follows padding.
        if (bytes == PADDING && capacity - start < FeedRecordDescriptor.recordLength(longest)) {
            position += capacity - start;
            return false;
        }
        if (!isPossible) {
            throw damage("a message of " + bytes + " bytes");
        }
        take(FeedRecordDescriptor.number(header, slot.published()), bytes);
        return true;
    }

    private void take(final long found, final int bytes) {
        if (found < least) {
            throw damage("message " + found + " in place of message " + next);
        }
        missed += Math.max(0, found - next);
        number = found;
        next = found;
        least = found;
        length = bytes;
        end = position + FeedRecordDescriptor.recordLength(bytes);
    }

    private FeedDamageException damage(final String what) {
        return new FeedDamageException(file, what, position);
    }

    @Override
    public boolean done() {
        position = end;
        next = number + 1;
        least = next;
        return true;
    }

    @Override
    public void publish() {
        slot.missed(missed);
        slot.publish(position, next);
    }

    @Override
    public boolean hasNext() {
        return position < tail || slot.tail() != position;
    }

    @Override
    public long key() {
        return 0;
    }

    @Override
    public long lagMessages() {
        return Math.max(0, slot.published() - next);
    }

    @Override
    public long lagBytes() {
        return Math.max(0, slot.tail() - position);
    }
}
