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
 * Why a rank has the state that its row shows.
 */
public enum StateReason {
    /** No process has joined in the row. */
    NONE(0, RankState.FREE),

    /** A process has joined. */
    JOINED(1, RankState.JOINING, RankState.LIVE),

    /** The rank has closed its engine. */
    CLOSED(2, RankState.LEFT),

    /** The rank could not join completely, and has taken back what it had made. */
    WITHDRAWN(3, RankState.LEFT),

    /** Another rank has found that the process is gone. */
    PROCESS_GONE(4, RankState.FAILED),

    /** The next process that joined in the row has found that the process before it is gone. */
    REPLACED(5, RankState.FAILED),

    /** A person or tool has ended the membership of a process that is gone. */
    EVICTED(6, RankState.FAILED),

    /** The stored code is no reason: the file is damaged. This reason is never stored. */
    CORRUPT(7);

    private static final StateReason[] BY_CODE = values();

    private final int code;
    // A bit for each code of a state.
    private final int states;

    StateReason(final int code, final RankState... states) {
        this.code = code;
        int bits = 0;
        for (final RankState state : states) {
            bits |= 1 << state.code();
        }
        this.states = bits;
    }

    /** Returns whether a row may have a state for this reason. */
    boolean explains(final RankState state) {
        return (states & 1 << state.code()) != 0;
    }

    /**
     * Returns the code of this reason in the job file.
     *
     * @return the code.
     */
    public int code() {
        return code;
    }

    /**
     * Returns the reason of a code.
     *
     * @param code as stored in the job file, three bits.
     * @return the reason.
     */
    static StateReason of(final int code) {
        return BY_CODE[code];
    }
}
