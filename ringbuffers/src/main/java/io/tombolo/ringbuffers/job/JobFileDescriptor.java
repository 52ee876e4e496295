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
 * Layout of {@code job.dat}, native byte order, N ranks.
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+  0
 *  |                             magic                             |
 *  |                                                               |
 *  +-------------------------------+-------------------------------+  8
 *  |    layout version (int)       |   (int) size: number of ranks |  12
 *  +-------------------------------+-------------------------------+  16
 *  |                         layout hash                           |
 *  |                                                               |
 *  +---------------------------------------------------------------+  24
 *  |                        geometry hash                          |
 *  |                                                               |
 *  +---------------------------------------------------------------+  32
 *  |                            job id                             |
 *  |                                                               |
 *  +---------------------------------------------------------------+  40
 *  |                    creator's boot id hash                     |
 *  |                                                               |
 *  +---------------------------------------------------------------+  48
 *  |                         file length                           |
 *  |                                                               |
 *  +---------------------------------------------------------------+  56
 *  |               creation time, ms since the epoch               |
 *  |                                                               |
 *  +---------------------------------------------------------------+  64
 *  |       32 geometry values of 8 bytes, by setting code          |
 *  +---------------------------------------------------------------+  320
 *  |  ready word (int)                                             |  stored last
 *  |  keep (int): not 0 if the job outlives its ranks              |  any rank that joins
 *  |  open (int): not 0 if ranks join by name, as many as come     |  any rank that joins
 *  |  52 reserved bytes                                            |
 *  +---------------------------------------------------------------+  384
 *  |  failure epoch (long), then 56 reserved bytes                 |  survivors, get-and-add
 *  +---------------------------------------------------------------+  448
 *  |  abort word (long: status and mark)                           |  first aborter, CAS from 0
 *  |  reason length (int), 4 reserved bytes                        |  the same one
 *  |  reason, UTF-8, 240 bytes                                     |
 *  +---------------------------------------------------------------+  704
 *  |  N rows of 128 bytes                                          |
 *  +---------------------------------------------------------------+  704 + 128 N
 *  |  N rows of pair words, row D: N longs, padded to 64 bytes     |  word [D][S]: CAS by S and by D
 *  +---------------------------------------------------------------+
 *  |  N rows of released words, row D: N longs, padded to 64 bytes |  row D is written by D alone
 *  +---------------------------------------------------------------+
 *  |  group records, see GroupRecordDescriptor                     |
 *  +---------------------------------------------------------------+
 *  |  N tables of calls, each 1024 entries of 32 bytes             |  table R is written by R alone
 *  +---------------------------------------------------------------+
 *
 *  A rank's row, two cache lines of its own:
 *  +---------------------------------------------------------------+  0
 *  |  state: see StateWord                                         |  CAS only
 *  +---------------------------------------------------------------+  8
 *  |  pid                                                          |  the rank, before JOINING
 *  +---------------------------------------------------------------+  16
 *  |  process start, ms since the epoch                            |  the rank, before JOINING
 *  +---------------------------------------------------------------+  24
 *  |  anchor: System.nanoTime()                                    |  the rank
 *  +---------------------------------------------------------------+  32
 *  |  anchor: wall clock of that moment, ns since the epoch        |  the rank
 *  +---------------------------------------------------------------+  40
 *  |  cores that the rank may run on: 192 bits, zero if unknown    |  the rank, before JOINING
 *  +---------------------------------------------------------------+  64
 *  |  length of the name in bytes (int), 4 reserved bytes          |  the rank, before JOINING
 *  +---------------------------------------------------------------+  72
 *  |  name, UTF-8, 48 bytes, then 8 reserved bytes                 |  the rank, before JOINING
 *  +---------------------------------------------------------------+  128
 *
 *  A pair word [D][S]: see PairWord. It announces the file of the pair S-D, or refuses it.
 *
 *  A released word [D][R]: the incarnation of D that wrote it (high int), and the incarnation of R up to which D uses no file any more.
 *
 *  An entry of a table of calls; entry 0 is that of group 0, for good:
 *  +---------------------------------------------------------------+  0
 *  |  group + 1, sign bit set once it is closed; zero if free      |
 *  +---------------------------------------------------------------+  8
 *  |  how far the rank has come in the calls of the group          |
 *  +---------------------------------------------------------------+  16
 *  |  number of the last agreement to which the rank contributes   |  after the contribution
 *  +---------------------------------------------------------------+  24
 *  |  the contribution                                             |
 *  +---------------------------------------------------------------+  32
 * </pre>
 */
public final class JobFileDescriptor {
    /** First word of a job file: "TOMBOLO" and a J. */
    public static final long MAGIC = 0x4a_4f4c4f424d4f54L;

    /** Version of all layouts of a job directory; raised with every change that an older reader would misread. */
    public static final int LAYOUT_VERSION = 11;

    /** Value of the ready word once the file is complete. */
    public static final int READY = 1;

    /** Most ranks of a job. */
    public static final int MAX_RANKS = 1024;

    /** Places for geometry values. */
    public static final int GEOMETRY_CAPACITY = 32;

    /** Alignment of every part, which separates words of different writers: a cache line. */
    public static final int LINE_LENGTH = 64;

    /** Offset of the magic. */
    public static final int MAGIC_OFFSET = 0;
    /** Offset of the layout version. */
    public static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;
    /** Offset of the number of ranks. */
    public static final int SIZE_OFFSET = VERSION_OFFSET + Integer.BYTES;
    /** Offset of the layout hash. */
    public static final int LAYOUT_HASH_OFFSET = SIZE_OFFSET + Integer.BYTES;
    /** Offset of the geometry hash. */
    public static final int GEOMETRY_HASH_OFFSET = LAYOUT_HASH_OFFSET + Long.BYTES;
    /** Offset of the job id. */
    public static final int JOB_ID_OFFSET = GEOMETRY_HASH_OFFSET + Long.BYTES;
    /** Offset of the hash of the boot id of the creator's machine. */
    public static final int BOOT_ID_HASH_OFFSET = JOB_ID_OFFSET + Long.BYTES;
    /** Offset of the file length. */
    public static final int FILE_LENGTH_OFFSET = BOOT_ID_HASH_OFFSET + Long.BYTES;
    /** Offset of the creation time in milliseconds since the epoch. */
    public static final int CREATION_TIME_OFFSET = FILE_LENGTH_OFFSET + Long.BYTES;
    /** Offset of the geometry values. */
    public static final int GEOMETRY_OFFSET = CREATION_TIME_OFFSET + Long.BYTES;
    /** Offset of the ready word. */
    public static final int READY_OFFSET = GEOMETRY_OFFSET + GEOMETRY_CAPACITY * Long.BYTES;
    /** Offset of the word that says whether the job outlives its ranks. */
    public static final int KEEP_OFFSET = READY_OFFSET + Integer.BYTES;
    /** Offset of the word that says whether ranks join by name, as many as come: a free row is not waited for then. */
    public static final int OPEN_OFFSET = KEEP_OFFSET + Integer.BYTES;
    /** Offset of the failure epoch. */
    public static final int FAILURE_EPOCH_OFFSET = READY_OFFSET + LINE_LENGTH;
    /** Offset of the abort word. */
    public static final int ABORT_OFFSET = FAILURE_EPOCH_OFFSET + LINE_LENGTH;
    /** Offset of the length of the abort reason. */
    public static final int ABORT_REASON_LENGTH_OFFSET = ABORT_OFFSET + Long.BYTES;
    /** Offset of the abort reason. */
    public static final int ABORT_REASON_OFFSET = ABORT_REASON_LENGTH_OFFSET + Long.BYTES;
    /** Most bytes of an abort reason. */
    public static final int ABORT_REASON_CAPACITY = 240;
    /** Offset of the first row. */
    public static final int ROWS_OFFSET = ABORT_REASON_OFFSET + ABORT_REASON_CAPACITY;

    /** Length of a row. */
    public static final int ROW_LENGTH = 2 * LINE_LENGTH;
    /** In a row: offset of the state word. */
    public static final int STATE_OFFSET = 0;
    /** In a row: offset of the pid. */
    public static final int PID_OFFSET = STATE_OFFSET + Long.BYTES;
    /** In a row: offset of the process start time. */
    public static final int START_TIME_OFFSET = PID_OFFSET + Long.BYTES;
    /** In a row: offset of the anchor's monotone time. */
    public static final int ANCHOR_NANO_TIME_OFFSET = START_TIME_OFFSET + Long.BYTES;
    /** In a row: offset of the anchor's wall clock. */
    public static final int ANCHOR_WALL_NS_OFFSET = ANCHOR_NANO_TIME_OFFSET + Long.BYTES;

    /** In a row: offset of the cores that the rank may run on. */
    public static final int CORES_OFFSET = ANCHOR_WALL_NS_OFFSET + Long.BYTES;
    /** In a row: offset of the length of the name. */
    public static final int NAME_LENGTH_OFFSET = LINE_LENGTH;
    /** In a row: offset of the name. */
    public static final int NAME_OFFSET = NAME_LENGTH_OFFSET + Long.BYTES;
    /** Most bytes of a name. */
    public static final int NAME_CAPACITY = 48;

    /** Entries of a rank's table of calls. */
    public static final int CALLS_CAPACITY = 1024;
    /** Length of an entry of a table of calls. */
    public static final int CALL_LENGTH = 4 * Long.BYTES;
    /** In an entry of a table of calls: offset of the group. */
    public static final int CALL_GROUP_OFFSET = 0;
    /** In an entry of a table of calls: offset of the word that says how far the rank has come. */
    public static final int CALL_WORD_OFFSET = CALL_GROUP_OFFSET + Long.BYTES;
    /** In an entry of a table of calls: offset of the number of the last agreement. */
    public static final int CALL_NUMBER_OFFSET = CALL_WORD_OFFSET + Long.BYTES;
    /** In an entry of a table of calls: offset of the contribution to that agreement. */
    public static final int CALL_CONTRIBUTION_OFFSET = CALL_NUMBER_OFFSET + Long.BYTES;

    /** Fingerprint of the layouts of this file, of the rank file and of the counters section. Pair files have their own. */
    public static final long LAYOUT_HASH = LayoutHash.of(
        LAYOUT_VERSION, GEOMETRY_OFFSET, READY_OFFSET, FAILURE_EPOCH_OFFSET, ABORT_OFFSET, ROWS_OFFSET, ROW_LENGTH,
        CORES_OFFSET, KEEP_OFFSET, OPEN_OFFSET, NAME_OFFSET, NAME_CAPACITY, GroupRecordDescriptor.LAYOUT_HASH, CALLS_CAPACITY, CALL_LENGTH,
        CALL_WORD_OFFSET, CALL_NUMBER_OFFSET,
        RankFileDescriptor.LAYOUT_HASH);

    private static final long LOW_INT = 0xffff_ffffL;

    private JobFileDescriptor() {
    }

    /**
     * Offset of a geometry value.
     *
     * @param code of the setting.
     * @return bytes from the start of the file.
     */
    public static int geometryOffset(final int code) {
        return GEOMETRY_OFFSET + code * Long.BYTES;
    }

    /**
     * In a row: offset of a word of the cores that the rank may run on.
     *
     * @param word index, below {@link CoreSet#WORDS}.
     * @return bytes from the start of the row.
     */
    public static int coresOffset(final int word) {
        return CORES_OFFSET + word * Long.BYTES;
    }

    /**
     * Offset of a rank's row.
     *
     * @param rank of the row.
     * @return bytes from the start of the file.
     */
    public static int rowOffset(final int rank) {
        return ROWS_OFFSET + rank * ROW_LENGTH;
    }

    /**
     * Length of a rank's row of words about the other ranks.
     *
     * @param size number of ranks.
     * @return bytes, a multiple of a line.
     */
    public static int wordRowLength(final int size) {
        return BitUtil.align(size * Long.BYTES, LINE_LENGTH);
    }

    /**
     * Offset of the word of a pair.
     *
     * @param size        number of ranks.
     * @param destination of the pair.
     * @param source      of the pair.
     * @return bytes from the start of the file.
     */
    public static int pairWordOffset(final int size, final int destination, final int source) {
        return rowOffset(size) + destination * wordRowLength(size) + source * Long.BYTES;
    }

    /**
     * Offset of the word in which a rank publishes which incarnations of another rank it has released.
     *
     * @param size  number of ranks.
     * @param rank  that writes the word.
     * @param other rank that the word is about.
     * @return bytes from the start of the file.
     */
    public static int releasedOffset(final int size, final int rank, final int other) {
        return pairWordOffset(size, size, 0) + rank * wordRowLength(size) + other * Long.BYTES;
    }

    /**
     * Offset of a group record.
     *
     * @param size   number of ranks.
     * @param record from 0.
     * @return bytes from the start of the file.
     */
    public static int recordOffset(final int size, final int record) {
        return releasedOffset(size, size, 0) + record * GroupRecordDescriptor.length(size);
    }

    /**
     * Offset of an entry of a rank's table of calls.
     *
     * @param size  number of ranks.
     * @param rank  of the table.
     * @param entry from 0.
     * @return bytes from the start of the file.
     */
    public static int callOffset(final int size, final int rank, final int entry) {
        return recordOffset(size, GroupRecordDescriptor.records(size)) + (rank * CALLS_CAPACITY + entry) * CALL_LENGTH;
    }

    /**
     * Length of the file.
     *
     * @param size number of ranks.
     * @return bytes.
     */
    public static int length(final int size) {
        return callOffset(size, size, 0);
    }

    /**
     * Packs the abort word of an aborted job.
     *
     * @param status that the job ends with.
     * @return the word, never 0.
     */
    public static long abortWord(final int status) {
        return 1L << Integer.SIZE | status & LOW_INT;
    }

    /**
     * Unpacks the status of an abort word.
     *
     * @param word as stored.
     * @return the status; 0 if the job was not aborted.
     */
    public static int abortStatus(final long word) {
        return (int) (word & LOW_INT);
    }
}
