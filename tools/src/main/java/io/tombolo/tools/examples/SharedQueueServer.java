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
package io.tombolo.tools.examples;

import io.tombolo.engine.Engine;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EndpointAttributes;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.InterfaceAdapter;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.SharedReceiveQueue;
import java.util.concurrent.TimeUnit;

/**
 * Rank 0 serves all other ranks over connections. One pool of receive buffers serves all of them, and one event dispatcher reports
 * everything that happens. So the memory of the server does not grow with the number of clients.
 */
public final class SharedQueueServer {
    private static final int BUFFERS = 32;
    private static final int LENGTH = 64;
    private static final long REQUESTS = 1_000;

    /** Number of the service point at which rank 0 listens for connections. */
    private static final int SERVICE = 1;

    private SharedQueueServer() {
    }

    /**
     * Runs one rank: the server or a client.
     *
     * @param arguments none
     */
    public static void main(final String[] arguments) {
        // Buffer 0 is for sending, buffers 1 to 32 are for receiving.
        try (Engine engine = Engine.launch(); MemoryRegion memory = engine.allocate((BUFFERS + 1) * LENGTH)) {
            final InterfaceAdapter adapter = engine.adapter();
            final SharedReceiveQueue queue = adapter.createReceiveQueue(adapter.zone(), new ReceiveQueueAttributes());
            // All endpoints made with these attributes share the queue and the dispatcher.
            final EndpointAttributes attributes =
                new EndpointAttributes().receiveQueue(queue).dispatcher(adapter.createDispatcher(BUFFERS));
            for (int buffer = 1; buffer <= BUFFERS; buffer++) {
                post(queue, memory, buffer);
            }
            if (engine.rank() == 0) {
                serve(engine, memory, attributes);
            } else {
                ask(engine, memory, attributes);
            }
        }
    }

    /** Posts a receive buffer. The completion returns the last argument, the cookie, which says where the message is. */
    private static void post(final SharedReceiveQueue queue, final MemoryRegion memory, final long buffer) {
        check(queue.postRecv(memory, buffer * LENGTH, LENGTH, buffer));
    }

    /** Calls of endpoints return a result, and throw no exception for what may happen in a correct program. */
    private static void check(final CallResult result) {
        if (result != CallResult.SUCCESS) {
            throw new IllegalStateException("refused: " + result);
        }
    }

    private static void serve(final Engine engine, final MemoryRegion memory, final EndpointAttributes attributes) {
        final Event event = new Event();
        int served = 0;
        int clients = engine.size() - 1;
        engine.adapter().listen(SERVICE, attributes.connectDispatcher());
        // The clients connect after this barrier, when the server listens.
        engine.world().barrier();
        while (clients > 0) {
            // One dispatcher reports connection requests, received messages and the ends of connections.
            check(attributes.receiveDispatcher().await(event, 30, TimeUnit.SECONDS));
            switch (event.type()) {
                case CONNECTION_REQUEST -> check(engine.adapter().createEndpoint(attributes).accept(event.request(), 0));
                case RECEIVE -> {
                    // Sends the message back from its buffer, then posts the buffer for any client.
                    check(event.endpoint().postSend(memory, event.cookie() * LENGTH, event.length(), 0, Endpoint.SUPPRESS));
                    post(attributes.receiveQueue(), memory, event.cookie());
                    served++;
                }
                case DISCONNECTED -> clients--;
                default -> {
                    // Other events, such as an established connection, need no answer.
                }
            }
        }
        System.out.println("served " + served + " requests of " + (engine.size() - 1) + " clients from " + BUFFERS + " buffers");
    }

    private static void ask(final Engine engine, final MemoryRegion memory, final EndpointAttributes attributes) {
        final Event event = new Event();
        final Endpoint server = engine.adapter().createEndpoint(attributes);
        engine.world().barrier();
        check(server.connect(0, SERVICE, 0, 30, TimeUnit.SECONDS));
        check(attributes.connectDispatcher().await(event, 30, TimeUnit.SECONDS));
        for (long number = 0; number < REQUESTS; number++) {
            memory.buffer().putLong(0, number);
            // SUPPRESS: a send that succeeds makes no event.
            check(server.postSend(memory, 0, Long.BYTES, 0, Endpoint.SUPPRESS));
            check(attributes.receiveDispatcher().await(event, 30, TimeUnit.SECONDS));
            if (memory.buffer().getLong((int) event.cookie() * LENGTH) != number) {
                throw new IllegalStateException("asked " + number + ", got " + event);
            }
            post(attributes.receiveQueue(), memory, event.cookie());
        }
        // Closing the engine disconnects.
    }
}
