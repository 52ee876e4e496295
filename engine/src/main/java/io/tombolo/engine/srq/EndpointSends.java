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

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.endpoint.CompletionStatus;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EndpointState;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.OutboundRecord;
import io.tombolo.engine.peer.TypeChoice;
import io.tombolo.engine.transfer.LocalRegion;
import io.tombolo.engine.transfer.LocalRegions;
import io.tombolo.engine.transfer.LongSends;
import io.tombolo.engine.transfer.SendCancellation;
import io.tombolo.engine.wire.EndpointKey;
import io.tombolo.engine.wire.Handle;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;

/**
 * Sends of endpoints: a message travels in the record, in a packet, or is fetched by the receiver. Completions come in the order of the
 * posts. One thread at a time, the progress owner.
 */
final class EndpointSends implements TypeChoice {
    private static final int SEND = PacketType.EP_SEND.code();

    private final Node node;
    private final LocalRegions regions;
    private final LongSends longSends;
    private final AsynchronousEvents events;
    private final FailedConnections failed;
    private final int inlineLimit;
    private final long packetLength;

    EndpointSends(
        final Node node, final LocalRegions regions, final LongSends longSends, final AsynchronousEvents events,
        final FailedConnections failed) {
        this.node = node;
        this.regions = regions;
        this.longSends = longSends;
        this.events = events;
        this.failed = failed;
        this.inlineLimit = node.settings().inlineLimit();
        this.packetLength = node.settings().value(GeometrySetting.PACKET_LENGTH);
    }

    int inlineLimit() {
        return inlineLimit;
    }

    /**
     * Tries the fast path: sends a short message without completion, and without an operation, if no send is outstanding before it and the
     * ring has room.
     *
     * @return false if the message has to be sent as an operation.
     */
    boolean trySend(final Connection connection, final long address, final long length, final boolean isSolicited) {
        if (length > inlineLimit || connection.state() != EndpointState.CONNECTED || connection.firstSend != null ||
            !connection.peer.outbound().tryPostInline(
                SEND, EndpointKey.of(connection.remoteKey, EndpointKey.INLINE, isSolicited), null, address, (int) length)) {
            return false;
        }
        count(connection, length);
        return true;
    }

    private void count(final Connection connection, final long length) {
        connection.countSent();
        node.counters().increment(Counter.ENDPOINT_MESSAGES_SENT);
        node.counters().add(Counter.BYTES_SENT, length);
    }

    /**
     * Starts a send. If it fails at once, its message is missing in the order of the connection, which therefore has to be broken before
     * another message follows.
     *
     * @return false if no send of the connection is under way any more.
     */
    boolean start(final EndpointSend send) {
        final Connection connection = send.connection;
        connection.add(send);
        if (connection.state() == EndpointState.CONNECTED) {
            post(connection, send);
            count(connection, send.view.length());
            if (send.isDone() && send.outcome() != Outcome.SUCCESS) {
                failed.add(connection);
            }
        } else {
            send.complete(Outcome.CLOSED);
        }
        doWork(connection);
        return connection.firstSend != null;
    }

    private void post(final Connection connection, final EndpointSend send) {
        final long length = send.view.length();
        final boolean isShort = length <= packetLength;
        final boolean isCovered = isShort && connection.peer.outbound().coversEager(length);
        final boolean isOpen = isShort && !isCovered && !connection.peer.outbound().takesEnvelope() && longSends.reserveStaged();
        send.destination = connection.peer.rank();
        send.type = SEND;
        send.packet = Operation.NO_PACKET;
        send.word3 = Handle.NONE;
        if (!isCovered && !isOpen) {
            longSends.start(send, makeLong(send), PacketType.EP_SEND, Handle.NONE);
            return;
        }
        send.key = key(send, length <= inlineLimit && send.view.isContiguous() ? EndpointKey.INLINE : EndpointKey.PACKET);
        send.view.place(send);
        if (isOpen) {
            send.choice = this;
            connection.peer.outbound().queueUndecided(send);
        } else if (connection.peer.outbound().post(send)) {
            send.complete(Outcome.SUCCESS);
        }
    }

    private static long key(final EndpointSend send, final int mode) {
        return EndpointKey.of(send.connection.remoteKey, mode, (send.flags & Endpoint.SOLICITED) != 0);
    }

    /** Prepares a send that the receiver will fetch: from the region that is returned, or from private memory if it is null. */
    private LocalRegion makeLong(final EndpointSend send) {
        send.key = key(send, EndpointKey.LONG);
        final LocalRegion region = send.view.isContiguous() ? regions.find(send.view.address(), send.view.length()) : null;
        if (region == null) {
            send.view.split();
        }
        send.view.place(send);
        return region;
    }

    @Override
    public OutboundRecord eager(final OutboundRecord record) {
        longSends.unreserve();
        return record;
    }

    @Override
    public OutboundRecord rendezvous(final OutboundRecord record) {
        final EndpointSend send = (EndpointSend) record;
        return longSends.replace(send, makeLong(send), PacketType.EP_SEND);
    }

    @Override
    public void withdrawn(final OutboundRecord record) {
        longSends.unreserve();
    }

    /**
     * Puts out completions, in order, up to the first send that is not done. A send that the receiver has dropped waits for the end of the
     * connection, which is on its way and flushes all sends behind it.
     *
     * @return work done.
     */
    int doWork(final Connection connection) {
        int work = 0;
        while (connection.firstSend != null && connection.firstSend.isDone() &&
            (connection.isFlushing || connection.firstSend.outcome() != Outcome.CANCELLED)) {
            final EndpointSend send = connection.removeSend();
            // A send that was posted after the end of the connection does not make the next ones fail.
            connection.isSendFailed |= send.outcome() != Outcome.SUCCESS && send.outcome() != Outcome.CLOSED;
            finish(send, status(connection, send.outcome()));
            work++;
        }
        return work;
    }

    private static CompletionStatus status(final Connection connection, final Outcome outcome) {
        return switch (outcome) {
            case SUCCESS -> connection.isSendFailed ? CompletionStatus.FLUSHED : CompletionStatus.SUCCESS;
            case INSUFFICIENT_RESOURCES -> CompletionStatus.RESOURCE_ERROR;
            default -> CompletionStatus.FLUSHED;
        };
    }

    private void finish(final EndpointSend send, final CompletionStatus status) {
        final Connection connection = send.connection;
        final long length = send.view.length();
        send.view.clear();
        if (status == CompletionStatus.SUCCESS && (send.flags & Endpoint.SUPPRESS) != 0) {
            connection.releaseSend(send.place);
        } else if (!connection.requests().put(
            EventType.SEND.code(), status.code(), send.cookie, connection.handle(), length, Handle.NONE, send.place, 0, true)) {
            events.overflow(connection.requests());
            connection.releaseSend(send.place);
        }
    }

    /**
     * Ends all sends, in order. A send whose receiver may be reading its memory ends later: when the receiver has heard of the end of the
     * connection and answers, or when it dies.
     */
    void flush(final Connection connection) {
        connection.isFlushing = true;
        for (EndpointSend send = connection.firstSend; send != null; send = send.nextSend) {
            if (send.isQueued()) {
                connection.peer.outbound().withdraw(send);
                send.complete(Outcome.CANCELLED);
            } else if (!send.isDone()) {
                SendCancellation.withdraw(longSends, connection.peer, send);
            }
        }
        doWork(connection);
    }

    /** Abandons the remaining sends without a completion. The receiver drops their messages. */
    void forget(final Connection connection) {
        while (connection.firstSend != null) {
            SendCancellation.abandon(longSends, connection.removeSend());
        }
    }
}
