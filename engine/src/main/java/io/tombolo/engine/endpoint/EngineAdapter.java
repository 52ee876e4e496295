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

import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Privilege;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.endpoint.AdapterAttributes;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.EmptyQueuePolicy;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EndpointAttributes;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.endpoint.InterfaceAdapter;
import io.tombolo.engine.api.endpoint.ProtectionZone;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.RefusedException;
import io.tombolo.engine.api.endpoint.ServicePoint;
import io.tombolo.engine.api.endpoint.SharedReceiveQueue;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.completion.Registry;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.pt2pt.Messages;
import io.tombolo.engine.region.RegionAllocator;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.engine.srq.Connection;
import io.tombolo.engine.srq.Dispatcher;
import io.tombolo.engine.srq.EndpointCommand;
import io.tombolo.engine.srq.Endpoints;
import io.tombolo.engine.srq.RegisteredZone;
import io.tombolo.engine.srq.SharedQueue;
import io.tombolo.engine.transfer.RegisteredMemory;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.flight.OrderLimit;
import io.tombolo.ringbuffers.queue.QueueConcurrency;
import java.util.function.Supplier;

/**
 * The interface adapter of a rank: makes zones, memory regions, event dispatchers, receive queues, endpoints and service points. The
 * progress owner makes every change of a table.
 */
public final class EngineAdapter implements InterfaceAdapter {
    private final Progress progress;
    private final RegionAllocator regions;
    private final Endpoints endpoints;
    private final EngineProtectionZone zone;
    private final AdapterAttributes attributes;

    /**
     * Creates the adapter of a rank.
     *
     * @param progress  of the rank.
     * @param regions   allocator of the rank.
     * @param endpoints of the rank, from {@link #endpoints(Node, Messages, int, ThreadLevel)}.
     */
    public EngineAdapter(final Progress progress, final RegionAllocator regions, final Endpoints endpoints) {
        this.progress = progress;
        this.regions = regions;
        this.endpoints = endpoints;
        this.zone = EngineProtectionZone.of(endpoints, endpoints.resources().zone());
        this.attributes = new AdapterAttributes(true, OPTIMAL_ALIGNMENT, MAX_SEGMENTS, Long.MAX_VALUE, !progress.isSingle());
    }

    /**
     * Creates the protocol of a rank's endpoints.
     *
     * @param node     of the rank.
     * @param messages of the rank; gets the new protocol added.
     * @param most     highest number of endpoints that this rank may have.
     * @param level    which threads may call.
     * @return new protocol without an endpoint.
     */
    public static Endpoints endpoints(final Node node, final Messages messages, final int most, final ThreadLevel level) {
        final Endpoints endpoints = new Endpoints(
            node, messages.peers(), messages.regions(), messages.longSends(), messages.longReceives(), messages.connector(), most,
            level == ThreadLevel.SINGLE ? QueueConcurrency.ONE_THREAD : QueueConcurrency.ANY_THREAD);
        messages.add(endpoints, Operation.Kind.ENDPOINT, PacketType.EP_SEND, PacketType.EP_CONNECT, PacketType.EP_DISCONNECT);
        return endpoints;
    }

    /**
     * Returns the progress of the rank.
     *
     * @return always the same.
     */
    public Progress progress() {
        return progress;
    }

    /**
     * Returns the protocol of the rank's endpoints.
     *
     * @return always the same.
     */
    public Endpoints endpoints() {
        return endpoints;
    }

    /** Has the progress owner run an action, and waits for the answer. An interrupt does not end the wait. */
    <T> T ask(final Supplier<T> action) {
        final EndpointCommand<T> command = new EndpointCommand<>(action);
        progress.submit(command);
        progress.awaitUninterrupted(command);
        return command.answer();
    }

    @Override
    public AdapterAttributes attributes() {
        return attributes;
    }

    @Override
    public ProtectionZone zone() {
        return zone;
    }

    @Override
    public EventDispatcher asynchronousDispatcher() {
        return handle(ask(endpoints.resources()::asynchronous));
    }

    private EventDispatcher handle(final Dispatcher dispatcher) {
        return (EventDispatcher) dispatcher.application(() -> new EngineDispatcher(this, dispatcher));
    }

    @Override
    public ProtectionZone createZone() {
        return EngineProtectionZone.of(endpoints, endpoints.resources().createZone());
    }

    private Registry<RegisteredMemory> memories() {
        return endpoints.resources().memories();
    }

    @Override
    public MemoryRegion allocate(final long length, final ProtectionZone of, final Privilege... privileges) {
        if (length <= 0) {
            throw new RefusedException(CallResult.INVALID_PARAMETER, "length=" + length + " must be positive");
        }
        // Before the zone is entered, because this throws for a privilege that is null.
        final int bits = SharedRegion.bits(privileges);
        return regions.allocate(length, endpoints.resources().enter(of.handle()), bits);
    }

    @Override
    public MemoryRegion register(
        final MemoryRegion region, final long offset, final long length, final ProtectionZone of, final Privilege... privileges) {
        if (length <= 0 || offset < 0 || offset > region.length() - length) {
            throw new RefusedException(CallResult.INVALID_PARAMETER,
                "offset=" + offset + " length=" + length + " must lie in a region of length=" + region.length());
        }
        if (memories().find(region.handle()) == null) {
            throw new RefusedException(CallResult.INVALID_HANDLE, "region=0x" + Long.toHexString(region.handle()) + " is closed");
        }
        // Before the zone is entered, because this throws for a privilege that is null.
        final int bits = SharedRegion.bits(privileges);
        return regions.over(region, endpoints.resources().enter(of.handle()), bits, offset, length);
    }

    @Override
    public EventDispatcher createDispatcher(final int events) {
        if (progress.orderRecorder() != null) {
            progress.orderRecorder().limit(OrderLimit.ENDPOINT);
        }
        return handle(ask(() -> endpoints.resources().createDispatcher(events)));
    }

    @Override
    public SharedReceiveQueue createReceiveQueue(final ProtectionZone of, final ReceiveQueueAttributes attributes) {
        check("maxReceives", attributes.maxReceives(), MAX_RECEIVES);
        check("maxSegments", attributes.maxSegments(), MAX_SEGMENTS);
        if (attributes.lowWatermark() != ReceiveQueueAttributes.DEFAULT_LOW_WATERMARK) {
            throw new RefusedException(CallResult.INVALID_PARAMETER, "lowWatermark=" + attributes.lowWatermark() +
                " must be the default while a queue is made: set it afterwards");
        }
        final RegisteredZone member = endpoints.resources().enter(of.handle());
        final SharedQueue queue = ask(() -> endpoints.resources().createQueue(
            member, attributes.maxReceives(), attributes.maxSegments(), attributes.whenEmpty()));
        return (SharedReceiveQueue) queue.application(() -> new EngineReceiveQueue(this, queue));
    }

    private static void check(final String name, final int value, final int most) {
        if (value < 1 || value > most) {
            throw new RefusedException(CallResult.INVALID_PARAMETER, name + "=" + value + " must be from 1 to " + most);
        }
    }

    @Override
    public Endpoint createEndpoint(final EndpointAttributes attributes) {
        check("maxSends", attributes.maxSends(), MAX_SENDS);
        if (attributes.softWatermark() < 1 || attributes.hardWatermark() < 1) {
            throw new RefusedException(CallResult.INVALID_PARAMETER, "softWatermark=" + attributes.softWatermark() +
                " hardWatermark=" + attributes.hardWatermark() + " must be positive");
        }
        final boolean isOwn = attributes.receiveQueue() == null;
        if (isOwn) {
            check("maxReceives", attributes.maxReceives(), MAX_RECEIVES);
        } else if (attributes.maxReceives() != 0) {
            throw new RefusedException(
                CallResult.INVALID_PARAMETER, "maxReceives=" + attributes.maxReceives() + " must be 0 with a shared receive queue");
        }
        final RegisteredZone member = endpoints.resources().enter((attributes.zone() == null ? zone : attributes.zone()).handle());
        final Connection made = ask(() -> create(attributes, isOwn, member));
        return (Endpoint) made.application(() -> new EngineEndpoint(this, made));
    }

    private Connection create(final EndpointAttributes attributes, final boolean isOwn, final RegisteredZone member) {
        SharedQueue own = null;
        try {
            final Dispatcher receives = dispatcher("receiveDispatcher", attributes.receiveDispatcher());
            final Dispatcher requests = dispatcher("requestDispatcher", attributes.requestDispatcher());
            final Dispatcher connects = dispatcher("connectDispatcher", attributes.connectDispatcher());
            final SharedQueue queue;
            if (isOwn) {
                member.enter();
                own = endpoints.resources().createQueue(member, attributes.maxReceives(), MAX_SEGMENTS, EmptyQueuePolicy.WAIT);
                queue = own;
            } else {
                queue = EngineReceiveQueue.open(attributes.receiveQueue());
            }
            final Connection made = endpoints.prepare(
                member, queue, isOwn, receives, requests, connects, attributes.receiveFlag(), attributes.maxSends());
            endpoints.create(made, attributes.softWatermark(), attributes.hardWatermark());
            return made;
        } catch (final RefusedException exception) {
            if (own != null) {
                endpoints.resources().free(own);
            }
            member.leave();
            throw exception;
        }
    }

    private static Dispatcher dispatcher(final String name, final EventDispatcher dispatcher) {
        if (dispatcher == null) {
            throw new RefusedException(CallResult.INVALID_PARAMETER, name + "=null must be set");
        }
        return EngineDispatcher.open(dispatcher);
    }

    @Override
    public ServicePoint listen(final long service, final EventDispatcher dispatcher) {
        if (!ask(() -> endpoints.listen(service, EngineDispatcher.open(dispatcher)))) {
            throw new RefusedException(CallResult.INVALID_STATE, "service=" + service + " is listened to already");
        }
        return new EngineServicePoint(this, service);
    }

    @Override
    public CallResult reject(final long request, final long privateData) {
        return ask(() -> endpoints.reject(request, privateData));
    }
}
