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
 * How much of a job is shown.
 *
 * @param hex         raw records, too
 * @param allQueued   every queued record, receive and message, in place of the oldest few
 * @param sends       what each rank has under way to each other, in place of everything else
 * @param windows     the windows, in place of everything else
 * @param endpoints   receive queues, endpoints and event dispatchers, in place of everything else
 * @param source      of the one pair to show; -1 for all
 * @param destination of the one pair to show; -1 for all
 */
public record InspectOptions(
    boolean hex, boolean allQueued, boolean sends, boolean windows, boolean endpoints, int source, int destination) {
    /** Entries of a queue that are shown unless all are asked for. */
    static final int FEW = 8;
    /** All pairs. */
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
