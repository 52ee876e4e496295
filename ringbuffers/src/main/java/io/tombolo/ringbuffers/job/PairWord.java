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
package io.tombolo.ringbuffers.job;

/**
 * Packs the word in which two ranks announce or refuse the pair file from one to the other. The word names the incarnations that it is
 * about. For any other incarnations it says nothing: the code counts as 0.
 * <pre>
 *    63    62          42 41           22 21                    0
 *   +-----+--------------+---------------+-----------------------+
 *   | sign| source       | destination   | code                  |
 *   +-----+--------------+---------------+-----------------------+
 * </pre>
 * Source and destination are the low 20 bits of incarnations. The sign tells refusals, whose codes are negative, from announcements.
 */
final class PairWord {
    private static final int INCARNATION_BITS = 20;
    private static final int CODE_BITS = 22;
    private static final long CODE_MASK = (1L << CODE_BITS) - 1;
    private static final long NAMES_MASK = (1L << 2 * INCARNATION_BITS) - 1 << CODE_BITS;

    private PairWord() {
    }

    /** Packs the incarnations of a pair. The result has the code 0. */
    static long names(final int sourceIncarnation, final int destinationIncarnation) {
        return (long) sourceIncarnation << CODE_BITS + INCARNATION_BITS | (long) destinationIncarnation << CODE_BITS;
    }

    /**
     * Adds a code.
     *
     * @param names of {@link #names}.
     * @param code  positive for an announcement, negative for a refusal, at most 21 bits.
     */
    static long of(final long names, final int code) {
        return names | code & CODE_MASK | (code < 0 ? Long.MIN_VALUE : 0);
    }

    /** Returns the code of a word; 0 if the word is about other incarnations. */
    static int code(final long word, final long names) {
        if ((word & NAMES_MASK) != names) {
            return 0;
        }
        final int code = (int) (word & CODE_MASK);
        return word < 0 ? code | (int) ~CODE_MASK : code;
    }

    /** Returns whether a word names a later incarnation of either rank. */
    static boolean isLater(final long word, final long names) {
        return source(word) > source(names) || destination(word) > destination(names);
    }

    private static int source(final long word) {
        return (int) (word >>> CODE_BITS + INCARNATION_BITS) & StateWord.MAX_INCARNATION;
    }

    private static int destination(final long word) {
        return (int) (word >>> CODE_BITS) & StateWord.MAX_INCARNATION;
    }

    /** Returns whether a word is a refusal between these incarnations. */
    static boolean isRefusal(final long word, final long names) {
        return word < 0 && (word & NAMES_MASK) == names;
    }
}
