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
 * An index that exists only while it is searched. The first search among many nodes fills it. When the last node has been removed and there
 * was no search, it is dropped. To fill it costs what adding each node at once would have cost. Owner thread only.
 */
final class SearchedIndex {
    private final Nodes nodes;
    private final StampOrder all;
    private final KeyIndex index;
    private boolean isKept;
    // There was no memory for it; until the last node has been removed.
    private boolean isGivenUp;
    private boolean isSearched;

    /**
     * Creates an index that is not filled yet.
     *
     * @param all nodes that belong into it, oldest first.
     */
    SearchedIndex(final Nodes nodes, final StampOrder all, final KeyIndex index) {
        this.nodes = nodes;
        this.all = all;
        this.index = index;
    }

    void add(final int node, final int context, final long envelope) {
        if (isKept) {
            try {
                index.add(node, context, envelope);
            } catch (final OutOfMemoryError none) {
                giveUp();
            }
        }
    }

    private void giveUp() {
        isKept = false;
        isGivenUp = true;
        index.clear();
    }

    void remove(final int node) {
        if (isKept) {
            index.remove(node);
        }
    }

    /** Returns the index for a search, filled; null if there is no memory for it. */
    KeyIndex searched() {
        isSearched = true;
        if (!isKept && !isGivenUp) {
            isKept = true;
            for (int node = all.first(); node != NULL_NODE && isKept; node = all.next(node)) {
                add(node, nodes.context(node), nodes.envelope(node));
            }
        }
        return isKept ? index : null;
    }

    /** Records that all nodes have been removed. The index is kept for the next ones if there was a search since the last call. */
    void onEmpty() {
        isKept = isSearched && !isGivenUp;
        isSearched = false;
        isGivenUp = false;
    }
}
