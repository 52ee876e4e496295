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

import static io.tombolo.matching.Matcher.NULL_NODE;

/**
 * Nodes in the order of their stamps, as long as that order is enough. The oldest is compared first: where messages come in the order of
 * their receives, it fits. To look through a few more is cheaper than any index. For more than that, the owner of the list builds indexes;
 * if these were needed, the list is kept short the next time. Owner thread only.
 */
final class ShortList {
    /** The most nodes of the list after an index was needed, and the most that are passed one by one to reach a node; a power of two. */
    static final int CAPACITY = 256;

    /** The most nodes of the list as long as the oldest has always fitted: 512 KiB. */
    static final int CAPACITY_IN_ORDER = 16 * 1024;

    /** The most nodes that a search compares. */
    static final int MOST_SEARCHED = 16;

    /** The most nodes that come back from the indexes: a window of receives that fills and empties pays for one move only. */
    static final int FEW_AGAIN = 1;

    /** Answer of a search: the oldest node does not fit, and the others are too many to look through. */
    static final int TOO_MANY = -2;

    private static final int ROW_SHIFT = 2;
    // Columns of a row. Column 0 has the context in its high half and the node in its low half. The words that a search compares are here,
    // too, as that is nearer than the arrays of the nodes.
    private static final int ENVELOPE = 1;
    private static final int SELECTION = 2;

    private final SearchCounts counts;
    private long[] ring = new long[CAPACITY << ROW_SHIFT];
    private int mask = CAPACITY - 1;
    private int limit = CAPACITY_IN_ORDER;
    private int head;
    private int size;

    ShortList(final SearchCounts counts) {
        this.counts = counts;
    }

    int size() {
        return size;
    }

    boolean isFull() {
        return size == limit;
    }

    /** Returns whether there are more nodes than may be passed one by one. */
    boolean isLong() {
        return size > CAPACITY;
    }

    /**
     * Lets the list grow, or keeps it short. Called while the list is empty.
     *
     * @param isInOrder whether every search has found the oldest node since the last call.
     */
    void expect(final boolean isInOrder) {
        limit = isInOrder ? CAPACITY_IN_ORDER : CAPACITY;
    }

    /**
     * Append a node.
     *
     * @param selection of a receive; for a message, all ones.
     */
    void append(final int node, final int context, final long envelope, final long selection) {
        reserve();
        final int row = (head + size++ & mask) << ROW_SHIFT;
        ring[row] = (long) context << Integer.SIZE | node;
        ring[row + ENVELOPE] = envelope;
        ring[row + SELECTION] = selection;
    }

    /** Make room for one more node. */
    void reserve() {
        if (size > mask && size < limit) {
            grow();
        }
    }

    private void grow() {
        final long[] longer = new long[2 * ring.length];
        final int rows = size - head << ROW_SHIFT;
        System.arraycopy(ring, head << ROW_SHIFT, longer, 0, rows);
        System.arraycopy(ring, 0, longer, rows, head << ROW_SHIFT);
        ring = longer;
        mask = 2 * mask + 1;
        head = 0;
    }

    private int node(final int place) {
        return (int) ring[place << ROW_SHIFT];
    }

    /**
     * Remove a node that is in the list.
     */
    void remove(final int node) {
        size--;
        if (isFirst(node)) {
            head = head + 1 & mask;
            return;
        }
        final int end = head + size & mask;
        for (int place = placeOf(node); place != end; place = place + 1 & mask) {
            System.arraycopy(ring, (place + 1 & mask) << ROW_SHIFT, ring, place << ROW_SHIFT, 1 << ROW_SHIFT);
        }
    }

    /**
     * Remove the oldest node, if it fits.
     *
     * @return the node, or {@link Matcher#NULL_NODE}.
     */
    int takeFirst(final int context, final long envelope, final long selection) {
        if (size == 0 || !fits(head, context, envelope, selection)) {
            return NULL_NODE;
        }
        final int node = node(head);
        counts.onSearch(1);
        size--;
        head = head + 1 & mask;
        return node;
    }

    private boolean fits(final int place, final int context, final long envelope, final long selection) {
        final int row = place << ROW_SHIFT;
        return (int) (ring[row] >> Integer.SIZE) == context &&
            MatchNodeDescriptor.fits(envelope, ring[row + ENVELOPE], selection & ring[row + SELECTION]);
    }

    /**
     * Returns the oldest node that fits. The selections of both sides count; that of a message is all ones.
     *
     * @return the node, {@link Matcher#NULL_NODE}, or {@link #TOO_MANY}.
     */
    int find(final int context, final long envelope, final long selection) {
        final int most = size > MOST_SEARCHED ? 1 : size;
        for (int i = 0; i < most; i++) {
            final int place = head + i & mask;
            if (fits(place, context, envelope, selection)) {
                counts.onSearch(i + 1);
                return node(place);
            }
        }
        counts.onSearch(most);
        return most == size ? NULL_NODE : TOO_MANY;
    }

    boolean isFirst(final int node) {
        return node(head) == node;
    }

    int first() {
        return size == 0 ? NULL_NODE : node(head);
    }

    int next(final int node) {
        final int next = placeOf(node) + 1 & mask;
        return next == (head + size & mask) ? NULL_NODE : node(next);
    }

    private int placeOf(final int node) {
        int place = head;
        while (node(place) != node) {
            place = place + 1 & mask;
        }
        return place;
    }
}
