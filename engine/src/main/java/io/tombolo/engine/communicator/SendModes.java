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
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.ringbuffers.flight.OrderLimit;

/**
 * The calls of a communicator that send in another mode than the standard one, or that prepare persistent and partitioned requests. Memory
 * is a base and an offset.
 */
final class SendModes {
    private final MessageCalls calls;

    SendModes(final MessageCalls calls) {
        this.calls = calls;
    }

    void send(
        final SendMode mode, final Object base, final long offset, final long length, final Object owner, final int destination,
        final int tag) {
        calls.progress().handlerCalls().refuse(mode == SendMode.READY ? "rsend" : "ssend");
        final boolean mayStart = calls.checks().checkSend(destination, tag);
        if (destination == Communicator.NULL_RANK) {
            return;
        }
        final Operation send = calls.operations().acquire();
        calls.prepareSend(send, base, offset, length, owner, destination, tag);
        mode.apply(send);
        calls.startBlockingSend(send, destination, mayStart);
        calls.finishBlocking(send, length, null);
    }

    void isend(
        final SendMode mode, final Object base, final long offset, final long length, final Object owner, final int destination,
        final int tag, final Request request) {
        final boolean mayStart = calls.checks().checkSend(destination, tag);
        final RequestState state = RequestState.of(request, calls);
        calls.prepareSend(state.operation(), base, offset, length, owner, destination, tag);
        mode.apply(state.operation());
        calls.startSend(request, state, destination, mayStart);
    }

    void bsend(final Object base, final long offset, final long length, final Object owner, final int destination, final int tag) {
        calls.checkStart(destination, tag);
        if (destination == Communicator.NULL_RANK) {
            return;
        }
        final Operation send = calls.operations().acquire();
        try {
            copyToBuffer(send, base, offset, length, owner, destination, tag);
            calls.awaitOutcome(send, length, null, Long.MAX_VALUE, Deadline.NONE);
        } finally {
            if (send.isDone()) {
                calls.operations().release(send);
            }
        }
    }

    void ibsend(
        final Object base, final long offset, final long length, final Object owner, final int destination, final int tag,
        final Request request) {
        calls.checkStart(destination, tag);
        final RequestState state = RequestState.of(request, calls);
        if (destination == Communicator.NULL_RANK) {
            calls.prepareSend(state.operation(), base, offset, length, owner, destination, tag);
            calls.submit(request, state);
            return;
        }
        copyToBuffer(state.operation(), base, offset, length, owner, destination, tag);
        MESSAGING.start(request, state);
    }

    /**
     * Lets the progress owner copy a message into the attached buffer. Makes progress first, so that earlier copies can leave: a program
     * that only sends buffered messages makes progress nowhere else.
     */
    private void copyToBuffer(
        final Operation send, final Object base, final long offset, final long length, final Object owner, final int destination,
        final int tag) {
        calls.progress().poll();
        calls.prepareSend(send, base, offset, length, owner, destination, tag);
        send.kind = Operation.Kind.BUFFER;
        if (calls.order() != null) {
            calls.order().count();
        }
        calls.progress().submit(send);
        calls.progress().awaitUninterrupted(send);
        if (send.outcome() == Outcome.CANCELLED) {
            throw new MessagingException(Outcome.INSUFFICIENT_RESOURCES, "no room for " + length +
                " bytes in the attached buffer, nothing was sent: give Engine.attachBuffer as many bytes as messages have under way");
        }
    }

    void sendInit(
        final Object base, final long offset, final long length, final Object owner, final int destination, final int tag,
        final Request request) {
        calls.checks().checkSend(destination, tag);
        final Operation template = new Operation();
        calls.prepareSend(template, base, offset, length, owner, destination, tag);
        MESSAGING.prepare(request, new PersistentState(calls, template));
    }

    void recvInit(
        final Object base, final long offset, final long capacity, final Object owner, final int source, final int tag,
        final Request request) {
        calls.checks().checkReceive(source, tag);
        final Operation template = new Operation();
        calls.prepareReceive(template, base, offset, capacity, owner, source, tag);
        MESSAGING.prepare(request, new PersistentState(calls, template));
    }

    void psendInit(
        final Object base, final long offset, final int partitions, final long length, final Object owner, final int destination,
        final int tag, final Request request) {
        calls.limit(OrderLimit.PARTITIONED);
        calls.checks().checkSend(destination, tag);
        final Operation template = new Operation();
        calls.prepareSend(template, base, offset, length, owner, destination, tag);
        MESSAGING.prepare(request, new PartitionedState(calls, template, partitions));
    }

    void precvInit(
        final Object base, final long offset, final int partitions, final long length, final Object owner, final int source,
        final int tag, final Request request) {
        calls.limit(OrderLimit.PARTITIONED);
        calls.checks().checkReceive(source, tag);
        if (source == Communicator.ANY_SOURCE) {
            throw new IllegalArgumentException("source=ANY_SOURCE: partitions come from one rank");
        }
        final Operation template = new Operation();
        calls.prepareReceive(template, base, offset, length, owner, source, tag);
        MESSAGING.prepare(request, new PartitionedState(calls, template, partitions));
    }
}
