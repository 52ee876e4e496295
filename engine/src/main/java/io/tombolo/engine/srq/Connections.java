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
import io.tombolo.engine.api.endpoint.DisconnectMode;
import io.tombolo.engine.api.endpoint.EndpointState;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.completion.Registry;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.ProtocolViolation;
import io.tombolo.engine.wire.EndpointKey;
import io.tombolo.engine.wire.EndpointWords;
import io.tombolo.engine.wire.Handle;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.pair.RingConsumer;
import java.util.ArrayList;
import java.util.List;

/**
 * Leads the endpoints of this rank through their states ({@link ConnectionTable}): handles the calls of the application, the packets of the
 * other side and the end of a peer, and decides what each means for the messages that are under way. One thread at a time, the progress
 * owner.
 */
final class Connections {
    private final Node node;
    private final Registry<Connection> all;
    private final Connection[] byIndex;
    private final Handshakes handshakes;
    private final EndpointReceives incoming;
    private final EndpointSends outgoing;
    private final FailedConnections failed;
    // Connections that wait for an answer, or for the end of something.
    private final List<Connection> busy = new ArrayList<>();
    private int generations;

    Connections(
        final Node node, final Registry<Connection> all, final int most, final Handshakes handshakes, final EndpointReceives incoming,
        final EndpointSends outgoing, final FailedConnections failed) {
        this.node = node;
        this.all = all;
        this.byIndex = new Connection[most];
        this.handshakes = handshakes;
        this.incoming = incoming;
        this.outgoing = outgoing;
        this.failed = failed;
    }

    void add(final Connection connection) {
        byIndex[connection.index()] = connection;
        connection.begin(++generations);
    }

    CallResult connect(
        final Connection connection, final int rank, final long service, final long privateData, final long timeoutNs) {
        if (!connection.takes(ConnectionEvent.CONNECT)) {
            return refusal(connection);
        }
        connection.deadlineNs = timeoutNs == Long.MAX_VALUE ? Long.MAX_VALUE : System.nanoTime() + timeoutNs;
        if (handshakes.connect(connection, rank, service, privateData)) {
            keep(connection);
        } else {
            unreachable(connection, ConnectionEvent.PEER_GONE);
        }
        return CallResult.SUCCESS;
    }

    private static CallResult refusal(final Connection connection) {
        return connection.state() == EndpointState.FREED ? CallResult.INVALID_HANDLE : CallResult.INVALID_STATE;
    }

    CallResult accept(final Connection connection, final long request, final long privateData) {
        return connection.state() == EndpointState.FREED ? CallResult.INVALID_HANDLE :
            handshakes.accept(connection, request, privateData);
    }

    CallResult disconnect(final Connection connection, final DisconnectMode mode) {
        final EndpointState before = connection.state();
        final boolean isPending = before == EndpointState.CONNECT_PENDING;
        final ConnectionEvent event = mode == DisconnectMode.GRACEFUL ? ConnectionEvent.DISCONNECT : ConnectionEvent.ABORT;
        if (!connection.takes(event)) {
            return refusal(connection);
        }
        if (before == EndpointState.DISCONNECTED) {
            return CallResult.SUCCESS;
        }
        if (isPending) {
            handshakes.giveUp(connection);
            end(connection, event, EventType.DISCONNECTED);
        } else if (event == ConnectionEvent.ABORT) {
            handshakes.sendDisconnect(connection, EndpointWords.ABRUPT);
            end(connection, event, EventType.DISCONNECTED);
        } else {
            connection.on(event);
            keep(connection);
            finish(connection);
        }
        return CallResult.SUCCESS;
    }

    /** Ends a connection: flushes what is under way, then tells the application. */
    private void end(final Connection connection, final ConnectionEvent event, final EventType told) {
        connection.on(event);
        incoming.flush(connection);
        outgoing.flush(connection);
        connection.end = told;
        keep(connection);
        tellEnd(connection);
    }

    /** Tells the application of the end once all sends have completed. */
    private void tellEnd(final Connection connection) {
        if (connection.end != null && connection.firstSend == null) {
            final EventType told = connection.end;
            connection.end = null;
            handshakes.tell(connection, told, 0);
        }
    }

    void breakOff(final Connection connection) {
        if (connection.takes(ConnectionEvent.BREAK)) {
            handshakes.sendDisconnect(connection, EndpointWords.BROKEN);
            node.counters().increment(Counter.ENDPOINTS_BROKEN);
            end(connection, ConnectionEvent.BREAK, EventType.BROKEN);
        }
    }

    /** Breaks the connections that were found to have failed. */
    void breakFailed() {
        for (Connection connection = failed.first(); connection != null; connection = failed.first()) {
            failed.remove(connection);
            breakOff(connection);
        }
    }

    private void unreachable(final Connection connection, final ConnectionEvent event) {
        connection.on(event);
        handshakes.tell(connection, EventType.UNREACHABLE, 0);
        incoming.flush(connection);
    }

    CallResult reset(final Connection connection) {
        if (connection.end != null || !connection.on(ConnectionEvent.RESET)) {
            return refusal(connection);
        }
        connection.begin(++generations);
        return CallResult.SUCCESS;
    }

    CallResult free(final Connection connection) {
        final boolean isOpen = connection.isOpen();
        final boolean isPending = connection.state() == EndpointState.CONNECT_PENDING;
        if (!connection.on(ConnectionEvent.FREE)) {
            return CallResult.INVALID_HANDLE;
        }
        if (isOpen) {
            handshakes.sendDisconnect(connection, EndpointWords.ABRUPT);
        } else if (isPending) {
            handshakes.giveUp(connection);
        }
        incoming.flush(connection);
        outgoing.flush(connection);
        outgoing.forget(connection);
        connection.end = null;
        byIndex[connection.index()] = null;
        all.remove(connection);
        return CallResult.SUCCESS;
    }

    /** Examines a connection at each turn of progress, as long as it has something under way. */
    void keep(final Connection connection) {
        if (!connection.isBusy) {
            busy.add(connection);
            connection.isBusy = true;
        }
    }

    int doWork() {
        int work = 0;
        for (int i = busy.size() - 1; i >= 0; i--) {
            final Connection connection = busy.get(i);
            work += outgoing.doWork(connection);
            finish(connection);
            tellEnd(connection);
            if (Handshakes.isLate(connection)) {
                handshakes.giveUp(connection);
                unreachable(connection, ConnectionEvent.TIMED_OUT);
            }
            if (connection.firstSend == null && connection.state() != EndpointState.CONNECT_PENDING &&
                connection.state() != EndpointState.DISCONNECT_PENDING) {
                connection.isBusy = false;
                busy.remove(i);
            }
        }
        return work;
    }

    /** Continues a graceful disconnect as far as possible. */
    private void finish(final Connection connection) {
        if (connection.state() != EndpointState.DISCONNECT_PENDING) {
            return;
        }
        if (!connection.isFinishSent && connection.firstSend == null) {
            connection.isFinishSent = true;
            handshakes.sendDisconnect(connection, EndpointWords.GRACEFUL);
        }
        if (connection.isFinishSent && connection.isFinishReceived && connection.waiting == 0 && connection.span == 0) {
            end(connection, ConnectionEvent.DRAINED, EventType.DISCONNECTED);
        }
    }

    /** Finds the endpoint of a record; null if it is gone, or never existed, which counts as a protocol error. */
    private Connection find(final Peer peer, final int index, final int generation, final PacketType type) {
        final Connection connection = index >= 0 && index < byIndex.length ? byIndex[index] : null;
        final boolean isRight = connection != null && connection.generation == generation && connection.peer == peer;
        // A record for an endpoint that is gone is no error: the peer could not know.
        if (!isRight && (index < 0 || index >= byIndex.length || generation <= 0 || generation > generations ||
            connection != null && connection.generation == generation)) {
            node.protocolError(peer.rank(), type + " for an endpoint that never was: index=" + index + " generation=" + generation);
        }
        return isRight ? connection : null;
    }

    /** Accepts a message; false to leave it in the ring. */
    boolean acceptSend(final Peer peer, final RingConsumer ring) {
        final long key = ring.key();
        if (EndpointKey.isMalformed(key) || !peer.inbound().isInSequence(key)) {
            return giveUp(peer, "message of an endpoint that is malformed or out of sequence");
        }
        if (!incoming.hasRoom()) {
            return false;
        }
        final InboundMessage inbound = incoming.read(peer, ring, key);
        if (inbound == null) {
            return giveUp(peer, "message of an endpoint of length " + ring.length() + " with words that cannot be right");
        }
        final Connection connection = find(peer, EndpointKey.index(key), EndpointKey.generation(key), PacketType.EP_SEND);
        if (connection == null || !connection.isOpen()) {
            incoming.drop(inbound);
        } else if (!incoming.accept(connection, inbound, ring)) {
            return false;
        }
        // Only now: a message that stays in the ring comes again with the same number.
        peer.inbound().countReceived();
        breakFailed();
        return true;
    }

    private boolean giveUp(final Peer peer, final String what) {
        peer.inbound().stop();
        ProtocolViolation.of(node, peer, what);
        return false;
    }

    void acceptConnect(final Peer peer, final RingConsumer ring) {
        final long what = ring.word(0);
        node.counters().increment(Counter.CONTROL_RECEIVED);
        if (what == EndpointWords.REQUEST) {
            handshakes.request(peer, ring);
            return;
        }
        if (what != EndpointWords.ACCEPT && what != EndpointWords.REJECT) {
            node.protocolError(peer.rank(), "EP_CONNECT of kind " + what);
            return;
        }
        final long own = ring.word(2);
        final Connection connection = find(peer, Handle.index(own), Handle.generation(own), PacketType.EP_CONNECT);
        if (connection != null && connection.state() == EndpointState.CONNECT_PENDING) {
            handshakes.answered(connection, (int) what, ring);
        } else if (what == EndpointWords.ACCEPT) {
            handshakes.refuse(peer, ring.word(1));
        }
    }

    void acceptDisconnect(final Peer peer, final RingConsumer ring) {
        final long what = ring.word(0);
        final long own = ring.word(2);
        node.counters().increment(Counter.CONTROL_RECEIVED);
        if (what < EndpointWords.GRACEFUL || what > EndpointWords.BROKEN) {
            node.protocolError(peer.rank(), "EP_DISCONNECT of kind " + what);
        } else if (own == Handle.NONE) {
            handshakes.forget(peer, ring.word(1));
        } else {
            final Connection connection = find(peer, Handle.index(own), Handle.generation(own), PacketType.EP_DISCONNECT);
            if (connection != null && connection.isOpen()) {
                disconnected(connection, (int) what);
            }
        }
    }

    private void disconnected(final Connection connection, final int what) {
        if (what != EndpointWords.GRACEFUL) {
            end(connection, ConnectionEvent.PEER_ABORT, what == EndpointWords.BROKEN ? EventType.BROKEN : EventType.DISCONNECTED);
            return;
        }
        connection.on(ConnectionEvent.PEER_DISCONNECT);
        connection.isFinishReceived = true;
        keep(connection);
        finish(connection);
    }

    void peerGone(final Peer peer) {
        handshakes.forget(peer, Handle.NONE);
        for (final Connection connection : byIndex) {
            if (connection == null || connection.peer != peer) {
                continue;
            }
            if (connection.state() == EndpointState.CONNECT_PENDING) {
                unreachable(connection, ConnectionEvent.PEER_GONE);
            } else if (connection.isFinishReceived && connection.isOpen()) {
                // The peer has sent everything before it went, and all of that has arrived.
                outgoing.flush(connection);
                connection.isFinishSent = true;
                finish(connection);
            } else if (connection.isOpen()) {
                end(connection, ConnectionEvent.PEER_GONE, EventType.DISCONNECTED);
            }
        }
    }

    /** Ends all connections. */
    void endAll() {
        for (final Connection connection : byIndex) {
            if (connection != null && connection.isOpen()) {
                end(connection, ConnectionEvent.PEER_GONE, EventType.DISCONNECTED);
            } else if (connection != null && connection.state() == EndpointState.CONNECT_PENDING) {
                unreachable(connection, ConnectionEvent.PEER_GONE);
            }
        }
    }
}
