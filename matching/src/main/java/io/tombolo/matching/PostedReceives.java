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
 * The posted receives: a head of bounded size, which stands for a matching engine, and those that wait behind it in software (S1.17).
 * <p>
 * Hand-over rule (S1.18, S1.19): a receive goes to the head only if all older receives are there and there is room. Else it waits, and so
 * do all younger ones. When a place becomes free, the oldest that waits moves over. So the head always holds the oldest receives, and which
 * receives wait changes no pairing. Both parts search alike, in constant time. With a head without limit no receive ever waits, which costs
 * one comparison. Owner thread only.
 */
final class PostedReceives {
    private final Nodes nodes;
    private final int headCapacity;
    private final ReceiveList head;
    private final ReceiveList waiting;
    private final ShortList few;
    private int count;
    private long handOvers;

    PostedReceives(final Nodes nodes, final SearchCounts counts, final int headCapacity) {
        this.nodes = nodes;
        this.headCapacity = headCapacity;
        head = new ReceiveList(nodes, counts);
        waiting = new ReceiveList(nodes, counts);
        few = head.few();
    }

    int count() {
        return count;
    }

    boolean isHeadUnlimited() {
        return headCapacity == Matcher.UNLIMITED_HEAD;
    }

    int headCount() {
        return head.count();
    }

    long handOvers() {
        return handOvers;
    }

    /**
     * Make room for one more receive.
     *
     * @throws OutOfMemoryError if there is none; nothing has changed.
     */
    void reserve() {
        next().reserve();
    }

    void add(final int node, final int context, final long envelope, final long selection) {
        next().add(node, context, envelope, selection);
        count++;
    }

    /** Returns the list of the next receive. If there is room in the head, no receive waits: remove moves them over. */
    private ReceiveList next() {
        return head.count() < headCapacity ? head : waiting;
    }

    void remove(final int node) {
        count--;
        if (!isInHead(node)) {
            waiting.remove(node);
            return;
        }
        head.remove(node);
        if (waiting.count() > 0) {
            handOver(waiting.oldest());
        }
    }

    private boolean isInHead(final int node) {
        return waiting.count() == 0 || nodes.sequence(node) < nodes.sequence(waiting.oldest());
    }

    private void handOver(final int node) {
        waiting.remove(node);
        head.add(node, nodes.context(node), nodes.envelope(node), nodes.selection(node));
        handOvers++;
    }

    /**
     * Returns the oldest receive that a message fits.
     *
     * @return the node, or {@link Matcher#NULL_NODE}.
     */
    int find(final int context, final long envelope) {
        final int node = head.count() == 0 ? NULL_NODE : head.find(context, envelope, EXACT_SELECTION);
        return node != NULL_NODE || waiting.count() == 0 ? node : waiting.find(context, envelope, EXACT_SELECTION);
    }

    /** Returns whether a message fits a receive, or whether too many are in a short list to look through. */
    boolean mayFind(final int context, final long envelope) {
        return head.count() > 0 && head.mayFind(context, envelope, EXACT_SELECTION) ||
            waiting.count() > 0 && waiting.mayFind(context, envelope, EXACT_SELECTION);
    }

    /**
     * Remove the oldest receive that a message fits.
     *
     * @return the node, or {@link Matcher#NULL_NODE}.
     */
    int take(final int context, final long envelope) {
        if (few.size() == count) {
            // Where messages come in the order of their receives, the oldest of all fits: there is no search, and no search for its part.
            final int node = few.takeFirst(context, envelope, EXACT_SELECTION);
            if (node != NULL_NODE) {
                count--;
                return node;
            }
        }
        final int node = find(context, envelope);
        if (node != NULL_NODE) {
            remove(node);
        }
        return node;
    }

    int first() {
        return head.count() == 0 ? waiting.first() : head.first();
    }

    int next(final int node) {
        if (!isInHead(node)) {
            return waiting.next(node);
        }
        final int next = head.next(node);
        return next == NULL_NODE ? waiting.first() : next;
    }
}
