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

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.region.SharedRegion;

/**
 * The state of a request for a message, which is used again for each start: an operation, and the communicator of the last start.
 */
public final class RequestState extends OperationState {
    private MessageCalls calls;
    // Place of the receive if it is in a region; else null.
    private SharedRegion region;
    private Object base;
    private long offset;

    RequestState(final MessageCalls calls) {
        this.calls = calls;
    }

    static RequestState of(final Request request, final MessageCalls calls) {
        MESSAGING.checkIdle(request);
        if (MESSAGING.delegate(request) instanceof RequestState state) {
            if (state.calls != calls) {
                // Not stored every time, because the store of a reference includes a barrier of the garbage collector.
                state.calls = calls;
            }
            return state;
        }
        return new RequestState(calls);
    }

    boolean belongsTo(final Progress progress) {
        return calls.progress() == progress;
    }

    @Override
    protected Progress progress() {
        return calls.progress();
    }

    /**
     * Remembers the place of a receive if it is in a region. Only a message in a region can be forwarded.
     */
    void rememberRegion(final Object newBase, final long newOffset, final Object owner) {
        if (owner instanceof SharedRegion shared) {
            region = shared;
            base = newBase;
            offset = newOffset;
        } else {
            forgetRegion();
        }
    }

    private void forgetRegion() {
        if (region != null) {
            region = null;
            base = null;
        }
    }

    SharedRegion region() {
        return region;
    }

    Object base() {
        return base;
    }

    long offset() {
        return offset;
    }

    @Override
    public boolean test() {
        final CallOrder order = calls.order();
        if (order == null) {
            return super.test() || testPending();
        }
        return order.isReplay() ? order.follow(operation()) : order.answered(super.test() || testPending());
    }

    @Override
    public boolean look() {
        final CallOrder order = calls.order();
        if (order == null) {
            return super.look() || testPending();
        }
        return order.isReplay() ? order.follow(operation()) : order.answered(super.look() || testPending());
    }

    private boolean testPending() {
        calls.waits().check(operation());
        return operation().isDone();
    }

    @Override
    public boolean isDone() {
        final CallOrder order = calls.order();
        if (order == null) {
            return operation().isDone();
        }
        return order.isReplay() ? order.follow(operation()) : order.answered(operation().isDone());
    }

    @Override
    public void await(final long timeoutNs) {
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
        calls.timeUp();
    }

    @Override
    public boolean cancel() {
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
        forgetRegion();
        calls.ended(operation());
        calls.outcomes().finish(operation(), status);
    }
}
