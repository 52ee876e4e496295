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

import org.agrona.DirectBuffer;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The place of a reader in a reliable feed. Messages are read where they lie: the writer waits for the position of this reader, unless it
 * cuts the reader off.
 */
public final class ReliableCursor implements FeedCursor {
    private final FeedFile file;
    private final FeedSlot slot;
    private final UnsafeBuffer buffer;
    private final int capacity;
    private final int block;
    private final int longest;
    private long tail;
    private long position;
    // Position behind the present message.
    private long end;
    private long next;
    private long number;
    // The least number that the next message can have. Less than next only before the first message.
    private long least;
    private int offset;
    private int length;

    /**
     * Starts a reader.
     *
     * @param slot       taken.
     * @param fromOldest whether to begin at the oldest message that is kept, and not behind the last.
     */
    public ReliableCursor(final FeedSlot slot, final boolean fromOldest) {
        this.file = slot.file();
        this.slot = slot;
        this.capacity = file.geometry().capacity();
        this.block = capacity / FeedGeometry.BLOCKS;
        this.longest = file.geometry().longest();
        this.buffer = new UnsafeBuffer(file.memory(), file.geometry().ringOffset(), capacity);
        this.position = slot.start(fromOldest);
        this.end = position;
        this.next = slot.published();
        if (next()) {
            next = number;
            least = number;
        } else {
            // The writer counts a message before it publishes it, so the count may be ahead of the position.
            least = Math.max(0, next - 1);
        }
        end = position;
        slot.publish(position, next);
    }

    @Override
    public boolean next() {
        if (position >= tail && !load()) {
            return false;
        }
        long header = header();
        if (FeedRecordDescriptor.length(header) == PADDING) {
            position += capacity - (position & capacity - 1);
            if (position >= tail && !load()) {
                return false;
            }
            header = header();
        }
        return read(header);
    }

    private boolean load() {
        final long now = slot.tail();
        if (now < position || now - position > capacity || (now & HEADER_LENGTH - 1) != 0) {
            return refuse("a tail of " + now);
        }
        tail = now;
        return position < now;
    }

    private long header() {
        return UnsafeApi.getLong(buffer.addressOffset() + (position & capacity - 1));
    }

    private boolean read(final long header) {
        final int bytes = FeedRecordDescriptor.length(header);
        final int start = (int) (position & capacity - 1);
        if (bytes < 0 || bytes > longest || FeedRecordDescriptor.recordLength(bytes) > Math.min(capacity - start, tail - position)) {
            return refuse("a message of " + bytes + " bytes");
        }
        final long found = FeedRecordDescriptor.number(header, slot.published());
        if (found < least || found > next) {
            return refuse("message " + found + " in place of message " + next);
        }
        number = found;
        offset = start + HEADER_LENGTH;
        length = bytes;
        end = position + FeedRecordDescriptor.recordLength(bytes);
        return true;
    }

    /** Refuses what was read, unless the writer has cut this reader off and goes on without it. */
    private boolean refuse(final String what) {
        if (!slot.isCut()) {
            throw new FeedDamageException(file, what, position);
        }
        return false;
    }

    @Override
    public boolean done() {
        position = end;
        next = number + 1;
        least = next;
        // Unless it is the slot of another reader by now.
        final boolean isCut = slot.isCut();
        if (!isCut) {
            slot.publish(position, next);
        }
        return !isCut;
    }

    /**
     * Returns whether the writer should be told now, in the middle of a batch, how far this reader is.
     *
     * @return true after the last message of a part of the ring.
     */
    public boolean isEndOfBlock() {
        return (position & block - 1) < FeedRecordDescriptor.recordLength(length);
    }

    @Override
    public void publish() {
        // Each message has published its position.
        return;
    }

    @Override
    public boolean hasNext() {
        return position < tail || slot.tail() != position || slot.isCut();
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public long key() {
        return 0;
    }

    @Override
    public DirectBuffer buffer() {
        return buffer;
    }

    @Override
    public int offset() {
        return offset;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public long missed() {
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
