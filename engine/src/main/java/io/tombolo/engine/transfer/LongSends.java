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
package io.tombolo.engine.transfer;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.HandleTable;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Car;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.engine.wire.Exposure;
import io.tombolo.engine.wire.Handle;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.region.StagingLanes;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The sender's half of the get protocol: envelopes, staging, and what DONE_GETs do (S0.9, S0.12, S0.15 to S0.18). One thread at a time.
 * <p>
 * A registered message is exposed in parts of at most the exposure limit: one part unless that is configured. A staged message takes a lane
 * at once while more than one is free; the last lane is kept for messages whose receiver has asked, so that messages that nobody receives
 * cannot hold up the others (trap 1).
 */
public final class LongSends {
    private static final int LANES_FOR_MATCHED = 1;

    private final Node node;
    private final Peer[] peers;
    private final HandleTable<PendingSend> pending;
    private final ArrayDeque<PendingSend> unused = new ArrayDeque<>();
    private final ArrayDeque<PendingSend> waitingForLane = new ArrayDeque<>();
    // Messages that are passed on, in any order.
    private final List<PendingSend> fed = new ArrayList<>();
    private final long exposureLimit;
    private final int[] pendingTo;
    private StagingLanes lanes;
    private PendingSend staging;

    /**
     * Nothing pending.
     *
     * @param node  of this rank.
     * @param peers by rank.
     */
    public LongSends(final Node node, final Peer[] peers) {
        this.node = node;
        this.peers = peers;
        this.pending = new HandleTable<>(node.pendingSends());
        this.exposureLimit = node.exposureLimit();
        this.pendingTo = new int[peers.length];
    }

    /**
     * Sends the envelope of a long message.
     *
     * @param operation active send; ends when the message has been got, or staged; a commit ends when the envelope has left.
     * @param region    that the message lies in, or null for private memory.
     */
    public void start(final Operation operation, final LocalRegion region) {
        final PendingSend send = unused.isEmpty() ? new PendingSend() : unused.pop();
        send.begin(operation);
        send.index = pending.add(send);
        if (send.index == HandleTable.NONE || region == null && !openLanes()) {
            discard(send);
            operation.fail(Outcome.INSUFFICIENT_RESOURCES, node.counters());
            return;
        }
        send.type = PacketType.RTS.code();
        pendingTo[send.destination]++;
        if (region != null) {
            node.counters().increment(Counter.SENT_RENDEZVOUS_REGISTERED);
            send.region = region;
            if (send.feed != null) {
                fed.add(send);
            }
            region.sendStarted();
            exposeRegistered(send);
        } else {
            node.counters().increment(Counter.SENT_RENDEZVOUS_STAGED);
            takeLane(send, LANES_FOR_MATCHED);
        }
        post(send);
        FaultPoint.RTS_SENT.hit();
        completeIfDetached(send);
        stage(send);
    }

    private boolean openLanes() {
        if (lanes == null) {
            try {
                lanes = StagingLanes.create(node.heapPath(node.rank(), 0), node.rank(), node.staging());
            } catch (final IOException exception) {
                node.error(exception);
            }
        }
        return lanes != null;
    }

    private void discard(final PendingSend send) {
        if (send.index != HandleTable.NONE) {
            pending.remove(send.index);
        }
        send.operation = null;
        send.index = HandleTable.NONE;
        recycle(send);
    }

    private void exposeRegistered(final PendingSend send) {
        send.exposed = Math.min(send.there() - send.got, exposureLimit) + send.got;
        final long position = send.isSpanned ? send.offset : send.region.file().offsetOf(send.offset, send.length);
        words(send, Exposure.place(Exposure.REGISTERED, send.region.id()), position, send.exposed);
    }

    private void takeLane(final PendingSend send, final int reserve) {
        send.lane = lanes.acquire(reserve, send.destination);
        if (send.lane == StagingLanes.NONE) {
            node.counters().increment(Counter.LANE_EMPTY);
            words(send, Exposure.place(Exposure.UNPLACED, 0), 0, 0);
        } else {
            words(send, Exposure.place(Exposure.STAGED, send.lane), lanes.start(send.lane), send.length);
            send.exposed = send.length;
        }
    }

    private void words(final PendingSend send, final long place, final long position, final long available) {
        send.words(send.length, pending.handle(send.index), place, position, available, send.receive);
    }

    private void post(final PendingSend send) {
        if (peers[send.destination].post(send)) {
            node.counters().increment(Counter.CONTROL_SENT);
        }
    }

    /**
     * Takes note that a car has left the queue of its peer.
     *
     * @param car an envelope or continuation of a long message.
     */
    public void published(final Car car) {
        node.counters().increment(Counter.CONTROL_SENT);
        final PendingSend send = (PendingSend) car;
        if (send.index == HandleTable.NONE) {
            recycle(send);
        } else {
            completeIfDetached(send);
        }
    }

    /**
     * Keeps a send that has ended for another message, unless a list or queue still holds it: then whoever takes it out comes here again.
     */
    private void recycle(final PendingSend send) {
        if (!send.isQueued() && !send.inStagingList) {
            send.base = null;
            unused.push(send);
        }
    }

    private void stage(final PendingSend send) {
        if (send.lane == Operation.NONE) {
            return;
        }
        copyIn(send);
        if (send.index != HandleTable.NONE && send.staged < send.length && !send.inStagingList) {
            send.inStagingList = true;
            send.nextInList = staging;
            staging = send;
        }
    }

    private int copyIn(final PendingSend send) {
        int work = 0;
        long bytes;
        do {
            final long most = Math.min(send.length - send.staged, node.stagingChunk());
            bytes = lanes.write(send.lane, send.base, send.offset + send.staged, most);
            if (bytes > 0) {
                send.staged += bytes;
                node.counters().add(Counter.BYTES_STAGED, bytes);
                work++;
                peers[send.destination].wake();
            }
        } while (bytes > 0 && send.staged < send.length && work < lanes.laneLength() / node.stagingChunk());
        if (bytes == StagingLanes.CORRUPT) {
            giveUp(peers[send.destination]);
            finish(send, Outcome.PROTOCOL_ERROR);
        } else {
            completeIfDetached(send);
        }
        return work;
    }

    private void giveUp(final Peer peer) {
        node.protocolError(peer.rank(), "position in a staging lane");
        if (peer.state() == PeerState.OPEN) {
            // The receiver may not read on: the lane will carry other messages.
            peer.gone(PeerState.BROKEN);
            node.refuse(peer.rank());
        }
    }

    private void completeIfDetached(final PendingSend send) {
        if (send.operation != null && send.isDetached()) {
            final Operation operation = send.operation;
            send.operation = null;
            send.base = null;
            operation.complete(Outcome.SUCCESS);
        }
    }

    /**
     * Copies on into the lanes, and gives lanes that came free to messages that wait for one.
     *
     * @return work done.
     */
    public int doWork() {
        int work = passOn();
        PendingSend previous = null;
        PendingSend send = staging;
        while (send != null) {
            final PendingSend next = send.nextInList;
            work += send.index != HandleTable.NONE ? copyIn(send) : 0;
            if (send.index == HandleTable.NONE || send.staged == send.length) {
                send.inStagingList = false;
                unlink(previous, send);
            } else {
                previous = send;
            }
            send = next;
        }
        while (!waitingForLane.isEmpty() && lanes.freeCount() > 0) {
            grantLane(waitingForLane.poll());
            work++;
        }
        return work;
    }

    private void unlink(final PendingSend previous, final PendingSend send) {
        if (previous == null) {
            staging = send.nextInList;
        } else {
            previous.nextInList = send.nextInList;
        }
        send.nextInList = null;
        if (send.index == HandleTable.NONE) {
            recycle(send);
        }
    }

    private void grantLane(final PendingSend send) {
        send.waitsForLane = false;
        takeLane(send, 0);
        continueGet(send);
        stage(send);
    }

    /**
     * Handles a DONE_GET about a long message: the next part, or the end (S0.12).
     *
     * @param peer    that it came from.
     * @param handle  of the send, unchecked.
     * @param got     bytes that the receiver has, unchecked.
     * @param receive handle of the receive, for the sender to repeat.
     * @return false if the packet is not one that was due (S0.21).
     */
    public boolean doneGet(final Peer peer, final long handle, final long got, final long receive) {
        final PendingSend send = pending.find(handle);
        if (send == null || send.destination != peer.rank() || got < send.got || got > send.length || send.isQueued() ||
            send.waitsForLane || send.awaitsData || got < send.length && !isPartDue(send, got, receive)) {
            return false;
        }
        node.counters().increment(Counter.DONE_GET_RECEIVED);
        send.got = got;
        send.receive = receive;
        if (got == send.length) {
            finish(send, Outcome.SUCCESS);
        } else if (send.isStaged()) {
            send.waitsForLane = true;
            waitingForLane.add(send);
        } else {
            exposeMore(send);
        }
        return true;
    }

    private void exposeMore(final PendingSend send) {
        if (send.feed != null && send.feed.isBroken()) {
            lose(send);
        } else if (send.there() > send.got) {
            exposeRegistered(send);
            continueGet(send);
        } else {
            send.awaitsData = true;
            node.counters().increment(Counter.AWAITING_DATA);
        }
    }

    private void continueGet(final PendingSend send) {
        send.type = PacketType.CONT_GET.code();
        node.counters().increment(Counter.CONT_GET_SENT);
        post(send);
    }

    /**
     * Tells a receiver that has got all there is that the rest will not come.
     */
    private void lose(final PendingSend send) {
        words(send, Exposure.place(Exposure.LOST, 0), 0, send.exposed);
        continueGet(send);
        finish(send, Outcome.INCOMPLETE);
    }

    /**
     * Exposes what has come of messages that are passed on. One whose receive has failed fails here; its receiver is told when it has got
     * what it was shown.
     */
    private int passOn() {
        int work = 0;
        for (int i = fed.size() - 1; i >= 0; i--) {
            final PendingSend send = fed.get(i);
            final boolean isBroken = send.feed.isBroken();
            if (isBroken && send.operation != null) {
                final Operation operation = send.operation;
                send.operation = null;
                operation.fail(Outcome.INCOMPLETE, node.counters());
            }
            if (send.awaitsData && (isBroken || send.there() > send.got)) {
                send.awaitsData = false;
                exposeMore(send);
                work++;
            }
        }
        return work;
    }

    private static boolean isPartDue(final PendingSend send, final long got, final long receive) {
        return receive != Handle.NONE && got == send.exposed && (send.receive == Handle.NONE || send.receive == receive);
    }

    private void finish(final PendingSend send, final Outcome outcome) {
        if (send.region != null) {
            send.region.sendEnded();
        }
        if (send.feed != null) {
            fed.remove(send);
            send.feed = null;
        }
        if (send.waitsForLane) {
            waitingForLane.remove(send);
        }
        if (send.lane != Operation.NONE) {
            lanes.release(send.lane);
            send.lane = Operation.NONE;
        }
        final Operation operation = send.operation;
        send.operation = null;
        send.base = null;
        pending.remove(send.index);
        pendingTo[send.destination]--;
        send.index = HandleTable.NONE;
        recycle(send);
        if (operation != null && outcome == Outcome.SUCCESS) {
            operation.complete(outcome);
        } else if (operation != null) {
            operation.fail(outcome, node.counters());
        }
    }

    /**
     * Ends everything that is pending for a peer that is gone. Its queue has been emptied before.
     *
     * @param rank    of the peer.
     * @param outcome that the operations end with.
     */
    public void peerGone(final int rank, final Outcome outcome) {
        for (int index = 0; index < pending.capacity(); index++) {
            final PendingSend send = pending.at(index);
            if (send != null && send.destination == rank) {
                finish(send, outcome);
            }
        }
    }

    /**
     * Returns the long messages that are not done, S0.18.
     *
     * @return count, derived from the table.
     */
    public int pendingCount() {
        return pending.size();
    }

    /**
     * Returns the long messages to one peer that are not done.
     *
     * @param peer rank.
     * @return count.
     */
    public int pendingTo(final int peer) {
        return pendingTo[peer];
    }

    /**
     * Returns whether a message waits for room in its staging lane, or for a lane.
     *
     * @return true if it needs this rank to go on.
     */
    public boolean isStaging() {
        return staging != null || !waitingForLane.isEmpty();
    }

    /**
     * Unmaps the staging file. No thread may use this any more.
     */
    public void close() {
        if (lanes != null) {
            lanes.close();
        }
    }
}
