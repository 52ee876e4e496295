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
 * Whether the ranks that may run on the cores of one rank want more than those cores: each rank says in its row where it may run, once,
 * when it joins. Allocates nothing after it was made; one thread at a time.
 */
public final class CoreSharing {
    private final JobFile file;
    private final int rank;
    private final int usable;
    private final int threads;
    // Cores that can be reached from those of the rank, from one rank that may run on two of them to the next.
    private final long[] reached = new long[CoreSet.WORDS];

    /**
     * Knows where the rank may run.
     *
     * @param job    joined.
     * @param usable cores that this process may use at a time, by its affinity and its quota.
     * @param threads of a rank that want a core at the same time: 2 where it has an agent, which the others are taken to have, too.
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
     * Returns whether ranks have to take turns on a core: of all that may meet there, or make others go there, or of those that cannot go
     * elsewhere. A rank that is still to come, or of which nothing is known, counts as one that runs only there; one that has left or
     * failed does not count.
     *
     * @return true if there are too few cores. Where nothing is known of the rank itself, or a quota allows less than its cores, whether
     *     all ranks of the job want more than the process may use; a quota is not seen if the rank is pinned to no more cores than that.
     */
    public boolean isShort() {
        final int cores = coresOf(rank);
        if (cores == 0 || usable < cores) {
            return file.size() * threads > usable;
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
                if (counts(other) && reaches(other)) {
                    meeting++;
                    bound += isBoundWith(other) ? 1 : 0;
                }
            }
        } while (count(reached) != before);
        return meeting * threads > before || bound * threads > cores;
    }

    private boolean counts(final int other) {
        final RankState state = file.state(other);
        return state != RankState.LEFT && state != RankState.FAILED;
    }

    private boolean isKnown(final int other) {
        return file.state(other) != RankState.FREE && coresOf(other) > 0;
    }

    private boolean reaches(final int other) {
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
