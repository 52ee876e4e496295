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
package io.tombolo.ringbuffers.collective;

import org.agrona.UnsafeApi;

/**
 * The payload of a line whose data is elsewhere: where a rank has its data, and where its results will be.
 * <pre>
 *   0                                                             63
 *  +----------------------------------------------------------------+  0
 *  | bit 0: data in a region; bit 1: results in a region; from bit 8 on: number of the first piece
 *  +----------------------------------------------------------------+  8
 *  |  length of the data in bytes                                   |
 *  +----------------------------------------------------------------+  16
 *  |  number of the region with the data                            |
 *  +----------------------------------------------------------------+  24
 *  |  offset of the data in the region                              |
 *  +----------------------------------------------------------------+  32
 *  |  number of the region with the results                         |
 *  +----------------------------------------------------------------+  40
 *  |  offset of the results in the region                           |
 *  +----------------------------------------------------------------+  48
 * </pre>
 * What another rank has stored is loaded once; the caller checks it.
 */
public final class Exposure {
    /** Bytes in a line. */
    public static final int LENGTH = CollectiveSlotDescriptor.LINE_PAYLOAD_LENGTH;

    private static final long DATA_IN_REGION = 1;
    private static final long RESULTS_IN_REGION = 2;
    private static final int PIECE_SHIFT = 8;

    private long flags;
    private long length;
    private long dataRegion;
    private long dataOffset;
    private long resultRegion;
    private long resultOffset;

    /** Makes an exposure of nothing. */
    public Exposure() {
        begin(0, 0);
    }

    /**
     * Sets data that goes through pieces.
     *
     * @param firstPiece number of the first piece among all of the slot.
     * @param newLength  of the data in bytes.
     */
    public void begin(final long firstPiece, final long newLength) {
        flags = firstPiece << PIECE_SHIFT;
        length = newLength;
        dataRegion = 0;
        dataOffset = 0;
        resultRegion = 0;
        resultOffset = 0;
    }

    /**
     * Sets data that others read in its region.
     *
     * @param region number of the region.
     * @param offset of the data in the region, in bytes.
     */
    public void dataIn(final int region, final long offset) {
        flags |= DATA_IN_REGION;
        dataRegion = region;
        dataOffset = offset;
    }

    /**
     * Sets results that others read in a region.
     *
     * @param region number of the region.
     * @param offset of the results in the region, in bytes.
     */
    public void resultsIn(final int region, final long offset) {
        flags |= RESULTS_IN_REGION;
        resultRegion = region;
        resultOffset = offset;
    }

    /**
     * Writes this into a line that is not published yet.
     *
     * @param address of the payload of the line.
     */
    public void store(final long address) {
        UnsafeApi.putLong(address, flags);
        UnsafeApi.putLong(address + 8, length);
        UnsafeApi.putLong(address + 16, dataRegion);
        UnsafeApi.putLong(address + 24, dataOffset);
        UnsafeApi.putLong(address + 32, resultRegion);
        UnsafeApi.putLong(address + 40, resultOffset);
    }

    /**
     * Reads this from the line of a member, which has been seen.
     *
     * @param address of the payload of the line.
     */
    public void load(final long address) {
        flags = UnsafeApi.getLong(address);
        length = UnsafeApi.getLong(address + 8);
        dataRegion = UnsafeApi.getLong(address + 16);
        dataOffset = UnsafeApi.getLong(address + 24);
        resultRegion = UnsafeApi.getLong(address + 32);
        resultOffset = UnsafeApi.getLong(address + 40);
    }

    /**
     * Returns whether the data is in a region.
     *
     * @return true unless it goes through pieces.
     */
    public boolean isDataInRegion() {
        return (flags & DATA_IN_REGION) != 0;
    }

    /**
     * Returns whether the results will be in a region.
     *
     * @return true unless they go through pieces.
     */
    public boolean areResultsInRegion() {
        return (flags & RESULTS_IN_REGION) != 0;
    }

    /**
     * Returns the number of the first piece.
     *
     * @return unchecked; its lowest bits count.
     */
    public long firstPiece() {
        return flags >>> PIECE_SHIFT;
    }

    /**
     * Returns the length of the data.
     *
     * @return bytes, unchecked.
     */
    public long length() {
        return length;
    }

    /**
     * Returns the region of the data.
     *
     * @return number, unchecked.
     */
    public int dataRegion() {
        return (int) dataRegion;
    }

    /**
     * Returns where the data begins in its region.
     *
     * @return bytes, unchecked.
     */
    public long dataOffset() {
        return dataOffset;
    }

    /**
     * Returns the region of the results.
     *
     * @return number, unchecked.
     */
    public int resultRegion() {
        return (int) resultRegion;
    }

    /**
     * Returns where the results begin in their region.
     *
     * @return bytes, unchecked.
     */
    public long resultOffset() {
        return resultOffset;
    }
}
