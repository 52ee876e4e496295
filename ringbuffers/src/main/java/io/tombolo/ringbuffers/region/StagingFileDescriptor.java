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

import io.tombolo.ringbuffers.pair.PairFileDescriptor;
import org.agrona.BitUtil;

/**
 * Layout of {@code heap-R-0.dat}: the staging lanes of rank R.
 * <pre>
 *  0        8        12       16       20       24       128
 *  +--------+--------+--------+--------+--------+-- ~ ----+
 *  | magic  | layout |  rank  | lanes  | lane   | reserved|   header, written once by R
 *  |        | version|        |        | length |   (0)   |
 *  +--------+--------+--------+--------+--------+-- ~ ----+
 *  then for each lane:
 *  +------------------------------------------------------+ 0
 *  |  produced: bytes written, monotone                   |   line written by R
 *  +------------------------------------------------------+ 128
 *  |  data: a byte ring                                   |   written by R
 *  +------------------------------------------------------+ 128 + lane length
 *  then for each rank of the job:
 *  +------------------------------------------------------+ 0
 *  |  consumed: bytes taken, monotone, a word for a lane  |   lines written by that rank alone
 *  +------------------------------------------------------+ a multiple of 128
 * </pre>
 * Positions never go back over the life of a lane: a message begins at the position that its envelope names. A receiver has words of its
 * own, so that a late store of an earlier receiver of the lane cannot pass for the one of the next.
 */
public final class StagingFileDescriptor {
    /** "TOMBLANE" in ASCII, first letter first in the file. */
    public static final long MAGIC = 0x454E414C424D4F54L;

    /** Changes with every incompatible change of this layout. */
    public static final int LAYOUT_VERSION = 3;

    /** Offset of the magic number: long. */
    public static final int MAGIC_OFFSET = 0;

    /** Offset of the layout version: int. */
    public static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;

    /** Offset of the owner's rank: int. */
    public static final int RANK_OFFSET = VERSION_OFFSET + Integer.BYTES;

    /** Offset of the number of lanes: int. */
    public static final int LANES_OFFSET = RANK_OFFSET + Integer.BYTES;

    /** Offset of the bytes of data of each lane: int, a power of two; less than the setting where the file system had no more room. */
    public static final int LANE_LENGTH_OFFSET = LANES_OFFSET + Integer.BYTES;

    /** Bytes of the header. */
    public static final int HEADER_LENGTH = PairFileDescriptor.SECTION_ALIGNMENT;

    /** Offset in a lane of the bytes written: long. */
    public static final int PRODUCED_OFFSET = 0;

    /** Offset in a lane of its bytes. */
    public static final int DATA_OFFSET = PRODUCED_OFFSET + PairFileDescriptor.SECTION_ALIGNMENT;

    private StagingFileDescriptor() {
    }

    /**
     * Returns where a lane begins.
     *
     * @param lane       index.
     * @param laneLength bytes of data of each lane.
     * @return offset in bytes.
     */
    public static long laneOffset(final int lane, final int laneLength) {
        return HEADER_LENGTH + (long) lane * (DATA_OFFSET + laneLength);
    }

    /**
     * Returns where the words begin that one reader writes, one long for each lane.
     *
     * @param lanes      count.
     * @param laneLength bytes of data of each lane.
     * @param reader     rank.
     * @return offset in bytes.
     */
    static long consumedOffset(final int lanes, final int laneLength, final int reader) {
        return laneOffset(lanes, laneLength) +
            (long) reader * BitUtil.align((long) lanes * Long.BYTES, PairFileDescriptor.SECTION_ALIGNMENT);
    }

    /**
     * Returns the length of the whole file; {@link StagingGeometry} checks it.
     */
    static long fileLength(final int lanes, final int laneLength, final int ranks) {
        return consumedOffset(lanes, laneLength, ranks);
    }
}
