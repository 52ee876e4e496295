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
package io.tombolo.matching;

import static org.agrona.BitUtil.SIZE_OF_INT;
import static org.agrona.BitUtil.SIZE_OF_LONG;

/**
 * Layout of a match node: one posted receive or one unexpected message, one cache line.
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |                           Sequence                            |  0
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                             Stamp                             |  8
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                            Handle                             |  16
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                            Length                             |  24
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |              Envelope: source (high half of the long),        |  32
 *  |                        tag    (low half)                      |
 *  +---------------------------------------------------------------+
 *  |             Selection: all ones, or 0 for any source (high),  |  40
 *  |                        tag mask                      (low)    |
 *  +---------------------------------------------------------------+
 *  |                            Context                            |  48
 *  +---------------------------------------------------------------+
 *  |                             Kind                              |  52
 *  +---------------------------------------------------------------+
 *  |                           Reserved                            |  56
 *  |                                                               |
 *  +---------------------------------------------------------------+
 * </pre>
 * All words are in native byte order and written by the matcher's owner alone. Halves of a long are taken by shifts, so the order of
 * the bytes does not matter to them.
 * <p>
 * The sequence is the node's seqlock for readers outside: 4g = free, 4g + 1 = being written, 4g + 2 = in use, where g is the
 * generation. It only grows. The other words are constant as long as the sequence is; those of a free node are left-overs.
 * <p>
 * Source and tag are one word, so that a fit is one xor and one mask, see {@link #fits(long, long, long)}.
 */
public final class MatchNodeDescriptor {
    /** Length of a node in bytes: one cache line. */
    public static final int NODE_LENGTH = 64;

    /** Nodes in a full segment; the last segment of a matcher may be shorter. A power of two. */
    public static final int NODES_PER_SEGMENT = 1024;

    /** Length of a full segment in bytes. */
    public static final int SEGMENT_LENGTH = NODES_PER_SEGMENT * NODE_LENGTH;

    /** Offset of the sequence (long): ordered stores by the owner, acquire loads by readers outside. */
    public static final int SEQUENCE_OFFSET = 0;

    /** Offset of the stamp (long): the order of all adds of a matcher, from 1. */
    public static final int STAMP_OFFSET = SEQUENCE_OFFSET + SIZE_OF_LONG;

    /** Offset of the handle (long) that the caller filed. */
    public static final int HANDLE_OFFSET = STAMP_OFFSET + SIZE_OF_LONG;

    /** Offset of the message's length in bytes (long); 0 for a posted receive. */
    public static final int LENGTH_OFFSET = HANDLE_OFFSET + SIZE_OF_LONG;

    /** Offset of the envelope (long): source and tag. */
    public static final int ENVELOPE_OFFSET = LENGTH_OFFSET + SIZE_OF_LONG;

    /** Offset of the selection (long): which bits of the envelope a message must have; all ones for an unexpected message. */
    public static final int SELECTION_OFFSET = ENVELOPE_OFFSET + SIZE_OF_LONG;

    /** Offset of the context (int). */
    public static final int CONTEXT_OFFSET = SELECTION_OFFSET + SIZE_OF_LONG;

    /** Offset of the kind (int): {@link #KIND_POSTED} or {@link #KIND_UNEXPECTED}. */
    public static final int KIND_OFFSET = CONTEXT_OFFSET + SIZE_OF_INT;

    /** Offset of the reserved bytes, zero up to the end of the node. */
    public static final int RESERVED_OFFSET = KIND_OFFSET + SIZE_OF_INT;

    /** Kind of a node that was never used. */
    public static final int KIND_NONE = 0;

    /** Kind of a node that holds a posted receive. */
    public static final int KIND_POSTED = 1;

    /** Kind of a node that holds an unexpected message. */
    public static final int KIND_UNEXPECTED = 2;

    /** Added to the sequence of a free node while the node is being written. */
    static final int SEQUENCE_WRITING = 1;

    /** Added to the sequence of a free node when the node is in use. */
    static final int SEQUENCE_IN_USE = 2;

    /** Added to the sequence of a free node when it was used and freed again. */
    static final int SEQUENCE_STEP = 4;

    private static final int GENERATION_SHIFT = 2;
    private static final long LOW_HALF = 0xFFFF_FFFFL;

    private MatchNodeDescriptor() {
    }

    /**
     * Offset of a node in its segment.
     *
     * @param index of the node in the segment, from 0.
     * @return the offset in bytes.
     */
    public static int nodeOffset(final int index) {
        return index * NODE_LENGTH;
    }

    /**
     * Is the node free?
     *
     * @param sequence of the node.
     * @return true when the node is neither in use nor being written.
     */
    public static boolean isFree(final long sequence) {
        return (sequence & (SEQUENCE_STEP - 1)) == 0;
    }

    /**
     * Is the node in use, and its words constant?
     *
     * @param sequence of the node.
     * @return true when the node holds a receive or a message.
     */
    public static boolean isInUse(final long sequence) {
        return (sequence & (SEQUENCE_STEP - 1)) == SEQUENCE_IN_USE;
    }

    /**
     * The generation: how often the node was used and freed, modulo 2^32.
     *
     * @param sequence of the node.
     * @return the generation.
     */
    public static int generation(final long sequence) {
        return (int) (sequence >>> GENERATION_SHIFT);
    }

    /**
     * Join source and tag.
     *
     * @param source rank, or {@link Matcher#ANY_SOURCE}.
     * @param tag    of the message or receive.
     * @return the envelope word.
     */
    public static long envelope(final int source, final int tag) {
        return ((long) source << Integer.SIZE) | (tag & LOW_HALF);
    }

    /**
     * The bits of the envelope that a receive asks for.
     *
     * @param source rank, or {@link Matcher#ANY_SOURCE}.
     * @param mask   of the tag's bits that count.
     * @return the selection word.
     */
    public static long selection(final int source, final int mask) {
        return (source == Matcher.ANY_SOURCE ? 0 : ~LOW_HALF) | (mask & LOW_HALF);
    }

    /**
     * Does a message fit a receive of the same context?
     *
     * @param message   envelope of the message.
     * @param receive   envelope of the receive.
     * @param selection of the receive.
     * @return true when they agree in every bit that the receive asks for.
     */
    public static boolean fits(final long message, final long receive, final long selection) {
        return ((message ^ receive) & selection) == 0;
    }

    /**
     * Source of an envelope.
     *
     * @param envelope word of the node.
     * @return the rank, or {@link Matcher#ANY_SOURCE}.
     */
    public static int source(final long envelope) {
        return (int) (envelope >> Integer.SIZE);
    }

    /**
     * Tag of an envelope.
     *
     * @param envelope word of the node.
     * @return the tag.
     */
    public static int tag(final long envelope) {
        return (int) envelope;
    }

    /**
     * Tag mask of a selection.
     *
     * @param selection word of the node.
     * @return the mask.
     */
    public static int mask(final long selection) {
        return (int) selection;
    }
}
