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
package io.tombolo.engine.communicator;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.collective.GroupAgreement;
import io.tombolo.engine.collective.Objection;
import io.tombolo.engine.node.GroupMembers;
import io.tombolo.engine.telemetry.ShownWait;
import io.tombolo.ringbuffers.job.GroupProgressTable;
import io.tombolo.ringbuffers.job.GroupRecords;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitKind;
import java.util.Arrays;
import java.util.Set;

/**
 * Makes a group of ranks that name each other and need have nothing in common before, at one member. They meet at a group record: its key
 * is that of the ranks with their present incarnations.
 * <pre>
 *   SEEK     the first rank of the list fills a record and opens the group; every other one looks for an undecided record with the key,
 *            and opens the group that it names
 *   VOTE     the first agreement of the new group, see {@link GroupAgreement}
 *            all have opened it:          MADE
 *            a member has withdrawn, or
 *            another name is needed:      SEEK
 *            a member was lost:           FAILED, at all members
 * </pre>
 * A member that gives up decides the agreement against the group, unless it is decided already. So a group is made for all or for none. A
 * member that has no room does not vote: for the others it has not come yet.
 */
final class MeetingCall extends PendingCall<MessageCalls> {
    private static final int KIND = 3;
    private static final long HASH = 0x9e37_79b9_7f4a_7c15L;
    private static final int HASH_SHIFT = 29;

    private final GroupOpener opener;
    private final GroupMembers members;
    private final long key;
    private final boolean isNamer;
    private State state = State.SEEK;
    private GroupOpening opening;
    // An objection.
    private long failure;
    private int lost;

    private enum State {
        SEEK, VOTE, MADE, FAILED
    }

    /**
     * Begins to make a group.
     *
     * @param opener of this rank.
     * @param ranks  in the world, checked; not changed any more.
     */
    MeetingCall(final GroupOpener opener, final int[] ranks) {
        super(opener.progress(), "group");
        this.opener = opener;
        final JobDirectory job = opener.node().job();
        final int[] incarnations = Arrays.stream(ranks).map(rank -> GroupMembers.present(job, rank)).toArray();
        this.members = opener.node().world().select(ranks, incarnations, GroupRecords.NONE, GroupRecords.NONE);
        this.key = key(ranks, incarnations);
        this.isNamer = ranks[0] == opener.node().rank();
    }

    private static long key(final int[] ranks, final int[] incarnations) {
        long key = ranks.length;
        for (int member = 0; member < ranks.length; member++) {
            key = (key ^ (long) incarnations[member] << Integer.SIZE ^ ranks[member]) * HASH;
            key ^= key >>> HASH_SHIFT;
        }
        return key == 0 ? 1 : key;
    }

    @Override
    WaitCall waitCall() {
        return WaitCall.GROUP;
    }

    @Override
    long waitState() {
        return state == State.VOTE ? 1 : 0;
    }

    @Override
    void addTo(final ShownWait wait) {
        if (state == State.VOTE) {
            opening.calls().collectives().groupAgreement().addTo(wait);
        } else {
            // The first rank of the list names the group, once it deals with the same incarnations.
            for (final int rank : members.ranks()) {
                if (rank != opener.node().rank()) {
                    wait.add(WaitKind.MEMBER, rank, WaitKind.NO_TAG, 0, 0, key);
                }
            }
        }
    }

    @Override
    boolean advance() {
        boolean isWaiting = false;
        while (!isWaiting && state != State.MADE && state != State.FAILED) {
            isWaiting = state == State.SEEK ? !seek() : !vote();
        }
        return !isWaiting;
    }

    /** Returns false if there is nothing to be found yet. */
    private boolean seek() {
        final int gone = findLost();
        if (gone >= 0) {
            fail(Objection.of(members.lossOf(gone), members.ranks()[gone]), gone);
            return true;
        }
        // A rank is a member only while its progress deals with the same incarnations.
        return areMet() && (isNamer ? name() : find());
    }

    /** Returns a member that is lost, or -1. Asks for a check of the others. */
    private int findLost() {
        for (int member = 0; member < members.size(); member++) {
            if (members.lossOf(member) != Outcome.SUCCESS) {
                return member;
            }
            members.suspect(member);
        }
        return -1;
    }

    private boolean areMet() {
        for (int member = 0; member < members.size(); member++) {
            if (opener.node().incarnation(members.ranks()[member]) != members.incarnation(member)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a rank of the group is lost now. */
    boolean isAnyLost() {
        return findLost() >= 0;
    }

    /** Returns why the group was not made; success while it may still be made, and once it is. */
    Outcome failure() {
        return Objection.outcome(failure);
    }

    private boolean name() {
        final long name = opener.names().next();
        // First: as soon as the record has its key, the others rely on this rank.
        final int entry = opener.table().open(name);
        int record = GroupRecords.NONE;
        try {
            record = entry == GroupProgressTable.NONE ? GroupRecords.NONE : opener.records().allocate(name, key);
        } finally {
            if (record == GroupRecords.NONE && entry != GroupProgressTable.NONE) {
                opener.table().close(entry);
            }
        }
        if (record == GroupRecords.NONE) {
            fail(noEntry(), 0);
            return true;
        }
        open(name, record, entry);
        return true;
    }

    private boolean find() {
        final GroupRecords records = opener.records();
        for (int record = records.find(key, 0); record != GroupRecords.NONE; record = records.find(key, record)) {
            final long name = records.name(record);
            if (name != GroupRecords.NONE && records.agreed(record) == 0 && opener.names().isOf(name, members.ranks()[0])) {
                final int entry = opener.table().open(name);
                if (entry == GroupProgressTable.NONE) {
                    fail(noEntry(), opener.member(members));
                } else {
                    open(name, record, entry);
                }
                return true;
            }
        }
        return false;
    }

    private void open(final long name, final int record, final int entry) {
        final GroupMembers made = members.select(members.ranks(), incarnations(), name, record);
        opening = opener.open(made, Set.of(), entry, true);
        if (opening.outcome() == Outcome.SUCCESS) {
            opening.calls().collectives().groupAgreement().begin(KIND, 0);
            state = State.VOTE;
        } else if (opening.outcome() != Outcome.CANCELLED) {
            fail(opening.vote(opener.node().rank()), opener.member(members));
        }
    }

    private long noEntry() {
        return Objection.of(Outcome.INSUFFICIENT_RESOURCES, opener.node().rank());
    }

    private int[] incarnations() {
        final int[] incarnations = new int[members.size()];
        Arrays.setAll(incarnations, members::incarnation);
        return incarnations;
    }

    /** Returns false if a member has not voted yet. */
    private boolean vote() {
        final long verdict = opening.calls().collectives().groupAgreement().tryEnd(this::propose);
        if (verdict != 0) {
            end(verdict);
        }
        return verdict != 0;
    }

    /** All members have voted for the group, or are lost: one that is against it decides at once. */
    private long propose(final GroupAgreement agreement) {
        for (int member = 0; member < agreement.size(); member++) {
            final Outcome loss = agreement.lossOf(member);
            if (loss != Outcome.SUCCESS) {
                return Objection.pack(Objection.of(loss, members.ranks()[member]));
            }
        }
        return 0;
    }

    private void end(final long verdict) {
        GroupAgreement.checkSame(verdict);
        final long objection = Objection.unpack(GroupAgreement.value(verdict));
        final Outcome outcome = Objection.outcome(objection);
        if (outcome == Outcome.SUCCESS) {
            opening.calls().collectives().groupAgreement().made();
            state = State.MADE;
            return;
        }
        opener.close(opening.calls());
        if (outcome == Outcome.CANCELLED) {
            state = State.SEEK;
        } else {
            fail(objection, opening.calls().group().member(Objection.rank(objection)));
        }
    }

    private void fail(final long objection, final int member) {
        failure = objection;
        lost = member;
        state = State.FAILED;
    }

    /**
     * Withdraws from the meeting, for a rank that does not wait any longer. The others go on waiting for it.
     *
     * @return false if the group has been made meanwhile.
     */
    boolean withdraw() {
        if (state == State.VOTE) {
            end(opening.calls().collectives().groupAgreement().veto(
                Objection.pack(Objection.of(Outcome.CANCELLED, opener.node().rank()))));
        }
        return state != State.MADE;
    }

    @Override
    MessageCalls result() {
        final String what = "group of ranks " + Arrays.toString(members.ranks());
        final Outcome outcome = failure();
        if (outcome == Outcome.INSUFFICIENT_RESOURCES || outcome == Outcome.PROTOCOL_ERROR) {
            Communicators.isMade(failure, lost, members.size());
        }
        if (outcome != Outcome.SUCCESS) {
            final int rank = members.ranks()[lost];
            throw opener.progress().failures().collective(outcome, rank, rank, what);
        }
        return opening.calls();
    }
}
