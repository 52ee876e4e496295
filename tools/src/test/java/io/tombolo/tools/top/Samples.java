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
package io.tombolo.tools.top;

import io.tombolo.ringbuffers.job.PairEnds;
import io.tombolo.ringbuffers.latency.LatencyBuckets;
import io.tombolo.tools.inspect.Liveness;
import io.tombolo.tools.inspect.PairTraffic;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Makes samples for tests.
 */
final class Samples {
    static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private Samples() {
    }

    /** A rank that is alive and runs. */
    static RankSample rank(final int rank, final String name, final RankCounts counts) {
        return rank(rank, name, Liveness.ALIVE, false, counts, null);
    }

    static RankSample rank(
        final int rank, final String name, final Liveness liveness, final boolean isAsleep, final RankCounts counts,
        final ShownWait wait) {
        return new RankSample(rank, 1, name, liveness, false, RankSample.UNKNOWN, isAsleep, counts, 0, wait == null ? 0 : 1, wait,
            LatencyCounts.NONE);
    }

    /** Counts of a rank that has sent and received messages of 100 bytes. */
    static RankCounts moved(final long sent, final long received) {
        return new RankCounts(sent, received, 100 * sent, 100 * received, 0, 0, sent + received);
    }

    static PairSample pair(final int source, final int destination, final long messages, final long ringBytes, final long besideRing) {
        return new PairSample(new PairEnds(source, 1, destination, 1),
            new PairTraffic(source, destination, messages, ringBytes, besideRing), 0, 0, 0, 0, null, LatencyCounts.NONE);
    }

    /** A sample of a job; the first one is at 0 s. */
    static JobSample job(final long seconds, final List<RankSample> ranks, final PairSample... pairs) {
        return new JobSample("trading", seconds * SECOND_NS, TimeUnit.SECONDS.toMillis(seconds), false, ranks, List.of(pairs));
    }

    /** A job whose rank r has sent r messages a second. */
    static RateHistory growing(final int ranks, final int samples) {
        final RateHistory history = new RateHistory();
        for (int second = 0; second < samples; second++) {
            final List<RankSample> all = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                all.add(rank(rank, "", moved((long) rank * second, 0)));
            }
            history.add(job(second, all));
        }
        return history;
    }

    /** So many values of a time. */
    static LatencyCounts latency(final long ns, final long count) {
        final long[] all = new long[LatencyBuckets.COUNT];
        all[LatencyBuckets.index(ns)] = count;
        return LatencyCounts.of(all, count);
    }
}
