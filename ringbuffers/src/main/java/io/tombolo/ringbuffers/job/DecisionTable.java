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
 * A word that the ranks of a job settle, whatever dies when: the first that one of them names is the word of all, for good. A consensus
 * object (Herlihy 1991), wait-free: an entry of a table in the job file, whose fields are each given a value once, by compare-and-set.
 * Memory that is there from the start of the job, so that nothing but a full table is in the way.
 * <p>
 * <b>Why all find the same entry:</b> everybody goes through the table from its start, gives a free entry its own group and number, and
 * passes an entry only if it has those of another word, which it then has for good. So if one rank has passed an entry, no other comes to
 * have the same word there, and if one rank finds the table full, so do all. A rank that dies in the middle leaves an entry which another
 * word of its group goes on with, or none.
 * <p>
 * <b>Threading:</b> any thread of any rank; not disturbed by an interrupt. A late thread of a job that has ended changes no other job.
 */
public final class DecisionTable {
    /** In place of a word: the table is full. */
    public static final long FULL = -1;

    private static final long GIVEN = 1L << 63;

    private DecisionTable() {
    }

    /**
     * Settles a word: makes it this one, unless it is settled.
     *
     * @param job    joined.
     * @param group  what the word is about, together with the number, not negative; used once in a job.
     * @param number of the word, not negative.
     * @param word   that this rank names, not negative.
     * @return that word, or the one that another rank has named before; or {@link #FULL}, then at all ranks: so many other words are
     *         settled in this job.
     */
    public static long settle(final JobDirectory job, final long group, final long number, final long word) {
        if (group < 0 || number < 0 || word < 0) {
            throw new IllegalArgumentException("group=" + group + " number=" + number + " word=" + word + " must not be negative");
        }
        final JobFile file = job.file();
        for (int entry = 0; entry < JobFileDescriptor.settledCapacity(job.size()); entry++) {
            final int offset = JobFileDescriptor.settledOffset(job.size(), entry);
            if (give(file, offset + JobFileDescriptor.SETTLED_GROUP_OFFSET, group) == group &&
                give(file, offset + JobFileDescriptor.SETTLED_NUMBER_OFFSET, number) == number) {
                return give(file, offset + JobFileDescriptor.SETTLED_WORD_OFFSET, word);
            }
        }
        return FULL;
    }

    private static long give(final JobFile file, final int offset, final long value) {
        return file.settle(offset, value | GIVEN) & ~GIVEN;
    }
}
