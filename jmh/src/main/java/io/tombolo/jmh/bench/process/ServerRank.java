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
package io.tombolo.jmh.bench.process;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EndpointAttributes;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.InterfaceAdapter;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.SharedReceiveQueue;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Main class of the server (rank 0) and of each client. Turns of tagged requests alternate with turns of requests through endpoints.
 */
public final class ServerRank {
    /** Starts a line with the result of a turn. */
    static final String RESULT = "result ";

    private static final int SERVICE = 1;
    private static final int TAG = 3;
    private static final int WARM_UPS = 5;
    private static final int BUFFERS = 64;

    private final Engine engine;
    private final Communicator world;
    private final int size;
    private final int rounds;
    private final int clients;
    private final long stride;
    private final MemoryRegion memory;
    private final SharedReceiveQueue queue;
    private final EventDispatcher events;
    private final Event event = new Event();
    private final Status status = new Status();

    private ServerRank(final Engine engine, final int clients, final int size, final int rounds) {
        this.engine = engine;
        this.world = engine.world();
        this.clients = clients;
        this.size = size;
        this.rounds = rounds;
        this.stride = Math.max(InterfaceAdapter.OPTIMAL_ALIGNMENT, size);
        this.memory = engine.allocate((BUFFERS + 1) * stride);
        final InterfaceAdapter adapter = engine.adapter();
        this.queue = adapter.createReceiveQueue(adapter.zone(), new ReceiveQueueAttributes().maxReceives(BUFFERS));
        this.events = adapter.createDispatcher(BUFFERS);
        for (int buffer = 1; buffer <= BUFFERS; buffer++) {
            post(buffer);
        }
    }

    /**
     * Measures until all turns are done or the parent has ended.
     *
     * @param arguments scratch directory, rank, core, clients, size, rounds, runs.
     */
    public static void main(final String... arguments) {
        final Path directory = Path.of(arguments[0]);
        final int rank = Integer.parseInt(arguments[1]);
        final int clients = Integer.parseInt(arguments[3]);
        OrphanGuard.start(directory);
        try (Engine engine = Engine.launch(
            new EngineContext().directory(directory.resolve("job")).rank(rank).size(clients + 1))) {
            Pinning.pin(Integer.parseInt(arguments[2]));
            final ServerRank side = new ServerRank(
                engine, clients, Integer.parseInt(arguments[4]), Integer.parseInt(arguments[5]));
            final int runs = Integer.parseInt(arguments[6]);
            if (rank == 0) {
                side.serve(runs);
            } else {
                side.ask(runs);
            }
            engine.world().barrier();
        }
    }

    private EndpointAttributes attributes() {
        return new EndpointAttributes().receiveQueue(queue).dispatcher(events);
    }

    private void post(final long buffer) {
        check(queue.postRecv(memory, buffer * stride, stride, buffer));
    }

    private static void check(final CallResult result) {
        if (result != CallResult.SUCCESS) {
            throw new IllegalStateException("result=" + result);
        }
    }

    private void await(final EventType type) {
        check(events.await(event, Long.MAX_VALUE, TimeUnit.NANOSECONDS));
        if (event.type() != type) {
            throw new IllegalStateException("event=" + event + " expected=" + type);
        }
    }

    private void serve(final int runs) {
        engine.adapter().listen(SERVICE, events);
        world.barrier();
        for (int client = 0; client < clients; client++) {
            await(EventType.CONNECTION_REQUEST);
            final long request = event.request();
            check(engine.adapter().createEndpoint(attributes()).accept(request, 0));
            await(EventType.ESTABLISHED);
            world.barrier();
        }
        for (int run = 0; run < runs + WARM_UPS; run++) {
            world.barrier();
            for (int i = 0; i < rounds * clients; i++) {
                world.recv(memory, 0, size, clients == 1 ? 1 : Communicator.ANY_SOURCE, TAG, status);
                world.send(memory, 0, size, status.source(), TAG);
            }
            world.barrier();
            for (int i = 0; i < rounds * clients; i++) {
                await(EventType.RECEIVE);
                final long buffer = event.cookie();
                check(event.endpoint().postSend(memory, buffer * stride, size, 0, Endpoint.SUPPRESS));
                post(buffer);
            }
        }
    }

    private void ask(final int runs) {
        final Endpoint endpoint = engine.adapter().createEndpoint(attributes());
        world.barrier();
        for (int client = 1; client <= clients; client++) {
            if (client == engine.rank()) {
                check(endpoint.connect(0, SERVICE, 0, 1, TimeUnit.MINUTES));
                await(EventType.ESTABLISHED);
            }
            world.barrier();
        }
        for (int run = 0; run < runs + WARM_UPS; run++) {
            world.barrier();
            final double tagged = tagged();
            world.barrier();
            final double shared = shared(endpoint);
            if (run >= WARM_UPS) {
                System.out.printf(Locale.ROOT, "%s%.3f %.3f%n", RESULT, tagged, shared);
            }
        }
    }

    private double tagged() {
        final long start = System.nanoTime();
        for (int i = 0; i < rounds; i++) {
            world.send(memory, 0, size, 0, TAG);
            world.recv(memory, 0, size, 0, TAG, status);
        }
        return (System.nanoTime() - start) / (2.0 * rounds);
    }

    private double shared(final Endpoint endpoint) {
        final long start = System.nanoTime();
        // The buffer of a response is posted again while the next request is on its way, so that nobody waits for the post.
        long buffer = 0;
        for (int i = 0; i < rounds; i++) {
            check(endpoint.postSend(memory, 0, size, 0, Endpoint.SUPPRESS));
            if (buffer > 0) {
                post(buffer);
            }
            await(EventType.RECEIVE);
            buffer = event.cookie();
        }
        post(buffer);
        return (System.nanoTime() - start) / (2.0 * rounds);
    }
}
