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
 *  | produced: bytes written, monotone                    |   line written by R
 *  +------------------------------------------------------+ 8
 *  | asked: the message whose receiver takes lines over   |
 *  +------------------------------------------------------+ 128
 *  then, from a multiple of 4096 on, for each lane:
 *  +------------------------------------------------------+ 0
 *  |  data                                                |   written by R; by a reader, if it is asked
 *  +------------------------------------------------------+ lane length
 *  then for each rank of the job:
 *  +------------------------------------------------------+ 0
 *  |  consumed: bytes taken, monotone, a word for a lane  |   lines written by that rank alone
 *  +------------------------------------------------------+ 8 for each lane
 *  |  storing: the message it takes over, a word for each |
 *  +------------------------------------------------------+ a multiple of 128
 * </pre>
 * A message has one lane or a run of adjacent ones, a power of two, whose data is one byte ring; the words are those of the first. Its
 * positions begin anywhere and never go back over the life of the file: a message begins at the position that its envelope names. A
 * receiver has words of its own, so that a late store of an earlier receiver of the lane cannot pass for the one of the next.
 * <p>
 * Where lines are dear to take back from who has read them, the owner asks a receiver to take them over, which means that it stores to the
 * data: what is there, one byte a line. The word {@code asked} names the message, for nobody but its receiver may store, whatever an
 * envelope says. The receiver does so while its own word {@code storing} names the message, if it finds itself asked after it has stored
 * that. It has time for it until the owner takes the lanes for the next message, and the name in {@code asked} away; while {@code storing}
 * names the old one, and the receiver is not dead, they carry no other, and what stands in them is nobody's. It is a word of its own, so
 * that no single damaged one makes the owner use lanes and hides that they are stored to. A message that is longer than its lanes has a
 * name of another kind: its owner writes to them again as soon as they are read, and so they are taken over before that is told.
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

    /** Value of the words that name a message to take over: none. */
    static final long NOBODY = 0;

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
     * Returns where the word is that names the message whose receiver is asked to take over the lines that it has read: long, see
     * {@link #wholeName} and {@link #name}, or {@link #NOBODY}.
     *
     * @param lane index of its first lane.
     * @return offset in bytes.
     */
    static long askedOffset(final int lane) {
        return producedOffset(lane) + Long.BYTES;
    }

    /**
     * Names a message that is longer than its lanes. Two of one lane of which bytes were written differ, unless 256 TiB lie between them.
     *
     * @param start  position of its first byte.
     * @param run    number of its lanes, a power of two of at most 16 bits.
     * @param reader rank that receives it, of 10 bits.
     * @return name, not {@link #NOBODY}.
     */
    static long name(final long start, final int run, final int reader) {
        return start << NAME_BITS | (long) Integer.numberOfTrailingZeros(run) + 1 << READER_BITS | reader;
    }

    /**
     * Names a message that fits in its lanes: its receiver may take lines over when it has told that they are read.
     *
     * @param start  position of its first byte.
     * @param run    number of its lanes, a power of two of at most 16 bits.
     * @param reader rank that receives it, of 10 bits.
     * @return name, not {@link #NOBODY} and not that of any longer message.
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
     * Returns where the words begin that one reader writes, two longs for each lane; the first ones count what it has taken.
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
     * Returns how far the words that name what a reader stores to lie behind those that count what it has taken.
     *
     * @param lanes count.
     * @return bytes.
     */
    static long storingDistance(final int lanes) {
        return (long) lanes * Long.BYTES;
    }

    /**
     * Returns the length of the whole file; {@link StagingGeometry} checks it.
     */
    static long fileLength(final int lanes, final int laneLength, final int ranks) {
        return consumedOffset(lanes, laneLength, ranks);
    }
}
