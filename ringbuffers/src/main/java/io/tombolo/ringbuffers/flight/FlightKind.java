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
package io.tombolo.ringbuffers.flight;

/**
 * Kinds of events of the flight recorder. Peer, context, tag and length are those of the message, unless a kind says otherwise. A wildcard
 * is -1. The number of a message counts the messages from its sender to its receiver, from 0, and keeps 32 bits. It is -1 at the end of a
 * send that has not left, or of a receive that got no message; and 0 where it is not known.
 */
public enum FlightKind {
    /** A short message has left at once: posted and completed. Recorded only if all messages are. */
    SENT(1, "sent"),

    /**
     * A send was posted that could not be completed at once. The number is the one that it gets if it does not fail and no other message
     * passes it.
     */
    SEND_POSTED(2, "send posted"),

    /** A send of {@link #SEND_POSTED} has ended; the detail is the outcome. */
    SEND_COMPLETED(3, "send completed"),

    /** A receive or matched probe took a message that was waiting in the ring, and completed. Recorded only if all messages are. */
    RECEIVED(4, "received"),

    /** A receive was posted, and waits; the length is its capacity. */
    RECEIVE_POSTED(5, "receive posted"),

    /** A receive has ended; the detail is the outcome, the length that of the message. */
    RECEIVE_COMPLETED(6, "receive completed"),

    /** A message has arrived, and a posted receive took it. */
    ARRIVED_EXPECTED(7, "arrived, expected"),

    /** A message has arrived, and no receive fits: it is filed as unexpected. */
    ARRIVED_UNEXPECTED(8, "arrived, unexpected"),

    /** A receive took an unexpected message. */
    MATCHED_UNEXPECTED(9, "matched"),

    /** A probe has found a message. */
    PROBED(10, "probed"),

    /** A matched probe took a message out of matching. */
    PROBE_MATCHED(11, "matched by probe"),

    /** A receive or send was cancelled. */
    CANCELLED(12, "cancelled"),

    /** A message without credit goes by rendezvous. */
    TURNED_RENDEZVOUS(13, "turned to rendezvous"),

    /** Sends to the peer wait for credit or room; the length is how many wait. */
    STALL_BEGAN(14, "stall began"),

    /** All sends that waited for credit or room of the peer have left; the length is the time since the first had to wait, in ns. */
    STALL_ENDED(15, "stall ended"),

    /**
     * This rank has to wait for the lock of the peer's part of a window in direct mode; or, with {@link #PEER_ASKS} in the detail, the peer
     * has to wait for that of this rank's part in packet mode. The detail has {@link #EXCLUSIVE} for an exclusive lock. The context is that
     * of the window's communicator, in packet mode the window.
     */
    LOCK_AWAITED(16, "lock awaited"),

    /** The lock that was awaited is granted; the length is the time of the wait, in ns. */
    LOCK_GRANTED(17, "lock granted"),

    /** The wait for a lock has ended without it; the length is its time, in ns. */
    LOCK_GIVEN_UP(18, "lock given up"),

    /** The state of an endpoint has changed; the detail is the code of the new state, the number the endpoint. */
    ENDPOINT(19, "endpoint state"),

    /** The rank falls asleep. Sleeps in a row without another event in between are one. */
    SLEPT(20, "asleep"),

    /** The rank has woken up, because it was woken or has something to do. */
    WOKE(21, "awake"),

    /** The peer is gone; the detail is the outcome that operations with it have, the number its incarnation. */
    PEER_GONE(22, "peer gone"),

    /** The next incarnation of the peer has joined; its number. */
    PEER_CAME(23, "peer came"),

    /** The peer has broken the protocol. */
    PROTOCOL_ERROR(24, "protocol error"),

    /**
     * A piece of the bytes of a message. The pieces come right after the event that ends the send or receive, in order: {@link #SENT},
     * {@link #SEND_COMPLETED}, {@link #RECEIVED}, {@link #RECEIVE_COMPLETED}, or {@link #MATCHED_UNEXPECTED} of a message whose bytes were
     * here. The detail has {@link #SENT_BYTES} and {@link #LAST_PIECE}; the tag is how many bytes the piece has, the length its position in
     * the stream of payload.
     */
    PAYLOAD(25, "payload");

    /** Bit of the detail of an event of a lock: the lock is exclusive. */
    public static final int EXCLUSIVE = 1;

    /** Bit of the detail of an event of a lock: the peer asks for the lock of this rank's part. */
    public static final int PEER_ASKS = 2;

    /** Bit of the detail of a piece of payload: the rank has sent the message, else it has received it. */
    public static final int SENT_BYTES = 1;

    /** Bit of the detail of a piece of payload: it is the last one of its message. */
    public static final int LAST_PIECE = 2;

    private static final FlightKind[] BY_CODE = byCode();

    private final int code;
    private final String text;

    FlightKind(final int code, final String text) {
        this.code = code;
        this.text = text;
    }

    private static FlightKind[] byCode() {
        final FlightKind[] kinds = new FlightKind[values().length + 1];
        for (final FlightKind kind : values()) {
            kinds[kind.code] = kind;
        }
        return kinds;
    }

    /**
     * Finds a kind.
     *
     * @param code as stored.
     * @return the kind; null if there is none, as in a damaged file.
     */
    public static FlightKind of(final int code) {
        return code > 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }

    /**
     * Returns the code of the kind in the file.
     *
     * @return from 1.
     */
    public int code() {
        return code;
    }

    /**
     * Returns the kind in words.
     *
     * @return text for people.
     */
    public String text() {
        return text;
    }
}
