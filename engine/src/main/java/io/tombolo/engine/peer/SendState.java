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
package io.tombolo.engine.peer;

import io.tombolo.ringbuffers.counters.Counter;
import java.util.Locale;

/**
 * The states of the send machine; {@link SendTable} has their transitions. {@link #IDLE} and the states whose name begins with "awaiting"
 * last until something happens elsewhere. The others are actions. An action ends in the turn that begins it, unless the turn has used up
 * its share of work.
 * <p>
 * <b>Control</b> is what goes through the ring of the pair: a record, and a pool packet if the payload does not fit the record. The control
 * buffer is the packet, and control flow is room in the ring. <b>Data</b> is what follows the envelope of a long message. The data buffer
 * is a staging lane. Data flow is room in the lane or, for registered memory, the receiver's answer that it has copied the exposed part.
 */
public enum SendState {
    /** No record is to be sent (S3.1, S3.19). */
    IDLE(0, true, null),
    /**
     * A send has come to the head of the queue. If the peer had no credit for it when it was queued, its type is decided here: eager if
     * there is credit now, else a rendezvous. If credit comes before there is room for the envelope, it is decided once more (S3.2, S3.26).
     */
    DECIDE_TYPE(1, false, null),
    /** Takes a packet, unless the send needs none or has one (S3.3, S3.4, S3.22). */
    CHECK_CONTROL_BUFFERS(2, false, null),
    /** No packet is free (S3.5). */
    AWAITING_CONTROL_BUFFERS(3, true, Counter.POOL_EMPTY),
    /** Checks for room in the ring (S3.6, S3.7). */
    CHECK_CONTROL_FLOW(4, false, null),
    /** The ring is full; a packet that was taken is kept (S3.8). */
    AWAITING_CONTROL_FLOW(5, true, Counter.RING_FULL),
    /** Publishes the record, with as much of the message as it holds (S3.9 to S3.11, S3.23, S3.24). */
    POST_CONTROL(6, false, null),
    /** Takes staging lanes, unless the message has some (S3.12). */
    CHECK_DATA_BUFFERS(7, false, null),
    /** No lane is free (S3.13). */
    AWAITING_DATA_BUFFERS(8, true, Counter.LANE_EMPTY),
    /** Checks for room in the lanes, or whether more may be exposed (S3.14). */
    CHECK_DATA_FLOW(9, false, null),
    /** The lanes are full, or the receiver has not copied the exposed part yet (S3.15). */
    AWAITING_DATA_FLOW(10, true, Counter.LANE_FULL),
    /** Copies into the lanes, or exposes a part of registered memory (S3.16, S3.17). */
    POST_DATA(11, false, null),
    /** The data to send has not arrived yet: the message is forwarded while it is received (S3.30). */
    AWAITING_DATA(12, true, Counter.AWAITING_DATA),
    /** All data is exposed; the receiver answers when it has copied it (S3.27, S3.28). */
    AWAITING_DONE_GET(13, true, null),
    /** The send ends (S3.18). */
    SIGNAL_COMPLETION(14, false, null),
    /** Looks for another send in the queue: the one of the highest priority, or the oldest (S3.19, S3.40). */
    CHECK_QUEUE(15, false, null);

    private static final SendState[] BY_CODE = values();

    private final int code;
    private final boolean waits;
    private final Counter counter;

    SendState(final int code, final boolean waits, final Counter counter) {
        this.code = code;
        this.waits = waits;
        this.counter = counter;
    }

    /**
     * Returns the number of this state in the rank file.
     *
     * @return code; a code is never reused for another state.
     */
    public int code() {
        return code;
    }

    /**
     * Returns whether the state lasts until something happens elsewhere.
     *
     * @return false for an action.
     */
    public boolean isWait() {
        return waits;
    }

    /**
     * Returns the name for output.
     *
     * @return lower case, with spaces.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Counts how often a send had to wait here; null if that is not counted. */
    Counter counter() {
        return counter;
    }

    /**
     * Finds a state by its code.
     *
     * @param code of any value.
     * @return the state, or null if there is none.
     */
    public static SendState of(final int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
