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
 * Nodes in the order of their stamps, for as long as that order is all that is needed: the oldest is compared first, and where messages
 * come in the order of their receives it is the one (bench rate). Looking through a few more is cheaper than any index (bench match); for
 * more than that the owner of the list builds one, and where that was needed the list is short the next time. Owner thread only.
 */
final class ShortList {
    /** The most nodes it holds after an index was needed, and the most that are passed to get at one of them; a power of two. */
    static final int CAPACITY = 256;

    /** The most nodes it holds as long as the oldest has always been the one: 512 KiB, in which 1000 messages cost what 100 do. */
    static final int CAPACITY_IN_ORDER = 16 * 1024;

    /** The most nodes that are looked through. */
    static final int MOST_SEARCHED = 16;

    /** So few nodes come back from the indexes: a window of receives that fills and empties pays for one way only. */
    static final int FEW_AGAIN = 1;

    /** Answer of a search: the oldest does not fit, and those behind it are too many to look through. */
    static final int TOO_MANY = -2;

    private static final int ROW_SHIFT = 2;
    // Of a row: context in the high half and node in the low one; then what it is compared by, beside it and not behind two references.
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

    /** Whether there are more than may be passed one by one. */
    boolean isLong() {
        return size > CAPACITY;
    }

    /**
     * Lets the list grow, or not: to be told while it is empty.
     *
     * @param isInOrder whether no index was needed since the last time.
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

    /** Make room for one more. */
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
     * Take a node out that is in the list.
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
     * Take the oldest node out, if it fits.
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
     * The oldest node that fits. Both sides' selections count; that of a message is all ones.
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
