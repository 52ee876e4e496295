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

import io.tombolo.tools.inspect.Liveness;

/**
 * A rank at the moment of a sample.
 *
 * @param rank           number
 * @param incarnation    how often a process has joined as this rank; 0 if none has
 * @param name           of the rank, without control characters; empty if it has none
 * @param liveness       whether its process is alive
 * @param isStopped      whether its process is stopped, or has not run for a second
 * @param cpuNs          processor time that its process has used, nanoseconds; negative if it is not known
 * @param isAsleep       whether it sleeps until its doorbell rings
 * @param counts         its counters
 * @param unexpectedHeld messages that wait for a receive
 * @param waits          number of waits that its threads show
 * @param oldestWait     the oldest of them; null if there is none
 * @param latency        how long messages have waited for a receive
 */
public record RankSample(
    int rank, int incarnation, String name, Liveness liveness, boolean isStopped, long cpuNs, boolean isAsleep, RankCounts counts,
    long unexpectedHeld, int waits, ShownWait oldestWait, LatencyCounts latency) {
    /** Processor time that is not known. */
    static final long UNKNOWN = -1;

    /** A rank without a file that can be read. */
    static RankSample without(final int rank, final int incarnation, final String name, final Liveness liveness) {
        return new RankSample(
            rank, incarnation, name, liveness, false, UNKNOWN, false, RankCounts.NONE, 0, 0, null, LatencyCounts.NONE);
    }

    /** Whether the same process as at another sample is the rank. */
    boolean isSameProcess(final RankSample other) {
        return incarnation == other.incarnation;
    }
}
