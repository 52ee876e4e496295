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
package io.tombolo.engine.completion;

import static io.tombolo.engine.access.ApiAccess.MESSAGING;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.node.GroupMembers;
import io.tombolo.engine.peer.OutboundRecord;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.SegmentCopy;
import io.tombolo.engine.telemetry.Awaitable;
import io.tombolo.engine.telemetry.FlightRecorder;
import io.tombolo.engine.telemetry.ShownWait;
import io.tombolo.engine.telemetry.Waits;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.engine.wire.Handle;
import io.tombolo.matching.OrderedReceives;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.region.RegionFile;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitMode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A send, receive or probe from its start to its completion. The request or thread that owns an operation uses it again and again.
 * <p>
 * One class with public fields serves all kinds, because the message path must not allocate. The same object is the command that the
 * application hands to the progress owner, the entry of a send queue (it extends {@link OutboundRecord}), the posted receive, the state of
 * a long transfer, and the result. A class for each kind or phase would need a new object, or a pool of them, where one phase follows
 * another. The kind says which fields have a meaning.
 * <p>
 * <b>Threading:</b> the requesting thread prepares the fields, then the progress owner alone accesses them, then the waiter reads the
 * result. The one ordered word is the phase: the owner stores DONE (release) after the result, the waiter loads it (acquire) before it
 * reads the result.
 */
public class Operation extends OutboundRecord implements BooleanSupplier, OrderedReceives.Receive, Awaitable {
    /** The kinds of operations. */
    public enum Kind {
        /** Send a message. */
        SEND,
        /** Receive a message. */
        RECEIVE,
        /** Send a message if there is room now; {@link Outcome#CANCELLED} if there is none. */
        OFFER,
        /** Let the application keep a message that a poll has matched. */
        KEEP,
        /** Find a message. */
        PROBE,
        /** Cancel an operation. */
        CANCEL,
        /** End a send whose message goes on without it; {@link Outcome#CANCELLED} if that is not possible now. */
        LEAVE,
        /** Find a message and take it out of matching. */
        MATCH,
        /** Receive a message that was matched before. */
        RECEIVE_MATCHED,
        /** Read a message that was matched before, in place. */
        VIEW,
        /** Return a message that was matched before, unread. */
        GIVE_BACK,
        /** Lend memory for a message. */
        CLAIM,
        /** Send a message that was written into lent memory. */
        COMMIT,
        /** Lend a region for the copy of a message to several ranks. */
        LEND,
        /** Start the sends of a message to several ranks. */
        MULTICAST,
        /** Forward the message of a receive by a send. */
        FORWARD,
        /** Return memory that was lent for a message. */
        ABORT,
        /** Send a message from a copy in the attached buffer. */
        BUFFER,
        /** Attach a buffer for messages that are sent from a copy. */
        ATTACH,
        /** Detach that buffer. */
        DETACH,
        /** Ask whether a destination has credit for a message. */
        COVERS,
        /** Begin to take messages in the contexts of a communicator. */
        OPEN,
        /** Take no more messages in the contexts of a communicator. */
        CLOSE,
        /** Look whether communicators have lost members or are revoked, and end what is pending in them then. */
        CHECK_GROUPS,
        /** Record that the application knows of the end of an incarnation: the destination, and the incarnation as the length. */
        TELL,
        /** Record an event of a lock: the tag is its kind, the source its detail, the length the wait in ns. */
        RECORD,
        /** Set the priority of a communicator's queued messages; the tag is the priority. */
        PRIORITIZE,
        /** Access the memory of a window, or begin or end an epoch. */
        WINDOW,
        /** Send a message of an endpoint, or change a connection, a queue or a dispatcher. */
        ENDPOINT,
        /** Begin a nonblocking collective call, or end all of a group. */
        COLLECTIVE;

        /**
         * Returns whether the operation sends, and so depends on its destination.
         *
         * @return true for a send from the user's memory, from lent memory or from a copy, and for a claim.
         */
        public boolean isSend() {
            return this == SEND || this == COMMIT || this == CLAIM || this == BUFFER;
        }

        /**
         * Returns whether the operation receives a message into the user's memory.
         *
         * @return true also if the message was matched before.
         */
        public boolean isReceive() {
            return this == RECEIVE || this == RECEIVE_MATCHED;
        }
    }

    /** No node, no place, no bin. */
    public static final int NONE = -1;

    private static final int IDLE = 0;
    private static final int ACTIVE = 1;
    private static final int DONE = 2;
    private static final VarHandle PHASE;

    static {
        try {
            PHASE = MethodHandles.lookup().findVarHandle(Operation.class, "phase", int.class);
        } catch (final ReflectiveOperationException exception) {
            throw new ExceptionInInitializerError(exception);
        }
    }

    /** Kind of the operation. */
    public Kind kind;

    /** Context of the communicator. */
    public int context;

    /** Source of a receive or probe, or any source. */
    public int source;

    /** Tag. */
    public int tag;

    /** Bits of the tag that must agree. */
    public int tagMask;

    /** Whether a send is synchronous: it completes when its message has matched (S0.35). */
    public boolean isSynchronous;

    /** Whether the caller of a send may give up: its memory must not be exposed to the receiver, which could read it later. */
    public boolean isRevocable;

    /**
     * Region whose mapping windows the memory of the message spans; the offset is then relative to the data of the region. Null for memory
     * in one piece.
     */
    public RegionFile spanned;

    /** Keeps the memory of the message alive. */
    public Object owner;

    /** Members of a new communicator, of {@link Kind#OPEN}. */
    public GroupMembers members;

    /** Operation that a {@link Kind#CANCEL} cancels, a {@link Kind#LEAVE} ends, or a {@link Kind#MULTICAST} starts. */
    public Operation target;

    /** Send that a {@link Kind#FORWARD} feeds. */
    public Operation forwarded;

    /** Progress of this receive for the sends that forward its message, or progress of the receive that this send forwards; or null. */
    public ForwardProgress forwardProgress;

    /** When a receive has taken a message that is measured, {@link System#nanoTime()}; else 0. */
    public long matchedNs;

    /** When a send or receive was posted, {@link System#nanoTime()}; 0 if that is not recorded. */
    public long postedNs;

    /** Position of a receive in the order of calls, if that is recorded; see {@link io.tombolo.engine.order.OrderRecorder}. */
    public int orderNumber = NONE;

    /** Records the end of this send or receive; null if its start was not recorded. */
    public FlightRecorder flight;

    /** Place of a matched message in the store of arrivals, or {@link #NONE}. */
    public int arrival = NONE;

    /** Whether a match is that of a poll, which gives the message back by itself. Set before each match of a message. */
    public boolean isOfPoll;

    /** Buffer that is wrapped around the memory that the operation lends. */
    public UnsafeBuffer window;

    /** Matching node of a posted receive, if 0 or more; or {@link #NONE}. */
    public int node = NONE;

    /** Handle of a receive of a long message, which its sender uses; handle of a pending send; or {@link Handle#NONE}. */
    public long handle = Handle.NONE;

    /** Bytes of a long message that have been copied by get. */
    public long done;

    /** Source of the get of a long message. */
    public Peer getPeer;

    /** Place from which a long message is copied, see {@link io.tombolo.engine.wire.Exposure}. */
    public long getPlace;

    /** Position of the next byte in {@link #getPlace}. */
    public long getPosition;

    /** Bytes of a long message that may be copied now, counted from its start. */
    public long getAvailable;

    /** Length of the long message, bytes. */
    public long getLength;

    /** Handle of the send of a long message. */
    public long getSend;

    /** Place of the envelope among the open rendezvous of its source, or {@link #NONE}. */
    public int getEnvelope = NONE;

    /** Link of the list that the operation is in. */
    public Operation nextInList;

    /** Link of the stack of commands, or of the bin that a receive is in. */
    public Operation nextCommand;

    /** Bin of a receive in a context without wildcards, or {@link #NONE}. */
    public int bin = NONE;

    private volatile int phase = IDLE;
    private volatile Thread waiter;
    private Outcome outcome;
    private int messageSource;
    private int messageTag;
    private long received;
    private long messageLength;

    /** Creates an idle operation. */
    public Operation() {
    }

    /**
     * Activates the operation, and resets what the last use left.
     *
     * @param newKind kind of the operation.
     */
    public void begin(final Kind newKind) {
        if (kind != newKind) {
            // Stored only if it changes: the store of a reference includes a write barrier.
            kind = newKind;
        }
        node = NONE;
        bin = NONE;
        handle = Handle.NONE;
        getEnvelope = NONE;
        done = 0;
        nextInList = null;
        isSynchronous = false;
        isRevocable = false;
        segments = null;
        PHASE.setOpaque(this, ACTIVE);
    }

    /**
     * Activates the operation with the kind, envelope and memory of another one.
     *
     * @param template prepared for a send or receive, and never started.
     */
    public void beginAs(final Operation template) {
        begin(template.kind);
        context = template.context;
        bin = template.bin;
        source = template.source;
        destination = template.destination;
        tag = template.tag;
        tagMask = template.tagMask;
        key = template.key;
        base = template.base;
        spanned = template.spanned;
        segments = template.segments;
        offset = template.offset;
        length = template.length;
        owner = template.owner;
    }

    /**
     * Adds to the bytes of a long message that have been copied.
     *
     * @param bytes copied since the last call.
     */
    public void got(final long bytes) {
        done += bytes;
        if (forwardProgress != null) {
            forwardProgress.progress(done, Math.min(length, getLength));
        }
    }

    /**
     * Reports the progress of this receive from now on. A receive that has ended reports its end at once.
     *
     * @param newProgress new object that takes the reports.
     */
    public void reportTo(final ForwardProgress newProgress) {
        if (isDone()) {
            newProgress.end(outcome, received);
            return;
        }
        forwardProgress = newProgress;
        if (handle != Handle.NONE) {
            got(0);
        }
    }

    @Override
    public final int context() {
        return context;
    }

    @Override
    public final int tag() {
        return tag;
    }

    /**
     * Returns the capacity of a receive.
     *
     * @return bytes.
     */
    public long capacity() {
        return length;
    }

    /**
     * Sets the memory of the message, which lies in one piece.
     *
     * @param newBase   array, or null for absolute addresses.
     * @param newOffset offset in the array, or address; range checked.
     * @param newLength bytes.
     * @param newOwner  keeps the memory alive.
     */
    public void place(final Object newBase, final long newOffset, final long newLength, final Object newOwner) {
        place(newBase, null, newOffset, newLength, newOwner);
    }

    /**
     * Sets the memory of the message, which spans mapping windows of a region.
     *
     * @param file      of the region.
     * @param newOffset in the data of the region; range checked.
     * @param newLength bytes.
     * @param newOwner  keeps the memory alive.
     */
    public void placeSpanned(final RegionFile file, final long newOffset, final long newLength, final Object newOwner) {
        place(null, file, newOffset, newLength, newOwner);
    }

    private void place(
        final Object newBase, final RegionFile newSpanned, final long newOffset, final long newLength, final Object newOwner) {
        base = newBase;
        spanned = newSpanned;
        offset = newOffset;
        length = newLength;
        owner = newOwner;
    }

    /**
     * Returns whether the memory is in several pieces.
     *
     * @return true for segments, and for a region that spans mapping windows.
     */
    public boolean isInPieces() {
        return segments != null || spanned != null;
    }

    /**
     * Returns how much of the memory lies in one piece.
     *
     * @param at   bytes from the start of the message.
     * @param most bytes wanted.
     * @return bytes that lie in one piece from there, at most as many as wanted.
     */
    public long run(final long at, final long most) {
        return spanned == null ? most : Math.min(most, spanned.run(offset + at));
    }

    /**
     * Returns the position of a byte of the memory.
     *
     * @param at bytes from the start of the message.
     * @return offset in the array, or address.
     */
    public long locate(final long at) {
        return spanned == null ? offset + at : spanned.address(offset + at, 0);
    }

    /**
     * Copies a message into the memory.
     *
     * @param address of the message.
     * @param bytes   at most the capacity.
     */
    public void fillFrom(final long address, final long bytes) {
        if (segments != null) {
            SegmentCopy.scatter(address, segments, bytes);
        } else if (spanned != null) {
            spanned.copyIn(offset, null, address, bytes);
        } else {
            Bytes.copy(null, address, base, offset, bytes);
        }
    }

    /**
     * Copies a message out of the memory.
     *
     * @param address destination with room for the message.
     */
    public void copyOut(final long address) {
        if (segments != null) {
            SegmentCopy.gather(segments, address, length);
        } else if (spanned != null) {
            spanned.copyOut(offset, null, address, length);
        } else {
            Bytes.copy(base, offset, null, address, length);
        }
    }

    /**
     * Completes the operation with a message.
     *
     * @param fromRank    source of the message.
     * @param fromTag     tag of the message.
     * @param bytes       received into the buffer.
     * @param totalLength bytes that were sent.
     */
    public void complete(final int fromRank, final int fromTag, final long bytes, final long totalLength) {
        messageSource = fromRank;
        messageTag = fromTag;
        received = bytes;
        messageLength = totalLength;
        finish(bytes < totalLength ? Outcome.TRUNCATED : Outcome.SUCCESS);
    }

    /**
     * Completes a probe with a message that stays where it is.
     *
     * @param fromRank    source of the message.
     * @param fromTag     tag of the message.
     * @param totalLength bytes that were sent.
     */
    public void found(final int fromRank, final int fromTag, final long totalLength) {
        complete(fromRank, fromTag, totalLength, totalLength);
    }

    /**
     * Completes the operation without a message, or in the middle of a long one.
     *
     * @param newOutcome outcome of the operation.
     */
    public void complete(final Outcome newOutcome) {
        messageTag = tag;
        if (kind.isSend()) {
            messageSource = destination;
            received = newOutcome == Outcome.SUCCESS ? length : 0;
            messageLength = length;
        } else {
            final boolean isInside = kind.isReceive() && handle != Handle.NONE;
            messageSource = isInside ? getPeer.rank() : source;
            received = isInside ? done : 0;
            messageLength = isInside ? getLength : 0;
        }
        finish(newOutcome);
    }

    /** Called when the record of this operation, which had to wait for room, is in the ring. Completes it, unless a subclass overrides. */
    public void published() {
        complete(Outcome.SUCCESS);
    }

    /**
     * Completes the operation with an error, and counts it.
     *
     * @param newOutcome outcome of the operation.
     * @param counters   of the rank.
     */
    public void fail(final Outcome newOutcome, final Counters counters) {
        counters.increment(Counter.OPERATIONS_FAILED);
        complete(newOutcome);
    }

    /**
     * Fails an operation that there was no memory to start, as nobody else would end it. One that waits somewhere goes on.
     *
     * @param counters of the rank.
     */
    public void failUnlessStarted(final Counters counters) {
        if (!isDone() && !isQueued() && handle == Handle.NONE) {
            fail(Outcome.INSUFFICIENT_RESOURCES, counters);
        }
    }

    private void finish(final Outcome newOutcome) {
        outcome = newOutcome;
        if (forwardProgress != null) {
            endProgress(newOutcome);
        }
        if (flight != null) {
            recordEnd();
        }
        owner = null;
        base = null;
        if (isInPieces()) {
            segments = null;
            spanned = null;
        }
        // Release; partner: the acquire load in isDone. No fence before the load of the waiter: a wake-up lost to that race costs one
        // backstop of the park, while a fence would slow every completion.
        PHASE.setRelease(this, DONE);
        final Thread waiting = waiter;
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
    }

    private void recordEnd() {
        final boolean isReceive = !kind.isSend();
        final int recordedContext = isReceive ? context : Envelope.context(key);
        if (outcome == Outcome.CANCELLED) {
            flight.message(FlightKind.CANCELLED, isReceive ? source : destination, 0, recordedContext, tag, length);
        }
        flight.ended(
            isReceive ? FlightKind.RECEIVE_COMPLETED : FlightKind.SEND_COMPLETED, outcome, messageSource, sequence, recordedContext,
            messageTag, messageLength);
        if (flight.isFollowed()) {
            follow(isReceive, recordedContext);
        }
        postedNs = 0;
        if (matchedNs != 0) {
            if (outcome == Outcome.SUCCESS) {
                flight.completed(messageSource, matchedNs);
            }
            matchedNs = 0;
        }
        flight = null;
    }

    private void follow(final boolean isReceive, final int recordedContext) {
        flight.endedForJvm(
            isReceive, outcome, messageSource, recordedContext, messageTag, messageLength, handle != Handle.NONE, postedNs);
        if (flight.keepsBytes() && (!isReceive || sequence != NO_NUMBER)) {
            recordBytes(isReceive ? 0 : FlightKind.SENT_BYTES, recordedContext, isReceive ? received : length);
        }
    }

    private void recordBytes(final int detail, final int recordedContext, final long bytes) {
        if (!isInPieces() || bytes == 0) {
            flight.bytes(detail | FlightKind.LAST_PIECE, messageSource, sequence, recordedContext, base, offset, bytes);
            return;
        }
        long at = 0;
        do {
            final int segment = segments == null ? NONE : segments.find(at);
            final long piece = segments == null ? run(at, bytes - at) : Math.min(segments.run(segment, at), bytes - at);
            flight.bytes(
                at + piece == bytes ? detail | FlightKind.LAST_PIECE : detail, messageSource, sequence, recordedContext,
                segments == null ? null : segments.base(segment), segments == null ? locate(at) : segments.offset(segment, at), piece);
            at += piece;
        } while (at < bytes);
    }

    private void endProgress(final Outcome newOutcome) {
        if (kind.isReceive()) {
            forwardProgress.end(newOutcome, received);
        }
        forwardProgress = null;
    }

    /**
     * Returns whether the operation has ended. Acquire; partner: the release store in finish.
     *
     * @return true if the result can be read.
     */
    public final boolean isDone() {
        return (int) PHASE.getAcquire(this) == DONE;
    }

    @Override
    public final boolean getAsBoolean() {
        return isDone();
    }

    @Override
    public final void show(final Waits waits, final long deadlineNs) {
        final ShownWait wait = waits.begin(this, isQueued() ? 1 : 0, call(), WaitMode.ALL, deadlineNs);
        addTo(wait);
        wait.publish();
    }

    /**
     * Returns the call that most likely waits for this operation.
     *
     * @return by the kind of the operation.
     */
    public WaitCall call() {
        return switch (kind) {
            case SEND, BUFFER, COMMIT, OFFER -> WaitCall.SEND;
            case RECEIVE, RECEIVE_MATCHED, VIEW -> WaitCall.RECV;
            case PROBE, MATCH -> WaitCall.PROBE;
            case CLAIM -> WaitCall.CLAIM;
            case LEND, MULTICAST -> WaitCall.MULTICAST;
            case ENDPOINT -> WaitCall.EVENTS;
            default -> WaitCall.OTHER;
        };
    }

    /**
     * Adds what this operation waits for to a wait. Any thread that waits for it; a field that the progress owner changes meanwhile may be
     * read before or after the change.
     *
     * @param wait to fill.
     */
    public void addTo(final ShownWait wait) {
        switch (kind) {
            case SEND, BUFFER, COMMIT, OFFER, MULTICAST -> wait.add(
                isQueued() ? WaitKind.ROOM : WaitKind.SEND, Math.max(WaitKind.NO_RANK, destination), tag, Envelope.context(key), length, 0);
            case CLAIM, LEND -> wait.add(WaitKind.CLAIM, Math.max(WaitKind.NO_RANK, destination), tag, context, length, 0);
            case RECEIVE, RECEIVE_MATCHED, VIEW, PROBE, MATCH -> wait.add(
                kind == Kind.PROBE || kind == Kind.MATCH ? WaitKind.PROBE : WaitKind.RECEIVE, Math.max(WaitKind.NO_RANK, source),
                tagMask == 0 ? WaitKind.NO_TAG : tag, context, length, tagMask);
            case WINDOW -> wait.add(WaitKind.RMA, Math.max(WaitKind.NO_RANK, destination), WaitKind.NO_TAG, 0, 0, 0);
            case ENDPOINT -> wait.add(WaitKind.QUEUE, WaitKind.NO_RANK, WaitKind.NO_TAG, 0, 0, 0);
            default -> wait.add(WaitKind.OTHER, WaitKind.NO_RANK, WaitKind.NO_TAG, 0, 0, 0);
        }
    }

    /**
     * Sets the thread to unpark at the end. Called by the waiter, which must check {@link #isDone()} once more afterwards.
     *
     * @param thread waiter, or null.
     */
    public void waiter(final Thread thread) {
        waiter = thread;
    }

    /**
     * Returns the outcome.
     *
     * @return outcome; valid once the operation has ended.
     */
    public Outcome outcome() {
        return outcome;
    }

    /**
     * Returns whether a receive has filled its buffer.
     *
     * @return false if there is room left; valid once the operation has ended.
     */
    public boolean isFilled() {
        return received == length;
    }

    /**
     * Fills a status with the result. Valid once the operation has ended.
     *
     * @param status to fill.
     */
    public void fill(final Status status) {
        MESSAGING.fill(status, messageSource, messageTag, received, messageLength, outcome);
    }
}
