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
import io.tombolo.engine.node.GroupMembers;
import io.tombolo.ringbuffers.flight.OrderLimit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The calls by which a group goes on after it has lost members, one thread at a time. A blocking call that was interrupted is continued by
 * the next one.
 */
final class RepairCalls {
    private final MessageCalls calls;
    private final GroupOpener opener;
    private final LostMembers lost;
    private final AtomicBoolean isInCall = new AtomicBoolean();
    // Changed by the thread that is in a call.
    private PendingCall<?> pending;
    private boolean isContinuable;

    RepairCalls(final MessageCalls calls, final GroupOpener opener) {
        this.calls = calls;
        this.opener = opener;
        this.lost = calls.lost();
    }

    void revoke() {
        calls.progress().checkOpen();
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
        // The record of a closed group may be that of another group by now.
        calls.checks().checkOpen();
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
        calls.checks().checkOpen();
        lost.report(isReported);
    }

    int agree(final int flag, final long timeoutNs) {
        return awaitAgree(flag, timeoutNs).result();
    }

    int agree(final int flag, final Status status, final long timeoutNs) {
        return awaitAgree(flag, timeoutNs).result(status);
    }

    private AgreeCall awaitAgree(final int flag, final long timeoutNs) {
        return await("agree", AgreeCall.class, () -> new AgreeCall(calls, lost, flag), timeoutNs);
    }

    AgreeCall iagree(final int flag) {
        return begin("iagree", () -> new AgreeCall(calls, lost, flag));
    }

    MessageCalls shrink(final long timeoutNs) {
        return await("shrink", ShrinkCall.class, () -> new ShrinkCall(calls, opener), timeoutNs).result();
    }

    ShrinkCall ishrink() {
        return begin("ishrink", () -> new ShrinkCall(calls, opener));
    }

    MessageCalls replace(final long timeoutNs) {
        enter("replace");
        try {
            checkPending();
            final ReplaceCall call = new ReplaceCall(calls, opener);
            return Communicators.await(call, call::withdraw, timeoutNs);
        } finally {
            isInCall.set(false);
        }
    }

    /** Begins a call, or continues one of the same type that was interrupted or whose time was up, and waits for its end. */
    private <C extends PendingCall<?>> C await(
        final String what, final Class<C> type, final Supplier<C> start, final long timeoutNs) {
        enter(what);
        try {
            if (!isContinuable || !type.isInstance(pending)) {
                checkPending();
                pending = start.get();
                isContinuable = true;
            }
            final C call = type.cast(pending);
            call.awaitEnd(timeoutNs, "call " + what + " again to continue");
            pending = null;
            return call;
        } finally {
            isInCall.set(false);
        }
    }

    private <C extends PendingCall<?>> C begin(final String what, final Supplier<C> start) {
        enter(what);
        try {
            checkPending();
            final C call = start.get();
            pending = call;
            isContinuable = false;
            return call;
        } finally {
            isInCall.set(false);
        }
    }

    private void enter(final String what) {
        calls.limit(OrderLimit.REPAIR);
        calls.progress().handlerCalls().refuse(what);
        calls.progress().checkOpen();
        calls.checks().checkOpen();
        final int own = calls.group().rank();
        if (calls.members().isReplaced(own)) {
            throw new PeerFailedException(Outcome.PEER_FAILED, own, "rank " + own +
                " has joined again, and an earlier incarnation is the member: " + what + " of " + calls.group().size() + " ranks");
        }
        if (!isInCall.compareAndSet(false, true)) {
            throw underWay();
        }
    }

    private void checkPending() {
        if (pending != null && !pending.hasEnded()) {
            throw underWay();
        }
    }

    private static IllegalStateException underWay() {
        return new IllegalStateException("a call of agree, shrink or replace is under way on this communicator: complete it first");
    }
}
