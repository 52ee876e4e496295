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
package io.tombolo.engine.peer;

import java.util.Arrays;

/**
 * The long messages of a pair that are not done, in the order of their envelopes. Both ranks keep one: the sender counts an envelope when
 * it puts it into the ring, the receiver when it takes it out. The ring keeps the order, so a message has the same number at both ranks and
 * the number need not travel. One word then completes any number of messages: all below it are done (S0.31).
 * <p>
 * Bounded by the messages that are open; allocates only when there are more of them than ever before. One thread at a time.
 */
public final class OpenRendezvous {
    /** No place: the message has no envelope of this kind, or is done. */
    public static final int NONE = -1;

    private static final int INITIAL_CAPACITY = 16;

    private long[] numbers = new long[INITIAL_CAPACITY];
    private int[] entries = new int[INITIAL_CAPACITY];
    private int[] next = new int[INITIAL_CAPACITY];
    private int[] previous = new int[INITIAL_CAPACITY];
    private int used;
    private int free = NONE;
    private int first = NONE;
    private int last = NONE;
    private long count;
    private long passed;

    /**
     * Creates an empty list.
     */
    public OpenRendezvous() {
        // Fields are initialised where they are declared.
    }

    /**
     * Makes room for one more envelope, so that the next {@link #add} needs no memory.
     *
     * @throws OutOfMemoryError if there is none; nothing has changed.
     */
    public void reserve() {
        if (free == NONE) {
            free = grow();
        }
    }

    /**
     * Makes room for envelopes, so that no {@link #add} needs memory as long as no more of them are open.
     *
     * @param open envelopes at a time.
     * @throws OutOfMemoryError if there is none; nothing has changed.
     */
    public void reserve(final int open) {
        while (numbers.length < open) {
            lengthen();
        }
    }

    /**
     * Adds the next envelope.
     *
     * @param entry number by which the caller finds the message.
     * @return place of the envelope.
     */
    public int add(final int entry) {
        reserve();
        final int place = free;
        free = next[place];
        numbers[place] = count++;
        entries[place] = entry;
        next[place] = NONE;
        previous[place] = last;
        if (last == NONE) {
            first = place;
        } else {
            next[last] = place;
        }
        last = place;
        return place;
    }

    /**
     * Counts the next envelope, whose message is done already.
     */
    public void skip() {
        count++;
    }

    private int grow() {
        if (used == numbers.length) {
            lengthen();
        }
        next[used] = NONE;
        return used++;
    }

    private void lengthen() {
        final int length = numbers.length * 2;
        final int[] moreEntries = Arrays.copyOf(entries, length);
        final int[] moreNext = Arrays.copyOf(next, length);
        final int[] morePrevious = Arrays.copyOf(previous, length);
        numbers = Arrays.copyOf(numbers, length);
        entries = moreEntries;
        next = moreNext;
        previous = morePrevious;
    }

    /**
     * Removes a message that is done.
     *
     * @param place of its envelope.
     */
    public void remove(final int place) {
        final int before = previous[place];
        final int after = next[place];
        if (before == NONE) {
            first = after;
        } else {
            next[before] = after;
        }
        if (after == NONE) {
            last = before;
        } else {
            previous[after] = before;
        }
        next[place] = free;
        free = place;
    }

    /**
     * Returns whether a message is the oldest one that is not done.
     *
     * @param place of its envelope, or {@link #NONE}.
     * @return true if all before it are done.
     */
    public boolean isFirst(final int place) {
        return place != NONE && place == first;
    }

    /**
     * Returns whether no message is open.
     *
     * @return true if all are done.
     */
    public boolean isEmpty() {
        return first == NONE;
    }

    /**
     * Returns the number below which all messages are done.
     *
     * @return number of the oldest message that is not done, or the number of the next envelope.
     */
    public long done() {
        return first == NONE ? count : numbers[first];
    }

    /**
     * Records the number below which all messages are done, as the other rank has published it.
     *
     * @param number unchecked.
     * @return false if it is impossible: it has decreased, or exceeds what was sent.
     */
    public boolean pass(final long number) {
        if (number < passed || number > count) {
            return false;
        }
        passed = number;
        return true;
    }

    /**
     * Returns the oldest message that is still in the list although the other rank has published that it is done.
     *
     * @return its entry, or {@link #NONE}.
     */
    public int firstPassed() {
        return first == NONE || numbers[first] >= passed ? NONE : entries[first];
    }
}
