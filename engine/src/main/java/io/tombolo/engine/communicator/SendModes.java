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

import io.tombolo.engine.access.SegmentList;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Segments;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.completion.Operation;

/**
 * The calls of a communicator that send in another mode than the standard one, or in pieces, or prepare what is started later; memory is
 * a base and an offset here, or segments.
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
        calls.rules().checkSend(destination, tag);
        if (destination == Communicator.NULL_RANK) {
            return;
        }
        final Operation send = calls.operations().acquire();
        calls.prepareSend(send, base, offset, length, owner, destination, tag);
        mode.apply(send);
        finish(send, length, null);
    }

    private void finish(final Operation operation, final long length, final Status status) {
        calls.progress().submit(operation);
        calls.finishBlocking(operation, length, status);
    }

    void isend(
        final SendMode mode, final Object base, final long offset, final long length, final Object owner, final int destination,
        final int tag, final Request request) {
        calls.rules().checkSend(destination, tag);
        final RequestState work = RequestState.of(request, calls);
        calls.prepareSend(work.operation(), base, offset, length, owner, destination, tag);
        mode.apply(work.operation());
        calls.submit(request, work);
    }

    void bsend(final Object base, final long offset, final long length, final Object owner, final int destination, final int tag) {
        calls.rules().checkSend(destination, tag);
        if (destination == Communicator.NULL_RANK) {
            return;
        }
        final Operation send = calls.operations().acquire();
        try {
            buffer(send, base, offset, length, owner, destination, tag);
            calls.conclude(send, length, null);
        } finally {
            if (send.isDone()) {
                calls.operations().release(send);
            }
        }
    }

    void ibsend(
        final Object base, final long offset, final long length, final Object owner, final int destination, final int tag,
        final Request request) {
        calls.rules().checkSend(destination, tag);
        final RequestState work = RequestState.of(request, calls);
        if (destination == Communicator.NULL_RANK) {
            calls.prepareSend(work.operation(), base, offset, length, owner, destination, tag);
            calls.submit(request, work);
            return;
        }
        buffer(work.operation(), base, offset, length, owner, destination, tag);
        MESSAGING.start(request, work);
    }

    /**
     * Hands a message to the owner of progress, who copies it. Makes a turn before, in which copies may leave: a program that sends
     * buffered alone would never make another.
     */
    private void buffer(
        final Operation send, final Object base, final long offset, final long length, final Object owner, final int destination,
        final int tag) {
        calls.progress().poll();
        calls.prepareSend(send, base, offset, length, owner, destination, tag);
        send.kind = Operation.Kind.BUFFER;
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
        calls.rules().checkSend(destination, tag);
        final Operation template = new Operation();
        calls.prepareSend(template, base, offset, length, owner, destination, tag);
        MESSAGING.prepare(request, new PersistentState(calls, template));
    }

    void recvInit(
        final Object base, final long offset, final long capacity, final Object owner, final int source, final int tag,
        final Request request) {
        calls.rules().checkReceive(source, tag);
        final Operation template = new Operation();
        calls.prepareReceive(template, base, offset, capacity, owner, source, tag);
        MESSAGING.prepare(request, new PersistentState(calls, template));
    }

    void psendInit(
        final Object base, final long offset, final int partitions, final long length, final Object owner, final int destination,
        final int tag, final Request request) {
        calls.rules().checkSend(destination, tag);
        final Operation template = new Operation();
        calls.prepareSend(template, base, offset, length, owner, destination, tag);
        MESSAGING.prepare(request, new PartitionedState(calls, template, partitions));
    }

    void precvInit(
        final Object base, final long offset, final int partitions, final long length, final Object owner, final int source,
        final int tag, final Request request) {
        calls.rules().checkReceive(source, tag);
        if (source == Communicator.ANY_SOURCE) {
            throw new IllegalArgumentException("source=ANY_SOURCE: partitions come from one rank");
        }
        final Operation template = new Operation();
        calls.prepareReceive(template, base, offset, length, owner, source, tag);
        MESSAGING.prepare(request, new PartitionedState(calls, template, partitions));
    }

    void send(final Segments segments, final int destination, final int tag) {
        calls.progress().handlerCalls().refuse("send");
        calls.rules().checkSend(destination, tag);
        if (destination == Communicator.NULL_RANK) {
            return;
        }
        final Operation send = calls.operations().acquire();
        calls.prepareSend(send, null, 0, 0, null, destination, tag);
        place(send, segments);
        finish(send, segments.length(), null);
    }

    void isend(final Segments segments, final int destination, final int tag, final Request request) {
        calls.rules().checkSend(destination, tag);
        final RequestState work = RequestState.of(request, calls);
        calls.prepareSend(work.operation(), null, 0, 0, null, destination, tag);
        place(work.operation(), segments);
        calls.submit(request, work);
    }

    void recv(final Segments segments, final int source, final int tag, final Status status) {
        calls.progress().handlerCalls().refuse("recv");
        calls.rules().checkReceive(source, tag);
        if (source == Communicator.NULL_RANK) {
            MessageCalls.fillNull(status);
            return;
        }
        final Operation receive = calls.operations().acquire();
        calls.prepareReceive(receive, null, 0, 0, null, source, tag);
        place(receive, segments);
        finish(receive, segments.length(), status);
    }

    void irecv(final Segments segments, final int source, final int tag, final Request request) {
        calls.rules().checkReceive(source, tag);
        final RequestState work = RequestState.of(request, calls);
        calls.prepareReceive(work.operation(), null, 0, 0, null, source, tag);
        place(work.operation(), segments);
        calls.submit(request, work);
    }

    private static void place(final Operation operation, final Segments segments) {
        final SegmentList list = MESSAGING.list(segments);
        operation.owner = list;
        operation.length = list.length();
        if (list.isOnePiece()) {
            operation.base = list.base(0);
            operation.offset = list.offset(0, 0);
        } else if (list.length() > 0) {
            operation.segments = list;
        }
    }
}
