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
 *  | Sequence (long): stamp (62 bits), unexpected (1), free (1)    |  0
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  | Handle (long)                                                 |  8
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  | Envelope (long): source (high half), tag (low half)           |  16
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  | Posted: selection (long): source bits (high), tag mask (low)  |  24
 *  | Unexpected: length (long)                                     |
 *  +---------------------------------------------------------------+
 *  | Context (int)                                                 |  32
 *  +---------------------------------------------------------------+
 *  | Unused (int)                                                  |  36
 *  +---------------------------------------------------------------+
 *  | Filing time (long): {@link System#nanoTime()} of the owner    |  40
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  | Reserved                                                      |  48
 *  |                                                             ...
 * ...                                                              |
 *  +---------------------------------------------------------------+  64
 * </pre>
 * All words are in native byte order. The matcher's owner alone writes them. Parts of a long are taken by shifts, so the order of the bytes
 * does not matter; the part that is named first is the highest.
 * <p>
 * The sequence is the node's seqlock for readers outside: 0 = never used, even = in use, odd = free or being written. It contains the stamp
 * of the use, so it only grows, and no two uses have the same. The other words are constant as long as the sequence is. In a node that is
 * not in use they have values of its last use.
 * <p>
 * The filing time is that of the owner's cached clock, {@link Matcher#clock(long)}: the node was filed at that time or later, before the
 * next update of the clock. It is for people; no decision depends on it.
 * <p>
 * Source and tag are in one word, so that a message is compared by one xor and one mask, see {@link #fits(long, long, long)}.
 */
public final class MatchNodeDescriptor {
    /** Length of a node in bytes: one cache line. */
    public static final int NODE_LENGTH = 64;

    /** Nodes in a full segment; the last segment of a matcher may be shorter. A power of two. */
    public static final int NODES_PER_SEGMENT = 1024;

    /** Length of a full segment in bytes. */
    public static final int SEGMENT_LENGTH = NODES_PER_SEGMENT * NODE_LENGTH;

    /** Offset of the sequence: ordered stores by the owner, acquire loads by readers outside. */
    public static final int SEQUENCE_OFFSET = 0;

    /** Offset of the handle that the caller filed. */
    public static final int HANDLE_OFFSET = SEQUENCE_OFFSET + SIZE_OF_LONG;

    /** Offset of the envelope: source and tag. */
    public static final int ENVELOPE_OFFSET = HANDLE_OFFSET + SIZE_OF_LONG;

    /** Offset of a posted receive's selection: the bits of the envelope that it asks for. */
    public static final int SELECTION_OFFSET = ENVELOPE_OFFSET + SIZE_OF_LONG;

    /** Offset of an unexpected message's length in bytes: the same word as the selection of a receive. */
    public static final int LENGTH_OFFSET = SELECTION_OFFSET;

    /** Offset of the context. */
    public static final int CONTEXT_OFFSET = LENGTH_OFFSET + SIZE_OF_LONG;

    /** Offset of the filing time in nanoseconds of the owner's {@link System#nanoTime()}. */
    public static final int FILING_TIME_OFFSET = CONTEXT_OFFSET + 2 * SIZE_OF_INT;

    /** Offset of the reserved bytes, zero up to the end of the node. */
    public static final int RESERVED_OFFSET = FILING_TIME_OFFSET + SIZE_OF_LONG;

    /** Selection of a receive that asks for source and tag; every message has it. */
    static final long EXACT_SELECTION = -1L;

    /** Selection of a receive that asks for the tag alone. */
    static final long TAG_SELECTION = 0xFFFF_FFFFL;

    /** Selection of a receive that asks for the source alone. */
    static final long SOURCE_SELECTION = ~TAG_SELECTION;

    /** Selection of a receive that asks for nothing but the context. */
    static final long CONTEXT_SELECTION = 0;

    private static final long FREE_BIT = 1;
    private static final long UNEXPECTED_BIT = 2;
    private static final int STAMP_SHIFT = 2;
    private static final long LOW_HALF = 0xFFFF_FFFFL;

    private MatchNodeDescriptor() {
    }

    /**
     * Returns the offset of a node in its segment.
     *
     * @param index of the node in the segment, from 0.
     * @return the offset in bytes.
     */
    public static int nodeOffset(final int index) {
        return index * NODE_LENGTH;
    }

    /**
     * {@return the sequence of a posted receive}
     *
     * @param stamp of the post, from 1.
     */
    static long postedSequence(final long stamp) {
        return stamp << STAMP_SHIFT;
    }

    /**
     * {@return the sequence of an unexpected message}
     *
     * @param stamp of its arrival, from 1.
     */
    static long unexpectedSequence(final long stamp) {
        return stamp << STAMP_SHIFT | UNEXPECTED_BIT;
    }

    /**
     * {@return the sequence of the node from its removal to the end of its next write}
     *
     * @param sequence of the node in use.
     */
    static long freeSequence(final long sequence) {
        return sequence | FREE_BIT;
    }

    /**
     * Returns whether the node is in use, and its words are constant.
     *
     * @param sequence of the node.
     * @return true when the node holds a receive or a message.
     */
    public static boolean isInUse(final long sequence) {
        return sequence != 0 && (sequence & FREE_BIT) == 0;
    }

    /**
     * Returns what the node holds, or held last.
     *
     * @param sequence of the node.
     * @return true for an unexpected message, false for a posted receive.
     */
    public static boolean isUnexpected(final long sequence) {
        return (sequence & UNEXPECTED_BIT) != 0;
    }

    /**
     * Returns the stamp: the place of the node's use in the order of all adds of its matcher.
     *
     * @param sequence of the node.
     * @return the stamp, from 1; of the last use when the node is not in use, 0 when it never was.
     */
    public static long stamp(final long sequence) {
        return sequence >>> STAMP_SHIFT;
    }

    /**
     * Returns the generation, which tells the uses of a node apart: it changes with each use, and again after each use.
     *
     * @param sequence of the node.
     * @return the generation; two uses share it only when 2^31 adds, or a multiple of that, lie exactly between them.
     */
    public static int generation(final long sequence) {
        return (int) (sequence >>> STAMP_SHIFT << 1 | sequence & FREE_BIT);
    }

    /**
     * Joins source and tag.
     *
     * @param source rank, or {@link Matcher#ANY_SOURCE}.
     * @param tag    of the message or receive.
     * @return the envelope word.
     */
    public static long envelope(final int source, final int tag) {
        return (long) source << Integer.SIZE | tag & LOW_HALF;
    }

    /**
     * Returns the bits of the envelope that a receive asks for.
     *
     * @param source rank, or {@link Matcher#ANY_SOURCE}.
     * @param mask   of the tag's bits that count.
     * @return the selection word.
     */
    public static long selection(final int source, final int mask) {
        return (source == Matcher.ANY_SOURCE ? 0 : SOURCE_SELECTION) | mask & LOW_HALF;
    }

    /**
     * Returns whether a message fits a receive of the same context.
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
     * Returns the source of an envelope.
     *
     * @param envelope word of the node.
     * @return the rank, or {@link Matcher#ANY_SOURCE}.
     */
    public static int source(final long envelope) {
        return (int) (envelope >> Integer.SIZE);
    }

    /**
     * Returns the tag of an envelope.
     *
     * @param envelope word of the node.
     * @return the tag.
     */
    public static int tag(final long envelope) {
        return (int) envelope;
    }

    /**
     * Returns the tag mask of a selection.
     *
     * @param selection word of the node.
     * @return the mask.
     */
    public static int mask(final long selection) {
        return (int) selection;
    }
}
