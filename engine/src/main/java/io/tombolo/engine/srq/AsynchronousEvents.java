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
package io.tombolo.engine.srq;

import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.wire.Handle;
import io.tombolo.ringbuffers.counters.Counter;
import java.util.function.Supplier;

/**
 * Puts asynchronous events, of watermarks and overflows, to the dispatcher of the adapter. An overflow is also reported as an asynchronous
 * error. One thread at a time, the progress owner.
 */
final class AsynchronousEvents {
    private final Node node;
    private final Dispatcher dispatcher;
    // A field, so that the report needs no memory: an event may be lost while a record is handled.
    private Dispatcher overflowed;
    private final Supplier<Throwable> overflow = this::overflowError;

    AsynchronousEvents(final Node node, final Dispatcher dispatcher) {
        this.node = node;
        this.dispatcher = dispatcher;
    }

    void lowWatermark(final SharedQueue queue) {
        queue.queue().countFired();
        put(EventType.LOW_WATERMARK, Handle.NONE, queue.handle(), 0);
    }

    void softWatermark(final Connection connection) {
        put(EventType.SOFT_WATERMARK, connection.handle(), Handle.NONE, connection.peerRank());
    }

    /** Reports that a dispatcher had no room for an event. */
    void overflow(final Dispatcher full) {
        node.counters().increment(Counter.EVENTS_OVERFLOWED);
        overflowed = full;
        node.error(overflow);
        if (full != dispatcher) {
            put(EventType.OVERFLOW, Handle.NONE, Handle.NONE, 0);
        }
    }

    private Throwable overflowError() {
        return new IllegalStateException("event dispatcher " + Handle.index(overflowed.handle()) + " of capacity=" +
            overflowed.capacity() + " had no room for an event: take events, or give it more room");
    }

    private void put(final EventType type, final long endpoint, final long queue, final int rank) {
        if (!dispatcher.putUnreserved(type.code(), 0, endpoint, queue, rank, 0, 0)) {
            overflow(dispatcher);
        }
    }
}
