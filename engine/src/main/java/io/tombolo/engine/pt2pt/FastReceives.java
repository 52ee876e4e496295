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

import static io.tombolo.engine.access.ApiAccess.MESSAGING;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.telemetry.FlightRecorder;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.matching.Matcher;
import io.tombolo.matching.OrderedReceives;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.pair.RingConsumer;

/**
 * Receives that take the next record of a ring directly, without a turn: blocking receives, as long as no posted receive and no unexpected
 * message is involved, and ordered receives. One thread at a time.
 */
public final class FastReceives {
    /** Answer of {@link #tryReceive} and {@link #tryReceiveFiled}: an operation is needed. */
    public static final int NONE = -1;

    /** Answer of {@link #tryReceiveFiled}: no unexpected message fits. */
    public static final int EMPTY = -2;

    private static final long EXACT = Envelope.keyMask(Matcher.EXACT_TAG_MASK);
    private static final int SHORT = PacketType.SHORT.code();
    private static final int RTS = PacketType.RTS.code();

    private final Peer[] peers;
    private final Matcher matcher;
    private final Contexts contexts;
    private final PendingReceives posted;
    private final UnexpectedArrivals arrivals;
    private final LongEnvelope envelope;
    private final Delivery delivery;
    private final FlightRecorder flight;
    // Set by the flight recorder, also while the rank runs.
    private boolean recordsAll;
    // Source of a long message that a receive has found, and has left to the operation that follows; or NONE.
    private int longFrom = NONE;

    FastReceives(
        final Peer[] peers, final Matcher matcher, final Contexts contexts, final PendingReceives posted, final UnexpectedArrivals arrivals,
        final LongEnvelope envelope, final Delivery delivery, final FlightRecorder flight) {
        this.peers = peers;
        this.matcher = matcher;
        this.contexts = contexts;
        this.posted = posted;
        this.arrivals = arrivals;
        this.envelope = envelope;
        this.delivery = delivery;
        this.flight = flight;
        flight.add(all -> recordsAll = all);
    }

    /**
     * Returns whether a receive that no unexpected message fits may take the next message of its source from the ring, because no posted
     * receive can get that message. To ask this before the message comes saves an operation, a post and a match when it comes.
     *
     * @param source  rank that is wanted.
     * @param key     envelope that is wanted.
     * @param keyMask bits of it that must agree.
     * @return true if no posted receive fits a message with this envelope; false also where a search would be needed to know.
     */
    public boolean mayTakeFromRing(final int source, final long key, final long keyMask) {
        return (posted.isEmpty(source) ||
            keyMask == EXACT && !posted.mayFind(Envelope.context(key), source, Envelope.tag(key))) && isBinEmpty(source, key);
    }

    /**
     * Takes the oldest unexpected message that fits, if its data is here.
     *
     * @param source   rank that is wanted, or any.
     * @param key      envelope that is wanted.
     * @param keyMask  bits of it that must agree.
     * @param base     array, or null.
     * @param offset   offset in the array, or address; range checked.
     * @param capacity bytes at most.
     * @param status   is filled, or null.
     * @return length of the message, {@link #EMPTY} if no unexpected message fits, or {@link #NONE} if it needs an operation.
     */
    public int tryReceiveFiled(
        final int source, final long key, final long keyMask, final Object base, final long offset, final long capacity,
        final Status status) {
        if (matcher.isUnexpectedEmpty()) {
            return EMPTY;
        }
        final int node = find(source, key, keyMask);
        if (node == Matcher.NULL_NODE) {
            return EMPTY;
        }
        if (!arrivals.isAtHand(node) || !isBinEmpty(source, key)) {
            return NONE;
        }
        final int from = matcher.source(node);
        final int tag = matcher.tag(node);
        final int length = (int) matcher.length(node);
        final long bytes = Math.min(length, capacity);
        if (isTruncationUnseen(status, bytes, length)) {
            return NONE;
        }
        arrivals.deliver(node, base, offset, bytes);
        delivery.fill(status, from, tag, bytes, length);
        return length;
    }

    /**
     * Looks for an unexpected message, and leaves it where it is.
     *
     * @param source  rank, or any.
     * @param key     envelope that is wanted.
     * @param keyMask bits of it that must agree.
     * @param status  is filled if there is one; or null.
     * @return true if there is one.
     */
    public boolean tryFind(final int source, final long key, final long keyMask, final Status status) {
        final int node = find(source, key, keyMask);
        if (node != Matcher.NULL_NODE) {
            show(status, key, matcher.source(node), matcher.tag(node), matcher.length(node));
        }
        return node != Matcher.NULL_NODE;
    }

    /**
     * Looks whether the record that was polled is a message that fits, and leaves it in the ring, as to file it would cost more than to
     * receive it. Only after {@link #mayTakeFromRing}, and while no unexpected message fits.
     *
     * @param peer    source.
     * @param type    of the record.
     * @param key     envelope that is wanted.
     * @param keyMask bits of it that must agree.
     * @param status  is filled if the message fits; or null.
     * @return false if the record is something else.
     */
    public boolean tryPeek(final Peer peer, final int type, final long key, final long keyMask, final Status status) {
        final RingConsumer ring = peer.inbound().ring();
        if (peer.inbound().isTaking() || type != SHORT && type != RTS || !isNext(peer, ring.key(), key, keyMask) ||
            type == RTS && !envelope.read(ring)) {
            return false;
        }
        show(status, key, peer.rank(), Envelope.tag(ring.key()), type == SHORT ? ring.length() : envelope.length());
        return true;
    }

    private void show(final Status status, final long key, final int source, final int tag, final long length) {
        if (recordsAll) {
            flight.message(FlightKind.PROBED, source, 0, Envelope.context(key), tag, length);
        }
        if (status != null) {
            MESSAGING.fill(status, source, tag, length, length, Outcome.SUCCESS);
        }
    }

    /** Returns whether the message that was polled is the next of its source, and fits. */
    private static boolean isNext(final Peer peer, final long found, final long key, final long keyMask) {
        return ((found ^ key) & keyMask) == 0 && Envelope.tag(found) >= 0 && peer.inbound().isInSequence(found);
    }

    private int find(final int source, final long key, final long keyMask) {
        return matcher.findUnexpected(Envelope.context(key), source, Envelope.tag(key), Envelope.tagMask(keyMask));
    }

    private boolean isBinEmpty(final int source, final long key) {
        return !contexts.hasBinned() || posted.isBinEmpty(source, key);
    }

    /**
     * Takes the record that was polled, if it is a short message that fits, or a long one that can be copied at once. This is the fast
     * path. Only after {@link #mayTakeFromRing}.
     *
     * @param peer     source.
     * @param type     of the record.
     * @param key      envelope that is wanted.
     * @param keyMask  bits of it that must agree.
     * @param base     array, or null.
     * @param offset   offset in the array, or address; range checked.
     * @param capacity bytes at most.
     * @param status   is filled, or null.
     * @return length of the message, or {@link #NONE} if the record is something else.
     */
    public int tryReceive(
        final Peer peer, final int type, final long key, final long keyMask, final Object base, final long offset, final long capacity,
        final Status status) {
        final RingConsumer ring = peer.inbound().ring();
        if (type != SHORT) {
            return type == RTS ? tryReceiveLong(peer, ring, key, keyMask, base, offset, capacity, status) : NONE;
        }
        final long found = ring.key();
        if (!isNext(peer, found, key, keyMask)) {
            return NONE;
        }
        final int length = ring.length();
        final int bytes = (int) Math.min(length, capacity);
        if (isTruncationUnseen(status, bytes, length)) {
            return NONE;
        }
        delivery.deliverShort(peer, ring, found, base, offset, bytes, status);
        return length;
    }

    /**
     * Copies the record that was polled, if it is a short message that fits, and no posted receive can get it. Only if
     * {@link #isNextInRing}.
     *
     * @param peer    source.
     * @param type    of the record.
     * @param key     envelope that is wanted.
     * @param keyMask bits of it that must agree.
     * @param polled  gets the message; {@link #giveBack} or {@link Receives#keep} ends that.
     * @return false if the record is something else.
     */
    public boolean tryPoll(final Peer peer, final int type, final long key, final long keyMask, final PolledMessage polled) {
        if (type != SHORT) {
            return false;
        }
        final RingConsumer ring = peer.inbound().ring();
        final long found = ring.key();
        // A record that is longer than any message comes from a faulty peer.
        if (!isNext(peer, found, key, keyMask) || isPostedFor(peer.rank(), found) || ring.length() > polled.longest()) {
            return false;
        }
        polled.copy(peer, ring, found);
        peer.inbound().countReceived();
        ring.advance();
        arrivals.checkReady(peer, found);
        return true;
    }

    private boolean isPostedFor(final int source, final long found) {
        return !posted.isEmpty(source) && posted.mayFind(Envelope.context(found), source, Envelope.tag(found)) ||
            !isBinEmpty(source, found);
    }

    /**
     * Gives a message back that a poll has copied.
     *
     * @param polled has the message.
     */
    public void giveBack(final PolledMessage polled) {
        final Peer peer = polled.peer();
        // Else another incarnation has come meanwhile, and nothing is owed to this one.
        if (peers[peer.rank()] == peer) {
            delivery.countPolled(peer, polled.length());
        }
    }

    /**
     * Returns whether a poll may take a message from a ring: no unexpected message that fits comes first, and messages need not be
     * recorded.
     *
     * @param source  rank that is wanted, or any.
     * @param key     envelope that is wanted.
     * @param keyMask bits of it that must agree.
     * @return false if the message has to be matched.
     */
    public boolean isNextInRing(final int source, final long key, final long keyMask) {
        return !recordsAll && (matcher.isUnexpectedEmpty() || find(source, key, keyMask) == Matcher.NULL_NODE);
    }

    /**
     * Takes the records of a ring, beginning with the one that was polled, as long as they are short messages for ordered receives. Each
     * goes to the oldest receive that fits. This saves the turn of the ring. It does not look behind the message of the last such receive:
     * that line of the ring is not in the cache, and a send that follows would wait for it.
     *
     * @param peer      source.
     * @param firstType of the record.
     * @return messages taken; 0 if the record needs a turn.
     */
    public int receiveInOrder(final Peer peer, final int firstType) {
        final OrderedReceives<Operation> ordered = peer.inbound().isTaking() ? null : posted.orderedAlone(peer.rank());
        int work = 0;
        if (ordered != null) {
            int type = firstType;
            while (work < Receives.RECORDS_A_TURN && !ordered.isEmpty() && type == SHORT && tryReceiveOrdered(peer, ordered)) {
                work++;
                type = ordered.isEmpty() ? RingConsumer.EMPTY : peer.inbound().ring().poll();
            }
        }
        return work;
    }

    private boolean tryReceiveOrdered(final Peer peer, final OrderedReceives<Operation> ordered) {
        final RingConsumer ring = peer.inbound().ring();
        final long found = ring.key();
        final int tag = Envelope.tag(found);
        final Operation oldest = ordered.findOldest(Envelope.context(found), tag);
        // A receive whose message is forwarded, or is in pieces, needs a turn.
        if (oldest == null || tag < 0 || !peer.inbound().isInSequence(found) || oldest.isInPieces() || oldest.forwardProgress != null) {
            return false;
        }
        posted.take(ordered);
        delivery.deliverShortAlone(oldest, peer, ring, found);
        return true;
    }

    /** Returns whether the caller would not learn which message was truncated. An operation can tell. */
    private static boolean isTruncationUnseen(final Status status, final long bytes, final long length) {
        return bytes < length && status == null;
    }

    /** Publishes the room in the ring of the messages that a poll has taken. */
    public void publishSpace() {
        delivery.publishSpace();
    }

    /** Publishes what the last receives have put off: counts, credit, and room in the ring. */
    public void publishAll() {
        delivery.publishAll();
    }

    /** Gets a long message that is exposed whole and needs one turn. An operation would cost more than a short copy. */
    private int tryReceiveLong(
        final Peer peer, final RingConsumer ring, final long key, final long keyMask, final Object base, final long offset,
        final long capacity, final Status status) {
        final long found = ring.key();
        if (!isNext(peer, found, key, keyMask) || peer.inbound().isTaking() || !envelope.read(ring)) {
            return NONE;
        }
        final long bytes = Math.min(envelope.length(), capacity);
        if (isTruncationUnseen(status, bytes, envelope.length()) ||
            !delivery.tryDeliverLong(peer, ring, found, base, offset, bytes, status)) {
            if (posted.isEmpty(peer.rank())) {
                longFrom = peer.rank();
            }
            return NONE;
        }
        return (int) envelope.length();
    }

    /**
     * Starts a receive with the next record of its source, if that is the long message that {@link #tryReceive} has found. A blocking
     * receive saves a post, a match and a further turn by that. Other receives do not look before somebody waits for them: the source may
     * be writing that line of the ring, and would have to fetch it back.
     *
     * @return false if the receive has to be posted.
     */
    boolean tryTakeLong(final Operation operation) {
        final int from = longFrom;
        longFrom = NONE;
        if (from == NONE || from != operation.source || !posted.isEmpty(from) || !matcher.isUnexpectedEmpty()) {
            return false;
        }
        final Peer peer = peers[operation.source];
        final long key = Envelope.key(operation.context, operation.tag);
        // In a batch, the record that is being taken is still in the ring.
        if (!peer.inbound().isRead() || peer.inbound().isTaking() || !isBinEmpty(operation.source, key)) {
            return false;
        }
        final RingConsumer ring = peer.inbound().ring();
        if (ring.poll() != RTS) {
            return false;
        }
        final long found = ring.key();
        if (!isNext(peer, found, key, Envelope.keyMask(operation.tagMask)) || !envelope.read(ring)) {
            // A turn handles a record that is malformed.
            return false;
        }
        peer.inbound().beginTaking();
        try {
            delivery.countMatched();
            delivery.deliverLong(operation, peer, ring, found);
            ring.advance();
        } finally {
            peer.inbound().publishTaken();
        }
        delivery.publishBatch(1);
        return true;
    }
}
