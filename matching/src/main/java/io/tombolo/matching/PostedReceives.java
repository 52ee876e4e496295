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
 * The posted receives: an arriving message takes the oldest that fits (S1.6).
 * <p>
 * A few are looked through in their order. When there are many, each stands in one index, chosen by what it asks for: source and tag, tag
 * alone, source alone, neither, or some bits of the tag. An arrival takes the smallest stamp of the heads that it fits; an index that is
 * empty is not touched. Receives with a tag mask that is neither exact nor any are looked through, within their context. Owner thread only.
 */
final class PostedReceives {
    private final NodeSegments nodes;
    private final SearchCounts counts;
    private final ShortList few;
    private final StampOrder order;
    private final KeyIndex exact;
    private final KeyIndex anySource;
    private final KeyIndex anyTag;
    private final KeyIndex anySourceAnyTag;
    private final KeyIndex masked;
    private boolean isMany;
    private int count;
    private int highWater;

    PostedReceives(final NodeSegments nodes, final SearchCounts counts) {
        this.nodes = nodes;
        this.counts = counts;
        few = new ShortList(counts);
        order = new StampOrder(nodes.links());
        exact = new KeyIndex(nodes, counts, EXACT_SELECTION, 0);
        anySource = new KeyIndex(nodes, counts, TAG_SELECTION, 0);
        anyTag = new KeyIndex(nodes, counts, SOURCE_SELECTION, 0);
        anySourceAnyTag = new KeyIndex(nodes, counts, CONTEXT_SELECTION, 0);
        masked = new KeyIndex(nodes, counts, CONTEXT_SELECTION, 0);
    }

    int count() {
        return count;
    }

    int highWater() {
        return highWater;
    }

    int first() {
        return isMany ? order.first() : few.first();
    }

    int next(final int node) {
        return isMany ? order.next(node) : few.next(node);
    }

    void add(final int node, final int context, final long envelope, final long selection) {
        if (++count > highWater) {
            highWater = count;
        }
        if (!isMany && !few.isFull()) {
            few.append(node, context, envelope, selection);
            return;
        }
        if (!isMany) {
            turnMany();
        }
        order.append(node);
        index(selection).add(node, context, envelope);
    }

    private void turnMany() {
        isMany = true;
        for (int node = few.first(); node != NULL_NODE; node = few.next(node)) {
            order.append(node);
            index(nodes.selection(node)).add(node, nodes.context(node), nodes.envelope(node));
        }
        few.clear();
    }

    void remove(final int node) {
        count--;
        if (isMany) {
            order.unlink(node);
            index(nodes.selection(node)).remove(node);
            isMany = count > 0;
        } else {
            few.remove(node);
        }
    }

    private KeyIndex index(final long selection) {
        if (selection == EXACT_SELECTION) {
            return exact;
        } else if (selection == TAG_SELECTION) {
            return anySource;
        } else if (selection == SOURCE_SELECTION) {
            return anyTag;
        }
        return selection == CONTEXT_SELECTION ? anySourceAnyTag : masked;
    }

    /**
     * The oldest receive that a message fits.
     *
     * @return the node, or {@link Matcher#NULL_NODE}.
     */
    int find(final int context, final long envelope) {
        return isMany ? findByKey(context, envelope) : few.find(context, envelope, EXACT_SELECTION);
    }

    private int findByKey(final int context, final long envelope) {
        final long attemptsBefore = counts.attempts();
        int oldest = exact.isEmpty() ? NULL_NODE : exact.first(context, envelope);
        if (!anySource.isEmpty()) {
            oldest = older(oldest, anySource.first(context, envelope));
        }
        if (!anyTag.isEmpty()) {
            oldest = older(oldest, anyTag.first(context, envelope));
        }
        if (!anySourceAnyTag.isEmpty()) {
            oldest = older(oldest, anySourceAnyTag.first(context, envelope));
        }
        if (!masked.isEmpty()) {
            oldest = older(oldest, firstMasked(context, envelope));
        }
        counts.onSearchEnd(attemptsBefore);
        return oldest;
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

    private int older(final int one, final int other) {
        if (one == NULL_NODE || other == NULL_NODE) {
            return one == NULL_NODE ? other : one;
        }
        return nodes.sequence(one) < nodes.sequence(other) ? one : other;
    }
}
