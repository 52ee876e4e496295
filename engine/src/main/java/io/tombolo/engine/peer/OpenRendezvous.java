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
 * The long messages of a pair that are not done, in the order of their envelopes. Each side has its own, and counts an envelope when it
 * goes into the ring or is taken from it: the ring keeps the order, so that a message has the same number on both sides and the number
 * need not travel. One word then tells of any number of messages: those below it are done (S0.31). Bounded by the messages that are
 * open; allocates only when there are more of them than ever before. One thread at a time.
 */
public final class OpenRendezvous {
    /** No place: of a message that has no envelope of this kind, or is done. */
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
     * Nothing sent.
     */
    public OpenRendezvous() {
        // The fields say it all.
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
     * Takes note of the next envelope.
     *
     * @param entry whose it is.
     * @return its place.
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
     * Takes note of the next envelope, of a message that is done.
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
     * Takes note that a message is done.
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
     * Returns whether a message is the oldest that is not done.
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
     * @return that of the oldest that is not done, or of the next.
     */
    public long done() {
        return first == NONE ? count : numbers[first];
    }

    /**
     * Takes note of what the other side says is done.
     *
     * @param number below which all are done, unchecked.
     * @return false if that cannot be: it goes back, or passes what was sent.
     */
    public boolean pass(final long number) {
        if (number < passed || number > count) {
            return false;
        }
        passed = number;
        return true;
    }

    /**
     * Returns the oldest message that is not done though the other side says so.
     *
     * @return its entry, or {@link #NONE}.
     */
    public int firstPassed() {
        return first == NONE || numbers[first] >= passed ? NONE : entries[first];
    }
}
