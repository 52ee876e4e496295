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
 * The unexpected messages: a new receive takes the oldest that fits (S1.6).
 * <p>
 * They stand in their order as long as that is enough. When they are looked through and are many, a search uses the index of its own
 * kind: source and tag, tag, source, or neither; a receive with another tag mask looks through the messages of its source, or of its
 * context. Only those indexes are kept that receives use; where there is no memory for one, all are looked through. Owner thread only.
 */
final class UnexpectedMessages {
    private final Nodes nodes;
    private final SearchCounts counts;
    private final ShortList few;
    private final StampOrder order;
    private final SearchedIndex bySourceAndTag;
    private final SearchedIndex bySource;
    private final SearchedIndex byTag;
    private final SearchedIndex byContext;
    private boolean isMany;
    // As long as every search has found the oldest of many.
    private boolean isInOrder;
    private int count;
    private int highWater;

    UnexpectedMessages(final Nodes nodes, final SearchCounts counts) {
        this.nodes = nodes;
        this.counts = counts;
        few = new ShortList(counts);
        order = new StampOrder(nodes.orderLinks());
        bySourceAndTag = index(EXACT_SELECTION, 0);
        bySource = index(SOURCE_SELECTION, 1);
        byTag = index(TAG_SELECTION, 2);
        byContext = index(CONTEXT_SELECTION, 3);
    }

    private SearchedIndex index(final long keyMask, final int place) {
        return new SearchedIndex(nodes, order, new KeyIndex(nodes, counts, keyMask, place));
    }

    int count() {
        return count;
    }

    int highWater() {
        return highWater;
    }

    int first() {
        if (few.isLong()) {
            turnMany();
        }
        return isMany ? order.first() : few.first();
    }

    int next(final int node) {
        return isMany ? order.next(node) : few.next(node);
    }

    /**
     * Make room for one more.
     *
     * @throws OutOfMemoryError if there is none; nothing has changed.
     */
    void reserve() {
        if (!isMany) {
            few.reserve();
        }
    }

    void add(final int node, final int context, final long envelope) {
        if (++count > highWater) {
            highWater = count;
        }
        if (!isMany && few.isFull()) {
            turnMany();
        }
        if (isMany) {
            addToMany(node, context, envelope);
        } else {
            few.append(node, context, envelope, EXACT_SELECTION);
        }
    }

    private void addToMany(final int node, final int context, final long envelope) {
        order.append(node);
        bySourceAndTag.add(node, context, envelope);
        bySource.add(node, context, envelope);
        byTag.add(node, context, envelope);
        byContext.add(node, context, envelope);
    }

    private void turnMany() {
        isMany = true;
        isInOrder = true;
        for (int node = few.first(); node != NULL_NODE; node = few.first()) {
            few.remove(node);
            addToMany(node, nodes.context(node), nodes.envelope(node));
        }
    }

    void remove(final int node) {
        count--;
        if (few.isLong() && !few.isFirst(node)) {
            turnMany();
        }
        if (!isMany) {
            few.remove(node);
            return;
        }
        removeFromMany(node);
        if (count <= ShortList.FEW_AGAIN) {
            turnFew();
        }
    }

    private void turnFew() {
        isMany = false;
        few.expect(isInOrder);
        for (int node = order.first(); node != NULL_NODE; node = order.first()) {
            removeFromMany(node);
            few.append(node, nodes.context(node), nodes.envelope(node), EXACT_SELECTION);
        }
        bySourceAndTag.onEmpty();
        bySource.onEmpty();
        byTag.onEmpty();
        byContext.onEmpty();
    }

    private void removeFromMany(final int node) {
        order.unlink(node);
        bySourceAndTag.remove(node);
        bySource.remove(node);
        byTag.remove(node);
        byContext.remove(node);
    }

    /**
     * The oldest message that fits a receive.
     *
     * @return the node, or {@link Matcher#NULL_NODE}.
     */
    int find(final int context, final long envelope, final long selection) {
        if (!isMany) {
            final int node = few.find(context, envelope, selection);
            if (node != ShortList.TOO_MANY) {
                return node;
            }
            turnMany();
        }
        return findByKey(context, envelope, selection);
    }

    private int findByKey(final int context, final long envelope, final long selection) {
        final KeyIndex index = index(selection).searched();
        final long attemptsBefore = counts.attempts();
        final int node = index == null ? lookThrough(context, envelope, selection) : lookThrough(index, context, envelope, selection);
        isInOrder &= node == order.first();
        counts.onSearchEnd(attemptsBefore);
        return node;
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

    private int lookThrough(final int context, final long envelope, final long selection) {
        int compared = 0;
        int node = order.first();
        while (node != NULL_NODE && (nodes.context(node) != context ||
            !MatchNodeDescriptor.fits(nodes.envelope(node), envelope, selection))) {
            compared++;
            node = order.next(node);
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
