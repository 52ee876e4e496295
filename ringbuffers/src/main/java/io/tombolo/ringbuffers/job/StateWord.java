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

import org.agrona.concurrent.AtomicBuffer;

/**
 * Packs the state of a rank's row into one word, so that a compare-and-set changes all of it. A value that does not fit is an error of the
 * caller, except for the time, which wraps around after four years.
 * <pre>
 *    63                     44 43   41 40    38   37   36                      0
 *   +-------------------------+-------+--------+------+-------------------------+
 *   | incarnation             | state | reason | left | since                   |
 *   +-------------------------+-------+--------+------+-------------------------+
 * </pre>
 * The incarnation counts the processes that have joined in the row. Left is set if the process before this one had left in order; it stays
 * as long as the incarnation. Since is the time of the change, in ms after the job was created.
 */
public final class StateWord {
    /** Most processes that can join in one row, one after the other. */
    static final int MAX_INCARNATION = (1 << 20) - 1;

    private static final int INCARNATION_SHIFT = 44;
    private static final int STATE_SHIFT = 41;
    private static final int REASON_SHIFT = 38;
    private static final int CODE_MASK = 7;
    private static final long AFTER_LEFT = 1L << 37;
    private static final long SINCE_MASK = AFTER_LEFT - 1;

    private StateWord() {
    }

    static long of(
        final int incarnation, final RankState state, final StateReason reason, final boolean isAfterLeft, final long sinceMs) {
        return (long) incarnation << INCARNATION_SHIFT | (long) state.code() << STATE_SHIFT | (long) reason.code() << REASON_SHIFT |
            (isAfterLeft ? AFTER_LEFT : 0) | Math.max(0, sinceMs) & SINCE_MASK;
    }

    /**
     * Changes the state of a row, unless another process has changed it since. Full CAS; partner: the acquire load of whoever reads the
     * row, which sees what the caller has written before.
     *
     * @param buffer  that holds the word.
     * @param offset  of the word.
     * @param from    word that the caller has loaded.
     * @param to      new state. A process that joins is the next incarnation.
     * @param reason  of the change.
     * @param sinceMs time of the change, in ms after the job was created.
     * @return false if the row has another word.
     * @throws IllegalArgumentException if a row never changes like that.
     */
    public static boolean move(
        final AtomicBuffer buffer, final int offset, final long from, final RankState to, final StateReason reason, final long sinceMs) {
        return buffer.compareAndSetLong(offset, from, next(from, to, reason, sinceMs));
    }

    /** Returns the word that follows another one. A process that joins is the next incarnation. */
    static long next(final long before, final RankState to, final StateReason reason, final long sinceMs) {
        if (!to.mayFollow(state(before)) || !reason.explains(to)) {
            throw new IllegalArgumentException("a row cannot change from " + state(before) + " to " + to + " for the reason " + reason);
        }
        final int incarnation = incarnation(before);
        return to == RankState.JOINING ? of(incarnation + 1, to, reason, state(before) == RankState.LEFT, sinceMs) :
            of(incarnation, to, reason, isAfterLeft(before), sinceMs);
    }

    /**
     * Returns how often a process has joined in the row.
     *
     * @param word of the row.
     * @return 0 if none has.
     */
    public static int incarnation(final long word) {
        return (int) (word >>> INCARNATION_SHIFT);
    }

    static int stateCode(final long word) {
        return (int) (word >>> STATE_SHIFT) & CODE_MASK;
    }

    /**
     * Returns the state of the row.
     *
     * @param word of the row.
     * @return the state.
     */
    public static RankState state(final long word) {
        return RankState.of(stateCode(word));
    }

    static StateReason reason(final long word) {
        return StateReason.of((int) (word >>> REASON_SHIFT) & CODE_MASK);
    }

    /** Returns whether the process before the one of this word had left in order; false also if there was none. */
    static boolean isAfterLeft(final long word) {
        return (word & AFTER_LEFT) != 0;
    }

    /** Returns when the state was entered, in ms after the creation of the job. */
    static long sinceMs(final long word) {
        return word & SINCE_MASK;
    }
}
