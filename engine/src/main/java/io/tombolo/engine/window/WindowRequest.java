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
package io.tombolo.engine.window;

import static io.tombolo.engine.access.ApiAccess.MESSAGING;

import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.collective.Group;
import io.tombolo.engine.communicator.CallOrder;
import io.tombolo.engine.communicator.MessageCalls;
import io.tombolo.engine.communicator.OperationState;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Progress;
import io.tombolo.ringbuffers.flight.OrderLimit;

/**
 * The state of a request that accesses windows: an operation, and the calls of the window that it last accessed.
 */
final class WindowRequest extends OperationState {
    private MessageCalls calls;

    private WindowRequest() {
    }

    static WindowRequest of(final Request request, final MessageCalls calls) {
        MESSAGING.checkIdle(request);
        final WindowRequest work = MESSAGING.delegate(request) instanceof WindowRequest before ? before : new WindowRequest();
        work.calls = calls;
        return work;
    }

    /**
     * Begins the operation.
     *
     * @param target member, or the null rank.
     * @param length of the access, bytes.
     * @return the operation of the request.
     */
    Operation begin(final int target, final long length) {
        return begin(operation(), calls.group(), target, length);
    }

    static Operation begin(final Operation operation, final Group group, final int target, final long length) {
        operation.begin(Operation.Kind.WINDOW);
        operation.destination = group.toWorld(target);
        operation.source = operation.destination;
        operation.tag = 0;
        operation.length = length;
        return operation;
    }

    @Override
    protected Progress progress() {
        return calls.progress();
    }

    @Override
    public boolean test() {
        final CallOrder order = calls.order();
        if (order == null) {
            return super.test();
        }
        order.ask();
        return order.isReplay() ? order.follow(operation()) : order.answered(super.test());
    }

    @Override
    public boolean look() {
        final CallOrder order = calls.order();
        if (order == null) {
            return super.look();
        }
        order.ask();
        return order.isReplay() ? order.follow(operation()) : order.answered(super.look());
    }

    @Override
    public boolean isDone() {
        final CallOrder order = calls.order();
        if (order == null) {
            return super.isDone();
        }
        order.ask();
        return order.isReplay() ? order.follow(operation()) : order.answered(super.isDone());
    }

    @Override
    public int pause(final int idle, final Request[] requests, final long leftNs) {
        final CallOrder order = calls.order();
        return order == null ? super.pause(idle, requests, leftNs) : order.pause(idle, () -> super.pause(idle, requests, leftNs));
    }

    @Override
    public boolean isReplayed() {
        return calls.order() != null && calls.order().isReplay();
    }

    @Override
    public void timeUp() {
        calls.limit(OrderLimit.TIME_UP);
    }

    @Override
    public void await(final long timeoutNs) {
        if (calls.order() != null) {
            calls.order().checkEnd(operation());
        }
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
        final Operation operation = operation();
        operation.fill(status);
        final int target = calls.group().fromWorld(operation.destination);
        final boolean isFine = status.outcome() == Outcome.SUCCESS;
        MESSAGING.fill(status, target, 0, isFine ? operation.length : 0, operation.length, status.outcome());
        if (!isFine) {
            calls.limit(OrderLimit.FAILURE);
            throw failure(calls.progress(), operation.destination, status.outcome(), target, "access of " + operation.length + " bytes");
        }
    }

    static MessagingException failure(
        final Progress progress, final int worldRank, final Outcome outcome, final int target, final String what) {
        return progress.failures().collective(outcome, target, worldRank, what + " at rank " + target + " of a window");
    }
}
