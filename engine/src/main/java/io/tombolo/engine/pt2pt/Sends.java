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

import io.tombolo.engine.api.MemoryKind;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.completion.PeerOutcome;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.order.CallPlaces;
import io.tombolo.engine.peer.OutboundRecord;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.engine.peer.ProtocolViolation;
import io.tombolo.engine.peer.SendState;
import io.tombolo.engine.transfer.CompletionWatermark;
import io.tombolo.engine.transfer.LocalRegion;
import io.tombolo.engine.transfer.LocalRegions;
import io.tombolo.engine.transfer.LongSends;
import io.tombolo.engine.transfer.OutboundConnector;
import io.tombolo.engine.telemetry.FlightRecorder;
import io.tombolo.engine.transfer.SendCancellation;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.engine.wire.PacketReturn;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.pair.ReturnConsumer;
import io.tombolo.ringbuffers.pair.RingConsumer;

/**
 * The sender's side: chooses the way of each message, sends it, and takes the returns. One thread at a time.
 */
public final class Sends {
    private static final int SHORT = PacketType.SHORT.code();
    private static final int ANTI_SEND_OK = PacketType.ANTI_SEND_OK.code();
    private static final int DONE_GET = PacketType.DONE_GET.code();
    private static final int RETURNS_A_TURN = 64;
    private static final int RECORDS_A_TURN = 256;
    private static final int MOST_IN_BATCH = 64;

    private final Node node;
    private final Peer[] peers;
    private final LocalRegions regions;
    private final LongSends longSends;
    private final Counters counters;
    private final SendCancellation cancellation;
    private final CompletionWatermark watermark;
    private final PathChoice choice;
    private final UndecidedSends undecided;
    private final AbsentSends absent;
    private final FlightRecorder flight;
    // Set by the flight recorder, also while the rank runs.
    private boolean recordsAll;
    // Null if the order of calls is neither recorded nor followed; if it is, all messages are recorded.
    private final CallPlaces places;
    private final int inlineLimit;
    private final int shortLimit;
    private final OutboundConnector connector;
    private final int returnTurns;
    // Records of a batch, until it is published.
    private final OutboundRecord[] sent = new OutboundRecord[MOST_IN_BATCH];

    /**
     * Creates the sender's side, with nothing sent.
     *
     * @param node      of this rank.
     * @param peers     by rank.
     * @param regions   of this rank.
     * @param longSends of this rank.
     * @param connector to the peers.
     */
    public Sends(
        final Node node, final Peer[] peers, final LocalRegions regions, final LongSends longSends, final OutboundConnector connector) {
        this.node = node;
        this.peers = peers;
        this.regions = regions;
        this.longSends = longSends;
        this.counters = node.counters();
        this.choice = new PathChoice(node.settings().geometry());
        this.absent = new AbsentSends(node);
        this.undecided = new UndecidedSends(choice, regions, longSends, counters);
        this.flight = node.flight();
        flight.add(all -> recordsAll = all);
        this.places = CallPlaces.of(node.orderRecorder(), node.orderReplay());
        this.inlineLimit = choice.inlineLimit();
        this.shortLimit = choice.shortLimit();
        this.cancellation = new SendCancellation(node, peers, longSends);
        this.watermark = new CompletionWatermark(node, longSends);
        this.connector = connector;
        this.returnTurns = 1 + node.settings().intValue(GeometrySetting.RETURN_RECORDS) / RETURNS_A_TURN;
    }

    /**
     * Sends a message that fits a record, if that is possible at once. This is the fast path, which needs no operation.
     *
     * @param peer   destination.
     * @param key    envelope.
     * @param base   array, or null.
     * @param offset offset in the array, or address; range checked.
     * @param length bytes.
     * @return false if the message has to be started as an operation.
     */
    public boolean trySendShort(final Peer peer, final long key, final Object base, final long offset, final long length) {
        return (length <= shortLimit || isShort(base, offset, length)) && peer.isReachable() && tryPost(peer, key, base, offset, length);
    }

    /** Publishes a message that fits a record, if there is room. */
    boolean tryPost(final Peer peer, final long key, final Object base, final long offset, final long length) {
        if (!peer.outbound().tryPostInline(SHORT, key, base, offset, (int) length)) {
            return false;
        }
        counters.increment(Counter.SENT_SHORT);
        counters.add(Counter.BYTES_SENT, length);
        if (recordsAll) {
            flight.sent(peer.rank(), peer.outbound().sent() - 1, Envelope.context(key), Envelope.tag(key), length);
            flight.bytes(
                FlightKind.SENT_BYTES | FlightKind.LAST_PIECE, peer.rank(), peer.outbound().sent() - 1, Envelope.context(key), base, offset,
                length);
            if (places != null) {
                places.send(Envelope.context(key));
            }
        }
        return true;
    }

    /** Returns whether a message goes short. It would go by get if it lay in a region. */
    private boolean isShort(final Object base, final long offset, final long length) {
        return length <= inlineLimit && (base != null || regions.find(offset, length) == null);
    }

    /**
     * Starts a send.
     *
     * @param operation active, with destination, key, place and length.
     */
    public void start(final Operation operation) {
        final Peer peer = peers[operation.destination];
        if (peer.state() != PeerState.OPEN || peer.untold() != Outcome.SUCCESS) {
            recordIfAll(operation, peer);
            failForPeer(operation, peer);
            return;
        }
        if (!peer.hasCome() && !isAwaited(operation, peer)) {
            recordIfAll(operation, peer);
            absent.add(operation);
            return;
        }
        if (!ensureOpen(peer)) {
            recordIfAll(operation, peer);
            operation.fail(Outcome.INSUFFICIENT_RESOURCES, counters);
            return;
        }
        // Loaded before: an operation that ends here belongs to its owner again.
        final long length = operation.length;
        if (operation.isSynchronous) {
            counters.increment(Counter.SENT_SYNCHRONOUS);
        }
        if (Envelope.isReady(operation.key)) {
            counters.increment(Counter.SENT_READY);
        }
        final boolean isRecorded = recordsAll || length > inlineLimit || operation.isSynchronous;
        final int queued = peer.outbound().queueLength();
        if (isRecorded && operation.flight == null) {
            record(operation, peer, queued);
        }
        if (operation.spanned == null) {
            choose(operation, peer);
        } else {
            startSpanned(operation);
        }
        // If it is queued, it has not ended, so that it is not used for something else meanwhile.
        if (!isRecorded && peer.outbound().queueLength() > queued) {
            record(operation, peer, queued);
        }
        // After the envelope has left: its receiver may be waiting for it.
        counters.add(Counter.BYTES_SENT, length);
    }

    /** Records the post of a send, with the number that it gets if none of a higher priority passes those that are queued. */
    private void record(final Operation operation, final Peer peer, final int queued) {
        operation.flight = flight;
        operation.postedNs = flight.postTime();
        operation.sequence = Operation.NO_NUMBER;
        flight.message(
            FlightKind.SEND_POSTED, peer.rank(), peer.outbound().sent() + queued, Envelope.context(operation.key), operation.tag,
            operation.length);
    }

    /** Records the post of a send that does not go the usual way, if all messages are recorded and it is not recorded yet. */
    void recordIfAll(final Operation operation, final Peer peer) {
        if (recordsAll && operation.flight == null) {
            record(operation, peer, peer.outbound().queueLength());
        }
    }

    /** Ends an operation because its destination is gone, which tells the application of it. */
    void failForPeer(final Operation operation, final Peer peer) {
        operation.fail(PeerOutcome.of(peer), counters);
        peer.tell();
    }

    /** Returns whether a message may wait in its ring for a rank that has not come: a collective call decides how long. */
    private boolean isAwaited(final Operation operation, final Peer peer) {
        return meet(peer) || Envelope.isCollective(Envelope.context(operation.key));
    }

    /**
     * Looks whether a process has joined as a peer. If so, the sends that wait for it start first.
     *
     * @param peer any.
     * @return true if one has joined.
     */
    boolean meet(final Peer peer) {
        if (!peer.hasCome() && node.hasCome(peer.rank())) {
            peer.come();
            absent.start(peer, this::start);
        }
        return peer.hasCome();
    }

    /**
     * Ends the sends that have waited too long for a rank which has not come.
     *
     * @return sends ended.
     */
    int expireAbsent() {
        return absent.isEmpty() ? 0 : absent.expire();
    }

    /**
     * Returns how many sends wait for ranks that have not come.
     *
     * @return count.
     */
    int absentCount() {
        return absent.count();
    }

    /**
     * Returns the rules that decide which way a message goes.
     *
     * @return immutable.
     */
    public PathChoice choice() {
        return choice;
    }

    /**
     * Tries to cancel a send.
     *
     * @param operation a send; it may be done.
     */
    void cancel(final Operation operation) {
        if (!absent.cancel(operation)) {
            cancellation.cancel(operation);
        }
    }

    /**
     * Ends a send whose message goes on without it, and without the memory of its caller.
     *
     * @param operation a send; it may be done.
     * @return false if it has ended already, or there is no memory for a copy.
     */
    boolean detach(final Operation operation) {
        return cancellation.detach(operation);
    }

    /**
     * Tells whether a peer keeps room for an eager message.
     *
     * @param operation active, with destination and length; it ends with success if so, else cancelled.
     */
    void covers(final Operation operation) {
        final Peer peer = peers[operation.destination];
        final boolean isCovered = !peer.outbound().isOpen() || peer.outbound().coversEager(operation.length);
        operation.complete(isCovered ? Outcome.SUCCESS : Outcome.CANCELLED);
    }

    /**
     * Opens the pair to a peer that is there, if it is not open yet.
     *
     * @return false if it cannot be opened.
     */
    boolean ensureOpen(final Peer peer) {
        return connector.ensureOpen(peer);
    }

    private void choose(final Operation operation, final Peer peer) {
        final long length = operation.length;
        final boolean isShort = length <= choice.packetLength();
        final boolean isCovered = !isShort || peer.outbound().coversEager(length);
        final LocalRegion region = operation.base == null && operation.segments == null && choice.mayBeRegistered(length, isCovered) &&
            !operation.isRevocable ? regions.find(operation.offset, length) : null;
        final MemoryKind kind = region != null ? MemoryKind.REGION :
            operation.segments != null ? MemoryKind.SEGMENTS : MemoryKind.PRIVATE;
        if (!isCovered) {
            if (undecided.tryQueue(operation, peer, kind)) {
                return;
            }
            counters.increment(Counter.EAGER_TURNED_RENDEZVOUS);
            flight.message(FlightKind.TURNED_RENDEZVOUS, peer.rank(), 0, Envelope.context(operation.key), operation.tag, length);
        }
        switch (choice.decide(length, kind, operation.isSynchronous, isCovered)) {
            case SHORT -> post(operation, peer, PacketType.SHORT, Counter.SENT_SHORT);
            case EAGER -> sendEager(operation, peer);
            case REGISTERED -> longSends.start(operation, region);
            default -> longSends.start(operation, null);
        }
    }

    private void sendEager(final Operation operation, final Peer peer) {
        if (operation.isSynchronous) {
            counters.increment(Counter.SENT_EAGER);
            longSends.startEager(operation);
        } else {
            post(operation, peer, PacketType.EAGER, Counter.SENT_EAGER);
        }
    }

    /** Starts a send from memory in several pieces. The receiver reads it in place, whatever its length, and crosses the borders. */
    private void startSpanned(final Operation operation) {
        final LocalRegion region = regions.find(operation);
        if (region == null) {
            failWithoutRegion(operation);
        } else {
            longSends.start(operation, region);
        }
    }

    /**
     * Starts to forward a message whose first bytes have arrived.
     *
     * @param operation active, with destination, key, place, length and forward progress.
     */
    void startForwarded(final Operation operation) {
        final Peer peer = peers[operation.destination];
        final LocalRegion region = regions.find(operation);
        recordIfAll(operation, peer);
        if (region == null) {
            failWithoutRegion(operation);
            return;
        }
        if (!meet(peer)) {
            // The message arrives already, and nobody may hold it up.
            operation.fail(Outcome.PEER_ABSENT, counters);
            return;
        }
        if (!ensureOpen(peer)) {
            operation.fail(Outcome.INSUFFICIENT_RESOURCES, counters);
            return;
        }
        counters.add(Counter.BYTES_SENT, operation.length);
        counters.increment(Counter.SENT_FORWARDED);
        longSends.start(operation, region);
    }

    private void failWithoutRegion(final Operation operation) {
        node.error(new IllegalStateException("a message of " + operation.length + " bytes to rank " + operation.destination +
            " lies in a memory region that has been closed"));
        operation.fail(Outcome.INSUFFICIENT_RESOURCES, counters);
    }

    private void post(final Operation operation, final Peer peer, final PacketType type, final Counter counter) {
        counters.increment(counter);
        operation.type = type.code();
        if (peer.outbound().post(operation)) {
            operation.complete(Outcome.SUCCESS);
        }
    }

    /**
     * Takes the returns of a peer, and sends what waits for room.
     *
     * @param peer to make progress with.
     * @return work done.
     */
    public int doWork(final Peer peer) {
        int work = 0;
        if (peer.outbound().packetsOut() > 0 || longSends.pendingCount() > 0) {
            work += pollReturns(peer);
        }
        if (peer.outbound().queueLength() > 0) {
            work += pump(peer);
        } else {
            // What was queued may have been cancelled.
            flight.endStall(peer.rank());
        }
        return work;
    }

    /**
     * Sends what waits. If the ring was full, its receiver has enough to read, and the next messages go in a batch. Else the first message
     * goes at once, and batches follow that grow as long as there is more.
     */
    private int pump(final Peer peer) {
        int batch = peer.outbound().state() == SendState.AWAITING_CONTROL_FLOW ? MOST_IN_BATCH : 1;
        int published = pump(peer, batch);
        int records = published;
        while (published == batch && records < RECORDS_A_TURN && peer.outbound().queueLength() > 0) {
            batch = Math.min(2 * batch, MOST_IN_BATCH);
            published = pump(peer, batch);
            records += published;
        }
        if (peer.outbound().queueLength() == 0) {
            flight.endStall(peer.rank());
        }
        return records;
    }

    private int pump(final Peer peer, final int most) {
        peer.outbound().beginBatch();
        int records = 0;
        try {
            OutboundRecord record;
            while (records < most && peer.outbound().queueLength() > 0 && (record = peer.outbound().pump()) != null) {
                sent[records++] = record;
            }
        } finally {
            // Published also after an error: the receiver waits at the first record of a batch.
            peer.outbound().endBatch(records);
            notifyPublished(0, records);
        }
        checkRing(peer);
        if (records > 1) {
            counters.increment(Counter.BATCHES_SENT);
            counters.add(Counter.RECORDS_BATCHED, records);
        }
        return records;
    }

    private void notifyPublished(final int first, final int records) {
        int next = first;
        try {
            while (next < records) {
                notifyPublished(next++);
            }
        } finally {
            if (next < records) {
                // If one throws, the others are told all the same: their records are in the ring.
                notifyPublished(next, records);
            }
        }
    }

    private void notifyPublished(final int index) {
        final OutboundRecord record = sent[index];
        sent[index] = null;
        if (record instanceof Operation operation) {
            operation.published();
        } else {
            longSends.published(record);
        }
    }

    private void checkRing(final Peer peer) {
        if (peer.isCorrupt() && peer.state() == PeerState.OPEN) {
            ProtocolViolation.of(node, peer, "position in the credit line");
        }
    }

    private int pollReturns(final Peer peer) {
        final ReturnConsumer returns = peer.outbound().returns();
        if (returns == null) {
            return 0;
        }
        final boolean isAwaited = watermark.isAwaited(peer);
        // Loaded before the records: a send that a record ends was ended before the word passed it.
        final long done = isAwaited ? peer.outbound().doneBelow() : 0;
        int work = 0;
        int type = returns.poll();
        while (type != RingConsumer.EMPTY && work < RETURNS_A_TURN) {
            if (!accept(peer, returns, type)) {
                node.protocolError(peer.rank(), "return record of type " + type + " that was not due");
            }
            returns.advance();
            work++;
            type = returns.poll();
        }
        if (work > 0) {
            returns.publish();
            counters.add(Counter.RETURNS_RECEIVED, work);
        }
        if (isAwaited && type == RingConsumer.EMPTY) {
            work += watermark.apply(peer, done);
        }
        return work;
    }

    private boolean accept(final Peer peer, final ReturnConsumer returns, final int type) {
        final int detail = returns.detail();
        if (type == ANTI_SEND_OK) {
            return cancellation.answered(peer, returns.word(0), detail);
        }
        if (type != DONE_GET) {
            return false;
        }
        return switch (detail) {
            case PacketReturn.LONG_MESSAGE -> longSends.doneGet(peer, returns.word(0), returns.word(1), returns.word(2));
            case PacketReturn.LONG_DROPPED -> cancellation.dropped(peer, returns.word(0));
            default -> peer.outbound().releasePackets(detail);
        };
    }

    /**
     * Ends all sends to a peer that is gone.
     *
     * @param peer that is marked gone.
     */
    void peerGone(final Peer peer) {
        // Returns that it wrote before it went count: those messages have been received. Bounded, as a peer that is alive could go on for
        // ever.
        int turns = returnTurns;
        while (turns-- > 0 && pollReturns(peer) > 0) {
            Thread.onSpinWait();
        }
        counters.add(Counter.PACKETS_RECLAIMED, peer.outbound().reclaimPackets());
        end(peer, PeerOutcome.of(peer));
    }

    /**
     * Ends all sends to a peer.
     *
     * @param peer    that is marked gone.
     * @param outcome that they end with.
     */
    void end(final Peer peer, final Outcome outcome) {
        for (OutboundRecord record = peer.outbound().drop(); record != null; record = peer.outbound().drop()) {
            if (record instanceof Operation operation) {
                operation.fail(outcome, counters);
            }
        }
        longSends.peerGone(peer.rank(), outcome);
        absent.end(peer.rank(), outcome);
    }
}
