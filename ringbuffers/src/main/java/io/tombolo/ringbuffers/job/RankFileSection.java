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
package io.tombolo.ringbuffers.job;

/**
 * A section of {@code rank-R.dat}.
 */
public enum RankFileSection {
    /** The doorbell: the only section that peers write. */
    DOORBELL(1),

    /** The counters. */
    COUNTERS(2),

    /** The first matching nodes; more of them are in {@link MatchNodeFile}s. */
    MATCH_NODES(3),

    /** The state of sends to each peer: {@link SendStateDescriptor}. */
    SEND_STATES(4),

    /** The distinct error log, in the layout of Agrona's {@code DistinctErrorLog}. */
    ERROR_LOG(5),

    /** The windows: {@link WindowStateDescriptor}. */
    WINDOWS(6),

    /** The last events: {@link io.tombolo.ringbuffers.flight.FlightDescriptor}. */
    FLIGHT(7),

    /** What the threads of the rank wait for: {@link io.tombolo.ringbuffers.wait.WaitDescriptor}. */
    WAITS(8);

    private final int code;

    RankFileSection(final int code) {
        this.code = code;
    }

    /**
     * Returns the code of this section in the section table.
     *
     * @return the code, which is also its place in the table, from 1.
     */
    public int code() {
        return code;
    }
}
