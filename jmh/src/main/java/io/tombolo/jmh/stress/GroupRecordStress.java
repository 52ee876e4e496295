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

import io.tombolo.ringbuffers.job.GroupRecordDescriptor;
import io.tombolo.ringbuffers.job.GroupRecordWords;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tests group records that several ranks decide in, or reclaim, at the same time.
 */
public final class GroupRecordStress {
    private static final int ENTRY_OFFSET = 64;
    private static final long NAME = 8;
    private static final long MASK = ~0xffL;

    private GroupRecordStress() {
    }

    private static UnsafeBuffer record() {
        final UnsafeBuffer cell = Cells.next(2 * ENTRY_OFFSET);
        cell.putLong(0, NAME + 1);
        cell.putLong(GroupRecordDescriptor.COPY_OFFSET, NAME);
        cell.putLong(ENTRY_OFFSET, 0);
        return cell;
    }

    /** Opens the entry of a member. Returns whether the member finds the record to be that of its group. */
    private static int open(final UnsafeBuffer record) {
        record.putLongRelease(ENTRY_OFFSET, NAME + 1);
        return GroupRecordWords.hold(record, 0, NAME) ? 1 : 0;
    }

    private static void reclaim(final UnsafeBuffer record, final int rank) {
        final long mark = GroupRecordDescriptor.reclaiming(GroupRecordDescriptor.mark(rank, 1, 0));
        final long word = record.getLongAcquire(0);
        if (word > 0 && GroupRecordWords.mark(record, 0, word, mark)) {
            GroupRecordWords.unmark(record, 0, mark, record.getLongAcquire(ENTRY_OFFSET) == NAME + 1 ? NAME + 1 : 0);
        }
    }

    /** Two members propose in one agreement. */
    @JCStressTest
    @Outcome(id = {"1, 1", "2, 2"}, expect = Expect.ACCEPTABLE, desc = "The first proposal is the verdict of both.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "They have different verdicts.")
    @State
    public static class TwoProposals {
        private final UnsafeBuffer word = Cells.next(2 * ENTRY_OFFSET);

        /** Sets the verdict of the agreement before. */
        public TwoProposals() {
            word.putLong(0, 0x103);
        }

        private int decide(final int own) {
            return (int) (GroupRecordWords.decide(word, 0, 0x200 | own, MASK) & ~MASK);
        }

        /** Proposes 1. */
        @Actor
        public void one(final II_Result result) {
            result.r1 = decide(1);
        }

        /** Proposes 2. */
        @Actor
        public void two(final II_Result result) {
            result.r2 = decide(2);
        }
    }

    /** A member opens a group while a rank reclaims its record: the entry and the mark are partners. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The member has the record.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The record is free, and the member knows it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The member relies on a record that is free, or does without one that has its name.")
    @State
    public static class MemberAgainstReclaimer {
        private final UnsafeBuffer record = record();

        /** Opens the group. */
        @Actor
        public void member(final II_Result result) {
            result.r1 = open(record);
        }

        /** Reclaims the record. */
        @Actor
        public void reclaimer() {
            reclaim(record, 0);
        }

        /** Looks whether the record has its name. */
        @Arbiter
        public void end(final II_Result result) {
            result.r2 = record.getLong(0) == NAME + 1 ? 1 : 0;
        }
    }

    /** The same with two ranks that reclaim: a late one does not free what the other has put back. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The member has the record.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The record is free, and the member knows it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The member relies on a record that is free, or does without one that has its name.")
    @State
    public static class MemberAgainstTwoReclaimers {
        private final UnsafeBuffer record = record();

        /** Opens the group. */
        @Actor
        public void member(final II_Result result) {
            result.r1 = open(record);
        }

        /** Reclaims the record. */
        @Actor
        public void one() {
            reclaim(record, 0);
        }

        /** Reclaims the record. */
        @Actor
        public void other() {
            reclaim(record, 1);
        }

        /** Looks whether the record has its name. */
        @Arbiter
        public void end(final II_Result result) {
            result.r2 = record.getLong(0) == NAME + 1 ? 1 : 0;
        }
    }
}
