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
package io.tombolo.ringbuffers.window;

import org.agrona.BitUtil;

/**
 * Layout of {@code window-R-w.dat}, native byte order: window w of rank R in a job of N ranks, with its lock.
 * <pre>
 *   0                             31 32                            63
 *  +----------------------------------------------------------------+  0
 *  |                             magic                              |
 *  +--------------------------------+-------------------------------+  8
 *  |         layout version         |         rank: the owner       |
 *  +--------------------------------+-------------------------------+  16
 *  |           window id            |     size: number of ranks     |
 *  +--------------------------------+-------------------------------+  24
 *  |                  length of the data, in bytes                  |
 *  +--------------------------------+-------------------------------+  32
 *  |          bypass limit          |          reserved, 0          |
 *  +--------------------------------+-------------------------------+  40
 *  |                     88 reserved bytes, zero                    |
 *  +----------------------------------------------------------------+  128: the lock
 *  |   exclusive: phase (2 bits), rank + 1 (30), incarnation (32)   |  its holder; CAS from 0, store by the holder
 *  +----------------------------------------------------------------+  136
 *  |             head: position of the first in the queue           |  CAS, by anybody
 *  +----------------------------------------------------------------+  144
 *  |              tail: position behind the last one                |  CAS, by anybody
 *  +--------------------------------+-------------------------------+  152
 *  |    bypasses of the position    |     position, low 32 bits     |  CAS, by who passes
 *  +--------------------------------+-------------------------------+  160
 *  |   tainted: 0, or rank + 1 (32) and incarnation (32) of a dead  |  store, by a rank that proves the death, or by the holder
 *  +----------------------------------------------------------------+  168
 *  |       shared holders: a bit for each rank, N / 64 words        |  get-and-add of its own bit; CAS for the dead
 *  +----------------------------------------------------------------+  next multiple of 128: the queue
 *  |   a slot for each position modulo the capacity, 8 bytes each:  |
 *  |   state (3 bits), rank (13), incarnation (16), lap (32)        |  CAS
 *  +----------------------------------------------------------------+  next multiple of 128: the ranks
 *  |   N lines of 64 bytes                                          |
 *  +----------------------------------------------------------------+  next multiple of 4096
 *  |   data                                                         |
 *  +----------------------------------------------------------------+
 *
 *  The line of a rank:
 *  +--------------------------------+-------------------------------+  0
 *  |          incarnation           |          reserved, 0          |  the creator
 *  +--------------------------------+-------------------------------+  8
 *  |            System.nanoTime() at which it began to wait         |  the rank
 *  +----------------------------------------------------------------+  16
 *  |                     48 reserved bytes, zero                    |
 *  +----------------------------------------------------------------+  64
 * </pre>
 * Constant fields lie apart from the lock. In jobs of up to 192 ranks an uncontended lock uses one cache line.
 */
public final class WindowFileDescriptor {
    /** "TOMBWIND" in ASCII, first letter first in the file. */
    public static final long MAGIC = 0x444E4957424D4F54L;
    /** Longest data, in bytes: 64 TiB, about what a process can map. */
    public static final long MAX_LENGTH = 1L << 46;

    /** Changes with every incompatible change of this layout. */
    public static final int LAYOUT_VERSION = 1;

    /** Offset of the magic number: long. */
    public static final int MAGIC_OFFSET = 0;
    /** Offset of the layout version: int. */
    public static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;
    /** Offset of the owner's rank: int. */
    public static final int RANK_OFFSET = VERSION_OFFSET + Integer.BYTES;
    /** Offset of the window's id: int. */
    public static final int WINDOW_OFFSET = RANK_OFFSET + Integer.BYTES;
    /** Offset of the number of ranks: int. */
    public static final int SIZE_OFFSET = WINDOW_OFFSET + Integer.BYTES;
    /** Offset of the length of the data: long. */
    public static final int LENGTH_OFFSET = SIZE_OFFSET + Integer.BYTES;
    /** Offset of the bypass limit: int; how many shared locks may pass a waiting exclusive one. */
    public static final int BYPASS_LIMIT_OFFSET = LENGTH_OFFSET + Long.BYTES;

    /** Offset of the lock. */
    public static final int LOCK_OFFSET = 128;
    /** Offset of the exclusive holder: long. */
    public static final int EXCLUSIVE_OFFSET = LOCK_OFFSET;
    /** Offset of the position of the first in the queue: long. */
    public static final int HEAD_OFFSET = EXCLUSIVE_OFFSET + Long.BYTES;
    /** Offset of the position behind the last in the queue: long. */
    public static final int TAIL_OFFSET = HEAD_OFFSET + Long.BYTES;
    /** Offset of the number of bypasses and the position that was passed: long. */
    public static final int BYPASSES_OFFSET = TAIL_OFFSET + Long.BYTES;
    /** Offset of the mark that a holder has died: long. */
    public static final int TAINTED_OFFSET = BYPASSES_OFFSET + Long.BYTES;
    /** Offset of the bits of the shared holders: longs. */
    public static final int SHARED_OFFSET = TAINTED_OFFSET + Long.BYTES;

    /** In the line of a rank: offset of the incarnation: int. */
    public static final int INCARNATION_OFFSET = 0;
    /** In the line of a rank: offset of the time at which it began to wait: long. */
    public static final int SINCE_OFFSET = INCARNATION_OFFSET + 2 * Integer.BYTES;
    /** Length of the line of a rank. */
    public static final int RANK_LENGTH = 64;

    /** The data begins on a multiple of this: a page, so that it is as aligned as a mapping can be. */
    public static final int DATA_ALIGNMENT = 4096;

    private static final int PART_ALIGNMENT = 128;

    private WindowFileDescriptor() {
    }

    /**
     * Number of words that hold the bits of shared holders.
     *
     * @param size number of ranks.
     * @return words of 8 bytes.
     */
    public static int sharedWords(final int size) {
        return (size + Long.SIZE - 1) / Long.SIZE;
    }

    /**
     * Number of slots of the queue. A rank has at most one slot in which it waits, and at most one abandoned slot that is not yet freed.
     *
     * @param size number of ranks.
     * @return a power of two.
     */
    public static int queueCapacity(final int size) {
        return BitUtil.findNextPositivePowerOfTwo(2 * size);
    }

    /**
     * Offset of the queue's first slot.
     *
     * @param size number of ranks.
     * @return bytes from the start of the file.
     */
    public static int queueOffset(final int size) {
        return BitUtil.align(SHARED_OFFSET + sharedWords(size) * Long.BYTES, PART_ALIGNMENT);
    }

    /**
     * Offset of the line of a rank.
     *
     * @param size number of ranks.
     * @param rank 0 to size - 1.
     * @return bytes from the start of the file.
     */
    public static int rankOffset(final int size, final int rank) {
        return BitUtil.align(queueOffset(size) + queueCapacity(size) * Long.BYTES, PART_ALIGNMENT) + rank * RANK_LENGTH;
    }

    /**
     * Offset of the data, which is the length of the header.
     *
     * @param size number of ranks.
     * @return bytes from the start of the file.
     */
    public static int dataOffset(final int size) {
        return BitUtil.align(rankOffset(size, size), DATA_ALIGNMENT);
    }
}
