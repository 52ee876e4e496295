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
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.Progress;
import io.tombolo.ringbuffers.job.GroupProgressTable;

/**
 * How far this rank and the others have come in the collective calls of a group, which are numbered from 1, the same at all ranks. One
 * thread at a time.
 * <p>
 * Each rank says in the job file how many calls it has come through, and whether it comes through any more. A call waits for a member only
 * as long as that one may still come: it has come through already, or it lives, has given up nothing and has not closed the group. A rank
 * that knows of another member <b>gives up</b> the call, for good: it sends nothing more in this group and receives nothing, and says so in
 * the job file; so nobody waits for it, and messages that are left of the call are never taken for those of a later one. Nothing of this
 * needs a message, memory, or a call of another rank.
 * <pre>
 *    63                       17  16  15      10 9        0
 *   +---------------------------+---+----------+----------+
 *   | calls that it came through| N | outcome  | rank     |    of why it does not go on; zero if it does. N: for now
 *   +---------------------------+---+----------+----------+
 * </pre>
 */
public final class CollectiveProgress {
    private static final int COUNT_SHIFT = 17;
    private static final int FOR_NOW = 1 << 16;
    private static final int OUTCOME_SHIFT = 10;
    private static final int REASON_MASK = FOR_NOW - 1;
    private static final int RANK_MASK = (1 << OUTCOME_SHIFT) - 1;

    private final Progress progress;
    private final Node node;
    private final GroupProgressTable table;
    private final Group group;
    private final long name;
    private final int entry;
    // By member: where its words are, from the first look on; plus 1.
    private final int[] entries;
    // By member: calls that it was seen to have come through.
    private final long[] throughs;
    private long count;
    private long loss;
    private boolean isHeldUp;
    private boolean isAbsent;
    private boolean isForNow;

    /**
     * No calls.
     *
     * @param progress of the rank.
     * @param node     of the rank.
     * @param table    of the rank.
     * @param group    whose calls they are.
     * @param name     of the group in the table; all members have opened it.
     * @param entry    of this rank.
     */
    public CollectiveProgress(
        final Progress progress, final Node node, final GroupProgressTable table, final Group group, final long name, final int entry) {
        this.progress = progress;
        this.node = node;
        this.table = table;
        this.group = group;
        this.name = name;
        this.entry = entry;
        this.entries = new int[group.size()];
        this.throughs = new long[group.size()];
    }

    /** Takes note that this rank has come through a call. */
    void end() {
        count++;
        table.store(entry, count << COUNT_SHIFT);
    }

    /**
     * Comes through no call any more.
     *
     * @param reason {@link Objection}; all members hear of it that are not through.
     */
    void giveUp(final long reason) {
        loss = Objection.loss(reason);
        if (Objection.outcome(reason) != Outcome.CLOSED) {
            // Else the others find this rank gone.
            tell(reason, 0);
        }
    }

    /**
     * Returns why this rank comes through no call any more, or zero.
     *
     * @return an objection, or zero
     */
    public long loss() {
        return loss;
    }

    /**
     * Does not come to the next call for now.
     *
     * @param reason {@link Objection}.
     */
    void holdUp(final long reason) {
        isHeldUp = true;
        tell(reason, FOR_NOW);
    }

    /** Comes to the next call again, after {@link #holdUp}. */
    void goOn() {
        if (isHeldUp) {
            isHeldUp = false;
            table.store(entry, count << COUNT_SHIFT);
        }
    }

    private void tell(final long reason, final int flag) {
        final int code = Objection.outcome(reason).code() << OUTCOME_SHIFT | Objection.rank(reason) & RANK_MASK;
        table.store(entry, count << COUNT_SHIFT | flag | code);
        for (int member = 0; member < group.size(); member++) {
            if (member != group.rank()) {
                progress.wake(group.toWorld(member));
            }
        }
    }

    /**
     * Returns why the call that is under way comes to nothing: a member is gone, or the pair with it, or it has given up, or has closed the
     * group.
     *
     * @return {@link Objection}, or zero while all may still come.
     */
    long find() {
        for (int member = 0; member < group.size(); member++) {
            final long reason = member == group.rank() ? 0 : find(member);
            if (reason != 0) {
                return reason;
            }
        }
        return 0;
    }

    private long find(final int member) {
        if (throughs[member] > count) {
            return 0;
        }
        final int rank = group.toWorld(member);
        // Before the word: who is gone, or has closed the group, changes it no more.
        final Outcome end = node.endOf(rank);
        final boolean isClosed = isClosed(member, rank);
        final long word = entries[member] == 0 ? GroupProgressTable.NONE : table.load(rank, name, entries[member] - 1);
        if (word == GroupProgressTable.NONE) {
            // Closed, as all members have opened it: what it has said is lost, and it may have come through the call before.
            isForNow = false;
            isAbsent = false;
            return Objection.of(end == Outcome.SUCCESS ? Outcome.PEER_LEFT : end, rank);
        }
        final long through = word >>> COUNT_SHIFT;
        throughs[member] = through;
        if (through > count) {
            return 0;
        }
        final int code = (int) word & REASON_MASK;
        isForNow = end == Outcome.SUCCESS && !isClosed && (word & FOR_NOW) != 0;
        // A member that lives, and only the pair with it is given up, may still come.
        final boolean isEnded = isClosed || code != 0 && !isForNow || end == Outcome.PEER_FAILED || end == Outcome.PEER_LEFT;
        isAbsent = through < count && isEnded;
        if (end == Outcome.SUCCESS && code != 0) {
            return (long) (code >>> OUTCOME_SHIFT) << Integer.SIZE | code & RANK_MASK;
        }
        return Objection.of(end == Outcome.SUCCESS && isClosed ? Outcome.PEER_LEFT : end, rank);
    }

    private boolean isClosed(final int member, final int rank) {
        if (entries[member] == 0) {
            entries[member] = 1 + table.find(rank, name);
        }
        return entries[member] > 0 && table.isClosed(rank, entries[member] - 1);
    }

    /**
     * Returns whether the member that was {@linkplain #find found} has not come through the call before, and never does: it does not begin
     * this one.
     */
    boolean isAbsent() {
        return isAbsent;
    }

    /**
     * Returns whether a member is gone, or the pair with it; what it sent before may still come.
     *
     * @param member of the group
     * @return true if nothing more is to be expected of it but what it has sent
     */
    public boolean isGone(final int member) {
        return node.endOf(group.toWorld(member)) != Outcome.SUCCESS;
    }

    /**
     * Returns whether what was {@linkplain #find found} last is what a member has said, and takes back when it comes: {@link #holdUp}.
     */
    boolean isForNow() {
        return isForNow;
    }

    /** Gives back what this rank has of the group: it comes through no call any more. Others find out what it has said still. */
    void close() {
        table.close(entry);
    }
}
