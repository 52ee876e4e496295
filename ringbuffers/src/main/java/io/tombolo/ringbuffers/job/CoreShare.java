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
 * Whether the ranks that may run on the cores of one rank are more than those cores: each rank says in its row where it may run, once, when
 * it joins. Any thread; allocates nothing.
 */
public final class CoreShare {
    private final JobFile file;
    private final int size;
    private final int usable;
    private final long own0;
    private final long own1;
    private final long own2;

    /**
     * Reads the row of the rank.
     *
     * @param job    joined.
     * @param usable cores that this process may use at a time, by its affinity and its quota.
     */
    public CoreShare(final JobDirectory job, final int usable) {
        this(job.file(), job.rank(), usable);
    }

    CoreShare(final JobFile file, final int rank, final int usable) {
        this.file = file;
        this.size = file.size();
        this.usable = usable;
        this.own0 = file.coreWord(rank, 0);
        this.own1 = file.coreWord(rank, 1);
        this.own2 = file.coreWord(rank, 2);
    }

    /**
     * Returns whether ranks have to take turns on a core: of all that may meet there, or of those that cannot go elsewhere. A rank that is
     * still to come, or of which nothing is known, counts as one that runs only there; one that has left or failed does not count.
     *
     * @return true if there are too few cores. Where nothing is known of the rank itself, or a quota allows less than its cores, whether
     *     the job has more ranks than the process may use cores.
     */
    public boolean isShort() {
        final int cores = count(own0, own1, own2);
        if (cores == 0 || usable < cores || size <= 1) {
            return size > usable;
        }
        int meeting = 0;
        int bound = 0;
        long all0 = own0;
        long all1 = own1;
        long all2 = own2;
        for (int rank = 0; rank < size; rank++) {
            final RankState state = file.state(rank);
            if (state == RankState.LEFT || state == RankState.FAILED) {
                continue;
            }
            final boolean isKnown = state != RankState.FREE;
            final long word0 = isKnown ? file.coreWord(rank, 0) : 0;
            final long word1 = isKnown ? file.coreWord(rank, 1) : 0;
            final long word2 = isKnown ? file.coreWord(rank, 2) : 0;
            if ((word0 & own0 | word1 & own1 | word2 & own2) != 0 || (word0 | word1 | word2) == 0) {
                meeting++;
                bound += (word0 & ~own0 | word1 & ~own1 | word2 & ~own2) == 0 ? 1 : 0;
                all0 |= word0;
                all1 |= word1;
                all2 |= word2;
            }
        }
        return meeting > count(all0, all1, all2) || bound > cores;
    }

    private static int count(final long word0, final long word1, final long word2) {
        return Long.bitCount(word0) + Long.bitCount(word1) + Long.bitCount(word2);
    }
}
