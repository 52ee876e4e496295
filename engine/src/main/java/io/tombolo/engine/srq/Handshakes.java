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

import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.EndpointState;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.completion.HandleTable;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.OutboundRecord;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.transfer.OutboundConnector;
import io.tombolo.engine.wire.EndpointWords;
import io.tombolo.engine.wire.Handle;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.pair.RingConsumer;
import java.util.HashMap;
import java.util.Map;

/**
 * The handshake by which connections are set up and ended: listeners, requests, answers. One thread at a time, the progress owner.
 */
final class Handshakes {
    private static final int MOST_REQUESTS = 4096;

    /** A record that requests, answers or ends a connection. Used once. */
    private static final class Note extends OutboundRecord {
        Note(final PacketType newType, final int rank) {
            type = newType.code();
            destination = rank;
        }
    }

    /** A connection request that waits for its answer. */
    private record Request(Peer peer, long remote, long privateData) {
    }

    private final Node node;
    private final Peer[] peers;
    private final OutboundConnector connector;
    private final AsynchronousEvents events;
    private final Map<Long, Dispatcher> listeners = new HashMap<>();
    private final HandleTable<Request> requests = new HandleTable<>(MOST_REQUESTS);

    Handshakes(final Node node, final Peer[] peers, final OutboundConnector connector, final AsynchronousEvents events) {
        this.node = node;
        this.peers = peers;
        this.connector = connector;
        this.events = events;
    }

    boolean listen(final long service, final Dispatcher dispatcher) {
        return listeners.putIfAbsent(service, dispatcher) == null;
    }

    Dispatcher stopListening(final long service) {
        return listeners.remove(service);
    }

    private void send(
        final Peer peer, final PacketType type, final int what, final long own, final long other, final long service,
        final long privateData) {
        if (!connector.ensureOpenForAnswer(peer)) {
            return;
        }
        final Note note = new Note(type, peer.rank());
        note.words(what, own, other, service, privateData, 0);
        if (peer.outbound().post(note)) {
            node.counters().increment(Counter.CONTROL_SENT);
        }
    }

    /** Tells the other side that the connection ends. */
    void sendDisconnect(final Connection connection, final int what) {
        send(connection.peer, PacketType.EP_DISCONNECT, what, connection.wireHandle(), connection.remote, 0, 0);
    }

    /** Requests a connection; the endpoint becomes pending. False if the peer cannot be reached. */
    boolean connect(final Connection connection, final int rank, final long service, final long privateData) {
        final Peer peer = peers[rank];
        connection.peer(peer);
        connection.on(ConnectionEvent.CONNECT);
        if (!connector.ensureOpen(peer)) {
            return false;
        }
        send(peer, PacketType.EP_CONNECT, EndpointWords.REQUEST, connection.wireHandle(), Handle.NONE, service, privateData);
        return true;
    }

    /** Accepts a request; the endpoint becomes connected. */
    CallResult accept(final Connection connection, final long handle, final long privateData) {
        final Request request = requests.find(handle);
        if (request == null) {
            return CallResult.INVALID_HANDLE;
        }
        if (!connector.ensureOpen(request.peer)) {
            return CallResult.INSUFFICIENT_RESOURCES;
        }
        if (!connection.on(ConnectionEvent.ACCEPT)) {
            return CallResult.INVALID_STATE;
        }
        requests.remove(Handle.index(handle));
        connection.peer(request.peer);
        connection.remote(request.remote);
        send(
            request.peer, PacketType.EP_CONNECT, EndpointWords.ACCEPT, connection.wireHandle(), request.remote, 0, privateData);
        established(connection, request.privateData);
        return CallResult.SUCCESS;
    }

    CallResult reject(final long handle, final long privateData) {
        final Request request = requests.find(handle);
        if (request == null) {
            return CallResult.INVALID_HANDLE;
        }
        requests.remove(Handle.index(handle));
        reject(request.peer, request.remote, privateData);
        return CallResult.SUCCESS;
    }

    private void reject(final Peer peer, final long remote, final long privateData) {
        send(peer, PacketType.EP_CONNECT, EndpointWords.REJECT, Handle.NONE, remote, 0, privateData);
    }

    /**
     * Handles a request of a peer: puts an event to the dispatcher that listens, or rejects the request.
     */
    void request(final Peer peer, final RingConsumer ring) {
        final long remote = ring.word(1);
        final long privateData = ring.word(4);
        final Dispatcher dispatcher = listeners.get(ring.word(3));
        final int index = dispatcher == null ? HandleTable.NONE : requests.add(new Request(peer, remote, privateData));
        if (index == HandleTable.NONE) {
            reject(peer, remote, 0);
            return;
        }
        final long handle = requests.handle(index);
        if (!dispatcher.putUnreserved(
            EventType.CONNECTION_REQUEST.code(), 0, Handle.NONE, Handle.NONE, peer.rank(), handle, privateData)) {
            requests.remove(index);
            reject(peer, remote, 0);
            events.overflow(dispatcher);
        }
    }

    /** Handles an answer for a pending endpoint. */
    void answered(final Connection connection, final int what, final RingConsumer ring) {
        if (what == EndpointWords.ACCEPT) {
            connection.on(ConnectionEvent.ACCEPTED);
            connection.remote(ring.word(1));
            established(connection, ring.word(4));
        } else {
            connection.on(ConnectionEvent.REJECTED);
            tell(connection, EventType.REJECTED, ring.word(4));
        }
    }

    /** Ends a connection that exists only at the other side. */
    void refuse(final Peer peer, final long remote) {
        send(peer, PacketType.EP_DISCONNECT, EndpointWords.ABRUPT, Handle.NONE, remote, 0, 0);
    }

    private void established(final Connection connection, final long privateData) {
        node.counters().increment(Counter.ENDPOINTS_CONNECTED);
        tell(connection, EventType.ESTABLISHED, privateData);
    }

    /** Puts an event of a connection to its dispatcher. */
    void tell(final Connection connection, final EventType type, final long privateData) {
        if (!connection.connects().put(
            type.code(), 0, privateData, connection.handle(), 0, Handle.NONE, 0, connection.peerRank(), true)) {
            events.overflow(connection.connects());
        }
    }

    /** Removes a request that its peer has given up, or all requests of a peer that is gone. */
    void forget(final Peer peer, final long remote) {
        for (int index = 0; index < requests.capacity(); index++) {
            final Request request = requests.at(index);
            if (request != null && request.peer == peer && (remote == Handle.NONE || request.remote == remote)) {
                requests.remove(index);
            }
        }
    }

    /** Tells the peer that this endpoint does not wait for its answer any more. */
    void giveUp(final Connection connection) {
        send(connection.peer, PacketType.EP_DISCONNECT, EndpointWords.ABRUPT, connection.wireHandle(), Handle.NONE, 0, 0);
    }

    /** Returns whether the time limit for an answer has passed. */
    static boolean isLate(final Connection connection) {
        return connection.state() == EndpointState.CONNECT_PENDING && connection.deadlineNs != Long.MAX_VALUE &&
            System.nanoTime() - connection.deadlineNs >= 0;
    }
}
