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
package io.tombolo.jmh.bench.process;

import java.util.Locale;

/**
 * A collective operation of some ranks.
 *
 * @param kind  operation.
 * @param ranks number of ranks, from 2; 0 if the work is not collective.
 */
public record CollectiveSetup(CollectiveKind kind, int ranks) {
    /** No operation: the work is not collective. */
    public static final CollectiveSetup NONE = new CollectiveSetup(CollectiveKind.BARRIER, 0);

    private static final String SEPARATOR = "/";
    private static final int SHORT_CALLS = 64;
    private static final int LONG_CALLS = 16;
    private static final int LEAST_CALLS = 4;
    private static final int BYTES_IN_ROUND = 4 << 20;

    /**
     * Tells whether each call of a round starts at the same time at all ranks, which change their buffers before. Otherwise only the first
     * does, and the changes count.
     *
     * @param size length of a block in bytes.
     * @return true from {@link Work#COPY_FROM} on.
     */
    static boolean startsEach(final int size) {
        return size >= Work.COPY_FROM;
    }

    /**
     * Returns the calls of a round, whose mean is a sample: so many that the start of a round does not count, or that each rank has been
     * the root as often as the others.
     *
     * @param size length of a block in bytes.
     * @return number of calls, at least one for each rank.
     */
    int callsInRound(final int size) {
        final int calls = startsEach(size) ? Math.min(LONG_CALLS, Math.max(LEAST_CALLS, BYTES_IN_ROUND / size)) : SHORT_CALLS;
        return (calls + ranks - 1) / ranks * ranks;
    }

    /**
     * Describes the operation in one word.
     *
     * @return name and number of ranks.
     */
    public String label() {
        return kind.label() + "-" + ranks;
    }

    /** Encodes the setup as one word without white space. */
    String encode() {
        return kind.name() + SEPARATOR + ranks;
    }

    /** Decodes a word of {@link #encode()}. */
    static CollectiveSetup decode(final String word) {
        final String[] parts = word.toUpperCase(Locale.ROOT).split(SEPARATOR);
        return new CollectiveSetup(CollectiveKind.valueOf(parts[0]), Integer.parseInt(parts[1]));
    }
}
