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

import io.tombolo.ringbuffers.file.Uninterrupted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.StringJoiner;

/**
 * Cores that a thread may run on, as three words: a bit for each core from 0 to 191. Nothing is known of a thread that may run on a later
 * one, or of which the system does not tell: all three words are zero then.
 *
 * @param word0 cores 0 to 63.
 * @param word1 cores 64 to 127.
 * @param word2 cores 128 to 191.
 */
public record CoreSet(long word0, long word1, long word2) {
    /** Words of a set. */
    static final int WORDS = 3;

    /** Nothing is known. */
    static final CoreSet UNKNOWN = new CoreSet(0, 0, 0);

    private static final Path STATUS = Path.of("/proc/thread-self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    /**
     * Makes a set.
     *
     * @param cores numbers.
     * @return {@link #UNKNOWN} if one of them is above 191.
     */
    static CoreSet of(final BitSet cores) {
        final long[] words = cores.toLongArray();
        return words.length > WORDS ? UNKNOWN : new CoreSet(word(words, 0), word(words, 1), word(words, 2));
    }

    private static long word(final long[] words, final int index) {
        return index < words.length ? words[index] : 0;
    }

    /**
     * Returns the cores as the kernel lists them.
     *
     * @return such as {@code 0-3,8}; empty if nothing is known.
     */
    @Override
    public String toString() {
        final BitSet cores = BitSet.valueOf(new long[] {word0, word1, word2});
        final StringJoiner ranges = new StringJoiner(",");
        for (int first = cores.nextSetBit(0); first >= 0; first = cores.nextSetBit(cores.nextClearBit(first))) {
            final int last = cores.nextClearBit(first) - 1;
            ranges.add(first == last ? Integer.toString(first) : first + "-" + last);
        }
        return ranges.toString();
    }

    /**
     * Reads which cores the calling thread may run on: what {@code taskset}, a cpuset of a container or a call has left it.
     *
     * @return its cores, or none if the system does not tell.
     */
    public static BitSet allowed() {
        try {
            // In no encoding: it names the thread, cut at any byte.
            return Uninterrupted.call(() -> Files.readAllLines(STATUS, StandardCharsets.ISO_8859_1)).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .findFirst()
                .map(line -> parse(line.substring(ALLOWED.length())))
                .orElseGet(BitSet::new);
        } catch (final IOException | NumberFormatException exception) {
            return new BitSet();
        }
    }

    /**
     * Reads a list of cores such as {@code 0-3,8}.
     *
     * @param text of the kernel.
     * @return its cores.
     */
    public static BitSet parse(final String text) {
        final BitSet cores = new BitSet();
        for (final String range : text.strip().split(",")) {
            final String[] ends = range.split("-");
            cores.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
        }
        return cores;
    }
}
