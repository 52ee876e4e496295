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

import io.tombolo.engine.api.CallResult;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.CompletionFlag;
import io.tombolo.engine.api.CompletionStatus;
import io.tombolo.engine.api.DisconnectMode;
import io.tombolo.engine.api.EmptyQueuePolicy;
import io.tombolo.engine.api.Endpoint;
import io.tombolo.engine.api.EndpointState;
import io.tombolo.engine.api.Event;
import io.tombolo.engine.api.EventType;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.ReceiveSpan;
import io.tombolo.engine.api.RefusedException;
import io.tombolo.engine.api.SharedReceiveQueue;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.completion.Protocol;
import io.tombolo.engine.completion.Registry;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.transfer.Gets;
import io.tombolo.engine.transfer.LocalRegions;
import io.tombolo.engine.transfer.LongSends;
import io.tombolo.engine.transfer.RegisteredMemory;
import io.tombolo.engine.transfer.Ways;
import io.tombolo.engine.wire.EndpointKey;
import io.tombolo.engine.wire.Handle;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.pair.RingConsumer;
import io.tombolo.ringbuffers.queue.EndpointRows;
import io.tombolo.ringbuffers.queue.EventEntry;
import io.tombolo.ringbuffers.queue.EventQueue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Endpoints, receive queues and event dispatchers of this rank. What is registered is found by any thread; everything that changes a
 * connection, a size or a table is done by the progress owner.
 */
public final class Endpoints implements Protocol {
    private static final int MOST_QUEUES = 1 << 12;
    private static final int MOST_DISPATCHERS = 1 << 12;
    private static final int MOST_ZONES = 1 << 16;
    private static final int MOST_MEMORIES = 1 << 20;
    private static final int ASYNCHRONOUS_EVENTS = 64;
    private static final int CONNECTION_EVENTS = 4;

    private final Registry<RegisteredMemory> memories = new Registry<>(MOST_MEMORIES);
    private final Registry<Zone> zones = new Registry<>(MOST_ZONES);
    private final Registry<SharedQueue> queues = new Registry<>(MOST_QUEUES);
    private final Registry<Dispatcher> dispatchers = new Registry<>(MOST_DISPATCHERS);
    private final Registry<Connection> connections;
    private final AtomicInteger armed = new AtomicInteger();
    private final QueueFiles files;
    private final int mostEndpoints;
    private final Zone zone = new Zone();
    private final Dispatcher asynchronous;
    private final Handshakes handshakes;
    private final Deliveries deliveries;
    private final Sending sending;
    private final Connections states;
    // The owner's.
    private final List<Dispatcher> open = new ArrayList<>();
    private EndpointRows rows;

    /**
     * Nothing made.
     *
     * @param node          of this rank.
     * @param peers         by rank.
     * @param regions       of this rank.
     * @param longSends     of this rank.
     * @param gets          of this rank.
     * @param ways          to the peers.
     * @param mostEndpoints at once.
     */
    public Endpoints(
        final Node node, final Peer[] peers, final LocalRegions regions, final LongSends longSends, final Gets gets, final Ways ways,
        final int mostEndpoints) {
        this.files = new QueueFiles(node);
        this.mostEndpoints = Math.min(mostEndpoints, EndpointKey.MAX_ENDPOINTS);
        this.connections = new Registry<>(this.mostEndpoints);
        this.asynchronous = new Dispatcher(files, armed, ASYNCHRONOUS_EVENTS);
        final Notices notices = new Notices(node, asynchronous);
        this.handshakes = new Handshakes(node, peers, ways, notices);
        this.deliveries = new Deliveries(node, gets, memories, notices);
        this.sending = new Sending(node, regions, longSends, notices);
        this.states = new Connections(node, connections, this.mostEndpoints, handshakes, deliveries, sending);
        zones.add(zone);
        zone.enter();
    }

    /**
     * Returns the memory that is registered.
     *
     * @return registry; any thread.
     */
    public Registry<RegisteredMemory> memories() {
        return memories;
    }

    /**
     * Returns the zone of the adapter.
     *
     * @return zone that is never freed.
     */
    public Zone zone() {
        return zone;
    }

    /**
     * Finds a zone.
     *
     * @param handle of it.
     * @return zone, entered: the caller belongs to it.
     * @throws RefusedException if it was freed.
     */
    public Zone enter(final long handle) {
        final Zone found = zones.find(handle);
        if (found == null || !found.enter()) {
            throw new RefusedException(CallResult.INVALID_HANDLE, "zone=0x" + Long.toHexString(handle) + " was freed");
        }
        return found;
    }

    /**
     * Makes a zone. Any thread.
     *
     * @return new.
     */
    public Zone createZone() {
        final Zone made = new Zone();
        if (!zones.add(made)) {
            throw full("protection zones", MOST_ZONES);
        }
        return made;
    }

    /**
     * Gives a zone back. Any thread.
     *
     * @param freed zone.
     * @return as the application gets it.
     */
    public CallResult free(final Zone freed) {
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
     * Makes a dispatcher. By the owner.
     *
     * @param events room that is asked for.
     * @return new.
     */
    public Dispatcher createDispatcher(final int events) {
        if (events < 1 || events > EventQueue.MAX_CAPACITY) {
            throw new RefusedException(
                CallResult.INVALID_PARAMETER, "events=" + events + " must be from 1 to " + EventQueue.MAX_CAPACITY);
        }
        return open(new Dispatcher(files, armed, events));
    }

    /**
     * Returns where notices go; makes it when it is first needed. By the owner.
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
     * Gives a dispatcher back. By the owner.
     *
     * @param dispatcher any.
     * @return as the application gets it.
     */
    public CallResult free(final Dispatcher dispatcher) {
        if (dispatcher.isFreed()) {
            return CallResult.INVALID_HANDLE;
        }
        final CallResult result = dispatcher.free();
        if (result == CallResult.SUCCESS) {
            final EventEntry entry = new EventEntry();
            for (int type = dispatcher.poll(entry); type != EventQueue.EMPTY; type = dispatcher.poll(entry)) {
                reap(dispatcher, entry);
            }
            dispatchers.remove(dispatcher);
            open.remove(dispatcher);
        }
        return result;
    }

    /**
     * Gives back what an event has that was taken: the place of a receive or of a send. Any thread.
     *
     * @param dispatcher that it was taken from.
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
     * Takes the oldest event of a dispatcher. Any thread; allocates nothing.
     *
     * @param dispatcher any.
     * @param event      is filled.
     * @return false if there is none.
     */
    public boolean take(final Dispatcher dispatcher, final Event event) {
        final EventEntry entry = event.entry();
        final int type = dispatcher.poll(entry);
        if (type == EventQueue.EMPTY) {
            return false;
        }
        final Connection connection = entry.endpoint == Handle.NONE ? null : connections.find(entry.endpoint);
        final SharedQueue queue = type == EventType.LOW_WATERMARK.code() ? queues.find(entry.queue) : null;
        event.set(
            EventType.of(type), CompletionStatus.of(entry.status), connection == null ? null : (Endpoint) connection.application(),
            queue == null ? null : (SharedReceiveQueue) queue.application(), entry.cookie, entry.length);
        if (type <= EventType.SEND.code()) {
            event.connection(connection == null ? Communicator.NULL_RANK : connection.peerRank(), Handle.NONE, 0, entry.flags != 0);
        } else {
            event.connection(entry.flags, entry.word0, type == EventType.CONNECTION_REQUEST.code() ? entry.word1 : entry.cookie, false);
        }
        event.remaining(dispatcher.size());
        reap(dispatcher, entry);
        return true;
    }

    /**
     * Makes a receive queue. By the owner.
     *
     * @param member       zone of its buffers, entered.
     * @param most         buffers at once.
     * @param mostSegments of a buffer.
     * @param policy       for messages that find no buffer.
     * @return new.
     */
    public SharedQueue createQueue(final Zone member, final int most, final int mostSegments, final EmptyQueuePolicy policy) {
        asynchronous();
        final SharedQueue queue = new SharedQueue(files, memories, member, most, mostSegments, policy);
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
     * Gives a receive queue back. By the owner.
     *
     * @param queue any.
     * @return as the application gets it.
     */
    public CallResult free(final SharedQueue queue) {
        final CallResult result = queue.free();
        if (result == CallResult.SUCCESS) {
            queues.remove(queue);
        }
        return result;
    }

    /**
     * Arms a low watermark. By the owner.
     *
     * @param queue   any.
     * @param buffers watermark.
     * @return as the application gets it.
     */
    public CallResult arm(final SharedQueue queue, final int buffers) {
        return queue.arm(buffers, () -> deliveries.notices().lowWatermark(queue));
    }

    /**
     * Changes the size of a receive queue. By the owner.
     *
     * @param queue any.
     * @param most  buffers at once.
     * @return as the application gets it.
     */
    public CallResult resize(final SharedQueue queue, final int most) {
        return queue.resize(most);
    }

    /**
     * Changes the room of a dispatcher. By the owner.
     *
     * @param dispatcher any.
     * @param events     at once.
     * @return as the application gets it.
     */
    public CallResult resize(final Dispatcher dispatcher, final int events) {
        return dispatcher.isFreed() ? CallResult.INVALID_HANDLE : dispatcher.resize(events);
    }

    /**
     * Puts an event of the application's own. By the owner.
     *
     * @param dispatcher any.
     * @param cookie     of the event.
     * @return as the application gets it.
     */
    public CallResult post(final Dispatcher dispatcher, final long cookie) {
        if (dispatcher.isFreed()) {
            return CallResult.INVALID_HANDLE;
        }
        return dispatcher.putUnreserved(EventType.SOFTWARE.code(), cookie, Handle.NONE, Handle.NONE, -1, 0, 0) ?
            CallResult.SUCCESS : CallResult.INSUFFICIENT_RESOURCES;
    }

    /**
     * Makes an endpoint. By the owner.
     *
     * @param made       with its zone entered, its queue and dispatchers open.
     * @param soft       watermark.
     * @param hard       watermark.
     * @throws RefusedException if there is no room, or a dispatcher has receives of another kind.
     */
    public void create(final Connection made, final int soft, final int hard) {
        if (!made.receives().suits(made.flag())) {
            throw new RefusedException(CallResult.INVALID_PARAMETER, "receiveFlag=" + made.flag() +
                " does not go with the other endpoints of its receive dispatcher");
        }
        made.rows = rows();
        if (!connections.add(made)) {
            throw full("endpoints", mostEndpoints);
        }
        if (!attach(made)) {
            connections.remove(made);
            throw new RefusedException(CallResult.INSUFFICIENT_RESOURCES, "no room for the events of one more endpoint");
        }
        states.add(made);
        made.showFixed();
        made.watermarks(soft, hard);
    }

    private boolean attach(final Connection made) {
        if (!made.queue().attach(made.receives())) {
            return false;
        }
        if (!made.requests().reserve(made.mostSends())) {
            made.queue().detach(made.receives());
            return false;
        }
        if (!made.connects().reserve(CONNECTION_EVENTS)) {
            made.requests().unreserve(made.mostSends());
            made.queue().detach(made.receives());
            return false;
        }
        made.receives().use(made.flag());
        made.requests().use(CompletionFlag.UNSIGNALLED);
        made.connects().use(CompletionFlag.UNSIGNALLED);
        return true;
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

    /**
     * Gives an endpoint back. By the owner.
     *
     * @param freed any.
     * @return as the application gets it.
     */
    public CallResult free(final Connection freed) {
        final CallResult result = states.free(freed);
        if (result == CallResult.SUCCESS) {
            freed.connects().unreserve(CONNECTION_EVENTS);
            freed.requests().unreserve(freed.mostSends());
            freed.queue().detach(freed.receives());
            freed.receives().unuse(freed.flag());
            freed.requests().unuse(CompletionFlag.UNSIGNALLED);
            freed.connects().unuse(CompletionFlag.UNSIGNALLED);
            freed.zone().leave();
            if (freed.isQueueOwn()) {
                free(freed.queue());
            }
        }
        return result;
    }

    /**
     * Asks for a connection. By the owner.
     *
     * @param connection  unconnected.
     * @param rank        of the other side.
     * @param service     that it listens to.
     * @param privateData goes along.
     * @param timeoutNs   nanoseconds, or {@link Long#MAX_VALUE}.
     * @return as the application gets it.
     */
    public CallResult connect(
        final Connection connection, final int rank, final long service, final long privateData, final long timeoutNs) {
        return states.connect(connection, rank, service, privateData, timeoutNs);
    }

    /**
     * Accepts a request. By the owner.
     *
     * @param connection  unconnected.
     * @param request     handle.
     * @param privateData goes along.
     * @return as the application gets it.
     */
    public CallResult accept(final Connection connection, final long request, final long privateData) {
        return states.accept(connection, request, privateData);
    }

    /**
     * Refuses a request. By the owner.
     *
     * @param request     handle.
     * @param privateData goes along.
     * @return as the application gets it.
     */
    public CallResult reject(final long request, final long privateData) {
        return handshakes.reject(request, privateData);
    }

    /**
     * Ends a connection. By the owner.
     *
     * @param connection any.
     * @param mode       how.
     * @return as the application gets it.
     */
    public CallResult disconnect(final Connection connection, final DisconnectMode mode) {
        return states.disconnect(connection, mode);
    }

    /**
     * Makes an endpoint ready for another connection. By the owner.
     *
     * @param connection any.
     * @return as the application gets it.
     */
    public CallResult reset(final Connection connection) {
        return states.reset(connection);
    }

    /**
     * Sets watermarks. By the owner.
     *
     * @param connection any.
     * @param soft       watermark.
     * @param hard       watermark.
     * @return as the application gets it.
     */
    public CallResult watermarks(final Connection connection, final int soft, final int hard) {
        if (connection.state() == EndpointState.FREED) {
            return CallResult.INVALID_HANDLE;
        }
        if (!deliveries.watermarks(connection, soft, hard)) {
            states.breakOff(connection);
        }
        return CallResult.SUCCESS;
    }

    /**
     * Tells how many buffers an endpoint holds. By the owner.
     *
     * @param connection any.
     * @param span       is filled.
     * @return as the application gets it.
     */
    public CallResult query(final Connection connection, final ReceiveSpan span) {
        if (connection.state() == EndpointState.FREED) {
            return CallResult.INVALID_HANDLE;
        }
        span.set(connection.allocated(), connection.span);
        return CallResult.SUCCESS;
    }

    /**
     * Flushes what was posted to the own queue of an endpoint without a connection any more. By the owner.
     *
     * @param connection any.
     */
    public void flushOwn(final Connection connection) {
        if (connection.state() == EndpointState.DISCONNECTED) {
            deliveries.flushOwn(connection);
        }
    }

    /**
     * Begins to listen. By the owner.
     *
     * @param service    number.
     * @param dispatcher for requests.
     * @return false if this rank listens to it already.
     */
    public boolean listen(final long service, final Dispatcher dispatcher) {
        final boolean isNew = handshakes.listen(service, dispatcher);
        if (isNew) {
            dispatcher.use(CompletionFlag.UNSIGNALLED);
        }
        return isNew;
    }

    /**
     * Stops to listen. By the owner.
     *
     * @param service number.
     * @return as the application gets it.
     */
    public CallResult stopListening(final long service) {
        final Dispatcher dispatcher = handshakes.stopListening(service);
        if (dispatcher == null) {
            return CallResult.INVALID_HANDLE;
        }
        dispatcher.unuse(CompletionFlag.UNSIGNALLED);
        return CallResult.SUCCESS;
    }

    /**
     * Sends a short message that suppresses its completion, if nothing stands in the way. By the owner.
     *
     * @param connection  any.
     * @param address     of the message; range checked.
     * @param length      bytes.
     * @param isSolicited whether the receiver is to be woken.
     * @return false if the send has to be started as an operation.
     */
    public boolean trySend(final Connection connection, final long address, final long length, final boolean isSolicited) {
        return sending.trySend(connection, address, length, isSolicited);
    }

    @Override
    public void start(final Operation operation) {
        if (operation instanceof EndpointSend send) {
            if (sending.start(send)) {
                states.keep(send.connection);
            }
        } else {
            ((EndpointCommand<?>) operation).run();
        }
    }

    @Override
    public boolean accept(final Peer peer, final RingConsumer ring, final int type) {
        if (type == PacketType.EP_SEND.code()) {
            return states.acceptSend(peer, ring);
        }
        if (type == PacketType.EP_CONNECT.code()) {
            states.acceptConnect(peer, ring);
        } else {
            states.acceptDisconnect(peer, ring);
        }
        return true;
    }

    @Override
    public int doWork() {
        int work = deliveries.doWork();
        for (Connection broken = deliveries.pollBroken(); broken != null; broken = deliveries.pollBroken()) {
            states.breakOff(broken);
        }
        work += states.doWork();
        if (armed.get() > 0) {
            for (int i = 0; i < open.size(); i++) {
                open.get(i).fireIfDue();
            }
        }
        return work;
    }

    @Override
    public void peerGone(final Peer peer, final Outcome outcome) {
        states.peerGone(peer);
    }

    @Override
    public void endAll(final Outcome outcome) {
        states.endAll();
        for (final Dispatcher dispatcher : open) {
            dispatcher.end();
        }
    }

    /**
     * Prepares an endpoint. Any thread.
     *
     * @param member    zone of the memory that it sends from, entered.
     * @param queue     that its messages take their buffers from.
     * @param isOwn     whether the queue is its own.
     * @param receives  dispatcher for receives.
     * @param requests  dispatcher for sends.
     * @param connects  dispatcher for the connection.
     * @param flag      for receives.
     * @param mostSends at once.
     * @return not yet created.
     */
    public Connection prepare(
        final Zone member, final SharedQueue queue, final boolean isOwn, final Dispatcher receives, final Dispatcher requests,
        final Dispatcher connects, final CompletionFlag flag, final int mostSends) {
        return new Connection(member, queue, isOwn, receives, requests, connects, flag, mostSends, memories);
    }
}
