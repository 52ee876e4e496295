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
 * Nodes of one side, posted receives or unexpected messages, in the order of their adds. A search finds the oldest node that fits (S1.6).
 * <p>
 * As long as the order is enough, the nodes are in a {@link ShortList}. When a search has to look through more than a few nodes, all move
 * to a linked list with indexes, which a subclass provides, and back when nearly all of them have been removed. Owner thread only.
 */
abstract class NodeList {
    /** Nodes that are held. */
    final Nodes nodes;

    /** Counts of all searches. */
    final SearchCounts counts;

    /** Nodes of a list with indexes, in the order of their stamps. */
    final StampOrder order;

    private final ShortList few;
    private boolean isMany;
    private int many;
    // True as long as every search among many has found the oldest node.
    private boolean isInOrder;

    NodeList(final Nodes nodes, final SearchCounts counts) {
        this.nodes = nodes;
        this.counts = counts;
        few = new ShortList(counts);
        order = new StampOrder(nodes.orderLinks());
    }

    /** Returns the selection that a node is compared with. */
    abstract long selection(int node);

    /** Prepares the indexes for the first node; they are empty. */
    abstract void beginIndex();

    /** Adds a node to the indexes. */
    abstract void addToIndex(int node, int context, long envelope, long selection);

    /** Removes a node from the indexes. */
    abstract void removeFromIndex(int node);

    /** Records that the last node has left the indexes. */
    abstract void endIndex();

    /**
     * Returns the oldest node that fits, by an index or, without one, by {@link #lookThrough}.
     *
     * @return the node, or {@link Matcher#NULL_NODE}.
     */
    abstract int findByIndex(int context, long envelope, long selection);

    final int count() {
        return few.size() + many;
    }

    /** Returns the nodes while they are few: all of them, or none. */
    final ShortList few() {
        return few;
    }

    /** Returns the oldest node. */
    final int oldest() {
        return isMany ? order.first() : few.first();
    }

    /** Returns the oldest node, for a walk through all. A long list gets its indexes first, which make each step a short one. */
    final int first() {
        if (few.isLong()) {
            turnMany();
        }
        return oldest();
    }

    final int next(final int node) {
        return isMany ? order.next(node) : few.next(node);
    }

    /**
     * Makes room for one more node.
     *
     * @throws OutOfMemoryError if there is none; nothing has changed.
     */
    final void reserve() {
        if (!isMany) {
            few.reserve();
        }
    }

    /**
     * Adds the youngest node.
     *
     * @param selection of a receive; all ones for a message.
     */
    final void add(final int node, final int context, final long envelope, final long selection) {
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
        addToIndex(node, context, envelope, selection);
    }

    private void turnMany() {
        isMany = true;
        isInOrder = true;
        beginIndex();
        for (int node = few.first(); node != NULL_NODE; node = few.first()) {
            few.remove(node);
            addToMany(node, nodes.context(node), nodes.envelope(node), selection(node));
        }
    }

    /** Removes a node, wherever it is in the list. */
    final void remove(final int node) {
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
            few.append(node, nodes.context(node), nodes.envelope(node), selection(node));
        }
        endIndex();
    }

    private void removeFromMany(final int node) {
        many--;
        order.unlink(node);
        removeFromIndex(node);
    }

    /**
     * Returns the oldest node that fits.
     *
     * @return the node, or {@link Matcher#NULL_NODE}.
     */
    final int find(final int context, final long envelope, final long selection) {
        if (!isMany) {
            final int node = few.find(context, envelope, selection);
            if (node != ShortList.TOO_MANY) {
                return node;
            }
            turnMany();
        }
        return findAmongMany(context, envelope, selection);
    }

    /** Returns whether a node fits, or whether too many are in the short list to look through. */
    final boolean mayFind(final int context, final long envelope, final long selection) {
        if (few.isLong()) {
            turnMany();
        }
        final int node = isMany ? findAmongMany(context, envelope, selection) : few.find(context, envelope, selection);
        return node != NULL_NODE;
    }

    private int findAmongMany(final int context, final long envelope, final long selection) {
        final long attemptsBefore = counts.attempts();
        final int node = findByIndex(context, envelope, selection);
        isInOrder &= node == order.first();
        counts.onSearchEnd(attemptsBefore);
        return node;
    }

    /**
     * Compares the nodes one by one, from the oldest on, for want of an index.
     *
     * @return the oldest node that fits, or {@link Matcher#NULL_NODE}.
     */
    final int lookThrough(final int context, final long envelope, final long selection) {
        int compared = 0;
        int node = order.first();
        while (node != NULL_NODE && !fits(node, context, envelope, selection)) {
            compared++;
            node = order.next(node);
        }
        counts.onPart(compared);
        return node;
    }

    private boolean fits(final int node, final int context, final long envelope, final long selection) {
        return nodes.context(node) == context &&
            MatchNodeDescriptor.fits(envelope, nodes.envelope(node), selection & selection(node));
    }
}
