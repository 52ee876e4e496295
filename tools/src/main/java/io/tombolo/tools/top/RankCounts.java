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

import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;

/**
 * What a rank has counted since it joined, as far as {@code top} shows it.
 *
 * @param sent          messages sent
 * @param received      messages received
 * @param bytesSent     payload bytes sent
 * @param bytesReceived payload bytes received
 * @param unexpected    messages that found no posted receive
 * @param stalls        sends put off for want of room or credit
 * @param turns         turns of progress
 */
public record RankCounts(long sent, long received, long bytesSent, long bytesReceived, long unexpected, long stalls, long turns) {
    /** Counts that could not be read. */
    static final RankCounts NONE = new RankCounts(0, 0, 0, 0, 0, 0, 0);

    private static final Counter[] SENT = {
        Counter.SENT_SHORT, Counter.SENT_EAGER, Counter.SENT_RENDEZVOUS_REGISTERED, Counter.SENT_RENDEZVOUS_STAGED,
        Counter.ENDPOINT_MESSAGES_SENT};
    private static final Counter[] RECEIVED = {
        Counter.RECEIVED_SHORT, Counter.RECEIVED_EAGER, Counter.RECEIVED_RENDEZVOUS_REGISTERED, Counter.RECEIVED_RENDEZVOUS_STAGED,
        Counter.ENDPOINT_MESSAGES_RECEIVED};
    private static final Counter[] STALLS = {
        Counter.RING_FULL, Counter.POOL_EMPTY, Counter.LANE_EMPTY, Counter.LANE_FULL, Counter.EAGER_TURNED_RENDEZVOUS};

    /** Loads each counter once. The values may be from slightly different times. */
    static RankCounts of(final Counters counters) {
        return new RankCounts(sum(counters, SENT), sum(counters, RECEIVED), counters.value(Counter.BYTES_SENT),
            counters.value(Counter.BYTES_RECEIVED), counters.value(Counter.UNEXPECTED_MESSAGES), sum(counters, STALLS),
            counters.value(Counter.PROGRESS_TURNS));
    }

    private static long sum(final Counters counters, final Counter... added) {
        long sum = 0;
        for (final Counter each : added) {
            sum += counters.value(each);
        }
        return sum;
    }

    /** What was counted since an earlier reading; a count that has not grown is 0. */
    RankCounts minus(final RankCounts before) {
        return new RankCounts(grown(before.sent, sent), grown(before.received, received), grown(before.bytesSent, bytesSent),
            grown(before.bytesReceived, bytesReceived), grown(before.unexpected, unexpected), grown(before.stalls, stalls),
            grown(before.turns, turns));
    }

    static long grown(final long before, final long now) {
        return Math.max(0, now - before);
    }
}
