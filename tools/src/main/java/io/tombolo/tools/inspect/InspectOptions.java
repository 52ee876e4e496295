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
package io.tombolo.tools.inspect;

/**
 * What the inspector shows of a job.
 *
 * @param hex         whether to show raw records as well
 * @param allQueued   whether to show all entries of each queue, not only the oldest {@link #FEW}
 * @param sends       whether to show only sends
 * @param windows     whether to show only windows
 * @param endpoints   whether to show only receive queues, endpoints and event dispatchers
 * @param feeds       whether to show only feeds
 * @param source      source of the only pair to show; {@link #ALL} for all pairs
 * @param destination destination of the only pair to show; {@link #ALL} for all pairs
 */
public record InspectOptions(
    boolean hex, boolean allQueued, boolean sends, boolean windows, boolean endpoints, boolean feeds, int source, int destination) {
    /** Entries of a queue that are shown by default. */
    static final int FEW = 8;
    /** In place of a rank: all pairs are shown. */
    public static final int ALL = -1;

    int limit() {
        return allQueued ? Integer.MAX_VALUE : FEW;
    }

    boolean isOnePair() {
        return source != ALL;
    }

    boolean shows(final PairView pair) {
        return shows(pair.source(), pair.destination());
    }

    boolean shows(final int from, final int to) {
        return !isOnePair() || from == source && to == destination;
    }

    boolean shows(final RankView rank) {
        return !isOnePair() || rank.rank() == source || rank.rank() == destination;
    }
}
