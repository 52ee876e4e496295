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

import java.util.Arrays;

import static io.tombolo.matching.Matcher.NULL_NODE;

/**
 * A hash of keys, each with a first-in-first-out ring of the nodes that have it. Which bits of the envelope belong to the key is fixed
 * by a mask; the context always does.
 * <p>
 * A key is no object: it is the oldest of its nodes, its head, which alone stands in the chain of its slot. So many nodes with one key
 * cost a chain what one costs, a key that has emptied leaves nothing behind, and there are no tombstones. The ring is circular: the head's
 * previous node is the youngest.
 * <p>
 * The table doubles when it has as many keys as slots; the slots move over a few at a time with the adds that follow, each to its two
 * successors. It never shrinks: at 4 bytes a key it is small beside the nodes. Expected cost of every operation is constant. Owner
 * thread only.
 */
final class KeyIndex {
    /** First factor of the hash. */
    static final long KEY_FACTOR = 0x9E37_79B9_7F4A_7C15L;

    /** Second factor of the hash. */
    static final long FINAL_FACTOR = 0xD6E8_FEB8_6659_FD93L;

    private static final int NOT_A_HEAD = -2;
    private static final int INITIAL_BITS = 5;
    private static final int MAX_BITS = 28;
    private static final int SLOTS_MOVED_PER_ADD = 2;

    private final NodeSegments nodes;
    private final NodeLinks links;
    private final SearchCounts counts;
    private final long keyMask;
    private final int ringNext;
    private final int ringPrevious;
    private final int chainNext;
    private final int hashLink;

    private int[] heads;
    private int shift;
    private int[] oldHeads;
    private int movedSlots;
    private int keys;

    /**
     * An empty index.
     *
     * @param keyMask bits of the envelope that belong to the key.
     * @param place   of the four links it uses in each node: 0 … {@link NodeLinks#INDEX_PLACES} - 1.
     */
    KeyIndex(final NodeSegments nodes, final SearchCounts counts, final long keyMask, final int place) {
        this.nodes = nodes;
        this.counts = counts;
        this.keyMask = keyMask;
        links = nodes.links();
        ringNext = NodeLinks.ringNext(place);
        ringPrevious = NodeLinks.ringPrevious(place);
        chainNext = NodeLinks.chainNext(place);
        hashLink = NodeLinks.hash(place);
        heads = newTable(INITIAL_BITS);
        shift = Integer.SIZE - INITIAL_BITS;
    }

    boolean isEmpty() {
        return keys == 0;
    }

    int keys() {
        return keys;
    }

    /**
     * The oldest node with the key of an envelope.
     *
     * @return the node, or {@link Matcher#NULL_NODE}.
     */
    int first(final int context, final long envelope) {
        final long key = envelope & keyMask;
        final int hash = hash(context, key);
        int compared = 0;
        int head = table(hash)[slot(hash)];
        while (head != NULL_NODE) {
            compared++;
            if (isHeadOf(head, hash, context, key)) {
                break;
            }
            head = links.link(head, chainNext);
        }
        counts.onPart(compared);
        return head;
    }

    /**
     * The next younger node with the same key.
     *
     * @return the node, or {@link Matcher#NULL_NODE} after the youngest.
     */
    int next(final int node) {
        final int next = links.link(node, ringNext);
        return links.link(next, chainNext) == NOT_A_HEAD ? next : NULL_NODE;
    }

    /**
     * Add a node that is younger than all in the index.
     */
    void add(final int node, final int context, final long envelope) {
        final long key = envelope & keyMask;
        final int hash = hash(context, key);
        final int[] table = table(hash);
        final int slot = slot(hash);
        int head = table[slot];
        while (head != NULL_NODE && !isHeadOf(head, hash, context, key)) {
            head = links.link(head, chainNext);
        }
        if (head != NULL_NODE) {
            appendToRing(node, head);
            return;
        }
        links.link(node, ringNext, node);
        links.link(node, ringPrevious, node);
        links.link(node, chainNext, table[slot]);
        links.link(node, hashLink, hash);
        table[slot] = node;
        onNewKey();
    }

    private void appendToRing(final int node, final int head) {
        final int youngest = links.link(head, ringPrevious);
        links.link(node, ringNext, head);
        links.link(node, ringPrevious, youngest);
        links.link(node, chainNext, NOT_A_HEAD);
        links.link(youngest, ringNext, node);
        links.link(head, ringPrevious, node);
    }

    /**
     * Take a node out.
     */
    void remove(final int node) {
        final int next = links.link(node, ringNext);
        final int chained = links.link(node, chainNext);
        if (next == node) {
            replaceInChain(node, chained);
            keys--;
            return;
        }
        final int previous = links.link(node, ringPrevious);
        links.link(previous, ringNext, next);
        links.link(next, ringPrevious, previous);
        if (chained != NOT_A_HEAD) {
            links.link(next, chainNext, chained);
            links.link(next, hashLink, links.link(node, hashLink));
            replaceInChain(node, next);
        }
    }

    private void replaceInChain(final int head, final int successor) {
        final int hash = links.link(head, hashLink);
        final int[] table = table(hash);
        final int slot = slot(hash);
        int before = table[slot];
        if (before == head) {
            table[slot] = successor;
            return;
        }
        while (links.link(before, chainNext) != head) {
            before = links.link(before, chainNext);
        }
        links.link(before, chainNext, successor);
    }

    private boolean isHeadOf(final int head, final int hash, final int context, final long key) {
        return links.link(head, hashLink) == hash
            && nodes.context(head) == context && (nodes.envelope(head) & keyMask) == key;
    }

    private void onNewKey() {
        keys++;
        if (oldHeads != null) {
            moveSlots();
        } else if (keys > heads.length && shift > Integer.SIZE - MAX_BITS) {
            oldHeads = heads;
            movedSlots = 0;
            shift--;
            heads = newTable(Integer.SIZE - shift);
        }
    }

    private void moveSlots() {
        for (int i = 0; i < SLOTS_MOVED_PER_ADD; i++) {
            int head = oldHeads[movedSlots++];
            while (head != NULL_NODE) {
                final int following = links.link(head, chainNext);
                final int slot = links.link(head, hashLink) >>> shift;
                links.link(head, chainNext, heads[slot]);
                heads[slot] = head;
                head = following;
            }
        }
        if (movedSlots == oldHeads.length) {
            oldHeads = null;
        }
    }

    private int[] table(final int hash) {
        return isInOldTable(hash) ? oldHeads : heads;
    }

    private int slot(final int hash) {
        return hash >>> (isInOldTable(hash) ? shift + 1 : shift);
    }

    private boolean isInOldTable(final int hash) {
        return oldHeads != null && hash >>> (shift + 1) >= movedSlots;
    }

    private static int[] newTable(final int bits) {
        final int[] table = new int[1 << bits];
        Arrays.fill(table, NULL_NODE);
        return table;
    }

    /**
     * Two products, so that each bit of context, source and tag reaches the high bits, which choose the slot; the fold between them, as
     * products alone are linear and pile up the keys of an unlucky stride.
     */
    private static int hash(final int context, final long key) {
        final long mixed = (key * KEY_FACTOR) ^ context;
        return (int) ((mixed ^ (mixed >>> Integer.SIZE)) * FINAL_FACTOR >>> Integer.SIZE);
    }
}
