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

import static io.tombolo.engine.access.ApiAccess.MESSAGING;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.collective.GroupAgreement;
import io.tombolo.engine.telemetry.ShownWait;
import io.tombolo.ringbuffers.wait.WaitCall;

/**
 * An agreement on the AND of flags, at one member. A contribution is the flag, and above it the number of lost members that the rank has
 * acknowledged. The proposal fails if a contributing member has acknowledged fewer than are lost: the sets of acknowledged members only
 * grow, and the proposer sees every loss that a contributing member has seen.
 */
final class AgreeCall extends PendingCall<Integer> {
    static final int KIND = 0;

    private static final int ACKNOWLEDGED_SHIFT = 32;

    private final CallChecks checks;
    private final GroupAgreement agreement;
    private final LostMembers lost;
    private final int size;
    private long verdict;

    AgreeCall(final MessageCalls calls, final LostMembers lost, final int flag) {
        super(calls.progress(), "agree");
        this.checks = calls.checks();
        this.agreement = calls.collectives().groupAgreement();
        this.lost = lost;
        this.size = calls.group().size();
        agreement.begin(KIND, flag & GroupAgreement.VALUE_MASK | (long) lost.acknowledged() << ACKNOWLEDGED_SHIFT);
    }

    @Override
    WaitCall waitCall() {
        return WaitCall.AGREE;
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
        checks.checkOpen();
        verdict = agreement.tryEnd(AgreeCall::propose);
        return verdict != 0;
    }

    private static long propose(final GroupAgreement agreement) {
        int lost = 0;
        int acknowledged = Integer.MAX_VALUE;
        long flags = GroupAgreement.VALUE_MASK;
        for (int member = 0; member < agreement.size(); member++) {
            if (agreement.hasContributed(member)) {
                flags &= agreement.contribution(member);
                acknowledged = Math.min(acknowledged, (int) (agreement.contribution(member) >>> ACKNOWLEDGED_SHIFT));
            }
            lost += agreement.lossOf(member) == Outcome.SUCCESS ? 0 : 1;
        }
        return acknowledged < lost ? flags | GroupAgreement.FLAG : flags;
    }

    @Override
    Integer result() {
        GroupAgreement.checkSame(verdict);
        if (GroupAgreement.hasFlag(verdict)) {
            final int rank = lost.first();
            throw new PeerFailedException(lossOf(rank), rank, (rank < 0 ? "a rank" : "rank " + rank) +
                " is lost, and not all ranks have acknowledged that: agree of " + size + " ranks");
        }
        return GroupAgreement.value(verdict);
    }

    /** Returns the AND of the flags. Fills the status. */
    int result(final Status status) {
        GroupAgreement.checkSame(verdict);
        final int rank = GroupAgreement.hasFlag(verdict) ? lost.first() : Communicator.ANY_SOURCE;
        MESSAGING.fill(
            status, rank, Communicator.ANY_TAG, 0, 0, GroupAgreement.hasFlag(verdict) ? lossOf(rank) : Outcome.SUCCESS);
        return GroupAgreement.value(verdict);
    }

    /** Another member may have found a loss that this rank has acknowledged, or does not see yet. */
    private Outcome lossOf(final int rank) {
        return rank >= 0 && agreement.lossOf(rank) == Outcome.PEER_LEFT ? Outcome.PEER_LEFT : Outcome.PEER_FAILED;
    }
}
