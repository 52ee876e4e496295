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

import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.MIDDLE_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.OLDEST_OFFSET;

import org.agrona.UnsafeApi;

/**
 * Makes room in the ring of a feed. The writer announces which messages it gives up before it overwrites them. It gives up a part of the
 * ring at a time, so that most messages cost it one comparison. The writer alone.
 * <p>
 * It remembers where some of the messages begin, in its own memory: it never reads back what another process could have changed.
 */
final class FeedRoom {
    private static final int MOST_STARTS = 2 * FeedGeometry.BLOCKS;
    private static final int STARTS_MASK = MOST_STARTS - 1;

    private final FeedFile file;
    private final long head;
    private final int capacity;
    private final int block;
    private final ReaderGate gate;
    // Positions of messages, at least a block apart, oldest first: from index first to index last, excluded.
    private final long[] starts = new long[MOST_STARTS];
    private int first;
    private int last;
    private long nextStart;
    private long oldest;
    private long limit;

    /**
     * Creates the room of an empty ring.
     *
     * @param file of the feed.
     * @param gate the readers that the writer waits for; null if it waits for none.
     */
    FeedRoom(final FeedFile file, final ReaderGate gate) {
        this.file = file;
        this.head = file.memory().addressOffset();
        this.capacity = file.geometry().capacity();
        this.block = capacity / FeedGeometry.BLOCKS;
        this.gate = gate;
        this.limit = capacity;
    }

    /** Returns whether a message may be written that ends at a position. */
    boolean has(final long end) {
        return end <= limit;
    }

    /** Remembers where a message begins. Called for each message that is written. */
    void begins(final long position) {
        if (position >= nextStart) {
            starts[last++ & STARTS_MASK] = position;
            nextStart = position + block;
        }
    }

    /**
     * Makes room.
     *
     * @param tail position at which the next message begins.
     * @param end  position at which it will end.
     * @return false if the writer has to wait for a reader.
     */
    boolean make(final long tail, final long end) {
        final long needed = end - capacity;
        if (oldest < needed) {
            giveUp(tail, needed);
        }
        final long slowest = gate == null ? Long.MAX_VALUE : gate.slowest(tail, needed);
        if (slowest < needed) {
            return false;
        }
        limit = Math.min(oldest, slowest) + capacity;
        return true;
    }

    private void giveUp(final long tail, final long needed) {
        while (first != last && starts[first & STARTS_MASK] < needed) {
            first++;
        }
        final int count = last - first;
        oldest = count == 0 ? tail : starts[first & STARTS_MASK];
        // First: a reader that sees the oldest position goes on at the middle one.
        // Release; partner: the acquire load in FeedSlot.middle. Who sees it sees a tail that is not before it.
        UnsafeApi.putLongRelease(null, head + MIDDLE_OFFSET, count == 0 ? tail : starts[first + (count >> 1) & STARTS_MASK]);
        // Release; partner: the acquire load in FeedSlot.oldest.
        UnsafeApi.putLongRelease(null, head + OLDEST_OFFSET, oldest);
        // Before the writer overwrites anything, and before it looks at the readers; partners: the fences in FeedSlot.start, and the load
        // fence that a reader of the latest messages makes between a copy and its load of the oldest position.
        UnsafeApi.fullFence();
    }
}
