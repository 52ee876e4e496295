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
package io.tombolo.jmh.stress;

import io.tombolo.ringbuffers.job.RankState;
import io.tombolo.ringbuffers.job.StateReason;
import io.tombolo.ringbuffers.job.StateWord;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Tests the row of a rank that has died: peers find the death, and a new process joins in the row, at once.
 */
public final class RowStress {
    private static final int FIRST = 1;
    private static final int DIGIT = 10;

    private RowStress() {
    }

    /** Makes a row whose first process was live. */
    private static UnsafeBuffer live() {
        final UnsafeBuffer row = Cells.next(Long.BYTES);
        move(row, 0, RankState.JOINING, StateReason.JOINED);
        move(row, row.getLongVolatile(0), RankState.LIVE, StateReason.JOINED);
        return row;
    }

    private static boolean move(final UnsafeBuffer row, final long from, final RankState to, final StateReason reason) {
        return StateWord.move(row, 0, from, to, reason, 0);
    }

    private static boolean isAlive(final long word) {
        return StateWord.state(word) == RankState.LIVE || StateWord.state(word) == RankState.JOINING;
    }

    /** Marks the death of the first process, which a peer has proven for the word that it had loaded before. Returns 1 if it was first. */
    private static int mark(final UnsafeBuffer row) {
        final long word = row.getLongAcquire(0);
        return StateWord.incarnation(word) == FIRST && isAlive(word) && move(row, word, RankState.FAILED, StateReason.PROCESS_GONE) ? 1 : 0;
    }

    /** Joins in the row after the first process. Returns 1 if it has marked the death. */
    private static int join(final UnsafeBuffer row) {
        int marked = 0;
        long word = row.getLongAcquire(0);
        while (isAlive(word)) {
            marked += move(row, word, RankState.FAILED, StateReason.REPLACED) ? 1 : 0;
            word = row.getLongAcquire(0);
        }
        move(row, word, RankState.JOINING, StateReason.JOINED);
        return marked;
    }

    /** Returns the incarnation and the code of the state, as two digits. */
    private static int digits(final UnsafeBuffer row) {
        final long word = row.getLongVolatile(0);
        return StateWord.incarnation(word) * DIGIT + StateWord.state(word).code();
    }

    /** The death is marked once, and nobody marks the new process for the death of the old one. */
    @JCStressTest
    @Outcome(id = "1, 0, 21", expect = Expect.ACCEPTABLE, desc = "The peer has marked the death.")
    @Outcome(id = "0, 1, 21", expect = Expect.ACCEPTABLE, desc = "The new process has marked the death.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The death was marked never or twice, or the new process is not JOINING.")
    @State
    public static class MarkAndJoin {
        private final UnsafeBuffer row = live();

        /** Marks the death. */
        @Actor
        public void peer(final III_Result result) {
            result.r1 = mark(row);
        }

        /** Joins. */
        @Actor
        public void successor(final III_Result result) {
            result.r2 = join(row);
        }

        /** Reads the row. */
        @Arbiter
        public void row(final III_Result result) {
            result.r3 = digits(row);
        }
    }

    /** One of two peers marks the death. Then a process joins. */
    @JCStressTest
    @Outcome(id = "1, 0, 21", expect = Expect.ACCEPTABLE, desc = "The first peer has marked the death.")
    @Outcome(id = "0, 1, 21", expect = Expect.ACCEPTABLE, desc = "The second peer has marked the death.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The death was marked never or twice.")
    @State
    public static class MarkAndMark {
        private final UnsafeBuffer row = live();

        /** Marks the death. */
        @Actor
        public void first(final III_Result result) {
            result.r1 = mark(row);
        }

        /** Marks the death as well. */
        @Actor
        public void second(final III_Result result) {
            result.r2 = mark(row);
        }

        /** Joins, and reads the row. */
        @Arbiter
        public void successor(final III_Result result) {
            result.r3 = join(row) * DIGIT * DIGIT + digits(row);
        }
    }

    /** A rank leaves in order while a tool looks at a row that it cannot mark: a peer that has an old word changes nothing. */
    @JCStressTest
    @Outcome(id = "1, 1, 13", expect = Expect.ACCEPTABLE, desc = "The rank became live and has left.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A peer has changed the row by the word of the state before.")
    @State
    public static class LeaveAndLateMark {
        private final UnsafeBuffer row = Cells.next(Long.BYTES);
        private final long joining;

        /** Makes a row whose process is joining. */
        public LeaveAndLateMark() {
            move(row, 0, RankState.JOINING, StateReason.JOINED);
            joining = row.getLongVolatile(0);
            move(row, joining, RankState.LIVE, StateReason.JOINED);
        }

        /** Leaves. */
        @Actor
        public void rank(final III_Result result) {
            result.r1 = move(row, row.getLongAcquire(0), RankState.LEFT, StateReason.CLOSED) ? 1 : 0;
        }

        /** Marks by an old word. */
        @Actor
        public void late(final III_Result result) {
            result.r2 = move(row, joining, RankState.FAILED, StateReason.PROCESS_GONE) ? 0 : 1;
        }

        /** Reads the row. */
        @Arbiter
        public void row(final III_Result result) {
            result.r3 = digits(row);
        }
    }
}
