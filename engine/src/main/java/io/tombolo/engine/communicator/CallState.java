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

import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Progress;
import io.tombolo.ringbuffers.flight.OrderLimit;

/**
 * The state of a request for an operation of a communicator: the one of the last start. The order of its outcomes is recorded, or follows
 * a record.
 */
abstract class CallState extends OperationState {
    private MessageCalls calls;

    CallState(final MessageCalls calls, final Operation operation) {
        super(operation);
        this.calls = calls;
    }

    final MessageCalls calls() {
        return calls;
    }

    final void calls(final MessageCalls newCalls) {
        if (calls != newCalls) {
            // Not stored every time, because the store of a reference includes a barrier of the garbage collector.
            calls = newCalls;
        }
    }

    @Override
    protected final Progress progress() {
        return calls.progress();
    }

    @Override
    public final boolean test() {
        final CallOrder order = calls.order();
        if (order == null) {
            return super.test() || testPending();
        }
        order.ask();
        return order.isReplay() ? order.follow(operation()) : order.answered(super.test() || testPending());
    }

    @Override
    public final boolean look() {
        final CallOrder order = calls.order();
        if (order == null) {
            return super.look() || testPending();
        }
        order.ask();
        return order.isReplay() ? order.follow(operation()) : order.answered(super.look() || testPending());
    }

    private boolean testPending() {
        calls.waits().check(operation());
        return operation().isDone();
    }

    @Override
    public final boolean isDone() {
        final CallOrder order = calls.order();
        if (order == null) {
            return operation().isDone();
        }
        order.ask();
        return order.isReplay() ? order.follow(operation()) : order.answered(operation().isDone());
    }

    @Override
    public final void await(final long timeoutNs) {
        final CallOrder order = calls.order();
        if (order != null && order.isReplay()) {
            order.await(operation());
        } else if (!operation().isDone()) {
            awaitPending(timeoutNs);
        }
    }

    private void awaitPending(final long timeoutNs) {
        try {
            calls.waits().await(operation(), timeoutNs);
        } catch (final DeadlineException exception) {
            calls.timeUp();
            throw exception;
        }
    }

    @Override
    public final int pause(final int idle, final Request[] requests, final long leftNs) {
        final CallOrder order = calls.order();
        return order == null ? super.pause(idle, requests, leftNs) : order.pause(idle, () -> super.pause(idle, requests, leftNs));
    }

    @Override
    public final boolean isReplayed() {
        return calls.order() != null && calls.order().isReplay();
    }

    @Override
    public final void timeUp() {
        calls.timeUp();
    }

    @Override
    public final void interrupted() {
        calls.limit(OrderLimit.INTERRUPTED);
    }

    @Override
    public final boolean cancel() {
        final Operation operation = operation();
        if (isReplayed()) {
            return calls.order().cancel(operation);
        }
        if (operation.kind == Operation.Kind.RECEIVE || operation.kind == Operation.Kind.SEND) {
            calls.operations().cancel(operation);
        }
        return operation.isDone() && operation.outcome() == Outcome.CANCELLED;
    }

    @Override
    public void finish(final Status status) {
        calls.ended(operation());
        calls.outcomes().finish(operation(), status);
    }
}
