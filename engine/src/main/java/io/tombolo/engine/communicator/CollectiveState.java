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
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.collective.CollectiveOperation;
import io.tombolo.engine.progress.Progress;
import io.tombolo.ringbuffers.flight.OrderLimit;

/**
 * The state of a request for a collective operation, persistent or not. Errors are thrown in either error mode.
 */
final class CollectiveState extends OperationState {
    private final boolean isPersistent;
    private MessageCalls calls;
    private GroupOpener opener;

    CollectiveState(final boolean isPersistent) {
        super(new CollectiveOperation());
        this.isPersistent = isPersistent;
    }

    boolean isPersistent() {
        return isPersistent;
    }

    void use(final MessageCalls newCalls, final GroupOpener newOpener) {
        calls = newCalls;
        opener = newOpener;
    }

    /** Returns the operation of this request. */
    CollectiveOperation call() {
        return (CollectiveOperation) operation();
    }

    @Override
    public void start() {
        calls.checks().checkOpen();
        calls.limit(OrderLimit.COLLECTIVE);
        calls.collectives().start(call());
    }

    @Override
    protected Progress progress() {
        return calls.progress();
    }

    @Override
    public void timeUp() {
        calls.timeUp();
    }

    @Override
    public void await(final long timeoutNs) {
        try {
            calls.progress().await(operation(), timeoutNs);
        } catch (final DeadlineException exception) {
            timeUp();
            throw exception;
        }
    }

    @Override
    public boolean cancel() {
        return false;
    }

    @Override
    public void finish(final Status status) {
        final CollectiveOperation call = call();
        final Outcome outcome = call.outcome();
        MESSAGING.fill(status, Communicator.NULL_RANK, Communicator.ANY_TAG, 0, 0, outcome);
        if (outcome == Outcome.SUCCESS) {
            return;
        }
        final RuntimeException failure = call.failure();
        if (failure instanceof PeerFailedException) {
            opener.checkGroups();
        }
        final String what = call.arguments.kind.call() + " of " + calls.group().size() + " ranks";
        throw failure != null ? failure : outcome == Outcome.CANCELLED ?
            new MessagingException(outcome, "this communicator was closed: " + what) : calls.progress().failures().collective(
                outcome, calls.group().rank(), calls.group().toWorld(calls.group().rank()), what);
    }
}
