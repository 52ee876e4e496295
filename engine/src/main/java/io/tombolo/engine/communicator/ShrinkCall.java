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
import io.tombolo.ringbuffers.job.GroupRecords;
import io.tombolo.ringbuffers.wait.WaitCall;
import java.util.stream.IntStream;

/**
 * Makes a group of the members that are not lost, at one member, by agreements of the old group:
 * <pre>
 *   CHOOSE   all agree on the record of a candidate: a proposer fills a record with a new name and the members that have contributed
 *   OPEN     each opens the candidate and contributes how that went; the gravest objection is the verdict
 *            made:               MADE
 *            a member was lost,
 *            or another name
 *            is needed:          CHOOSE
 *            else:               FAILED, at all members
 * </pre>
 * A member that opens a candidate checks that the record still has its name and its key, because its proposer may have died and the record
 * may be another's by now.
 */
final class ShrinkCall extends PendingCall<MessageCalls> {
    static final int KIND = 1;

    private static final long HASH = 0x9e37_79b9_7f4a_7c15L;

    private final MessageCalls calls;
    private final GroupOpener opener;
    private final GroupAgreement agreement;
    private final int own;
    private State state = State.CHOOSE;
    private int[] chosen = {};
    private GroupOpening opening;
    private int proposed = GroupRecords.NONE;
    private long proposedName;
    private long objection;
    private long lastVerdict;

    private enum State {
        CHOOSE, OPEN, MADE, FAILED
    }

    ShrinkCall(final MessageCalls calls, final GroupOpener opener) {
        super(calls.progress(), "shrink");
        this.calls = calls;
        this.opener = opener;
        this.agreement = calls.collectives().groupAgreement();
        this.own = calls.group().rank();
        agreement.begin(KIND, 0);
    }

    @Override
    WaitCall waitCall() {
        return WaitCall.SHRINK;
    }

    @Override
    long waitState() {
        return agreement.number();
    }

    @Override
    void addTo(final ShownWait wait) {
        agreement.addTo(wait);
    }

    @Override
    boolean advance() {
        calls.checks().checkOpen();
        boolean isWaiting = false;
        while (!isWaiting && state != State.MADE && state != State.FAILED) {
            final long verdict = agreement.tryEnd(state == State.CHOOSE ? this::proposeCandidate : this::proposeVerdict);
            lastVerdict = verdict;
            if (verdict == 0) {
                isWaiting = true;
            } else if (GroupAgreement.isMixed(verdict)) {
                state = State.FAILED;
            } else if (state == State.CHOOSE) {
                choose(verdict);
            } else {
                end(verdict);
            }
        }
        return !isWaiting;
    }

    /** Fills a record with the members that have contributed. They are the survivors, as all others are lost. */
    private long proposeCandidate(final GroupAgreement of) {
        final long[] words = new long[(of.size() + Long.SIZE - 1) / Long.SIZE];
        for (int member = 0; member < of.size(); member++) {
            if (of.hasContributed(member) && of.lossOf(member) == Outcome.SUCCESS) {
                words[member / Long.SIZE] |= 1L << member;
            }
        }
        proposedName = opener.names().next();
        proposed = opener.records().allocate(proposedName, key(), words);
        return proposed & GroupAgreement.VALUE_MASK;
    }

    /** Returns the key of the candidates of this agreement. */
    private long key() {
        return calls.members().name() * HASH + agreement.number();
    }

    private void choose(final long verdict) {
        final int record = GroupAgreement.value(verdict);
        final long key = key();
        if (proposed != GroupRecords.NONE && proposed != record) {
            opener.records().free(proposed, proposedName);
        }
        proposed = GroupRecords.NONE;
        opening = tryOpen(record, key);
        state = State.OPEN;
        agreement.begin(KIND, Objection.pack(opening.vote(calls.group().toWorld(own))));
    }

    private GroupOpening tryOpen(final int record, final long key) {
        try {
            return record == GroupRecords.NONE ? GroupOpening.refused(Outcome.INSUFFICIENT_RESOURCES) : open(record, key);
        } catch (final OutOfMemoryError none) {
            // The others wait for the contribution of this rank.
            return GroupOpening.refused(Outcome.INSUFFICIENT_RESOURCES);
        }
    }

    private GroupOpening open(final int record, final long key) {
        final GroupRecords records = opener.records();
        final long name = records.name(record);
        final long[] words = new long[(agreement.size() + Long.SIZE - 1) / Long.SIZE];
        records.members(record, words);
        chosen = IntStream.range(0, agreement.size()).filter(member -> (words[member / Long.SIZE] >>> member & 1) != 0).toArray();
        final boolean isMember = IntStream.of(chosen).anyMatch(member -> member == own);
        if (name == GroupRecords.NONE || records.key(record) != key || !isMember) {
            return GroupOpening.refused(Outcome.CANCELLED);
        }
        final GroupMembers members = Communicators.select(calls, chosen, name, record);
        final int namer = opener.names().namer(name);
        // The opener checks the name again, after it has opened the entry that keeps the record.
        return IntStream.of(members.ranks()).anyMatch(rank -> rank == namer) ?
            opener.open(members, namer, calls.checks().promises()) : GroupOpening.refused(Outcome.PROTOCOL_ERROR);
    }

    /** Proposes the gravest objection; or another attempt, if a member of the candidate is lost. */
    private long proposeVerdict(final GroupAgreement of) {
        long gravest = 0;
        for (int member = 0; member < of.size(); member++) {
            gravest = Math.max(gravest, of.hasContributed(member) ? of.contribution(member) : 0);
        }
        boolean isLost = false;
        for (final int member : chosen) {
            isLost |= of.lossOf(member) != Outcome.SUCCESS;
        }
        return isLost ? gravest | GroupAgreement.FLAG : gravest;
    }

    private void end(final long verdict) {
        objection = Objection.unpack(GroupAgreement.value(verdict));
        final Outcome outcome = Objection.outcome(objection);
        if (outcome == Outcome.SUCCESS && !GroupAgreement.hasFlag(verdict)) {
            opening.calls().collectives().groupAgreement().made();
            state = State.MADE;
            return;
        }
        if (opening.calls() != null) {
            opener.close(opening.calls());
        }
        if (outcome == Outcome.SUCCESS || outcome == Outcome.CANCELLED) {
            state = State.CHOOSE;
            agreement.begin(KIND, 0);
        } else {
            state = State.FAILED;
        }
    }

    @Override
    MessageCalls result() {
        GroupAgreement.checkSame(lastVerdict);
        if (state == State.FAILED) {
            Communicators.isMade(objection, calls.group().member(Objection.rank(objection)), calls.group().size());
        }
        return opening.calls();
    }
}
