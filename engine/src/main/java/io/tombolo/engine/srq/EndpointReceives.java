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
import io.tombolo.engine.api.endpoint.CompletionFlag;
import io.tombolo.engine.api.endpoint.CompletionStatus;
import io.tombolo.engine.api.endpoint.EmptyQueuePolicy;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.completion.Registry;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.transfer.LongReceives;
import io.tombolo.engine.transfer.RegisteredMemory;
import io.tombolo.engine.wire.EndpointKey;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.pair.RingConsumer;
import io.tombolo.ringbuffers.pair.StampedSlotDescriptor;
import io.tombolo.ringbuffers.queue.ReceiveQueue;
import io.tombolo.ringbuffers.queue.ReceiveSlotDescriptor;
import io.tombolo.ringbuffers.queue.ReceiveSlots;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import org.agrona.BufferUtil;

/**
 * Delivers the messages that arrive for endpoints: takes buffers in the order of the envelopes, fills them, and puts the completions of
 * each connection in that order, however late a long message is (S4.9). One thread at a time, the progress owner.
 */
final class EndpointReceives {
    private static final int SOLICITED = 1;

    private final Node node;
    private final LongReceives longReceives;
    private final Registry<RegisteredMemory> memories;
    private final AsynchronousEvents events;
    private final UnbufferedMessages unbuffered;
    private final InboundMessage arriving = new InboundMessage();
    private final FailedConnections failed;
    // Memory of the buffer that was taken last.
    private SegmentView view;
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(StampedSlotDescriptor.MAX_BODY_LENGTH);
    private TakenReceive unused;
    // Connections with buffers whose completions have not been put yet.
    private final ArrayList<Connection> gated = new ArrayList<>();
    // Queues at which messages may wait.
    private final ArrayList<SharedQueue> starving = new ArrayList<>();

    EndpointReceives(
        final Node node, final LongReceives longReceives, final Registry<RegisteredMemory> memories, final AsynchronousEvents events,
        final FailedConnections failed) {
        this.node = node;
        this.longReceives = longReceives;
        this.memories = memories;
        this.events = events;
        this.failed = failed;
        this.unbuffered = new UnbufferedMessages(node, longReceives);
        this.view = new SegmentView(memories);
    }

    /**
     * Reads a record.
     *
     * @return null if a field is wrong.
     */
    InboundMessage read(final Peer peer, final RingConsumer ring, final long key) {
        return arriving.read(peer, ring, key) ? arriving : null;
    }

    void drop(final InboundMessage inbound) {
        unbuffered.drop(inbound);
    }

    boolean hasRoom() {
        return !unbuffered.isFull();
    }

    /** Reserves all objects that a message may need, so that nothing fails once its buffer is taken. */
    private void prepare(final InboundMessage inbound) {
        if (inbound.isLong()) {
            longReceives.prepare(inbound.peer);
        }
        if (unused == null) {
            unused = new TakenReceive(new SegmentView(memories));
        }
        gated.ensureCapacity(gated.size() + 1);
        starving.ensureCapacity(starving.size() + 1);
    }

    /**
     * Delivers the message of a record, or keeps it until there is a buffer.
     *
     * @return false if there is no memory to keep it; nothing has changed then, nor after an {@link OutOfMemoryError}.
     */
    boolean accept(final Connection connection, final InboundMessage inbound, final RingConsumer ring) {
        prepare(inbound);
        final SharedQueue queue = connection.queue();
        final int slot = queue.firstWaiting() == null ? takeGood(connection) : ReceiveQueue.EMPTY;
        if (slot == ReceiveQueue.EMPTY) {
            return starve(connection, inbound, ring);
        }
        if (!checkWatermarks(connection) || inbound.length > view.length()) {
            unbuffered.drop(inbound);
            refuse(connection, slot, inbound);
            return true;
        }
        if (inbound.isLong()) {
            startGet(connection, slot, inbound);
        } else {
            if (inbound.mode == EndpointKey.INLINE) {
                land(ring, (int) inbound.length);
            } else {
                view.fillFrom(inbound.peer.inbound().packets().payload(inbound.packet), inbound.length);
                inbound.peer.inbound().returnPacket(inbound.packet, inbound.generation);
            }
            inbound.peer.inbound().consumed(inbound.length);
            settle(connection, slot, inbound);
        }
        return true;
    }

    private boolean starve(final Connection connection, final InboundMessage inbound, final RingConsumer ring) {
        final SharedQueue queue = connection.queue();
        if (queue.policy() == EmptyQueuePolicy.BREAK) {
            unbuffered.drop(inbound);
            failed.add(connection);
            return true;
        }
        if (!unbuffered.add(connection, inbound, ring)) {
            return false;
        }
        if (!starving.contains(queue)) {
            starving.add(queue);
        }
        return true;
    }

    private void land(final RingConsumer ring, final int length) {
        if (view.isContiguous()) {
            ring.copyBody(null, view.address(), length);
        } else {
            final long block = BufferUtil.address(scratch);
            ring.copyBody(null, block, length);
            view.fillFrom(block, length);
        }
    }

    /** Takes the oldest buffer whose memory is still registered. The completions of those before it say that they failed (S4.32). */
    private int takeGood(final Connection connection) {
        final SharedQueue shared = connection.queue();
        final ReceiveQueue queue = shared.queue();
        int slot = take(connection, shared);
        while (slot != ReceiveQueue.EMPTY) {
            final CompletionStatus status = resolve(queue.slots(), slot, view);
            if (status == CompletionStatus.SUCCESS) {
                return slot;
            }
            complete(connection, slot, queue.slots().cookie(slot), status, 0, false);
            slot = take(connection, shared);
        }
        return slot;
    }

    private int take(final Connection connection, final SharedQueue shared) {
        final int slot = shared.queue().take(connection.index());
        if (slot != ReceiveQueue.EMPTY) {
            connection.countTaken();
            if (shared.queue().hasFired()) {
                events.lowWatermark(shared);
            }
        }
        return slot;
    }

    private static CompletionStatus resolve(final ReceiveSlots slots, final int slot, final SegmentView target) {
        target.clear();
        final int count = slots.segments(slot);
        try {
            for (int i = 0; i < count; i++) {
                if (!target.add(
                    slots.segmentWord(slot, i, ReceiveSlotDescriptor.REGION_OFFSET),
                    slots.segmentWord(slot, i, ReceiveSlotDescriptor.OFFSET_OFFSET),
                    slots.segmentWord(slot, i, ReceiveSlotDescriptor.LENGTH_OFFSET))) {
                    return CompletionStatus.PROTECTION_ERROR;
                }
            }
        } catch (final OutOfMemoryError none) {
            return CompletionStatus.RESOURCE_ERROR;
        }
        return CompletionStatus.SUCCESS;
    }

    /**
     * Looks at the watermarks before a connection holds one more buffer (S4.27). Above the soft one an event goes out.
     *
     * @return false if the connection would hold more than the hard watermark allows.
     */
    private boolean checkWatermarks(final Connection connection) {
        if (connection.span == 0) {
            return true;
        }
        final int held = connection.allocated + 1;
        checkSoft(connection, held);
        return held <= connection.hard;
    }

    private void checkSoft(final Connection connection, final int held) {
        if (connection.isSoftArmed && held > connection.soft) {
            connection.isSoftArmed = false;
            events.softWatermark(connection);
        }
    }

    /**
     * Sets the watermarks of a connection, and checks them at once.
     *
     * @return false if the connection has to be broken.
     */
    boolean watermarks(final Connection connection, final int soft, final int hard) {
        connection.watermarks(soft, hard);
        final int held = connection.allocated;
        checkSoft(connection, held);
        return held <= hard;
    }

    private void refuse(final Connection connection, final int slot, final InboundMessage inbound) {
        final boolean isTooLong = inbound.length > view.length();
        final TakenReceive receive = gate(connection, slot, inbound);
        receive.status = isTooLong ? CompletionStatus.LENGTH_ERROR : CompletionStatus.FLUSHED;
        receive.length = 0;
        letOut(connection);
        failed.add(connection);
    }

    private void startGet(final Connection connection, final int slot, final InboundMessage inbound) {
        final TakenReceive receive = gate(connection, slot, inbound);
        // Exchange the views: every take reuses this one, and this receive needs it for longer. It must not resolve its segments again,
        // because a region may have been closed meanwhile.
        final SegmentView spare = receive.view;
        receive.view = view;
        view = spare;
        receive.fetch();
        receive.source = inbound.peer.rank();
        receive.view.place(receive);
        longReceives.start(
            receive, inbound.peer, 0, inbound.length, inbound.send, inbound.place, inbound.position, inbound.available, 0);
        checkSoft(connection, connection.allocated);
        letOut(connection);
    }

    /** Completes a receive whose message is there. */
    private void settle(final Connection connection, final int slot, final InboundMessage inbound) {
        node.counters().add(Counter.BYTES_RECEIVED, inbound.length);
        if (connection.span == 0) {
            complete(
                connection, slot, connection.queue().queue().slots().cookie(slot), CompletionStatus.SUCCESS, inbound.length,
                inbound.isSolicited);
            return;
        }
        gate(connection, slot, inbound).status = CompletionStatus.SUCCESS;
    }

    private TakenReceive gate(final Connection connection, final int slot, final InboundMessage inbound) {
        final TakenReceive receive = unused;
        unused = receive.nextTaken;
        receive.connection = connection;
        receive.slot = slot;
        receive.cookie = connection.queue().queue().slots().cookie(slot);
        receive.isSolicited = inbound.isSolicited;
        receive.length = inbound.length;
        if (connection.span == 0) {
            gated.add(connection);
        }
        connection.add(receive);
        return receive;
    }

    /** Puts completions in order, up to the first message that is not there. The buffers behind a message that has failed are flushed. */
    private int letOut(final Connection connection) {
        int work = 0;
        while (connection.span > 0 && !connection.isFailed && connection.firstTaken.isSettled()) {
            final TakenReceive receive = connection.removeTaken();
            work++;
            if (receive.status == null) {
                receive.status = status(receive.outcome());
            }
            if (receive.status != CompletionStatus.SUCCESS) {
                failed.add(connection);
            }
            complete(connection, receive.slot, receive.cookie, receive.status, receive.length, receive.isSolicited);
            recycle(receive);
        }
        return work;
    }

    private static CompletionStatus status(final Outcome outcome) {
        return outcome == Outcome.SUCCESS ? CompletionStatus.SUCCESS : CompletionStatus.FLUSHED;
    }

    private void recycle(final TakenReceive receive) {
        receive.view.clear();
        receive.nextTaken = unused;
        unused = receive;
    }

    private void complete(
        final Connection connection, final int slot, final long cookie, final CompletionStatus status, final long length,
        final boolean isSolicited) {
        final SharedQueue queue = connection.queue();
        queue.queue().complete(slot, length);
        connection.countCompleted();
        final boolean signals = isSolicited || connection.flag() != CompletionFlag.SOLICITED_WAIT || status != CompletionStatus.SUCCESS;
        node.counters().increment(Counter.ENDPOINT_MESSAGES_RECEIVED);
        if (!connection.receives().put(
            EventType.RECEIVE.code(), status.code(), cookie, connection.handle(), length, queue.handle(), slot,
            isSolicited ? SOLICITED : 0, signals)) {
            // The completion is lost, so nobody else would free the slot of the buffer.
            queue.queue().reap(slot);
            events.overflow(connection.receives());
        }
    }

    /**
     * Puts the completions of messages that have come, and gives buffers to waiting messages.
     *
     * @return work done.
     */
    int doWork() {
        int work = 0;
        for (int i = gated.size() - 1; i >= 0; i--) {
            final Connection connection = gated.get(i);
            work += letOut(connection);
            if (connection.span == 0) {
                gated.remove(i);
            }
        }
        for (int i = starving.size() - 1; i >= 0; i--) {
            final SharedQueue queue = starving.get(i);
            work += feed(queue);
            if (queue.firstWaiting() == null) {
                starving.remove(i);
            }
        }
        return work;
    }

    private int feed(final SharedQueue queue) {
        int work = 0;
        while (queue.firstWaiting() != null && !queue.firstWaiting().connection.isFailed) {
            final UnbufferedMessage message = queue.firstWaiting();
            final Connection connection = message.connection;
            prepare(message.inbound);
            final int slot = takeGood(connection);
            if (slot == ReceiveQueue.EMPTY) {
                return work;
            }
            work++;
            deliver(connection, slot, message);
        }
        return work;
    }

    private void deliver(final Connection connection, final int slot, final UnbufferedMessage message) {
        final InboundMessage inbound = message.inbound;
        if (!checkWatermarks(connection) || inbound.length > view.length()) {
            // The connection ends, which drops all its waiting messages, this one included.
            refuse(connection, slot, inbound);
            return;
        }
        if (inbound.isLong()) {
            startGet(connection, slot, inbound);
        } else {
            view.fillFrom(message.block, inbound.length);
            inbound.peer.inbound().consumed(inbound.length);
            settle(connection, slot, inbound);
        }
        unbuffered.remove(null, message);
    }

    /**
     * Ends all receives of a connection: flushes in order the buffers that it has taken (S4.14), and drops its waiting messages.
     */
    void flush(final Connection connection) {
        while (connection.span > 0) {
            final TakenReceive receive = connection.removeTaken();
            if (receive.status == null) {
                longReceives.abandon(receive);
            }
            final CompletionStatus status =
                receive.status == CompletionStatus.LENGTH_ERROR ? CompletionStatus.LENGTH_ERROR : CompletionStatus.FLUSHED;
            complete(connection, receive.slot, receive.cookie, status, 0, false);
            recycle(receive);
        }
        unbuffered.dropAll(connection);
        failed.remove(connection);
        if (connection.isQueueOwn()) {
            flushOwn(connection);
        }
    }

    /** Flushes the buffers that are posted to an endpoint's own queue. */
    void flushOwn(final Connection connection) {
        final ReceiveQueue queue = connection.queue().queue();
        for (int slot = take(connection, connection.queue()); slot >= 0; slot = take(connection, connection.queue())) {
            complete(connection, slot, queue.slots().cookie(slot), CompletionStatus.FLUSHED, 0, false);
        }
    }
}
