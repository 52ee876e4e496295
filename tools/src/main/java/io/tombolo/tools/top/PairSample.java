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
import io.tombolo.tools.inspect.PairTraffic;

/**
 * What goes from one rank to another, at the moment of a sample.
 *
 * @param ends       both ranks, with their incarnations
 * @param traffic    what has left for the destination
 * @param queued     sends that wait for room or credit
 * @param pending    long sends that are not done
 * @param untaken    eager bytes that were sent and that no receive is known to have taken
 * @param stalls     how often sends to the destination have begun to wait for room or credit, as far as latencies are measured
 * @param oldestWait of the source to send to the destination, or of the destination to receive from the source; null if there is none
 * @param latency    how long the messages have waited for a receive
 */
public record PairSample(
    PairEnds ends, PairTraffic traffic, int queued, int pending, long untaken, long stalls,
    ShownWait oldestWait, LatencyCounts latency) {
    private static final int RECORD_HEADER = 16;

    /** Source and destination as one number, in the order of the ranks. */
    long order() {
        return (long) ends.source() << Integer.SIZE | ends.destination();
    }

    /** Messages that have left since an earlier sample. */
    long messagesSince(final PairSample before) {
        return RankCounts.grown(before.traffic.messages(), traffic.messages());
    }

    /** Payload bytes that have left beside the ring since an earlier sample. */
    long besideRingSince(final PairSample before) {
        return RankCounts.grown(before.traffic.besideRing(), traffic.besideRing());
    }

    /** Payload bytes that went through the ring since an earlier sample, at most: the padding of records counts as payload. */
    long ringPayloadSince(final PairSample before) {
        return Math.max(0, traffic.ringBytes() - before.traffic.ringBytes() - RECORD_HEADER * messagesSince(before));
    }
}
