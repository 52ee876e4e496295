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
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.collective.GroupAgreement;
import io.tombolo.engine.node.GroupMembers;

/**
 * The calls by which a group goes on after it has lost members. A blocking call that was interrupted is continued by the next one.
 */
final class RepairCalls {
    private final MessageCalls calls;
    private final GroupOpener opener;
    private final GroupAgreement agreement;
    private final LostMembers lost;
    private AgreeCall interrupted;
    private ShrinkCall interruptedShrink;

    RepairCalls(final MessageCalls calls, final GroupOpener opener) {
        this.calls = calls;
        this.opener = opener;
        this.agreement = calls.collectives().groupAgreement();
        this.lost = calls.lost();
    }

    void revoke() {
        calls.checks().checkOpen();
        final GroupMembers members = calls.members();
        members.records().revoke(members.record());
        opener.checkGroups();
        for (int member = 0; member < members.size(); member++) {
            if (member != calls.group().rank()) {
                calls.progress().wake(members.ranks()[member]);
            }
        }
    }

    boolean isRevoked() {
        return calls.members().loadRevoked();
    }

    int[] failedRanks() {
        calls.checks().checkOpen();
        // Before the answer: operations with the ranks that it names fail from now on.
        opener.checkGroups();
        return lost.all();
    }

    int acknowledgeFailed() {
        calls.checks().checkOpen();
        opener.checkGroups();
        return lost.acknowledge();
    }

    void reportFailures(final boolean isReported) {
        lost.report(isReported);
    }

    int agree(final int flag) {
        return awaitAgree(flag).result();
    }

    int agree(final int flag, final Status status) {
        return awaitAgree(flag).result(status);
    }

    private AgreeCall awaitAgree(final int flag) {
        calls.progress().handlerCalls().refuse("agree");
        if (interrupted == null) {
            interrupted = iagree(flag);
        }
        final AgreeCall call = interrupted;
        call.awaitEnd(Long.MAX_VALUE);
        interrupted = null;
        return call;
    }

    AgreeCall iagree(final int flag) {
        checkStart("agree");
        return new AgreeCall(calls, lost, flag);
    }

    MessageCalls shrink() {
        calls.progress().handlerCalls().refuse("shrink");
        if (interruptedShrink == null) {
            interruptedShrink = ishrink();
        }
        final ShrinkCall call = interruptedShrink;
        call.awaitEnd(Long.MAX_VALUE);
        interruptedShrink = null;
        return call.result();
    }

    ShrinkCall ishrink() {
        checkStart("shrink");
        return new ShrinkCall(calls, opener);
    }

    MessageCalls replace(final long timeoutNs) {
        checkStart("replace");
        final ReplaceCall call = new ReplaceCall(calls, opener);
        return Communicators.await(call, call::withdraw, timeoutNs);
    }

    private void checkStart(final String what) {
        calls.progress().handlerCalls().refuse(what);
        calls.checks().checkOpen();
        if (agreement.isUnderWay()) {
            throw new IllegalStateException("a call of agree, shrink or replace is under way on this communicator: complete it first");
        }
        final int own = calls.group().rank();
        if (calls.members().isReplaced(own)) {
            throw new PeerFailedException(Outcome.PEER_FAILED, own, "rank " + own +
                " has joined again, and an earlier incarnation is the member: " + what + " of " + calls.group().size() + " ranks");
        }
    }
}
