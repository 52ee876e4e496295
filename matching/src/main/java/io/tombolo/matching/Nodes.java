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

import static io.tombolo.matching.MatchNodeDescriptor.NODES_PER_SEGMENT;
import static io.tombolo.matching.MatchNodeDescriptor.NODE_LENGTH;
import static io.tombolo.matching.Matcher.FULL;
import static io.tombolo.matching.Matcher.NULL_NODE;

import java.util.Arrays;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The nodes of a matcher. They are stored twice. The owner reads its own arrays alone, so that no stray store to shared memory can mislead
 * it or break a list. {@link NodeSegments} has them for readers outside. The node that was freed last is taken next.
 * <pre>
 *  words (long):  0 envelope       1 selection or length    2 handle         3 sequence
 *  links (int):   0 order next     1 order previous         2 ring next      3 ring previous   of index place 0
 *                 4 context        5 unused                 6 ring next      7 ring previous   of place 1
 *  more (int):    0 ring next      1 ring previous of place 2                2 ring next       3 ring previous of place 3
 * </pre>
 * A posted receive needs no more than half a cache line of words and half a line of links. Owner thread only.
 */
final class Nodes {
    /** Column of the next node in the order of stamps. */
    static final int ORDER_NEXT = 0;

    /** Column of the previous node in the order of stamps. */
    static final int ORDER_PREVIOUS = 1;

    private static final int WORDS_SHIFT = 2;
    private static final int ENVELOPE = 0;
    private static final int SELECTION = 1;
    private static final int HANDLE = 2;
    private static final int SEQUENCE = 3;
    private static final int LINKS = 8;
    private static final int CONTEXT = 4;
    private static final int MORE_LINKS = 4;
    private static final int[] RINGS = {2, 6, 0, 2};
    private static final int PLACES_IN_LINKS = 2;

    private final SegmentSource source;
    private final int maxNodes;
    private final NodeSegments segments;
    private final NodeRows links = new NodeRows(LINKS);
    private final NodeRows more = new NodeRows(MORE_LINKS);

    private long[] words = new long[0];
    private int[] free = new int[0];
    private int freeCount;
    private int nextNewNode;
    private int nodeCount;
    private long clock;

    Nodes(final SegmentSource source, final int maxNodes) {
        this.source = source;
        this.maxNodes = maxNodes;
        this.segments = new NodeSegments(maxNodes);
    }

    /** Returns the links of the order of stamps. */
    NodeRows orderLinks() {
        return links;
    }

    /** Returns the links of the rings of an index. */
    NodeRows ringLinks(final int place) {
        return place < PLACES_IN_LINKS ? links : more;
    }

    /** Returns the column of the next node in a ring. The column of the previous node follows it. */
    static int ringColumn(final int place) {
        return RINGS[place];
    }

    /** Sets the filing time of the nodes that are filled from now on. */
    void clock(final long newClock) {
        clock = newClock;
    }

    /**
     * Take a node; {@link #fill} comes next.
     *
     * @return the node, or {@link Matcher#FULL}.
     */
    int take() {
        if (freeCount > 0) {
            return free[--freeCount];
        }
        return nextNewNode < nodeCount || tryGrow() ? nextNewNode++ : FULL;
    }

    /** Returns how many nodes can be taken without more memory. */
    int free() {
        return freeCount + nodeCount - nextNewNode;
    }

    /** Returns how many nodes there may be. */
    int maxNodes() {
        return maxNodes;
    }

    /** Returns how many nodes there are. */
    int count() {
        return nodeCount;
    }

    /**
     * Make room ahead.
     *
     * @param wanted nodes that can be taken then; fewer at the limit.
     * @return false when there is no segment for them.
     */
    boolean makeRoom(final int wanted) {
        boolean isRoom = true;
        while (isRoom && free() < wanted && nodeCount < maxNodes) {
            isRoom = tryGrow();
        }
        return isRoom;
    }

    private boolean tryGrow() {
        final int length = Math.min(NODES_PER_SEGMENT, maxNodes - nodeCount) * NODE_LENGTH;
        if (length == 0) {
            return false;
        }
        if (nodeCount + length / NODE_LENGTH << WORDS_SHIFT > words.length) {
            final int capacity = Math.min(2 * nodeCount + length / NODE_LENGTH, maxNodes);
            words = Arrays.copyOf(words, capacity << WORDS_SHIFT);
            free = Arrays.copyOf(free, capacity);
        }
        links.ensureCapacity(nodeCount + length / NODE_LENGTH, maxNodes);
        more.ensureCapacity(nodeCount + length / NODE_LENGTH, maxNodes);
        final AtomicBuffer segment = source.segment(segments.count(), length);
        if (segment == null) {
            return false;
        }
        segments.append(segment, length);
        nodeCount += length / NODE_LENGTH;
        return true;
    }

    /**
     * Write a node that has been taken, and publish it to readers outside.
     */
    void fill(
        final int node,
        final int context,
        final long envelope,
        final long selectionOrLength,
        final long handle,
        final long sequence) {
        final int row = node << WORDS_SHIFT;
        words[row + SEQUENCE] = sequence;
        words[row + ENVELOPE] = envelope;
        words[row + SELECTION] = selectionOrLength;
        words[row + HANDLE] = handle;
        links.word(node, CONTEXT, context);
        segments.write(node, context, envelope, selectionOrLength, handle, clock, sequence);
    }

    /**
     * Free a node, and advance its generation.
     */
    void release(final int node, final long sequence) {
        final long freed = MatchNodeDescriptor.freeSequence(sequence);
        words[(node << WORDS_SHIFT) + SEQUENCE] = freed;
        segments.free(node, freed);
        free[freeCount++] = node;
    }

    /**
     * Returns the sequence of a node in use.
     *
     * @throws IllegalStateException when the node is not in use.
     */
    long sequenceInUse(final int node) {
        final long sequence = node >= 0 && node < nextNewNode ? sequence(node) : 0;
        if (!MatchNodeDescriptor.isInUse(sequence)) {
            throw new IllegalStateException("match node not in use: node=" + node);
        }
        return sequence;
    }

    long sequence(final int node) {
        return words[(node << WORDS_SHIFT) + SEQUENCE];
    }

    /**
     * Returns the older of two nodes of one kind; each may be {@link Matcher#NULL_NODE}.
     */
    int older(final int one, final int other) {
        if (one == NULL_NODE || other == NULL_NODE) {
            return one == NULL_NODE ? other : one;
        }
        return sequence(one) < sequence(other) ? one : other;
    }

    long handle(final int node) {
        return words[(node << WORDS_SHIFT) + HANDLE];
    }

    long envelope(final int node) {
        return words[(node << WORDS_SHIFT) + ENVELOPE];
    }

    long selection(final int node) {
        return words[(node << WORDS_SHIFT) + SELECTION];
    }

    long length(final int node) {
        return words[(node << WORDS_SHIFT) + SELECTION];
    }

    int context(final int node) {
        return links.word(node, CONTEXT);
    }
}
