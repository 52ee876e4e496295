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
package io.tombolo.engine.pt2pt;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.node.Shortage;
import io.tombolo.engine.order.OrderRecorder;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.telemetry.FlightRecorder;
import io.tombolo.engine.transfer.LongReceives;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.engine.wire.Handle;
import io.tombolo.matching.Matcher;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.function.Supplier;

/**
 * Messages that have come before their receives (S1.9). They are filed in the matcher, where receives and probes find them, and kept in the
 * store until they are delivered. One thread at a time.
 */
final class UnexpectedArrivals {
    /** No message. */
    static final int NONE = -1;

    // Share of the matching nodes. The others are kept for receives, which make room.
    private static final double SHARE_OF_UNEXPECTED = 0.75;

    private final Node node;
    private final Matcher matcher;
    private final LongReceives longReceives;
    private final Counters counters;
    private final FlightRecorder flight;
    private final OrderRecorder order;
    private final int unexpectedLimit;
    private PendingReceives posted;
    private final UnexpectedStore store;
    private final Shortage memory = new Shortage();
    // A receive without room, for messages that nobody wants any more.
    private final Operation sink = new Operation();
    // A matched probe that takes the next message that fits, or null.
    private Operation awaited;
    // Of a ready message without a receive: the report needs no memory.
    private int readySource;
    private int readyTag;
    private final Supplier<Throwable> readyError = this::readyError;
    private int unfiled = NONE;

    UnexpectedArrivals(final Node node, final Matcher matcher, final LongReceives longReceives, final long fetchLimit) {
        this.node = node;
        this.matcher = matcher;
        this.longReceives = longReceives;
        this.counters = node.counters();
        this.flight = node.flight();
        this.order = node.orderRecorder();
        this.store = new UnexpectedStore(fetchLimit);
        this.unexpectedLimit = (int) (node.settings().value(GeometrySetting.MATCH_NODES) * SHARE_OF_UNEXPECTED);
    }

    /**
     * Sets the receives that must find room beside messages.
     */
    void leaveRoomTo(final PendingReceives receives) {
        posted = receives;
    }

    /**
     * Removes the oldest message that fits from matching: nobody else finds it any more.
     *
     * @param operation with context, source, tag and mask.
     * @return place of the message in the store, or {@link #NONE}.
     */
    int take(final Operation operation) {
        final int node = matcher.findUnexpected(operation.context, operation.source, operation.tag, operation.tagMask);
        if (node == Matcher.NULL_NODE) {
            return NONE;
        }
        final int index = (int) matcher.handle(node);
        if (store.at(index).isLong) {
            // Before the message leaves matching: if this throws, it can still be found.
            longReceives.prepare(store.at(index).peer);
        }
        matcher.remove(node);
        return index;
    }

    /**
     * Lets the next message that fits be kept without being filed: to find it again takes longer than to copy it.
     */
    void beginUnfiled(final Operation match) {
        awaited = match;
        unfiled = NONE;
    }

    /** Files all messages again. */
    void endUnfiled() {
        awaited = null;
    }

    /**
     * Returns the place of the message that was kept without being filed, or {@link #NONE}.
     */
    int unfiled() {
        return unfiled;
    }

    /**
     * Looks for a message, and leaves it where it is.
     *
     * @return false if there is none.
     */
    boolean find(final Operation probe) {
        final int node = matcher.findUnexpected(probe.context, probe.source, probe.tag, probe.tagMask);
        if (node == Matcher.NULL_NODE) {
            return false;
        }
        flight.message(FlightKind.PROBED, matcher.source(node), 0, probe.context, matcher.tag(node), matcher.length(node));
        probe.found(matcher.source(node), matcher.tag(node), matcher.length(node));
        return true;
    }

    /**
     * Returns whether the oldest message that fits was sent by another incarnation of its source.
     *
     * @param operation with context, source, tag and mask.
     * @param peer      the present incarnation.
     */
    boolean isFirstOfOther(final Operation operation, final Peer peer) {
        final int node = matcher.findUnexpected(operation.context, operation.source, operation.tag, operation.tagMask);
        return node != Matcher.NULL_NODE && store.at((int) matcher.handle(node)).peer != peer;
    }

    /**
     * Gives a message to a receive, and releases its place in the store.
     */
    void deliver(final Operation operation, final int index) {
        final UnexpectedArrival arrival = store.at(index);
        final Peer peer = arrival.peer;
        final boolean isReceived = operation != sink;
        long matchedNs = 0;
        if (isReceived) {
            record(FlightKind.MATCHED_UNEXPECTED, arrival);
            if (order != null && operation.source < 0) {
                order.matched(operation.orderNumber, arrival.source);
            }
            matchedNs = flight.matched(arrival.source, arrival.arrivedNs, true);
            operation.sequence = arrival.number;
        }
        if (arrival.isLong) {
            operation.flight = isReceived ? flight : null;
            operation.matchedNs = matchedNs;
            operation.getEnvelope = arrival.envelope;
            longReceives.start(
                operation, peer, arrival.tag, arrival.length, arrival.send, arrival.place, arrival.position, arrival.available,
                0);
        } else {
            final long bytes = Math.min(arrival.length, operation.capacity());
            operation.fillFrom(arrival.block, bytes);
            if (isReceived && operation.flight == null) {
                recordTaken(arrival, bytes);
            }
            taken(arrival, peer);
            complete(operation, peer, arrival.tag, bytes, arrival.length);
        }
        release(index);
    }

    /**
     * Returns whether the data of a message is here.
     *
     * @param node of the message.
     */
    boolean isAtHand(final int node) {
        return !store.at((int) matcher.handle(node)).isLong;
    }

    /**
     * Removes a message whose data is here from matching, copies it, and releases its place in the store.
     */
    void deliver(final int node, final Object base, final long offset, final long bytes) {
        final int index = (int) matcher.handle(node);
        matcher.remove(node);
        final UnexpectedArrival arrival = store.at(index);
        record(FlightKind.MATCHED_UNEXPECTED, arrival);
        flight.matched(arrival.source, arrival.arrivedNs, true);
        Bytes.copy(null, arrival.block, base, offset, bytes);
        recordTaken(arrival, bytes);
        taken(arrival, arrival.peer);
        counters.add(Counter.BYTES_RECEIVED, bytes);
        release(index);
    }

    /** Records an event of a message. */
    void record(final FlightKind kind, final UnexpectedArrival arrival) {
        flight.message(kind, arrival.source, arrival.number, arrival.context, arrival.tag, arrival.length);
    }

    /** Records the end of a receive that was not posted. */
    private void recordTaken(final UnexpectedArrival arrival, final long bytes) {
        if (flight.isFollowed()) {
            flight.endedForJvm(
                true, bytes < arrival.length ? Outcome.TRUNCATED : Outcome.SUCCESS, arrival.source, arrival.context, arrival.tag,
                arrival.length, false, 0);
            flight.bytes(FlightKind.LAST_PIECE, arrival.source, arrival.number, arrival.context, null, arrival.block, bytes);
        }
    }

    /** Prepares the operation that shows a message in place: its end is recorded if somebody wants that. */
    void recordEnd(final Operation view, final UnexpectedArrival arrival, final long address) {
        if (flight.isFollowed()) {
            view.flight = flight;
            view.sequence = arrival.number;
            view.context = arrival.context;
            view.offset = address;
            view.length = arrival.length;
        }
    }

    private static void taken(final UnexpectedArrival arrival, final Peer peer) {
        consumed(arrival, peer);
        acknowledge(arrival, peer);
    }

    /**
     * Tells the sender of a synchronous message that the message has matched.
     */
    private static void acknowledge(final UnexpectedArrival arrival, final Peer peer) {
        if (arrival.send != Handle.NONE && !arrival.isFetched()) {
            peer.inbound().doneGet(arrival.send, arrival.length, Handle.NONE);
        }
    }

    /**
     * Gives the sender credit for a message whose memory here becomes free.
     */
    private static void consumed(final UnexpectedArrival arrival, final Peer peer) {
        if (!arrival.isFetched() && !peer.isReleased()) {
            peer.inbound().consumed(arrival.length);
        }
    }

    private void release(final int index) {
        final UnexpectedArrival arrival = store.at(index);
        if (arrival.isUse) {
            arrival.isUse = false;
            arrival.peer.endUse();
        }
        store.release(index);
        counters.set(Counter.UNEXPECTED_BYTES_CURRENT, store.bytes());
    }

    /**
     * Gives a message back that nobody wants to receive any more.
     */
    void giveBack(final int index) {
        settle(index);
        release(index);
    }

    /**
     * Gives the sender's resources of a message back, and keeps the memory that the message has here.
     */
    void settle(final int index) {
        final UnexpectedArrival arrival = store.at(index);
        final Peer peer = arrival.peer;
        if (!arrival.isFetched()) {
            counters.add(Counter.BYTES_RECEIVED, arrival.length);
        }
        if (arrival.isLong) {
            longReceives.giveBack(peer, arrival.envelope, arrival.send, arrival.place, arrival.length);
        } else {
            taken(arrival, peer);
        }
    }

    /**
     * Removes a message that its sender cancels, as if it had never come.
     *
     * @param peer   that sent it.
     * @param handle of its send, unchecked.
     * @return false if no such message is unmatched.
     */
    boolean takeBack(final Peer peer, final long handle) {
        int current = handle == Handle.NONE ? Matcher.NULL_NODE : matcher.firstUnexpected();
        for (; current != Matcher.NULL_NODE; current = matcher.nextUnexpected(current)) {
            final int index = (int) matcher.handle(current);
            final UnexpectedArrival arrival = store.at(index);
            if (arrival.peer == peer && arrival.send == handle) {
                matcher.remove(current);
                if (arrival.isLong) {
                    peer.inbound().messageOver(arrival.envelope);
                } else {
                    consumed(arrival, peer);
                }
                release(index);
                return true;
            }
        }
        return false;
    }

    /**
     * Returns a message, by its place.
     */
    UnexpectedArrival at(final int index) {
        return store.at(index);
    }

    /**
     * Returns the store of the messages.
     */
    UnexpectedStore store() {
        return store;
    }

    /**
     * Ends a receive whose message has been copied to it.
     */
    void complete(final Operation operation, final Peer peer, final int tag, final long bytes, final long length) {
        counters.add(Counter.BYTES_RECEIVED, bytes);
        if (bytes < length) {
            truncated(operation);
        }
        operation.complete(peer.rank(), tag, bytes, length);
    }

    /**
     * Counts a message that is longer than the room of its receive.
     */
    void truncated(final Operation operation) {
        if (operation != sink) {
            counters.increment(Counter.TRUNCATIONS);
        }
    }

    /**
     * Files a message whose data is here, unless a matched probe awaits it.
     *
     * @param send handle of a send that is told when the message has matched, or none.
     * @return place of the message, with a block that the caller fills; {@link #NONE} if the table is full or there is no memory.
     */
    int admit(final Peer peer, final long key, final long length, final long send) {
        final int index = enqueue(peer, key, length, false);
        if (index >= 0) {
            store.at(index).send = send;
            counters.set(Counter.UNEXPECTED_BYTES_CURRENT, store.bytes());
            counters.max(Counter.UNEXPECTED_BYTES_HIGH_WATER, store.bytes());
        }
        return index;
    }

    /**
     * Returns the address of the block of a message that {@link #admit} has filed.
     */
    long block(final int index) {
        return store.at(index).block;
    }

    /**
     * Files a message whose data is still with its sender, unless a matched probe awaits it.
     *
     * @return place of the message, or {@link #NONE} if the table is full or there is no memory.
     */
    int admitLong(
        final Peer peer, final long key, final long length, final long send, final long place, final long position,
        final long available) {
        final int index = enqueue(peer, key, length, true);
        if (index >= 0) {
            final UnexpectedArrival arrival = store.at(index);
            arrival.send = send;
            arrival.place = place;
            arrival.position = position;
            arrival.available = available;
            arrival.envelope = peer.inbound().addEnvelope();
            arrival.isUse = true;
            peer.use();
        }
        return index;
    }

    /** Acquires all that a message needs before it is filed. If something is missing, nothing has happened. */
    private int enqueue(final Peer peer, final long key, final long length, final boolean isLong) {
        if (!memory.tryEnd() && !(store.hasPlace() && posted.hasRoomBesideMessage() && (isLong || store.hasBlock(length)))) {
            return NONE;
        }
        final int index = store.acquire();
        boolean isKept = false;
        try {
            final UnexpectedArrival arrival = store.at(index);
            arrival.source = peer.rank();
            arrival.peer = peer;
            arrival.tag = Envelope.tag(key);
            arrival.context = Envelope.context(key);
            arrival.number = peer.inbound().received();
            arrival.arrivedNs = flight.sample(arrival.number);
            arrival.length = length;
            if (isLong) {
                peer.inbound().reserveEnvelope();
            } else {
                store.acquireBlock(index, length);
            }
            final boolean isWanted = isAwaited(peer, key);
            isKept = isWanted || file(peer, key, length, index);
            unfiled = isWanted ? index : unfiled;
        } finally {
            if (!isKept) {
                store.release(index);
            }
        }
        if (!isKept) {
            counters.increment(Counter.MATCH_NODES_FULL);
            return NONE;
        }
        counters.increment(Counter.UNEXPECTED_MESSAGES);
        record(FlightKind.ARRIVED_UNEXPECTED, store.at(index));
        return index;
    }

    /**
     * Records that there was no memory for a message, which stays in its ring. The next message that needs memory asks later.
     *
     * @param reason why there was no memory.
     */
    void lackMemory(final Throwable reason) {
        memory.begin(reason);
    }

    /**
     * Returns why no message that needs memory is taken now, from any rank.
     *
     * @return the exception or error of the last request for memory; null if the next message may ask.
     */
    Throwable lack() {
        return memory.reason();
    }

    /**
     * Reports a ready message that has come before its receive, once it is filed.
     */
    void checkReady(final Peer peer, final long key) {
        if (Envelope.isReady(key)) {
            counters.increment(Counter.READY_WITHOUT_RECEIVE);
            readySource = peer.rank();
            readyTag = Envelope.tag(key);
            node.error(readyError);
        }
    }

    private Throwable readyError() {
        return new IllegalStateException("a ready message of rank " + readySource + " with tag " + readyTag +
            " found no posted receive: post it before the sender is told that it may send, or use send");
    }

    /** Returns whether a matched probe awaits the message. Compared again: a faulty peer may have changed the record since it was seen. */
    private boolean isAwaited(final Peer peer, final long key) {
        return awaited != null && (awaited.source < 0 || awaited.source == peer.rank()) &&
            ((key ^ Envelope.key(awaited.context, awaited.tag)) & Envelope.keyMask(awaited.tagMask)) == 0;
    }

    private boolean file(final Peer peer, final long key, final long length, final int index) {
        return matcher.unexpectedCount() < unexpectedLimit && posted.makeRoomBesideMessage() &&
            matcher.addUnexpected(Envelope.context(key), peer.rank(), Envelope.tag(key), length, index) != Matcher.FULL;
    }

    /**
     * Begins to drop a message whose communicator is closed.
     *
     * @return a receive without room, for this one message; its resources go back to its sender as if it had been received.
     */
    Operation drop() {
        counters.increment(Counter.MESSAGES_DROPPED);
        sink.begin(Operation.Kind.GIVE_BACK);
        return sink;
    }

    /**
     * Drops the messages of a communicator that is closed.
     */
    void dropAll(final int communicator) {
        int current = matcher.firstUnexpected();
        while (current != Matcher.NULL_NODE) {
            final int next = matcher.nextUnexpected(current);
            if (Contexts.communicator(matcher.context(current)) == communicator) {
                final int index = (int) matcher.handle(current);
                matcher.remove(current);
                deliver(drop(), index);
            }
            current = next;
        }
    }

    /**
     * Returns the bytes of memory that were taken for the data of unexpected messages.
     */
    long reserved() {
        return store.reserved();
    }

    /**
     * Returns whether no message is filed.
     */
    boolean isEmpty() {
        return matcher.isUnexpectedEmpty();
    }

    /**
     * Returns how many messages are filed.
     */
    int count() {
        return matcher.unexpectedCount();
    }
}
