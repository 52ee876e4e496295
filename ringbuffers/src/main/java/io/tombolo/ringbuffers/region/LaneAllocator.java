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

import java.util.BitSet;
import org.agrona.BitUtil;

/**
 * Says which lanes the next message takes: as many adjacent ones as it fills, a power of two, in rotation. Lanes that the reader of their
 * last message still hands back are not taken. Some lanes are kept for messages whose receiver has asked for them. One thread at a time.
 */
final class LaneAllocator {
    private static final int NONE = StagingLanes.NONE;
    // A ring that is much shorter than its message keeps waiting for its receiver: then rather none until that asks.
    private static final int LEAST_PART = 4;

    private final StagingGeometry geometry;
    private final HandbackRequests requests;
    private final BitSet taken;
    // First lanes of messages that have ended, and whose reader was found to hand them back; they count as taken.
    private final BitSet handedBack = new BitSet();
    // Lanes of the message whose first lane it is.
    private final int[] run;
    private int next;
    private int freeCount;

    /**
     * Starts with all lanes free.
     *
     * @param geometry of the file.
     * @param requests of the owner of the lanes.
     */
    LaneAllocator(final StagingGeometry geometry, final HandbackRequests requests) {
        this.geometry = geometry;
        this.requests = requests;
        this.taken = new BitSet(geometry.lanes());
        this.run = new int[geometry.lanes()];
        this.freeCount = geometry.lanes();
    }

    /** Takes lanes for a message, see {@link StagingLanes#acquire}; returns the first one, or NONE. */
    int acquire(final boolean isAsked, final long length) {
        reclaim();
        final int filled = geometry.run(length);
        final int least = isAsked ? 1 : Math.max(1, filled / LEAST_PART);
        final int kept = isAsked ? 0 : geometry.reserve();
        while (kept > 0 && freeCount - filled < 2 * kept && takeActive(0, geometry.lanes())) {
            // Lanes that are kept have to be free. Where there are enough, the words of the readers are not looked at.
        }
        for (int count = filled; count >= least; count >>= 1) {
            final int lane = count > freeCount - kept ? NONE : find(count);
            // Once more: the search may have found that fewer lanes are free.
            if (lane != NONE && count <= freeCount - kept) {
                taken.set(lane, lane + count);
                freeCount -= count;
                run[lane] = count;
                next = lane + count == geometry.lanes() ? 0 : lane + count;
                return lane;
            }
        }
        return NONE;
    }

    private int find(final int count) {
        final int lane = find(next, count);
        return lane == NONE && next > 0 ? find(0, count) : lane;
    }

    private int find(final int from, final int count) {
        int lane = BitUtil.align(from, count);
        while (lane + count <= geometry.lanes()) {
            final int inUse = claim(lane, count);
            if (inUse == NONE) {
                return lane;
            }
            lane = BitUtil.align(inUse + 1, count);
        }
        return NONE;
    }

    /**
     * Makes lanes the owner's: they carry no message, and no reader hands them back any more.
     *
     * @return a lane that is in use, or NONE if all can be taken.
     */
    int claim(final int lane, final int count) {
        final int carrying = taken.nextSetBit(lane);
        if (carrying >= 0 && carrying < lane + count) {
            return carrying;
        }
        // Look before withdrawing: the requests stay if the lanes are not taken.
        int active = requests.findActive(lane, count, taken);
        if (active == NONE) {
            active = requests.withdraw(lane, count, run);
        }
        if (active != NONE) {
            holdBack(requests.firstLane(active));
        }
        return active;
    }

    private boolean takeActive(final int lane, final int count) {
        final int active = requests.findActive(lane, count, taken);
        if (active != NONE) {
            holdBack(requests.firstLane(active));
        }
        return active != NONE;
    }

    /** Counts lanes as taken that a reader hands back, until {@link #reclaim}. */
    private void holdBack(final int first) {
        handedBack.set(first);
        taken.set(first, first + run[first]);
        freeCount -= run[first];
    }

    /** Frees the lanes that their readers have handed back by now. */
    void reclaim() {
        for (int first = handedBack.nextSetBit(0); first >= 0; first = handedBack.nextSetBit(first + 1)) {
            if (!requests.isActive(first)) {
                handedBack.clear(first);
                release(first);
            }
        }
    }

    /** Gives the lanes of a message back. */
    void release(final int lane) {
        taken.clear(lane, lane + run[lane]);
        freeCount += run[lane];
    }

    /** Returns how many lanes a message has, by its first one. */
    int run(final int lane) {
        return run[lane];
    }

    /** Returns the lanes that are free, as far as is known. */
    int freeCount() {
        return freeCount;
    }
}
