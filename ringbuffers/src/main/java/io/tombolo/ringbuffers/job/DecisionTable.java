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
 * Decisions that the ranks of a job take together, whichever ranks die: the first value that a rank proposes is the decision of all, for
 * good. Each decision is a wait-free consensus object (Herlihy 1991): an entry of a table in the job file, whose fields are each set once
 * by compare-and-set. The table exists from the start of the job, so only a full table can prevent a decision.
 * <p>
 * <b>Why all ranks find the same entry:</b> every rank searches the table from its start and puts its group and number into the first free
 * entry. It passes an entry only if that belongs to another decision, and an entry never changes its owner. So if one rank has passed an
 * entry, no rank finds the same decision there, and if one rank finds the table full, all do. A rank that dies in the middle leaves an
 * entry that the next decision of its group completes, or no trace.
 * <p>
 * <b>Threading:</b> any thread of any rank; not disturbed by an interrupt. A late thread of a job that has ended changes no other job.
 */
public final class DecisionTable {
    /** Answer in place of a value: the table is full. */
    public static final long FULL = -1;

    private static final long GIVEN = 1L << 63;

    private DecisionTable() {
    }

    /**
     * Decides on this value, unless another was decided before.
     *
     * @param job    joined.
     * @param group  that decides, not negative; group and number together are used for one decision in a job.
     * @param number of the decision in the group, not negative.
     * @param word   that this rank proposes, not negative.
     * @return the decision: this value, or the one that another rank proposed first; or {@link #FULL}, at all ranks alike, if the job has
     *         made too many decisions.
     */
    public static long decide(final JobDirectory job, final long group, final long number, final long word) {
        if (group < 0 || number < 0 || word < 0) {
            throw new IllegalArgumentException("group=" + group + " number=" + number + " word=" + word + " must not be negative");
        }
        final JobFile file = job.file();
        for (int entry = 0; entry < JobFileDescriptor.decisionCapacity(job.size()); entry++) {
            final int offset = JobFileDescriptor.decisionOffset(job.size(), entry);
            if (setOnce(file, offset + JobFileDescriptor.DECISION_GROUP_OFFSET, group) == group &&
                setOnce(file, offset + JobFileDescriptor.DECISION_NUMBER_OFFSET, number) == number) {
                return setOnce(file, offset + JobFileDescriptor.DECISION_WORD_OFFSET, word);
            }
        }
        return FULL;
    }

    private static long setOnce(final JobFile file, final int offset, final long value) {
        return file.decide(offset, value | GIVEN) & ~GIVEN;
    }
}
