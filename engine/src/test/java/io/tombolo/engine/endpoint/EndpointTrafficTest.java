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

import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.ReceiveQueueCounts;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Four clients, three threads that post buffers, two that reap them, and a queue that is resized all the time. */
@Timeout(120)
final class EndpointTrafficTest {
    private static final int CLIENTS = 4;
    private static final int MESSAGES = 40_000;
    private static final int MESSAGES_NIGHTLY = 1_000_000;
    private static final int BUFFER = 8192;
    private static final int BUFFERS = 64;
    private static final int SLOTS = 128;

    private final AtomicInteger received = new AtomicInteger();
    private final AtomicLong cookies = new AtomicLong();
    private final long[] next = new long[CLIENTS];
    private final BitSet reaped = new BitSet();
    private final ConcurrentLinkedQueue<Integer> free = new ConcurrentLinkedQueue<>();
    private int messages;
    private long[] bufferOf;

    /** Holds S4.1, S4.4. T4.4. */
    @Test
    void shouldBringEachCookieBackOnceAndKeepTheOrderOfEachConnection() throws Exception {
        carry(MESSAGES);
    }

    @Test
    @Tag("nightly")
    @Timeout(900)
    void shouldBringAMillionCookiesBackOnceAndKeepTheOrderOfEachConnection() throws Exception {
        carry(MESSAGES_NIGHTLY);
    }

    private void carry(final int count) throws Exception {
        messages = count;
        bufferOf = new long[count + BUFFERS * 4];
        try (EndpointJob endpoints = new EndpointJob(CLIENTS, new ReceiveQueueAttributes().maxReceives(BUFFERS),
            settings -> settings.size(GeometrySetting.MATCH_NODES, 1024), made -> { })) {
            for (int buffer = 0; buffer < BUFFERS; buffer++) {
                free.add(buffer);
            }
            final ExecutorService pool = Executors.newCachedThreadPool();
            final List<Future<Void>> ends = new ArrayList<>();
            try {
                for (int i = 0; i < CLIENTS; i++) {
                    final EndpointJob.Client client = endpoints.client(i);
                    ends.add(pool.submit(() -> send(client)));
                }
                final List<Callable<Void>> servers = List.of(
                    () -> post(endpoints), () -> post(endpoints), () -> post(endpoints), () -> reap(endpoints), () -> reap(endpoints),
                    () -> resize(endpoints), () -> look(endpoints));
                servers.forEach(server -> ends.add(pool.submit(server)));
                for (final Future<Void> end : ends) {
                    end.get();
                }
            } finally {
                received.set(messages);
                pool.shutdownNow();
            }
            assertThat(reaped.cardinality()).isEqualTo(messages);
            for (final long sequence : next) {
                assertThat(sequence).isEqualTo(messages / CLIENTS);
            }
        }
    }

    /** Sends sequence numbers, in messages of all kinds. */
    private Void send(final EndpointJob.Client client) {
        for (int i = 0; i < messages / CLIENTS; i++) {
            final long slot = i % SLOTS * (long) BUFFER;
            final int length = i % 97 == 0 ? BUFFER : i % 13 == 0 ? 2000 : 16;
            // At most 64 sends are outstanding, so the memory of a message is free again after half the slots.
            while (client.endpoint.postSend(client.memory, slot, prepare(client, slot, i, length), 0, Endpoint.SUPPRESS) !=
                CallResult.SUCCESS) {
                client.engine.poll();
            }
            client.engine.poll();
        }
        while (received.get() < messages) {
            client.engine.poll();
            Thread.yield();
        }
        return null;
    }

    private static int prepare(final EndpointJob.Client client, final long slot, final long sequence, final int length) {
        client.memory.buffer().putLong((int) slot, sequence);
        return length;
    }

    private Void post(final EndpointJob endpoints) {
        while (received.get() < messages) {
            final Integer buffer = free.poll();
            if (buffer == null) {
                Thread.yield();
                continue;
            }
            final long cookie = cookies.getAndIncrement();
            bufferOf[(int) cookie] = buffer;
            CallResult result = CallResult.INSUFFICIENT_RESOURCES;
            while (result != CallResult.SUCCESS && received.get() < messages) {
                result = endpoints.queue.postRecv(endpoints.memory, buffer * (long) BUFFER, BUFFER, cookie);
            }
        }
        return null;
    }

    private Void reap(final EndpointJob endpoints) {
        final Event event = new Event();
        while (received.get() < messages) {
            if (take(endpoints, event)) {
                received.incrementAndGet();
            } else {
                Thread.yield();
            }
        }
        return null;
    }

    /** Under a lock: the order in which two threads take events is the order of the queue. */
    private boolean take(final EndpointJob endpoints, final Event event) {
        synchronized (reaped) {
            if (endpoints.events.dequeue(event) != CallResult.SUCCESS) {
                return false;
            }
            assertThat(event.type()).isEqualTo(EventType.RECEIVE);
            assertThat(reaped.get((int) event.cookie())).as("cookie %d comes twice", event.cookie()).isFalse();
            reaped.set((int) event.cookie());
            final int buffer = (int) bufferOf[(int) event.cookie()];
            final int client = event.rank() - 1;
            assertThat(endpoints.memory.buffer().getLong(buffer * BUFFER)).isEqualTo(next[client]++);
            free.add(buffer);
            return true;
        }
    }

    private Void resize(final EndpointJob endpoints) {
        int size = BUFFERS;
        while (received.get() < messages) {
            size = size == BUFFERS ? BUFFERS / 4 : size * 2;
            final CallResult result = endpoints.queue.resize(size);
            assertThat(result).isIn(CallResult.SUCCESS, CallResult.INVALID_STATE);
            Thread.yield();
        }
        assertThat(endpoints.queue.resize(BUFFERS)).isEqualTo(CallResult.SUCCESS);
        return null;
    }

    private Void look(final EndpointJob endpoints) {
        final ReceiveQueueCounts counts = new ReceiveQueueCounts();
        while (received.get() < messages) {
            endpoints.queue.query(counts);
            assertThat(counts.available()).isLessThanOrEqualTo(counts.outstanding());
            assertThat(counts.outstanding()).isLessThanOrEqualTo(counts.maxReceives());
            Thread.yield();
        }
        return null;
    }
}
