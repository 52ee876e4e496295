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
import io.tombolo.engine.api.SendPath;
import io.tombolo.engine.completion.ForwardProgress;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.peer.OpenRendezvous;
import io.tombolo.engine.peer.OutboundRecord;
import io.tombolo.engine.peer.SendCursor;
import io.tombolo.engine.peer.SendEvent;
import io.tombolo.engine.peer.SendRun;
import io.tombolo.engine.peer.SendState;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.engine.wire.Handle;
import io.tombolo.ringbuffers.Bytes;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A long or synchronous message from the publication of its envelope to its last DONE_GET (S0.9 to S0.18, S0.35). It outlives the user's
 * operation if the message is wholly staged before the receiver has it. Reused; belongs to {@link LongSends}.
 * <p>
 * The cursor walks the send table. Beside it there are three states of other kinds: {@link #path} is fixed with the envelope,
 * {@link #staging} says which list of {@link LongSends} holds the message, {@link #cancelling} how far a cancellation has come.
 */
final class PendingSend extends OutboundRecord {
    private static final long LEAST_CHUNK = 4096;
    private static final long CHUNKS = 8;
    private static final long LONGEST_COPY = 1 << 30;

    /** What a staged message waits for. */
    enum Staging {
        /** Nothing: the message is not staged, has been copied whole, or waits for an answer. */
        IDLE,
        /** The publication of the envelope; before it nothing may be copied into the lanes. */
        AFTER_ENVELOPE,
        /** Free lanes: its receiver has asked for it, and it has none. */
        AWAITING_LANES,
        /** Room in its lanes. An ended message stays in this state until the list of such messages drops it. */
        AWAITING_ROOM
    }

    /** How far the cancellation of a message has come that its receiver decides. */
    enum Cancelling {
        /** None was asked for, or it has been answered. */
        NONE,
        /** The request has been sent; the answer is due. */
        ASKED,
        /** The message was got before the answer came. It ends with the answer, which must be no. */
        TOO_LATE
    }

    final SendCursor cursor = new SendCursor();
    final CancelRequest cancelRequest = new CancelRequest();
    Operation operation;
    // Kind of the operation, which may have ended.
    Operation.Kind kind = Operation.Kind.SEND;
    int index;
    // Valid while the message is in the table.
    long handle;
    LocalRegion region;
    // Whether the offset counts in the data of the region; else it is an address.
    boolean isSpanned;
    boolean isSynchronous;
    SendPath path = SendPath.REGISTERED;
    Staging staging = Staging.IDLE;
    Cancelling cancelling = Cancelling.NONE;
    int lane;
    long staged;
    long exposed;
    long got;
    long receive;
    // Word of the envelope that a continuation replaces by the handle of the receive.
    long opening;
    // Index among the open envelopes of its peer, from its publication on.
    int envelope;
    // Of a message that is forwarded, else null.
    ForwardProgress forwardProgress;

    void begin(final Operation newOperation) {
        operation = newOperation;
        sequence = NO_NUMBER;
        kind(newOperation.kind);
        destination = newOperation.destination;
        key = newOperation.key;
        base = newOperation.base;
        offset = newOperation.offset;
        segments = newOperation.segments;
        first = 0;
        isSpanned = newOperation.spanned != null;
        isSynchronous = newOperation.isSynchronous;
        length = newOperation.length;
        region = null;
        staging(Staging.IDLE);
        cancelling(Cancelling.NONE);
        lane = Operation.NONE;
        staged = 0;
        exposed = 0;
        got = 0;
        receive = Handle.NONE;
        opening = Handle.NONE;
        envelope = OpenRendezvous.NONE;
        forwardProgress = newOperation.forwardProgress;
    }

    // The four setters store nothing that is there already: a store of a reference costs the collector's barrier too.

    private void kind(final Operation.Kind newKind) {
        if (kind != newKind) {
            kind = newKind;
        }
    }

    void path(final SendPath newPath) {
        if (path != newPath) {
            path = newPath;
        }
    }

    void staging(final Staging newStaging) {
        if (staging != newStaging) {
            staging = newStaging;
        }
    }

    void cancelling(final Cancelling newCancelling) {
        if (cancelling != newCancelling) {
            cancelling = newCancelling;
        }
    }

    @Override
    protected int communicator() {
        return kind.isSend() ? Envelope.communicator(Envelope.context(key)) : OF_NONE;
    }

    /**
     * Returns whether its receiver may drop it at the end of the connection.
     */
    boolean isDroppable() {
        return kind == Operation.Kind.ENDPOINT;
    }

    /**
     * Returns whether the user's operation ends before the receiver has the message, because its bytes are no longer the user's.
     */
    boolean isDetached() {
        return !isSynchronous && cancelling == Cancelling.NONE && !isQueued() &&
            (kind == Operation.Kind.COMMIT || isStaged() && staged == length);
    }

    /** Lets the operation go, which ends now. Returns it with the number of its message; null if it has ended before. */
    Operation release() {
        final Operation released = operation;
        if (released != null) {
            operation = null;
            released.sequence = sequence;
        }
        return released;
    }

    /**
     * Ends the user's operation if the message is detached from it.
     */
    void completeIfDetached() {
        if (operation != null && isDetached()) {
            final Operation ended = release();
            forgetMemory();
            ended.complete(Outcome.SUCCESS);
        }
    }

    /**
     * Returns the length of the parts that a staged message is copied in: a share of the message, so that a receiver that is awake copies
     * while there is more to come, but at least a page.
     *
     * @param most bytes.
     */
    long chunk(final long most) {
        return Math.min(most, Math.max(LEAST_CHUNK, length / CHUNKS));
    }

    /**
     * Moves the cursor of a registered message to where its receiver gets what is exposed.
     */
    void cursorExposed() {
        final boolean isAll = exposed == length;
        final boolean isFirst = cursor.state() == SendState.POST_CONTROL;
        if (isFirst && isAll) {
            cursor.must(SendRun.EXPOSED);
            return;
        }
        if (isFirst) {
            cursor.must(SendEvent.MORE_DIRECT);
            cursor.must(SendEvent.FLOW_OK);
        }
        cursor.must(isAll ? SendEvent.ALL_EXPOSED : SendEvent.MORE_DIRECT);
        if (!isAll) {
            cursor.must(SendEvent.FLOW_RESTRICTED);
        }
    }

    /**
     * Moves the cursor of a staged message to its lanes, or to where it waits for some.
     */
    void cursorBuffered() {
        if (lane == Operation.NONE) {
            cursor.must(SendEvent.MORE_BUFFERED);
            cursor.must(SendEvent.NO_BUFFERS);
        } else {
            cursor.must(SendRun.BUFFERED);
        }
    }

    /**
     * Moves the cursor when the lanes have no room.
     */
    void cursorFull() {
        if (cursor.state() != SendState.AWAITING_DATA_FLOW) {
            cursor.must(SendEvent.FLOW_RESTRICTED);
        }
    }

    /**
     * Moves the cursor when one more part is in the lanes.
     */
    void cursorStaged() {
        final boolean isLast = staged == length;
        if (cursor.state() == SendState.CHECK_DATA_FLOW) {
            cursor.must(isLast ? SendRun.LAST_PART : SendRun.PART);
            return;
        }
        cursor.must(SendEvent.FLOW_ENABLED);
        if (isLast) {
            endCursor(SendEvent.MESSAGE_COMPLETE);
        } else {
            cursor.must(SendEvent.MORE_BUFFERED);
            cursor.must(SendEvent.BUFFERS_OK);
        }
    }

    /**
     * Ends the walk of the cursor, wherever it waits. It may have ended before, when all was staged.
     */
    void endCursor(final SendEvent event) {
        if (event == SendEvent.DONE_GET && cursor.state() == SendState.AWAITING_DONE_GET) {
            cursor.must(SendRun.GOT);
        } else if (cursor.state() != SendState.IDLE) {
            cursor.must(event);
            cursor.must(SendEvent.SIGNALLED);
            cursor.must(SendEvent.NO_MORE_RECORDS);
        }
    }

    /**
     * Returns the bytes that may be exposed, from the start of the message.
     */
    long available() {
        return forwardProgress == null ? length : Math.min(length, forwardProgress.arrived());
    }

    /**
     * Returns whether the receiver owes an answer to an exposure: one DONE_GET, or a record that it has dropped the message (S0.11).
     */
    boolean isAnswerDue() {
        return !isQueued() && staging != Staging.AWAITING_LANES && cancelling != Cancelling.TOO_LATE && !awaitsData();
    }

    /**
     * Returns whether a receive may ask for the next part, as one that a peer names does.
     */
    boolean isPartDue(final long newGot, final long newReceive) {
        return (isStaged() || cursor.takes(SendEvent.FLOW_ENABLED)) && newReceive != Handle.NONE && newGot == exposed &&
            (receive == Handle.NONE || receive == newReceive);
    }

    boolean awaitsData() {
        return cursor.state() == SendState.AWAITING_DATA;
    }

    boolean isStaged() {
        return path == SendPath.STAGED;
    }

    /**
     * Returns whether it is known that a receive has matched the message.
     */
    boolean isMatched() {
        return cancelling == Cancelling.TOO_LATE || receive != Handle.NONE || staging == Staging.AWAITING_LANES;
    }

    /**
     * Gets what is left to send out of the user's memory. A message in a packet, or wholly in its lanes, has left it already. One that is
     * forwarded is not copied.
     *
     * @return false if there is no memory for a copy; nothing has changed.
     */
    boolean tryLeaveMemory() {
        if (isStaged() && staged < length) {
            try {
                segments = copy();
            } catch (final OutOfMemoryError error) {
                return false;
            }
            base = null;
        }
        return true;
    }

    private SegmentList copy() {
        final SegmentList copy = new SegmentList();
        for (long at = 0; at < length; at += LONGEST_COPY) {
            final int bytes = (int) Math.min(LONGEST_COPY, length - at);
            final byte[] piece = new byte[bytes];
            for (long done = 0; done < bytes;) {
                final long from = at + done;
                final int segment = segments == null ? 0 : segments.find(from);
                final long run = segments == null ? bytes : Math.min(segments.run(segment, from), bytes - done);
                Bytes.copy(
                    segments == null ? base : segments.base(segment), segments == null ? offset + from : segments.offset(segment, from),
                    piece, Bytes.BYTES_OFFSET + done, run);
                done += run;
            }
            copy.add(new UnsafeBuffer(piece), 0, bytes);
        }
        return copy;
    }

    /**
     * Forgets the user's memory.
     */
    void forgetMemory() {
        base = null;
        segments = null;
        // A record that is still queued must not name the memory any more.
        first = 0;
    }
}
