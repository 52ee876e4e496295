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
import io.tombolo.engine.transfer.ClaimOperation;
import io.tombolo.engine.wire.Envelope;
import java.nio.ByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What a claim keeps between its openings: an operation, its buffer, and the communicator that it was opened on last.
 */
final class ClaimState implements ClaimDelegate {
    private final Status status;
    private final ClaimOperation operation = new ClaimOperation();
    private final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
    private ClaimCalls calls;
    private ByteBuffer nowhere;
    private boolean isOpen;
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
        if (MESSAGING.delegate(claim) instanceof ClaimState work && !work.isLeftBehind) {
            work.calls = calls;
            return work;
        }
        final ClaimState work = new ClaimState(calls, claim.status());
        MESSAGING.attach(claim, work);
        return work;
    }

    void openNowhere(final long length) {
        if (nowhere == null || nowhere.capacity() < length) {
            nowhere = ByteBuffer.allocateDirect((int) length);
        }
        buffer.wrap(nowhere, 0, (int) length);
        operation.destination = Communicator.NULL_RANK;
        MessageCalls.fillNull(status);
        isOpen = true;
    }

    /**
     * Looks once for memory, and makes a region if it may, and that helps.
     *
     * @return false if there is none now.
     */
    boolean open(final long length, final int destination, final int tag, final boolean mayGrow) {
        operation.destination = calls.messages().group().toWorld(destination);
        operation.source = operation.destination;
        operation.tag = tag;
        operation.key = Envelope.key(calls.context(), tag);
        operation.place(null, 0, length, null);
        operation.growth = 0;
        operation.mayGrow = mayGrow;
        do {
            operation.grown = operation.growth > 0 ? calls.makeRegion(operation.growth) : null;
            run(Operation.Kind.CLAIM);
        } while (operation.outcome() == Outcome.CANCELLED && operation.growth > 0);
        if (operation.outcome() == Outcome.CANCELLED) {
            return false;
        }
        calls.messages().conclude(operation, length, status);
        isOpen = operation.outcome() == Outcome.SUCCESS;
        return true;
    }

    private void run(final Operation.Kind kind) {
        operation.begin(kind);
        calls.messages().progress().submit(operation);
        calls.messages().progress().awaitUninterrupted(operation);
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
    public void commit() {
        end();
        if (operation.destination != Communicator.NULL_RANK) {
            operation.begin(Operation.Kind.COMMIT);
            calls.messages().progress().submit(operation);
            try {
                // In the handler nobody waits: what cannot go at once goes on by itself.
                if (operation.isDone() || !calls.messages().progress().handlerCalls().isInHandler()) {
                    calls.messages().conclude(operation, operation.length, status);
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
    }
}
