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
 *  then, from a multiple of 4096 on, for each lane:
 *  +------------------------------------------------------+ 0
 *  |  data                                                |   written by R
 *  +------------------------------------------------------+ lane length
 *  then for each rank of the job:
 *  +------------------------------------------------------+ 0
 *  |  consumed: bytes taken, monotone, a word for a lane  |   lines written by that rank alone
 *  +------------------------------------------------------+ a multiple of 128
 * </pre>
 * A message has one lane or a run of adjacent ones, a power of two, whose data is one byte ring; the words are those of the first. Its
 * positions begin anywhere and never go back over the life of the file: a message begins at the position that its envelope names. A
 * receiver has words of its own, so that a late store of an earlier receiver of the lane cannot pass for the one of the next.
 */
public final class StagingFileDescriptor {
    /** "TOMBLANE" in ASCII, first letter first in the file. */
    public static final long MAGIC = 0x454E414C424D4F54L;

    /** Changes with every incompatible change of this layout. */
    public static final int LAYOUT_VERSION = 4;

    /** Offset of the magic number: long. */
    public static final int MAGIC_OFFSET = 0;

    /** Offset of the layout version: int. */
    public static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;

    /** Offset of the owner's rank: int. */
    public static final int RANK_OFFSET = VERSION_OFFSET + Integer.BYTES;

    /** Offset of the number of lanes: int; fewer than the setting where the file system had no more room. */
    public static final int LANES_OFFSET = RANK_OFFSET + Integer.BYTES;

    /** Offset of the bytes of data of each lane: int, a power of two. */
    public static final int LANE_LENGTH_OFFSET = LANES_OFFSET + Integer.BYTES;

    /** Bytes of the header. */
    public static final int HEADER_LENGTH = PairFileDescriptor.SECTION_ALIGNMENT;

    private static final int PAGE_LENGTH = 4096;

    private StagingFileDescriptor() {
    }

    /**
     * Returns where the word is that counts the bytes written to a lane: long.
     *
     * @param lane index.
     * @return offset in bytes.
     */
    public static long producedOffset(final int lane) {
        return HEADER_LENGTH + (long) lane * PairFileDescriptor.SECTION_ALIGNMENT;
    }

    /**
     * Returns where the data of the first lane begins; that of the others follows.
     *
     * @param lanes count.
     * @return offset in bytes.
     */
    public static long dataOffset(final int lanes) {
        return BitUtil.align(producedOffset(lanes), PAGE_LENGTH);
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
        return dataOffset(lanes) + (long) lanes * laneLength +
            (long) reader * BitUtil.align((long) lanes * Long.BYTES, PairFileDescriptor.SECTION_ALIGNMENT);
    }

    /**
     * Returns the length of the whole file; {@link StagingGeometry} checks it.
     */
    static long fileLength(final int lanes, final int laneLength, final int ranks) {
        return consumedOffset(lanes, laneLength, ranks);
    }
}
