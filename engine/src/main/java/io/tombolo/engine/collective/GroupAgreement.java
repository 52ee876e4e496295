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
package io.tombolo.engine.collective;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.node.GroupMembers;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.telemetry.ShownWait;
import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.job.GroupProgressTable;
import io.tombolo.ringbuffers.wait.WaitKind;

/**
 * The agreements of a group in shared memory, whichever members are lost meanwhile. They are numbered from 1, the same at all members.
 * <pre>
 *   1. each member publishes its contribution in its entry of the table of calls, and wakes the others
 *   2. a member waits until every other one has contributed or is lost, and makes a proposal from the contributions
 *   3. it proposes that by compare-and-set on the word of the group's record; the first proposal is the verdict of all
 * </pre>
 * <b>Why the verdict is uniform.</b> The word changes from the verdict of the agreement before to the first proposal of this one, and stays
 * until the next. The next verdict needs the contribution of every living member, which it makes only after it has read this verdict. A
 * member that is lost reads none. A late compare-and-set fails, as the word has a number.
 * <p>
 * No member waits for one that is lost: the rows of the job file say which are. To propose needs no other member.
 * <pre>
 *   63  62  61          33 32  31                              0
 *  +---+---+--------------+---+---------------------------------+
 *  | 1 | M | number       | F | value                           |   M: members have called different operations
 *  +---+---+--------------+---+---------------------------------+   F: flag of the proposal
 * </pre>
 * One thread at a time.
 */
public final class GroupAgreement {
    /** Bits of a contribution that it may use; the others hold its kind. */
    public static final int CONTRIBUTION_BITS = 60;
    /** Flag of a proposal. */
    public static final long FLAG = 1L << 32;
    /** Bits of the value of a proposal. */
    public static final long VALUE_MASK = FLAG - 1;

    private static final long GIVEN = 1L << 63;
    private static final long MIXED = 1L << 62;
    private static final int NUMBER_SHIFT = 33;
    private static final long NUMBER_BITS = (1L << 29) - 1;
    private static final long NUMBER_MASK = NUMBER_BITS << NUMBER_SHIFT;
    private static final long HASH = 0x9e37_79b9_7f4a_7c15L;
    private static final int HASH_SHIFT = 35;

    private final Progress progress;
    private final GroupProgressTable table;
    private final GroupMembers members;
    private final int own;
    private final int entry;
    // By member: index of its entry + 1; 0 until it is found.
    private final int[] entries;
    private final boolean[] contributed;
    private final long[] contributions;
    private boolean isMade;
    private int kind;
    private long number;

    /** Makes a proposal from the contributions of the members that have contributed. */
    @FunctionalInterface
    public interface Proposal {
        /**
         * Makes the proposal. Every other member is lost.
         *
         * @param agreement under way.
         * @return value, with the {@link #FLAG} or without.
         */
        long make(GroupAgreement agreement);
    }

    /**
     * Makes the agreements of a group; none has begun.
     *
     * @param progress of the rank.
     * @param table    of the rank.
     * @param members  of the group.
     * @param own      number of this rank in the group.
     * @param entry    of this rank for the group.
     */
    GroupAgreement(
        final Progress progress, final GroupProgressTable table, final GroupMembers members, final int own, final int entry) {
        this.progress = progress;
        this.table = table;
        this.members = members;
        this.own = own;
        this.entry = entry;
        this.entries = new int[members.size()];
        this.contributed = new boolean[members.size()];
        this.contributions = new long[members.size()];
    }

    /** Records that all members have opened the group: one that has no entry has closed it. */
    public void made() {
        isMade = true;
    }

    /**
     * Begins the next agreement with the contribution of this rank.
     *
     * @param newKind      of the operation, 0 to 7; the same at all members.
     * @param contribution not negative, of {@link #CONTRIBUTION_BITS}.
     */
    public void begin(final int newKind, final long contribution) {
        FaultPoint.COLLECTIVE_STEP.hit();
        kind = newKind;
        number++;
        contributions[own] = (long) kind << CONTRIBUTION_BITS | contribution;
        contributed[own] = true;
        table.contribute(entry, number, contributions[own]);
        FaultPoint.COLLECTIVE_STEP.hit();
        wakeOthers();
    }

    /**
     * Looks once whether the agreement is over, and ends it if all members have contributed or are lost. Does not wait.
     *
     * @param proposal made if no member has proposed yet; may be made several times.
     * @return the verdict, for the methods below; or 0 if a member has neither contributed nor is lost.
     */
    public long tryEnd(final Proposal proposal) {
        final long before = members.records().agreed(members.record());
        if (isOfThis(before)) {
            return before;
        }
        if (!isComplete()) {
            return 0;
        }
        FaultPoint.COLLECTIVE_STEP.hit();
        final long word = GIVEN | stamp(members, number) | (isMixed() ? MIXED : proposal.make(this));
        final long verdict = members.records().agree(members.record(), word, NUMBER_MASK);
        FaultPoint.COLLECTIVE_STEP.hit();
        wakeOthers();
        return verdict;
    }

    /**
     * Ends the agreement under way with a verdict that needs no contribution, unless it has one. For a verdict that this rank alone may
     * cause.
     *
     * @param value of the verdict.
     * @return the verdict.
     */
    public long veto(final long value) {
        final long verdict = members.records().agree(members.record(), GIVEN | stamp(members, number) | value, NUMBER_MASK);
        wakeOthers();
        return verdict;
    }

    /**
     * Ends the first agreement of a group with a verdict that needs no contribution, unless it has one.
     *
     * @param members of the group, for which this rank has an open entry.
     * @param value   of the verdict.
     */
    public static void veto(final GroupMembers members, final long value) {
        members.records().agree(members.record(), GIVEN | stamp(members, 1) | value, NUMBER_MASK);
    }

    private boolean isOfThis(final long word) {
        return word != 0 && ((word ^ stamp(members, number)) & NUMBER_MASK) == 0;
    }

    /** Returns the number as it is in the word. It begins at another place in each group, so that no word of an earlier group has it. */
    private static long stamp(final GroupMembers members, final long number) {
        return (number + (members.name() * HASH >>> HASH_SHIFT) & NUMBER_BITS) << NUMBER_SHIFT;
    }

    private boolean isComplete() {
        for (int member = 0; member < entries.length; member++) {
            if (member != own && !isComplete(member)) {
                return false;
            }
        }
        return true;
    }

    private boolean isComplete(final int member) {
        // First: a member that is lost contributes no more.
        final boolean isLost = lossOf(member) != Outcome.SUCCESS;
        contributed[member] = false;
        if (!members.isReplaced(member) && findEntry(member)) {
            final int rank = members.ranks()[member];
            final boolean hasNumber = hasNumber(rank, member);
            contributions[member] = table.contribution(rank, entries[member] - 1);
            // Again: a later incarnation may have the entry by now.
            contributed[member] = hasNumber && hasNumber(rank, member);
        }
        if (!isLost && !contributed[member]) {
            members.suspect(member);
        }
        return isLost || contributed[member];
    }

    private boolean hasNumber(final int rank, final int member) {
        return table.contributedTo(rank, members.name(), entries[member] - 1) == number;
    }

    private boolean isMixed() {
        for (int member = 0; member < contributions.length; member++) {
            if (contributed[member] && (int) (contributions[member] >>> CONTRIBUTION_BITS) != kind) {
                return true;
            }
        }
        return false;
    }

    private boolean findEntry(final int member) {
        if (entries[member] == 0) {
            entries[member] = 1 + table.find(members.ranks()[member], members.name());
        }
        return entries[member] > 0;
    }

    /**
     * Looks whether a member is lost for the group: its process is, or it has closed the group.
     *
     * @param member of the group.
     * @return {@link Outcome#SUCCESS} unless it is lost.
     */
    public Outcome lossOf(final int member) {
        final Outcome loss = members.lossOf(member);
        return loss == Outcome.SUCCESS && member != own && isClosed(member) ? Outcome.PEER_LEFT : loss;
    }

    private boolean isClosed(final int member) {
        if (!findEntry(member)) {
            return isMade;
        }
        final int rank = members.ranks()[member];
        return table.isClosed(rank, entries[member] - 1) ||
            table.contributedTo(rank, members.name(), entries[member] - 1) == GroupProgressTable.NONE;
    }

    /**
     * Returns the number of members.
     *
     * @return at least 1.
     */
    public int size() {
        return entries.length;
    }

    /**
     * Returns whether a member has contributed, as this rank has found when it was asked for a proposal.
     *
     * @param member of the group.
     * @return false if it is lost.
     */
    public boolean hasContributed(final int member) {
        return contributed[member];
    }

    /**
     * Returns what a member has contributed.
     *
     * @param member that has contributed.
     * @return its contribution.
     */
    public long contribution(final int member) {
        return contributions[member] & (1L << CONTRIBUTION_BITS) - 1;
    }

    /**
     * Returns the number of the agreement that was begun last.
     *
     * @return from 1.
     */
    public long number() {
        return number;
    }

    /**
     * Returns the value of a verdict.
     *
     * @param verdict of {@link #tryEnd}.
     * @return 32 bits.
     */
    public static int value(final long verdict) {
        return (int) verdict;
    }

    /**
     * Returns whether the proposal of a verdict had the {@link #FLAG}.
     *
     * @param verdict of {@link #tryEnd}.
     * @return true if so.
     */
    public static boolean hasFlag(final long verdict) {
        return (verdict & FLAG) != 0;
    }

    /**
     * Returns whether members have called different operations.
     *
     * @param verdict of {@link #tryEnd}.
     * @return the same at all members.
     */
    public static boolean isMixed(final long verdict) {
        return (verdict & MIXED) != 0;
    }

    /**
     * Checks that all members have called the same operation.
     *
     * @param verdict of {@link #tryEnd}.
     * @throws IllegalStateException if not; thrown at all members.
     */
    public static void checkSame(final long verdict) {
        if (isMixed(verdict)) {
            throw new IllegalStateException("ranks of a group call different operations: agree, shrink and replace are collective");
        }
    }

    /**
     * Adds to a wait that this rank waits for the other members.
     *
     * @param wait to fill.
     */
    public void addTo(final ShownWait wait) {
        wait.add(WaitKind.AGREEMENT, WaitKind.NO_RANK, WaitKind.NO_TAG, 0, members.name(), number);
    }

    private void wakeOthers() {
        for (int member = 0; member < entries.length; member++) {
            if (member != own) {
                progress.wake(members.ranks()[member]);
            }
        }
    }
}
