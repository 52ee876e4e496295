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
 * Tells the ranks of a job how far each of them has come in what groups of them do together: a word for each rank and group, written by
 * that rank, read by all, and there whatever becomes of the rank. Group 0 has an entry from the start of the job.
 * <p>
 * The entry of a group that is closed can be read until another group gets it, which takes as long as possible.
 * <p>
 * <b>Threading:</b> any thread; one at a time for each group. Not disturbed by an interrupt. A late thread of a job that has ended changes
 * no other job.
 */
public final class GroupProgressTable {
    /** No entry, or no word. */
    public static final int NONE = -1;

    private static final long CLOSED = 1L << 63;
    private static final int WORLD = 0;

    private final JobFile file;
    private final int rank;
    private final int size;
    private final AtomicInteger next = new AtomicInteger(1);

    /**
     * The tables of a job.
     *
     * @param job joined: the rank whose table is written.
     */
    public GroupProgressTable(final JobDirectory job) {
        this.file = job.file();
        this.rank = job.rank();
        this.size = job.size();
    }

    /**
     * Gives a group an entry in this rank's table, with a word of zero.
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
            // Nobody's while its word changes.
            if (entry != WORLD && isFree(before) && file.word(offset + JobFileDescriptor.CALL_GROUP_OFFSET, before, CLOSED)) {
                file.word(offset + JobFileDescriptor.CALL_WORD_OFFSET, 0);
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
     * Gives an entry back.
     *
     * @param entry of {@link #open}.
     */
    public void close(final int entry) {
        final int offset = callOffset(size, rank, entry) + JobFileDescriptor.CALL_GROUP_OFFSET;
        file.word(offset, file.word(offset) | CLOSED);
    }

    /**
     * Says how far this rank has come. Release: behind all that it has stored before.
     *
     * @param entry of {@link #open}, or 0 for group 0.
     * @param word  not negative.
     */
    public void store(final int entry, final long word) {
        file.word(callOffset(size, rank, entry) + JobFileDescriptor.CALL_WORD_OFFSET, word);
    }

    /**
     * Finds a rank's entry for a group.
     *
     * @param of    the rank.
     * @param group that it has opened, or 0.
     * @return the entry; or {@link #NONE}: the group is closed there, and its entry is another's.
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
     * Finds out how far a rank has come.
     *
     * @param of    the rank.
     * @param group that it has opened, or 0.
     * @param entry of {@link #find}.
     * @return its word; or {@link #NONE}: the group is closed there, and the entry is another's by now.
     */
    public long load(final int of, final long group, final int entry) {
        final long word = file.word(callOffset(size, of, entry) + JobFileDescriptor.CALL_WORD_OFFSET);
        return isOf(of, entry, group) ? word : NONE;
    }

    /**
     * Finds out whether a rank has closed a group: what {@link #load} returns after that is its last word.
     *
     * @param of    the rank.
     * @param entry of {@link #find}.
     * @return true if it has closed the group, or what has the entry by now.
     */
    public boolean isClosed(final int of, final int entry) {
        return file.word(callOffset(size, of, entry) + JobFileDescriptor.CALL_GROUP_OFFSET) < 0;
    }

    private boolean isOf(final int of, final int entry, final long group) {
        return entry == WORLD ? group == WORLD :
            (file.word(callOffset(size, of, entry) + JobFileDescriptor.CALL_GROUP_OFFSET) & ~CLOSED) == group + 1;
    }
}
