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
package io.tombolo.engine.pt2pt;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.wire.Envelope;
import java.util.stream.IntStream;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntHashSet;

/**
 * The contexts in which this rank takes messages, four for each communicator: the first for its messages, the second for its collective
 * operations, the third for partitioned messages. The contexts of the world, from 0, are always open. A message in a context that is not
 * open was sent to a communicator that has been closed here. One thread at a time.
 */
final class Contexts {
    private final Int2ObjectHashMap<int[]> open = new Int2ObjectHashMap<>();
    private final int[] world;
    // Only first contexts: collective operations and partitioned messages have no bins.
    private final IntHashSet binned = new IntHashSet();

    /**
     * Opens the contexts of the world.
     *
     * @param size number of ranks.
     */
    Contexts(final int size) {
        this.world = IntStream.range(0, size).toArray();
    }

    /**
     * Opens the contexts of a communicator.
     *
     * @param members ranks in the world; the caller must not change the array any more.
     * @return {@link Outcome#SUCCESS}; {@link Outcome#CANCELLED} if another communicator has these contexts;
     * {@link Outcome#INSUFFICIENT_RESOURCES} if there are {@link Communicator#MAX_COMMUNICATORS} communicators.
     */
    Outcome open(final int context, final int[] members) {
        if (isOpen(context)) {
            return Outcome.CANCELLED;
        }
        // One is the world.
        if (open.size() + 1 >= Communicator.MAX_COMMUNICATORS) {
            return Outcome.INSUFFICIENT_RESOURCES;
        }
        open.put(communicator(context), members);
        return Outcome.SUCCESS;
    }

    void close(final int context) {
        open.remove(communicator(context));
        binned.remove(context);
    }

    /**
     * Lets the receives of a context wait in bins.
     */
    void bin(final int context) {
        binned.add(context);
    }

    /**
     * Returns whether receives of any context wait in bins.
     */
    boolean hasBinned() {
        return !binned.isEmpty();
    }

    boolean isBinned(final int context) {
        return !binned.isEmpty() && binned.contains(context);
    }

    boolean isOpen(final int context) {
        final int communicator = communicator(context);
        return communicator == 0 || open.containsKey(communicator);
    }

    /**
     * Returns the ranks of a communicator by their numbers in the world; all ranks if the communicator is not open.
     */
    int[] members(final int context) {
        final int[] members = open.get(communicator(context));
        return members == null ? world : members;
    }

    /**
     * Returns the number that the contexts of a communicator have in common.
     */
    static int communicator(final int context) {
        return Envelope.communicator(context);
    }
}
