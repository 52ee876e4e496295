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
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The entries of one kind that a rank has registered, by handle. Any thread finds an entry in constant time. Any thread adds and removes
 * entries, off the message path, by replacing a snapshot; lock-free. Generations are never reused, and each engine begins at a random one,
 * so a handle of another engine is not found here.
 *
 * @param <T> entries.
 */
public final class Registry<T extends Registered> {
    private static final int INITIAL_CAPACITY = 16;
    private static final int FIRST_GENERATIONS = 1 << 30;

    private record Snapshot(int generation, Registered[] entries) {
        Snapshot with(final int index, final Registered entry) {
            final Registered[] next = Arrays.copyOf(entries, index < entries.length ? entries.length : entries.length * 2);
            next[index] = entry;
            return new Snapshot(generation + 1, next);
        }

        int free() {
            for (int index = 0; index < entries.length; index++) {
                if (entries[index] == null) {
                    return index;
                }
            }
            return entries.length;
        }
    }

    private final int limit;
    private final AtomicReference<Snapshot> snapshot = new AtomicReference<>(
        new Snapshot(1 + ThreadLocalRandom.current().nextInt(FIRST_GENERATIONS), new Registered[INITIAL_CAPACITY]));

    /**
     * Creates an empty registry.
     *
     * @param limit most entries at once.
     */
    public Registry(final int limit) {
        this.limit = limit;
    }

    /**
     * Adds an entry and assigns its handle.
     *
     * @param entry new.
     * @return false if the registry is at its limit.
     */
    public boolean add(final T entry) {
        Snapshot old;
        int index;
        do {
            old = snapshot.get();
            index = old.free();
            if (index >= limit) {
                return false;
            }
            entry.handle(Handle.pack(index, old.generation));
        } while (!snapshot.compareAndSet(old, old.with(index, entry)));
        return true;
    }

    /**
     * Removes an entry; its handle is stale from now on.
     *
     * @param entry that was added.
     * @return false if it was removed before.
     */
    public boolean remove(final T entry) {
        final int index = Handle.index(entry.handle());
        final Snapshot before =
            snapshot.getAndUpdate(current -> current.entries[index] == entry ? current.with(index, null) : current);
        return before.entries[index] == entry;
    }

    /**
     * Finds an entry.
     *
     * @param handle unchecked.
     * @return the entry, or null if there is none or it was removed.
     */
    @SuppressWarnings("unchecked") // only T is ever added
    public T find(final long handle) {
        // Acquire; partner: the compare-and-set in add, which comes after the entry has its handle.
        final Registered[] entries = snapshot.getAcquire().entries;
        final int index = Handle.index(handle);
        final Registered entry = index >= 0 && index < entries.length ? entries[index] : null;
        return entry != null && entry.handle() == handle ? (T) entry : null;
    }
}
