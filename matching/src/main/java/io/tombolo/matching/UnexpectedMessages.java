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
 * A few are looked through in their order. When there are many, a search uses the index of its own kind: source and tag, source, or
 * neither; a receive with another tag mask looks through the messages of its source, or of its context. One that asks for the tag alone
 * looks for it source by source, which are few, in the index of both; where there are many sources, an index by tag is kept instead, from
 * the next time on that messages become many. All indexes are kept from the start, so that the first search of a kind costs what every
 * other one costs. Owner thread only.
 */
final class UnexpectedMessages {
    private static final int MOST_SOURCES_ONE_BY_ONE = 8;

    private final Nodes nodes;
    private final SearchCounts counts;
    private final ShortList few;
    private final StampOrder order;
    private final KeyIndex bySourceAndTag;
    private final KeyIndex bySource;
    private final KeyIndex byTag;
    private final KeyIndex byContext;
    private final Sources sources = new Sources();
    private boolean isMany;
    private boolean isIndexedByTag;
    private int count;
    private int highWater;

    UnexpectedMessages(final Nodes nodes, final SearchCounts counts) {
        this.nodes = nodes;
        this.counts = counts;
        few = new ShortList(counts);
        order = new StampOrder(nodes.orderLinks());
        bySourceAndTag = new KeyIndex(nodes, counts, EXACT_SELECTION, 0);
        bySource = new KeyIndex(nodes, counts, SOURCE_SELECTION, 1);
        byTag = new KeyIndex(nodes, counts, TAG_SELECTION, 2);
        byContext = new KeyIndex(nodes, counts, CONTEXT_SELECTION, 3);
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

    void add(final int node, final int context, final long envelope) {
        if (++count > highWater) {
            highWater = count;
        }
        if (isMany) {
            addToMany(node, context, envelope);
        } else if (few.isFull()) {
            turnMany();
            addToMany(node, context, envelope);
        } else {
            few.append(node, context, envelope, EXACT_SELECTION);
        }
    }

    private void addToMany(final int node, final int context, final long envelope) {
        order.append(node);
        bySourceAndTag.add(node, context, envelope);
        if (bySource.add(node, context, envelope)) {
            sources.add(MatchNodeDescriptor.source(envelope));
        }
        byContext.add(node, context, envelope);
        if (isIndexedByTag) {
            byTag.add(node, context, envelope);
        }
    }

    private void turnMany() {
        isMany = true;
        isIndexedByTag = sources.count() > MOST_SOURCES_ONE_BY_ONE;
        for (int node = few.first(); node != NULL_NODE; node = few.next(node)) {
            addToMany(node, nodes.context(node), nodes.envelope(node));
        }
        few.clear();
    }

    void remove(final int node) {
        count--;
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
        for (int node = order.first(); node != NULL_NODE; node = order.first()) {
            removeFromMany(node);
            few.append(node, nodes.context(node), nodes.envelope(node), EXACT_SELECTION);
        }
    }

    private void removeFromMany(final int node) {
        order.unlink(node);
        bySourceAndTag.remove(node);
        bySource.remove(node);
        byContext.remove(node);
        if (isIndexedByTag) {
            byTag.remove(node);
        }
    }

    /**
     * The oldest message that fits a receive.
     *
     * @return the node, or {@link Matcher#NULL_NODE}.
     */
    int find(final int context, final long envelope, final long selection) {
        return isMany ? findByKey(context, envelope, selection) : few.find(context, envelope, selection);
    }

    private int findByKey(final int context, final long envelope, final long selection) {
        final long attemptsBefore = counts.attempts();
        final int node = selection == TAG_SELECTION && !isIndexedByTag
            ? findBySources(context, MatchNodeDescriptor.tag(envelope))
            : findIn(index(selection), context, envelope, selection);
        counts.onSearchEnd(attemptsBefore);
        return node;
    }

    private int findBySources(final int context, final int tag) {
        int oldest = NULL_NODE;
        for (int i = sources.count() - 1; i >= 0; i--) {
            final int node = bySourceAndTag.first(context, MatchNodeDescriptor.envelope(sources.source(i), tag));
            oldest = nodes.older(oldest, node);
        }
        return oldest;
    }

    private int findIn(final KeyIndex index, final int context, final long envelope, final long selection) {
        int compared = 0;
        int node = index.first(context, envelope);
        while (node != NULL_NODE && !MatchNodeDescriptor.fits(nodes.envelope(node), envelope, selection)) {
            compared++;
            node = index.next(node);
        }
        counts.onPart(compared);
        return node;
    }

    private KeyIndex index(final long selection) {
        if (selection == EXACT_SELECTION) {
            return bySourceAndTag;
        } else if (selection == TAG_SELECTION) {
            return byTag;
        }
        return (selection & SOURCE_SELECTION) == 0 ? byContext : bySource;
    }
}
