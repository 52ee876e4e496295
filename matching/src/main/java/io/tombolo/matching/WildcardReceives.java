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
import static io.tombolo.matching.MatchNodeDescriptor.SOURCE_SELECTION;
import static io.tombolo.matching.MatchNodeDescriptor.TAG_SELECTION;
import static io.tombolo.matching.Matcher.NULL_NODE;

/**
 * Posted receives that do not ask for both source and tag. There is an index for those that ask for the tag alone, one for the source
 * alone, and one for neither. Receives with a tag mask that is neither exact nor any are looked through, within their context. Owner thread
 * only.
 */
final class WildcardReceives {
    private final Nodes nodes;
    private final SearchCounts counts;
    private final KeyIndex anySource;
    private final KeyIndex anyTag;
    private final KeyIndex anySourceAnyTag;
    private final KeyIndex masked;
    private int count;

    WildcardReceives(final Nodes nodes, final SearchCounts counts) {
        this.nodes = nodes;
        this.counts = counts;
        anySource = new KeyIndex(nodes, counts, TAG_SELECTION, 0);
        anyTag = new KeyIndex(nodes, counts, SOURCE_SELECTION, 0);
        anySourceAnyTag = new KeyIndex(nodes, counts, CONTEXT_SELECTION, 0);
        masked = new KeyIndex(nodes, counts, CONTEXT_SELECTION, 0);
    }

    boolean isEmpty() {
        return count == 0;
    }

    void add(final int node, final int context, final long envelope, final long selection) {
        count++;
        index(selection).add(node, context, envelope);
    }

    void remove(final int node, final long selection) {
        count--;
        index(selection).remove(node);
    }

    /** Remove all nodes. */
    void clear() {
        count = 0;
        anySource.clear();
        anyTag.clear();
        anySourceAnyTag.clear();
        masked.clear();
    }

    private KeyIndex index(final long selection) {
        if (selection == TAG_SELECTION) {
            return anySource;
        } else if (selection == SOURCE_SELECTION) {
            return anyTag;
        }
        return selection == CONTEXT_SELECTION ? anySourceAnyTag : masked;
    }

    /**
     * Returns the oldest receive that a message fits: the smallest stamp of the heads. An index that is empty is not searched.
     *
     * @param oldest receive that has been found elsewhere, or {@link Matcher#NULL_NODE}.
     * @return the node, or {@link Matcher#NULL_NODE}.
     */
    int first(final int oldest, final int context, final long envelope) {
        int node = oldest;
        if (!anySource.isEmpty()) {
            node = nodes.older(node, anySource.first(context, envelope));
        }
        if (!anyTag.isEmpty()) {
            node = nodes.older(node, anyTag.first(context, envelope));
        }
        if (!anySourceAnyTag.isEmpty()) {
            node = nodes.older(node, anySourceAnyTag.first(context, envelope));
        }
        return masked.isEmpty() ? node : nodes.older(node, firstMasked(context, envelope));
    }

    private int firstMasked(final int context, final long envelope) {
        int compared = 0;
        int node = masked.first(context, envelope);
        while (node != NULL_NODE && !MatchNodeDescriptor.fits(envelope, nodes.envelope(node), nodes.selection(node))) {
            compared++;
            node = masked.next(node);
        }
        counts.onPart(compared);
        return node;
    }
}
