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

/**
 * Layout of a slot: what one rank shows the other members of one group. Only the owner stores, and all members read.
 * <pre>
 *  +----------------------------------------------------------------+  0    rarely
 *  |  name of the group + 1; 0: free, -1: taken, without a name     |  CAS, release
 *  +----------------------------------------------------------------+  8
 *  |  1: the owner may sleep until a member publishes               |  full fence
 *  +----------------------------------------------------------------+  16
 *  |                     112 reserved bytes, zero                   |
 *  +----------------------------------------------------------------+  128  line 0: of each sixteenth call
 *  |  word: number of the call and history of the calls before it   |  released, last
 *  +----------------------------------------------------------------+  136
 *  |  check: operation, type, count and root                        |
 *  +----------------------------------------------------------------+  144
 *  |  payload, up to 48 bytes                                       |
 *  +----------------------------------------------------------------+  192
 *  |                      64 reserved bytes, zero                   |
 *  +----------------------------------------------------------------+  256
 *  |                      15 more lines                             |
 *  +----------------------------------------------------------------+  2176  pieces of a call
 *  |  published: call and number of its pieces                      |  released, after the piece
 *  +----------------------------------------------------------------+  2184
 *  |  results: call and number of its results                       |  released, after the result
 *  +----------------------------------------------------------------+  2192
 *  |                     112 reserved bytes, zero                   |
 *  +----------------------------------------------------------------+  2304
 *  |  consumed: call, and how much of it the owner has read         |  released, after the last load
 *  +----------------------------------------------------------------+  2312
 *  |                     120 reserved bytes, zero                   |
 *  +----------------------------------------------------------------+  2432
 *  |  pieces: payload that does not fit a line                      |
 *  +----------------------------------------------------------------+
 * </pre>
 * The calls of a group are numbered from 1, the same at all members. Each member publishes a line for each call, and waits for the lines of
 * the members whose data it needs. A line is overwritten 16 calls later, when <i>consumed</i> of every member says that it has read what
 * it needs of the earlier call. Longer payload goes through the pieces in turn; a piece is overwritten when every member has consumed it.
 * <p>
 * The words <i>published</i>, <i>results</i> and <i>consumed</i> hold the number of a call in their upper {@value #CALL_BITS} bits, and a
 * count in the others. They only grow.
 */
public final class CollectiveSlotDescriptor {
    /** Bits of the number of a call. */
    public static final int CALL_BITS = 40;
    /** Largest number of a call. It has one bit less, because words are compared as signed numbers. */
    public static final long MOST_CALLS = (1L << CALL_BITS - 1) - 1;
    /** Bits of a count of pieces, and of the history in the word of a line. */
    public static final int COUNT_BITS = Long.SIZE - CALL_BITS;
    /** Largest count: everything of a call. */
    public static final int ALL = (1 << COUNT_BITS) - 1;

    /** Offset of the name: long. */
    public static final int NAME_OFFSET = 0;
    /** Offset of the word that says that the owner may sleep: long. */
    public static final int WAITING_OFFSET = NAME_OFFSET + Long.BYTES;
    /** Offset of line 0. */
    public static final int LINE_OFFSET = 128;
    /** Distance of the lines, in bytes. */
    public static final int LINE_DISTANCE = 128;
    /** Number of lines, a power of two. */
    public static final int LINES = 16;
    /** Offset of the word in a line: long. */
    public static final int LINE_WORD_OFFSET = 0;
    /** Offset of the check in a line: long. */
    public static final int LINE_CHECK_OFFSET = LINE_WORD_OFFSET + Long.BYTES;
    /** Offset of the payload in a line. */
    public static final int LINE_PAYLOAD_OFFSET = LINE_CHECK_OFFSET + Long.BYTES;
    /** Longest payload in a line, in bytes. */
    public static final int LINE_PAYLOAD_LENGTH = 48;
    /** Offset of the number of published pieces: long. */
    public static final int PUBLISHED_OFFSET = LINE_OFFSET + LINES * LINE_DISTANCE;
    /** Offset of the number of published results: long. */
    public static final int RESULTS_OFFSET = PUBLISHED_OFFSET + Long.BYTES;
    /** Offset of what the owner has read: long. */
    public static final int CONSUMED_OFFSET = PUBLISHED_OFFSET + 128;
    /** Offset of piece 0. */
    public static final int PIECES_OFFSET = CONSUMED_OFFSET + 128;
    /** Number of pieces, a power of two. */
    public static final int PIECES = 4;
    /** Length of a piece in bytes. */
    public static final int PIECE_LENGTH = 16 * 1024;
    /** Length of a slot in bytes. */
    public static final int LENGTH = PIECES_OFFSET + PIECES * PIECE_LENGTH;

    private CollectiveSlotDescriptor() {
    }

    /**
     * Returns the number of the next call.
     *
     * @param call number of the last call; 0 before the first one.
     * @return the number after it.
     * @throws IllegalStateException if the words can name no further call.
     */
    public static long next(final long call) {
        if (call == MOST_CALLS) {
            throw new IllegalStateException(
                "this communicator has made " + MOST_CALLS + " collective calls, and can make no more: use another one");
        }
        return call + 1;
    }

    /**
     * Makes a word of a call and a count.
     *
     * @param call  number of the call, up to {@link #MOST_CALLS}.
     * @param count up to {@link #ALL}.
     * @return word.
     */
    public static long word(final long call, final int count) {
        return call << COUNT_BITS | count;
    }

    /**
     * Returns the number of the call in a word.
     *
     * @param word of a line, or of {@link #word}.
     * @return number of the call.
     */
    public static long call(final long word) {
        return word >>> COUNT_BITS;
    }
}
