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

import static io.tombolo.ringbuffers.line.HandbackWords.NOBODY;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.activeDistance;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.requestOffset;

import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.line.HandbackWords;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * The owner's requests that readers hand the lines of its lanes back ({@link HandbackWords}). A request stands until the owner takes the
 * lanes for the next message. A message is known by its first lane. One thread at a time.
 */
final class HandbackRequests {
    private static final int NONE = StagingLanes.NONE;

    private final MappedFile file;
    private final StagingGeometry geometry;
    private final IntPredicate isDead;
    // Of the last message that began in a lane: its name, or NOBODY if its reader has no request, and its reader.
    private final long[] name;
    private final int[] reader;
    // First lane of the last message that had this one, while its request stands; or NONE.
    private final int[] firstLane;

    /**
     * Starts without requests.
     *
     * @param file     of the owner, kept mapped by the caller.
     * @param geometry of the file.
     * @param isDead   whether the process of a rank is gone.
     */
    HandbackRequests(final MappedFile file, final StagingGeometry geometry, final IntPredicate isDead) {
        this.file = file;
        this.geometry = geometry;
        this.isDead = isDead;
        this.name = new long[geometry.lanes()];
        this.reader = new int[geometry.lanes()];
        this.firstLane = new int[geometry.lanes()];
        Arrays.fill(firstLane, NONE);
    }

    /** Requests the lines of a message that has just taken its lanes; before its first byte is published, so that the reader finds it. */
    void request(final int lane, final int count, final long message, final int destination) {
        name[lane] = message;
        reader[lane] = destination;
        HandbackWords.request(requestAddress(lane), message);
        Arrays.fill(firstLane, lane, lane + count, lane);
    }

    /** Notes that a message has taken lanes whose reader is to leave them as they are. */
    void skip(final int lane) {
        name[lane] = NOBODY;
    }

    /** Returns the first lane of the last message that had this one; its request stands. */
    int firstLane(final int lane) {
        return firstLane[lane];
    }

    /**
     * Finds a lane that carries no message, and that the reader of its last one stores to.
     *
     * @param lane  first lane to look at.
     * @param count lanes to look at.
     * @param taken lanes that carry messages; they are left out.
     * @return the lane, or NONE.
     */
    int findActive(final int lane, final int count, final BitSet taken) {
        for (int free = lane; free < lane + count; free++) {
            final int first = taken.get(free) ? NONE : firstLane[free];
            if (first != NONE && isActive(first)) {
                return free;
            }
        }
        return NONE;
    }

    /**
     * Takes the requests for lanes away, up to the first one that a reader stores to.
     *
     * @param lane  first lane.
     * @param count lanes, each of which carries no message.
     * @param run   lanes of each message, by its first lane.
     * @return a lane that is stored to, or NONE if all are the owner's again.
     */
    int withdraw(final int lane, final int count, final int[] run) {
        for (int free = lane; free < lane + count; free++) {
            final int first = firstLane[free];
            if (first != NONE) {
                HandbackWords.withdraw(requestAddress(first));
                if (isActive(first)) {
                    return free;
                }
                name[first] = NOBODY;
                Arrays.fill(firstLane, first, first + run[first], NONE);
            }
        }
        return NONE;
    }

    /** Returns whether the reader of a message stores to its lanes, and lives. */
    boolean isActive(final int first) {
        final long active = geometry.consumedOffset(reader[first]) + activeDistance(geometry.lanes()) + (long) first * Long.BYTES;
        return HandbackWords.isActive(file.address(active, Long.BYTES), name[first]) && !isDead.test(reader[first]);
    }

    private long requestAddress(final int lane) {
        return file.address(requestOffset(lane), Long.BYTES);
    }
}
