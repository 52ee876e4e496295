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
 * Packs the state of a rank's row into one word, so that a compare-and-set changes all of it. A value that does not fit is an error of the
 * caller, except for the time, which wraps around after eight years.
 * <pre>
 *    63                     44 43   41 40    38 37                      0
 *   +-------------------------+-------+--------+-------------------------+
 *   | incarnation             | state | reason | since                   |
 *   +-------------------------+-------+--------+-------------------------+
 * </pre>
 * The incarnation counts the processes that have joined in the row. Since is the time of the change, in ms after the job was created.
 */
final class StateWord {
    /** Most processes that can join in one row, one after the other. */
    static final int MAX_INCARNATION = (1 << 20) - 1;

    private static final int INCARNATION_SHIFT = 44;
    private static final int STATE_SHIFT = 41;
    private static final int REASON_SHIFT = 38;
    private static final int CODE_MASK = 7;
    private static final long SINCE_MASK = (1L << REASON_SHIFT) - 1;

    private StateWord() {
    }

    static long of(final int incarnation, final RankState state, final StateReason reason, final long sinceMs) {
        return (long) incarnation << INCARNATION_SHIFT | (long) state.code() << STATE_SHIFT |
            (long) reason.code() << REASON_SHIFT | Math.max(0, sinceMs) & SINCE_MASK;
    }

    /** Returns how often a process has joined in the row; 0 if none has. */
    static int incarnation(final long word) {
        return (int) (word >>> INCARNATION_SHIFT);
    }

    static int stateCode(final long word) {
        return (int) (word >>> STATE_SHIFT) & CODE_MASK;
    }

    static RankState state(final long word) {
        return RankState.of(stateCode(word));
    }

    static StateReason reason(final long word) {
        return StateReason.of((int) (word >>> REASON_SHIFT) & CODE_MASK);
    }

    /** Returns when the state was entered, in ms after the creation of the job. */
    static long sinceMs(final long word) {
        return word & SINCE_MASK;
    }
}
