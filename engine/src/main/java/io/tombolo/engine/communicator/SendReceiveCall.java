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

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Deadline;

/**
 * A send and a receive in one call, of a communicator.
 */
final class SendReceiveCall {
    private final MessageCalls calls;

    SendReceiveCall(final MessageCalls calls) {
        this.calls = calls;
    }

    void sendrecv(
        final Object sendBase, final long sendOffset, final long sendLength, final Object sendOwner, final int destination,
        final int sendTag, final Object base, final long offset, final long capacity, final Object owner, final int source,
        final int tag, final Status status) {
        calls.progress().handlerCalls().refuse("sendrecv");
        final boolean mayStart = calls.checks().checkSend(destination, sendTag);
        final boolean mayTake = calls.checks().checkReceive(source, tag);
        if (source == Communicator.NULL_RANK) {
            calls.send(sendBase, sendOffset, sendLength, sendOwner, destination, sendTag);
            CallOutcomes.fillForNullRank(status);
            return;
        }
        if (mayStart && calls.trySend(sendBase, sendOffset, sendLength, sendOwner, destination, sendTag)) {
            // The message has left, so the receive need not be posted before.
            calls.recvMatching(base, offset, capacity, owner, source, tag, MessageCalls.tagMask(tag), status, mayTake);
            return;
        }
        final Operation receive = calls.operations().acquire();
        calls.prepareReceive(receive, base, offset, capacity, owner, source, tag);
        calls.submitBlocking(receive);
        final long deadline = Deadline.after(calls.timeoutNs());
        try {
            calls.sendAsOperation(sendBase, sendOffset, sendLength, sendOwner, destination, sendTag, mayStart, deadline);
        } catch (final DeadlineException exception) {
            throw ExpiredCalls.ofSend(exception, takeBack(receive, status, exception));
        } catch (final RuntimeException exception) {
            takeBack(receive, null, exception);
            throw exception;
        }
        calls.finishBlocking(receive, capacity, status, deadline);
    }

    /**
     * Takes a posted receive back because its call fails for another reason. The engine must not write to the caller's memory after the
     * call.
     *
     * @return outcome of the receive.
     */
    private Outcome takeBack(final Operation receive, final Status status, final RuntimeException reason) {
        Outcome outcome = Outcome.CLOSED;
        try {
            calls.operations().takeBack(receive);
            outcome = receive.outcome();
            if (status != null) {
                calls.outcomes().fill(receive, status);
            }
            calls.operations().release(receive);
        } catch (final IllegalStateException exception) {
            reason.addSuppressed(exception);
        }
        return outcome;
    }
}
