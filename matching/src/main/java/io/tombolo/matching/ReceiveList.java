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
import static io.tombolo.matching.Matcher.NULL_NODE;

/**
 * Receives in the order of their posts: an arriving message takes the oldest that fits (S1.6).
 * <p>
 * They stand in their order as long as that is enough. When they are looked through and are many, those that ask for source and tag
 * stand in an index of their own and the {@link WildcardReceives} in theirs, and an arrival takes the smallest stamp of what they give.
 * Owner thread only.
 */
final class ReceiveList {
    private final Nodes nodes;
    private final SearchCounts counts;
    private final ShortList few;
    private final StampOrder order;
    private final KeyIndex exact;
    private final WildcardReceives wildcards;
    private boolean isMany;
    // Of many: not where there was no memory for it.
    private boolean isIndexed;
    // As long as every search has found the oldest of many.
    private boolean isInOrder;
    private int many;

    ReceiveList(final Nodes nodes, final SearchCounts counts) {
        this.nodes = nodes;
        this.counts = counts;
        few = new ShortList(counts);
        order = new StampOrder(nodes.orderLinks());
        exact = new KeyIndex(nodes, counts, EXACT_SELECTION, 0);
        wildcards = new WildcardReceives(nodes, counts);
    }

    int count() {
        return few.size() + many;
    }

    /** Those that stand in their order alone: all, or none. */
    ShortList few() {
        return few;
    }

    int oldest() {
        return isMany ? order.first() : few.first();
    }

    /** The oldest, for a walk through all: with an index each step is a short one. */
    int first() {
        if (few.isLong()) {
            turnMany();
        }
        return oldest();
    }

    int next(final int node) {
        return isMany ? order.next(node) : few.next(node);
    }

    /** Make room for one more. */
    void reserve() {
        if (!isMany) {
            few.reserve();
        }
    }

    void add(final int node, final int context, final long envelope, final long selection) {
        if (!isMany && few.isFull()) {
            turnMany();
        }
        if (isMany) {
            addToMany(node, context, envelope, selection);
        } else {
            few.append(node, context, envelope, selection);
        }
    }

    private void addToMany(final int node, final int context, final long envelope, final long selection) {
        many++;
        order.append(node);
        if (isIndexed) {
            index(node, context, envelope, selection);
        }
    }

    private void index(final int node, final int context, final long envelope, final long selection) {
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

    private void turnMany() {
        isMany = true;
        isIndexed = true;
        isInOrder = true;
        for (int node = few.first(); node != NULL_NODE; node = few.first()) {
            few.remove(node);
            addToMany(node, nodes.context(node), nodes.envelope(node), nodes.selection(node));
        }
    }

    void remove(final int node) {
        if (few.isLong() && !few.isFirst(node)) {
            turnMany();
        }
        if (!isMany) {
            few.remove(node);
            return;
        }
        removeFromMany(node);
        if (many <= ShortList.FEW_AGAIN) {
            turnFew();
        }
    }

    private void turnFew() {
        isMany = false;
        few.expect(isInOrder);
        for (int node = order.first(); node != NULL_NODE; node = order.first()) {
            removeFromMany(node);
            few.append(node, nodes.context(node), nodes.envelope(node), nodes.selection(node));
        }
    }

    private void removeFromMany(final int node) {
        many--;
        order.unlink(node);
        if (!isIndexed) {
            return;
        }
        if (wildcards.isEmpty() || nodes.selection(node) == EXACT_SELECTION) {
            exact.remove(node);
        } else {
            wildcards.remove(node, nodes.selection(node));
        }
    }

    /**
     * The oldest receive that a message fits.
     *
     * @return the node, or {@link Matcher#NULL_NODE}.
     */
    int find(final int context, final long envelope) {
        if (!isMany) {
            final int node = few.find(context, envelope, EXACT_SELECTION);
            if (node != ShortList.TOO_MANY) {
                return node;
            }
            turnMany();
        }
        return findByKey(context, envelope);
    }

    /** Whether a message fits one, or too many stand in their order. */
    boolean mayFind(final int context, final long envelope) {
        if (few.isLong()) {
            turnMany();
        }
        return (isMany ? findByKey(context, envelope) : few.find(context, envelope, EXACT_SELECTION)) != NULL_NODE;
    }

    private int findByKey(final int context, final long envelope) {
        final long attemptsBefore = counts.attempts();
        int oldest = isIndexed ? exact.first(context, envelope) : lookThrough(context, envelope);
        if (!wildcards.isEmpty()) {
            oldest = wildcards.first(oldest, context, envelope);
        }
        isInOrder &= oldest == order.first();
        counts.onSearchEnd(attemptsBefore);
        return oldest;
    }

    private int lookThrough(final int context, final long envelope) {
        int compared = 0;
        int node = order.first();
        while (node != NULL_NODE && (nodes.context(node) != context ||
            !MatchNodeDescriptor.fits(envelope, nodes.envelope(node), nodes.selection(node)))) {
            compared++;
            node = order.next(node);
        }
        counts.onPart(compared);
        return node;
    }
}
