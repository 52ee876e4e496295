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

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.completion.Protocol;
import io.tombolo.engine.node.GroupMembers;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.ProtocolViolation;
import io.tombolo.engine.transfer.LongReceives;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.engine.wire.Handle;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.matching.Matcher;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.pair.RingConsumer;
import io.tombolo.ringbuffers.pair.StampedSlotDescriptor;
import java.io.UncheckedIOException;
import java.util.function.IntConsumer;

/**
 * The receiver's side: takes records from rings, matches messages with receives, and delivers them. One thread at a time.
 */
public final class Receives {
    /** Records that are taken from one ring before other rings get their turn. */
    public static final int RECORDS_A_TURN = 64;

    private static final int SHORT = PacketType.SHORT.code();
    private static final int EAGER = PacketType.EAGER.code();
    private static final int RTS = PacketType.RTS.code();
    private static final int CONT_GET = PacketType.CONT_GET.code();
    private static final int ANTI_SEND = PacketType.ANTI_SEND.code();

    private final Node node;
    private final Peer[] peers;
    private final Matcher matcher;
    private final LongReceives longReceives;
    private final Forwards forwards;
    private final Counters counters;
    private final PendingReceives posted;
    private final UnexpectedArrivals arrivals;
    private final MatchedMessages matched;
    private final Contexts contexts;
    private final LongEnvelope envelope;
    private final Delivery delivery;
    private final FastReceives fastReceives;
    private final StalledRings stalls;
    private final IntConsumer revoking = this::revoke;
    // By packet type.
    private final Protocol[] protocols = new Protocol[PacketType.MOST_CODES];

    /**
     * Creates the receiver's side, with no receive and no message.
     *
     * @param node         of this rank.
     * @param peers        by rank.
     * @param matcher      of this rank.
     * @param longReceives of this rank.
     * @param forwards     of this rank.
     * @param fetchLimit   bytes of private memory for staged messages that are read in place.
     * @param takingOwn    takes all messages that this rank has sent to itself.
     */
    Receives(
        final Node node, final Peer[] peers, final Matcher matcher, final LongReceives longReceives, final Forwards forwards,
        final long fetchLimit, final Runnable takingOwn) {
        this.node = node;
        this.peers = peers;
        this.matcher = matcher;
        this.longReceives = longReceives;
        this.forwards = forwards;
        this.counters = node.counters();
        this.contexts = new Contexts(node.world());
        final int longestPayload = StampedSlotDescriptor.maxBodyLength(node.settings().intValue(GeometrySetting.RING_SLOTS));
        final PayloadTarget target = new PayloadTarget(longestPayload);
        this.envelope = new LongEnvelope(longReceives, target);
        this.stalls = new StalledRings(node);
        this.arrivals = new UnexpectedArrivals(node, matcher, longReceives, fetchLimit);
        this.posted = new PendingReceives(node, peers, matcher, arrivals, contexts, takingOwn);
        arrivals.leaveRoomTo(posted);
        this.delivery = new Delivery(arrivals, envelope, target, node);
        this.fastReceives = new FastReceives(peers, matcher, contexts, posted, arrivals, envelope, delivery, node.flight());
        this.matched = new MatchedMessages(node, posted, arrivals, longReceives);
        readClock();
    }

    /**
     * Delegates the records of some packet types to another protocol.
     *
     * @param protocol that takes them.
     * @param types    other than those of tagged messages.
     */
    void delegate(final Protocol protocol, final PacketType... types) {
        for (final PacketType type : types) {
            protocols[type.code()] = protocol;
        }
    }

    /**
     * Returns the fast path of receives.
     *
     * @return fast receives of this rank.
     */
    public FastReceives fastReceives() {
        return fastReceives;
    }

    /**
     * Starts a receive: it takes the oldest unexpected message that fits, or is posted (S1.14).
     *
     * @param operation active, with context, source, tag, mask, place and capacity.
     */
    void start(final Operation operation) {
        if (!posted.tryFollow(operation) && !fastReceives.tryTakeLong(operation)) {
            posted.start(operation);
        }
    }

    /**
     * Returns the receives of contexts without wildcards.
     *
     * @return bins that any thread may post in.
     */
    public ExactBins bins() {
        return posted.bins();
    }

    /**
     * Starts the receives of bins whose posters have called. Receives that an earlier call has left behind, because a start threw, come
     * first.
     *
     * @param calls a bit for each bin, modulo 64; 0 for the receives that were left behind alone.
     * @return receives started.
     */
    public int serve(final long calls) {
        return posted.serve(calls);
    }

    /**
     * Cancels a posted receive. A receive that has matched goes on (S1.20).
     *
     * @param operation a receive.
     */
    void cancel(final Operation operation) {
        posted.cancel(operation);
    }

    /**
     * Looks for a message, and leaves it where it is.
     *
     * @param operation active probe; it ends if a message fits, or if its source is gone.
     * @return true if the probe has ended.
     */
    boolean probe(final Operation operation) {
        if (posted.endIfRevoked(operation)) {
            return true;
        }
        posted.prepare(operation);
        return posted.endIfUntold(operation) || arrivals.find(operation) || posted.endIfGone(operation);
    }

    /**
     * Returns whether a receive is posted, or may be.
     *
     * @return false if no message that comes can end a receive.
     */
    public boolean isAnyPosted() {
        return contexts.hasBinned() || !posted.isEmpty(Communicator.ANY_SOURCE);
    }

    /**
     * Returns whether nobody can send the message any more that a probe looks for.
     *
     * @param source  rank that the probe names, or any.
     * @param context of the message.
     * @return true if that rank is gone, or all other ranks are, or the job has been aborted.
     */
    public boolean isGone(final int source, final int context) {
        return posted.isGone(source, context);
    }

    /**
     * Returns the messages that probes have matched.
     *
     * @return matched messages of this rank.
     */
    public MatchedMessages matchedMessages() {
        return matched;
    }

    /**
     * Takes the records that have come from a peer, at most {@link #RECORDS_A_TURN}.
     *
     * @param peer with an open ring.
     * @return records taken.
     */
    public int doWork(final Peer peer) {
        return doWork(peer, RECORDS_A_TURN);
    }

    /**
     * Takes records that have come from a peer.
     *
     * @param peer with an open ring.
     * @param most records that are taken.
     * @return records taken.
     */
    public int doWork(final Peer peer, final int most) {
        final RingConsumer ring = peer.inbound().ring();
        int type = ring.poll();
        if (type == RingConsumer.EMPTY) {
            return 0;
        }
        int work = 0;
        try {
            peer.inbound().beginTaking();
            while (type != RingConsumer.EMPTY && accept(peer, ring, type)) {
                ring.advance();
                work++;
                type = work == most ? RingConsumer.EMPTY : ring.poll();
            }
            if (type != RingConsumer.EMPTY) {
                stalls.begin(peer, type, arrivals.lack());
            }
        } catch (final OutOfMemoryError | UncheckedIOException none) {
            // A record is accepted only when all that it needs is there. This one is still whole, and the other peers get their turn.
            arrivals.lackMemory(none);
            stalls.begin(peer, type, none);
        } finally {
            peer.inbound().publishTaken();
            delivery.publishBatch(work);
            // Not later: the application may send as soon as it sees a receive that these records have ended.
            forwards.doWork();
        }
        return work;
    }

    /**
     * Takes the next record of a peer, a message that was seen to fit, for a matched probe. The message is not filed first.
     *
     * @param peer  with an open ring.
     * @param match active; it ends with the message, unless the message went to a receive that has come, or was dropped.
     */
    public void matchNext(final Peer peer, final Operation match) {
        arrivals.beginUnfiled(match);
        try {
            doWork(peer, 1);
            matched.lendNext(match);
        } finally {
            arrivals.endUnfiled();
        }
    }

    /**
     * Keeps a message that a poll has copied, as one that a matched probe has found. Its credit comes back when it ends.
     *
     * @param polled has the message.
     * @param match  active, with the envelope of the message; it ends with the message, or
     *               {@link Outcome#INSUFFICIENT_RESOURCES} if there is no memory.
     */
    public void keep(final PolledMessage polled, final Operation match) {
        arrivals.beginUnfiled(match);
        try {
            final int index = arrivals.admit(polled.peer(), polled.key(), polled.length(), Handle.NONE);
            if (index == UnexpectedArrivals.NONE) {
                match.complete(Outcome.INSUFFICIENT_RESOURCES);
                return;
            }
            arrivals.at(index).number = polled.number();
            Bytes.copy(null, polled.address(), null, arrivals.block(index), polled.length());
            counters.increment(Counter.RECORDS_READ);
            counters.increment(Counter.RECEIVED_SHORT);
            matched.lendNext(match);
            polled.peer().inbound().publishTaken();
        } catch (final OutOfMemoryError none) {
            match.complete(Outcome.INSUFFICIENT_RESOURCES);
        } finally {
            arrivals.endUnfiled();
        }
    }

    private boolean accept(final Peer peer, final RingConsumer ring, final int type) {
        if (type != SHORT) {
            return acceptOther(peer, ring, type);
        }
        final long key = ring.key();
        if (Envelope.tag(key) < 0 || !peer.inbound().isInSequence(key)) {
            return brokenEnvelope(peer, type, key);
        }
        final Operation operation = match(peer, key);
        if (operation == null) {
            return acceptUnmatched(peer, ring, key, ring.length());
        }
        delivery.deliverShort(operation, peer, ring, key);
        return true;
    }

    private boolean acceptUnmatched(final Peer peer, final RingConsumer ring, final long key, final int length) {
        final int index = arrivals.admit(peer, key, length, Handle.NONE);
        if (index < 0) {
            return false;
        }
        ring.copyBody(null, arrivals.block(index), length);
        delivery.countKept(peer);
        arrivals.checkReady(peer, key);
        return true;
    }

    private boolean acceptOther(final Peer peer, final RingConsumer ring, final int type) {
        if (type == CONT_GET) {
            return acceptContGet(peer, ring);
        }
        if (type > ANTI_SEND && type < protocols.length && protocols[type] != null) {
            return protocols[type].accept(peer, ring, type);
        }
        if (type == ANTI_SEND) {
            peer.inbound().antiSendOk(ring.word(1), arrivals.takeBack(peer, ring.word(1)));
            counters.increment(Counter.CONTROL_RECEIVED);
            return true;
        }
        final long key = ring.key();
        if (type != EAGER && type != RTS || Envelope.tag(key) < 0 || !peer.inbound().isInSequence(key)) {
            return brokenEnvelope(peer, type, key);
        }
        return type == EAGER ? acceptEager(peer, ring, key) : acceptRts(peer, ring, key);
    }

    private boolean brokenEnvelope(final Peer peer, final int type, final long key) {
        return broken(peer, "record of type " + type + " with tag " + Envelope.tag(key) + " that is malformed or out of sequence");
    }

    private boolean acceptEager(final Peer peer, final RingConsumer ring, final long key) {
        final int packet = (int) ring.word(0);
        final int generation = (int) ring.word(1);
        final long length = ring.word(2);
        final long send = ring.word(3);
        if (!peer.inbound().packets().isPosted(packet, generation, length)) {
            return broken(peer, "packet " + packet + " of generation " + generation + " and length " + length);
        }
        final Operation operation = match(peer, key);
        if (operation != null) {
            final long bytes = Math.min(length, operation.capacity());
            delivery.recordMatched(operation, peer, key, length);
            operation.fillFrom(peer.inbound().packets().payload(packet), bytes);
            peer.inbound().consumed(length);
            if (send != Handle.NONE) {
                peer.inbound().doneGet(send, length, Handle.NONE);
            }
            arrivals.complete(operation, peer, Envelope.tag(key), bytes, length);
        } else {
            final int index = arrivals.admit(peer, key, length, send);
            if (index < 0) {
                return false;
            }
            peer.inbound().packets().copy(packet, null, arrivals.block(index), length);
            arrivals.checkReady(peer, key);
        }
        counters.increment(Counter.RECEIVED_EAGER);
        peer.inbound().returnPacket(packet, generation);
        peer.inbound().countReceived();
        return true;
    }

    private boolean acceptRts(final Peer peer, final RingConsumer ring, final long key) {
        if (!envelope.read(ring)) {
            return broken(peer, "envelope of a long message: " + envelope);
        }
        peer.inbound().reserveEnvelope();
        longReceives.prepare(peer);
        final Operation operation = match(peer, key);
        if (operation != null) {
            delivery.deliverLong(operation, peer, ring, key);
            return true;
        }
        final int index = arrivals.admitLong(
            peer, key, envelope.length(), envelope.send(), envelope.place(), envelope.position(), envelope.available());
        if (index < 0) {
            return false;
        }
        counters.increment(Counter.CONTROL_RECEIVED);
        peer.inbound().countReceived();
        arrivals.checkReady(peer, key);
        return true;
    }

    private boolean acceptContGet(final Peer peer, final RingConsumer ring) {
        if (!longReceives.contGet(peer, ring.word(5), ring.word(1), ring.word(2), ring.word(3), ring.word(4))) {
            node.protocolError(peer.rank(), "CONT_GET that was not due");
        }
        counters.increment(Counter.CONTROL_RECEIVED);
        return true;
    }

    private Operation match(final Peer peer, final long key) {
        final Operation operation = posted.match(peer, key);
        if (operation != null) {
            delivery.countMatched();
            return operation;
        }
        return contexts.isOpen(Envelope.context(key)) ? null : arrivals.drop();
    }

    /**
     * Opens the contexts of a new communicator.
     *
     * @param operation active, with context, members, and the tag mask of its receives, which is exact if they wait in bins. It ends
     *                  {@link Outcome#CANCELLED} if the context is in use, {@link Outcome#INSUFFICIENT_RESOURCES} if there are too many.
     */
    void open(final Operation operation) {
        final Outcome outcome = contexts.open(operation.context, operation.members);
        if (outcome == Outcome.SUCCESS && operation.tagMask == Matcher.EXACT_TAG_MASK) {
            contexts.bin(operation.context);
        }
        if (outcome == Outcome.SUCCESS) {
            tellBefore(operation.members);
        }
        operation.complete(outcome);
    }

    /** An application that makes a group with an incarnation knows that those before it are gone. */
    private void tellBefore(final GroupMembers members) {
        for (int member = 0; member < members.size(); member++) {
            final Peer peer = peers[members.ranks()[member]];
            if (peer.incarnation() == members.incarnation(member)) {
                peer.tellBefore();
            }
        }
    }

    /**
     * Closes the contexts of a communicator. Its posted receives end {@link Outcome#CANCELLED}. Its unexpected messages are dropped, and
     * the resources that they hold go back to their senders.
     *
     * @param operation active, with the context.
     */
    void close(final Operation operation) {
        final int communicator = Contexts.communicator(operation.context);
        posted.close(communicator);
        contexts.close(operation.context);
        arrivals.dropAll(communicator);
        operation.complete(Outcome.SUCCESS);
    }

    /**
     * Looks which communicators have lost members or are revoked, and ends what is pending in them. Messages of a revoked communicator are
     * dropped as if it had been closed, so that the sends of others end, too.
     */
    public void checkGroups() {
        if (contexts.update(revoking)) {
            posted.endLost();
        }
    }

    private void revoke(final int communicator) {
        posted.expectRevoked();
        arrivals.dropAll(communicator);
    }

    private boolean broken(final Peer peer, final String what) {
        peer.inbound().stop();
        ProtocolViolation.of(node, peer, what);
        return false;
    }

    /**
     * Ends the receives that only peers which are gone could fulfil. Unexpected messages can still be received, and receives that other
     * ranks may fulfil stay posted.
     *
     * @param peer that is marked gone.
     */
    void peerGone(final Peer peer) {
        posted.peerGone(peer);
    }

    /**
     * Notes that the next incarnation has taken the place of a peer: messages may come from its rank again.
     *
     * @param peer that is gone and settled.
     */
    void replaced(final Peer peer) {
        delivery.forget(peer);
        posted.replaced();
    }

    /**
     * Files all receives in the matcher, those in bins, too.
     */
    public void fileAll() {
        posted.fileAll();
    }

    /**
     * Ends every posted receive and every long receive, for an engine that closes.
     *
     * @param outcome that they end with.
     */
    void endAll(final Outcome outcome) {
        posted.endAll(outcome);
        longReceives.endAll(outcome);
    }

    /**
     * Reads the clock for the filing times of nodes. Too expensive for every message.
     */
    public void readClock() {
        matcher.clock(System.nanoTime());
    }

    /**
     * Publishes the counts of the matcher, and files receives in it, for readers outside.
     */
    void count() {
        if (contexts.hasBinned()) {
            posted.fileAll();
        } else {
            posted.fileOrdered();
        }
        delivery.publishAlone();
        counters.set(Counter.POSTED_CURRENT, matcher.postedCount());
        counters.set(Counter.POSTED_HIGH_WATER, posted.highWater());
        counters.set(Counter.UNEXPECTED_CURRENT, matcher.unexpectedCount());
        counters.set(Counter.UNEXPECTED_HIGH_WATER, matcher.unexpectedHighWater());
        counters.set(Counter.MATCH_ATTEMPTS, matcher.matchAttempts());
        counters.set(Counter.LONGEST_SCAN, matcher.longestScan());
        counters.set(Counter.WILDCARD_POSTS, posted.wildcardPosts());
        counters.set(Counter.HAND_OVERS, matcher.handOvers());
    }

    /**
     * Returns the private memory that holds unexpected data. Each size of block takes at most twice the budgets of all sources, and a
     * chunk.
     *
     * @return bytes; this only grows.
     */
    public long unexpectedMemory() {
        return arrivals.reserved();
    }

    /**
     * Returns how many messages have no receive.
     *
     * @return number of unexpected messages.
     */
    public int unexpectedCount() {
        return arrivals.count();
    }
}
