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
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import java.util.concurrent.TimeUnit;

/**
 * Rank 0 serves all others from one pool of receive buffers, and waits in one place; each buffer is posted again for whoever comes next.
 */
public final class SharedQueueServer {
    private static final int BUFFERS = 32;
    private static final int LENGTH = 64;

    private SharedQueueServer() { }

    /**
     * Plays one rank: the server or a client.
     *
     * @param arguments none
     */
    public static void main(final String[] arguments) {
        try (Engine engine = Engine.launch(); MemoryRegion memory = engine.allocate((BUFFERS + 1) * LENGTH)) {
            final EndpointAttributes attributes = new EndpointAttributes().dispatcher(engine.adapter().createDispatcher(BUFFERS))
                .receiveQueue(engine.adapter().createReceiveQueue(engine.adapter().zone(), new ReceiveQueueAttributes()));
            for (int buffer = 1; buffer <= BUFFERS; buffer++) {
                check(attributes.receiveQueue().postRecv(memory, buffer * LENGTH, LENGTH, buffer));
            }
            if (engine.rank() == 0) {
                serve(engine, memory, attributes);
            } else {
                ask(engine, memory, attributes);
            }
        }
    }

    private static void check(final CallResult result) {
        if (result != CallResult.SUCCESS) {
            throw new IllegalStateException("refused: " + result);
        }
    }

    private static void serve(final Engine engine, final MemoryRegion memory, final EndpointAttributes attributes) {
        final Event event = new Event();
        int served = 0;
        engine.adapter().listen(1, attributes.connectDispatcher());
        engine.world().barrier();
        for (int clients = engine.size() - 1; clients > 0;) {
            check(attributes.receiveDispatcher().await(event, 30, TimeUnit.SECONDS));
            switch (event.type()) {
                case CONNECTION_REQUEST -> check(engine.adapter().createEndpoint(attributes).accept(event.request(), 0));
                case RECEIVE -> {
                    check(event.endpoint().postSend(memory, event.cookie() * LENGTH, event.length(), 0, Endpoint.SUPPRESS));
                    check(attributes.receiveQueue().postRecv(memory, event.cookie() * LENGTH, LENGTH, event.cookie()));
                    served++;
                }
                default -> clients -= event.type() == EventType.DISCONNECTED ? 1 : 0;
            }
        }
        System.out.println("served " + served + " requests of " + (engine.size() - 1) + " clients from " + BUFFERS + " buffers");
    }

    private static void ask(final Engine engine, final MemoryRegion memory, final EndpointAttributes attributes) {
        final Event event = new Event();
        final Endpoint server = engine.adapter().createEndpoint(attributes);
        engine.world().barrier();
        check(server.connect(0, 1, 0, 30, TimeUnit.SECONDS));
        check(attributes.connectDispatcher().await(event, 30, TimeUnit.SECONDS));
        for (long number = 0; number < 1000; number++) {
            memory.buffer().putLong(0, number);
            check(server.postSend(memory, 0, Long.BYTES, 0, Endpoint.SUPPRESS));
            check(attributes.receiveDispatcher().await(event, 30, TimeUnit.SECONDS));
            if (memory.buffer().getLong((int) event.cookie() * LENGTH) != number) {
                throw new IllegalStateException("asked " + number + ", got " + event);
            }
            check(attributes.receiveQueue().postRecv(memory, event.cookie() * LENGTH, LENGTH, event.cookie()));
        }
    }
}
