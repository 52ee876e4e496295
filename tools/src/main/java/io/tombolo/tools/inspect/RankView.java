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

import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.RankRow;
import io.tombolo.ringbuffers.job.RankState;
import io.tombolo.tools.text.ScreenText;
import java.util.List;

/**
 * A rank as the inspector has read it.
 *
 * @param row       its row of the job file
 * @param liveness  whether it is alive, by its lock
 * @param problem   why its file could not be read, in one line; empty if it could
 * @param isAsleep  whether it sleeps until its doorbell is rung
 * @param counters  values by ordinal of {@link Counter}, which may be from slightly different times; empty if the file could not be read
 * @param queues    posted receives and unexpected messages
 * @param isSettled whether two passes over the queues agreed
 * @param sends     state of its sends, by peer; empty if the file could not be read
 * @param waits     its threads that wait
 * @param endpoints its receive queues, endpoints and event dispatchers
 * @param errors    its error log
 */
public record RankView(
    RankRow row, Liveness liveness, String problem, boolean isAsleep, List<Long> counters, QueueReading queues, boolean isSettled,
    List<SendReading> sends, WaitsReading waits, EndpointsReading endpoints, ErrorLogReading errors) {
    /** A rank whose file cannot be read, or that has none. */
    static RankView unreadable(final RankRow row, final Liveness liveness, final String problem) {
        return new RankView(row, liveness, problem, false, List.of(), QueueReading.NONE, true, List.of(), WaitsReading.NONE,
            EndpointsReading.NONE, ErrorLogReading.NONE);
    }

    /**
     * Returns its number.
     *
     * @return from 0
     */
    public int rank() {
        return row.rank();
    }

    /**
     * Returns its name, without control characters, which a damaged file may have.
     *
     * @return empty if it has none
     */
    public String name() {
        return ScreenText.printable(row.name());
    }

    /** Whether more happened to it than that one process without a name has joined. */
    boolean hasHistory() {
        return !row.name().isEmpty() || row.incarnation() > 1 || row.state() == RankState.LEFT || row.state() == RankState.FAILED;
    }

    /**
     * Returns one counter.
     *
     * @param counter which
     * @return its value; 0 if the file could not be read
     */
    public long counter(final Counter counter) {
        return counters.isEmpty() ? 0 : counters.get(counter.ordinal());
    }

    /** Whether it yields its core while it waits, which is slower than spinning. */
    boolean yields() {
        return liveness == Liveness.ALIVE && counter(Counter.CORES_SHARED) > 0;
    }

    /** How a rank that is alive waits: asleep, yields, or empty if it spins. */
    String waiting() {
        return liveness == Liveness.ALIVE && isAsleep ? "asleep" : yields() ? "yields" : "";
    }

    /** The state of its sends to a peer. */
    SendReading sendsTo(final int peer) {
        return sends.isEmpty() ? SendReading.NONE : sends.get(peer);
    }
}
