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

/**
 * A long or synchronous message from the publication of its envelope to its last DONE_GET (S0.9 to S0.18, S0.35). It outlives the user's
 * operation if the message is wholly staged before the receiver has it. Used again; belongs to {@link LongSends}.
 */
final class PendingSend extends OutboundRecord {
    private static final long LEAST_CHUNK = 4096;
    private static final long CHUNKS = 8;

    final SendCursor cursor = new SendCursor();
    Operation operation;
    int index;
    // In the table, while it has an index there.
    long handle;
    LocalRegion region;
    // Whether the offset is one in the data of the region, not an address.
    boolean isSpanned;
    int lane;
    long staged;
    long exposed;
    long got;
    long receive;
    // What the envelope has in the place of the receive.
    long opening;
    // Among those of its peer that are not done, from its publication on.
    int envelope;
    boolean isCommitted;
    boolean isSynchronous;
    boolean isEager;
    // From the ANTI_SEND to its answer; what comes in between is kept until then.
    boolean isCancelling;
    boolean isGot;
    boolean waitsForLane;
    // Of a message that is passed on, else null.
    ForwardProgress forwardProgress;
    boolean inStagingList;
    // Nothing of it is in its lanes before its envelope has left.
    boolean isStagedLate;
    boolean isTagged;
    // Of an endpoint: its receiver may drop it, for the end of the connection.
    boolean isDroppable;
    final CancelRequest cancelRequest = new CancelRequest();

    void begin(final Operation newOperation) {
        operation = newOperation;
        destination = newOperation.destination;
        key = newOperation.key;
        base = newOperation.base;
        offset = newOperation.offset;
        segments = newOperation.segments;
        first = 0;
        isSpanned = newOperation.spanned != null;
        length = newOperation.length;
        region = null;
        lane = Operation.NONE;
        staged = 0;
        exposed = 0;
        got = 0;
        receive = Handle.NONE;
        opening = Handle.NONE;
        envelope = OpenRendezvous.NONE;
        isCommitted = newOperation.kind == Operation.Kind.COMMIT;
        isSynchronous = newOperation.isSynchronous;
        isEager = false;
        isCancelling = false;
        isGot = false;
        waitsForLane = false;
        forwardProgress = newOperation.forwardProgress;
        inStagingList = false;
        isStagedLate = false;
        isTagged = newOperation.kind.isSend();
        isDroppable = newOperation.kind == Operation.Kind.ENDPOINT;
    }

    @Override
    protected int communicator() {
        return isTagged ? Envelope.communicator(Envelope.context(key)) : OF_NONE;
    }

    /**
     * Returns whether the user's operation ends before the receiver has the message: its bytes are no longer the user's.
     */
    boolean isDetached() {
        return !isSynchronous && !isCancelling && !isQueued() && (isCommitted || isStaged() && staged == length);
    }

    /**
     * Ends the user's operation, if that is so.
     */
    void completeIfDetached() {
        if (operation != null && isDetached()) {
            final Operation ended = operation;
            operation = null;
            forgetMemory();
            ended.complete(Outcome.SUCCESS);
        }
    }

    /**
     * Returns the bytes between two publications of a staged message: a share of it, so that a receiver that is awake copies while there is
     * more to come, but no page in pieces.
     *
     * @param most bytes.
     */
    long chunk(final long most) {
        return Math.min(most, Math.max(LEAST_CHUNK, length / CHUNKS));
    }

    /**
     * Takes the cursor of a registered message on to where its receiver gets what is shown.
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
     * Takes the cursor of a message from private memory on to its lanes, or to where it waits for some.
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
     * Takes the cursor on where there was no room in the lanes.
     */
    void cursorFull() {
        if (cursor.state() != SendState.AWAITING_DATA_FLOW) {
            cursor.must(SendEvent.FLOW_RESTRICTED);
        }
    }

    /**
     * Takes the cursor on when one more part is in the lanes.
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
     * Ends the walk of the cursor, wherever it waits; it may have ended before, when all was staged.
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
    long there() {
        return forwardProgress == null ? length : Math.min(length, forwardProgress.arrived());
    }

    /**
     * Returns whether the receiver owes an answer to an exposure: one DONE_GET, or the word that it has dropped the message (S0.11).
     */
    boolean isAnswerDue() {
        return !isQueued() && !waitsForLane && !isGot && !awaitsData();
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
        return region == null && !isEager;
    }

    /**
     * Returns whether it is known that a receive has the message, or will.
     */
    boolean isMatched() {
        return isGot || receive != Handle.NONE || waitsForLane;
    }

    /**
     * Forgets the user's memory.
     */
    void forgetMemory() {
        base = null;
        segments = null;
        // What is still queued names the memory no more.
        first = 0;
    }
}
