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
package io.tombolo.engine.srq;

import static io.tombolo.engine.access.ApiAccess.ENDPOINTS;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.CompletionFlag;
import io.tombolo.engine.api.endpoint.CompletionStatus;
import io.tombolo.engine.api.endpoint.EmptyQueuePolicy;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.ReceiveQueueCounts;
import io.tombolo.engine.api.endpoint.ReceiveQueueState;
import io.tombolo.engine.api.endpoint.RefusedException;
import io.tombolo.engine.api.endpoint.SharedReceiveQueue;
import io.tombolo.engine.completion.Registry;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.telemetry.FlightRecorder;
import io.tombolo.engine.transfer.RegisteredMemory;
import io.tombolo.engine.wire.Handle;
import io.tombolo.ringbuffers.queue.EndpointRows;
import io.tombolo.ringbuffers.queue.EventEntry;
import io.tombolo.ringbuffers.queue.EventQueue;
import io.tombolo.ringbuffers.queue.QueueConcurrency;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * The protection zones, registered memory, receive queues, event dispatchers and endpoints of this rank. Any thread finds and reads them.
 * The progress owner creates, resizes and frees them, unless a method says otherwise.
 */
public final class EndpointResources {
    private static final int MOST_QUEUES = 1 << 12;
    private static final int MOST_DISPATCHERS = 1 << 12;
    private static final int MOST_ZONES = 1 << 16;
    private static final int MOST_MEMORIES = 1 << 20;
    private static final int ASYNCHRONOUS_EVENTS = 64;

    private final Registry<RegisteredMemory> memories = new Registry<>(MOST_MEMORIES);
    private final Registry<RegisteredZone> zones = new Registry<>(MOST_ZONES);
    private final Registry<SharedQueue> queues = new Registry<>(MOST_QUEUES);
    private final Registry<Dispatcher> dispatchers = new Registry<>(MOST_DISPATCHERS);
    private final Registry<Connection> connections;
    private final AtomicInteger armed = new AtomicInteger();
    private final FlightRecorder flight;
    private final QueueFiles files;
    private final QueueConcurrency callers;
    private final int mostEndpoints;
    private final RegisteredZone zone = new RegisteredZone();
    private final Dispatcher asynchronous;
    private final AsynchronousEvents asynchronousEvents;
    private volatile boolean ended;
    // Belong to the progress owner.
    private final List<Dispatcher> open = new ArrayList<>();
    private EndpointRows rows;

    EndpointResources(final Node node, final int mostEndpoints, final QueueConcurrency callers) {
        this.flight = node.flight();
        this.files = new QueueFiles(node);
        this.callers = callers;
        this.mostEndpoints = mostEndpoints;
        this.connections = new Registry<>(mostEndpoints);
        this.asynchronous = new Dispatcher(files, armed, callers, ASYNCHRONOUS_EVENTS);
        this.asynchronousEvents = new AsynchronousEvents(node, asynchronous);
        zones.add(zone);
        zone.enter();
    }

    AsynchronousEvents asynchronousEvents() {
        return asynchronousEvents;
    }

    Registry<Connection> connections() {
        return connections;
    }

    /** Registers an endpoint. */
    void add(final Connection made) {
        made.rows = rows();
        made.flight = flight;
        if (!connections.add(made)) {
            throw full("endpoints", mostEndpoints);
        }
    }

    /** Wakes the threads whose events have come. Costs one load while no thread waits. */
    void fireIfDue() {
        if (armed.get() > 0) {
            for (int i = 0; i < open.size(); i++) {
                open.get(i).fireIfDue();
            }
        }
    }

    /** Ends all waits: no more events will come. */
    void end() {
        ended = true;
        open.forEach(Dispatcher::end);
    }

    /**
     * Returns the registered memory. Any thread.
     *
     * @return registry.
     */
    public Registry<RegisteredMemory> memories() {
        return memories;
    }

    /**
     * Returns the protection zone of the adapter. Any thread.
     *
     * @return zone that is never freed.
     */
    public RegisteredZone zone() {
        return zone;
    }

    /**
     * Enters a zone. Any thread.
     *
     * @param handle of the zone.
     * @return zone with one more member; the caller must {@linkplain RegisteredZone#leave leave} it.
     * @throws RefusedException if it was freed.
     */
    public RegisteredZone enter(final long handle) {
        final RegisteredZone found = zones.find(handle);
        if (found == null || !found.enter()) {
            throw new RefusedException(CallResult.INVALID_HANDLE, "zone=0x" + Long.toHexString(handle) + " was freed");
        }
        return found;
    }

    /**
     * Creates a zone. Any thread.
     *
     * @return new zone.
     */
    public RegisteredZone createZone() {
        final RegisteredZone made = new RegisteredZone();
        if (!zones.add(made)) {
            throw full("protection zones", MOST_ZONES);
        }
        return made;
    }

    /**
     * Frees a zone. Any thread.
     *
     * @param freed zone.
     * @return result for the application.
     */
    public CallResult free(final RegisteredZone freed) {
        final CallResult result = freed.free();
        if (result == CallResult.SUCCESS) {
            zones.remove(freed);
        }
        return result;
    }

    private static RefusedException full(final String what, final int most) {
        return new RefusedException(CallResult.INSUFFICIENT_RESOURCES, "this rank has " + most + " " + what + ": free some");
    }

    /**
     * Creates a dispatcher. By the progress owner.
     *
     * @param events capacity that is asked for.
     * @return new dispatcher.
     */
    public Dispatcher createDispatcher(final int events) {
        if (events < 1 || events > EventQueue.MAX_CAPACITY) {
            throw new RefusedException(
                CallResult.INVALID_PARAMETER, "events=" + events + " must be from 1 to " + EventQueue.MAX_CAPACITY);
        }
        asynchronous();
        return open(new Dispatcher(files, armed, callers, events));
    }

    /**
     * Returns the dispatcher of asynchronous events. Creates it when it is first needed. By the progress owner.
     *
     * @return dispatcher that is never freed.
     */
    public Dispatcher asynchronous() {
        if (!open.contains(asynchronous)) {
            open(asynchronous);
            asynchronous.use(CompletionFlag.UNSIGNALLED);
        }
        return asynchronous;
    }

    private Dispatcher open(final Dispatcher dispatcher) {
        if (!dispatchers.add(dispatcher)) {
            throw full("event dispatchers", MOST_DISPATCHERS);
        }
        try {
            dispatcher.open();
        } catch (final IOException exception) {
            dispatchers.remove(dispatcher);
            throw noMemory(exception);
        }
        open.add(dispatcher);
        return dispatcher;
    }

    private static RefusedException noMemory(final IOException exception) {
        return new RefusedException(CallResult.INSUFFICIENT_RESOURCES, exception.getMessage());
    }

    /**
     * Frees a dispatcher. By the progress owner.
     *
     * @param dispatcher any.
     * @param stranded   gets each connection request that is left in the dispatcher.
     * @return result for the application.
     */
    CallResult free(final Dispatcher dispatcher, final LongConsumer stranded) {
        if (dispatcher.isFreed()) {
            return CallResult.INVALID_HANDLE;
        }
        final CallResult result = dispatcher.free();
        if (result == CallResult.SUCCESS) {
            final EventEntry entry = new EventEntry();
            for (int type = dispatcher.poll(entry); type != EventQueue.EMPTY; type = dispatcher.poll(entry)) {
                reap(dispatcher, entry);
                if (type == EventType.CONNECTION_REQUEST.code()) {
                    stranded.accept(entry.word0);
                }
            }
            dispatchers.remove(dispatcher);
            open.remove(dispatcher);
        }
        return result;
    }

    /**
     * Frees what an event that was taken occupies: the slot of a receive, a send, or room without reservation. Any thread.
     *
     * @param dispatcher that the event was taken from.
     * @param entry      event.
     */
    public void reap(final Dispatcher dispatcher, final EventEntry entry) {
        if (entry.type == EventType.RECEIVE.code()) {
            final SharedQueue queue = queues.find(entry.queue);
            if (queue != null) {
                queue.reap(entry.slot);
            }
        } else if (entry.type == EventType.SEND.code()) {
            final Connection connection = connections.find(entry.endpoint);
            if (connection != null) {
                connection.releaseSend(entry.slot);
            }
        } else if (entry.type == EventType.CONNECTION_REQUEST.code() || entry.type >= EventType.LOW_WATERMARK.code()) {
            dispatcher.unreservedTaken();
        }
    }

    /**
     * Takes the oldest event of a dispatcher. Any thread; does not allocate.
     *
     * @param dispatcher any.
     * @param event      is filled.
     * @return false if there is none.
     */
    public boolean take(final Dispatcher dispatcher, final Event event) {
        final EventEntry entry = ENDPOINTS.entry(event);
        final int type = dispatcher.poll(entry);
        if (type == EventQueue.EMPTY) {
            return false;
        }
        final Connection connection = entry.endpoint == Handle.NONE ? null : connections.find(entry.endpoint);
        final SharedQueue queue = type == EventType.LOW_WATERMARK.code() ? queues.find(entry.queue) : null;
        ENDPOINTS.fill(
            event, EventType.of(type), CompletionStatus.of(entry.status), connection == null ? null : (Endpoint) connection.application(),
            queue == null ? null : (SharedReceiveQueue) queue.application(), entry.cookie, entry.length);
        if (type <= EventType.SEND.code()) {
            final int rank = connection == null ? Communicator.NULL_RANK : connection.peerRank();
            ENDPOINTS.fillConnection(event, rank, Handle.NONE, 0, entry.flags != 0);
        } else {
            final long privateData = type == EventType.CONNECTION_REQUEST.code() ? entry.word1 : entry.cookie;
            ENDPOINTS.fillConnection(event, entry.flags, entry.word0, privateData, false);
        }
        ENDPOINTS.setRemaining(event, dispatcher.size());
        reap(dispatcher, entry);
        return true;
    }

    /**
     * Creates a receive queue. By the progress owner.
     *
     * @param member       zone of its buffers, which the queue has entered.
     * @param most         maximum number of buffers.
     * @param mostSegments maximum number of segments of a buffer.
     * @param policy       for messages that find no buffer.
     * @return new queue.
     */
    public SharedQueue createQueue(final RegisteredZone member, final int most, final int mostSegments, final EmptyQueuePolicy policy) {
        asynchronous();
        final SharedQueue queue = new SharedQueue(files, memories, member, callers, most, mostSegments, policy);
        if (!queues.add(queue)) {
            member.leave();
            throw full("receive queues", MOST_QUEUES);
        }
        try {
            queue.open(Handle.index(member.handle()));
        } catch (final IOException exception) {
            queues.remove(queue);
            member.leave();
            throw noMemory(exception);
        }
        return queue;
    }

    /**
     * Frees a receive queue. By the progress owner.
     *
     * @param queue any.
     * @return result for the application.
     */
    public CallResult free(final SharedQueue queue) {
        final CallResult result = queue.free();
        if (result == CallResult.SUCCESS) {
            queues.remove(queue);
        }
        return result;
    }

    /**
     * Takes an exact snapshot of a receive queue. Any thread.
     *
     * @param queue  any.
     * @param counts is filled.
     * @return result for the application.
     */
    public CallResult query(final SharedQueue queue, final ReceiveQueueCounts counts) {
        return queue.query(counts, ended ? ReceiveQueueState.ERROR : ReceiveQueueState.OPERATIONAL);
    }

    /**
     * Arms the low watermark of a receive queue. By the progress owner.
     *
     * @param queue   any.
     * @param buffers watermark.
     * @return result for the application.
     */
    public CallResult arm(final SharedQueue queue, final int buffers) {
        return queue.arm(buffers, () -> asynchronousEvents.lowWatermark(queue));
    }

    /**
     * Changes the size of a receive queue. By the progress owner.
     *
     * @param queue any.
     * @param most  maximum number of buffers.
     * @return result for the application.
     */
    public CallResult resize(final SharedQueue queue, final int most) {
        return queue.resize(most);
    }

    /**
     * Changes the capacity of a dispatcher. By the progress owner.
     *
     * @param dispatcher any.
     * @param events     maximum number of events.
     * @return result for the application.
     */
    public CallResult resize(final Dispatcher dispatcher, final int events) {
        return dispatcher.isFreed() ? CallResult.INVALID_HANDLE : dispatcher.resize(events);
    }

    /**
     * Puts a software event of the application. By the progress owner.
     *
     * @param dispatcher any.
     * @param cookie     of the event.
     * @return result for the application.
     */
    public CallResult post(final Dispatcher dispatcher, final long cookie) {
        if (dispatcher.isFreed()) {
            return CallResult.INVALID_HANDLE;
        }
        return dispatcher.putUnreserved(EventType.SOFTWARE.code(), cookie, Handle.NONE, Handle.NONE, -1, 0, 0) ?
            CallResult.SUCCESS : CallResult.INSUFFICIENT_RESOURCES;
    }

    private EndpointRows rows() {
        if (rows == null) {
            try {
                rows = files.endpoints(mostEndpoints);
            } catch (final IOException exception) {
                throw noMemory(exception);
            }
        }
        return rows;
    }
}
