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
package io.tombolo.engine.communicator;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The names that a rank gives to groups. No other rank, and no other incarnation of this one, gives the same name to another group. Any
 * thread.
 * <pre>
 *   63  62            43 42       32 31                           0
 *  +---+----------------+-----------+-----------------------------+
 *  | 0 | incarnation    | rounds    | context                     |
 *  +---+----------------+-----------+-----------------------------+
 * </pre>
 * The context is of the series of the rank. Rounds counts how often the series has begun anew.
 */
final class GroupNames {
    static final int CONTEXTS_SHIFT = 2;
    private static final int MOST_COMMUNICATORS = Integer.MAX_VALUE >>> CONTEXTS_SHIFT;
    private static final int INCARNATION_SHIFT = 43;
    private static final int INCARNATION_MASK = (1 << 20) - 1;
    private static final int ROUNDS_MASK = (1 << 11) - 1;
    // Between the first contexts of two incarnations, so that the later one meets no messages of the earlier.
    private static final long INCARNATION_STRIDE = 40_503;

    private final int rank;
    private final int size;
    private final int seriesLength;
    private final int incarnation;
    private final AtomicLong series = new AtomicLong();

    GroupNames(final int rank, final int size, final int incarnation) {
        this.rank = rank;
        this.size = size;
        this.seriesLength = (MOST_COMMUNICATORS - 1) / size;
        this.incarnation = incarnation;
    }

    /** Returns the next name. */
    long next() {
        final long next = series.getAndIncrement();
        final long place = (next + (incarnation - 1) * INCARNATION_STRIDE) % seriesLength;
        final long context = 1 + place * size + rank << CONTEXTS_SHIFT;
        return (long) (incarnation & INCARNATION_MASK) << INCARNATION_SHIFT | (next / seriesLength & ROUNDS_MASK) << Integer.SIZE | context;
    }

    /** Returns the context of a name. */
    static int context(final long name) {
        return (int) name;
    }

    /** Returns the rank of whose series the context of a name is. */
    int namer(final long name) {
        return Math.floorMod((context(name) >>> CONTEXTS_SHIFT) - 1, size);
    }

    /** Returns whether a name has a context of the series of a rank. Any other could be in use by another group. */
    boolean isOf(final long name, final int namer) {
        final int context = context(name);
        final int number = context >>> CONTEXTS_SHIFT;
        return context > 0 && number << CONTEXTS_SHIFT == context && (number - 1) % size == namer;
    }
}
