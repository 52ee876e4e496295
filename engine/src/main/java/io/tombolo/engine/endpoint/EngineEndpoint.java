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
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.DisconnectMode;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EndpointState;
import io.tombolo.engine.api.endpoint.InterfaceAdapter;
import io.tombolo.engine.api.endpoint.ReceiveSpan;
import io.tombolo.engine.api.endpoint.RegionSegments;
import io.tombolo.engine.completion.Registry;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.engine.srq.Connection;
import io.tombolo.engine.srq.EndpointSend;
import io.tombolo.engine.srq.Endpoints;
import io.tombolo.engine.transfer.RegisteredMemory;
import java.util.concurrent.TimeUnit;

/**
 * The application's handle of an endpoint.
 */
final class EngineEndpoint implements Endpoint {
    private static final int ALL_FLAGS = SUPPRESS | SOLICITED;

    private final EngineAdapter adapter;
    private final Endpoints endpoints;
    private final Progress progress;
    private final Connection connection;
    private final Registry<RegisteredMemory> memories;

    EngineEndpoint(final EngineAdapter adapter, final Connection connection) {
        this.adapter = adapter;
        this.endpoints = adapter.endpoints();
        this.progress = adapter.progress();
        this.connection = connection;
        this.memories = endpoints.resources().memories();
    }

    @Override
    public long handle() {
        return connection.handle();
    }

    @Override
    public EndpointState state() {
        return connection.state();
    }

    @Override
    public int peer() {
        return connection.peerRank();
    }

    @Override
    public CallResult connect(
        final int rank, final long service, final long privateData, final long timeout, final TimeUnit unit) {
        if (rank < 0 || rank >= progress.size() || timeout < 0) {
            return connection.state() == EndpointState.FREED ? CallResult.INVALID_HANDLE : CallResult.INVALID_PARAMETER;
        }
        return adapter.ask(() -> endpoints.connect(connection, rank, service, privateData, unit.toNanos(timeout)));
    }

    @Override
    public CallResult accept(final long request, final long privateData) {
        return adapter.ask(() -> endpoints.accept(connection, request, privateData));
    }

    @Override
    public CallResult disconnect(final DisconnectMode mode) {
        return adapter.ask(() -> endpoints.disconnect(connection, mode));
    }

    @Override
    public CallResult reset() {
        return adapter.ask(() -> endpoints.reset(connection));
    }

    @Override
    public CallResult free() {
        return adapter.ask(() -> endpoints.free(connection));
    }

    @Override
    public CallResult postSend(final MemoryRegion region, final long offset, final long length, final long cookie, final int flags) {
        if (region == null && length == 0) {
            return postSend(null, cookie, flags);
        }
        progress.endpoints().checkThread();
        final RegisteredMemory memory = SharedRegion.registered(region, memories);
        final CallResult refusal = check(flags);
        if (refusal != CallResult.SUCCESS) {
            return refusal;
        }
        final CallResult violation = connection.zone().check(memory, RegisteredMemory.LOCAL_READ, offset, length);
        if (violation != CallResult.SUCCESS) {
            return violation;
        }
        if ((flags & SUPPRESS) != 0) {
            final long address = memory.address(offset, length);
            if (address != 0 && progress.endpoints().trySend(endpoints, connection, address, length, (flags & SOLICITED) != 0)) {
                return CallResult.SUCCESS;
            }
        }
        final EndpointSend send = acquire();
        if (send == null) {
            return CallResult.INSUFFICIENT_RESOURCES;
        }
        send.prepare(cookie, flags);
        try {
            send.add(memory, offset, length);
            send.copyShort(endpoints.inlineLimit());
        } catch (final OutOfMemoryError none) {
            return abandon(send, CallResult.INSUFFICIENT_RESOURCES);
        }
        progress.submit(send);
        return CallResult.SUCCESS;
    }

    private CallResult abandon(final EndpointSend send, final CallResult why) {
        connection.abandon(send);
        return why;
    }

    /**
     * Acquires a send if the engine is open. If the engine closes before the submission, the send is not released: no later call gets here.
     */
    private EndpointSend acquire() {
        progress.checkOpen();
        return connection.acquireSend();
    }

    private CallResult check(final int flags) {
        return switch (connection.state()) {
            case CONNECTED, DISCONNECTED -> (flags & ~ALL_FLAGS) == 0 ? CallResult.SUCCESS : CallResult.INVALID_PARAMETER;
            case FREED -> CallResult.INVALID_HANDLE;
            default -> CallResult.INVALID_STATE;
        };
    }

    @Override
    public CallResult postSend(final RegionSegments segments, final long cookie, final int flags) {
        progress.endpoints().checkThread();
        final CallResult refusal = check(flags);
        if (refusal != CallResult.SUCCESS) {
            return refusal;
        }
        if (segments != null && segments.count() > InterfaceAdapter.MAX_SEGMENTS) {
            return CallResult.INVALID_PARAMETER;
        }
        final EndpointSend send = acquire();
        if (send == null) {
            return CallResult.INSUFFICIENT_RESOURCES;
        }
        send.prepare(cookie, flags);
        try {
            final CallResult violation = segments == null ? CallResult.SUCCESS : add(send, segments);
            if (violation != CallResult.SUCCESS) {
                return abandon(send, violation);
            }
            send.copyShort(endpoints.inlineLimit());
        } catch (final OutOfMemoryError none) {
            return abandon(send, CallResult.INSUFFICIENT_RESOURCES);
        }
        progress.submit(send);
        return CallResult.SUCCESS;
    }

    /** Checks and adds each segment. Looks up each region only once, because it may be closed at any time. */
    private CallResult add(final EndpointSend send, final RegionSegments segments) {
        long total = 0;
        for (int i = 0; i < segments.count(); i++) {
            final RegisteredMemory memory = memories.find(segments.handle(i));
            final CallResult violation = connection.zone().check(
                memory, RegisteredMemory.LOCAL_READ, segments.offset(i), segments.length(i));
            if (violation != CallResult.SUCCESS) {
                return violation;
            }
            send.add(memory, segments.offset(i), segments.length(i));
            total += segments.length(i);
        }
        return total < 0 ? CallResult.INVALID_PARAMETER : CallResult.SUCCESS;
    }

    @Override
    public CallResult postRecv(final MemoryRegion region, final long offset, final long length, final long cookie) {
        if (!connection.isQueueOwn()) {
            return connection.state() == EndpointState.FREED ? CallResult.INVALID_HANDLE : CallResult.MODEL_NOT_SUPPORTED;
        }
        progress.endpoints().checkThread();
        final CallResult result = EngineReceiveQueue.post(connection.queue(), region, memories, offset, length, cookie);
        if (result == CallResult.SUCCESS && connection.state() == EndpointState.DISCONNECTED) {
            adapter.ask(() -> {
                endpoints.flushOwn(connection);
                return result;
            });
        } else if (connection.queue().starves()) {
            progress.endpoints().nudge();
        }
        return result;
    }

    @Override
    public CallResult setWatermarks(final int soft, final int hard) {
        if (connection.state() == EndpointState.FREED) {
            return CallResult.INVALID_HANDLE;
        }
        if (soft < 1 || hard < 1) {
            return CallResult.INVALID_PARAMETER;
        }
        return adapter.ask(() -> endpoints.watermarks(connection, soft, hard));
    }

    @Override
    public CallResult queryReceives(final ReceiveSpan span) {
        return adapter.ask(() -> endpoints.query(connection, span));
    }

    @Override
    public String toString() {
        return "endpoint 0x" + Long.toHexString(handle()) + ", " + state().label();
    }
}
