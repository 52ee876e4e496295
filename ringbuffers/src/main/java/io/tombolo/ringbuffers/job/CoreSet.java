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
 * The cores that a thread may run on: a bit for each core from 0 to 191, in three words. All words are zero if the set is unknown: the
 * system does not tell it, or it contains a core above 191.
 *
 * @param word0 cores 0 to 63.
 * @param word1 cores 64 to 127.
 * @param word2 cores 128 to 191.
 */
public record CoreSet(long word0, long word1, long word2) {
    /** Number of words of a set. */
    static final int WORDS = 3;

    /** The unknown set. */
    static final CoreSet UNKNOWN = new CoreSet(0, 0, 0);

    private static final Path STATUS = Path.of("/proc/thread-self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    /**
     * Creates a set.
     *
     * @param cores by number.
     * @return the set, or {@link #UNKNOWN} if a number is above 191.
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
     * @return a text such as {@code 0-3,8}; empty if the set is unknown.
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
     * Reads the cores that the calling thread may run on. {@code taskset}, a cpuset of a container, or a system call may have limited them.
     *
     * @return its cores; empty if the system does not tell.
     */
    public static BitSet allowed() {
        try {
            // Not as UTF-8: the file contains the name of the thread, which may be cut inside a character.
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
     * @param text in the format of the kernel.
     * @return the cores.
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
