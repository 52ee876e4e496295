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

/**
 * What went from one rank to another between two samples.
 *
 * @param now      the second sample
 * @param messages messages per second
 * @param bytes    payload bytes per second; of short messages of a rank with several destinations an estimate
 * @param stalls   how often sends began to wait for room or credit, per second, as far as latencies are measured
 * @param p99Ns    99th percentile of the waits of the messages for a receive in the window of {@link RateHistory}, nanoseconds;
 *                 {@link LatencyCounts#NO_VALUE} if none was measured
 */
public record PairRate(PairSample now, double messages, double bytes, double stalls, long p99Ns) {
    private static final double P99 = 99;

    /**
     * The difference of two samples.
     *
     * @param before  first sample; null if there is none of these processes, so that all rates are 0
     * @param now     second sample
     * @param seconds between them; positive
     * @param oldest  sample at the begin of the window of latencies; null as {@code before}
     * @param share   part of the payload in the ring that is no padding
     */
    static PairRate of(
        final PairSample before, final PairSample now, final double seconds, final PairSample oldest, final double share) {
        final long p99 = oldest == null ? LatencyCounts.NO_VALUE : now.latency().minus(oldest.latency()).percentile(P99);
        return before == null ? new PairRate(now, 0, 0, 0, p99) :
            new PairRate(now, now.messagesSince(before) / seconds,
                (now.besideRingSince(before) + share * now.ringPayloadSince(before)) / seconds,
                RankCounts.grown(before.stalls(), now.stalls()) / seconds, p99);
    }

    /** Age of the oldest wait of one end for the other, nanoseconds; 0 if none waits. */
    long oldestWaitNs() {
        return now.oldestWait() == null ? 0 : now.oldestWait().ageNs();
    }

    /** The ranks, such as {@code 0-1}. */
    String name() {
        return now.ends().source() + "-" + now.ends().destination();
    }
}
