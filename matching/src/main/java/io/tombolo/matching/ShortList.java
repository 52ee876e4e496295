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
 * A few nodes in the order of their stamps, with what they are matched by, side by side in arrays that are used as rings: up to this many,
 * looking through them is cheaper than any index. A list of nodes that are all alike, as a window of receives with one tag, may be longer:
 * the first is compared for all of them (bench match, bench rate). Owner thread only.
 */
final class ShortList {
    /** The most nodes it holds, a power of two. */
    static final int CAPACITY = 256;

    /** The most nodes it holds if they are not all alike. */
    static final int MOST_UNLIKE = 16;

    /** So few nodes come back from the indexes: a window of receives that fills and empties pays for one way only. */
    static final int FEW_AGAIN = 1;

    private static final int MASK = CAPACITY - 1;

    private final int[] nodes = new int[CAPACITY];
    private final int[] contexts = new int[CAPACITY];
    private final long[] envelopes = new long[CAPACITY];
    private final long[] selections = new long[CAPACITY];
    private final SearchCounts counts;
    private int head;
    private int size;
    private boolean isAlike;

    ShortList(final SearchCounts counts) {
        this.counts = counts;
    }

    /** True if a node with this can be appended. */
    boolean hasRoom(final int context, final long envelope, final long selection) {
        return size < MOST_UNLIKE || size < CAPACITY && isAlike && isLikeYoungest(context, envelope, selection);
    }

    private boolean isLikeYoungest(final int context, final long envelope, final long selection) {
        final int place = head + size - 1 & MASK;
        return envelopes[place] == envelope && contexts[place] == context && selections[place] == selection;
    }

    void append(final int node, final int context, final long envelope, final long selection) {
        isAlike = size == 0 || isAlike && isLikeYoungest(context, envelope, selection);
        final int place = head + size++ & MASK;
        nodes[place] = node;
        contexts[place] = context;
        envelopes[place] = envelope;
        selections[place] = selection;
    }

    /**
     * Take a node out that is in the list.
     */
    void remove(final int node) {
        size--;
        if (nodes[head] == node) {
            head = head + 1 & MASK;
            return;
        }
        final int end = head + size & MASK;
        for (int place = placeOf(node); place != end; place = place + 1 & MASK) {
            final int next = place + 1 & MASK;
            nodes[place] = nodes[next];
            contexts[place] = contexts[next];
            envelopes[place] = envelopes[next];
            selections[place] = selections[next];
        }
    }

    /**
     * The oldest node that fits. Both sides' selections count; that of a message is all ones.
     *
     * @return the node, or {@link Matcher#NULL_NODE}.
     */
    int find(final int context, final long envelope, final long selection) {
        final int compared = isAlike ? Math.min(1, size) : size;
        for (int i = 0; i < compared; i++) {
            final int place = head + i & MASK;
            if (contexts[place] == context && MatchNodeDescriptor.fits(envelope, envelopes[place], selection & selections[place])) {
                counts.onSearch(i + 1);
                return nodes[place];
            }
        }
        counts.onSearch(compared);
        return NULL_NODE;
    }

    int first() {
        return size == 0 ? NULL_NODE : nodes[head];
    }

    int next(final int node) {
        final int next = placeOf(node) + 1 & MASK;
        return next == (head + size & MASK) ? NULL_NODE : nodes[next];
    }

    private int placeOf(final int node) {
        int place = head;
        while (nodes[place] != node) {
            place = place + 1 & MASK;
        }
        return place;
    }
}
