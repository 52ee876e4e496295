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
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.Progress;
import io.tombolo.ringbuffers.job.GroupProgressTable;

/**
 * The progress of this rank and of the others in the collective calls of a group. The calls are numbered from 1, the same at all ranks. One
 * thread at a time.
 * <p>
 * Each rank publishes a word in the job file: how many calls it has completed, and why it completes no more. A call waits for a member only
 * while that member may still come: while it lives, has not given up and has not closed the group. If a member cannot come, this rank
 * <b>gives up</b> the call for good: it takes no part in later calls of this group, and publishes that. So no rank waits for it. All this
 * needs no message, no memory, and no call of another rank.
 * <pre>
 *    63                       16 15       10 9           0
 *   +---------------------------+-----------+-------------+
 *   | completed calls           | outcome   | rank        |
 *   +---------------------------+-----------+-------------+
 * </pre>
 * Outcome, or {@link Reason}, and rank say why the rank completes no more calls; zero if it may go on.
 */
public final class CollectiveProgress {
    private static final int COUNT_SHIFT = 16;
    private static final int OUTCOME_SHIFT = 10;
    private static final int REASON_MASK = (1 << COUNT_SHIFT) - 1;
    private static final int RANK_MASK = (1 << OUTCOME_SHIFT) - 1;

    private final Progress progress;
    private final Node node;
    private final GroupProgressTable table;
    private final Group group;
    private final GroupMembers members;
    private final long name;
    private final int entry;
    // By member: index of its entry + 1; 0 until it is first needed.
    private final int[] entries;
    // By member: calls that it had completed when its word was last loaded.
    private final long[] completed;
    private long count;
    private long loss;
    private boolean isAbsent;

    /**
     * Creates the progress of a group that has completed no call.
     *
     * @param progress of the rank.
     * @param node     of the rank.
     * @param table    of the rank.
     * @param group    its ranks.
     * @param members  of the group; all of them have opened it in their tables.
     * @param entry    index of this rank's entry in the table.
     */
    public CollectiveProgress(
        final Progress progress, final Node node, final GroupProgressTable table, final Group group, final GroupMembers members,
        final int entry) {
        this.progress = progress;
        this.node = node;
        this.table = table;
        this.group = group;
        this.members = members;
        this.name = members.name();
        this.entry = entry;
        this.entries = new int[group.size()];
        this.completed = new long[group.size()];
    }

    /**
     * Returns how many calls a rank has completed.
     *
     * @param word that the rank has published.
     * @return calls, 0 or more.
     */
    public static long completedCalls(final long word) {
        return word >>> COUNT_SHIFT;
    }

    /** Returns the name of the group, as in the tables of calls. */
    long name() {
        return name;
    }

    /** Returns how many calls of the group this rank has completed. */
    long count() {
        return count;
    }

    /** Publishes that this rank has completed a call. */
    void completeCall() {
        count++;
        table.store(entry, count << COUNT_SHIFT);
    }

    /**
     * Ends all calls of this rank: it completes none any more.
     *
     * @param reason {@link Objection}; published to the members that have not completed the call.
     */
    void giveUp(final long reason) {
        loss = Objection.loss(reason);
        if (Objection.outcome(reason) != Outcome.CLOSED) {
            // A rank that closes need not publish it: the others find it gone.
            publish(reason);
        }
    }

    /**
     * Returns why this rank completes no call any more.
     *
     * @return an objection marked as a loss; zero if this rank has not given up.
     */
    public long loss() {
        return loss;
    }

    private void publish(final long reason) {
        final int code = Objection.code(reason) << OUTCOME_SHIFT | Objection.rank(reason) & RANK_MASK;
        table.store(entry, count << COUNT_SHIFT | code);
        for (int member = 0; member < group.size(); member++) {
            if (member != group.rank()) {
                progress.wake(group.toWorld(member));
            }
        }
    }

    /**
     * Finds out why the call in progress fails: the group is revoked, a member is gone or has given up or has closed the group, or the pair
     * with it is given up. A member that has given up before it went is not the reason, but what it gave up for; nor is one that has left
     * if another one has died, because that may be why it left.
     *
     * @return {@link Objection}; zero while all members may still come.
     */
    long findFailure() {
        final long revoked = findRevoked();
        if (revoked != 0) {
            isAbsent = false;
            return revoked;
        }
        for (int member = 0; member < group.size(); member++) {
            final long reason = member == group.rank() ? ownLoss() : findFailure(member);
            if (reason != 0) {
                return Objection.outcome(reason) == Outcome.PEER_LEFT ? findDeath(reason) : reason;
            }
        }
        return 0;
    }

    /** Returns the death of a member; the reason that is known if none has died. */
    private long findDeath(final long known) {
        for (int member = 0; member < group.size(); member++) {
            if (member != group.rank() && members.lossOf(member) == Outcome.PEER_FAILED) {
                return Objection.of(Outcome.PEER_FAILED, group.toWorld(member));
            }
        }
        return known;
    }

    /** Finds out whether the group is revoked. Returns an objection, or zero. */
    long findRevoked() {
        return members.loadRevoked() ? Objection.of(Outcome.REVOKED, group.toWorld(group.rank())) : 0;
    }

    /** Finds out whether this rank belongs to the group: as a later incarnation of a member it does not. */
    long ownLoss() {
        if (!members.isReplaced(group.rank())) {
            return 0;
        }
        isAbsent = true;
        return Objection.of(Outcome.PEER_FAILED, group.toWorld(group.rank()));
    }

    private long findFailure(final int member) {
        if (completed[member] > count) {
            return 0;
        }
        final int rank = group.toWorld(member);
        // Before the word is loaded: a member that is gone, or has closed the group, does not change its word any more.
        final Outcome loss = members.lossOf(member);
        final Outcome end = loss != Outcome.SUCCESS ? loss : node.endOf(rank);
        findEntry(member, rank);
        final boolean isClosed = entries[member] > 0 && table.isClosed(rank, entries[member] - 1);
        final long word = entries[member] == 0 ? GroupProgressTable.NONE : table.load(rank, name, entries[member] - 1);
        if (word == GroupProgressTable.NONE) {
            // All members have opened the group, so this one has closed it. Its word is lost; it may have completed the previous call.
            isAbsent = false;
            return Objection.of(end == Outcome.SUCCESS ? Outcome.PEER_LEFT : end, rank);
        }
        final long calls = completedCalls(word);
        completed[member] = calls;
        if (calls > count) {
            return 0;
        }
        final int code = (int) word & REASON_MASK;
        // A living member may still come, even if the pair with it is given up.
        final boolean isEnded = isClosed || code != 0 || end == Outcome.PEER_FAILED || end == Outcome.PEER_LEFT;
        isAbsent = calls < count && isEnded;
        if (code != 0) {
            return (long) (code >>> OUTCOME_SHIFT) << Integer.SIZE | code & RANK_MASK;
        }
        return Objection.of(end == Outcome.SUCCESS && isClosed ? Outcome.PEER_LEFT : end, rank);
    }

    private void findEntry(final int member, final int rank) {
        if (entries[member] == 0) {
            entries[member] = 1 + table.find(rank, name);
        }
    }

    /**
     * Returns whether the member of the last {@linkplain #findFailure failure} has not completed the previous call and never will: it does
     * not begin this one.
     */
    boolean isAbsent() {
        return isAbsent;
    }

    /**
     * Returns whether a member is gone, or the pair with it is given up.
     *
     * @param member of the group.
     * @return true if the member publishes nothing more.
     */
    public boolean isGone(final int member) {
        return members.lossOf(member) != Outcome.SUCCESS || node.endOf(group.toWorld(member)) != Outcome.SUCCESS;
    }

    /**
     * Settles the verdict of an agreement, unless another member was first.
     *
     * @param number  of the agreement, from 1.
     * @param verdict {@link Objection} that this rank proposes, or zero.
     * @return the verdict of the first member.
     */
    long settle(final long number, final long verdict) {
        final long word = number << Objection.PACKED_BITS | Objection.pack(verdict);
        return Objection.unpack(members.records().settle(members.record(), number, word, -1L << Objection.PACKED_BITS));
    }

    /**
     * Makes the agreements of the group in shared memory.
     *
     * @return none has begun.
     */
    GroupAgreement agreement() {
        return new GroupAgreement(progress, table, members, group.rank(), entry);
    }

    /**
     * Returns whether every other member has completed the calls that this rank has begun, or never will. Called after the group is closed
     * here, by any thread.
     *
     * @param isInCall whether this rank has begun a call that it has not completed.
     */
    boolean isReadByAll(final boolean isInCall) {
        final long begun = isInCall ? count + 1 : count;
        for (int member = 0; member < group.size(); member++) {
            if (member != group.rank() && !isReadBy(member, begun)) {
                return false;
            }
        }
        return true;
    }

    private boolean isReadBy(final int member, final long begun) {
        if (members.lossOf(member) != Outcome.SUCCESS) {
            return true;
        }
        final int rank = group.toWorld(member);
        final int found = table.find(rank, name);
        if (found == GroupProgressTable.NONE || table.isClosed(rank, found)) {
            return true;
        }
        final long word = table.load(rank, name, found);
        return word == GroupProgressTable.NONE || completedCalls(word) >= begun || (word & REASON_MASK) != 0;
    }

    /** Closes this rank's entry: it completes no call any more. The other members can still load its word. */
    void close() {
        table.close(entry);
    }
}
