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
 * Pairs arriving messages with posted receives by context, source and tag, and keeps the opaque handles of those that wait.
 * <p>
 * Protocol: on both sides, search first, and file only when nothing fits. So at rest no filed message fits a posted receive (S1.10, S1.14,
 * S1.15):
 * <pre>{@code
 * arrival:  node = takePosted(context, source, tag);             if (node != NULL_NODE) use handle(node);
 *                                                                else addUnexpected(context, source, tag, length, handle);
 * receive:  node = findUnexpected(context, source, tag, mask);   if (node != NULL_NODE) { use handle(node); remove(node); }
 *                                                                else addPosted(context, source, tag, mask, handle);
 * }</pre>
 * A message fits a receive when the contexts are equal, the sources are equal or the receive's is {@link #ANY_SOURCE}, and
 * {@code ((messageTag ^ receiveTag) & mask) == 0}. Both searches return the oldest that fits, by a 64-bit stamp that each add takes.
 * <p>
 * A node is an index, valid from its add to its {@link #remove(int)}. Then the number is used again. A caller that keeps a node longer,
 * as a request does for a cancel, keeps its {@link #generation(int)}, too, and compares it before use. The accessors of a node that is not
 * in use return values of its last use.
 * <p>
 * Threads: one owner at a time, with a happens-before edge at each hand-over. Nothing here is atomic or locks. Other threads and processes
 * read the nodes through {@link MatchNodeReader}.
 * <p>
 * Cost: adds, searches and removals take constant time on average, whatever the depth and the wildcards. Only receives with a tag mask
 * that is neither exact nor any are looked through. The first receive of its kind among many unexpected messages fills an index with all of
 * them, which costs what filling it at each arrival would have cost. Memory is taken at each new highest depth, and kept; below that
 * nothing is allocated. Without memory for an index the pairing is the same, and searches look through all nodes.
 * <p>
 * {@link PostedQueue} posts receives that are objects, and keeps streams of them out of the nodes.
 */
public final class Matcher {
    /** No node: nothing fits, or the end of a list. */
    public static final int NULL_NODE = -1;

    /** Answer of an add when the limit of nodes is reached; nothing was changed. */
    public static final int FULL = -2;

    /** The highest limit of nodes: 1 GiB of segments. */
    public static final int MAX_NODES = 1 << 24;

    /** Capacity of a head of the posted receives without limit: no receive ever waits behind it. */
    public static final int UNLIMITED_HEAD = Integer.MAX_VALUE;

    /** A receive's source that every message's source fits. */
    public static final int ANY_SOURCE = -1;

    /** Tag mask of a receive whose tag must be the message's. */
    public static final int EXACT_TAG_MASK = -1;

    /** Tag mask of a receive that every tag fits. */
    public static final int ANY_TAG_MASK = 0;

    private final Nodes nodes;
    private final SearchCounts counts = new SearchCounts();
    private final PostedReceives posted;
    private final UnexpectedMessages unexpected;
    private long nextStamp = 1;
    private long wildcardPosts;

    /**
     * Creates an empty matcher. Asks for no segment yet.
     *
     * @param segments source of the nodes' memory.
     * @param maxNodes limit of posted receives and unexpected messages together, 1 … {@link #MAX_NODES}. If unexpected messages fill it,
     *                 no receive can be posted any more: the caller keeps {@link #unexpectedCount()} well below.
     * @throws IllegalArgumentException for a limit outside.
     */
    public Matcher(final SegmentSource segments, final int maxNodes) {
        this(segments, maxNodes, UNLIMITED_HEAD);
    }

    /**
     * Creates an empty matcher whose posted receives are split, as for a matching engine of bounded size (S1.17). The oldest are in the
     * head. The others wait behind it, and move over in order as places become free. The pairing is the same whatever the capacity.
     *
     * @param segments     source of the nodes' memory.
     * @param maxNodes     limit of posted receives and unexpected messages together, as above.
     * @param headCapacity receives that the head holds at most: 0 … {@link #UNLIMITED_HEAD}.
     * @throws IllegalArgumentException for a limit or capacity outside.
     */
    public Matcher(final SegmentSource segments, final int maxNodes, final int headCapacity) {
        if (maxNodes < 1 || maxNodes > MAX_NODES) {
            throw new IllegalArgumentException("limit of match nodes outside 1 … " + MAX_NODES + ": maxNodes=" + maxNodes);
        }
        if (headCapacity < 0) {
            throw new IllegalArgumentException("capacity of the head below 0: headCapacity=" + headCapacity);
        }
        nodes = new Nodes(segments, maxNodes);
        posted = new PostedReceives(nodes, counts, headCapacity);
        unexpected = new UnexpectedMessages(nodes, counts);
    }

    /**
     * Set the filing time of nodes from now on, for readers outside. The owner updates this cached clock now and then, not for each
     * message.
     *
     * @param nanoTime {@link System#nanoTime()} of the moment.
     */
    public void clock(final long nanoTime) {
        nodes.clock(nanoTime);
    }

    /**
     * Find the oldest posted receive that an arriving message fits.
     *
     * @param context of the message.
     * @param source  rank that sent it, not a wildcard.
     * @param tag     of the message.
     * @return the node, still posted, or {@link #NULL_NODE}.
     */
    public int findPosted(final int context, final int source, final int tag) {
        if (posted.count() == 0) {
            return NULL_NODE;
        }
        return posted.find(context, MatchNodeDescriptor.envelope(source, tag));
    }

    /**
     * Tell cheaply whether a message would find a posted receive.
     *
     * @param context of the message.
     * @param source  rank that sends it, not a wildcard.
     * @param tag     of the message.
     * @return false if no posted receive fits it; true if one does, or if the many that stand in their order would have to be looked
     *     through.
     */
    public boolean mayFindPosted(final int context, final int source, final int tag) {
        return posted.count() > 0 && posted.mayFind(context, MatchNodeDescriptor.envelope(source, tag));
    }

    /**
     * Find the oldest posted receive that an arriving message fits, and take it out: {@link #findPosted} and {@link #remove} in one.
     *
     * @param context of the message.
     * @param source  rank that sent it, not a wildcard.
     * @param tag     of the message.
     * @return the node, no longer posted, whose handle can be read until the next add; or {@link #NULL_NODE}.
     */
    public int takePosted(final int context, final int source, final int tag) {
        if (posted.count() == 0) {
            return NULL_NODE;
        }
        final int node = posted.take(context, MatchNodeDescriptor.envelope(source, tag));
        if (node != NULL_NODE) {
            nodes.release(node, nodes.sequence(node));
        }
        return node;
    }

    /**
     * Find the oldest unexpected message that fits a receive or a probe.
     *
     * @param context of the receive.
     * @param source  rank, or {@link #ANY_SOURCE}.
     * @param tag     of the receive; the bits outside the mask do not matter.
     * @param mask    of the tag's bits that count: {@link #EXACT_TAG_MASK}, {@link #ANY_TAG_MASK} or any other.
     * @return the node, still filed, or {@link #NULL_NODE}.
     */
    public int findUnexpected(final int context, final int source, final int tag, final int mask) {
        if (unexpected.count() == 0) {
            return NULL_NODE;
        }
        return unexpected.find(context, MatchNodeDescriptor.envelope(source, tag), MatchNodeDescriptor.selection(source, mask));
    }

    /**
     * File a receive that no unexpected message fits.
     *
     * @param context of the receive.
     * @param source  rank, or {@link #ANY_SOURCE}.
     * @param tag     of the receive; the bits outside the mask do not matter.
     * @param mask    of the tag's bits that count: {@link #EXACT_TAG_MASK}, {@link #ANY_TAG_MASK} or any other.
     * @param handle  of the receive, returned by {@link #handle(int)}.
     * @return the node, or {@link #FULL}.
     * @throws OutOfMemoryError if there is no memory for it; nothing was changed.
     */
    public int addPosted(final int context, final int source, final int tag, final int mask, final long handle) {
        posted.reserve();
        final int node = nodes.take();
        if (node != FULL) {
            final long envelope = MatchNodeDescriptor.envelope(source, tag);
            final long selection = MatchNodeDescriptor.selection(source, mask);
            nodes.fill(node, context, envelope, selection, handle, MatchNodeDescriptor.postedSequence(nextStamp++));
            posted.add(node, context, envelope, selection);
            if (selection != EXACT_SELECTION) {
                wildcardPosts++;
            }
        }
        return node;
    }

    /**
     * File a message that fits no posted receive.
     *
     * @param context of the message.
     * @param source  rank that sent it, not a wildcard.
     * @param tag     of the message.
     * @param length  of the message in bytes.
     * @param handle  of the message, returned by {@link #handle(int)}.
     * @return the node, or {@link #FULL}.
     * @throws OutOfMemoryError if there is no memory for it; nothing was changed.
     */
    public int addUnexpected(final int context, final int source, final int tag, final long length, final long handle) {
        unexpected.reserve();
        final int node = nodes.take();
        if (node != FULL) {
            final long envelope = MatchNodeDescriptor.envelope(source, tag);
            nodes.fill(node, context, envelope, length, handle, MatchNodeDescriptor.unexpectedSequence(nextStamp++));
            unexpected.add(node, context, envelope);
        }
        return node;
    }

    /**
     * Take a node out, after a match, a cancel or a matched probe; constant time wherever it stands.
     *
     * @param node to remove; the next node of an iteration is to be asked for before.
     * @throws IllegalStateException when the node is not in use.
     */
    public void remove(final int node) {
        final long sequence = nodes.sequenceInUse(node);
        if (MatchNodeDescriptor.isUnexpected(sequence)) {
            unexpected.remove(node);
        } else {
            posted.remove(node);
        }
        nodes.release(node, sequence);
    }

    /**
     * {@return the handle filed with a node}
     *
     * @param node in use.
     */
    public long handle(final int node) {
        return nodes.handle(node);
    }

    /**
     * {@return the source of a node, {@link #ANY_SOURCE} for a receive posted so}
     *
     * @param node in use.
     */
    public int source(final int node) {
        return MatchNodeDescriptor.source(nodes.envelope(node));
    }

    /**
     * {@return the tag of a node as it was given}
     *
     * @param node in use.
     */
    public int tag(final int node) {
        return MatchNodeDescriptor.tag(nodes.envelope(node));
    }

    /**
     * {@return the tag mask of a node, {@link #EXACT_TAG_MASK} for an unexpected message}
     *
     * @param node in use.
     */
    public int mask(final int node) {
        return isUnexpected(node) ? EXACT_TAG_MASK : MatchNodeDescriptor.mask(nodes.selection(node));
    }

    /**
     * {@return the context of a node}
     *
     * @param node in use.
     */
    public int context(final int node) {
        return nodes.context(node);
    }

    /**
     * {@return the length in bytes of an unexpected message, 0 for a posted receive}
     *
     * @param node in use.
     */
    public long length(final int node) {
        return isUnexpected(node) ? nodes.length(node) : 0;
    }

    private boolean isUnexpected(final int node) {
        return MatchNodeDescriptor.isUnexpected(nodes.sequence(node));
    }

    /**
     * {@return the stamp of a node: its place, from 1, in the order of all adds, both sides counted together}
     *
     * @param node in use.
     */
    public long stamp(final int node) {
        return MatchNodeDescriptor.stamp(nodes.sequence(node));
    }

    /**
     * {@return the generation of a node: another one for each use, and another again after each {@link #remove(int)}}
     *
     * @param node that was given out at some time, in use or not.
     */
    public int generation(final int node) {
        return MatchNodeDescriptor.generation(nodes.sequence(node));
    }

    /** {@return the limit of posted receives and unexpected messages together} */
    public int maxNodes() {
        return nodes.maxNodes();
    }

    /** {@return true when no receive ever waits behind the head} */
    boolean isHeadUnlimited() {
        return posted.isHeadUnlimited();
    }

    /** {@return how many nodes the next adds find without more memory} */
    public int freeNodes() {
        return nodes.free();
    }

    /** {@return how many nodes there are, in use or not: all their numbers are below} */
    public int nodeCount() {
        return nodes.count();
    }

    /**
     * Make nodes ahead, so that the next adds need no memory for theirs.
     *
     * @param wanted nodes; fewer at the limit.
     * @return false when the source has none.
     * @throws OutOfMemoryError if there is no memory for them; nothing was changed.
     */
    public boolean makeRoom(final int wanted) {
        return nodes.makeRoom(wanted);
    }

    /** {@return true when no receive is posted} */
    public boolean isPostedEmpty() {
        return posted.count() == 0;
    }

    /** {@return true when no unexpected message is filed} */
    public boolean isUnexpectedEmpty() {
        return unexpected.count() == 0;
    }

    /** {@return how many receives are posted} */
    public int postedCount() {
        return posted.count();
    }

    /** {@return how many unexpected messages are filed} */
    public int unexpectedCount() {
        return unexpected.count();
    }

    /** {@return the most unexpected messages that were filed at a time} */
    public int unexpectedHighWater() {
        return unexpected.highWater();
    }

    /** {@return how many nodes all searches together have compared; only grows} */
    public long matchAttempts() {
        return counts.attempts();
    }

    /** {@return how many nodes the longest search compared; only grows} */
    public long longestScan() {
        return counts.longest();
    }

    /** {@return how many receives were posted with a wildcard or a tag mask; only grows} */
    public long wildcardPosts() {
        return wildcardPosts;
    }

    /** {@return how many of the posted receives are in the head} */
    public int headCount() {
        return posted.headCount();
    }

    /** {@return how many receives have moved over from behind the head; only grows} */
    public long handOvers() {
        return posted.handOvers();
    }

    /** {@return the oldest posted receive, or {@link #NULL_NODE}} */
    public int firstPosted() {
        return posted.first();
    }

    /**
     * {@return the next younger posted receive, or {@link #NULL_NODE}}
     *
     * @param node of a posted receive, not yet removed.
     */
    public int nextPosted(final int node) {
        return posted.next(node);
    }

    /** {@return the oldest unexpected message, or {@link #NULL_NODE}} */
    public int firstUnexpected() {
        return unexpected.first();
    }

    /**
     * {@return the next younger unexpected message, or {@link #NULL_NODE}}
     *
     * @param node of an unexpected message, not yet removed.
     */
    public int nextUnexpected(final int node) {
        return unexpected.next(node);
    }
}
