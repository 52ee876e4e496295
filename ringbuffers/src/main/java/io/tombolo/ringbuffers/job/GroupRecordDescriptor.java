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
package io.tombolo.ringbuffers.job;

import org.agrona.BitUtil;

/**
 * Layout of a group record in {@code job.dat}, native byte order, N ranks. Record 0 is that of group 0 for good.
 * <pre>
 *  +---------------------------------------------------------------+  0
 *  |  name of the group + 1; zero if free; negative while a rank   |
 *  |  prepares or reclaims the record: its mark                    |  CAS
 *  +---------------------------------------------------------------+  8
 *  |  copy of the name, for a rank that finds the mark of a dead   |
 *  +---------------------------------------------------------------+  16
 *  |  1 once a member has revoked the group                        |
 *  +---------------------------------------------------------------+  24
 *  |  two settled decisions: number and verdict, zero if none      |  CAS
 *  |                                                               |
 *  +---------------------------------------------------------------+  40
 *  |  last agreement: number and verdict, zero if none             |  CAS
 *  +---------------------------------------------------------------+  48
 *  |  key by which the members find the record                     |
 *  +---------------------------------------------------------------+  56
 *  |  a bit for each member of the group that this one comes from  |  N bits, padded to a line
 *  +---------------------------------------------------------------+  64 if N is at most 64
 *
 *  The mark of a rank:
 *   63  62      53 52              33   32  31                   0
 *  +---+----------+------------------+-----+----------------------+
 *  | 1 | rank     | incarnation      | (1) | counts the marks     |
 *  +---+----------+------------------+-----+----------------------+
 *  (1) set if the rank reclaims the record: it has the copy of the name until the mark is gone
 * </pre>
 */
public final class GroupRecordDescriptor {
    /** Records that a job has at least. */
    public static final int LEAST_RECORDS = 2048;
    /** Records for each rank, if that is more. */
    public static final int RECORDS_A_RANK = 64;

    /** Offset of the name. */
    public static final int NAME_OFFSET = 0;
    /** Offset of the copy of the name. */
    public static final int COPY_OFFSET = NAME_OFFSET + Long.BYTES;
    /** Offset of the revoked word. */
    public static final int REVOKED_OFFSET = COPY_OFFSET + Long.BYTES;
    /** Offset of the two settled decisions. */
    public static final int SETTLED_OFFSET = REVOKED_OFFSET + Long.BYTES;
    /** Offset of the last agreement. */
    public static final int AGREED_OFFSET = SETTLED_OFFSET + 2 * Long.BYTES;
    /** Offset of the key. */
    public static final int KEY_OFFSET = AGREED_OFFSET + Long.BYTES;
    /** Offset of the members. */
    public static final int MEMBERS_OFFSET = KEY_OFFSET + Long.BYTES;

    /** Fingerprint of this layout. */
    public static final long LAYOUT_HASH = LayoutHash.of(
        LEAST_RECORDS, RECORDS_A_RANK, COPY_OFFSET, REVOKED_OFFSET, SETTLED_OFFSET, AGREED_OFFSET, KEY_OFFSET, MEMBERS_OFFSET);

    private static final long MARK = 1L << 63;
    private static final int RANK_SHIFT = 53;
    private static final int INCARNATION_SHIFT = 33;
    private static final int RANK_MASK = (1 << 10) - 1;
    private static final int INCARNATION_MASK = (1 << 20) - 1;
    private static final long RECLAIM = 1L << 32;
    private static final long COUNT_MASK = RECLAIM - 1;

    private GroupRecordDescriptor() {
    }

    /**
     * Number of records of a job.
     *
     * @param size number of ranks.
     * @return records.
     */
    public static int records(final int size) {
        return Math.max(LEAST_RECORDS, RECORDS_A_RANK * size);
    }

    /**
     * Length of a record.
     *
     * @param size number of ranks.
     * @return bytes, a multiple of a line.
     */
    public static int length(final int size) {
        return BitUtil.align(MEMBERS_OFFSET + BitUtil.align(size, Long.SIZE) / Byte.SIZE, JobFileDescriptor.LINE_LENGTH);
    }

    /**
     * Offset of a word of members in a record.
     *
     * @param word of 64 members, from 0.
     * @return bytes from the start of the record.
     */
    public static int membersOffset(final int word) {
        return MEMBERS_OFFSET + word * Long.BYTES;
    }

    /**
     * Packs a mark.
     *
     * @param rank        that marks.
     * @param incarnation of the rank.
     * @param count       of its marks.
     * @return a negative word.
     */
    public static long mark(final int rank, final int incarnation, final long count) {
        return MARK | (long) rank << RANK_SHIFT | (long) (incarnation & INCARNATION_MASK) << INCARNATION_SHIFT | count & COUNT_MASK;
    }

    /**
     * Makes the mark of a rank that reclaims a record with a name.
     *
     * @param mark of {@link #mark}.
     * @return a negative word.
     */
    public static long reclaiming(final long mark) {
        return mark | RECLAIM;
    }

    /**
     * Returns whether a word is the mark of a rank that reclaims a record with a name.
     *
     * @param word name word as stored.
     * @return false for a name, a free record, and a record that is prepared.
     */
    public static boolean isReclaiming(final long word) {
        return word < 0 && (word & RECLAIM) != 0;
    }

    /**
     * Unpacks the rank of a mark.
     *
     * @param mark word as stored, negative.
     * @return the rank, unchecked.
     */
    public static int rank(final long mark) {
        return (int) (mark >>> RANK_SHIFT) & RANK_MASK;
    }

    /**
     * Returns whether a mark is of an incarnation.
     *
     * @param mark        word as stored, negative.
     * @param incarnation of its rank.
     * @return true if that incarnation has set it.
     */
    public static boolean isOf(final long mark, final int incarnation) {
        return ((int) (mark >>> INCARNATION_SHIFT) & INCARNATION_MASK) == (incarnation & INCARNATION_MASK);
    }
}
