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

import static io.tombolo.matching.MatchNodeDescriptor.CONTEXT_SELECTION;
import static io.tombolo.matching.MatchNodeDescriptor.EXACT_SELECTION;
import static io.tombolo.matching.MatchNodeDescriptor.SOURCE_SELECTION;
import static io.tombolo.matching.MatchNodeDescriptor.TAG_SELECTION;
import static io.tombolo.matching.Matcher.NULL_NODE;

/**
 * The unexpected messages in the order of their arrivals: a new receive takes the oldest that fits (S1.6).
 * <p>
 * Of many messages, a search uses the index of its own kind: source and tag, tag, source, or neither. A receive with another tag mask looks
 * through the messages of its source, or of its context. Only those indexes are kept that receives use. Where there is no memory for one,
 * a search looks through all messages. Owner thread only.
 */
final class UnexpectedMessages extends NodeList {
    private final SearchedIndex bySourceAndTag;
    private final SearchedIndex bySource;
    private final SearchedIndex byTag;
    private final SearchedIndex byContext;
    private int highWater;

    UnexpectedMessages(final Nodes nodes, final SearchCounts counts) {
        super(nodes, counts);
        bySourceAndTag = index(EXACT_SELECTION, 0);
        bySource = index(SOURCE_SELECTION, 1);
        byTag = index(TAG_SELECTION, 2);
        byContext = index(CONTEXT_SELECTION, 3);
    }

    private SearchedIndex index(final long keyMask, final int place) {
        return new SearchedIndex(nodes, order, new KeyIndex(nodes, counts, keyMask, place));
    }

    int highWater() {
        return highWater;
    }

    void add(final int node, final int context, final long envelope) {
        add(node, context, envelope, EXACT_SELECTION);
        highWater = Math.max(highWater, count());
    }

    /** A message has a source and a tag: the selection of the receive alone counts. */
    @Override
    long selection(final int node) {
        return EXACT_SELECTION;
    }

    @Override
    void beginIndex() {
        // Each index is filled by the first search that needs it.
    }

    @Override
    void addToIndex(final int node, final int context, final long envelope, final long selection) {
        bySourceAndTag.add(node, context, envelope);
        bySource.add(node, context, envelope);
        byTag.add(node, context, envelope);
        byContext.add(node, context, envelope);
    }

    @Override
    void removeFromIndex(final int node) {
        bySourceAndTag.remove(node);
        bySource.remove(node);
        byTag.remove(node);
        byContext.remove(node);
    }

    @Override
    void endIndex() {
        bySourceAndTag.onEmpty();
        bySource.onEmpty();
        byTag.onEmpty();
        byContext.onEmpty();
    }

    @Override
    int findByIndex(final int context, final long envelope, final long selection) {
        final KeyIndex index = index(selection).searched();
        return index == null ? lookThrough(context, envelope, selection) : lookThrough(index, context, envelope, selection);
    }

    private int lookThrough(final KeyIndex index, final int context, final long envelope, final long selection) {
        int compared = 0;
        int node = index.first(context, envelope);
        while (node != NULL_NODE && !MatchNodeDescriptor.fits(nodes.envelope(node), envelope, selection)) {
            compared++;
            node = index.next(node);
        }
        counts.onPart(compared);
        return node;
    }

    private SearchedIndex index(final long selection) {
        if (selection == EXACT_SELECTION) {
            return bySourceAndTag;
        } else if (selection == TAG_SELECTION) {
            return byTag;
        }
        return (selection & SOURCE_SELECTION) == 0 ? byContext : bySource;
    }
}
