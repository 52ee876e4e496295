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
 * Lines of staging lanes that the sender takes back from far readers before it copies to them ({@link Bytes#fillWithZeros}): for the next
 * message in the time until it comes (bench latency, far: 16 KiB 2.5 to 1.7 us, 64 KiB 5.7 to 4.0), and what is left of it, a bounded part
 * ahead of the copy. One thread at a time.
 * <p>
 * Not for near readers: there lines are fetched fast, and it is as much work again (bench latency, JDK 17: 16 KiB 0.75 to 1.23 us).
 */
final class OwnLines {
    // What is shorter is not worth it within a message; a part is several of those that are published (bench latency, JDK 17, far). String
    // instructions take long to begin: where long parts are published, as in windows, so are these (bench bandwidth, JDK 17, far: 256 KiB
    // 15.8 us, 12.9 with parts of 64 KiB, 42 with parts of a page).
    private static final int LEAST = 8 * 1024;
    private static final int PART = 16 * 1024;
    private static final int COPIES_A_PART = 4;
    private static final long NOT_OWNED = Long.MAX_VALUE;

    private final MappedFile file;
    private final StagingGeometry geometry;
    private final long limit;
    // Of the message that begins in a lane: up to which position; or NOT_OWNED.
    private final long[] owned;
    // Lanes of the message that is expected after the last; up to which position, or NOT_OWNED; and bytes that are left.
    private int nextLane;
    private int nextCount;
    private long nextOwned = NOT_OWNED;
    private long nextLeft;

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

    /** Returns whether lines of free lanes have been made own for a message that takes just these. */
    boolean areReady(final int lane, final int count) {
        return lane == nextLane && count == nextCount && nextOwned != NOT_OWNED;
    }

    /** A message takes lanes whose lines are made own from its start on, but for those that are. */
    void take(final int lane, final int count, final long start) {
        owned[lane] = areReady(lane, count) ? nextOwned : start;
    }

    /** A message takes lanes whose lines are not made own; nor are those of the next. */
    void leave(final int lane) {
        owned[lane] = NOT_OWNED;
        expectNone();
    }

    /** Expects a message as long as the last one in lanes that may still be taken. */
    void expect(final int lane, final int count, final long length) {
        nextLane = lane;
        nextCount = count;
        nextOwned = NOT_OWNED;
        nextLeft = length;
    }

    void expectNone() {
        expect(0, 0, 0);
    }

    /** For the copy of so many bytes to a position of a message that ends there, all of it in room that nobody reads. */
    void own(final int lane, final int count, final long position, final long bytes, final long end) {
        if (position + bytes > owned[lane]) {
            final long from = Math.max(owned[lane], position);
            final long length = Math.min(end, Math.max(position + bytes, from + Math.max(PART, bytes * COPIES_A_PART))) - from;
            if (length >= LEAST) {
                own(lane, count, from, length);
                owned[lane] = from + length;
            }
        }
    }

    /**
     * One more part for the message that is expected, if its lanes are free. Their last reader may store to them at the same time, what it
     * has read: a message that takes them waits for its end, and no byte of it stands there yet.
     *
     * @param taken    lanes that are not free.
     * @param produced positions at which the next messages in them begin.
     */
    boolean ownNext(final BitSet taken, final long[] produced) {
        if (nextLeft == 0) {
            return false;
        }
        final int carrying = taken.nextSetBit(nextLane);
        if (carrying >= 0 && carrying < nextLane + nextCount) {
            return false;
        }
        final long from = nextOwned == NOT_OWNED ? produced[nextLane] : nextOwned;
        final long length = Math.min(PART, nextLeft);
        own(nextLane, nextCount, from, length);
        nextOwned = from + length;
        nextLeft -= length;
        return true;
    }

    private void own(final int lane, final int count, final long from, final long length) {
        final long data = dataOffset(geometry.lanes()) + (long) lane * geometry.laneLength();
        final long at = from & ringLength(count) - 1;
        final long first = Math.min(length, ringLength(count) - at);
        Bytes.fillWithZeros(file.address(data + at, first), first);
        if (first < length) {
            Bytes.fillWithZeros(file.address(data, length - first), length - first);
        }
    }

    private long ringLength(final int count) {
        return (long) count * geometry.laneLength();
    }
}
