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

import java.util.Arrays;

/**
 * A hash table of keys, each with a first-in-first-out ring of its nodes. A key consists of the context and of those bits of the envelope
 * that a mask selects.
 * <p>
 * The table uses open addressing with linear probing. It is at most one fifth full, a large table two fifths. An entry is the hash of a key
 * and its oldest node, the head. A probe compares hashes in the table alone, so that a search takes one cache line of the table and one of
 * the node that it finds. Many nodes with one key take one entry. When a key has no node any more, the entries behind it move up, so there
 * are no tombstones. The ring is circular. The head is marked by the complement of the node before it, which is the youngest.
 * <p>
 * The table doubles when it is full. Then a few entries move to the new table with each new key, up to an empty slot each time, so that
 * both tables can be searched at any moment. The table never shrinks. The expected cost of every operation is constant. Owner thread only.
 */
final class KeyIndex {
    /** First factor of the hash. */
    static final long KEY_FACTOR = 0x9E37_79B9_7F4A_7C15L;

    /** Second factor of the hash. */
    static final long FINAL_FACTOR = 0xD6E8_FEB8_6659_FD93L;

    private static final int INITIAL_BITS = 5;
    private static final int SLOTS_MOVED_PER_KEY = 6;

    // Full slots of each five. In a fuller table, runs get long, and branches at their ends are mispredicted. An emptier large table does
    // not fit into the nearer caches.
    private static final int PARTS = 5;
    private static final int FULL_PARTS_OF_SMALL = 1;
    private static final int FULL_PARTS = 2;
    private static final int SMALL_LENGTH = 1 << 16;
    private static final long EMPTY = 0;
    private static final int NOT_THERE = -1;

    private final Nodes nodes;
    private final NodeRows links;
    private final SearchCounts counts;
    private final long keyMask;
    private final int ringNext;
    private final int ringPrevious;

    private long[] table = new long[1 << INITIAL_BITS];
    private int shift = Integer.SIZE - INITIAL_BITS;
    private long[] oldTable;
    private int oldSlot;
    private int oldSlotsLeft;
    private int keys;

    // Slot where the last search ended: the node that was found is mostly removed next.
    private int foundSlot;

    /**
     * Creates an empty index.
     *
     * @param keyMask bits of the envelope that belong to the key.
     * @param place   of the links that it uses in each node: 0 … 3. A node can be in one index of each place.
     */
    KeyIndex(final Nodes nodes, final SearchCounts counts, final long keyMask, final int place) {
        this.nodes = nodes;
        this.counts = counts;
        this.keyMask = keyMask;
        links = nodes.ringLinks(place);
        ringNext = Nodes.ringColumn(place);
        ringPrevious = ringNext + 1;
    }

    boolean isEmpty() {
        return keys == 0;
    }

    int keys() {
        return keys;
    }

    /**
     * Returns the oldest node with the key of an envelope.
     *
     * @return the node, or {@link Matcher#NULL_NODE}.
     */
    int first(final int context, final long envelope) {
        final long key = envelope & keyMask;
        final int hash = hash(context, key);
        final int home = hash >>> shift;
        final int slot = search(table, home, hash, context, key);
        counts.onPart(compared(table, home, slot));
        if (table[slot] != EMPTY || oldTable == null) {
            foundSlot = slot;
            return head(table[slot]);
        }
        final int oldHome = hash >>> (shift + 1);
        final int old = search(oldTable, oldHome, hash, context, key);
        counts.onPart(compared(oldTable, oldHome, old));
        return head(oldTable[old]);
    }

    private static int compared(final long[] table, final int home, final int slot) {
        return (slot - home & table.length - 1) + (table[slot] == EMPTY ? 0 : 1);
    }

    /** Returns the slot of a key, or the empty slot where it would be. */
    private int search(final long[] slots, final int home, final int hash, final int context, final long key) {
        int slot = home;
        while (slots[slot] != EMPTY && !isKey(slots[slot], hash, context, key)) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }

    private boolean isKey(final long entry, final int hash, final int context, final long key) {
        if (hash(entry) != hash) {
            return false;
        }
        final int head = head(entry);
        return nodes.context(head) == context && (nodes.envelope(head) & keyMask) == key;
    }

    /**
     * Returns the next younger node with the same key.
     *
     * @return the node, or {@link Matcher#NULL_NODE} after the youngest.
     */
    int next(final int node) {
        final int next = links.word(node, ringNext);
        return links.word(next, ringPrevious) < 0 ? NULL_NODE : next;
    }

    /**
     * Add a node that is younger than all nodes in the index.
     *
     * @return true if its key is new.
     * @throws OutOfMemoryError if there is no memory for a longer table; then the index can only be cleared.
     */
    boolean add(final int node, final int context, final long envelope) {
        final long key = envelope & keyMask;
        final int hash = hash(context, key);
        final int slot = search(table, hash >>> shift, hash, context, key);
        int head = head(table[slot]);
        if (head == NULL_NODE && oldTable != null) {
            head = head(oldTable[search(oldTable, hash >>> (shift + 1), hash, context, key)]);
        }
        if (head != NULL_NODE) {
            appendToRing(node, head);
            return false;
        }
        links.word(node, ringNext, node);
        links.word(node, ringPrevious, ~node);
        table[slot] = entry(hash, node);
        onNewKey();
        return true;
    }

    private void appendToRing(final int node, final int head) {
        final int youngest = ~links.word(head, ringPrevious);
        links.word(node, ringNext, head);
        links.word(node, ringPrevious, youngest);
        links.word(youngest, ringNext, node);
        links.word(head, ringPrevious, ~node);
    }

    /**
     * Remove a node.
     */
    void remove(final int node) {
        final int next = links.word(node, ringNext);
        final int previous = links.word(node, ringPrevious);
        if (previous >= 0) {
            links.word(previous, ringNext, next);
            links.word(next, ringPrevious, links.word(next, ringPrevious) < 0 ? ~previous : previous);
            return;
        }
        if (next != node) {
            links.word(~previous, ringNext, next);
            links.word(next, ringPrevious, previous);
            replaceHead(node, next);
        } else if (head(table[foundSlot]) == node) {
            keys--;
            closeUp(table, shift, foundSlot);
        } else {
            keys--;
            removeHead(node);
        }
    }

    private void removeHead(final int node) {
        final int hash = hash(nodes.context(node), nodes.envelope(node) & keyMask);
        final int slot = slotOf(table, hash >>> shift, entry(hash, node));
        if (slot != NOT_THERE) {
            closeUp(table, shift, slot);
        } else {
            closeUp(oldTable, shift + 1, slotOf(oldTable, hash >>> (shift + 1), entry(hash, node)));
        }
    }

    private void replaceHead(final int node, final int successor) {
        final int hash = hash(nodes.context(node), nodes.envelope(node) & keyMask);
        final int slot = slotOf(table, hash >>> shift, entry(hash, node));
        if (slot != NOT_THERE) {
            table[slot] = entry(hash, successor);
        } else {
            oldTable[slotOf(oldTable, hash >>> (shift + 1), entry(hash, node))] = entry(hash, successor);
        }
    }

    private static int slotOf(final long[] slots, final int home, final long entry) {
        int slot = home;
        while (slots[slot] != entry) {
            if (slots[slot] == EMPTY) {
                return NOT_THERE;
            }
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }

    /** Empties a slot, and moves the entries behind it up that are not in their home slots. */
    private static void closeUp(final long[] slots, final int shift, final int slot) {
        final int mask = slots.length - 1;
        int gap = slot;
        for (int i = gap + 1 & mask; slots[i] != EMPTY; i = i + 1 & mask) {
            final int home = hash(slots[i]) >>> shift;
            if ((i - home & mask) >= (i - gap & mask)) {
                slots[gap] = slots[i];
                gap = i;
            }
        }
        slots[gap] = EMPTY;
    }

    private void onNewKey() {
        keys++;
        if (oldTable != null) {
            moveSlots();
        } else if (keys > mostKeys(table.length)) {
            final long[] longer = new long[table.length << 1];
            oldTable = table;
            oldSlotsLeft = oldTable.length;
            oldSlot = 0;
            while (oldTable[oldSlot] != EMPTY) {
                oldSlot++;
            }
            shift--;
            table = longer;
        }
    }

    /**
     * Remove all nodes. Their rings are not touched.
     */
    void clear() {
        Arrays.fill(table, EMPTY);
        oldTable = null;
        keys = 0;
        foundSlot = 0;
    }

    private static int mostKeys(final int length) {
        return length / PARTS * (length <= SMALL_LENGTH ? FULL_PARTS_OF_SMALL : FULL_PARTS);
    }

    /** Moves entries to the new table, up to an empty slot: the entries that stay must be reachable from their home slots without a gap. */
    private void moveSlots() {
        for (int i = 0; i < SLOTS_MOVED_PER_KEY || oldTable[oldSlot] != EMPTY; i++) {
            final long entry = oldTable[oldSlot];
            if (entry != EMPTY) {
                oldTable[oldSlot] = EMPTY;
                insert(entry);
            }
            oldSlot = oldSlot + 1 & oldTable.length - 1;
            if (--oldSlotsLeft == 0) {
                oldTable = null;
                return;
            }
        }
    }

    private void insert(final long entry) {
        int slot = hash(entry) >>> shift;
        while (table[slot] != EMPTY) {
            slot = slot + 1 & table.length - 1;
        }
        table[slot] = entry;
    }

    private static long entry(final int hash, final int head) {
        return (long) hash << Integer.SIZE | head + 1;
    }

    private static int hash(final long entry) {
        return (int) (entry >>> Integer.SIZE);
    }

    /** Returns the node of an entry; {@link Matcher#NULL_NODE} for an empty one. */
    private static int head(final long entry) {
        return (int) entry - 1;
    }

    /**
     * Returns the hash of a key. Two products carry each bit of context, source and tag to the high bits, which choose the slot. Products
     * alone are linear, and would cluster the keys of some strides: therefore the halves are folded between them.
     */
    private static int hash(final int context, final long key) {
        final long mixed = (key * KEY_FACTOR) ^ context;
        return (int) ((mixed ^ (mixed >>> Integer.SIZE)) * FINAL_FACTOR >>> Integer.SIZE);
    }
}
