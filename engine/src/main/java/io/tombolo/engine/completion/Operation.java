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

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.peer.OutboundRecord;
import io.tombolo.engine.peer.SegmentCopy;
import io.tombolo.engine.wire.Handle;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.region.RegionFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A send, receive or probe from its start to its completion; used again and again by the request or thread that owns it. Prepared by the
 * thread that asks, then touched by the progress owner alone, then read by whoever waits.
 * <p>
 * The one ordered word is the phase: the owner stores DONE (release) after the result, the waiter loads it (acquire) before reading it.
 */
public class Operation extends OutboundRecord implements BooleanSupplier {
    /** What an operation is asked to do. */
    public enum Kind {
        /** Send a message. */
        SEND,
        /** Receive a message. */
        RECEIVE,
        /** Find a message. */
        PROBE,
        /** Take an operation back. */
        CANCEL,
        /** Find a message and take it out of matching. */
        MATCH,
        /** Receive a message that was matched before. */
        RECEIVE_MATCHED,
        /** Read a message in place that was matched before. */
        VIEW,
        /** Give a message back that was matched before. */
        GIVE_BACK,
        /** Lend memory for a message. */
        CLAIM,
        /** Send a message that lies in memory which was lent for it. */
        COMMIT,
        /** Let a send pass on what a receive gets. */
        FORWARD,
        /** Give memory back that was lent for a message. */
        ABORT,
        /** Send a message from a copy in the attached buffer. */
        BUFFER,
        /** Take memory for messages that are sent from a copy. */
        ATTACH,
        /** Give that memory back. */
        DETACH,
        /** Opens the way to the destination; {@link Outcome#INSUFFICIENT_RESOURCES} if there is no memory for it. */
        REACH,
        /** Ask whether a destination keeps room for a message. */
        COVERS,
        /** Begin to take messages in the contexts of a communicator. */
        OPEN,
        /** Take no more messages in the contexts of a communicator. */
        CLOSE,
        /** Let queued messages of a communicator pass those of others; the tag is the priority. */
        PRIORITIZE,
        /** Access the memory of a window, or do what comes before and after. */
        WINDOW,
        /** Do what belongs to endpoints: a send of one, or a change of its connection, its queues or its dispatchers. */
        ENDPOINT;

        /**
         * Returns whether the operation sends, so that its destination is who it depends on.
         *
         * @return true for a send from the user's memory, from lent memory or from a copy, and for what comes before.
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

    /** No node, no handle, no lane. */
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

    /** What to do. */
    public Kind kind;

    /** Context of the communicator. */
    public int context;

    /** Source of a receive or probe, maybe any. */
    public int source;

    /** Tag. */
    public int tag;

    /** Bits of the tag that must agree. */
    public int tagMask;

    /** Whether a send ends with the match, not before (S0.35). */
    public boolean isSynchronous;

    /** Region whose windows the memory of the message spans, the offset then being one in its data; null for memory in one piece. */
    public RegionFile spanned;

    /** Keeps the memory of the message alive. */
    public Object owner;

    /** Ranks of a new communicator by their numbers in the world, of {@link Kind#OPEN}. */
    public int[] members;

    /** Operation that a {@link Kind#CANCEL} is about. */
    public Operation target;

    /** Send that a {@link Kind#FORWARD} is about. */
    public Operation forwarded;

    /** What sends know of this receive that pass its message on, or what this send knows of its receive; or null. */
    public ForwardProgress forwardProgress;

    /** Place of a matched message in the store of arrivals, or {@link #NONE}. */
    public int arrival = NONE;

    /** Is wrapped in the memory that the operation lends. */
    public UnsafeBuffer window;

    /** Where a receive is posted: its matching node if that is 0 or more; or {@link #NONE}. */
    public int node = NONE;

    /**
     * Handle by which the sender of a long message names this receive; of a send, by which its message is named while it is pending; or
     * {@link Handle#NONE}.
     */
    public long handle = Handle.NONE;

    /** Bytes of a long message that have been got. */
    public long done;

    /** Rank that a receive gets a long message from. */
    public int getSource;

    /** Where a long message is got from. */
    public long getPlace;

    /** Position of the next byte in that place. */
    public long getPosition;

    /** Bytes of a long message that may be got now. */
    public long getAvailable;

    /** Bytes of the long message that is got. */
    public long getLength;

    /** Handle of the send that a long message belongs to. */
    public long getSend;

    /** Place of the envelope among the open ones of its source, or {@link #NONE}. */
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

    /** An idle operation. */
    public Operation() {
    }

    /**
     * Begins a life: forgets the last one.
     *
     * @param newKind what to do.
     */
    public void begin(final Kind newKind) {
        if (kind != newKind) {
            // Not stored again: the collector's barrier costs more (bench rate).
            kind = newKind;
        }
        node = NONE;
        bin = NONE;
        handle = Handle.NONE;
        getEnvelope = NONE;
        done = 0;
        nextInList = null;
        isSynchronous = false;
        segments = null;
        PHASE.setOpaque(this, ACTIVE);
    }

    /**
     * Begins a life as another operation would.
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
     * Takes note of bytes that have been got of a long message.
     *
     * @param bytes more.
     */
    public void got(final long bytes) {
        done += bytes;
        if (forwardProgress != null) {
            forwardProgress.progress(done, Math.min(length, getLength));
        }
    }

    /**
     * Begins to tell of this receive; also of one that has ended, until it is begun again.
     *
     * @param newFeed new.
     */
    public void reportTo(final ForwardProgress newFeed) {
        if (isDone()) {
            newFeed.end(outcome, received);
            return;
        }
        forwardProgress = newFeed;
        if (handle != Handle.NONE) {
            got(0);
        }
    }

    /**
     * Returns the room of a receive.
     *
     * @return bytes.
     */
    public long capacity() {
        return length;
    }

    /**
     * Sets the memory of the message.
     *
     * @param newBase   array, or null for absolute addresses, or the file of a region whose windows the memory spans.
     * @param newOffset in the array, or address, or in the data of the region; range checked.
     * @param newLength bytes.
     * @param newOwner  keeps the memory alive.
     */
    public void place(final Object newBase, final long newOffset, final long newLength, final Object newOwner) {
        spanned = newBase instanceof RegionFile file ? file : null;
        base = spanned == null ? newBase : null;
        offset = newOffset;
        length = newLength;
        owner = newOwner;
    }

    /**
     * Returns whether the memory is in several pieces.
     *
     * @return true for segments, and for a region across the borders of its mapping.
     */
    public boolean isInPieces() {
        return segments != null || spanned != null;
    }

    /**
     * Returns how much of the memory lies in one piece.
     *
     * @param at   bytes from the start of the message.
     * @param most bytes that are asked for.
     * @return bytes from there, at most as many.
     */
    public long run(final long at, final long most) {
        return spanned == null ? most : Math.min(most, spanned.run(offset + at));
    }

    /**
     * Returns where a byte of the memory is.
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
     * @param address where to; room for its length.
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
     * Ends the operation with a message.
     *
     * @param fromRank    that sent it.
     * @param fromTag     its tag.
     * @param bytes       in the buffer.
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
     * Ends a probe with a message that stays where it is.
     *
     * @param fromRank    that sent it.
     * @param fromTag     its tag.
     * @param totalLength bytes.
     */
    public void found(final int fromRank, final int fromTag, final long totalLength) {
        complete(fromRank, fromTag, totalLength, totalLength);
    }

    /**
     * Ends the operation without a message, or in the middle of a long one.
     *
     * @param newOutcome how it ended.
     */
    public void complete(final Outcome newOutcome) {
        messageTag = tag;
        if (kind.isSend()) {
            messageSource = destination;
            received = newOutcome == Outcome.SUCCESS ? length : 0;
            messageLength = length;
        } else {
            final boolean isInside = kind.isReceive() && handle != Handle.NONE;
            messageSource = isInside ? getSource : source;
            received = isInside ? done : 0;
            messageLength = isInside ? getLength : 0;
        }
        finish(newOutcome);
    }

    /** Takes note that the record of this operation, which had to wait for room, is in the ring. Ends it, unless it says otherwise. */
    public void published() {
        complete(Outcome.SUCCESS);
    }

    /**
     * Ends the operation with an error, and counts it.
     *
     * @param newOutcome how it ended.
     * @param counters   of the rank.
     */
    public void fail(final Outcome newOutcome, final Counters counters) {
        counters.increment(Counter.OPERATIONS_FAILED);
        complete(newOutcome);
    }

    private void finish(final Outcome newOutcome) {
        outcome = newOutcome;
        if (forwardProgress != null) {
            endFeed(newOutcome);
        }
        owner = null;
        base = null;
        if (isInPieces()) {
            segments = null;
            spanned = null;
        }
        // Release; partner: the acquire load in isDone. No fence before the load of the waiter: a wake-up that is lost to that race costs
        // one backstop of the park, and a fence would cost every completion.
        PHASE.setRelease(this, DONE);
        final Thread waiting = waiter;
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
    }

    private void endFeed(final Outcome newOutcome) {
        if (kind.isReceive()) {
            forwardProgress.end(newOutcome, received);
        }
        forwardProgress = null;
    }

    /**
     * Returns whether the operation has ended (acquire; partner: the store that ends it).
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

    /**
     * Names the thread that must be unparked at the end. Called by the waiter, which looks at {@link #isDone()} once more afterwards.
     *
     * @param thread or null.
     */
    public void waiter(final Thread thread) {
        waiter = thread;
    }

    /**
     * Reads how it ended.
     *
     * @return the outcome; valid once done.
     */
    public Outcome outcome() {
        return outcome;
    }

    /**
     * Returns whether a receive got as many bytes as it has room for.
     *
     * @return false if there is room left; valid once done.
     */
    public boolean isFilled() {
        return received == length;
    }

    /**
     * Fills a status.
     *
     * @param status to fill.
     */
    public void fill(final Status status) {
        status.set(messageSource, messageTag, received, messageLength, outcome);
    }
}
