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

import static io.tombolo.matching.Matcher.ANY_SOURCE;
import static io.tombolo.matching.Matcher.EXACT_TAG_MASK;
import static io.tombolo.matching.Matcher.NULL_NODE;

import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * The posted receives of a rank, with an object each: an arriving message takes the oldest that fits (S1.6). A receive has a node of the
 * {@link Matcher}, or is one of the {@link OrderedReceives} of its source, or of those from any source.
 * <p>
 * Age rule: an ordered receive is younger than every receive with a node that may get the same message. So a message looks at the nodes
 * first. A receive that gets a node is therefore preceded there by the ordered receives that may get the same message; and receives from
 * one source and from any source are never ordered at the same time.
 * <p>
 * Readers outside see receives with a node. The owner calls {@link #fileAll()} before it sleeps and now and then. Where the head of the
 * matcher has a limit, every receive gets a node. Owner thread only, as for the matcher.
 *
 * @param <R> receive.
 */
public final class PostedQueue<R extends OrderedReceives.Receive> {
    /** Place of a receive that is ordered, and has no node. */
    public static final int ORDERED = -3;

    private static final int CAPACITY_AT_FIRST = 64;

    private final Matcher matcher;
    private final Owner<R> owner;
    // By source; null where there was none.
    private final OrderedReceives<R>[] bySource;
    private final OrderedReceives<R> fromAny = new OrderedReceives<>();
    private final boolean isOrdering;
    private final int limit;
    // By node.
    private R[] receives = OrderedReceives.array(CAPACITY_AT_FIRST);
    // With a node. The matcher counts them, too, but this count is nearer.
    private int filed;
    private int ordered;
    private int highWater;
    private long matchedFromAny;

    /**
     * Who posts the receives.
     *
     * @param <R> receive.
     */
    public interface Owner<R extends OrderedReceives.Receive> {
        /**
         * A receive has got a place.
         *
         * @param receive that is posted.
         * @param place   its node, or {@link #ORDERED}.
         */
        void placed(R receive, int place);

        /**
         * There is no room for a receive, which is no longer posted.
         *
         * @param receive that was posted, maybe some time ago.
         * @param reason  why there is no memory for a node, or null if the limit of nodes is reached.
         */
        void refused(R receive, Throwable reason);
    }

    /**
     * An empty queue.
     *
     * @param matcher in which nobody else posts receives.
     * @param sources number of ranks.
     * @param owner   of the receives; called by the methods here, and must not call any.
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public PostedQueue(final Matcher matcher, final int sources, final Owner<R> owner) {
        this.matcher = matcher;
        this.owner = owner;
        this.bySource = new OrderedReceives[sources];
        this.limit = matcher.maxNodes();
        this.isOrdering = matcher.isHeadUnlimited();
    }

    /**
     * Post a receive behind ordered ones of its source, or from any source: the fast way.
     *
     * @param source  rank, or {@link Matcher#ANY_SOURCE}.
     * @param mask    of the tag's bits that count.
     * @param receive to post.
     * @return false if it needs {@link #post}; nothing has changed.
     * @throws OutOfMemoryError if there is no memory for it; nothing has changed.
     */
    public boolean tryFollow(final int source, final int mask, final R receive) {
        if (mask != EXACT_TAG_MASK || filed + ordered >= limit || !matcher.isUnexpectedEmpty()) {
            return false;
        }
        final OrderedReceives<R> others = source < 0 ? fromAny : bySource[source];
        if (others == null || others.isEmpty()) {
            return false;
        }
        order(others, receive);
        return true;
    }

    private void order(final OrderedReceives<R> others, final R receive) {
        others.add(receive);
        ordered++;
        highWater = Math.max(highWater, filed + ordered);
        owner.placed(receive, ORDERED);
    }

    /**
     * Post a receive that no unexpected message fits. The owner is told of its place, or that there is none.
     *
     * @param source  rank, or {@link Matcher#ANY_SOURCE}.
     * @param mask    of the tag's bits that count.
     * @param receive to post.
     */
    public void post(final int source, final int mask, final R receive) {
        if (!isRoomLeft()) {
            owner.refused(receive, null);
            return;
        }
        try {
            if (!isOrdering || mask != EXACT_TAG_MASK || !tryOrder(source, receive)) {
                fileBefore(source);
                fileOne(source, mask, receive);
                highWater = Math.max(highWater, filed + ordered);
            }
        } catch (final OutOfMemoryError none) {
            owner.refused(receive, none);
        }
    }

    private boolean tryOrder(final int source, final R receive) {
        if (ordered > 0 && fromAny.isEmpty() == source < 0) {
            // A message could be for either kind, and nobody would know which is older.
            fileAll();
        }
        final OrderedReceives<R> others = source < 0 ? fromAny : ofOne(source);
        if (!others.countPost()) {
            return false;
        }
        order(others, receive);
        return true;
    }

    private OrderedReceives<R> ofOne(final int source) {
        if (bySource[source] == null) {
            bySource[source] = new OrderedReceives<>();
        }
        return bySource[source];
    }

    private void fileOne(final int source, final int mask, final R receive) {
        try {
            final int node = matcher.addPosted(receive.context(), source, receive.tag(), mask, 0);
            if (node == Matcher.FULL) {
                owner.refused(receive, null);
            } else {
                keep(receive, node);
            }
        } catch (final OutOfMemoryError | UncheckedIOException none) {
            owner.refused(receive, none);
        }
    }

    private void keep(final R receive, final int node) {
        boolean isKept = false;
        try {
            if (node >= receives.length) {
                receives = Arrays.copyOf(receives, Math.max(node + 1, 2 * receives.length));
            }
            isKept = true;
        } finally {
            if (!isKept) {
                matcher.remove(node);
            }
        }
        receives[node] = receive;
        filed++;
        owner.placed(receive, node);
    }

    /** Gives all ordered receives nodes, in which readers outside see them. */
    public void fileAll() {
        if (ordered > 0) {
            fileEach(fromAny, ANY_SOURCE);
            for (int source = 0; ordered > 0; source++) {
                if (bySource[source] != null) {
                    fileEach(bySource[source], source);
                }
            }
        }
    }

    /**
     * Gives nodes to the ordered receives that may get the same messages as a receive, which they precede.
     *
     * @param source that the receive names, or {@link Matcher#ANY_SOURCE}.
     */
    public void fileBefore(final int source) {
        if (source < 0) {
            fileAll();
        } else if (ordered > 0) {
            fileFor(source);
        }
    }

    private void fileFor(final int source) {
        final OrderedReceives<R> others = ordered(source);
        if (others != null) {
            fileEach(others, others == fromAny ? ANY_SOURCE : source);
        }
    }

    private void fileEach(final OrderedReceives<R> others, final int source) {
        while (!others.isEmpty()) {
            ordered--;
            fileOne(source, EXACT_TAG_MASK, others.removeFirst());
        }
    }

    /** The ordered receives that a message of a source is compared with, maybe none; or null. */
    private OrderedReceives<R> ordered(final int source) {
        return fromAny.isEmpty() ? bySource[source] : fromAny;
    }

    /**
     * {@return the ordered receives that a message of a source may be for, maybe none; null if there are none, or if an older receive has a
     * node} A receive that is found there leaves by {@link #take(OrderedReceives)}.
     *
     * @param source rank.
     */
    public OrderedReceives<R> orderedAlone(final int source) {
        return filed == 0 ? ordered(source) : null;
    }

    /**
     * Remove the first of some ordered receives for its message.
     *
     * @param others with at least one receive.
     * @return the receive.
     */
    public R take(final OrderedReceives<R> others) {
        if (others == fromAny) {
            matchedFromAny++;
        }
        ordered--;
        return others.removeFirst();
    }

    /**
     * Find the oldest receive that an arriving message fits, and remove it.
     *
     * @param context of the message.
     * @param source  rank that sent it.
     * @param tag     of the message.
     * @return the receive; null if there is none.
     */
    public R take(final int context, final int source, final int tag) {
        final R receive = takeFiled(context, source, tag);
        return receive != null || ordered == 0 ? receive : takeOrdered(context, source, tag);
    }

    private R takeFiled(final int context, final int source, final int tag) {
        final int node = filed == 0 ? NULL_NODE : matcher.takePosted(context, source, tag);
        return node == NULL_NODE ? null : removed(node);
    }

    private R takeOrdered(final int context, final int source, final int tag) {
        final OrderedReceives<R> others = ordered(source);
        if (others == null || others.isEmpty()) {
            return null;
        }
        final boolean isFound = others.findOldest(context, tag) != null;
        if (isFound || !others.isBeyondReach()) {
            return isFound ? take(others) : null;
        }
        others.onOutOfOrder();
        fileFor(source);
        return takeFiled(context, source, tag);
    }

    private R removed(final int node) {
        final R receive = receives[node];
        receives[node] = null;
        filed--;
        return receive;
    }

    /**
     * Remove a receive that has a node.
     *
     * @param node of the receive.
     * @return the receive.
     */
    public R remove(final int node) {
        matcher.remove(node);
        return removed(node);
    }

    /**
     * {@return true when no receive is posted that a message of a source could be for}
     *
     * @param source rank, or {@link Matcher#ANY_SOURCE}: then, that no receive is posted at all.
     */
    public boolean isEmpty(final int source) {
        if (filed > 0 || ordered == 0 || source < 0) {
            return filed + ordered == 0;
        }
        final OrderedReceives<R> others = ordered(source);
        return others == null || others.isEmpty();
    }

    /**
     * Tell cheaply whether a message would find a receive.
     *
     * @param context of the message.
     * @param source  rank that sends it.
     * @param tag     of the message.
     * @return false if no receive fits it; true if one does, or if many would have to be looked through.
     */
    public boolean mayFind(final int context, final int source, final int tag) {
        final OrderedReceives<R> others = ordered(source);
        if (others != null && others.isMany()) {
            fileFor(source);
        }
        return others != null && others.contains(context, tag) || filed > 0 && matcher.mayFindPosted(context, source, tag);
    }

    /** {@return true when the matcher has a node that no ordered receive will need} */
    public boolean isRoomLeft() {
        return filed + ordered + matcher.unexpectedCount() < limit;
    }

    /**
     * Make room for receives ahead, so that they need no more memory.
     *
     * @param wanted receives; fewer at the limit of nodes.
     * @return false when there is no memory.
     * @throws OutOfMemoryError if there is no memory; nothing has changed.
     */
    public boolean makeRoom(final int wanted) {
        if (!matcher.makeRoom(wanted)) {
            return false;
        }
        if (receives.length < matcher.nodeCount()) {
            receives = Arrays.copyOf(receives, Math.max(matcher.nodeCount(), 2 * receives.length));
        }
        return true;
    }

    /**
     * {@return true when {@link #makeRoom} would need no memory}
     *
     * @param wanted receives.
     */
    public boolean hasRoom(final int wanted) {
        return (matcher.freeNodes() >= wanted || matcher.nodeCount() == limit) && receives.length >= matcher.nodeCount();
    }

    /** {@return the most receives that were posted at a time} */
    public int highWater() {
        return highWater;
    }

    /** {@return how many receives with a wildcard or a tag mask have been posted; valid after {@link #fileAll()}} */
    public long wildcardPosts() {
        return matcher.wildcardPosts() + matchedFromAny;
    }
}
