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

/**
 * Layout of {@link RankFileSection#WINDOWS}, native byte order: places for windows, each with a header and an entry for every rank of the
 * job, by its number in the world.
 * <pre>
 *   0                             31 32                            63
 *  +--------------------------------+-------------------------------+  0
 *  |         window id (int)        |          mode code            |  id 0: the place is free; stored last
 *  +--------------------------------+-------------------------------+  8
 *  |              length of this rank's part, bytes                 |
 *  +--------------------------------+-------------------------------+  16
 *  |        lock state code         |           holders             |
 *  +--------------------------------+-------------------------------+  24
 *  |            waiting             |           bypasses            |
 *  +--------------------------------+-------------------------------+  32
 *  |          tainted by            |        ranks of the window    |
 *  +--------------------------------+-------------------------------+  40
 *  |                     24 reserved bytes, zero                    |
 *  +--------------------------------+-------------------------------+  64
 *  |       entry of rank 0: code    |            ticket             |
 *  |       System.nanoTime() of the last change of the entry        |
 *  +----------------------------------------------------------------+  80
 *  |                          ... rank 1                            |
 * </pre>
 * Only the rank's progress owner writes it, after a change. Each word is consistent in itself; there is no order between words. Tickets
 * grow: of the ranks that wait, the one with the least ticket has waited longest. The rank's anchor in {@code job.dat} turns the time into
 * an age.
 */
public final class WindowStateDescriptor {
    /** Most windows of a rank that are shown. Further windows work but are not shown. */
    public static final int PLACES = 32;

    /** Offset of the window's id (int); 0 for a free place. */
    public static final int ID_OFFSET = 0;
    /** Offset of the code of the mode (int). */
    public static final int MODE_OFFSET = ID_OFFSET + Integer.BYTES;
    /** Offset of the length of this rank's part (long). */
    public static final int LENGTH_OFFSET = MODE_OFFSET + Integer.BYTES;
    /** Offset of the code of the lock's state (int): 0 free, 1 shared, 2 exclusive. */
    public static final int STATE_OFFSET = LENGTH_OFFSET + Long.BYTES;
    /** Offset of the number of holders (int). */
    public static final int HOLDERS_OFFSET = STATE_OFFSET + Integer.BYTES;
    /** Offset of the number of waiting ranks (int). */
    public static final int WAITING_OFFSET = HOLDERS_OFFSET + Integer.BYTES;
    /** Offset of the number of shared locks that have passed the oldest waiting exclusive one (int). */
    public static final int BYPASSES_OFFSET = WAITING_OFFSET + Integer.BYTES;
    /** Offset of the rank of the first holder that has died, plus one (int); 0 if none has. */
    public static final int TAINTED_OFFSET = BYPASSES_OFFSET + Integer.BYTES;
    /** Offset of the number of the window's ranks (int). */
    public static final int RANKS_OFFSET = TAINTED_OFFSET + Integer.BYTES;
    /** Length of the header: a cache line. */
    public static final int HEADER_LENGTH = 64;

    /** In an entry: offset of the code (int), one of those below. */
    public static final int CODE_OFFSET = 0;
    /** In an entry: offset of the ticket (int). */
    public static final int TICKET_OFFSET = CODE_OFFSET + Integer.BYTES;
    /** In an entry: offset of the time of the last change, {@link System#nanoTime()} of the rank (long). */
    public static final int TIME_OFFSET = TICKET_OFFSET + Integer.BYTES;
    /** Length of an entry. */
    public static final int ENTRY_LENGTH = TIME_OFFSET + Long.BYTES;

    /** Code of an entry: the rank neither holds the lock nor waits. */
    public static final int NOTHING = 0;
    /** Code of an entry: the rank holds a shared lock. */
    public static final int HOLDS_SHARED = 1;
    /** Code of an entry: the rank holds the exclusive lock. */
    public static final int HOLDS_EXCLUSIVE = 2;
    /** Code of an entry: the rank waits for a shared lock. */
    public static final int WAITS_SHARED = 3;
    /** Code of an entry: the rank waits for the exclusive lock. */
    public static final int WAITS_EXCLUSIVE = 4;

    private WindowStateDescriptor() {
    }

    /**
     * Length of the section.
     *
     * @param ranks of the job.
     * @return bytes.
     */
    public static int length(final int ranks) {
        return PLACES * placeLength(ranks);
    }

    private static int placeLength(final int ranks) {
        return HEADER_LENGTH + ranks * ENTRY_LENGTH;
    }

    /**
     * Offset of a place.
     *
     * @param place 0 to {@link #PLACES} - 1.
     * @param ranks of the job.
     * @return bytes from the start of the section.
     */
    public static int offset(final int place, final int ranks) {
        return place * placeLength(ranks);
    }

    /**
     * Offset of the entry of a rank.
     *
     * @param place 0 to {@link #PLACES} - 1.
     * @param ranks of the job.
     * @param rank  in the world.
     * @return bytes from the start of the section.
     */
    public static int entryOffset(final int place, final int ranks, final int rank) {
        return offset(place, ranks) + HEADER_LENGTH + rank * ENTRY_LENGTH;
    }
}
