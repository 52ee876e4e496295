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

import io.tombolo.engine.api.endpoint.CompletionFlag;
import io.tombolo.engine.api.endpoint.EndpointState;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.completion.Registered;
import io.tombolo.engine.completion.Registry;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.telemetry.FlightRecorder;
import io.tombolo.engine.transfer.RegisteredMemory;
import io.tombolo.engine.wire.EndpointKey;
import io.tombolo.engine.wire.Handle;
import io.tombolo.ringbuffers.queue.EndpointRowDescriptor;
import io.tombolo.ringbuffers.queue.EndpointRows;

/**
 * The state of an endpoint: where its connection is ({@link ConnectionTable}), the peer, the sends and receives that are under way. Belongs
 * to the progress owner; other threads read the state and acquire sends.
 */
public final class Connection extends Registered {
    private final RegisteredZone zone;
    private final SharedQueue queue;
    private final boolean isQueueOwn;
    private final Dispatcher receives;
    private final Dispatcher requests;
    private final Dispatcher connects;
    private final CompletionFlag flag;
    private final int mostSends;
    private final SendPool pool;
    private volatile EndpointState state = EndpointState.UNCONNECTED;
    private volatile int peerRank = -1;

    // Belong to the progress owner.
    EndpointRows rows;
    FlightRecorder flight;
    int generation;
    Peer peer;
    long remote = Handle.NONE;
    long remoteKey;
    EndpointSend firstSend;
    EndpointSend lastSend;
    TakenReceive firstTaken;
    TakenReceive lastTaken;
    int span;
    // Buffers that are taken and whose messages have not come completely (S4.28).
    int allocated;
    int waiting;
    int soft;
    int hard;
    boolean isSoftArmed;
    boolean isFinishSent;
    boolean isFinishReceived;
    boolean isBusy;
    // Whether the connection has to be broken.
    boolean isFailed;
    Connection nextFailed;
    // From the end of the connection on: sends complete as they end, and are flushed.
    boolean isFlushing;
    // Whether a send has failed: those behind it fail too.
    boolean isSendFailed;
    // Event that tells of the end once all sends have completed; or null.
    EventType end;
    long deadlineNs;
    private long taken;
    private long completed;
    private long sent;
    private int sending;

    Connection(
        final RegisteredZone zone, final SharedQueue queue, final boolean isQueueOwn, final Dispatcher receives, final Dispatcher requests,
        final Dispatcher connects, final CompletionFlag flag, final int mostSends, final Registry<RegisteredMemory> memories) {
        this.zone = zone;
        this.queue = queue;
        this.isQueueOwn = isQueueOwn;
        this.receives = receives;
        this.requests = requests;
        this.connects = connects;
        this.flag = flag;
        this.mostSends = mostSends;
        this.pool = new SendPool(this, mostSends, memories);
    }

    /**
     * Returns the state of the connection. Any thread.
     *
     * @return current state.
     */
    public EndpointState state() {
        return state;
    }

    /**
     * Returns the rank of the other side. Any thread.
     *
     * @return rank, or -1 without a connection.
     */
    public int peerRank() {
        return peerRank;
    }

    /**
     * Returns the receive queue that gives messages their buffers.
     *
     * @return shared queue, or the endpoint's own.
     */
    public SharedQueue queue() {
        return queue;
    }

    /**
     * Returns whether the queue is the endpoint's own.
     *
     * @return false for a shared one.
     */
    public boolean isQueueOwn() {
        return isQueueOwn;
    }

    /**
     * Returns the protection zone of the memory that this endpoint may send.
     *
     * @return zone.
     */
    public RegisteredZone zone() {
        return zone;
    }

    /**
     * Acquires an unused send. Any thread; lock-free.
     *
     * @return null if as many sends are outstanding as allowed.
     */
    public EndpointSend acquireSend() {
        return pool.acquire();
    }

    /**
     * Releases a send after its completion was reaped. Any thread; lock-free.
     *
     * @param place of the send in the pool.
     */
    void releaseSend(final int place) {
        pool.release(place);
    }

    /**
     * Releases a send that was prepared and will not be started. Any thread; lock-free.
     *
     * @param send that was acquired here.
     */
    public void abandon(final EndpointSend send) {
        send.view.clear();
        pool.release(send.place);
    }

    Dispatcher receives() {
        return receives;
    }

    Dispatcher requests() {
        return requests;
    }

    Dispatcher connects() {
        return connects;
    }

    CompletionFlag flag() {
        return flag;
    }

    int mostSends() {
        return mostSends;
    }

    int index() {
        return Handle.index(handle());
    }

    /** Returns the handle by which the other side names this endpoint during one connection. */
    long wireHandle() {
        return Handle.pack(index(), generation);
    }

    boolean isOpen() {
        return state == EndpointState.CONNECTED || state == EndpointState.DISCONNECT_PENDING;
    }

    /** Handles an event; false, and nothing has changed, if the state refuses it. */
    boolean on(final ConnectionEvent event) {
        if (!takes(event)) {
            return false;
        }
        final EndpointState next = ConnectionTable.TRANSITIONS.next(state, event);
        if (next != state) {
            state = next;
            rows.show(index(), EndpointRowDescriptor.STATE_OFFSET, next.code());
            rows.showLong(index(), EndpointRowDescriptor.CHANGE_TIME_OFFSET, System.nanoTime());
            flight.endpoint(next.code(), peerRank, index());
        }
        return true;
    }

    /** Returns whether the state accepts an event. */
    boolean takes(final ConnectionEvent event) {
        return ConnectionTable.TRANSITIONS.has(state, event);
    }

    /** Resets this endpoint to be unconnected, under a generation that the other side does not know yet. */
    void begin(final int newGeneration) {
        generation = newGeneration;
        peer = null;
        peerRank = -1;
        remote = Handle.NONE;
        isFinishSent = false;
        isFinishReceived = false;
        isFlushing = false;
        isSendFailed = false;
        taken = 0;
        completed = 0;
        sent = 0;
        final int index = index();
        rows.show(index, EndpointRowDescriptor.GENERATION_OFFSET, newGeneration);
        rows.show(index, EndpointRowDescriptor.PEER_OFFSET, -1);
        rows.showLong(index, EndpointRowDescriptor.TAKEN_OFFSET, 0);
        rows.showLong(index, EndpointRowDescriptor.COMPLETED_OFFSET, 0);
        rows.showLong(index, EndpointRowDescriptor.SENT_OFFSET, 0);
        rows.show(index, EndpointRowDescriptor.STATE_OFFSET, state.code());
    }

    /** Shows what never changes in the endpoint's row. */
    void showFixed() {
        final int index = index();
        rows.show(index, EndpointRowDescriptor.QUEUE_OFFSET, Handle.index(queue.handle()));
        rows.show(index, EndpointRowDescriptor.RECEIVE_EVENTS_OFFSET, Handle.index(receives.handle()));
        rows.show(index, EndpointRowDescriptor.REQUEST_EVENTS_OFFSET, Handle.index(requests.handle()));
    }

    void watermarks(final int newSoft, final int newHard) {
        soft = newSoft;
        hard = newHard;
        isSoftArmed = true;
        rows.show(index(), EndpointRowDescriptor.SOFT_OFFSET, newSoft);
        rows.show(index(), EndpointRowDescriptor.HARD_OFFSET, newHard);
    }

    void peer(final Peer newPeer) {
        peer = newPeer;
        peerRank = newPeer.rank();
        rows.show(index(), EndpointRowDescriptor.PEER_OFFSET, newPeer.rank());
    }

    void remote(final long handle) {
        remote = handle;
        remoteKey = EndpointKey.pack(Handle.index(handle), Handle.generation(handle));
        rows.show(index(), EndpointRowDescriptor.REMOTE_INDEX_OFFSET, Handle.index(handle));
        rows.show(index(), EndpointRowDescriptor.REMOTE_GENERATION_OFFSET, Handle.generation(handle));
    }

    void countTaken() {
        rows.showLong(index(), EndpointRowDescriptor.TAKEN_OFFSET, ++taken);
    }

    void countCompleted() {
        rows.showLong(index(), EndpointRowDescriptor.COMPLETED_OFFSET, ++completed);
    }

    void countSent() {
        rows.showLong(index(), EndpointRowDescriptor.SENT_OFFSET, ++sent);
    }

    void waiting(final int more) {
        waiting += more;
        rows.show(index(), EndpointRowDescriptor.WAITING_OFFSET, waiting);
    }

    void add(final EndpointSend send) {
        send.nextSend = null;
        if (firstSend == null) {
            firstSend = send;
        } else {
            lastSend.nextSend = send;
        }
        lastSend = send;
        rows.show(index(), EndpointRowDescriptor.SENDING_OFFSET, ++sending);
    }

    EndpointSend removeSend() {
        final EndpointSend send = firstSend;
        firstSend = send.nextSend;
        rows.show(index(), EndpointRowDescriptor.SENDING_OFFSET, --sending);
        return send;
    }

    void add(final TakenReceive receive) {
        receive.nextTaken = null;
        if (firstTaken == null) {
            firstTaken = receive;
        } else {
            lastTaken.nextTaken = receive;
        }
        lastTaken = receive;
        span++;
    }

    TakenReceive removeTaken() {
        final TakenReceive receive = firstTaken;
        firstTaken = receive.nextTaken;
        span--;
        return receive;
    }
}
