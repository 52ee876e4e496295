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
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * Tests the row of a rank that has died: two peers find the death, and a new process joins in the row, all at once.
 */
public final class RowStress {
    private static final int FIRST = 1;
    private static final int DIGIT = 10;

    private RowStress() {
    }

    private static boolean move(final UnsafeBuffer row, final long from, final RankState to, final StateReason reason) {
        return StateWord.move(row, 0, from, to, reason, 0);
    }

    private static boolean isAlive(final long word) {
        return StateWord.state(word) == RankState.LIVE || StateWord.state(word) == RankState.JOINING;
    }

    /** The death is marked once, and nobody marks the new process for the death of the old one. */
    @JCStressTest
    @Outcome(id = "1, 0, 0, 21", expect = Expect.ACCEPTABLE, desc = "The first peer has marked the death.")
    @Outcome(id = "0, 1, 0, 21", expect = Expect.ACCEPTABLE, desc = "The second peer has marked the death.")
    @Outcome(id = "0, 0, 1, 21", expect = Expect.ACCEPTABLE, desc = "The new process has marked the death.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The death was marked never or twice, or the new process is not JOINING.")
    @State
    public static class MarkMarkJoin {
        private final UnsafeBuffer row = Cells.next(Long.BYTES);

        /** Makes a row whose first process was live. */
        public MarkMarkJoin() {
            move(row, 0, RankState.JOINING, StateReason.JOINED);
            move(row, row.getLongVolatile(0), RankState.LIVE, StateReason.JOINED);
        }

        /** Marks the death that it has proven for the word that it had loaded before. */
        private int mark() {
            final long word = row.getLongAcquire(0);
            return StateWord.incarnation(word) == FIRST && isAlive(word) && move(row, word, RankState.FAILED, StateReason.PROCESS_GONE) ?
                1 : 0;
        }

        /** Marks the death. */
        @Actor
        public void first(final IIII_Result result) {
            result.r1 = mark();
        }

        /** Marks the death as well. */
        @Actor
        public void second(final IIII_Result result) {
            result.r2 = mark();
        }

        /** Joins. */
        @Actor
        public void successor(final IIII_Result result) {
            long word = row.getLongAcquire(0);
            while (isAlive(word)) {
                result.r3 += move(row, word, RankState.FAILED, StateReason.REPLACED) ? 1 : 0;
                word = row.getLongAcquire(0);
            }
            move(row, word, RankState.JOINING, StateReason.JOINED);
        }

        /** Reads the row. */
        @Arbiter
        public void row(final IIII_Result result) {
            final long word = row.getLongVolatile(0);
            result.r4 = StateWord.incarnation(word) * DIGIT + StateWord.state(word).code();
        }
    }
}
