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
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.GroupMembers;
import io.tombolo.engine.progress.BlockingOperations;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.Progress;
import io.tombolo.ringbuffers.flight.OrderLimit;
import java.util.function.BooleanSupplier;

/**
 * The waits for the operations of a communicator. They notice what may happen to the communicator meanwhile: a send is taken back if the
 * communicator is revoked, and a receive from any source reports that a member is lost, if it is to report that.
 */
final class OperationWait {
    private final Progress progress;
    private final BlockingOperations operations;
    private final GroupMembers members;
    private final LostMembers lost;
    private final BooleanSupplier isRevoked;
    private final BooleanSupplier isToReport;

    OperationWait(final Progress progress, final BlockingOperations operations, final GroupMembers members, final LostMembers lost) {
        this.progress = progress;
        this.operations = operations;
        this.members = members;
        this.lost = lost;
        this.isRevoked = members::isRevoked;
        this.isToReport = lost::isToReport;
    }

    /**
     * Waits until an operation has ended.
     *
     * @param timeoutNs nanoseconds, or {@link Long#MAX_VALUE} for no limit.
     * @throws io.tombolo.engine.api.DeadlineException if the time is up; the operation goes on.
     * @throws PeerFailedException                     if the operation reports that a member is lost; it goes on.
     */
    void await(final Operation operation, final long timeoutNs) {
        if (!awaitUntil(operation, Deadline.after(timeoutNs))) {
            throw Deadline.exception(timeoutNs, progress.describe(operation), "the operation goes on");
        }
    }

    /**
     * Waits until an operation has ended, or the time is up.
     *
     * @param deadline from {@link Deadline}.
     * @return false if the time is up; the operation goes on.
     * @throws PeerFailedException if the operation reports that a member is lost; it goes on.
     */
    boolean awaitUntil(final Operation operation, final long deadline) {
        if (progress.awaitUntil(operation, deadline, reportsLosses(operation) ? isToReport : isRevoked)) {
            return true;
        }
        if (Deadline.isUp(deadline)) {
            return false;
        }
        check(operation);
        return progress.awaitUntil(operation, deadline);
    }

    private boolean reportsLosses(final Operation operation) {
        return operation.source == Communicator.ANY_SOURCE && operation.kind == Operation.Kind.RECEIVE && lost.isReporting();
    }

    /**
     * Looks whether something has happened to the communicator that an operation must not wait through.
     *
     * @param operation that has not ended.
     * @throws PeerFailedException if the operation reports that a member is lost; it goes on.
     */
    void check(final Operation operation) {
        if (members.isRevoked() && operation.kind == Operation.Kind.SEND) {
            operations.cancel(operation);
        } else if (reportsLosses(operation) && lost.isToReport()) {
            progress.limit(OrderLimit.FAILURE);
            throw lost.report(operation.tag);
        }
    }
}
