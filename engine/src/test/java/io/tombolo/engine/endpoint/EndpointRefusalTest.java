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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Privilege;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.CompletionFlag;
import io.tombolo.engine.api.endpoint.DisconnectMode;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EndpointAttributes;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.InterfaceAdapter;
import io.tombolo.engine.api.endpoint.ProtectionZone;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.ReceiveSpan;
import io.tombolo.engine.api.endpoint.RefusedException;
import io.tombolo.engine.api.endpoint.RegionSegments;
import io.tombolo.engine.api.endpoint.SharedReceiveQueue;
import io.tombolo.engine.collective.Meeting;
import io.tombolo.engine.completion.Registry;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.engine.srq.RegisteredZone;
import io.tombolo.engine.transfer.RegisteredMemory;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each misuse by its own status, and the counts as they were. */
@Timeout(30)
final class EndpointRefusalTest {
    private static void assertRefused(final CallResult result, final ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RefusedException.class,
            exception -> assertThat(exception.result()).isEqualTo(result));
    }

    /** Holds S4.11, S4.16, S4.17, S4.18, S4.19, T4.3. */
    @Test
    void shouldRefusePostsAndLeaveTheCounts() {
        try (Meeting meeting = new Meeting(0, new ReceiveQueueAttributes().maxReceives(2).maxSegments(2))) {
            final ProtectionZone zone = meeting.server.createZone();
            final MemoryRegion foreign = meeting.server.allocate(4096, zone, Privilege.values());
            final MemoryRegion readOnly = meeting.server.allocate(4096, meeting.server.zone(), Privilege.LOCAL_READ);
            final MemoryRegion closed = meeting.job.engine(0).allocate(4096);
            closed.close();
            assertThat(meeting.queue.postRecv(foreign, 0, 8, 0)).isEqualTo(CallResult.PROTECTION_VIOLATION);
            assertThat(meeting.queue.postRecv(readOnly, 0, 8, 0)).isEqualTo(CallResult.PRIVILEGES_VIOLATION);
            assertThat(meeting.queue.postRecv(closed, 0, 8, 0)).isEqualTo(CallResult.PRIVILEGES_VIOLATION);
            for (final long[] range : new long[][] {{-1, 8}, {0, -1}, {0, (1 << 20) + 1}, {1, 1 << 20}, {Long.MAX_VALUE, 8}}) {
                assertThat(meeting.queue.postRecv(meeting.memory, range[0], range[1], 0)).isEqualTo(CallResult.INVALID_PARAMETER);
            }
            final RegionSegments segments = new RegionSegments();
            for (int i = 0; i < 3; i++) {
                segments.add(meeting.memory, i, 1);
            }
            assertThat(meeting.queue.postRecv(segments, 0)).isEqualTo(CallResult.INVALID_PARAMETER);
            segments.clear().add(meeting.memory, 0, 8).add(foreign, 0, 8);
            assertThat(meeting.queue.postRecv(segments, 0)).isEqualTo(CallResult.PROTECTION_VIOLATION);
            meeting.assertCounts(2, 0, 0);
            meeting.post(2, 8);
            assertThat(meeting.queue.postRecv(meeting.memory, 0, 8, 0)).isEqualTo(CallResult.INSUFFICIENT_RESOURCES);
            assertThat(meeting.queue.postRecv(null, 0)).isEqualTo(CallResult.INSUFFICIENT_RESOURCES);
            meeting.assertCounts(2, 2, 2);
        }
    }

    /** Its queues are changed without atomic operations. */
    @Test
    void shouldRefuseASecondThreadWhereThereMayBeOne() throws InterruptedException {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes(), ThreadLevel.SINGLE)) {
            final Event event = new Event();
            final List<ThrowingCallable> calls = List.of(
                () -> meeting.queue.postRecv(meeting.memory, 0, 8, 0), () -> meeting.queue.postRecv(new RegionSegments(), 0),
                () -> meeting.client(0).endpoint.postSend(meeting.client(0).memory, 0, 8, 0, 0),
                () -> meeting.client(0).endpoint.postSend(meeting.client(0).memory, 0, 8, 0, Endpoint.SUPPRESS),
                () -> meeting.client(0).endpoint.postSend(new RegionSegments(), 0, 0),
                () -> meeting.events.dequeue(event), () -> meeting.events.await(event, 1, TimeUnit.SECONDS));
            final List<Throwable> refusals = new ArrayList<>();
            final Thread second = new Thread(() -> calls.forEach(call -> refusals.add(catchThrowable(call))), "second");
            second.start();
            second.join();
            assertThat(refusals).hasSameSizeAs(calls).allSatisfy(refusal -> assertThat(refusal)
                .isInstanceOf(IllegalStateException.class).hasMessageContainingAll(Thread.currentThread().getName(), "second"));
            assertThat(meeting.queue.query(meeting.counts)).isEqualTo(CallResult.SUCCESS);
            assertThat(meeting.counts.outstanding()).isZero();
        }
    }

    @Test
    void shouldKeepItsPlacesForTheThreadThatMaySend() throws InterruptedException {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes(), ThreadLevel.SINGLE)) {
            final Endpoint endpoint = meeting.client(0).endpoint;
            final MemoryRegion memory = meeting.client(0).memory;
            final int most = new EndpointAttributes().maxSends();
            final Thread second = new Thread(() -> {
                for (int i = 0; i < most; i++) {
                    catchThrowable(() -> endpoint.postSend(memory, 0, 8, 0, 0));
                    catchThrowable(() -> endpoint.postSend(new RegionSegments(), 0, 0));
                }
            });
            second.start();
            second.join();
            for (int i = 0; i < most; i++) {
                assertThat(endpoint.postSend(memory, 0, 8, i, 0)).as("send %d", i).isEqualTo(CallResult.SUCCESS);
            }
            assertThat(endpoint.postSend(memory, 0, 8, 0, 0)).isEqualTo(CallResult.INSUFFICIENT_RESOURCES);
        }
    }

    @Test
    void shouldRefuseRegionsOfAnotherEngine() {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes())) {
            assertThat(meeting.queue.postRecv(meeting.client(0).memory, 0, 8, 0)).isEqualTo(CallResult.PRIVILEGES_VIOLATION);
        }
    }

    /** Holds S4.21. */
    @Test
    void shouldRefuseAttributesThatCannotBe() {
        try (Meeting meeting = new Meeting(0, new ReceiveQueueAttributes())) {
            final InterfaceAdapter adapter = meeting.server;
            assertRefused(CallResult.INVALID_PARAMETER,
                () -> adapter.createReceiveQueue(adapter.zone(), new ReceiveQueueAttributes().maxReceives(0)));
            assertRefused(CallResult.INVALID_PARAMETER, () -> adapter.createReceiveQueue(
                adapter.zone(), new ReceiveQueueAttributes().maxReceives(InterfaceAdapter.MAX_RECEIVES + 1)));
            assertRefused(CallResult.INVALID_PARAMETER,
                () -> adapter.createReceiveQueue(adapter.zone(), new ReceiveQueueAttributes().maxSegments(0)));
            assertRefused(CallResult.INVALID_PARAMETER,
                () -> adapter.createReceiveQueue(adapter.zone(), new ReceiveQueueAttributes().lowWatermark(1)));
            assertRefused(CallResult.INVALID_PARAMETER, () -> adapter.createDispatcher(0));
            assertRefused(CallResult.INVALID_PARAMETER, () -> adapter.createEndpoint(new EndpointAttributes().receiveQueue(meeting.queue)));
            assertRefused(CallResult.INVALID_PARAMETER, () -> adapter.createEndpoint(
                new EndpointAttributes().receiveQueue(meeting.queue).dispatcher(meeting.events).maxReceives(1)));
            assertRefused(CallResult.INVALID_PARAMETER, () -> adapter.createEndpoint(new EndpointAttributes().dispatcher(meeting.events)));
            assertRefused(CallResult.INVALID_PARAMETER, () -> adapter.createEndpoint(
                new EndpointAttributes().receiveQueue(meeting.queue).dispatcher(meeting.events).watermarks(0, 1)));
            assertRefused(CallResult.INVALID_STATE, () -> adapter.listen(Meeting.SERVICE, meeting.events));
            // None of these has left anything behind.
            assertThat(meeting.queue.free()).isEqualTo(CallResult.SUCCESS);
        }
    }

    /** Holds S4.15, S4.22. */
    @Test
    void shouldRefuseToFreeWhatIsInUseAndToUseWhatIsFreed() {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes())) {
            final Meeting.Client client = meeting.client(0);
            assertThat(meeting.queue.free()).isEqualTo(CallResult.SRQ_IN_USE);
            assertThat(meeting.events.free()).isEqualTo(CallResult.INVALID_STATE);
            assertThat(meeting.server.zone().free()).isEqualTo(CallResult.INVALID_STATE);
            meeting.post(1, 64);
            meeting.assertCounts(64, 1, 1);
            assertThat(client.served.free()).isEqualTo(CallResult.SUCCESS);
            assertThat(meeting.queue.free()).isEqualTo(CallResult.SUCCESS);
            assertThat(meeting.queue.free()).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(meeting.queue.postRecv(meeting.memory, 0, 8, 0)).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(meeting.queue.postRecv(null, 0)).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(meeting.queue.query(meeting.counts)).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(meeting.queue.resize(5)).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(meeting.queue.setLowWatermark(1)).isEqualTo(CallResult.INVALID_HANDLE);
            assertRefused(CallResult.INVALID_HANDLE, () -> meeting.server.createEndpoint(
                new EndpointAttributes().receiveQueue(meeting.queue).dispatcher(meeting.events)));
            assertEndpointFreed(client.served, meeting.memory);
            final SharedReceiveQueue next = meeting.server.createReceiveQueue(meeting.server.zone(), new ReceiveQueueAttributes());
            assertThat(next.handle()).isNotEqualTo(meeting.queue.handle());
            assertThat(meeting.queue.postRecv(meeting.memory, 0, 8, 0)).isEqualTo(CallResult.INVALID_HANDLE);
        }
    }

    private static void assertEndpointFreed(final Endpoint endpoint, final MemoryRegion memory) {
        assertThat(endpoint.free()).isEqualTo(CallResult.INVALID_HANDLE);
        assertThat(endpoint.postSend(memory, 0, 8, 0, 0)).isEqualTo(CallResult.INVALID_HANDLE);
        assertThat(endpoint.postSend(null, 0, 0)).isEqualTo(CallResult.INVALID_HANDLE);
        assertThat(endpoint.postRecv(memory, 0, 8, 0)).isEqualTo(CallResult.INVALID_HANDLE);
        assertThat(endpoint.connect(0, 1, 0, 1, TimeUnit.SECONDS)).isEqualTo(CallResult.INVALID_HANDLE);
        assertThat(endpoint.accept(1, 0)).isEqualTo(CallResult.INVALID_HANDLE);
        assertThat(endpoint.disconnect(DisconnectMode.ABRUPT)).isEqualTo(CallResult.INVALID_HANDLE);
        assertThat(endpoint.reset()).isEqualTo(CallResult.INVALID_HANDLE);
        assertThat(endpoint.setWatermarks(1, 1)).isEqualTo(CallResult.INVALID_HANDLE);
        assertThat(endpoint.queryReceives(new ReceiveSpan())).isEqualTo(CallResult.INVALID_HANDLE);
    }

    /** Holds S4.13, S4.26. */
    @Test
    void shouldRefuseWhatAStateForbids() {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes())) {
            final Meeting.Client client = meeting.client(0);
            final Endpoint idle = meeting.server.createEndpoint(
                new EndpointAttributes().receiveQueue(meeting.queue).dispatcher(meeting.events));
            assertThat(idle.postSend(meeting.memory, 0, 8, 0, 0)).isEqualTo(CallResult.INVALID_STATE);
            assertThat(idle.disconnect(DisconnectMode.GRACEFUL)).isEqualTo(CallResult.INVALID_STATE);
            assertThat(idle.reset()).isEqualTo(CallResult.SUCCESS);
            assertThat(idle.accept(12345, 0)).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(idle.connect(2, 0, 0, 1, TimeUnit.SECONDS)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(client.served.connect(1, 0, 0, 1, TimeUnit.SECONDS)).isEqualTo(CallResult.INVALID_STATE);
            assertThat(client.served.reset()).isEqualTo(CallResult.INVALID_STATE);
            assertThat(client.served.postRecv(meeting.memory, 0, 8, 0)).isEqualTo(CallResult.MODEL_NOT_SUPPORTED);
            assertThat(client.served.postSend(meeting.memory, 0, 8, 0, 64)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(client.served.setWatermarks(0, 1)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(meeting.server.reject(54321, 0)).isEqualTo(CallResult.INVALID_HANDLE);
        }
    }

    @Test
    void shouldRefuseSendsOfMemoryThatIsNotTheirs() {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes())) {
            final Meeting.Client client = meeting.client(0);
            final InterfaceAdapter adapter = client.engine.adapter();
            final MemoryRegion foreign = adapter.allocate(4096, adapter.createZone(), Privilege.values());
            final MemoryRegion writeOnly = adapter.allocate(4096, adapter.zone(), Privilege.LOCAL_WRITE);
            assertThat(client.endpoint.postSend(foreign, 0, 8, 0, 0)).isEqualTo(CallResult.PROTECTION_VIOLATION);
            assertThat(client.endpoint.postSend(writeOnly, 0, 8, 0, 0)).isEqualTo(CallResult.PRIVILEGES_VIOLATION);
            assertThat(client.endpoint.postSend(client.memory, -1, 8, 0, 0)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(client.endpoint.postSend(new RegionSegments().add(client.memory, 0, 8).add(foreign, 0, 8), 0, 0))
                .isEqualTo(CallResult.PROTECTION_VIOLATION);
            for (int i = 0; i < 64; i++) {
                assertThat(client.endpoint.postSend(client.memory, 0, 8, 0, 0)).isEqualTo(CallResult.SUCCESS);
            }
            // Their completions have not been taken.
            assertThat(client.endpoint.postSend(client.memory, 0, 8, 0, 0)).isEqualTo(CallResult.INSUFFICIENT_RESOURCES);
            assertThat(client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS)).isEqualTo(CallResult.SUCCESS);
            assertThat(meeting.next(client.events).type()).isEqualTo(EventType.SEND);
            assertThat(client.endpoint.postSend(client.memory, 0, 8, 0, 0)).isEqualTo(CallResult.SUCCESS);
        }
    }

    @Test
    void shouldKeepZonesThatAreInUse() {
        try (Meeting meeting = new Meeting(0, new ReceiveQueueAttributes())) {
            final ProtectionZone zone = meeting.server.createZone();
            final MemoryRegion region = meeting.server.allocate(4096, zone, Privilege.LOCAL_WRITE);
            final MemoryRegion part = meeting.server.register(region, 1024, 512, meeting.server.zone(), Privilege.LOCAL_WRITE);
            assertThat(zone.free()).isEqualTo(CallResult.INVALID_STATE);
            final SharedReceiveQueue queue = meeting.server.createReceiveQueue(zone, new ReceiveQueueAttributes());
            assertThat(queue.postRecv(region, 0, 4096, 0)).isEqualTo(CallResult.SUCCESS);
            assertThat(queue.postRecv(part, 0, 8, 0)).isEqualTo(CallResult.PROTECTION_VIOLATION);
            region.close();
            assertThat(zone.free()).isEqualTo(CallResult.INVALID_STATE);
            assertThat(queue.free()).isEqualTo(CallResult.SUCCESS);
            assertThat(zone.free()).isEqualTo(CallResult.SUCCESS);
            assertThat(zone.free()).isEqualTo(CallResult.INVALID_HANDLE);
            assertRefused(CallResult.INVALID_HANDLE, () -> meeting.server.allocate(8, zone));
            assertRefused(CallResult.INVALID_HANDLE, () -> meeting.server.createReceiveQueue(zone, new ReceiveQueueAttributes()));
            assertRefused(CallResult.INVALID_HANDLE, () -> meeting.server.register(region, 0, 8, meeting.server.zone()));
            assertRefused(CallResult.INVALID_PARAMETER, () -> meeting.server.register(part, 0, 513, meeting.server.zone()));
            // A part lives longer than what it is a part of.
            assertThat(part.length()).isEqualTo(512);
            part.buffer().putLong(504, 1);
            assertThat(meeting.queue.postRecv(part, 504, 8, 0)).isEqualTo(CallResult.SUCCESS);
            assertThat(meeting.queue.postRecv(part, 505, 8, 0)).isEqualTo(CallResult.INVALID_PARAMETER);
            part.close();
        }
    }

    @Test
    void shouldLeaveTheZoneOfMemoryThatCannotBeMade() {
        try (Meeting meeting = new Meeting(0, new ReceiveQueueAttributes(), settings -> settings.size(GeometrySetting.REGIONS, 1),
            made -> { })) {
            final ProtectionZone zone = meeting.server.createZone();
            assertThatThrownBy(() -> meeting.server.allocate(8, zone, Privilege.values())).isInstanceOf(IllegalStateException.class);
            final Registry<RegisteredMemory> full = new Registry<>(0);
            final RegisteredZone member = ((EngineAdapter) meeting.server).endpoints().resources().enter(zone.handle());
            assertRefused(CallResult.INSUFFICIENT_RESOURCES, () -> ((SharedRegion) meeting.memory).over(full, member, 0, 0, 8));
            member.leave();
            assertThat(zone.free()).isEqualTo(CallResult.SUCCESS);
        }
    }

    @Test
    void shouldSendNothingOfMemoryThatWasClosed() {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes())) {
            final Meeting.Client client = meeting.client(0);
            final MemoryRegion closed = client.engine.allocate(4096);
            closed.close();
            assertThat(client.endpoint.postSend(closed, 0, 8, 0, 0)).isEqualTo(CallResult.PRIVILEGES_VIOLATION);
            final RegionSegments segments = new RegionSegments().add(client.memory, 0, 8).add(closed, 0, 8);
            for (int i = 0; i < 100; i++) {
                // More often than there are places for sends: each refusal gives its own back.
                assertThat(client.endpoint.postSend(segments, 0, 0)).isEqualTo(CallResult.PRIVILEGES_VIOLATION);
            }
            meeting.post(1, 64);
            assertThat(client.endpoint.postSend(segments.clear().add(client.memory, 0, 8), 1, 0)).isEqualTo(CallResult.SUCCESS);
            meeting.received(meeting.events, 0, 8);
        }
    }

    @Test
    void shouldRefuseToMixSolicitedReceivesWithThresholds() {
        try (Meeting meeting = new Meeting(0, new ReceiveQueueAttributes())) {
            final EventDispatcher events = meeting.server.createDispatcher(8);
            final Endpoint solicited = meeting.server.createEndpoint(new EndpointAttributes().receiveQueue(meeting.queue)
                .dispatcher(events).receiveFlag(CompletionFlag.SOLICITED_WAIT));
            assertRefused(CallResult.INVALID_PARAMETER, () -> meeting.server.createEndpoint(new EndpointAttributes()
                .receiveQueue(meeting.queue).dispatcher(events).receiveFlag(CompletionFlag.EVD_THRESHOLD)));
            final Event event = new Event();
            assertThat(events.await(event, 2, 0, TimeUnit.SECONDS)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(solicited.free()).isEqualTo(CallResult.SUCCESS);
            final Endpoint counted = meeting.server.createEndpoint(new EndpointAttributes().receiveQueue(meeting.queue).dispatcher(events)
                .receiveFlag(CompletionFlag.EVD_THRESHOLD));
            assertThat(events.await(event, 2, 0, TimeUnit.SECONDS)).isEqualTo(CallResult.TIMEOUT_EXPIRED);
            assertThat(counted.free()).isEqualTo(CallResult.SUCCESS);
            assertThat(events.free()).isEqualTo(CallResult.SUCCESS);
            assertThat(events.await(event, 1, 0, TimeUnit.SECONDS)).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(events.dequeue(event)).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(events.resize(16)).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(events.post(1)).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(events.setUnwaitable()).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(events.free()).isEqualTo(CallResult.INVALID_HANDLE);
        }
    }
}
