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
import io.tombolo.engine.api.SendPath;
import io.tombolo.engine.completion.HandleTable;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.OutboundRecord;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.ProtocolViolation;
import io.tombolo.engine.peer.SendEvent;
import io.tombolo.engine.peer.SendRun;
import io.tombolo.engine.peer.SendState;
import io.tombolo.engine.wire.Exposure;
import io.tombolo.engine.wire.Handle;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.region.StagingLanes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The sender's half of the get protocol; {@link LongReceives} is the other. It sends envelopes, stages, and handles DONE_GETs (S0.9, S0.12,
 * S0.15 to S0.18). One thread at a time.
 * <p>
 * A registered message is exposed in parts of at most the exposure limit: in one part unless that is configured. A staged message takes
 * lanes at once while there are enough. The last lanes are kept for messages whose receiver has asked, so that messages that nobody
 * receives cannot hold up the others (D1).
 */
public final class LongSends {
    private static final int EAGER = PacketType.EAGER.code();
    private static final int RTS = PacketType.RTS.code();

    private final Node node;
    private final Peer[] peers;
    private final Counters counters;
    private final PendingSends pending;
    private final SinglePartSend singlePart;
    private final ArrayDeque<PendingSend> waitingForLane = new ArrayDeque<>();
    // Messages that are forwarded, in any order.
    private final List<PendingSend> forwarded = new ArrayList<>();
    private final long exposureLimit;
    private final int firstLimit;
    private final LaneWriter lanes;
    // Messages whose lanes were full, in any order.
    private final List<PendingSend> staging = new ArrayList<>();

    /**
     * Makes the sender's half for one rank. The staging lanes are made when they are first needed; {@link #close()} unmaps them.
     *
     * @param node  of this rank.
     * @param peers by rank.
     */
    public LongSends(final Node node, final Peer[] peers) {
        this.node = node;
        this.peers = peers;
        this.counters = node.counters();
        this.pending = new PendingSends(node.settings().intValue(GeometrySetting.PENDING_SENDS), peers.length);
        this.singlePart = new SinglePartSend(node, peers, pending);
        this.exposureLimit = node.settings().value(GeometrySetting.EXPOSURE_LIMIT);
        this.firstLimit = node.settings().rtsBytes();
        this.lanes = new LaneWriter(node, peers.length);
    }

    /**
     * Sends the envelope of a long message.
     *
     * @param operation active send. It ends when the message has been fetched, or is staged; a commit ends when the envelope has left.
     * @param region    that the message lies in, or null for private memory.
     */
    public void start(final Operation operation, final LocalRegion region) {
        final PendingSend send = region == null ? null : singlePart.start(operation, region);
        if (send == null) {
            start(operation, region, PacketType.RTS, Handle.NONE);
        } else {
            send.completeIfDetached();
        }
    }

    /**
     * Sends long data with any envelope.
     *
     * @param operation active, with a key of its own; ends as a send does.
     * @param region    that the data lies in, or null for private memory.
     * @param type      of the envelope.
     * @param word      last word of the envelope, where a continuation has the handle of the receive.
     */
    public void start(final Operation operation, final LocalRegion region, final PacketType type, final long word) {
        final PendingSend send = add(operation, region != null || lanes.open());
        if (send != null) {
            prepare(send, region, type, word);
            post(send);
            FaultPoint.RTS_SENT.hit();
            send.completeIfDetached();
            stage(send);
        }
    }

    /**
     * Turns an operation that waits in a queue, with a place from {@link #reserveStaged}, into long data.
     *
     * @param operation active; ends as a send does.
     * @param region    that the data lies in, or null for private memory.
     * @param type      of the envelope.
     * @return record that takes its place in the queue, to be {@link #published}.
     */
    public OutboundRecord replace(final Operation operation, final LocalRegion region, final PacketType type) {
        final PendingSend send = pending.beginReserved(operation);
        prepare(send, region, type, Handle.NONE);
        if (region == null) {
            send.staging(PendingSend.Staging.AFTER_ENVELOPE);
        }
        return send;
    }

    private void prepare(final PendingSend send, final LocalRegion region, final PacketType type, final long word) {
        send.type = type.code();
        send.opening = word;
        send.path(region == null ? SendPath.STAGED : SendPath.REGISTERED);
        send.cursor.begin(peers[send.destination].outbound().ledger(), SendState.POST_CONTROL);
        if (region != null) {
            counters.increment(Counter.SENT_RENDEZVOUS_REGISTERED);
            send.region = region;
            if (send.forwardProgress != null) {
                forwarded.add(send);
            }
            region.sendStarted();
            exposeRegistered(send);
        } else {
            counters.increment(Counter.SENT_RENDEZVOUS_STAGED);
            if (!takeLanes(send, false)) {
                words(send, Exposure.place(Exposure.UNPLACED, 0), 0, 0);
            }
            send.cursorBuffered();
        }
        send.first = (int) Math.min(firstLimit, send.isSpanned ? 0 : send.isStaged() ? send.length : send.exposed);
    }

    /**
     * Sends a message in a packet that is answered by a DONE_GET when it has matched.
     *
     * @param operation active synchronous send, not longer than a packet.
     */
    public void startEager(final Operation operation) {
        final PendingSend send = add(operation, true);
        if (send != null) {
            prepareEager(send);
            post(send);
        }
    }

    /**
     * Turns a synchronous send that waits in a queue, with a place from {@link #reserveStaged}, into such a message.
     *
     * @param operation active synchronous send, not longer than a packet.
     * @return record that takes its place in the queue, to be {@link #published}.
     */
    public OutboundRecord replaceEager(final Operation operation) {
        final PendingSend send = pending.beginReserved(operation);
        prepareEager(send);
        return send;
    }

    private void prepareEager(final PendingSend send) {
        send.path(SendPath.EAGER);
        send.type = EAGER;
        send.cursor.begin(peers[send.destination].outbound().ledger(), SendState.POST_CONTROL);
        send.cursor.must(SendRun.EXPOSED);
        send.word3 = pending.handle(send);
    }

    private PendingSend add(final Operation operation, final boolean isPossible) {
        final PendingSend send = isPossible ? pending.begin(operation) : null;
        if (send == null) {
            if (isPossible) {
                node.error(new IllegalStateException("no room for one more long send: " +
                    GeometrySetting.PENDING_SENDS.propertyName() + "=" + node.settings().value(GeometrySetting.PENDING_SENDS) +
                    " are pending: await some, or raise it"));
            }
            operation.fail(Outcome.INSUFFICIENT_RESOURCES, counters);
        }
        return send;
    }

    private void exposeRegistered(final PendingSend send) {
        send.exposed = Math.min(send.available() - send.got, exposureLimit) + send.got;
        final long position = send.isSpanned ? send.offset : send.region.file().offsetOf(send.offset, send.length);
        words(send, Exposure.place(Exposure.REGISTERED, send.region.id()), position, send.exposed);
        send.cursorExposed();
    }

    private boolean takeLanes(final PendingSend send, final boolean isAsked) {
        if (!lanes.acquire(send, isAsked)) {
            return false;
        }
        words(send, Exposure.staged(send.lane, lanes.run(send)), lanes.start(send), send.length);
        send.exposed = send.length;
        return true;
    }

    private void words(final PendingSend send, final long place, final long position, final long available) {
        final long last = send.receive == Handle.NONE ? send.opening : send.receive;
        send.words(send.length, pending.handle(send), place, position, available, last);
    }

    private void post(final PendingSend send) {
        if (peers[send.destination].outbound().post(send)) {
            count(send);
        }
    }

    /**
     * Notes that a record has left the queue of its peer.
     *
     * @param record an envelope or continuation of a long message, or the request to cancel one.
     */
    public void published(final OutboundRecord record) {
        count(record);
        if (record instanceof PendingSend send) {
            if (send.index == HandleTable.NONE) {
                pending.recycle(send);
                return;
            }
            send.completeIfDetached();
            if (send.staging == PendingSend.Staging.AFTER_ENVELOPE) {
                send.staging(PendingSend.Staging.IDLE);
                stage(send);
            }
        }
    }

    void count(final OutboundRecord record) {
        if (record.type != EAGER) {
            counters.increment(Counter.CONTROL_SENT);
        }
        if (record.type == RTS) {
            pending.envelopeLeft((PendingSend) record);
        }
    }

    private void stage(final PendingSend send) {
        if (send.lane == Operation.NONE) {
            return;
        }
        copyIn(send);
        if (send.index != HandleTable.NONE && send.staged < send.length && send.staging != PendingSend.Staging.AWAITING_ROOM) {
            staging.add(send);
            send.staging(PendingSend.Staging.AWAITING_ROOM);
        }
    }

    private int copyIn(final PendingSend send) {
        // Short parts if the receiver has nothing else to copy: it begins the sooner.
        final int longest = node.settings().intValue(GeometrySetting.STAGING_CHUNK);
        final long chunk = lanes.isAlone(send) ? send.chunk(longest) : longest;
        final long most = lanes.ringLength(send) / chunk;
        final long before = send.staged;
        int chunks = 1;
        boolean isRoom = copyChunk(send, chunk);
        if (before > 0 && isRoom) {
            // The receiver may have fallen asleep in the middle of the message; awake, it copies at the same time. For the first part the
            // envelope wakes it.
            peers[send.destination].wake();
        }
        while (isRoom && chunks < most) {
            isRoom = copyChunk(send, chunk);
            chunks++;
        }
        final boolean isMore = send.staged > before;
        if (isMore) {
            counters.add(Counter.BYTES_STAGED, send.staged - before);
            peers[send.destination].wake();
        }
        send.completeIfDetached();
        return isMore ? chunks : 0;
    }

    /**
     * Moves a message one step through the data half of the send table: copies one chunk, or notes that there is no room.
     *
     * @return false if nothing more can be copied now.
     */
    private boolean copyChunk(final PendingSend send, final long chunk) {
        final long left = send.length - send.staged;
        final long bytes = lanes.write(send, Math.min(left, chunk));
        if (bytes == StagingLanes.CORRUPT) {
            // The receiver must not read on: the lanes will carry other messages.
            ProtocolViolation.of(node, peers[send.destination], "position in a staging lane");
            finish(send, Outcome.PROTOCOL_ERROR);
            return false;
        }
        if (bytes == 0 && left > 0) {
            send.cursorFull();
            return false;
        }
        send.staged += bytes;
        send.cursorStaged();
        return bytes < left;
    }

    /**
     * Copies more into the lanes, and gives free lanes to messages that wait for some.
     *
     * @return work done.
     */
    public int doWork() {
        int work = exposeForwarded();
        for (int i = staging.size() - 1; i >= 0; i--) {
            final PendingSend send = staging.get(i);
            work += send.index != HandleTable.NONE ? copyIn(send) : 0;
            if (send.index == HandleTable.NONE || send.staged == send.length) {
                staging.remove(i);
                send.staging(PendingSend.Staging.IDLE);
                if (send.index == HandleTable.NONE) {
                    pending.recycle(send);
                }
            }
        }
        while (!waitingForLane.isEmpty() && lanes.tryReclaim(waitingForLane.peek()) && takeLanes(waitingForLane.peek(), true)) {
            grantLanes(waitingForLane.poll());
            work++;
        }
        return work;
    }

    private void grantLanes(final PendingSend send) {
        send.staging(PendingSend.Staging.IDLE);
        send.cursor.must(SendEvent.BUFFERS_AVAILABLE);
        continueGet(send);
        stage(send);
    }

    /**
     * Handles a DONE_GET: exposes the next part of the message, or ends it (S0.12).
     *
     * @param peer    that it came from.
     * @param handle  of the send, unchecked.
     * @param got     bytes that the receiver has, unchecked.
     * @param receive handle of the receive, which the next exposure repeats.
     * @return false if the packet is not one that was due (S0.21).
     */
    public boolean doneGet(final Peer peer, final long handle, final long got, final long receive) {
        final PendingSend send = pending.find(handle);
        if (send == null || send.destination != peer.rank() || got < send.got || got > send.length || !send.isAnswerDue() ||
            got < send.length && !send.isPartDue(got, receive)) {
            return false;
        }
        counters.increment(Counter.DONE_GET_RECEIVED);
        send.got = got;
        send.receive = receive;
        if (got == send.length) {
            got(send);
        } else if (send.isStaged()) {
            waitingForLane.add(send);
            send.staging(PendingSend.Staging.AWAITING_LANES);
        } else {
            send.cursor.must(SendEvent.FLOW_ENABLED);
            exposeMore(send);
        }
        return true;
    }

    void got(final PendingSend send) {
        pending.closeEnvelope(send);
        if (send.cancelling == PendingSend.Cancelling.NONE) {
            finish(send, Outcome.SUCCESS);
        } else {
            send.cancelling(PendingSend.Cancelling.TOO_LATE);
        }
    }

    private void exposeMore(final PendingSend send) {
        if (send.forwardProgress != null && send.forwardProgress.isBroken()) {
            lose(send);
        } else if (send.available() > send.got) {
            exposeRegistered(send);
            continueGet(send);
        } else {
            send.cursor.must(SendEvent.MORE_DIRECT);
            send.cursor.must(SendEvent.NO_DATA);
        }
    }

    private void continueGet(final PendingSend send) {
        send.type = PacketType.CONT_GET.code();
        send.first = 0;
        counters.increment(Counter.CONT_GET_SENT);
        post(send);
    }

    /**
     * Tells a receiver that has copied all there is that the rest will not come.
     */
    private void lose(final PendingSend send) {
        words(send, Exposure.place(Exposure.LOST, 0), 0, send.exposed);
        continueGet(send);
        send.cursor.must(SendEvent.MORE_DIRECT);
        finish(send, Outcome.INCOMPLETE);
    }

    /**
     * Exposes what has come of messages that are forwarded. If the receive of one has failed, its send fails here, and its receiver learns
     * of it when it has copied what was exposed.
     */
    private int exposeForwarded() {
        int work = 0;
        for (int i = forwarded.size() - 1; i >= 0; i--) {
            final PendingSend send = forwarded.get(i);
            final boolean isBroken = send.forwardProgress.isBroken();
            if (isBroken && send.operation != null) {
                send.release().fail(Outcome.INCOMPLETE, counters);
            }
            if (send.awaitsData() && (isBroken || send.available() > send.got)) {
                send.cursor.must(SendEvent.DATA_AVAILABLE);
                send.cursor.must(SendEvent.FLOW_OK);
                exposeMore(send);
                work++;
            }
        }
        return work;
    }

    /** Returns the messages that are not done. */
    PendingSends pending() {
        return pending;
    }

    void finish(final PendingSend send, final Outcome outcome) {
        if (send.region != null) {
            send.region.sendEnded();
        }
        if (send.forwardProgress != null) {
            forwarded.remove(send);
            send.forwardProgress = null;
        }
        if (send.staging == PendingSend.Staging.AWAITING_LANES) {
            waitingForLane.remove(send);
        }
        lanes.release(send);
        send.endCursor(outcome == Outcome.SUCCESS ? SendEvent.DONE_GET : SendEvent.RECORD_ENDED);
        final Operation operation = send.release();
        send.forgetMemory();
        pending.end(send);
        if (operation != null && (outcome == Outcome.SUCCESS || outcome == Outcome.CANCELLED)) {
            operation.complete(outcome);
        } else if (operation != null) {
            operation.fail(outcome, counters);
        }
    }

    /**
     * Ends all messages to a peer that is gone. Its queue has been emptied before.
     *
     * @param rank    of the peer.
     * @param outcome of the operations.
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
     * Begins to send to the next incarnation of a peer. All messages to the one before have been ended by {@link #peerGone}.
     *
     * @param rank of the peer.
     */
    public void restart(final int rank) {
        pending.restart(rank);
    }

    /**
     * Reserves a place for a message that is still being written.
     *
     * @return false if the limit of pending sends is reached.
     */
    public boolean reserve() {
        return pending.reserve();
    }

    /**
     * Reserves a place for a message that may have to go through the staging lanes.
     *
     * @return false if the limit of pending sends is reached, or there is no memory for lanes.
     */
    public boolean reserveStaged() {
        return lanes.open() && pending.reserve();
    }

    /** Ends a reservation, because its message starts now or is not sent. */
    public void unreserve() {
        pending.unreserve();
    }

    /**
     * Returns how many long messages are not done (S0.18).
     *
     * @return count, derived from the table.
     */
    public int pendingCount() {
        return pending.size();
    }

    /**
     * Returns how many long messages to one peer are not done.
     *
     * @param peer rank.
     * @return count.
     */
    public int pendingTo(final int peer) {
        return pending.countTo(peer);
    }

    /**
     * Returns how many staging lanes hold messages to one peer.
     *
     * @param peer rank.
     * @return count.
     */
    public int lanesTo(final int peer) {
        return lanes.lanesTo(peer);
    }

    /**
     * Returns whether a message waits for room in its staging lanes, or for lanes.
     *
     * @return true if it needs this rank to go on.
     */
    public boolean isStaging() {
        return !staging.isEmpty() || !waitingForLane.isEmpty();
    }

    /** Unmaps the staging file. No thread may use this any more. */
    public void close() {
        lanes.close();
    }
}
