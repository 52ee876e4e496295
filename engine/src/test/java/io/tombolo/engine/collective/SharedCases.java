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
package io.tombolo.engine.collective;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** The cases of a group by their number, the same at all ranks. Each is computed once and kept until all ranks have released it. */
final class SharedCases {
    private final long seed;
    private final int size;
    private final int readers;
    private final Map<Long, CaseContents> kept = new HashMap<>();
    private final Map<Long, Integer> released = new HashMap<>();

    /**
     * Makes the cases of a group.
     *
     * @param seed    decides all cases.
     * @param size    number of ranks of the group.
     * @param readers how many of them use this object.
     */
    SharedCases(final long seed, final int size, final int readers) {
        this.seed = seed;
        this.size = size;
        this.readers = readers;
    }

    /** A generator for one purpose. Generators of neighbouring numbers are unlike. */
    static Random random(final long seed, final long number) {
        long mixed = seed + number * 0x9E37_79B9_7F4A_7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D0_49BB_1331_11EBL;
        return new Random(mixed ^ mixed >>> 31);
    }

    int size() {
        return size;
    }

    /** Returns a case with its contents for one of the rounds in which it is called. */
    synchronized CaseContents at(final int number, final int round) {
        return kept.computeIfAbsent(key(number, round), key ->
            new CaseContents(DrawnCases.draw(random(seed, number), size), random(~seed, key)));
    }

    /** Says that a rank has finished a round of a case. */
    synchronized void release(final int number, final int round) {
        final long key = key(number, round);
        if (released.merge(key, 1, Integer::sum) == readers) {
            released.remove(key);
            kept.remove(key);
        }
    }

    private static long key(final int number, final int round) {
        return (long) number << 8 | round;
    }
}
