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

/** Each misuse has its own status and leaves the counts as they were. */
@Timeout(30)
final class EndpointRefusalTest {
    private static void assertRefused(final CallResult result, final ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RefusedException.class,
            exception -> assertThat(exception.result()).isEqualTo(result));
    }

    /** Holds S4.11, S4.16, S4.17, S4.18, S4.19, T4.3. */
    @Test
    void shouldRefusePostsAndLeaveTheCounts() {
        try (EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes().maxReceives(2).maxSegments(2))) {
            final ProtectionZone zone = endpoints.server.createZone();
            final MemoryRegion foreign = endpoints.server.allocate(4096, zone, Privilege.values());
            final MemoryRegion readOnly = endpoints.server.allocate(4096, endpoints.server.zone(), Privilege.LOCAL_READ);
            final MemoryRegion closed = endpoints.job.engine(0).allocate(4096);
            closed.close();
            assertThat(endpoints.queue.postRecv(foreign, 0, 8, 0)).isEqualTo(CallResult.PROTECTION_VIOLATION);
            assertThat(endpoints.queue.postRecv(readOnly, 0, 8, 0)).isEqualTo(CallResult.PRIVILEGES_VIOLATION);
            assertThat(endpoints.queue.postRecv(closed, 0, 8, 0)).isEqualTo(CallResult.PRIVILEGES_VIOLATION);
            for (final long[] range : new long[][] {{-1, 8}, {0, -1}, {0, (1 << 20) + 1}, {1, 1 << 20}, {Long.MAX_VALUE, 8}}) {
                assertThat(endpoints.queue.postRecv(endpoints.memory, range[0], range[1], 0)).isEqualTo(CallResult.INVALID_PARAMETER);
            }
            final RegionSegments segments = new RegionSegments();
            for (int i = 0; i < 3; i++) {
                segments.add(endpoints.memory, i, 1);
            }
            assertThat(endpoints.queue.postRecv(segments, 0)).isEqualTo(CallResult.INVALID_PARAMETER);
            segments.clear().add(endpoints.memory, 0, 8).add(foreign, 0, 8);
            assertThat(endpoints.queue.postRecv(segments, 0)).isEqualTo(CallResult.PROTECTION_VIOLATION);
            endpoints.assertCounts(2, 0, 0);
            endpoints.post(2, 8);
            assertThat(endpoints.queue.postRecv(endpoints.memory, 0, 8, 0)).isEqualTo(CallResult.INSUFFICIENT_RESOURCES);
            assertThat(endpoints.queue.postRecv(null, 0)).isEqualTo(CallResult.INSUFFICIENT_RESOURCES);
            endpoints.assertCounts(2, 2, 2);
        }
    }

    /** The queues of such an engine do without atomic operations. */
    @Test
    void shouldRefuseASecondThreadWhereThereMayBeOne() throws InterruptedException {
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes(), ThreadLevel.SINGLE)) {
            final Event event = new Event();
            final List<ThrowingCallable> calls = List.of(
                () -> endpoints.queue.postRecv(endpoints.memory, 0, 8, 0), () -> endpoints.queue.postRecv(new RegionSegments(), 0),
                () -> endpoints.client(0).endpoint.postSend(endpoints.client(0).memory, 0, 8, 0, 0),
                () -> endpoints.client(0).endpoint.postSend(endpoints.client(0).memory, 0, 8, 0, Endpoint.SUPPRESS),
                () -> endpoints.client(0).endpoint.postSend(new RegionSegments(), 0, 0),
                () -> endpoints.events.dequeue(event), () -> endpoints.events.await(event, 1, TimeUnit.SECONDS));
            final List<Throwable> refusals = new ArrayList<>();
            final Thread second = new Thread(() -> calls.forEach(call -> refusals.add(catchThrowable(call))), "second");
            second.start();
            second.join();
            assertThat(refusals).hasSameSizeAs(calls).allSatisfy(refusal -> assertThat(refusal)
                .isInstanceOf(IllegalStateException.class).hasMessageContainingAll(Thread.currentThread().getName(), "second"));
            assertThat(endpoints.queue.query(endpoints.counts)).isEqualTo(CallResult.SUCCESS);
            assertThat(endpoints.counts.outstanding()).isZero();
        }
    }

    @Test
    void shouldKeepItsPlacesForTheThreadThatMaySend() throws InterruptedException {
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes(), ThreadLevel.SINGLE)) {
            final Endpoint endpoint = endpoints.client(0).endpoint;
            final MemoryRegion memory = endpoints.client(0).memory;
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
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes())) {
            assertThat(endpoints.queue.postRecv(endpoints.client(0).memory, 0, 8, 0)).isEqualTo(CallResult.PRIVILEGES_VIOLATION);
        }
    }

    @Test
    void shouldLeaveTheZoneWhenAPrivilegeIsNull() {
        try (EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes())) {
            final InterfaceAdapter adapter = endpoints.server;
            final ProtectionZone zone = adapter.createZone();
            assertThatThrownBy(() -> adapter.register(endpoints.memory, 0, 8, zone, (Privilege) null))
                .isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> adapter.allocate(8, zone, (Privilege) null)).isInstanceOf(NullPointerException.class);
            assertThat(zone.free()).isEqualTo(CallResult.SUCCESS);
        }
    }

    /** Holds S4.21. */
    @Test
    void shouldRefuseAttributesThatCannotBe() {
        try (EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes())) {
            final InterfaceAdapter adapter = endpoints.server;
            assertRefused(CallResult.INVALID_PARAMETER,
                () -> adapter.createReceiveQueue(adapter.zone(), new ReceiveQueueAttributes().maxReceives(0)));
            assertRefused(CallResult.INVALID_PARAMETER, () -> adapter.createReceiveQueue(
                adapter.zone(), new ReceiveQueueAttributes().maxReceives(InterfaceAdapter.MAX_RECEIVES + 1)));
            assertRefused(CallResult.INVALID_PARAMETER,
                () -> adapter.createReceiveQueue(adapter.zone(), new ReceiveQueueAttributes().maxSegments(0)));
            assertRefused(CallResult.INVALID_PARAMETER,
                () -> adapter.createReceiveQueue(adapter.zone(), new ReceiveQueueAttributes().lowWatermark(1)));
            assertRefused(CallResult.INVALID_PARAMETER, () -> adapter.createDispatcher(0));
            assertRefused(
                CallResult.INVALID_PARAMETER, () -> adapter.createEndpoint(new EndpointAttributes().receiveQueue(endpoints.queue)));
            assertRefused(CallResult.INVALID_PARAMETER, () -> adapter.createEndpoint(
                new EndpointAttributes().receiveQueue(endpoints.queue).dispatcher(endpoints.events).maxReceives(1)));
            assertRefused(
                CallResult.INVALID_PARAMETER, () -> adapter.createEndpoint(new EndpointAttributes().dispatcher(endpoints.events)));
            assertRefused(CallResult.INVALID_PARAMETER, () -> adapter.createEndpoint(
                new EndpointAttributes().receiveQueue(endpoints.queue).dispatcher(endpoints.events).watermarks(0, 1)));
            assertRefused(CallResult.INVALID_STATE, () -> adapter.listen(EndpointJob.SERVICE, endpoints.events));
            // None of these calls has left anything behind.
            assertThat(endpoints.queue.free()).isEqualTo(CallResult.SUCCESS);
        }
    }

    /** Holds S4.15, S4.22. */
    @Test
    void shouldRefuseToFreeWhatIsInUseAndToUseWhatIsFreed() {
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes())) {
            final EndpointJob.Client client = endpoints.client(0);
            assertThat(endpoints.queue.free()).isEqualTo(CallResult.SRQ_IN_USE);
            assertThat(endpoints.events.free()).isEqualTo(CallResult.INVALID_STATE);
            assertThat(endpoints.server.zone().free()).isEqualTo(CallResult.INVALID_STATE);
            endpoints.post(1, 64);
            endpoints.assertCounts(64, 1, 1);
            assertThat(client.served.free()).isEqualTo(CallResult.SUCCESS);
            assertThat(endpoints.queue.free()).isEqualTo(CallResult.SUCCESS);
            assertThat(endpoints.queue.free()).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(endpoints.queue.postRecv(endpoints.memory, 0, 8, 0)).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(endpoints.queue.postRecv(null, 0)).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(endpoints.queue.query(endpoints.counts)).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(endpoints.queue.resize(5)).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(endpoints.queue.setLowWatermark(1)).isEqualTo(CallResult.INVALID_HANDLE);
            assertRefused(CallResult.INVALID_HANDLE, () -> endpoints.server.createEndpoint(
                new EndpointAttributes().receiveQueue(endpoints.queue).dispatcher(endpoints.events)));
            assertEndpointFreed(client.served, endpoints.memory);
            final SharedReceiveQueue next = endpoints.server.createReceiveQueue(endpoints.server.zone(), new ReceiveQueueAttributes());
            assertThat(next.handle()).isNotEqualTo(endpoints.queue.handle());
            assertThat(endpoints.queue.postRecv(endpoints.memory, 0, 8, 0)).isEqualTo(CallResult.INVALID_HANDLE);
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
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes())) {
            final EndpointJob.Client client = endpoints.client(0);
            final Endpoint idle = endpoints.server.createEndpoint(
                new EndpointAttributes().receiveQueue(endpoints.queue).dispatcher(endpoints.events));
            assertThat(idle.postSend(endpoints.memory, 0, 8, 0, 0)).isEqualTo(CallResult.INVALID_STATE);
            assertThat(idle.disconnect(DisconnectMode.GRACEFUL)).isEqualTo(CallResult.INVALID_STATE);
            assertThat(idle.reset()).isEqualTo(CallResult.SUCCESS);
            assertThat(idle.accept(12345, 0)).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(idle.connect(2, 0, 0, 1, TimeUnit.SECONDS)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(client.served.connect(1, 0, 0, 1, TimeUnit.SECONDS)).isEqualTo(CallResult.INVALID_STATE);
            assertThat(client.served.reset()).isEqualTo(CallResult.INVALID_STATE);
            assertThat(client.served.postRecv(endpoints.memory, 0, 8, 0)).isEqualTo(CallResult.MODEL_NOT_SUPPORTED);
            assertThat(client.served.postSend(endpoints.memory, 0, 8, 0, 64)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(client.served.setWatermarks(0, 1)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(endpoints.server.reject(54321, 0)).isEqualTo(CallResult.INVALID_HANDLE);
        }
    }

    @Test
    void shouldRefuseSendsOfMemoryThatIsNotTheirs() {
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes())) {
            final EndpointJob.Client client = endpoints.client(0);
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
            // Their completions were not reaped.
            assertThat(client.endpoint.postSend(client.memory, 0, 8, 0, 0)).isEqualTo(CallResult.INSUFFICIENT_RESOURCES);
            assertThat(client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS)).isEqualTo(CallResult.SUCCESS);
            assertThat(endpoints.next(client.events).type()).isEqualTo(EventType.SEND);
            assertThat(client.endpoint.postSend(client.memory, 0, 8, 0, 0)).isEqualTo(CallResult.SUCCESS);
        }
    }

    @Test
    void shouldKeepZonesThatAreInUse() {
        try (EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes())) {
            final ProtectionZone zone = endpoints.server.createZone();
            final MemoryRegion region = endpoints.server.allocate(4096, zone, Privilege.LOCAL_WRITE);
            final MemoryRegion part = endpoints.server.register(region, 1024, 512, endpoints.server.zone(), Privilege.LOCAL_WRITE);
            assertThat(zone.free()).isEqualTo(CallResult.INVALID_STATE);
            final SharedReceiveQueue queue = endpoints.server.createReceiveQueue(zone, new ReceiveQueueAttributes());
            assertThat(queue.postRecv(region, 0, 4096, 0)).isEqualTo(CallResult.SUCCESS);
            assertThat(queue.postRecv(part, 0, 8, 0)).isEqualTo(CallResult.PROTECTION_VIOLATION);
            region.close();
            assertThat(zone.free()).isEqualTo(CallResult.INVALID_STATE);
            assertThat(queue.free()).isEqualTo(CallResult.SUCCESS);
            assertThat(zone.free()).isEqualTo(CallResult.SUCCESS);
            assertThat(zone.free()).isEqualTo(CallResult.INVALID_HANDLE);
            assertRefused(CallResult.INVALID_HANDLE, () -> endpoints.server.allocate(8, zone));
            assertRefused(CallResult.INVALID_HANDLE, () -> endpoints.server.createReceiveQueue(zone, new ReceiveQueueAttributes()));
            assertRefused(CallResult.INVALID_HANDLE, () -> endpoints.server.register(region, 0, 8, endpoints.server.zone()));
            assertRefused(CallResult.INVALID_PARAMETER, () -> endpoints.server.register(part, 0, 513, endpoints.server.zone()));
            // The registered part outlives its region.
            assertThat(part.length()).isEqualTo(512);
            part.buffer().putLong(504, 1);
            assertThat(endpoints.queue.postRecv(part, 504, 8, 0)).isEqualTo(CallResult.SUCCESS);
            assertThat(endpoints.queue.postRecv(part, 505, 8, 0)).isEqualTo(CallResult.INVALID_PARAMETER);
            part.close();
        }
    }

    @Test
    void shouldLeaveTheZoneOfMemoryThatCannotBeMade() {
        try (EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes(), settings -> settings.size(GeometrySetting.REGIONS, 1),
            made -> { })) {
            final ProtectionZone zone = endpoints.server.createZone();
            assertThatThrownBy(() -> endpoints.server.allocate(8, zone, Privilege.values())).isInstanceOf(IllegalStateException.class);
            final Registry<RegisteredMemory> full = new Registry<>(0);
            final RegisteredZone member = ((EngineAdapter) endpoints.server).endpoints().resources().enter(zone.handle());
            assertRefused(CallResult.INSUFFICIENT_RESOURCES, () -> ((SharedRegion) endpoints.memory).over(full, member, 0, 0, 8));
            member.leave();
            assertThat(zone.free()).isEqualTo(CallResult.SUCCESS);
        }
    }

    @Test
    void shouldSendNothingOfMemoryThatWasClosed() {
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes())) {
            final EndpointJob.Client client = endpoints.client(0);
            final MemoryRegion closed = client.engine.allocate(4096);
            closed.close();
            assertThat(client.endpoint.postSend(closed, 0, 8, 0, 0)).isEqualTo(CallResult.PRIVILEGES_VIOLATION);
            final RegionSegments segments = new RegionSegments().add(client.memory, 0, 8).add(closed, 0, 8);
            for (int i = 0; i < 100; i++) {
                // More often than there are sends in the pool: each refusal releases its send.
                assertThat(client.endpoint.postSend(segments, 0, 0)).isEqualTo(CallResult.PRIVILEGES_VIOLATION);
            }
            endpoints.post(1, 64);
            assertThat(client.endpoint.postSend(segments.clear().add(client.memory, 0, 8), 1, 0)).isEqualTo(CallResult.SUCCESS);
            endpoints.received(endpoints.events, 0, 8);
        }
    }

    @Test
    void shouldRefuseToMixSolicitedReceivesWithThresholds() {
        try (EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes())) {
            final EventDispatcher events = endpoints.server.createDispatcher(8);
            final Endpoint solicited = endpoints.server.createEndpoint(new EndpointAttributes().receiveQueue(endpoints.queue)
                .dispatcher(events).receiveFlag(CompletionFlag.SOLICITED_WAIT));
            assertRefused(CallResult.INVALID_PARAMETER, () -> endpoints.server.createEndpoint(new EndpointAttributes()
                .receiveQueue(endpoints.queue).dispatcher(events).receiveFlag(CompletionFlag.EVD_THRESHOLD)));
            final Event event = new Event();
            assertThat(events.await(event, 2, 0, TimeUnit.SECONDS)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(solicited.free()).isEqualTo(CallResult.SUCCESS);
            final Endpoint counted = endpoints.server.createEndpoint(new EndpointAttributes().receiveQueue(endpoints.queue)
                .dispatcher(events).receiveFlag(CompletionFlag.EVD_THRESHOLD));
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
