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
package io.tombolo.engine.transfer;

import java.util.ArrayList;
import java.util.List;
import org.agrona.BitUtil;

/**
 * The regions that are lent for messages that do not fit a packet. They are made when they are first needed, lent again when their message
 * has been received, and bounded in number and bytes. In steady state no file is made and none is mapped. One thread at a time. The thread
 * that claims makes the files, outside of the progress owner's role.
 */
public final class ClaimRegions {
    /** Most regions: half of what a receiver keeps mapped of one peer. */
    public static final int MOST_REGIONS = RemoteMemory.MAPPED_REGIONS / 2;

    /** Shortest region in bytes. */
    public static final long SHORTEST = 64 * 1024;

    private final LocalRegions all;
    private final List<LocalRegion> free = new ArrayList<>(MOST_REGIONS);
    private final List<LocalRegion> sent = new ArrayList<>(MOST_REGIONS);
    private final List<LocalRegion> made = new ArrayList<>(MOST_REGIONS);
    private final long limit;
    private long bytes;
    private int count;
    private boolean isDiskFull;

    /**
     * Makes an empty pool.
     *
     * @param all   all regions of this rank; those of the pool are among them.
     * @param limit bytes of the pool's regions together.
     */
    public ClaimRegions(final LocalRegions all, final long limit) {
        this.all = all;
        this.limit = limit;
    }

    /**
     * Takes a region out.
     *
     * @param length bytes of the message.
     * @return a region that is long enough, or null if there is none free now.
     */
    public LocalRegion acquire(final long length) {
        collect();
        final long bestLength = regionLength(length);
        int best = -1;
        for (int i = free.size() - 1; i >= 0; i--) {
            final long candidate = free.get(i).file().length();
            if (candidate >= length && (best < 0 || candidate < free.get(best).file().length())) {
                best = i;
            }
        }
        // A much longer region is lent only if no fitting one may be made.
        if (best < 0 || free.get(best).file().length() > bestLength && hasRoom(bestLength)) {
            return null;
        }
        return free.remove(best);
    }

    /**
     * Returns whether half of the pool is lent if one more region is.
     *
     * @param length bytes of the message that gets it.
     * @return false also if no region is lent, whatever the length is.
     */
    public boolean isHalfLentWith(final long length) {
        collect();
        long freeBytes = 0;
        for (int i = 0; i < free.size(); i++) {
            freeBytes += free.get(i).file().length();
        }
        final int lent = count - free.size();
        return lent > 0 && (lent >= MOST_REGIONS / 2 || bytes - freeBytes + regionLength(length) > limit / 2);
    }

    private void collect() {
        for (int i = sent.size() - 1; i >= 0; i--) {
            if (!sent.get(i).isBusy()) {
                free.add(sent.remove(i));
                isDiskFull = false;
            }
        }
    }

    private boolean hasRoom(final long regionLength) {
        return !isDiskFull && count < MOST_REGIONS && bytes + regionLength <= limit;
    }

    private long regionLength(final long length) {
        final long rounded = BitUtil.findNextPositivePowerOfTwo(Math.max(SHORTEST, length));
        return rounded <= Math.min(limit, all.longestInOnePiece()) ? rounded : Math.max(1, length);
    }

    /**
     * Reserves room for one more region, if there may be one for a message of this length. If no region that is long enough will come back
     * from a receiver, the free ones, which are too short, are given up first. {@link #grown} must follow.
     *
     * @param length bytes of the message.
     * @return bytes of the region that the caller shall make, or 0 if the message has to wait for one to come back.
     */
    public long grow(final long length) {
        long regionLength = regionLength(length);
        if (!hasRoom(regionLength) && !has(sent, length)) {
            giveUpFree();
            // A region of an odd length is better than none: there may never be more room beside the regions that are lent.
            regionLength = hasRoom(regionLength) ? regionLength : Math.max(1, length);
        }
        if (!hasRoom(regionLength)) {
            return 0;
        }
        bytes += regionLength;
        count++;
        return regionLength;
    }

    private void giveUpFree() {
        for (int i = free.size() - 1; i >= 0; i--) {
            final LocalRegion region = free.remove(i);
            bytes -= region.file().length();
            count--;
            made.remove(region);
            all.remove(region);
            isDiskFull = false;
        }
    }

    private static boolean has(final List<LocalRegion> regions, final long length) {
        for (int i = 0; i < regions.size(); i++) {
            if (regions.get(i).file().length() >= length) {
                return true;
            }
        }
        return false;
    }

    /**
     * Adds a region that was made, or notes that it could not be made. In that case the next is tried when a region has come back.
     *
     * @param length       bytes of the message.
     * @param regionLength from {@link #grow}.
     * @param region       or null.
     * @return false if there is no region that the message can wait for.
     */
    public boolean grown(final long length, final long regionLength, final LocalRegion region) {
        if (region != null) {
            made.add(region);
            free.add(region);
            return true;
        }
        bytes -= regionLength;
        count--;
        isDiskFull = has(made, length);
        return isDiskFull;
    }

    /**
     * Takes a region back. It is free as soon as the send from it, if there is one, is done.
     *
     * @param region from {@link #acquire}.
     */
    public void release(final LocalRegion region) {
        sent.add(region);
    }
}
