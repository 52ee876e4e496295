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
import io.tombolo.engine.completion.PeerOutcome;
import io.tombolo.engine.completion.Protocol;
import io.tombolo.engine.node.MemberEvents;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.engine.peer.ProtocolViolation;
import io.tombolo.engine.telemetry.SendStates;
import io.tombolo.engine.transfer.ClaimOperation;
import io.tombolo.engine.transfer.ClaimRegions;
import io.tombolo.engine.transfer.LocalRegions;
import io.tombolo.engine.transfer.LongReceives;
import io.tombolo.engine.transfer.LongSends;
import io.tombolo.engine.transfer.MulticastOperation;
import io.tombolo.engine.transfer.OutboundConnector;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.matching.Matcher;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.RankFileSection;
import java.util.ArrayList;
import java.util.Arrays;

/**
 * All messages of a rank. It makes the sender's and the receiver's side with their parts, dispatches operations to them, and makes progress
 * peer by peer. One thread at a time (the progress owner).
 */
public final class Messages {
    private final Node node;
    private final Peer[] peers;
    private final LocalRegions regions;
    private final LongSends longSends;
    private final LongReceives longReceives;
    private final Sends sends;
    private final Offers offers;
    private final Receives receives;
    private final SendStates shown;
    private final Claims claims;
    private final BufferedSends buffered;
    private final Forwards forwards;
    private final Multicasts multicasts;
    private final PeerDiscovery discovery;
    // Peers that were replaced and whose files are still used.
    private final ArrayList<Peer> replaced = new ArrayList<>();
    private final OutboundConnector connector;
    private MemberEvents memberEvents;
    private Protocol[] protocols = {};
    // By kind of operation.
    private final Protocol[] starters = new Protocol[Operation.Kind.values().length];

    /**
     * Creates both sides, and a peer for each rank.
     *
     * @param node       of this rank.
     * @param claimLimit bytes of the regions for messages that are written in place.
     * @param fetchLimit bytes of private memory for staged messages that are read in place.
     */
    public Messages(final Node node, final long claimLimit, final long fetchLimit) {
        this.node = node;
        this.peers = new Peer[node.size()];
        for (int rank = 0; rank < peers.length; rank++) {
            peers[rank] = new Peer(rank, node.incarnation(rank), node.counters());
        }
        peers[node.rank()].doorbell(node.doorbell());
        peers[node.rank()].come();
        this.regions = new LocalRegions(
            node.settings().intValue(GeometrySetting.REGIONS), node.settings().windowShift(),
            new PathChoice(node.settings().geometry()).shortLimit(), node::error);
        this.longSends = new LongSends(node, peers);
        this.longReceives = new LongReceives(node, peers);
        this.connector = new OutboundConnector(node);
        this.sends = new Sends(node, peers, regions, longSends, connector);
        this.offers = new Offers(sends);
        this.buffered = new BufferedSends(sends, node.counters());
        this.forwards = new Forwards(node, peers, sends);
        this.shown = new SendStates(node.section(RankFileSection.SEND_STATES));
        this.receives = new Receives(node, peers, matcher(node), longReceives, forwards, fetchLimit, this::takeOwn);
        this.discovery = new PeerDiscovery(node, sends, receives, this::settle);
        final ClaimRegions pool = new ClaimRegions(regions, claimLimit);
        this.claims = new Claims(node, peers, sends, longSends, pool);
        this.multicasts = new Multicasts(node, peers, sends, longSends, regions, pool, this::send);
    }

    private static Matcher matcher(final Node node) {
        final int head = (int) Math.min(node.settings().value(GeometrySetting.MATCH_HEAD), Matcher.UNLIMITED_HEAD);
        return new Matcher(new MatchNodeMemory(node), node.settings().intValue(GeometrySetting.MATCH_NODES), head);
    }

    /**
     * Adds a protocol beside tagged messages.
     *
     * @param protocol to add.
     * @param kind     of its operations.
     * @param types    of its packets.
     */
    public void add(final Protocol protocol, final Operation.Kind kind, final PacketType... types) {
        protocols = Arrays.copyOf(protocols, protocols.length + 1);
        protocols[protocols.length - 1] = protocol;
        starters[kind.ordinal()] = protocol;
        receives.delegate(protocol, types);
    }

    /**
     * Lets discovery report who has joined, left or died. Called before any progress is made.
     *
     * @param events of this rank.
     */
    public void report(final MemberEvents events) {
        memberEvents = events;
    }

    /**
     * Returns the protocol that a kind of operation belongs to.
     *
     * @param kind of operations.
     * @return null if there is none.
     */
    public Protocol protocol(final Operation.Kind kind) {
        return starters[kind.ordinal()];
    }

    /**
     * Starts an operation.
     *
     * @param operation active.
     */
    public void start(final Operation operation) {
        // Apart from all other kinds, so that the compiler inlines a post in its caller.
        if (operation.kind == Operation.Kind.RECEIVE) {
            receives.start(operation);
        } else {
            startOther(operation);
        }
    }

    private void startOther(final Operation operation) {
        switch (operation.kind) {
            case SEND, BUFFER -> send(operation);
            case ATTACH -> buffered.attach(operation);
            case DETACH -> buffered.detach(operation);
            case OFFER -> operation.complete(offers.offer(
                peers[operation.destination], operation.key, operation.base, operation.offset, operation.length));
            case COVERS -> sends.covers(operation);
            case PROBE -> {
                if (!receives.probe(operation)) {
                    operation.complete(Outcome.CANCELLED);
                }
            }
            case OPEN -> receives.open(operation);
            case CLOSE -> {
                prioritize(operation.context, 0);
                receives.close(operation);
            }
            case CHECK_GROUPS -> {
                receives.checkGroups();
                operation.complete(Outcome.SUCCESS);
            }
            case TELL -> tell(operation);
            case RECORD -> {
                node.flight().lock(
                    FlightKind.of(operation.tag), operation.source, operation.destination, operation.context, operation.length);
                operation.complete(Outcome.SUCCESS);
            }
            case PRIORITIZE -> {
                prioritize(operation.context, operation.tag);
                operation.complete(Outcome.SUCCESS);
            }
            case CANCEL -> {
                cancel(operation.target);
                operation.complete(Outcome.SUCCESS);
            }
            case LEAVE -> operation.complete(detach(operation.target) ? Outcome.SUCCESS : Outcome.CANCELLED);
            case MATCH -> receives.matchedMessages().match(operation);
            case RECEIVE_MATCHED -> receives.matchedMessages().receive(operation);
            case VIEW -> receives.matchedMessages().view(operation);
            case KEEP -> receives.matchedMessages().keep(operation);
            case GIVE_BACK -> receives.matchedMessages().giveBack(operation);
            case CLAIM -> claims.claim((ClaimOperation) operation);
            case COMMIT -> claims.commit((ClaimOperation) operation);
            case LEND -> multicasts.lend(operation);
            case MULTICAST -> multicasts.start(operation);
            case FORWARD -> forwards.start(operation);
            case ABORT -> claims.abort((ClaimOperation) operation);
            default -> starters[operation.kind.ordinal()].start(operation);
        }
    }

    /** Records what the application knows of a rank, unless that is about an incarnation long ago. */
    private void tell(final Operation operation) {
        final Peer peer = peers[operation.destination];
        if (peer.incarnation() == operation.length) {
            peer.tell();
        } else if (peer.incarnation() == operation.length + 1) {
            peer.tellBefore();
        }
        operation.complete(Outcome.SUCCESS);
    }

    private void prioritize(final int context, final int priority) {
        for (final Peer peer : peers) {
            peer.outbound().prioritize(Envelope.communicator(context), priority);
        }
    }

    private void cancel(final Operation target) {
        if (target instanceof MulticastOperation multicast) {
            multicast.forEachActive(sends::cancel);
        } else if (target.kind == Operation.Kind.SEND) {
            if (!forwards.withdraw(target)) {
                sends.cancel(target);
            }
        } else {
            receives.cancel(target);
        }
    }

    private boolean detach(final Operation target) {
        if (target instanceof MulticastOperation multicast) {
            final boolean wasActive = !multicast.isDone();
            multicast.forEachActive(sends::detach);
            return wasActive && multicast.isDone();
        }
        return sends.detach(target);
    }

    private void send(final Operation operation) {
        // Loaded before: an operation that ends here belongs to its owner again, who may reuse it at once.
        final Peer peer = peers[operation.destination];
        final boolean wasQueued = peer.outbound().queueLength() > 0;
        final boolean wasStaged = isStagedTo(peer);
        if (operation.kind == Operation.Kind.BUFFER) {
            buffered.send(operation);
        } else {
            sends.start(operation);
        }
        final boolean isQueued = peer.outbound().queueLength() > 0;
        if (isQueued) {
            node.flight().stall(peer.rank(), peer.outbound().queueLength());
            node.counters().max(Counter.SEND_QUEUE_HIGH_WATER, peer.outbound().queueLength());
        }
        if (isQueued && !wasQueued || !wasStaged && isStagedTo(peer)) {
            // This rank may not make progress for a while, and readers outside may ask why.
            show(peer);
        } else if (isQueued) {
            shown.showQueued(peer.rank(), peer.outbound().queueLength());
        }
    }

    private boolean isStagedTo(final Peer peer) {
        return longSends.isStaging() && longSends.pendingTo(peer.rank()) > 0;
    }

    /**
     * Shows in the rank file what is under way to a peer. Too expensive for every turn: it loads the peer's credit.
     *
     * @param peer any.
     */
    public void show(final Peer peer) {
        shown.show(
            peer.rank(), peer.state().code(), peer.outbound().state().code(), peer.outbound().queueLength(),
            longSends.pendingTo(peer.rank()), peer.outbound().packetsOut(), longSends.lanesTo(peer.rank()), peer.outbound().uncredited());
        shown.showSent(peer.rank(), peer.outbound().sent(), peer.outbound().besideRing());
    }

    /**
     * Publishes the counts that other classes keep. Too expensive for every turn: it looks at every peer.
     */
    public void count() {
        int queued = 0;
        for (final Peer peer : peers) {
            queued += peer.outbound().queueLength();
        }
        node.counters().set(Counter.SEND_QUEUE_CURRENT, queued);
        node.counters().set(Counter.REGIONS_OPENED, regions.opened());
        regions.deleteUnused();
        receives.count();
        receives.matchedMessages().giveBackFetched();
        node.count();
    }

    /**
     * Makes progress with one peer: takes its records and returns, sends what waits, and settles it if it is gone.
     *
     * @param peer any.
     * @return work done.
     */
    public int doWork(final Peer peer) {
        int work = 0;
        if (peer.inbound().isRead()) {
            work += receives.doWork(peer);
        }
        if (peer.outbound().isOpen()) {
            work += sends.doWork(peer);
        }
        if (peer.isUnsettled()) {
            settle(peer);
            work++;
        }
        return work;
    }

    /**
     * Makes progress with long messages and with other protocols.
     *
     * @return work done.
     */
    public int doWork() {
        int work = longReceives.doWork() + forwards.doWork() + longSends.doWork();
        for (final Protocol protocol : protocols) {
            work += protocol.doWork();
        }
        return work;
    }

    /**
     * Looks whether a peer has a new pair file or doorbell, and whether it is gone.
     *
     * @param peer any.
     * @return work done.
     */
    public int discover(final Peer peer) {
        int work = discovery.discover(peer) + sends.expireAbsent() + reportMember(peer);
        if (peer.isSettled() && peer.state() != PeerState.ABORTED && node.isReplaced(peer.rank())) {
            replace(peer);
            work++;
        }
        return work;
    }

    private int reportMember(final Peer peer) {
        return memberEvents == null ? 0 : memberEvents.report(peer.rank(), peer.state() != PeerState.OPEN);
    }

    /** Lets the next incarnation take the place of a peer that is gone and with which nothing is under way any more. */
    private void replace(final Peer peer) {
        final int rank = peer.rank();
        // Again: a peer that was given up may have ended since.
        reportMember(peer);
        final Peer next = new Peer(rank, peer.incarnation() + 1, node.counters());
        if (peer.isEndHidden()) {
            next.hideEndBefore(PeerOutcome.of(peer));
        } else if (peer.untold() != Outcome.SUCCESS) {
            next.hideEndBefore(peer.untold());
        }
        // What takes memory comes first: without memory the next look begins again.
        replaced.ensureCapacity(replaced.size() + 1);
        // Its rank file is unmapped soon, although messages of it may still be received. Nobody is there to be woken.
        peer.doorbell(null);
        longSends.restart(rank);
        longReceives.replaced(peer);
        node.dealWithNext(rank);
        receives.replaced(peer);
        replaced.add(peer);
        peers[rank] = next;
        node.flight().peer(FlightKind.PEER_CAME, Outcome.SUCCESS, rank, next.incarnation());
        node.counters().increment(Counter.PEERS_REPLACED);
        node.counters().add(Counter.RECORDS_STALE, peer.outbound().countUnread());
        show(next);
    }

    /**
     * Unmaps the files of peers that were replaced and are not used any more, and publishes that. The caller must not use a peer that it
     * took out of {@link #peers()} before, and tell its caller of the work.
     *
     * @return work done.
     */
    public int releaseReplaced() {
        int work = 0;
        for (int i = replaced.size() - 1; i >= 0; i--) {
            final Peer peer = replaced.get(i);
            if (peer.isUnused()) {
                replaced.remove(i);
                peer.release();
                longReceives.release(peer);
                publishReleased(peer.rank());
                work++;
            }
        }
        return work;
    }

    private void publishReleased(final int rank) {
        int last = peers[rank].incarnation() - 1;
        for (int i = 0; i < replaced.size(); i++) {
            last = replaced.get(i).rank() == rank ? Math.min(last, replaced.get(i).incarnation() - 1) : last;
        }
        node.released(rank, last);
    }

    private void takeOwn() {
        final Peer own = peers[node.rank()];
        discovery.discover(own);
        int work = 1;
        while (work > 0) {
            work = doWork(own);
        }
    }

    private void settle(final Peer peer) {
        peer.settle();
        node.flight().peer(FlightKind.PEER_GONE, PeerOutcome.of(peer), peer.rank(), peer.incarnation());
        node.flight().endStall(peer.rank());
        final long failedBefore = node.counters().value(Counter.OPERATIONS_FAILED);
        sends.peerGone(peer);
        forwards.end(peer);
        receives.peerGone(peer);
        for (final Protocol protocol : protocols) {
            protocol.peerGone(peer, PeerOutcome.of(peer));
        }
        if (node.counters().value(Counter.OPERATIONS_FAILED) > failedBefore) {
            peer.tell();
        }
        show(peer);
    }

    /**
     * Publishes what was grouped for a peer. Called before every wait.
     *
     * @param peer any.
     * @return work done.
     */
    public int flush(final Peer peer) {
        final int work = peer.inbound().flush();
        if (peer.state() == PeerState.OPEN && peer.isCorrupt()) {
            ProtocolViolation.of(node, peer, "position in the pair file");
        }
        return work;
    }

    /**
     * Ends everything that is under way, for an engine that closes or a job that is aborted.
     *
     * @param state   of all peers from now on.
     * @param outcome that operations end with.
     */
    public void endAll(final PeerState state, final Outcome outcome) {
        // Before the peers are gone: that would decide the outcome of receives from them.
        receives.fileAll();
        for (final Peer peer : peers) {
            if (peer.state() == PeerState.OPEN) {
                peer.markGone(state);
            }
            peer.settle();
            sends.end(peer, outcome);
            show(peer);
        }
        for (final Protocol protocol : protocols) {
            protocol.endAll(outcome);
        }
        receives.endAll(outcome);
        forwards.endAll(outcome);
    }

    /**
     * Takes back the memory that was lent to the application, and gives matched messages back to their senders, for an engine that closes.
     * All threads must have left it. The memory stays mapped, as the application may still look at it.
     *
     * @return the loans that the application had not given back.
     */
    public LoanReport endLoans() {
        final LoanReport report = new LoanReport();
        receives.matchedMessages().giveBackAll(report);
        claims.takeBackAll(report);
        return report;
    }

    /**
     * Returns the peers of this rank, which include the rank itself.
     *
     * @return peers by rank; the caller must not change the array.
     */
    public Peer[] peers() {
        return peers;
    }

    /**
     * Returns the memory regions of this rank.
     *
     * @return regions.
     */
    public LocalRegions regions() {
        return regions;
    }

    /**
     * Returns the connector that opens pairs to the peers.
     *
     * @return connector of this rank.
     */
    public OutboundConnector connector() {
        return connector;
    }

    /**
     * Returns the long messages that this rank sends.
     *
     * @return long sends.
     */
    public LongSends longSends() {
        return longSends;
    }

    /**
     * Returns the long messages that this rank receives.
     *
     * @return long receives.
     */
    public LongReceives longReceives() {
        return longReceives;
    }

    /**
     * Returns the sends that never wait.
     *
     * @return always the same.
     */
    public Offers offers() {
        return offers;
    }

    /**
     * Returns the sender's side.
     *
     * @return sends.
     */
    public Sends sends() {
        return sends;
    }

    /**
     * Returns the receiver's side.
     *
     * @return receives.
     */
    public Receives receives() {
        return receives;
    }

    /**
     * Returns how many sends have not left: they are queued, or long and not done.
     *
     * @return number of sends; an envelope that is queued may count twice.
     */
    public int pendingSends() {
        int pending = longSends.pendingCount();
        for (final Peer peer : peers) {
            // An envelope that is queued counts twice. Callers wait for zero.
            pending += peer.outbound().queueLength();
        }
        pending += sends.absentCount();
        return pending;
    }

    /**
     * Returns whether this rank still owes returns to a peer that is there.
     *
     * @return true if a return ring was too full for them.
     */
    public boolean hasBacklog() {
        for (final Peer peer : peers) {
            if (peer.state() == PeerState.OPEN && peer.inbound().hasBacklog()) {
                return true;
            }
        }
        return false;
    }

    /** Unmaps all files. No thread may use this object any more. */
    public void close() {
        for (final Peer peer : peers) {
            peer.close();
        }
        replaced.forEach(Peer::close);
        longSends.close();
        longReceives.close();
    }
}
