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
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.collective.Group;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.GroupMembers;
import io.tombolo.engine.progress.Progress;
import java.util.Objects;

/**
 * What the calls of a communicator tell their callers when operations end: it fills the status, with the rank of the group and a broken
 * promise, and throws if the error mode says so.
 */
final class CallOutcomes {
    private final Progress progress;
    private final Group group;
    private final GroupMembers members;
    private final boolean isExact;
    // Whether a status must be changed after the progress owner has filled it: to ranks of this group, or because of a promise.
    private final boolean changesStatus;
    private volatile ErrorMode errorMode = ErrorMode.THROW;

    CallOutcomes(final Progress progress, final Group group, final GroupMembers members, final boolean isExact) {
        this.progress = progress;
        this.group = group;
        this.members = members;
        this.isExact = isExact;
        this.changesStatus = !group.isWorld() || isExact;
    }

    void errors(final ErrorMode mode) {
        errorMode = Objects.requireNonNull(mode, "mode");
    }

    /** Returns whether a receive that is shorter than its memory breaks a promise. */
    boolean isExact() {
        return isExact;
    }

    boolean changesStatus() {
        return changesStatus;
    }

    /**
     * Ends a receive on the fast path. Sets the rank of this group and a broken promise in the status, and throws if the receive has
     * failed.
     */
    void finishFastReceive(final int source, final int tag, final int length, final long capacity, final Status status) {
        final boolean isBroken = isExact && length < capacity;
        if (status == null) {
            if (isBroken) {
                throwIfFailed(Operation.Kind.RECEIVE, MESSAGING.fill(new Status(), source, tag, length, length, Outcome.PROMISE_BROKEN),
                    capacity);
            }
            return;
        }
        MESSAGING.fill(status, group.fromWorld(status.source()), status.tag(), status.length(), length,
            isBroken ? Outcome.PROMISE_BROKEN : status.outcome());
        throwIfFailed(Operation.Kind.RECEIVE, status, capacity);
    }

    boolean hasSucceeded(final Operation operation) {
        return operation.outcome() == Outcome.SUCCESS &&
            (!isExact || !operation.kind.isReceive() || operation.source == Communicator.NULL_RANK || operation.isFilled());
    }

    /**
     * Fills a status with the rank in this group, and with the outcome that the promises give.
     */
    void fill(final Operation operation, final Status status) {
        operation.fill(status);
        if (changesStatus) {
            final boolean isBroken = status.isSuccess() && !hasSucceeded(operation);
            MESSAGING.fill(status, group.fromWorld(status.source()), status.tag(), status.length(), status.messageLength(),
                isBroken ? Outcome.PROMISE_BROKEN : status.outcome());
        }
    }

    /**
     * Throws if an operation has failed and the error mode says so.
     *
     * @param operation that has ended.
     * @param capacity  of a receive, in bytes.
     * @param status    may be null.
     */
    void throwIfFailed(final Operation operation, final long capacity, final Status status) {
        if (hasSucceeded(operation)) {
            return;
        }
        meetNextIfGone(operation.kind, operation.outcome());
        if (errorMode == ErrorMode.RETURN) {
            return;
        }
        final Status failed = status != null ? status : new Status();
        fill(operation, failed);
        revokeIfTakenBack(operation.kind, failed);
        throw failure(operation.kind, failed, capacity);
    }

    /**
     * Finishes the operation of a request: fills the status, and throws if it has failed and the error mode says so.
     */
    void finish(final Operation operation, final Status status) {
        fill(operation, status);
        throwIfFailed(operation.kind, status, operation.capacity());
    }

    /**
     * Finishes the partitions of a request. The status gets the sum of their lengths, and the outcome of the first that has failed.
     */
    void finish(final Operation[] parts, final int tag, final Status status) {
        long length = 0;
        long messageLength = 0;
        Outcome outcome = Outcome.SUCCESS;
        for (final Operation part : parts) {
            fill(part, status);
            length += status.length();
            messageLength += status.messageLength();
            outcome = outcome == Outcome.SUCCESS ? status.outcome() : outcome;
        }
        MESSAGING.fill(status, status.source(), tag, length, messageLength, outcome);
        throwIfFailed(parts[0].kind, status, parts[0].capacity() * parts.length);
    }

    private void throwIfFailed(final Operation.Kind kind, final Status status, final long capacity) {
        if (!status.isSuccess()) {
            revokeIfTakenBack(kind, status);
            meetNextIfGone(kind, status.outcome());
        }
        if (!status.isSuccess() && status.outcome() != Outcome.CANCELLED && errorMode == ErrorMode.THROW) {
            throw failure(kind, status, capacity);
        }
    }

    /** Makes progress after a send to a rank that is gone. A rank that only sends meets the next incarnation by that alone. */
    private void meetNextIfGone(final Operation.Kind kind, final Outcome outcome) {
        if (kind.isSend() && (outcome == Outcome.PEER_FAILED || outcome == Outcome.PEER_LEFT) && !progress.handlerCalls().isInHandler()) {
            progress.pollIfOpen();
        }
    }

    /** Changes the outcome of a send that was taken back because its communicator is revoked. */
    private void revokeIfTakenBack(final Operation.Kind kind, final Status status) {
        if (status.outcome() == Outcome.CANCELLED && kind.isSend() && members.isRevoked()) {
            MESSAGING.fill(status, status.source(), status.tag(), 0, status.messageLength(), Outcome.REVOKED);
        }
    }

    private MessagingException failure(final Operation.Kind kind, final Status failed, final long capacity) {
        return progress.failures().of(kind, failed, group.toWorld(failed.source()), capacity);
    }

    static void fillForNullRank(final Status status) {
        if (status != null) {
            MESSAGING.fill(status, Communicator.NULL_RANK, Communicator.ANY_TAG, 0, 0, Outcome.SUCCESS);
        }
    }
}
