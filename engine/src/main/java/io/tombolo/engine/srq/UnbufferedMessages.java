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

import io.tombolo.engine.node.Node;
import io.tombolo.engine.node.Shortage;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.transfer.LongReceives;
import io.tombolo.engine.wire.EndpointKey;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.pair.RingConsumer;
import io.tombolo.ringbuffers.region.PrivateSlab;

/**
 * Messages that arrived before a receive buffer was posted. They are copied out of the ring or packet, so that later messages can pass, and
 * each queue keeps them in the order of their arrival. The senders' budgets of unexpected bytes and a limit here bound their number and
 * bytes. One thread at a time, the progress owner.
 */
final class UnbufferedMessages {
    /** Maximum number of messages that wait at a rank. Any more stay in their ring. */
    static final int MOST = 1 << 16;

    private final Node node;
    private final LongReceives longReceives;
    private final PrivateSlab slab = new PrivateSlab();
    private final Shortage memory = new Shortage();
    private UnbufferedMessage unused;
    private int count;

    UnbufferedMessages(final Node node, final LongReceives longReceives) {
        this.node = node;
        this.longReceives = longReceives;
    }

    boolean isFull() {
        return count == MOST;
    }

    /**
     * Adds the message of a record.
     *
     * @return false if memory was exhausted lately; nothing has changed then, nor after an {@link OutOfMemoryError}.
     */
    boolean add(final Connection connection, final InboundMessage inbound, final RingConsumer ring) {
        if (!memory.tryEnd() && !inbound.isLong() && !slab.hasFree((int) inbound.length)) {
            return false;
        }
        final UnbufferedMessage message = take(inbound);
        message.inbound.copy(inbound);
        message.connection = connection;
        if (!inbound.isLong()) {
            if (inbound.mode == EndpointKey.INLINE) {
                ring.copyBody(null, message.block, (int) inbound.length);
            } else {
                inbound.peer.inbound().packets().copy(inbound.packet, null, message.block, inbound.length);
                inbound.peer.inbound().returnPacket(inbound.packet, inbound.generation);
            }
        }
        count++;
        inbound.peer.use();
        connection.waiting(1);
        connection.queue().addWaiting(message);
        node.counters().increment(Counter.ENDPOINT_MESSAGES_WAITED);
        return true;
    }

    /** Takes an unused object, with a block of memory for a short message. */
    private UnbufferedMessage take(final InboundMessage inbound) {
        try {
            if (unused == null) {
                unused = new UnbufferedMessage();
            }
            if (!inbound.isLong()) {
                unused.block = slab.acquire((int) inbound.length);
            }
        } catch (final OutOfMemoryError none) {
            memory.begin(none);
            throw none;
        }
        final UnbufferedMessage message = unused;
        unused = message.next;
        message.next = null;
        return message;
    }

    /** Removes a message that has been delivered or dropped from its queue; {@code before} is the one before it, or null. */
    void remove(final UnbufferedMessage before, final UnbufferedMessage message) {
        final SharedQueue queue = message.connection.queue();
        queue.removeWaiting(before, message);
        message.connection.waiting(-1);
        if (!message.inbound.isLong()) {
            slab.release(message.block, (int) message.inbound.length);
        }
        message.connection = null;
        message.inbound.peer.endUse();
        count--;
        message.next = unused;
        unused = message;
    }

    /** Drops all messages of a connection. */
    void dropAll(final Connection connection) {
        UnbufferedMessage before = null;
        UnbufferedMessage message = connection.waiting == 0 ? null : connection.queue().firstWaiting();
        while (message != null) {
            final UnbufferedMessage next = message.next;
            if (message.connection == connection) {
                settle(message.inbound);
                remove(before, message);
            } else {
                before = message;
            }
            message = next;
        }
    }

    /** Drops the message of a record. */
    void drop(final InboundMessage inbound) {
        if (inbound.mode == EndpointKey.PACKET) {
            inbound.peer.inbound().returnPacket(inbound.packet, inbound.generation);
        }
        settle(inbound);
    }

    /** Returns to the sender what a dropped message occupies: its credit, or its exposed memory. */
    private void settle(final InboundMessage inbound) {
        final Peer peer = inbound.peer;
        node.counters().increment(Counter.ENDPOINT_MESSAGES_DROPPED);
        if (inbound.isLong()) {
            longReceives.drop(peer, inbound.send, inbound.place);
        } else {
            peer.inbound().consumed(inbound.length);
        }
    }
}
