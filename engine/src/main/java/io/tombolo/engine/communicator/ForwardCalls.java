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
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.region.RegionAllocator;

/**
 * The calls of a communicator that forward messages: checks their arguments, and ties each send to the receive that feeds it.
 */
final class ForwardCalls {
    private final MessageCalls calls;
    private final RegionAllocator allocator;
    private final Progress progress;

    ForwardCalls(final MessageCalls calls, final RegionAllocator allocator) {
        this.calls = calls;
        this.allocator = allocator;
        this.progress = calls.progress();
    }

    void forward(final Request receive, final int destination, final int tag) {
        progress.handlerCalls().refuse("forward");
        final RequestState source = check(receive, destination, tag);
        if (destination != Communicator.NULL_RANK) {
            final Operation send = calls.operations().acquire();
            start(source, send, destination, tag);
            calls.finishBlocking(send, 0, null);
        }
    }

    void forward(final Request receive, final int destination, final int tag, final Request request) {
        final RequestState source = check(receive, destination, tag);
        final RequestState state = RequestState.of(request, calls);
        if (destination == Communicator.NULL_RANK) {
            calls.prepareSend(state.operation(), null, 0, 0, null, destination, tag);
            calls.submit(request, state);
        } else {
            start(source, state.operation(), destination, tag);
            MESSAGING.start(request, state);
        }
    }

    void forward(final Message message, final int[] destinations, final int tag, final Request[] requests) {
        if (requests.length < destinations.length) {
            throw new IllegalArgumentException("requests=" + requests.length + " are fewer than destinations=" + destinations.length);
        }
        for (int i = 0; i < destinations.length; i++) {
            calls.checkStart(destinations[i], tag);
            MESSAGING.checkIdle(requests[i]);
        }
        final long length = message.length();
        if (!(MESSAGING.delegate(message) instanceof MessageState state) || !state.belongsTo(progress)) {
            throw new IllegalArgumentException("message is of another engine: the rank that receives a message forwards it");
        }
        final ForwardBuffer buffer = state.forwardBuffer(allocator);
        final Request receive = buffer.begin(message, length, destinations.length);
        for (int i = 0; i < destinations.length; i++) {
            forward(receive, destinations[i], tag, requests[i]);
            buffer.add(((RequestState) MESSAGING.delegate(requests[i])).operation());
        }
    }

    private RequestState check(final Request receive, final int destination, final int tag) {
        calls.checkStart(destination, tag);
        if (!receive.isActive() || !(MESSAGING.delegate(receive) instanceof RequestState state) || !state.operation().kind.isReceive()) {
            throw new IllegalStateException("receive=" + receive.status() + " is not active: pass it on between irecv and await");
        }
        if (!state.belongsTo(progress)) {
            throw new IllegalArgumentException("receive is of another engine: the rank that receives a message forwards it");
        }
        if (state.region() == null) {
            throw new IllegalArgumentException("receive is not into a MemoryRegion: only such messages can be forwarded");
        }
        return state;
    }

    /**
     * Ties a send to a receive. When this returns, the progress owner has done so, and the caller may await the receive and start it again.
     */
    private void start(final RequestState source, final Operation send, final int destination, final int tag) {
        final Operation receive = source.operation();
        calls.prepareSend(send, source.base(), source.offset(), receive.capacity(), source.region(), destination, tag);
        final Operation forward = calls.operations().acquire();
        forward.begin(Operation.Kind.FORWARD);
        forward.target = receive;
        forward.forwarded = send;
        if (calls.order() != null) {
            calls.order().count();
        }
        progress.submit(forward);
        progress.awaitUninterrupted(forward);
        forward.target = null;
        forward.forwarded = null;
        calls.operations().release(forward);
    }
}
