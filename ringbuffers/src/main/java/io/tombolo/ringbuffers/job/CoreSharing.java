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
 * Tells whether ranks outnumber the cores that they may run on. Each rank stores in its row, when it joins, the cores that it may run on.
 * Use it from one thread at a time; it allocates only in the constructor.
 */
public final class CoreSharing {
    private final JobFile file;
    private final int rank;
    private final int usable;
    private final int threads;
    // Cores connected to those of the rank: a rank that may run on two cores connects them.
    private final long[] reached = new long[CoreSet.WORDS];

    /**
     * Prepares the question for one rank.
     *
     * @param job     joined.
     * @param usable  cores that this process may use at the same time, by its affinity and its quota.
     * @param threads of a rank that need a core at the same time: 2 if it has an agent; the other ranks are assumed to have the same
     *                number.
     */
    public CoreSharing(final JobDirectory job, final int usable, final int threads) {
        this(job.file(), job.rank(), usable, threads);
    }

    CoreSharing(final JobFile file, final int rank, final int usable, final int threads) {
        this.file = file;
        this.rank = rank;
        this.usable = usable;
        this.threads = threads;
    }

    /**
     * Returns whether ranks must take turns on the cores of this rank. Two groups are counted: all ranks that may run on connected cores,
     * and the ranks that can run only on the cores of this rank. A rank that has not joined, or whose cores are unknown, counts in both. A
     * rank that has left or failed counts in none. Neither does one that has not joined, if ranks join the job by name, as many as come.
     *
     * @return true if there are too few cores. If the cores of this rank are unknown, or its quota allows fewer than its cores, true if all
     *     ranks that count need more cores than the process may use. A quota is not seen if the rank is pinned to no more cores than that.
     */
    public boolean isOversubscribed() {
        final int cores = coresOf(rank);
        if (cores == 0 || usable < cores) {
            return countAll() * threads > usable;
        }
        for (int word = 0; word < CoreSet.WORDS; word++) {
            reached[word] = file.coreWord(rank, word);
        }
        int before;
        int meeting;
        int bound;
        do {
            before = count(reached);
            meeting = 0;
            bound = 0;
            for (int other = 0; other < file.size(); other++) {
                if (counts(other) && mergeIfReached(other)) {
                    meeting++;
                    bound += isBoundWith(other) ? 1 : 0;
                }
            }
        } while (count(reached) != before);
        return meeting * threads > before || bound * threads > cores;
    }

    private int countAll() {
        int all = 0;
        for (int other = 0; other < file.size(); other++) {
            all += counts(other) ? 1 : 0;
        }
        return all;
    }

    private boolean counts(final int other) {
        final RankState state = file.state(other);
        return state == RankState.FREE ? !file.isOpen() : state != RankState.LEFT && state != RankState.FAILED;
    }

    private boolean isKnown(final int other) {
        return file.state(other) != RankState.FREE && coresOf(other) > 0;
    }

    private boolean mergeIfReached(final int other) {
        if (!isKnown(other)) {
            return true;
        }
        long common = 0;
        for (int word = 0; word < CoreSet.WORDS; word++) {
            common |= reached[word] & file.coreWord(other, word);
        }
        for (int word = 0; word < CoreSet.WORDS && common != 0; word++) {
            reached[word] |= file.coreWord(other, word);
        }
        return common != 0;
    }

    private boolean isBoundWith(final int other) {
        long elsewhere = 0;
        for (int word = 0; word < CoreSet.WORDS; word++) {
            elsewhere |= file.coreWord(other, word) & ~file.coreWord(rank, word);
        }
        return elsewhere == 0 || !isKnown(other);
    }

    private int coresOf(final int other) {
        int cores = 0;
        for (int word = 0; word < CoreSet.WORDS; word++) {
            cores += Long.bitCount(file.coreWord(other, word));
        }
        return cores;
    }

    private static int count(final long[] words) {
        int cores = 0;
        for (final long word : words) {
            cores += Long.bitCount(word);
        }
        return cores;
    }
}
