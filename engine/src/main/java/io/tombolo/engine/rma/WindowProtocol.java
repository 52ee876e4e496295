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
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.completion.Protocol;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.ProtocolViolation;
import io.tombolo.engine.telemetry.FlightRecorder;
import io.tombolo.engine.telemetry.WindowStates;
import io.tombolo.engine.transfer.LocalRegions;
import io.tombolo.engine.transfer.LongReceives;
import io.tombolo.engine.transfer.LongSends;
import io.tombolo.engine.transfer.OutboundConnector;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.engine.wire.WindowPacket;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.pair.RingConsumer;
import java.util.ArrayDeque;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * Dispatches the packets of this rank's windows: to the {@link AccessEpoch} where the rank is the origin, to the {@link OriginGrant} where
 * it is the target. One thread at a time, the progress owner.
 */
public final class WindowProtocol implements Protocol {
    private static final PacketType[] TYPES = {
        PacketType.LOCK, PacketType.LOCK_GRANTED, PacketType.PUT, PacketType.GET, PacketType.GET_RESPONSE, PacketType.ACCUMULATE,
        PacketType.RMA_DONE, PacketType.LOCK_PUT, PacketType.LOCK_GET, PacketType.LOCK_ACCUMULATE,
    };
    private static final int CLOCK_INTERVAL = 32;

    private final Node node;
    private final Peer[] peers;
    private final OutboundConnector connector;
    private final Counters counters;
    private final WindowStates states;
    private final InlineData inline = new InlineData();
    private final AccessSender sender;
    private final AccessExecutor executor;
    private final PacketCheck check;
    private final InboundPacket inbound = new InboundPacket();
    private final Int2ObjectHashMap<PacketWindow> windows = new Int2ObjectHashMap<>();
    private final ArrayDeque<AccessEpoch> readyEpochs = new ArrayDeque<>();
    private final ArrayDeque<OriginGrant> readyGrants = new ArrayDeque<>();
    private final long mostBypasses;
    private PacketTrace trace;
    private long nowNs = System.nanoTime();
    private int turn;

    /**
     * Creates the protocol without a window.
     *
     * @param node         of this rank.
     * @param peers        by rank.
     * @param connector    to them.
     * @param regions      of this rank.
     * @param longSends    of this rank.
     * @param longReceives of this rank.
     */
    public WindowProtocol(
        final Node node, final Peer[] peers, final OutboundConnector connector, final LocalRegions regions, final LongSends longSends,
            final LongReceives longReceives) {
        this.node = node;
        this.peers = peers;
        this.connector = connector;
        this.counters = node.counters();
        this.states = new WindowStates(node.section(RankFileSection.WINDOWS), node.size());
        this.sender = new AccessSender(node, regions, longSends, longReceives, inline);
        this.executor = new AccessExecutor(node, regions, longSends, longReceives, inline);
        this.check = new PacketCheck(node.settings().intValue(GeometrySetting.PACKET_LENGTH), inline);
        this.mostBypasses = node.settings().value(GeometrySetting.WINDOW_BYPASSES);
    }

    /**
     * Returns the packet types that this protocol handles.
     *
     * @return new array.
     */
    public static PacketType[] types() {
        return TYPES.clone();
    }

    /**
     * Sets an observer that sees each incoming window packet before it is handled.
     *
     * @param newTrace observer, or null for none.
     */
    public void trace(final PacketTrace newTrace) {
        trace = newTrace;
    }

    OutboundConnector connector() {
        return connector;
    }

    AccessSender sender() {
        return sender;
    }

    AccessExecutor executor() {
        return executor;
    }

    WindowStates states() {
        return states;
    }

    Counters counters() {
        return counters;
    }

    long mostBypasses() {
        return mostBypasses;
    }

    long nowNs() {
        return nowNs;
    }

    FlightRecorder flight() {
        return node.flight();
    }

    int size() {
        return peers.length;
    }

    Peer peer(final int rank) {
        return peers[rank];
    }

    void count(final Counter counter) {
        counters.increment(counter);
    }

    void ready(final AccessEpoch side) {
        readyEpochs.add(side);
    }

    void ready(final OriginGrant side) {
        readyGrants.add(side);
    }

    /**
     * Breaks the pair with a peer. To skip the packet instead could leave an operation waiting for ever.
     *
     * @return false.
     */
    boolean refuse(final Peer peer, final String what) {
        peer.inbound().stop();
        ProtocolViolation.of(node, peer, what);
        return false;
    }

    @Override
    public void start(final Operation operation) {
        final WindowCommand command = (WindowCommand) operation;
        switch (command.step) {
            case OPEN -> {
                windows.put(command.window.id(), command.window);
                command.window.open();
                command.complete(Outcome.SUCCESS);
            }
            case CLOSE -> {
                windows.remove(command.window.id());
                command.window.close();
                command.complete(Outcome.SUCCESS);
            }
            case LOCK_OWN -> command.window.epoch(command.member).lockOwn(command);
            case RUN -> command.window.epoch(command.member).run(command);
            case ABANDON ->
                command.complete(command.window.epoch(command.member).abandon() ? Outcome.SUCCESS : Outcome.CANCELLED);
            case ASK_IDLE -> command.complete(command.window.isIdle() ? Outcome.SUCCESS : Outcome.CANCELLED);
            default -> throw new IllegalStateException("no such step: step=" + command.step);
        }
    }

    @Override
    public boolean accept(final Peer peer, final RingConsumer ring, final int type) {
        counters.increment(Counter.WINDOW_PACKETS_RECEIVED);
        inbound.load(ring, type);
        if (trace != null) {
            trace.packet(peer.rank(), PacketType.of(type), inbound.key);
        }
        final boolean isPacket = WindowPacket.carriage(inbound.key) == WindowPacket.PACKET;
        if (isPacket && !PacketCheck.isPosted(inbound, peer)) {
            return refuse(peer, "packet of type " + type + " that names no packet of the pool");
        }
        final PacketWindow window = windows.get(WindowPacket.window(inbound.key));
        final int member = window == null ? -1 : window.member(peer.rank());
        if (member < 0 || window.isOwn(member)) {
            return refuse(peer, "packet of type " + type + " for window " + WindowPacket.window(inbound.key) +
                ", which does not have that rank");
        }
        if (!accept(window, member, peer, ring)) {
            return refuse(peer, "packet of type " + type + " that is not expected in window " + window.id());
        }
        if (isPacket) {
            PacketCheck.giveBack(inbound, peer);
        }
        return true;
    }

    private boolean accept(final PacketWindow window, final int member, final Peer peer, final RingConsumer ring) {
        return switch (PacketType.of(inbound.type)) {
            case LOCK -> window.isLockable() && window.grant(member).request(lockType(), null);
            case LOCK_GRANTED -> {
                markTainted(window, member);
                yield window.epoch(member).granted();
            }
            case RMA_DONE -> {
                markTainted(window, member);
                yield window.epoch(member).done();
            }
            case GET_RESPONSE -> acceptAnswer(window, member, peer, ring);
            case LOCK_PUT, LOCK_GET, LOCK_ACCUMULATE -> window.isLockable() && check.checkAccess(inbound, window.part(), peer, ring) &&
                window.grant(member).request(lockType(), inbound);
            default -> {
                final boolean isSound = check.checkAccess(inbound, window.part(), peer, ring);
                if (isSound) {
                    window.grant(member).accept(inbound);
                }
                yield isSound;
            }
        };
    }

    /** Marks the part first: whoever then sees that the answer has ended an operation sees the mark too. */
    private void markTainted(final PacketWindow window, final int member) {
        if (inbound.has(WindowPacket.TAINTED)) {
            window.taint(member);
        }
    }

    private LockType lockType() {
        return inbound.has(WindowPacket.EXCLUSIVE) ? LockType.EXCLUSIVE : LockType.SHARED;
    }

    private boolean acceptAnswer(final PacketWindow window, final int member, final Peer peer, final RingConsumer ring) {
        final RmaOperation operation = sender.find(inbound.displacement, peer.rank());
        if (operation == null || operation.stage != RmaOperation.Stage.ASKED) {
            return false;
        }
        markTainted(window, member);
        if (WindowPacket.carriage(inbound.key) == WindowPacket.NONE) {
            node.error(new IllegalStateException("rank " + peer.rank() + " has no memory for an answer: its error handler has the reason"));
            sender.forget(operation);
            operation.fail(Outcome.INSUFFICIENT_RESOURCES, counters);
            return true;
        }
        // Only a plain get can take its answer as a long message.
        final boolean mayBeExposed = operation.packet == PacketType.GET;
        if (inbound.length != operation.length || inbound.isExposed() && !mayBeExposed || !check.checkAnswer(inbound, peer, ring)) {
            return false;
        }
        sender.forget(operation);
        if (inbound.isExposed()) {
            sender.get(operation, peer, inbound);
        } else {
            operation.answer(inbound.offset);
        }
        return true;
    }

    @Override
    public int doWork() {
        if ((++turn & CLOCK_INTERVAL - 1) == 0 && !windows.isEmpty()) {
            nowNs = System.nanoTime();
        }
        int work = 0;
        while (!readyEpochs.isEmpty() || !readyGrants.isEmpty()) {
            final OriginGrant origin = readyGrants.poll();
            if (origin != null) {
                origin.settle();
            }
            final AccessEpoch target = readyEpochs.poll();
            if (target != null) {
                target.advance();
            }
            work++;
        }
        return work;
    }

    @Override
    public void peerGone(final Peer peer, final Outcome outcome) {
        if (windows.isEmpty()) {
            return;
        }
        // Finish what is due: an epoch that has ended does not taint the part.
        doWork();
        for (final PacketWindow window : windows.values()) {
            final int member = window.member(peer.rank());
            if (member >= 0 && window.peer(peer.rank()) == peer) {
                gone(window, member, outcome);
            }
        }
        doWork();
    }

    private static void gone(final PacketWindow window, final int member, final Outcome outcome) {
        if (window.knownGrant(member) != null) {
            window.knownGrant(member).gone();
        }
        if (window.knownEpoch(member) != null) {
            window.knownEpoch(member).gone(outcome);
        }
    }

    @Override
    public void endAll(final Outcome outcome) {
        for (final PacketWindow window : windows.values()) {
            for (int member = 0; member < window.size(); member++) {
                if (window.knownEpoch(member) != null) {
                    window.knownEpoch(member).gone(outcome);
                }
            }
        }
        doWork();
    }
}
