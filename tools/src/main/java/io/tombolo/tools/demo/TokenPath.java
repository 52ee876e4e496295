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
package io.tombolo.tools.demo;

/**
 * The path of a token. Each hop goes to a pseudorandom other rank, which every rank computes alike.
 */
final class TokenPath {
    private final int size;

    /**
     * Makes the paths of a job.
     *
     * @param size number of ranks, at least 2
     */
    TokenPath(final int size) {
        this.size = size;
    }

    /** The rank after {@code from}; never {@code from} itself. */
    int next(final int token, final int hop, final int from) {
        final long chance = mix((long) token << Integer.SIZE | hop) >>> 1;
        return (from + 1 + (int) (chance % (size - 1))) % size;
    }

    /** The trace after one more hop. */
    long trace(final long before, final int from, final int to) {
        return mix(before ^ (long) from << Integer.SIZE ^ to);
    }

    /** The trace of a token that starts at rank 0, after {@code hops} hops. */
    long traceOf(final int token, final int hops) {
        long trace = 0;
        int from = 0;
        for (int hop = 1; hop <= hops; hop++) {
            final int to = next(token, hop, from);
            trace = trace(trace, from, to);
            from = to;
        }
        return trace;
    }

    /** The finisher of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
    private static long mix(final long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}
