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
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Segments;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.completion.Operation;

/**
 * The calls of a communicator that gather messages from segments, and scatter them.
 */
final class SegmentCalls {
    private final MessageCalls calls;

    SegmentCalls(final MessageCalls calls) {
        this.calls = calls;
    }

    void send(final Segments segments, final int destination, final int tag) {
        calls.progress().handlerCalls().refuse("send");
        final boolean mayStart = calls.checks().checkSend(destination, tag);
        if (destination == Communicator.NULL_RANK) {
            return;
        }
        final Operation send = calls.operations().acquire();
        calls.prepareSend(send, null, 0, 0, null, destination, tag);
        place(send, segments);
        calls.startBlockingSend(send, destination, mayStart);
        calls.finishBlocking(send, segments.length(), null);
    }

    void isend(final Segments segments, final int destination, final int tag, final Request request) {
        final boolean mayStart = calls.checks().checkSend(destination, tag);
        final RequestState state = RequestState.of(request, calls);
        calls.prepareSend(state.operation(), null, 0, 0, null, destination, tag);
        place(state.operation(), segments);
        calls.startSend(request, state, destination, mayStart);
    }

    void recv(final Segments segments, final int source, final int tag, final Status status) {
        calls.progress().handlerCalls().refuse("recv");
        calls.checks().checkReceive(source, tag);
        if (source == Communicator.NULL_RANK) {
            CallOutcomes.fillForNullRank(status);
            return;
        }
        final Operation receive = calls.operations().acquire();
        calls.prepareReceive(receive, null, 0, 0, null, source, tag);
        place(receive, segments);
        calls.submitBlocking(receive);
        calls.finishBlocking(receive, segments.length(), status);
    }

    void irecv(final Segments segments, final int source, final int tag, final Request request) {
        calls.checks().checkReceive(source, tag);
        final RequestState state = RequestState.of(request, calls);
        calls.prepareReceive(state.operation(), null, 0, 0, null, source, tag);
        place(state.operation(), segments);
        calls.submit(request, state);
    }

    /** Sets the memory of an operation. A single piece needs no gathering or scattering. */
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
