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
package io.tombolo.engine.endpoint;

import io.tombolo.engine.Engine;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.CompletionStatus;
import io.tombolo.engine.api.endpoint.DisconnectMode;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EndpointAttributes;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.ReceiveQueueCounts;
import io.tombolo.engine.api.endpoint.SharedReceiveQueue;
import java.util.concurrent.TimeUnit;

/**
 * Rank 0 serves, rank 1 sends long messages until it is killed, and the others send short messages, which all have to arrive.
 */
final class EndpointProgram {
    private static final int BUFFERS = 8;
    private static final int LONG = 60_000;
    private static final int BUFFER = 64 * 1024;
    private static final int REQUESTS = 3000;

    private final Engine engine;
    private final MemoryRegion memory;
    private final SharedReceiveQueue queue;
    private final EventDispatcher events;
    private final Event event = new Event();

    private EndpointProgram(final Engine engine) {
        this.engine = engine;
        memory = engine.allocate(BUFFERS * BUFFER);
        queue = engine.adapter().createReceiveQueue(engine.adapter().zone(), new ReceiveQueueAttributes().maxReceives(BUFFERS));
        events = engine.adapter().createDispatcher(BUFFERS);
    }

    public static void main(final String[] arguments) {
        try (Engine engine = Engine.launch()) {
            final EndpointProgram rank = new EndpointProgram(engine);
            if (engine.rank() == 0) {
                rank.serve();
            } else {
                rank.ask(engine.rank() == 1 ? LONG : Long.BYTES);
            }
        }
    }

    private static void check(final boolean isRight, final Object what) {
        if (!isRight) {
            throw new IllegalStateException(String.valueOf(what));
        }
    }

    private void serve() {
        for (int buffer = 0; buffer < BUFFERS; buffer++) {
            check(queue.postRecv(memory, buffer * (long) BUFFER, BUFFER, buffer) == CallResult.SUCCESS, "post");
        }
        engine.adapter().listen(1, events);
        final long[] next = new long[engine.size()];
        int flushed = 0;
        int left = engine.size() - 1;
        System.out.println("listening");
        while (left > 0) {
            check(events.await(event, 30, TimeUnit.SECONDS) == CallResult.SUCCESS, event);
            if (event.type() == EventType.CONNECTION_REQUEST) {
                engine.adapter().createEndpoint(new EndpointAttributes().receiveQueue(queue).dispatcher(events)).accept(event.request(), 0);
            } else if (event.type() == EventType.RECEIVE) {
                final int buffer = (int) event.cookie();
                if (event.status() == CompletionStatus.SUCCESS) {
                    check(memory.buffer().getLong(buffer * BUFFER) == next[event.rank()]++, event);
                } else {
                    check(event.rank() == 1, event);
                    flushed++;
                }
                check(queue.postRecv(memory, buffer * (long) BUFFER, BUFFER, buffer) == CallResult.SUCCESS, "post");
            } else if (event.type() == EventType.DISCONNECTED) {
                left--;
            }
        }
        final ReceiveQueueCounts counts = new ReceiveQueueCounts();
        queue.query(counts);
        check(counts.available() == BUFFERS && counts.outstanding() == BUFFERS, counts);
        for (int rank = 2; rank < next.length; rank++) {
            check(next[rank] == REQUESTS, "rank " + rank + " sent " + next[rank]);
        }
        System.out.println("served " + next[1] + " " + flushed);
    }

    private void ask(final int length) {
        Endpoint endpoint = engine.adapter().createEndpoint(new EndpointAttributes().receiveQueue(queue).dispatcher(events));
        endpoint.connect(0, 1, 0, 30, TimeUnit.SECONDS);
        check(events.await(event, 30, TimeUnit.SECONDS) == CallResult.SUCCESS, event);
        while (event.type() == EventType.REJECTED) {
            // The server does not listen yet.
            endpoint.free();
            endpoint = engine.adapter().createEndpoint(new EndpointAttributes().receiveQueue(queue).dispatcher(events));
            endpoint.connect(0, 1, 0, 30, TimeUnit.SECONDS);
            check(events.await(event, 30, TimeUnit.SECONDS) == CallResult.SUCCESS, event);
        }
        for (long number = 0; length == LONG || number < REQUESTS; number++) {
            final long at = length == LONG ? number % BUFFERS * BUFFER : 0;
            memory.buffer().putLong((int) at, number);
            CallResult result = CallResult.INSUFFICIENT_RESOURCES;
            while (result == CallResult.INSUFFICIENT_RESOURCES) {
                // The highest number of sends is outstanding, because the server is slower.
                result = endpoint.postSend(memory, at, length, number, length == LONG ? 0 : Endpoint.SUPPRESS);
                engine.poll();
            }
            check(result == CallResult.SUCCESS, result);
            if (length == LONG) {
                check(events.await(event, 30, TimeUnit.SECONDS) == CallResult.SUCCESS, event);
                if (number == 20) {
                    System.out.println("sending");
                }
            }
        }
        endpoint.disconnect(DisconnectMode.GRACEFUL);
        check(events.await(event, 30, TimeUnit.SECONDS) == CallResult.SUCCESS && event.type() == EventType.DISCONNECTED, event);
    }
}
