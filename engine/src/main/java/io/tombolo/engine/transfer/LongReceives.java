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

import io.tombolo.engine.access.SegmentList;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.HandleTable;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.completion.PeerOutcome;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.engine.wire.Exposure;
import io.tombolo.engine.wire.Handle;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.region.RegionFile;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The receiver's half of the get protocol; {@link LongSends} is the other. It copies what is exposed, a bounded part a turn so that other
 * traffic keeps moving (S0.16), and answers each exposure with one DONE_GET (S0.11). One word may stand for many of them (S0.31). A message
 * that is longer than its receive is copied as far as there is room, then ended by a DONE_GET for all of it (D2). One thread at a time.
 */
public final class LongReceives {
    /** Bytes that one message copies before others get their turn. */
    public static final long TURN_LENGTH = 256 * 1024;

    // For messages that do not fit the caches: newer JDKs store past the caches if one call copies millions of bytes, which is faster.
    private static final long LARGE_LENGTH = 8 << 20;
    private static final long LARGE_TURN_LENGTH = 4 << 20;

    private static final int NOBODY = -1;

    private final Node node;
    private final Peer[] peers;
    // By rank: memory of the present incarnation.
    private final RemoteMemory[] remote;
    // Memory of incarnations that are gone and replaced, until it is not used any more.
    private final List<RemoteMemory> old = new ArrayList<>();
    private final HandleTable<Operation> receives;
    // Handles of receives that were given up and that expect one more CONT_GET; each with the rank that sends it.
    private final Long2LongHashMap abandoned = new Long2LongHashMap(NOBODY);
    private Operation active;
    // Memory that was read last, as long as cache lines of it may have to be handed back.
    private RemoteMemory read;

    /**
     * Makes the receiver's half for one rank. Memory of peers is mapped when it is first needed; {@link #close()} unmaps it.
     *
     * @param node  of this rank.
     * @param peers by rank.
     */
    public LongReceives(final Node node, final Peer[] peers) {
        this.node = node;
        this.peers = peers;
        this.remote = new RemoteMemory[peers.length];
        this.receives = new HandleTable<>(Integer.MAX_VALUE >>> 1);
    }

    /**
     * Allocates all that {@link #start} needs, so that it does not fail once a receive has matched.
     *
     * @param peer that sends.
     * @throws OutOfMemoryError if there is no memory for it; nothing has changed.
     */
    public void prepare(final Peer peer) {
        memory(peer);
        receives.makeRoom();
    }

    /**
     * Starts to copy a message that a receive has matched.
     *
     * @param receive   active receive.
     * @param peer      that sends.
     * @param tag       of the message.
     * @param length    of the message, not negative.
     * @param send      handle of the send.
     * @param place     where the data is.
     * @param position  in that place.
     * @param available bytes that are exposed, from the start of the message.
     * @param first     bytes that are in the memory of the receive already, at most what it has room for.
     */
    public void start(
        final Operation receive, final Peer peer, final int tag, final long length, final long send, final long place,
        final long position, final long available, final long first) {
        if (receive.getPeer != peer) {
            // Stored only if it changes: the store of a reference includes a write barrier.
            receive.getPeer = peer;
        }
        receive.tag = tag;
        receive.getLength = length;
        receive.getSend = send;
        receive.done = 0;
        expose(receive, place, position, available);
        if (first == 0 && tryGetNow(receive, peer)) {
            return;
        }
        receive.handle = receives.handle(receives.add(receive));
        peer.use();
        if (first > 0) {
            receive.got(first);
        }
        if (first >= available && first < Math.min(length, receive.capacity())) {
            // All that is exposed is there, or nothing is exposed yet.
            peer.inbound().doneGet(send, available, receive.handle);
        }
        if (!step(receive)) {
            receive.nextInList = active;
            active = receive;
        }
    }

    /**
     * Copies and completes a message that is exposed whole and needs one turn. Its receive needs no handle, as neither its sender nor a
     * later turn has to find it.
     *
     * @return false if nothing has happened.
     */
    private boolean tryGetNow(final Operation receive, final Peer peer) {
        final long wanted = Math.min(receive.capacity(), receive.getLength);
        if (wanted == 0 || wanted > Math.min(receive.getAvailable, TURN_LENGTH) || receive.isInPieces() ||
            Exposure.mode(receive.getPlace) != Exposure.REGISTERED || copy(receive, wanted) != wanted ||
            refusalOutcome(peer) != Outcome.SUCCESS) {
            return false;
        }
        receive.got(wanted);
        endWithMessage(receive, peer);
        return true;
    }

    /**
     * Copies a registered message without an operation.
     *
     * @param peer     that sends.
     * @param place    where the data is, unchecked.
     * @param position in that place, unchecked.
     * @param base     array, or null.
     * @param target   offset in the array, or address.
     * @param bytes    that are wanted, at most {@link #TURN_LENGTH}.
     * @return true if they are there; else no peer has been answered, and {@link #start} finds out what is wrong.
     */
    public boolean tryGet(
        final Peer peer, final long place, final long position, final Object base, final long target, final long bytes) {
        if (bytes == 0 || position < 0 || Exposure.mode(place) != Exposure.REGISTERED) {
            return false;
        }
        final RemoteMemory memory = memory(peer);
        return memory.copyRegistered(place, position, base, target, bytes) == bytes && !isRefused(memory);
    }

    private static void expose(final Operation receive, final long place, final long position, final long available) {
        receive.getPlace = place;
        receive.getPosition = position;
        receive.getAvailable = available;
    }

    /**
     * Handles a CONT_GET (S0.13).
     *
     * @param peer      that it came from.
     * @param handle    of the receive, unchecked.
     * @param send      handle of the send, unchecked.
     * @param place     where the data is, unchecked.
     * @param position  in that place, unchecked.
     * @param available bytes that are exposed, from the start of the message, unchecked.
     * @return false if the packet is not one that was due (S0.21).
     */
    public boolean contGet(
        final Peer peer, final long handle, final long send, final long place, final long position, final long available) {
        final Operation receive = receives.find(handle);
        if (receive == null && abandoned.get(handle) == peer.rank()) {
            abandoned.remove(handle);
            node.counters().increment(Counter.CONT_GET_RECEIVED);
            dropExposed(peer, send, place);
            return true;
        }
        if (receive == null || receive.getPeer != peer || receive.getSend != send || receive.done < receive.getAvailable ||
            Exposure.mode(place) != Exposure.LOST && (available <= receive.getAvailable || available > receive.getLength)) {
            return false;
        }
        node.counters().increment(Counter.CONT_GET_RECEIVED);
        expose(receive, place, position, available);
        return true;
    }

    /**
     * Copies the next part of every message that is under way.
     *
     * @return work done.
     */
    public int doWork() {
        int work = 0;
        Operation previous = null;
        Operation receive = active;
        while (receive != null) {
            final Operation next = receive.nextInList;
            final long before = receive.done;
            final boolean ended = step(receive);
            work += ended || receive.done != before ? 1 : 0;
            if (!ended) {
                previous = receive;
            } else if (previous == null) {
                active = next;
            } else {
                previous.nextInList = next;
            }
            receive = next;
        }
        return work + (handBack() ? 1 : 0);
    }

    /**
     * Hands cache lines of the message that was copied last back to its sender, a bounded part. A rank that waits for the next message has
     * time for it.
     *
     * @return whether there were any.
     */
    public boolean handBack() {
        if (read != null && !read.handBack()) {
            read = null;
        }
        return read != null;
    }

    /**
     * Returns whether a message has been copied in part.
     *
     * @return true if {@link #doWork()} is needed.
     */
    public boolean isCopying() {
        return active != null;
    }

    private boolean step(final Operation receive) {
        final Peer peer = receive.getPeer;
        if (Exposure.mode(receive.getPlace) == Exposure.LOST) {
            return end(receive, Outcome.INCOMPLETE);
        }
        final long wanted = Math.min(receive.capacity(), receive.getLength);
        final long turn = receive.getLength >= LARGE_LENGTH ? LARGE_TURN_LENGTH : TURN_LENGTH;
        final long most = Math.min(Math.min(receive.getAvailable, wanted) - receive.done, turn);
        if (most > 0 || receive.done < wanted) {
            final long bytes = most > 0 ? copy(receive, most) : 0;
            if (bytes < 0) {
                return fail(receive, peer);
            }
            if (bytes == 0 && peer.state() != PeerState.OPEN) {
                return endUnanswered(receive, PeerOutcome.of(peer));
            }
            receive.got(bytes);
            if (bytes > 0 && receive.done < wanted) {
                peer.wake();
            }
        }
        if (receive.done == wanted) {
            final Outcome refusal = refusalOutcome(peer);
            if (refusal != Outcome.SUCCESS) {
                return endUnanswered(receive, refusal);
            }
            remove(receive);
            endWithMessage(receive, peer);
            return true;
        }
        if (receive.done == receive.getAvailable && most > 0) {
            peer.inbound().doneGet(receive.getSend, receive.done, receive.handle);
            node.counters().increment(Counter.DONE_GET_SENT);
        }
        FaultPoint.MID_GET.hit();
        return false;
    }

    /**
     * Returns whether bytes that were copied, or are about to be shown, are still those of their message. They are not once the pair has
     * been given up: then the peer's sends have ended, and their memory may hold another message.
     *
     * @param peer that sends.
     * @return {@link Outcome#SUCCESS}; or the outcome of the operation that needs the bytes.
     */
    public Outcome refusalOutcome(final Peer peer) {
        if (!isRefused(memory(peer))) {
            return Outcome.SUCCESS;
        }
        return peer.state() == PeerState.OPEN ? Outcome.PROTOCOL_ERROR : PeerOutcome.of(peer);
    }

    private static boolean isRefused(final RemoteMemory memory) {
        // After the copy; partner: the full CAS in Node.refuse, before anything else is stored there.
        VarHandle.acquireFence();
        return memory.isRefused();
    }

    private long copy(final Operation receive, final long most) {
        final SegmentList segments = receive.segments;
        if (segments == null) {
            return copy(receive, receive.done, receive.base, receive.locate(receive.done), receive.run(receive.done, most));
        }
        long copied = 0;
        while (copied < most) {
            final long from = receive.done + copied;
            final int segment = segments.find(from);
            final long wanted = Math.min(segments.run(segment, from), most - copied);
            final long bytes = copy(receive, from, segments.base(segment), segments.offset(segment, from), wanted);
            if (bytes < 0) {
                return bytes;
            }
            copied += bytes;
            if (bytes < wanted) {
                break;
            }
        }
        return copied;
    }

    private long copy(final Operation receive, final long done, final Object base, final long target, final long most) {
        final RemoteMemory memory = memory(receive.getPeer);
        if (Exposure.mode(receive.getPlace) == Exposure.STAGED) {
            read = memory;
        }
        return memory.copy(receive.getPlace, receive.getPosition, done, base, target, most);
    }

    /**
     * Wraps a registered message in its sender's memory, at the same cost for any length. Checks what its envelope says.
     *
     * @param peer     that sends.
     * @param place    where the data is, unchecked.
     * @param position in that place, unchecked.
     * @param length   of the message, not negative.
     * @param window   is wrapped around the message, and keeps its memory mapped. The memory is read-only: a store there kills the JVM.
     * @return {@link Outcome#SUCCESS}; {@link Outcome#INSUFFICIENT_RESOURCES} if no single buffer can wrap it, since it spans windows of
     *     the mapping; {@link Outcome#PROTOCOL_ERROR} if there is no such memory.
     */
    public Outcome view(final Peer peer, final long place, final long position, final long length, final UnsafeBuffer window) {
        final RegionFile region = memory(peer).lend(Exposure.index(place));
        if (region == null || !region.contains(position, length)) {
            return Outcome.PROTOCOL_ERROR;
        }
        if (!region.isContiguous(position, length)) {
            return Outcome.INSUFFICIENT_RESOURCES;
        }
        region.wrap(window, position, (int) length);
        return Outcome.SUCCESS;
    }

    /**
     * Tells the sender that a tagged message is done: it will not be copied, or has been read in place.
     *
     * @param peer     that sends.
     * @param envelope place of its envelope, no longer valid.
     * @param send     handle of the send.
     * @param place    where the data is.
     * @param length   of the message.
     */
    public void giveBack(final Peer peer, final int envelope, final long send, final long place, final long length) {
        peer.inbound().messageDone(envelope, send, length, Handle.NONE);
        node.counters().increment(Counter.DONE_GET_SENT);
        node.counters().increment(received(place));
    }

    /**
     * Tells the sender that nobody will receive its message. The send fails.
     *
     * @param peer  that sends.
     * @param send  handle of the send.
     * @param place where the data is.
     */
    public void drop(final Peer peer, final long send, final long place) {
        peer.inbound().longDropped(send);
        node.counters().increment(Counter.DONE_GET_SENT);
        node.counters().increment(received(place));
    }

    private void dropExposed(final Peer peer, final long send, final long place) {
        // A sender that has lost its message expects no answer.
        if (peer.state() == PeerState.OPEN && Exposure.mode(place) != Exposure.LOST) {
            drop(peer, send, place);
        }
    }

    private static Counter received(final long place) {
        return Exposure.mode(place) == Exposure.REGISTERED ?
            Counter.RECEIVED_RENDEZVOUS_REGISTERED : Counter.RECEIVED_RENDEZVOUS_STAGED;
    }

    private void remove(final Operation receive) {
        receives.remove(Handle.index(receive.handle));
        receive.getPeer.endUse();
    }

    private RemoteMemory memory(final Peer peer) {
        final RemoteMemory present = remote[peer.rank()];
        return present != null && present.peer() == peer ? present : otherMemory(peer);
    }

    private RemoteMemory otherMemory(final Peer peer) {
        if (peers[peer.rank()] == peer) {
            remote[peer.rank()] = new RemoteMemory(node, peer);
            return remote[peer.rank()];
        }
        for (int i = 0; i < old.size(); i++) {
            if (old.get(i).peer() == peer) {
                return old.get(i);
            }
        }
        final RemoteMemory memory = new RemoteMemory(node, peer);
        old.add(memory);
        return memory;
    }

    /**
     * Notes that a later incarnation has taken the place of a peer.
     *
     * @param peer that is gone.
     */
    public void replaced(final Peer peer) {
        final RemoteMemory memory = remote[peer.rank()];
        if (memory != null && memory.peer() == peer) {
            old.add(memory);
            remote[peer.rank()] = null;
        }
        if (abandoned.containsValue(peer.rank())) {
            abandoned.values().removeIf(rank -> rank == peer.rank());
        }
    }

    /**
     * Unmaps the memory of a peer that has been replaced. Nothing may use it any more.
     *
     * @param peer that is gone.
     */
    public void release(final Peer peer) {
        for (int i = old.size() - 1; i >= 0; i--) {
            final RemoteMemory memory = old.get(i);
            if (memory.peer() == peer) {
                read = read == memory ? null : read;
                memory.release();
                old.remove(i);
            }
        }
    }

    /**
     * Ends the copying of a message that nobody wants any more. An exposure of its sender is answered now; one that has been asked for is
     * answered when it comes (S0.11).
     *
     * @param receive started, maybe done.
     */
    public void abandon(final Operation receive) {
        if (receive.isDone()) {
            return;
        }
        final Peer peer = receive.getPeer;
        final boolean isAsked = peer.state() == PeerState.OPEN && receive.done >= receive.getAvailable;
        if (isAsked) {
            abandoned.put(receive.handle, peer.rank());
        }
        if (active == receive) {
            active = receive.nextInList;
        } else {
            Operation before = active;
            while (before.nextInList != receive) {
                before = before.nextInList;
            }
            before.nextInList = receive.nextInList;
        }
        if (!isAsked) {
            dropExposed(peer, receive.getSend, receive.getPlace);
        }
        remove(receive);
        peer.inbound().messageOver(receive.getEnvelope);
        receive.complete(Outcome.CANCELLED);
    }

    private boolean fail(final Operation receive, final Peer peer) {
        if (peer.state() != PeerState.OPEN) {
            return endUnanswered(receive, PeerOutcome.of(peer));
        }
        node.protocolError(peer.rank(), "a long message names memory that is not there");
        peer.inbound().doneGet(receive.getSend, receive.getLength, receive.handle);
        return end(receive, Outcome.PROTOCOL_ERROR);
    }

    private void endWithMessage(final Operation receive, final Peer peer) {
        peer.inbound().messageDone(receive.getEnvelope, receive.getSend, receive.getLength, receive.handle);
        node.counters().increment(Counter.DONE_GET_SENT);
        node.counters().increment(received(receive.getPlace));
        node.counters().add(Counter.BYTES_RECEIVED, receive.done);
        // A message that is dropped is taken by an operation that is no receive.
        if (receive.done < receive.getLength && receive.kind.isReceive()) {
            node.counters().increment(Counter.TRUNCATIONS);
        }
        receive.complete(peer.rank(), receive.tag, receive.done, receive.getLength);
    }

    /** Ends a message without an answer to its sender. The completion watermark may not pass it. */
    private boolean endUnanswered(final Operation receive, final Outcome outcome) {
        receive.getPeer.inbound().endWord();
        return end(receive, outcome);
    }

    private boolean end(final Operation receive, final Outcome outcome) {
        remove(receive);
        receive.getPeer.inbound().messageOver(receive.getEnvelope);
        if (isRefused(memory(receive.getPeer))) {
            // The pair was given up: the bytes may be those of another message.
            receive.done = 0;
        }
        receive.fail(outcome, node.counters());
        return true;
    }

    /**
     * Ends every message that is under way, for an engine that closes.
     *
     * @param outcome that the operations end with.
     */
    public void endAll(final Outcome outcome) {
        Operation receive = active;
        active = null;
        while (receive != null) {
            final Operation next = receive.nextInList;
            endUnanswered(receive, outcome);
            receive = next;
        }
    }

    /**
     * Unmaps all that was mapped of peers. No thread may use this any more.
     */
    public void close() {
        for (final RemoteMemory memory : remote) {
            if (memory != null) {
                memory.close();
            }
        }
        old.forEach(RemoteMemory::close);
    }
}
