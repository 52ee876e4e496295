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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.CompletionStatus;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EndpointAttributes;
import io.tombolo.engine.api.endpoint.EndpointState;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.InterfaceAdapter;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.ReceiveQueueCounts;
import io.tombolo.engine.api.endpoint.SharedReceiveQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A job in this JVM in which clients (ranks from 1) connect to a server (rank 0) that has one receive queue and one dispatcher.
 */
public final class EndpointJob implements AutoCloseable {
    public static final long SERVICE = 7;
    private static final long REGION_LENGTH = 1 << 20;

    public final LocalJob job;
    public final InterfaceAdapter server;
    public final MemoryRegion memory;
    public final SharedReceiveQueue queue;
    public final EventDispatcher events;
    public final List<Client> clients = new ArrayList<>();
    public final Event event = new Event();
    public final ReceiveQueueCounts counts = new ReceiveQueueCounts();

    /** One client: its endpoint, its dispatcher, and the endpoint of the server. */
    public static final class Client {
        public Engine engine;
        public MemoryRegion memory;
        public SharedReceiveQueue queue;
        public EventDispatcher events;
        public Endpoint endpoint;
        public Endpoint served;
    }

    public EndpointJob(final int clientCount, final ReceiveQueueAttributes attributes) {
        this(clientCount, attributes, settings -> { }, made -> { });
    }

    public EndpointJob(final int clientCount, final ReceiveQueueAttributes attributes, final ThreadLevel level) {
        this(clientCount, attributes, settings -> settings.threadLevel(level), made -> { });
    }

    public EndpointJob(
        final int clientCount, final ReceiveQueueAttributes attributes, final Consumer<EngineContext> settings,
        final Consumer<EndpointAttributes> serverEnd) {
        job = LocalJob.of(1 + clientCount, settings);
        server = job.engine(0).adapter();
        memory = job.engine(0).allocate(REGION_LENGTH);
        queue = server.createReceiveQueue(server.zone(), attributes);
        events = server.createDispatcher(16);
        server.listen(SERVICE, events);
        for (int rank = 1; rank <= clientCount; rank++) {
            clients.add(connect(rank, serverEnd));
        }
    }

    public Client connect(final int rank, final Consumer<EndpointAttributes> serverEnd) {
        final Client client = new Client();
        client.engine = job.engine(rank);
        final InterfaceAdapter adapter = client.engine.adapter();
        client.memory = client.engine.allocate(REGION_LENGTH);
        client.events = adapter.createDispatcher(16);
        client.queue = adapter.createReceiveQueue(adapter.zone(), new ReceiveQueueAttributes());
        client.endpoint = adapter.createEndpoint(new EndpointAttributes().receiveQueue(client.queue).dispatcher(client.events));
        assertThat(client.endpoint.connect(0, SERVICE, rank, Long.MAX_VALUE, TimeUnit.NANOSECONDS)).isEqualTo(CallResult.SUCCESS);
        assertThat(next(events).type()).isEqualTo(EventType.CONNECTION_REQUEST);
        assertThat(event.privateData()).isEqualTo(rank);
        final EndpointAttributes attributes = new EndpointAttributes().receiveQueue(queue).dispatcher(events);
        serverEnd.accept(attributes);
        client.served = server.createEndpoint(attributes);
        assertThat(client.served.accept(event.request(), -rank)).isEqualTo(CallResult.SUCCESS);
        assertThat(next(events).type()).isEqualTo(EventType.ESTABLISHED);
        assertThat(event.endpoint()).isSameAs(client.served);
        assertThat(next(client.events).type()).isEqualTo(EventType.ESTABLISHED);
        assertThat(event.privateData()).isEqualTo(-rank);
        assertThat(client.endpoint.state()).isEqualTo(EndpointState.CONNECTED);
        return client;
    }

    public Client client(final int index) {
        return clients.get(index);
    }

    /** Steps the job until a dispatcher has an event, and takes it. */
    public Event next(final EventDispatcher dispatcher) {
        stepUntil(() -> dispatcher.size() > 0);
        assertThat(dispatcher.dequeue(event)).isEqualTo(CallResult.SUCCESS);
        return event;
    }

    /** Takes an event and checks that it is a receive. */
    public Event received(final EventDispatcher dispatcher, final long cookie, final long length) {
        next(dispatcher);
        assertThat(event.type()).isEqualTo(EventType.RECEIVE);
        assertThat(event.status()).isEqualTo(CompletionStatus.SUCCESS);
        assertThat(event.cookie()).isEqualTo(cookie);
        assertThat(event.length()).isEqualTo(length);
        return event;
    }

    public void expect(final EventDispatcher dispatcher, final EventType type, final CompletionStatus status, final long cookie) {
        next(dispatcher);
        assertThat(event.type()).isEqualTo(type);
        assertThat(event.status()).isEqualTo(status);
        assertThat(event.cookie()).isEqualTo(cookie);
    }

    public void stepUntil(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            TimeLimit.check();
            job.step();
        }
    }

    /** Steps until no rank has had work for many turns. */
    public void settle() {
        int idle = 0;
        while (idle < 1000) {
            idle = job.step() > 0 ? 0 : idle + 1;
        }
    }

    public void post(final int buffers, final long length) {
        for (int i = 0; i < buffers; i++) {
            assertThat(queue.postRecv(memory, i * length, length, i)).isEqualTo(CallResult.SUCCESS);
        }
    }

    /** Asserts the counts of the server's queue. */
    public void assertCounts(final int most, final int available, final int outstanding) {
        assertThat(queue.query(counts)).isEqualTo(CallResult.SUCCESS);
        assertThat(counts).hasToString("max " + most + ", available " + available + ", outstanding " + outstanding +
            ", low watermark " + counts.lowWatermark());
    }

    public void fill(final Client client, final long offset, final int length, final int seed) {
        for (int i = 0; i < length; i++) {
            client.memory.buffer().putByte((int) offset + i, (byte) (seed + i * 31));
        }
    }

    public void assertFilled(final long offset, final int length, final int seed) {
        for (int i = 0; i < length; i++) {
            if (memory.buffer().getByte((int) offset + i) != (byte) (seed + i * 31)) {
                throw new AssertionError("byte " + i + " of " + length + " is wrong");
            }
        }
    }

    @Override
    public void close() {
        job.close();
    }
}
