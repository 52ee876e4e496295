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
 * What a rank did between two samples.
 *
 * @param now           the second sample
 * @param doing         what it does
 * @param sent          messages sent, per second
 * @param received      messages received, per second
 * @param bytesSent     payload bytes sent, per second
 * @param bytesReceived payload bytes received, per second
 * @param unexpected    messages that found no posted receive, per second
 * @param stalls        sends put off for want of room or credit, per second
 * @param cores         cores that its process has used on average; negative if that is not known
 * @param p99Ns         99th percentile of the waits of messages for a receive in the window of {@link RateHistory}, nanoseconds;
 *                      {@link LatencyCounts#NO_VALUE} if none was measured
 */
public record RankRate(
    RankSample now, Doing doing, double sent, double received, double bytesSent, double bytesReceived, double unexpected, double stalls,
    double cores, long p99Ns) {

    private static final double P99 = 99;
    private static final double NS_PER_SECOND = 1e9;

    /**
     * The difference of two samples.
     *
     * @param before  first sample; null if there is none of this process, so that all rates are 0
     * @param now     second sample
     * @param seconds between them; positive
     * @param oldest  sample at the begin of the window of latencies; null as {@code before}
     */
    static RankRate of(final RankSample before, final RankSample now, final double seconds, final RankSample oldest) {
        final long p99 = oldest == null ? LatencyCounts.NO_VALUE : now.latency().minus(oldest.latency()).percentile(P99);
        if (before == null) {
            return new RankRate(now, Doing.of(null, now, 0, -1), 0, 0, 0, 0, 0, 0, -1, p99);
        }
        final RankCounts moved = now.counts().minus(before.counts());
        final double cores = now.cpuNs() < 0 || before.cpuNs() < 0 ? -1 :
            RankCounts.grown(before.cpuNs(), now.cpuNs()) / NS_PER_SECOND / seconds;
        return new RankRate(now, Doing.of(before, now, seconds * NS_PER_SECOND, cores), moved.sent() / seconds, moved.received() / seconds,
            moved.bytesSent() / seconds, moved.bytesReceived() / seconds, moved.unexpected() / seconds, moved.stalls() / seconds, cores,
            p99);
    }

    /** Messages in both directions, per second. */
    double messages() {
        return sent + received;
    }

    /** Age of the oldest wait, nanoseconds; 0 if the rank does not wait. */
    long oldestWaitNs() {
        return now.oldestWait() == null ? 0 : now.oldestWait().ageNs();
    }
}
