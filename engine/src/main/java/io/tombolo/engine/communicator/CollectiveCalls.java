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

import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.collective.CollectiveArguments;
import io.tombolo.ringbuffers.flight.OrderLimit;

/**
 * Executes the collective operations of a communicator. The order of calls does not record their data, so it ends there, except for
 * blocking barriers.
 */
final class CollectiveCalls implements CollectiveForms {
    private final MessageCalls calls;
    private final GroupOpener opener;

    CollectiveCalls(final MessageCalls calls, final GroupOpener opener) {
        this.calls = calls;
        this.opener = opener;
    }

    void barrier() {
        calls.checks().checkOpen();
        if (calls.order() != null) {
            calls.order().barrier(calls.context());
        }
        try {
            calls.collectives().barrier(calls.timeoutNs());
        } catch (final PeerFailedException exception) {
            memberIsGone();
            throw exception;
        } catch (final DeadlineException exception) {
            calls.timeUp();
            throw exception;
        }
    }

    @Override
    public void run(final CollectiveArguments arguments) {
        calls.checks().checkOpen();
        calls.limit(OrderLimit.COLLECTIVE);
        try {
            calls.collectives().run(arguments, calls.timeoutNs());
        } catch (final PeerFailedException exception) {
            memberIsGone();
            throw exception;
        }
    }

    /** The next send to that rank fails, too. */
    private void memberIsGone() {
        opener.checkGroups();
        if (calls.order() != null) {
            calls.order().fail();
        }
    }

    @Override
    public void start(final CollectiveArguments arguments, final Request request) {
        MESSAGING.checkIdle(request);
        final CollectiveState state = MESSAGING.delegate(request) instanceof CollectiveState before && !before.isPersistent() ?
            before : new CollectiveState(false);
        state.use(calls, opener);
        state.call().arguments.set(arguments);
        state.start();
        MESSAGING.start(request, state);
    }

    @Override
    public void prepare(final CollectiveArguments arguments, final Request request) {
        MESSAGING.checkIdle(request);
        calls.checks().checkOpen();
        final CollectiveState state = new CollectiveState(true);
        state.use(calls, opener);
        state.call().arguments.set(arguments);
        MESSAGING.prepare(request, state);
    }
}
