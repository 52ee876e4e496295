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

import io.tombolo.jmh.bench.line.Line;

/**
 * Lets all ranks start at the same time, and finds the one that has taken longest since the last start. The measured system takes no part
 * in it.
 */
final class CommonStart {
    private final int rank;
    private final int ranks;
    private final boolean sharesCores;
    private long count;
    private long longestNs;

    /** Makes the side of a rank; {@code sharesCores} says that there are more ranks than cores. */
    CommonStart(final int rank, final int ranks, final boolean sharesCores) {
        this.rank = rank;
        this.ranks = ranks;
        this.sharesCores = sharesCores;
    }

    /** Waits for all ranks. Each tells the nanoseconds that it has taken since the last start. */
    void await(final long elapsedNs) {
        count++;
        if (rank > 0) {
            Line.ready(rank, count, elapsedNs);
            Line.awaitStart(count, sharesCores);
            return;
        }
        longestNs = elapsedNs;
        for (int other = 1; other < ranks; other++) {
            longestNs = Math.max(longestNs, Line.awaitReady(other, count, sharesCores));
        }
        Line.start(count);
    }

    /** Returns the most nanoseconds that a rank told at the last start. Only the initiator knows them. */
    long longestNs() {
        return longestNs;
    }
}
