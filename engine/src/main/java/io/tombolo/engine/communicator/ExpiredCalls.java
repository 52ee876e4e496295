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
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.BlockingOperations;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.engine.transfer.MulticastOperation;

/**
 * Ends the operations of calls whose time is up, so that the memory of the caller is free again, and says what has become of each. No
 * message is lost: an operation that can no longer be taken back is completed, or goes on without its caller.
 */
final class ExpiredCalls {
    private final Progress progress;
    private final BlockingOperations operations;

    ExpiredCalls(final Progress progress, final BlockingOperations operations) {
        this.progress = progress;
        this.operations = operations;
    }

    /**
     * Prepares a send that may be given up: it is copied out of the memory of its caller, also out of a memory region. A message that is
     * forwarded stays in its region.
     */
    static void makeRevocable(final Operation send) {
        send.isRevocable = true;
        if (send.spanned != null) {
            send.segments = SharedRegion.segments(send.spanned, send.offset, send.length);
            send.spanned = null;
        }
    }

    /**
     * Ends an operation whose caller waits no longer.
     * <ul>
     * <li>A receive is taken back. If it has matched, it is completed, which may take as long as its sender needs for the data.
     * <li>A send is taken back if that is possible, otherwise its message goes on from a copy.
     * <li>The send of a claim goes on, as does the fetch of a matched message: their memory belongs to the engine.
     * </ul>
     *
     * @param operation submitted by the caller; done when this returns.
     * @param limitNs   nanoseconds that the caller has waited.
     * @throws DeadlineException unless the operation has its own outcome after all.
     */
    void end(final Operation operation, final long limitNs) {
        // Before it ends: the owner forgets the rest then.
        final String what = progress.describe(operation);
        switch (operation.kind) {
            case RECEIVE -> {
                operations.takeBack(operation);
                if (operation.outcome() == Outcome.CANCELLED) {
                    throw Deadline.exception(limitNs, what, "nothing was taken");
                }
            }
            case SEND -> endSend(operation, limitNs, what);
            case COMMIT -> throw Deadline.exception(limitNs, what, "the message leaves as soon as there is room");
            case VIEW -> throw Deadline.exception(limitNs, what, "the message stays open, and is still being fetched");
            default -> throw Deadline.exception(limitNs, what, "the operation goes on");
        }
    }

    private void endSend(final Operation send, final long limitNs, final String what) {
        final boolean isForwarded = !send.isRevocable;
        if (!operations.withdraw(send)) {
            throw Deadline.exception(limitNs, what, "the message may still arrive, " +
                (isForwarded ? "so the received data must not change" : "and its memory may be used again"));
        }
        if (send.outcome() == Outcome.CANCELLED) {
            throw Deadline.exception(limitNs, what, send instanceof MulticastOperation ?
                "the message never arrives where it had not left, and its memory may be used again" :
                "the message was withdrawn and never arrives");
        }
    }

    /**
     * Adds to the exception of a send what has become of the receive of the same call.
     *
     * @param receive its outcome.
     */
    static DeadlineException ofSend(final DeadlineException exception, final Outcome receive) {
        return new DeadlineException(exception.getMessage() +
            (receive == Outcome.CANCELLED ? "; nothing was received" : "; the receive has ended before, see its status"));
    }
}
