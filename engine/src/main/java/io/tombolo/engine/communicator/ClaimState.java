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

import io.tombolo.engine.access.ClaimDelegate;
import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.transfer.ClaimOperation;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.ringbuffers.RewrappedByteBuffer;
import java.nio.ByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The state of a claim, which is used again each time that the claim is opened: an operation, a buffer, and the communicator of the last
 * opening.
 */
final class ClaimState implements ClaimDelegate {
    private final Status status;
    private final ClaimOperation operation = new ClaimOperation();
    private final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
    // Made when it is first asked for.
    private RewrappedByteBuffer byteBuffer;
    private ClaimCalls calls;
    // Memory of a claim for the null rank; grows as needed.
    private ByteBuffer nullMemory;
    private boolean isOpen;
    // Whether a commit was interrupted, ran out of time or was called by the error handler. Its operation goes on, so a new claim needs
    // another state.
    private boolean isLeftBehind;

    private ClaimState(final ClaimCalls calls, final Status status) {
        this.calls = calls;
        this.status = status;
        operation.window = buffer;
    }

    static ClaimState of(final Claim claim, final ClaimCalls calls) {
        if (claim.isOpen()) {
            throw new IllegalStateException("claim open=true: commit or abort it before it is opened again; " + claim);
        }
        if (MESSAGING.delegate(claim) instanceof ClaimState state && !state.isLeftBehind) {
            state.calls = calls;
            return state;
        }
        final ClaimState state = new ClaimState(calls, claim.status());
        MESSAGING.attach(claim, state);
        return state;
    }

    void openForNullRank(final long length) {
        if (nullMemory == null || nullMemory.capacity() < length) {
            nullMemory = ByteBuffer.allocateDirect((int) length);
        }
        buffer.wrap(nullMemory, 0, (int) length);
        operation.destination = Communicator.NULL_RANK;
        CallOutcomes.fillForNullRank(status);
        isOpen = true;
    }

    /**
     * Looks once for memory to lend.
     *
     * @param mayGrow whether to make a region if that helps.
     * @return false if no memory is free now.
     */
    boolean open(final long length, final int destination, final int tag, final boolean mayGrow) {
        operation.destination = calls.messageCalls().group().toWorld(destination);
        operation.source = operation.destination;
        operation.tag = tag;
        operation.key = Envelope.key(calls.context(), tag);
        operation.place(null, 0, length, null);
        operation.growth = 0;
        operation.mayGrow = mayGrow;
        do {
            operation.grown = operation.growth > 0 ? calls.tryMakeRegion(operation.growth) : null;
            run(Operation.Kind.CLAIM);
        } while (operation.outcome() == Outcome.CANCELLED && operation.growth > 0);
        if (operation.outcome() == Outcome.CANCELLED) {
            return false;
        }
        calls.messageCalls().awaitOutcome(operation, length, status, Long.MAX_VALUE, Deadline.NONE);
        isOpen = operation.outcome() == Outcome.SUCCESS;
        return true;
    }

    /**
     * Returns whether the last look found that no process has joined as the destination.
     */
    boolean isAbsent() {
        return operation.isAbsent;
    }

    private void run(final Operation.Kind kind) {
        operation.begin(kind);
        calls.messageCalls().progress().submit(operation);
        calls.messageCalls().progress().awaitUninterrupted(operation);
    }

    @Override
    public boolean isOpen() {
        return isOpen;
    }

    @Override
    public MutableDirectBuffer buffer() {
        return buffer;
    }

    @Override
    public long length() {
        return buffer.capacity();
    }

    @Override
    public ByteBuffer byteBuffer() {
        if (byteBuffer == null) {
            byteBuffer = RewrappedByteBuffer.writable();
        }
        return byteBuffer.wrap(buffer.addressOffset(), buffer.capacity());
    }

    @Override
    public void commit(final long length, final long timeoutNs) {
        end();
        if (operation.destination != Communicator.NULL_RANK) {
            operation.begin(Operation.Kind.COMMIT);
            operation.sentLength = length;
            if (calls.messageCalls().order() != null) {
                calls.messageCalls().order().count();
            }
            calls.messageCalls().progress().submit(operation);
            try {
                // The error handler must not wait. A message that cannot leave at once leaves later.
                if (operation.isDone() || !calls.messageCalls().progress().handlerCalls().isInHandler()) {
                    calls.messageCalls().awaitOutcome(operation, operation.length, status, timeoutNs, Deadline.after(timeoutNs));
                }
            } finally {
                isLeftBehind = !operation.isDone();
            }
        }
    }

    @Override
    public void abort() {
        end();
        if (operation.destination != Communicator.NULL_RANK) {
            run(Operation.Kind.ABORT);
        }
    }

    private void end() {
        isOpen = false;
        buffer.wrap(0, 0);
        if (byteBuffer != null) {
            byteBuffer.close();
        }
    }
}
