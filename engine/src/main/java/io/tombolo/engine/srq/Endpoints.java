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

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.CompletionFlag;
import io.tombolo.engine.api.endpoint.DisconnectMode;
import io.tombolo.engine.api.endpoint.EndpointState;
import io.tombolo.engine.api.endpoint.ReceiveSpan;
import io.tombolo.engine.api.endpoint.RefusedException;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.completion.Protocol;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.transfer.LocalRegions;
import io.tombolo.engine.transfer.LongReceives;
import io.tombolo.engine.transfer.LongSends;
import io.tombolo.engine.transfer.OutboundConnector;
import io.tombolo.engine.wire.EndpointKey;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.pair.RingConsumer;
import io.tombolo.ringbuffers.queue.QueueConcurrency;

/**
 * The protocol of endpoints, receive queues and event dispatchers of this rank. Any thread finds what is registered. Only the progress
 * owner changes a connection, a size or a table.
 */
public final class Endpoints implements Protocol {
    private static final int CONNECTION_EVENTS = 4;

    private final EndpointResources resources;
    private final Handshakes handshakes;
    private final EndpointReceives incoming;
    private final EndpointSends outgoing;
    private final Connections connections;

    /**
     * Creates the protocol without an endpoint.
     *
     * @param node          of this rank.
     * @param peers         by rank.
     * @param regions       of this rank.
     * @param longSends     of this rank.
     * @param longReceives  of this rank.
     * @param connector     to the peers.
     * @param mostEndpoints at once.
     * @param callers       threads that use queues and dispatchers: those of the application, and the progress owner.
     */
    public Endpoints(
        final Node node, final Peer[] peers, final LocalRegions regions, final LongSends longSends, final LongReceives longReceives,
        final OutboundConnector connector, final int mostEndpoints, final QueueConcurrency callers) {
        final int most = Math.min(mostEndpoints, EndpointKey.MAX_ENDPOINTS);
        this.resources = new EndpointResources(node, most, callers);
        final AsynchronousEvents events = resources.asynchronousEvents();
        this.handshakes = new Handshakes(node, peers, connector, events);
        final FailedConnections failed = new FailedConnections();
        this.incoming = new EndpointReceives(node, longReceives, resources.memories(), events, failed);
        this.outgoing = new EndpointSends(node, regions, longSends, events, failed);
        this.connections = new Connections(node, resources.connections(), most, handshakes, incoming, outgoing, failed);
    }

    /**
     * Returns the zones, memory, queues, dispatchers and endpoints of this rank.
     *
     * @return resources.
     */
    public EndpointResources resources() {
        return resources;
    }

    /**
     * Returns the length of the longest message that is copied when it is posted. Any thread.
     *
     * @return bytes.
     */
    public int inlineLimit() {
        return outgoing.inlineLimit();
    }

    /**
     * Creates an endpoint. By the progress owner.
     *
     * @param made endpoint that has entered its zone; its queue and dispatchers are open.
     * @param soft watermark, buffers.
     * @param hard watermark, buffers.
     * @throws RefusedException if there is no room, or its receive flag does not suit the other endpoints of its dispatcher.
     */
    public void create(final Connection made, final int soft, final int hard) {
        if (!made.receives().suits(made.flag())) {
            throw new RefusedException(CallResult.INVALID_PARAMETER, "receiveFlag=" + made.flag() +
                " does not go with the other endpoints of its receive dispatcher");
        }
        resources.add(made);
        if (!attach(made)) {
            resources.connections().remove(made);
            throw new RefusedException(CallResult.INSUFFICIENT_RESOURCES, "no room for the events of one more endpoint");
        }
        connections.add(made);
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

    /**
     * Frees an endpoint. By the progress owner.
     *
     * @param freed any.
     * @return result for the application.
     */
    public CallResult free(final Connection freed) {
        final CallResult result = connections.free(freed);
        if (result == CallResult.SUCCESS) {
            freed.connects().unreserve(CONNECTION_EVENTS);
            freed.requests().unreserve(freed.mostSends());
            freed.queue().detach(freed.receives());
            freed.receives().unuse(freed.flag());
            freed.requests().unuse(CompletionFlag.UNSIGNALLED);
            freed.connects().unuse(CompletionFlag.UNSIGNALLED);
            freed.zone().leave();
            if (freed.isQueueOwn()) {
                resources.free(freed.queue());
            }
        }
        return result;
    }

    /**
     * Requests a connection. By the progress owner.
     *
     * @param connection  unconnected.
     * @param rank        of the other side.
     * @param service     number that the other side listens to.
     * @param privateData for the other side.
     * @param timeoutNs   nanoseconds, or {@link Long#MAX_VALUE} for no limit.
     * @return result for the application.
     */
    public CallResult connect(
        final Connection connection, final int rank, final long service, final long privateData, final long timeoutNs) {
        return connections.connect(connection, rank, service, privateData, timeoutNs);
    }

    /**
     * Accepts a connection request. By the progress owner.
     *
     * @param connection  unconnected.
     * @param request     handle.
     * @param privateData for the other side.
     * @return result for the application.
     */
    public CallResult accept(final Connection connection, final long request, final long privateData) {
        return connections.accept(connection, request, privateData);
    }

    /**
     * Rejects a connection request. By the progress owner.
     *
     * @param request     handle.
     * @param privateData for the other side.
     * @return result for the application.
     */
    public CallResult reject(final long request, final long privateData) {
        return handshakes.reject(request, privateData);
    }

    /**
     * Ends a connection. By the progress owner.
     *
     * @param connection any.
     * @param mode       gracefully or at once.
     * @return result for the application.
     */
    public CallResult disconnect(final Connection connection, final DisconnectMode mode) {
        return connections.disconnect(connection, mode);
    }

    /**
     * Makes an endpoint ready for another connection. By the progress owner.
     *
     * @param connection any.
     * @return result for the application.
     */
    public CallResult reset(final Connection connection) {
        return connections.reset(connection);
    }

    /**
     * Sets the watermarks of an endpoint. By the progress owner.
     *
     * @param connection any.
     * @param soft       watermark, buffers.
     * @param hard       watermark, buffers.
     * @return result for the application.
     */
    public CallResult watermarks(final Connection connection, final int soft, final int hard) {
        if (connection.state() == EndpointState.FREED) {
            return CallResult.INVALID_HANDLE;
        }
        if (!incoming.watermarks(connection, soft, hard)) {
            connections.breakOff(connection);
        }
        return CallResult.SUCCESS;
    }

    /**
     * Queries how many buffers an endpoint holds. By the progress owner.
     *
     * @param connection any.
     * @param span       is filled.
     * @return result for the application.
     */
    public CallResult query(final Connection connection, final ReceiveSpan span) {
        if (connection.state() == EndpointState.FREED) {
            return CallResult.INVALID_HANDLE;
        }
        ENDPOINTS.fill(span, connection.allocated, connection.span);
        return CallResult.SUCCESS;
    }

    /**
     * Flushes the buffers that were posted to an endpoint's own queue after its connection had ended. By the progress owner.
     *
     * @param connection any.
     */
    public void flushOwn(final Connection connection) {
        if (connection.state() == EndpointState.DISCONNECTED) {
            incoming.flushOwn(connection);
        }
    }

    /**
     * Frees a dispatcher, and rejects the connection requests that are left in it. By the progress owner.
     *
     * @param dispatcher any.
     * @return result for the application.
     */
    public CallResult free(final Dispatcher dispatcher) {
        return resources.free(dispatcher, request -> handshakes.reject(request, 0));
    }

    /**
     * Begins to listen for connection requests. By the progress owner.
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
     * Stops listening. By the progress owner.
     *
     * @param service number.
     * @return result for the application.
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
     * Tries to send a short message without completion on the fast path. By the progress owner.
     *
     * @param connection  any.
     * @param address     of the message; the caller has checked the range.
     * @param length      bytes.
     * @param isSolicited whether the message wakes a receiver that waits for solicited messages only.
     * @return false if the message has to be sent as an operation.
     */
    public boolean trySend(final Connection connection, final long address, final long length, final boolean isSolicited) {
        return outgoing.trySend(connection, address, length, isSolicited);
    }

    @Override
    public void start(final Operation operation) {
        if (operation instanceof EndpointSend send) {
            if (outgoing.start(send)) {
                connections.keep(send.connection);
            }
            connections.breakFailed();
        } else {
            ((EndpointCommand<?>) operation).run();
        }
    }

    @Override
    public boolean accept(final Peer peer, final RingConsumer ring, final int type) {
        if (type == PacketType.EP_SEND.code()) {
            return connections.acceptSend(peer, ring);
        }
        if (type == PacketType.EP_CONNECT.code()) {
            connections.acceptConnect(peer, ring);
        } else {
            connections.acceptDisconnect(peer, ring);
        }
        return true;
    }

    @Override
    public int doWork() {
        int work = incoming.doWork();
        connections.breakFailed();
        work += connections.doWork();
        resources.fireIfDue();
        return work;
    }

    @Override
    public void peerGone(final Peer peer, final Outcome outcome) {
        connections.peerGone(peer);
    }

    @Override
    public void endAll(final Outcome outcome) {
        connections.endAll();
        resources.end();
    }

    /**
     * Prepares an endpoint. Any thread.
     *
     * @param member    zone of the memory that it sends, which it has entered.
     * @param queue     that gives its messages their buffers.
     * @param isOwn     whether the queue is the endpoint's own.
     * @param receives  dispatcher for receives.
     * @param requests  dispatcher for sends.
     * @param connects  dispatcher for the connection.
     * @param flag      for receives.
     * @param mostSends maximum number of outstanding sends.
     * @return endpoint for {@link #create}.
     */
    public Connection prepare(
        final RegisteredZone member, final SharedQueue queue, final boolean isOwn, final Dispatcher receives, final Dispatcher requests,
        final Dispatcher connects, final CompletionFlag flag, final int mostSends) {
        return new Connection(member, queue, isOwn, receives, requests, connects, flag, mostSends, resources.memories());
    }
}
