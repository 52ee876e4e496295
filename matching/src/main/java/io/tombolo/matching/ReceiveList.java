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

import static io.tombolo.matching.MatchNodeDescriptor.EXACT_SELECTION;

/**
 * Receives in the order of their posts: an arriving message takes the oldest that fits (S1.6). Many receives are indexed: those with an
 * exact source and tag in a {@link KeyIndex}, the others in {@link WildcardReceives}. An arrival takes the oldest that the two find. Owner
 * thread only.
 */
final class ReceiveList extends NodeList {
    private final KeyIndex exact;
    private final WildcardReceives wildcards;
    // False also among many receives, if there was no memory for an index.
    private boolean isIndexed;

    ReceiveList(final Nodes nodes, final SearchCounts counts) {
        super(nodes, counts);
        exact = new KeyIndex(nodes, counts, EXACT_SELECTION, 0);
        wildcards = new WildcardReceives(nodes, counts);
    }

    @Override
    long selection(final int node) {
        return nodes.selection(node);
    }

    @Override
    void beginIndex() {
        isIndexed = true;
    }

    @Override
    void addToIndex(final int node, final int context, final long envelope, final long selection) {
        if (!isIndexed) {
            return;
        }
        try {
            if (selection == EXACT_SELECTION) {
                exact.add(node, context, envelope);
            } else {
                wildcards.add(node, context, envelope, selection);
            }
        } catch (final OutOfMemoryError none) {
            isIndexed = false;
            exact.clear();
            wildcards.clear();
        }
    }

    @Override
    void removeFromIndex(final int node) {
        if (!isIndexed) {
            return;
        }
        if (wildcards.isEmpty() || nodes.selection(node) == EXACT_SELECTION) {
            exact.remove(node);
        } else {
            wildcards.remove(node, nodes.selection(node));
        }
    }

    @Override
    void endIndex() {
        isIndexed = false;
    }

    @Override
    int findByIndex(final int context, final long envelope, final long selection) {
        final int oldest = isIndexed ? exact.first(context, envelope) : lookThrough(context, envelope, selection);
        return wildcards.isEmpty() ? oldest : wildcards.first(oldest, context, envelope);
    }
}
