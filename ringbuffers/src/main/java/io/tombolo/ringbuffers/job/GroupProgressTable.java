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

import static io.tombolo.ringbuffers.job.JobFileDescriptor.callOffset;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Publishes how far each rank has come in the collective calls of each of its groups. There is one word for each rank and group: that rank
 * writes it, all ranks read it, and it survives the rank. Group 0 has an entry from the start of the job.
 * <p>
 * The entry of a closed group can be read until another group gets it; the oldest free entry is used first.
 * <p>
 * <b>Threading:</b> any thread; one at a time for each group. An interrupt has no effect. A late thread of a job that has ended changes no
 * other job.
 */
public final class GroupProgressTable {
    /** No entry, or no word. */
    public static final int NONE = -1;

    private static final long CLOSED = 1L << 63;
    private static final int WORLD = 0;

    private final JobFile file;
    private final int rank;
    private final int size;
    // Offset of the word in this rank's first entry.
    private final int firstWord;
    private final AtomicInteger next = new AtomicInteger(1);

    /**
     * Views the tables of a job.
     *
     * @param job joined as the rank that writes its table.
     */
    public GroupProgressTable(final JobDirectory job) {
        this.file = job.file();
        this.rank = job.rank();
        this.size = job.size();
        this.firstWord = callOffset(size, rank, 0) + JobFileDescriptor.CALL_WORD_OFFSET;
    }

    /**
     * Opens an entry for a group in this rank's table, with a word of zero.
     *
     * @param group positive; used once in a job.
     * @return the entry, or {@link #NONE}: the table is full.
     */
    public int open(final long group) {
        final int first = next.get();
        for (int tries = 0; tries < JobFileDescriptor.CALLS_CAPACITY; tries++) {
            final int entry = (first + tries) % JobFileDescriptor.CALLS_CAPACITY;
            final int offset = callOffset(size, rank, entry);
            final long before = file.word(offset + JobFileDescriptor.CALL_GROUP_OFFSET);
            // The entry belongs to no group while its word changes.
            if (entry != WORLD && isFree(before) && file.word(offset + JobFileDescriptor.CALL_GROUP_OFFSET, before, CLOSED)) {
                file.word(offset + JobFileDescriptor.CALL_WORD_OFFSET, 0);
                file.word(offset + JobFileDescriptor.CALL_NUMBER_OFFSET, 0);
                file.word(offset + JobFileDescriptor.CALL_GROUP_OFFSET, group + 1);
                next.set((entry + 1) % JobFileDescriptor.CALLS_CAPACITY);
                return entry;
            }
        }
        return NONE;
    }

    private static boolean isFree(final long groupWord) {
        return groupWord == 0 || groupWord < 0 && groupWord != CLOSED;
    }

    /**
     * Closes the entries that an earlier incarnation of this rank has left open, and takes its words in group 0 back. Called before this
     * rank is live.
     */
    public void closeInherited() {
        for (int entry = WORLD; entry < JobFileDescriptor.CALLS_CAPACITY; entry++) {
            final int offset = callOffset(size, rank, entry);
            if (entry == WORLD) {
                file.word(offset + JobFileDescriptor.CALL_WORD_OFFSET, 0);
                file.word(offset + JobFileDescriptor.CALL_NUMBER_OFFSET, 0);
            } else if (file.word(offset + JobFileDescriptor.CALL_GROUP_OFFSET) > 0) {
                close(entry);
            } else if (file.word(offset + JobFileDescriptor.CALL_GROUP_OFFSET) == CLOSED) {
                // It was taken, and has no name yet.
                file.word(offset + JobFileDescriptor.CALL_GROUP_OFFSET, 0);
            }
        }
    }

    /**
     * Closes an entry: it may be used for another group.
     *
     * @param entry of {@link #open}.
     */
    public void close(final int entry) {
        final int offset = callOffset(size, rank, entry) + JobFileDescriptor.CALL_GROUP_OFFSET;
        file.word(offset, file.word(offset) | CLOSED);
    }

    /**
     * Publishes how far this rank has come. Release: a rank that loads the word sees all that this rank stored before.
     *
     * @param entry of {@link #open}, or 0 for group 0.
     * @param word  not negative.
     */
    public void store(final int entry, final long word) {
        file.word(firstWord + entry * JobFileDescriptor.CALL_LENGTH, word);
    }

    /**
     * Publishes what this rank contributes to an agreement of a group. Release.
     *
     * @param entry        of {@link #open}, or 0 for group 0.
     * @param number       of the agreement, from 1. The agreement before it has been decided.
     * @param contribution any word.
     */
    public void contribute(final int entry, final long number, final long contribution) {
        final int offset = callOffset(size, rank, entry);
        file.word(offset + JobFileDescriptor.CALL_CONTRIBUTION_OFFSET, contribution);
        file.word(offset + JobFileDescriptor.CALL_NUMBER_OFFSET, number);
    }

    /**
     * Returns the last agreement of a group to which a rank contributes.
     *
     * @param of    rank to ask about.
     * @param group that it has opened, or 0.
     * @param entry of {@link #find}.
     * @return number of the agreement, 0 if there was none; or {@link #NONE} if that rank has closed the group and reused the entry.
     */
    public long contributedTo(final int of, final long group, final int entry) {
        // Acquire; partner: the release store in contribute.
        final long number = file.word(callOffset(size, of, entry) + JobFileDescriptor.CALL_NUMBER_OFFSET);
        return isOf(of, entry, group) ? number : NONE;
    }

    /**
     * Returns what a rank contributes to the agreement of {@link #contributedTo}. As soon as that agreement has been decided, this may be
     * what it contributes to the next one.
     *
     * @param of    rank to ask about.
     * @param entry of {@link #find}.
     * @return its contribution.
     */
    public long contribution(final int of, final int entry) {
        return file.word(callOffset(size, of, entry) + JobFileDescriptor.CALL_CONTRIBUTION_OFFSET);
    }

    /**
     * Finds a rank's entry for a group.
     *
     * @param of    rank to ask about.
     * @param group that it has opened, or 0.
     * @return the entry, or {@link #NONE} if that rank has closed the group and reused its entry.
     */
    public int find(final int of, final long group) {
        for (int entry = WORLD; entry < JobFileDescriptor.CALLS_CAPACITY; entry++) {
            if (isOf(of, entry, group)) {
                return entry;
            }
        }
        return NONE;
    }

    /**
     * Returns how far a rank has come.
     *
     * @param of    rank to ask about.
     * @param group that it has opened, or 0.
     * @param entry of {@link #find}.
     * @return its word, or {@link #NONE} if that rank has closed the group and reused the entry.
     */
    public long load(final int of, final long group, final int entry) {
        final long word = file.word(callOffset(size, of, entry) + JobFileDescriptor.CALL_WORD_OFFSET);
        return isOf(of, entry, group) ? word : NONE;
    }

    /**
     * Returns whether a rank has closed a group: after that, {@link #load} returns its last word.
     *
     * @param of    rank to ask about.
     * @param entry of {@link #find}.
     * @return true if it has closed the group, or a later group that has reused the entry.
     */
    public boolean isClosed(final int of, final int entry) {
        return file.word(callOffset(size, of, entry) + JobFileDescriptor.CALL_GROUP_OFFSET) < 0;
    }

    private boolean isOf(final int of, final int entry, final long group) {
        return entry == WORLD ? group == WORLD :
            (file.word(callOffset(size, of, entry) + JobFileDescriptor.CALL_GROUP_OFFSET) & ~CLOSED) == group + 1;
    }
}
