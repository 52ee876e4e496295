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

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.collections.LongHashSet;

/**
 * The group records of a job: a record for each group of ranks, in which its members decide together, whichever ranks die.
 * <p>
 * <b>Life of a record.</b> Its name word goes from free to the mark of a rank that prepares it, to the name of its group, to the mark of a
 * rank that reclaims it, and to free. A rank that finds no free record reclaims those that nobody uses, so deaths exhaust nothing. A rank
 * uses a record while its {@link GroupProgressTable} has an open entry for the name of the group.
 * <p>
 * <b>Why no record is lost that is in use.</b> A member opens its entry, and after a full fence it {@linkplain #hold holds} the record. A
 * reclaimer marks the record, and after a full fence looks for open entries. If the member finds the name, the reclaimer finds the entry,
 * and puts the name back. If the member finds the mark, it puts the name back itself. Otherwise the record is free, and the member does
 * without the group. Names are never used again, and marks neither, so a late compare-and-set fails. A mark of a dead rank may be replaced
 * by any rank.
 * <p>
 * <b>Decisions.</b> A decision is a word with a number: the first rank that replaces the word of an older number decides, and all ranks of
 * that number take its word. Why no late rank does harm: a rank that may still compare-and-set is alive and has the group open, so the
 * record is still that of its group; and the word that it expects is gone, because the number in the word has grown.
 * <p>
 * <b>Threading:</b> any thread of any rank; not disturbed by an interrupt. A late thread of a job that has ended changes no other job.
 */
public final class GroupRecords {
    /** No record, or no name. */
    public static final int NONE = -1;
    /** Record of group 0. */
    public static final int WORLD = 0;
    /** Members in a word of {@link #members}. */
    public static final int MEMBERS_A_WORD = Long.SIZE;

    private static final int SLOT_MASK = 1;

    private final JobDirectory job;
    private final JobFile file;
    private final int size;
    private final int capacity;
    private final int firstRecord;
    private final int recordLength;
    private final AtomicInteger next = new AtomicInteger(1);
    private final AtomicLong marks = new AtomicLong();

    /**
     * Views the records of a job. A rank has one view, so that it uses no mark twice.
     *
     * @param job joined.
     */
    public GroupRecords(final JobDirectory job) {
        this.job = job;
        this.file = job.file();
        this.size = job.size();
        this.capacity = GroupRecordDescriptor.records(size);
        this.firstRecord = JobFileDescriptor.recordOffset(size, 0);
        this.recordLength = GroupRecordDescriptor.length(size);
    }

    /**
     * Takes a free record for a new group. If there is none, records that nobody uses are reclaimed. The record may be reclaimed, too,
     * until a rank has an open entry for the name.
     *
     * @param name    of the group, positive; used once in a job.
     * @param key     by which the members may find the record, or 0.
     * @param members a bit for each member of the group that this one comes from, or an empty array.
     * @return the record, or {@link #NONE}: all are in use.
     */
    public int allocate(final long name, final long key, final long... members) {
        final int record = tryAllocate(name, key, members);
        if (record != NONE) {
            return record;
        }
        reclaim();
        return tryAllocate(name, key, members);
    }

    private int tryAllocate(final long name, final long key, final long... members) {
        final int first = next.get();
        final long mark = newMark();
        for (int tries = 0; tries < capacity; tries++) {
            final int record = (first + tries) % capacity;
            if (record != WORLD && file.word(at(record)) == 0 && GroupRecordWords.mark(file.words(), at(record), 0, mark)) {
                fill(record, name, key, members);
                // Release; partner: the acquire load in hold and name. A reader of the name sees the fields.
                file.word(at(record), name + 1);
                next.set((record + 1) % capacity);
                return record;
            }
        }
        return NONE;
    }

    private void fill(final int record, final long name, final long key, final long... members) {
        final int offset = at(record);
        file.word(offset + GroupRecordDescriptor.COPY_OFFSET, name);
        file.word(offset + GroupRecordDescriptor.REVOKED_OFFSET, 0);
        file.word(offset + GroupRecordDescriptor.SETTLED_OFFSET, 0);
        file.word(offset + GroupRecordDescriptor.SETTLED_OFFSET + Long.BYTES, 0);
        file.word(offset + GroupRecordDescriptor.AGREED_OFFSET, 0);
        file.word(offset + GroupRecordDescriptor.KEY_OFFSET, key);
        for (int word = 0; word < members.length; word++) {
            file.word(offset + GroupRecordDescriptor.membersOffset(word), members[word]);
        }
    }

    /**
     * Frees a record whose name this rank has told nobody, or that no rank uses any more.
     *
     * @param record of {@link #allocate}.
     * @param name   of its group.
     */
    public void free(final int record, final long name) {
        file.word(at(record), name + 1, 0);
    }

    /**
     * Holds the record of a group for a member that has opened its entry. If the answer is yes, the record stays that of the group until
     * the member closes the entry.
     *
     * @param record any number.
     * @param name   of the group.
     * @return false if the record is that of another group or of none, also for a number that is no record.
     */
    public boolean hold(final int record, final long name) {
        return name == WORLD ? record == WORLD :
            record > WORLD && record < capacity && GroupRecordWords.hold(file.words(), at(record), name);
    }

    /**
     * Returns the name of the group of a record.
     *
     * @param record from 0.
     * @return name, or {@link #NONE} if the record has none now.
     */
    public long name(final int record) {
        final long word = file.word(at(record));
        return record == WORLD ? WORLD : word > 0 ? word - 1 : NONE;
    }

    /**
     * Finds a record by its key.
     *
     * @param key   not 0.
     * @param after record behind which the search begins, or 0.
     * @return the record, or {@link #NONE}. It may be free by now: load its name.
     */
    public int find(final long key, final int after) {
        for (int record = after + 1; record < capacity; record++) {
            if (file.word(at(record)) > 0 && file.word(at(record) + GroupRecordDescriptor.KEY_OFFSET) == key) {
                return record;
            }
        }
        return NONE;
    }

    /**
     * Returns the key of a record.
     *
     * @param record with a name.
     * @return as allocated.
     */
    public long key(final int record) {
        return file.word(at(record) + GroupRecordDescriptor.KEY_OFFSET);
    }

    /**
     * Returns the members of a record. Valid if this rank can {@linkplain #hold hold} the record for the group afterwards.
     *
     * @param record with a name.
     * @param words  filled.
     */
    public void members(final int record, final long[] words) {
        for (int word = 0; word < words.length; word++) {
            words[word] = file.word(at(record) + GroupRecordDescriptor.membersOffset(word));
        }
    }

    /**
     * Settles a word, unless another rank was first.
     *
     * @param record     of a group that this rank has open.
     * @param number     of the decision in the group; at most two numbers in a row are settled in a group.
     * @param proposal   not 0; it contains the number.
     * @param numberMask bits of the proposal that hold the number.
     * @return the proposal, or the one of the first rank.
     */
    public long settle(final int record, final long number, final long proposal, final long numberMask) {
        return GroupRecordWords.decide(file.words(), settledOffset(record, number), proposal, numberMask);
    }

    /**
     * Returns the word that was settled last for the numbers that have a word in common.
     *
     * @param record from 0.
     * @param number of the decision in the group.
     * @return word of {@link #settle}; 0 if there was none.
     */
    public long settled(final int record, final long number) {
        return file.word(settledOffset(record, number));
    }

    /**
     * Decides an agreement, unless another rank was first.
     *
     * @param record     of a group that this rank has open.
     * @param proposal   not 0; it contains the number of the agreement. The agreement before it is over at all members.
     * @param numberMask bits of the proposal that hold the number.
     * @return the proposal, or the one of the first rank.
     */
    public long agree(final int record, final long proposal, final long numberMask) {
        return GroupRecordWords.decide(file.words(), at(record) + GroupRecordDescriptor.AGREED_OFFSET, proposal, numberMask);
    }

    /**
     * Returns the last agreement of a group.
     *
     * @param record of a group that this rank has open.
     * @return word of {@link #agree}; 0 if there was none.
     */
    public long agreed(final int record) {
        return file.word(at(record) + GroupRecordDescriptor.AGREED_OFFSET);
    }

    /**
     * Revokes a group, and raises the failure epoch.
     *
     * @param record of a group that this rank has open.
     */
    public void revoke(final int record) {
        // Release; partner: the acquire load in isRevoked. The failure epoch, raised after it, is a full fence.
        file.word(at(record) + GroupRecordDescriptor.REVOKED_OFFSET, 1);
        file.raiseFailureEpoch();
    }

    /**
     * Returns whether a group is revoked.
     *
     * @param record of a group that this rank has open.
     * @return true once a member has revoked it.
     */
    public boolean isRevoked(final int record) {
        return file.word(at(record) + GroupRecordDescriptor.REVOKED_OFFSET) != 0;
    }

    /** Frees the records that nobody uses. Several ranks may reclaim at a time: each frees those that it has marked. */
    private void reclaim() {
        final long mark = newMark();
        final long reclaiming = GroupRecordDescriptor.reclaiming(mark);
        final LongHashSet used = usedNames();
        for (int record = WORLD + 1; record < capacity; record++) {
            final long word = file.word(at(record));
            if (word > 0 ? !used.contains(word - 1) : word < 0 && isAbandoned(word)) {
                GroupRecordWords.mark(file.words(), at(record), word, hasName(word) ? reclaiming : mark);
            }
        }
        LongHashSet stillUsed = null;
        try {
            stillUsed = usedNames();
        } finally {
            // Without memory for the names all groups get their records back.
            unmark(mark, reclaiming, stillUsed);
        }
    }

    /** Answers whether the copy of the name is valid. It may be that of an earlier group while a record is prepared. */
    private static boolean hasName(final long word) {
        return word > 0 || GroupRecordDescriptor.isReclaiming(word);
    }

    private void unmark(final long mark, final long reclaiming, final LongHashSet used) {
        for (int record = WORLD + 1; record < capacity; record++) {
            final long word = file.word(at(record));
            if (word == mark) {
                GroupRecordWords.unmark(file.words(), at(record), mark, 0);
            } else if (word == reclaiming) {
                final long name = file.word(at(record) + GroupRecordDescriptor.COPY_OFFSET);
                GroupRecordWords.unmark(file.words(), at(record), reclaiming, used == null || used.contains(name) ? name + 1 : 0);
            }
        }
    }

    /** Returns the names for which a rank that may be alive has an open entry. */
    private LongHashSet usedNames() {
        final LongHashSet names = new LongHashSet();
        for (int rank = 0; rank < size; rank++) {
            if (isThere(job.state(rank))) {
                for (int entry = 1; entry < JobFileDescriptor.CALLS_CAPACITY; entry++) {
                    // Acquire; partner: the release store in GroupProgressTable.open.
                    final long group = file.word(JobFileDescriptor.callOffset(size, rank, entry));
                    if (group > 0) {
                        names.add(group - 1);
                    }
                }
            }
        }
        return names;
    }

    private static boolean isThere(final RankState state) {
        return state == RankState.LIVE || state == RankState.JOINING;
    }

    /** Returns whether the rank that has set a mark is gone, so that it does not finish what it began. */
    private boolean isAbandoned(final long mark) {
        final int rank = GroupRecordDescriptor.rank(mark);
        return rank >= size || !isThere(job.state(rank)) || !GroupRecordDescriptor.isOf(mark, job.incarnation(rank));
    }

    private long newMark() {
        return GroupRecordDescriptor.mark(job.rank(), job.incarnation(job.rank()), marks.getAndIncrement());
    }

    private int settledOffset(final int record, final long number) {
        return at(record) + GroupRecordDescriptor.SETTLED_OFFSET + ((int) number & SLOT_MASK) * Long.BYTES;
    }

    private int at(final int record) {
        return firstRecord + record * recordLength;
    }
}
