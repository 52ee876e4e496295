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
 * Layout of {@code heap-R-0.dat}: the staging lanes of rank R, which one reader at a time reads.
 * <pre>
 *  0        8        12       16       20       24       128
 *  +--------+--------+--------+--------+--------+-- ~ ----+
 *  | magic  | layout |  rank  | lanes  | lane   | reserved|   header, written once by R
 *  |        | version|        |        | length |   (0)   |
 *  +--------+--------+--------+--------+--------+-- ~ ----+
 *  then for each lane:
 *  +------------------------------------------------------+ 0
 *  | produced: bytes written, monotone                    |   line written by R
 *  +------------------------------------------------------+ 8
 *  | request: the message whose lines are handed back     |
 *  +------------------------------------------------------+ 128
 *  then, from a multiple of 4096 on, for each lane:
 *  +------------------------------------------------------+ 0
 *  |  data                                                |   written by R; a reader that hands lines back stores what is there
 *  +------------------------------------------------------+ lane length
 *  then for each rank of the job:
 *  +------------------------------------------------------+ 0
 *  |  consumed: bytes taken, monotone, a word for a lane  |   lines written by that rank alone
 *  +------------------------------------------------------+ 8 for each lane
 *  |  active: the message whose lines it hands back       |   a word for each lane
 *  +------------------------------------------------------+ a multiple of 128
 * </pre>
 * A message has one lane or a run of adjacent ones, a power of two, whose data is one byte ring; the words are those of the first. Its
 * positions begin anywhere and never go back over the life of the file: a message begins at the position that its envelope names. A
 * receiver has words of its own, so that a late store of an earlier receiver of the lane cannot pass for the one of the next.
 * <p>
 * The words {@code request} and {@code active} are those of {@link io.tombolo.ringbuffers.line.HandbackWords}: where a line takes long to
 * come back from its reader, the owner requests that the receiver of a message hands its lines back. It has time for that until the owner
 * takes the lanes for the next message. A message that is longer than its lanes has a name of another kind: its owner writes to them again
 * as soon as they are read, so its receiver hands lines back before it counts them as taken.
 */
public final class StagingFileDescriptor {
    /** "TOMBLANE" in ASCII, first letter first in the file. */
    public static final long MAGIC = 0x454E414C424D4F54L;

    /** Changes with every incompatible change of this layout. */
    public static final int LAYOUT_VERSION = 6;

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
    private static final int READER_BITS = 10;
    private static final int NAME_BITS = 16;

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
     * Returns where the word is that names the message whose receiver may hand lines back: long, see {@link #wholeName} and {@link #name},
     * or {@link io.tombolo.ringbuffers.line.HandbackWords#NOBODY}.
     *
     * @param lane index of its first lane.
     * @return offset in bytes.
     */
    static long requestOffset(final int lane) {
        return producedOffset(lane) + Long.BYTES;
    }

    /**
     * Names a message that is longer than its lanes. Names of two messages of one lane differ, unless 256 TiB lie between them.
     *
     * @param start  position of its first byte.
     * @param run    number of its lanes, a power of two of at most 16 bits.
     * @param reader rank that receives it, of 10 bits.
     * @return name, never zero.
     */
    static long name(final long start, final int run, final int reader) {
        return start << NAME_BITS | (long) Integer.numberOfTrailingZeros(run) + 1 << READER_BITS | reader;
    }

    /**
     * Names a message that fits in its lanes: its receiver may hand lines back after it has counted them as taken.
     *
     * @param start  position of its first byte.
     * @param run    number of its lanes, a power of two of at most 16 bits.
     * @param reader rank that receives it, of 10 bits.
     * @return name, never zero and never that of a longer message.
     */
    static long wholeName(final long start, final int run, final int reader) {
        // No single damaged bit makes one of the other.
        return ~name(start, run, reader);
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
     * Returns the offset of the words of a reader: for each lane a long that counts what it has consumed, then for each lane the active
     * message.
     *
     * @param lanes      count.
     * @param laneLength bytes of data of each lane.
     * @param reader     rank.
     * @return offset in bytes.
     */
    static long consumedOffset(final int lanes, final int laneLength, final int reader) {
        return dataOffset(lanes) + (long) lanes * laneLength +
            (long) reader * BitUtil.align(2L * lanes * Long.BYTES, PairFileDescriptor.SECTION_ALIGNMENT);
    }

    /**
     * Returns the distance from the consumed word of a lane to its active word.
     *
     * @param lanes count.
     * @return bytes.
     */
    static long activeDistance(final int lanes) {
        return (long) lanes * Long.BYTES;
    }

    /**
     * Returns the length of the whole file; {@link StagingGeometry} checks it.
     */
    static long fileLength(final int lanes, final int laneLength, final int ranks) {
        return consumedOffset(lanes, laneLength, ranks);
    }
}
