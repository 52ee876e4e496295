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
package io.tombolo.engine.completion;

import io.tombolo.engine.wire.Handle;
import java.util.Arrays;

/**
 * A table whose entries have handles, index and generation, that peers can send back. Grows up to a limit, and allocates only when it
 * grows. One thread at a time.
 *
 * @param <T> entries.
 */
public final class HandleTable<T> {
    /** Answer of {@link #add} at the limit. */
    public static final int NONE = -1;

    private static final int INITIAL_CAPACITY = 64;

    private final int limit;
    private T[] entries;
    private int[] generations;
    private int[] free;
    private int freeCount;
    private int used;
    private int reserved;

    /**
     * Creates an empty table.
     *
     * @param limit most entries at once.
     */
    @SuppressWarnings("unchecked") // an array of T cannot be made otherwise; it never leaves this class
    public HandleTable(final int limit) {
        this.limit = limit;
        final int capacity = Math.min(limit, INITIAL_CAPACITY);
        entries = (T[]) new Object[capacity];
        generations = new int[capacity];
        free = new int[capacity];
    }

    /**
     * Adds an entry.
     *
     * @param entry to add.
     * @return its index, or {@link #NONE} if the table is at its limit.
     */
    public int add(final T entry) {
        final int index;
        if (reserved > 0 && size() + reserved >= limit) {
            return NONE;
        }
        if (freeCount > 0) {
            index = free[--freeCount];
        } else if (used < entries.length || grow()) {
            index = used++;
            generations[index] = 1;
        } else {
            return NONE;
        }
        entries[index] = entry;
        return index;
    }

    /**
     * Makes room for one more entry, so that the next {@link #add} needs no memory.
     *
     * @return false if the table is at its limit.
     * @throws OutOfMemoryError if there is none; nothing has changed.
     */
    public boolean makeRoom() {
        return freeCount > 0 || used < entries.length || grow();
    }

    /**
     * Keeps room for one more entry, until {@link #unreserve}.
     *
     * @return false if the table is at its limit.
     */
    public boolean reserve() {
        if (size() + reserved >= limit) {
            return false;
        }
        reserved++;
        return true;
    }

    /**
     * Ends a reservation: the next {@link #add} has room.
     */
    public void unreserve() {
        reserved--;
    }

    private boolean grow() {
        final int capacity = Math.min(limit, entries.length * 2);
        if (capacity == entries.length) {
            return false;
        }
        final int[] moreGenerations = Arrays.copyOf(generations, capacity);
        final int[] moreFree = Arrays.copyOf(free, capacity);
        entries = Arrays.copyOf(entries, capacity);
        generations = moreGenerations;
        free = moreFree;
        return true;
    }

    /**
     * Returns the handle of an entry.
     *
     * @param index from {@link #add}.
     * @return handle of this entry, and of no later one at the same index.
     */
    public long handle(final int index) {
        return Handle.pack(index, generations[index]);
    }

    /**
     * Finds the entry of a handle.
     *
     * @param handle as it came, unchecked.
     * @return the entry, or null if there is none or it was removed.
     */
    public T find(final long handle) {
        final int index = Handle.index(handle);
        return index >= 0 && index < used && generations[index] == Handle.generation(handle) ? entries[index] : null;
    }

    /**
     * Returns the entry at an index.
     *
     * @param index 0 to {@link #capacity()} - 1.
     * @return the entry, or null.
     */
    public T at(final int index) {
        return entries[index];
    }

    /**
     * Removes an entry; its handles are stale from now on.
     *
     * @param index from {@link #add}.
     */
    public void remove(final int index) {
        entries[index] = null;
        generations[index] = Math.max(1, generations[index] + 1);
        free[freeCount++] = index;
    }

    /**
     * Returns the entries in use.
     *
     * @return count.
     */
    public int size() {
        return used - freeCount;
    }

    /**
     * Returns one more than the highest index ever used.
     *
     * @return bound for a walk with {@link #at}.
     */
    public int capacity() {
        return used;
    }
}
