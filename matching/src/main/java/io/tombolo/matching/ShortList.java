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
 * A few nodes in the order of their stamps, with what they are matched by, side by side in arrays: up to this many, looking through them
 * is cheaper than any index. Owner thread only.
 */
final class ShortList {
    /** The most nodes it holds. */
    static final int CAPACITY = 16;

    /** So few nodes come back from the indexes: a window of receives that fills and empties pays for one way only. */
    static final int FEW_AGAIN = 1;

    private final int[] nodes = new int[CAPACITY];
    private final int[] contexts = new int[CAPACITY];
    private final long[] envelopes = new long[CAPACITY];
    private final long[] selections = new long[CAPACITY];
    private final SearchCounts counts;
    private int size;

    ShortList(final SearchCounts counts) {
        this.counts = counts;
    }

    boolean isFull() {
        return size == CAPACITY;
    }

    void append(final int node, final int context, final long envelope, final long selection) {
        nodes[size] = node;
        contexts[size] = context;
        envelopes[size] = envelope;
        selections[size] = selection;
        size++;
    }

    void clear() {
        size = 0;
    }

    /**
     * Take a node out that is in the list.
     */
    void remove(final int node) {
        final int removed = indexOf(node);
        size--;
        for (int i = removed; i < size; i++) {
            nodes[i] = nodes[i + 1];
            contexts[i] = contexts[i + 1];
            envelopes[i] = envelopes[i + 1];
            selections[i] = selections[i + 1];
        }
    }

    /**
     * The oldest node that fits. Both sides' selections count; that of a message is all ones.
     *
     * @return the node, or {@link Matcher#NULL_NODE}.
     */
    int find(final int context, final long envelope, final long selection) {
        for (int i = 0; i < size; i++) {
            if (contexts[i] == context && MatchNodeDescriptor.fits(envelope, envelopes[i], selection & selections[i])) {
                counts.onSearch(i + 1);
                return nodes[i];
            }
        }
        counts.onSearch(size);
        return NULL_NODE;
    }

    int first() {
        return size == 0 ? NULL_NODE : nodes[0];
    }

    int next(final int node) {
        final int index = indexOf(node) + 1;
        return index < size ? nodes[index] : NULL_NODE;
    }

    private int indexOf(final int node) {
        int i = 0;
        while (nodes[i] != node) {
            i++;
        }
        return i;
    }
}
