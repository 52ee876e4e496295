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
package io.tombolo.ringbuffers.region;

import static io.tombolo.ringbuffers.region.StagingFileDescriptor.dataOffset;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.file.MappedFile;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Lines of staging lanes that the sender takes back from far readers before it copies to them ({@link Bytes#own}): for the next message in
 * the time until it comes (bench latency, far: 16 KiB 2.5 to 1.7 us, 64 KiB 5.7 to 4.0), and what is left of it, a bounded part ahead of
 * the copy. One thread at a time.
 * <p>
 * Not for near readers: there lines are fetched fast, and it is as much work again (bench latency, JDK 17: 16 KiB 0.75 to 1.23 us).
 */
final class OwnLines {
    // What is shorter is not worth it within a message; a part is several of those that are published (bench latency, JDK 17, far).
    private static final int LEAST = 8 * 1024;
    private static final int PART = 16 * 1024;
    private static final long NOT_OWNED = Long.MAX_VALUE;

    private final MappedFile file;
    private final StagingGeometry geometry;
    private final long limit;
    // Of the message that begins in a lane: up to which position; or NOT_OWNED.
    private final long[] owned;
    // For the message after the last: in which lanes, from where, and up to where.
    private int nextLane;
    private int nextCount;
    private long nextOwned;
    private long nextEnd;

    OwnLines(final MappedFile file, final StagingGeometry geometry, final long limit) {
        this.file = file;
        this.geometry = geometry;
        this.limit = limit;
        this.owned = new long[geometry.lanes()];
        Arrays.fill(owned, NOT_OWNED);
    }

    /** Returns whether lines of a message to a far reader are made own: its lanes hold it whole, and it is not too long, nor short. */
    boolean isFor(final int count, final long length) {
        return length >= LEAST && length <= Math.min(limit, ringLength(count));
    }

    /** A message takes lanes whose lines are made own from its start on; some are, if it is the one that was expected. */
    void take(final int lane, final int count, final long start) {
        owned[lane] = lane == nextLane && count == nextCount ? Math.max(start, nextOwned) : start;
    }

    /** A message takes lanes whose lines are not made own; nor are those of the next. */
    void leave(final int lane) {
        owned[lane] = NOT_OWNED;
        nextEnd = nextOwned;
    }

    /** Expects a message as long as the last one. */
    void expect(final int lane, final int count, final long start, final long length) {
        nextLane = lane;
        nextCount = count;
        nextOwned = start;
        nextEnd = start + length;
    }

    /** For the copy of so many bytes to a position of a message that ends there, all of it in room that nobody reads. */
    void own(final int lane, final int count, final long position, final long bytes, final long end) {
        if (position + bytes > owned[lane]) {
            final long from = Math.max(owned[lane], position);
            final long length = Math.min(end, Math.max(position + bytes, from + PART)) - from;
            if (length >= LEAST) {
                own(lane, count, from, length);
                owned[lane] = from + length;
            }
        }
    }

    /**
     * For the message that is expected: one more part, if its lanes are free. That somebody may still store to them, what stood there, does
     * no harm to what is not written yet.
     */
    boolean ownNext(final BitSet taken) {
        if (nextOwned == nextEnd) {
            return false;
        }
        final int carrying = taken.nextSetBit(nextLane);
        if (carrying >= 0 && carrying < nextLane + nextCount) {
            return false;
        }
        final long length = Math.min(PART, nextEnd - nextOwned);
        own(nextLane, nextCount, nextOwned, length);
        nextOwned += length;
        return true;
    }

    private void own(final int lane, final int count, final long from, final long length) {
        final long data = dataOffset(geometry.lanes()) + (long) lane * geometry.laneLength();
        final long at = from & ringLength(count) - 1;
        final long first = Math.min(length, ringLength(count) - at);
        Bytes.own(file.address(data + at, first), first);
        if (first < length) {
            Bytes.own(file.address(data, length - first), length - first);
        }
    }

    private long ringLength(final int count) {
        return (long) count * geometry.laneLength();
    }
}
