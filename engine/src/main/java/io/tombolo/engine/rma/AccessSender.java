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
package io.tombolo.engine.rma;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.HandleTable;
import io.tombolo.engine.completion.PeerOutcome;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.engine.transfer.LocalRegions;
import io.tombolo.engine.transfer.LongReceives;
import io.tombolo.engine.transfer.LongSends;
import io.tombolo.engine.wire.Handle;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.engine.wire.WindowPacket;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;

/**
 * Sends the accesses of this rank, and finds the access that an answer belongs to. Up to {@link WindowPacket#INLINE_LENGTH} bytes travel in
 * the record, up to a packet's length in a packet of the pool, more like a long message. One thread at a time, the progress owner.
 */
final class AccessSender {
    private final Node node;
    private final LocalRegions regions;
    private final LongSends longSends;
    private final LongReceives longReceives;
    private final InlineData inline;
    private final int packetLength;
    private final HandleTable<RmaOperation> asked = new HandleTable<>(Integer.MAX_VALUE >>> 1);

    AccessSender(
        final Node node, final LocalRegions regions, final LongSends longSends, final LongReceives longReceives, final InlineData inline) {
        this.node = node;
        this.regions = regions;
        this.longSends = longSends;
        this.longReceives = longReceives;
        this.inline = inline;
        this.packetLength = node.settings().intValue(GeometrySetting.PACKET_LENGTH);
    }

    Outcome whyNot(final Peer peer) {
        return peer.state() == PeerState.OPEN ? Outcome.INSUFFICIENT_RESOURCES : PeerOutcome.of(peer);
    }

    /**
     * Returns whether an access may go together with its lock request: its data fits the record or one packet, and so does its answer.
     */
    boolean isShort(final RmaOperation operation) {
        return operation.length <= packetLength && (operation.packet == PacketType.GET || carriage(operation) != WindowPacket.EXPOSED);
    }

    private int carriage(final RmaOperation operation) {
        if (operation.packet == PacketType.GET || operation.isSwap) {
            return WindowPacket.NONE;
        }
        return operation.length <= WindowPacket.INLINE_LENGTH ? WindowPacket.INLINE :
            operation.length <= packetLength && operation.spanned == null ? WindowPacket.PACKET : WindowPacket.EXPOSED;
    }

    void postWithLock(final PacketWindow window, final RmaOperation operation, final int flags) {
        final PacketType type = switch (operation.packet) {
            case PUT -> PacketType.LOCK_PUT;
            case GET -> PacketType.LOCK_GET;
            default -> PacketType.LOCK_ACCUMULATE;
        };
        node.counters().increment(switch (operation.packet) {
            case PUT -> Counter.LOCK_PUT_SENT;
            case GET -> Counter.LOCK_GET_SENT;
            default -> Counter.LOCK_ACCUMULATE_SENT;
        });
        post(window, operation, type, flags);
    }

    /**
     * Sends an access.
     *
     * @param flags of {@link WindowPacket}, besides those that follow from the operation.
     * @return false if it could not be sent, and has failed.
     */
    boolean post(final PacketWindow window, final RmaOperation operation, final int flags) {
        node.counters().increment(switch (operation.packet) {
            case PUT -> Counter.PUT_SENT;
            case GET -> Counter.GET_SENT;
            default -> Counter.ACCUMULATE_SENT;
        });
        return post(window, operation, operation.packet, flags);
    }

    private boolean post(final PacketWindow window, final RmaOperation operation, final PacketType type, final int flags) {
        final int carriage = carriage(operation);
        final int allFlags =
            flags | (operation.isFetch ? WindowPacket.FETCH : 0) | (operation.isSwap ? WindowPacket.SWAP : 0);
        operation.key = WindowPacket.key(
            window.id(), carriage, allFlags, operation.op == null ? 0 : operation.op.code(),
            operation.element == null ? 0 : operation.element.code());
        if (carriage == WindowPacket.EXPOSED) {
            return postExposed(operation, type);
        }
        operation.type = type.code();
        operation.isPacked = carriage == WindowPacket.PACKET;
        operation.words(operation.length, ask(operation), operation.value, operation.expected, 0, operation.displacement);
        if (carriage == WindowPacket.INLINE) {
            operation.copyOut(inline.address());
            inline.store(operation);
        }
        if (window.peer(operation.destination).outbound().post(operation)) {
            operation.published();
        }
        return true;
    }

    private long ask(final RmaOperation operation) {
        if (!operation.isAnswered()) {
            operation.stage = RmaOperation.Stage.POSTED;
            return Handle.NONE;
        }
        operation.stage = RmaOperation.Stage.ASKED;
        operation.handle = asked.handle(asked.add(operation));
        return operation.handle;
    }

    private boolean postExposed(final RmaOperation operation, final PacketType type) {
        operation.stage = RmaOperation.Stage.POSTED;
        longSends.start(operation, regions.find(operation), type, operation.displacement);
        return operation.stage != RmaOperation.Stage.ENDED || operation.outcome() == Outcome.SUCCESS;
    }

    /**
     * Finds the access that an answer belongs to.
     *
     * @param handle unchecked.
     * @return null if no access at that rank waits for an answer with this handle.
     */
    RmaOperation find(final long handle, final int rank) {
        final RmaOperation operation = asked.find(handle);
        return operation != null && operation.destination == rank ? operation : null;
    }

    /**
     * Removes an access from those that wait for an answer.
     */
    void forget(final RmaOperation operation) {
        asked.remove(Handle.index(operation.handle));
    }

    /**
     * Starts the transfer of an answer that comes as a long message.
     *
     * @param answer checked.
     */
    void get(final RmaOperation operation, final Peer peer, final InboundPacket answer) {
        operation.stage = RmaOperation.Stage.GETTING;
        longReceives.start(operation, peer, 0, answer.length, answer.handle, answer.place, answer.position, answer.available, 0);
    }

    /**
     * Fails those accesses of a batch that wait for an answer.
     */
    void failAsked(final WindowCommand command, final Outcome outcome) {
        RmaOperation operation = command.first;
        while (operation != null) {
            final RmaOperation next = operation.nextInBatch;
            if (operation.stage == RmaOperation.Stage.ASKED) {
                forget(operation);
                operation.fail(outcome, node.counters());
            }
            operation = next;
        }
    }
}
