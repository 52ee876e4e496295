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
package io.tombolo.engine.node;

import io.tombolo.engine.api.Outcome;
import io.tombolo.ringbuffers.job.GroupRecords;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankState;

/**
 * The members of a group as processes: their ranks with the incarnations that belong to the group, which of them are lost, and whether the
 * group is revoked. A member is lost, for good, when its row says that it has left or failed, or has another incarnation.
 * <p>
 * <b>Threading:</b> the flags are written by the progress owner alone, in {@link #update}, and read by any thread. Methods that load the
 * rows may be called by any thread.
 */
public final class GroupMembers {
    private final JobDirectory job;
    private final GroupRecords records;
    private final int[] ranks;
    private final int[] incarnations;
    private final long name;
    private final int record;
    private final boolean[] lost;
    private volatile boolean isAnyLost;
    private volatile boolean isRevoked;
    private volatile Runnable listener;

    /**
     * Makes the members of a group; none is lost.
     *
     * @param job          joined.
     * @param records      of the job.
     * @param ranks        in the world, in the order of the group; not changed any more.
     * @param incarnations of these ranks; not changed any more.
     * @param name         of the group.
     * @param record       of the group.
     */
    public GroupMembers(
        final JobDirectory job, final GroupRecords records, final int[] ranks, final int[] incarnations, final long name,
        final int record) {
        this.job = job;
        this.records = records;
        this.ranks = ranks;
        this.incarnations = incarnations;
        this.name = name;
        this.record = record;
        this.lost = new boolean[ranks.length];
    }

    /**
     * Makes the members of another group of the same job.
     *
     * @param newRanks        in the world, in the order of the group; not changed any more.
     * @param newIncarnations of these ranks; not changed any more.
     * @param newName         of the group.
     * @param newRecord       of the group.
     * @return none of them is lost.
     */
    public GroupMembers select(final int[] newRanks, final int[] newIncarnations, final long newName, final int newRecord) {
        return new GroupMembers(job, records, newRanks, newIncarnations, newName, newRecord);
    }

    /**
     * Returns the incarnation that a rank has, or will have when it joins.
     *
     * @param job  joined.
     * @param rank in the world.
     * @return from 1.
     */
    public static int present(final JobDirectory job, final int rank) {
        return Math.max(1, job.incarnation(rank));
    }

    /**
     * Returns the number of members.
     *
     * @return at least 1.
     */
    public int size() {
        return ranks.length;
    }

    /**
     * Returns the ranks of the members in the world.
     *
     * @return by member; the caller must not change it.
     */
    public int[] ranks() {
        return ranks;
    }

    /**
     * Returns the incarnation of a member.
     *
     * @param member of the group.
     * @return from 1.
     */
    public int incarnation(final int member) {
        return incarnations[member];
    }

    /**
     * Returns the name of the group.
     *
     * @return unique in the job.
     */
    public long name() {
        return name;
    }

    /**
     * Returns the record of the group.
     *
     * @return index of the record.
     */
    public int record() {
        return record;
    }

    /**
     * Returns the records of the job.
     *
     * @return always the same.
     */
    public GroupRecords records() {
        return records;
    }

    /**
     * Looks at the row of a member.
     *
     * @param member of the group.
     * @return {@link Outcome#SUCCESS} unless it is lost; {@link Outcome#PEER_LEFT} if it has left, else {@link Outcome#PEER_FAILED}.
     */
    public Outcome lossOf(final int member) {
        if (isReplaced(member)) {
            return job.state(ranks[member], incarnations[member]) == RankState.LEFT ? Outcome.PEER_LEFT : Outcome.PEER_FAILED;
        }
        final RankState state = job.state(ranks[member], incarnations[member]);
        return state == RankState.LEFT ? Outcome.PEER_LEFT : state == RankState.FAILED ? Outcome.PEER_FAILED : Outcome.SUCCESS;
    }

    /**
     * Looks at the row of a member.
     *
     * @param member of the group.
     * @return true if a later incarnation has its row.
     */
    public boolean isReplaced(final int member) {
        return present(job, ranks[member]) != incarnations[member];
    }

    /**
     * Asks for a check whether the process of a member is gone. Another thread makes it soon.
     *
     * @param member of the group.
     */
    public void suspect(final int member) {
        if (ranks[member] != job.rank()) {
            job.suspect(ranks[member]);
        }
    }

    /**
     * Looks at the record of the group.
     *
     * @return true if a member has revoked the group.
     */
    public boolean loadRevoked() {
        return records.isRevoked(record);
    }

    /**
     * Sets the object that is told when a member is lost, or the group is revoked.
     *
     * @param newListener called by the progress owner after the flags are set; it must not wait.
     */
    public void listener(final Runnable newListener) {
        listener = newListener;
    }

    /**
     * Sets the flags from the rows and the record. Progress owner only.
     *
     * @return true if a flag has been set.
     */
    public boolean update() {
        boolean isChanged = false;
        for (int member = 0; member < ranks.length; member++) {
            if (!lost[member] && lossOf(member) != Outcome.SUCCESS) {
                lost[member] = true;
                isChanged = true;
            }
        }
        isAnyLost |= isChanged;
        if (!isRevoked && loadRevoked()) {
            isRevoked = true;
            isChanged = true;
        }
        final Runnable told = listener;
        if (isChanged && told != null) {
            told.run();
        }
        return isChanged;
    }

    /**
     * Returns whether the progress owner has found a member lost.
     *
     * @return true from then on.
     */
    public boolean isAnyLost() {
        return isAnyLost;
    }

    /**
     * Returns whether the progress owner has found a member lost.
     *
     * @param member of the group.
     * @return true from then on.
     */
    public boolean isLost(final int member) {
        return isAnyLost && lost[member];
    }

    /**
     * Returns whether the progress owner deals with another incarnation of a rank than the member.
     *
     * @param rank        in the world.
     * @param incarnation that the progress owner deals with.
     * @return false also if it is no member.
     */
    public boolean isReplacedBy(final int rank, final int incarnation) {
        if (isAnyLost) {
            for (int member = 0; member < ranks.length; member++) {
                if (ranks[member] == rank) {
                    return incarnations[member] != incarnation;
                }
            }
        }
        return false;
    }

    /**
     * Returns whether the progress owner has found the group revoked.
     *
     * @return true from then on.
     */
    public boolean isRevoked() {
        return isRevoked;
    }
}
