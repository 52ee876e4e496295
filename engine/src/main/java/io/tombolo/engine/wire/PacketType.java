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
package io.tombolo.engine.wire;

/**
 * The types of packets. Codes are part of the shared layout; a code is never reused for another type.
 */
public enum PacketType {
    /** A message whose payload lies in the record (S0.5). */
    SHORT(1),
    /** A message whose payload lies in a pool packet that the record names (S0.5, S0.6). */
    EAGER(2),
    /** The envelope of a long message, which names the place of its data; DO_GET in the source (S0.9). */
    RTS(3),
    /**
     * Go-ahead of a receiver that posted early (S0.23, S0.26, S0.27): reserved, never sent, and refused as a protocol error. It would save
     * no round trip: the envelope names the place of the data, and a receiver that has posted copies as soon as it sees the envelope. It
     * would let the sender store into a posted buffer in a region, and save the second copy of a staged message. But the receiver's core
     * used those lines last, and each store waits for it: for long messages that is slower than a lane, and shorter ones travel in the
     * ring.
     */
    CTS(4),
    /** More of a long message can be copied (S0.12). */
    CONT_GET(5),
    /**
     * Return path: packets come back, or a part of a long message has been copied (S0.11). A tagged message that is done in order needs
     * none: a word in the credit line completes it (S0.31).
     */
    DONE_GET(6),
    /**
     * Explicit credit: reserved, never sent, and refused as a protocol error. Credit lies in words that only grow. The receiver stores them
     * once a batch and the sender loads them when it needs them, so no credit can wait behind the records that it permits.
     */
    FLOW(7),
    /** Asks the receiver to drop a message that was sent (S0.34). */
    ANTI_SEND(8),
    /** Return path: answers {@link #ANTI_SEND}. */
    ANTI_SEND_OK(9),
    /** Asks for a window lock (S2.6). */
    LOCK(10),
    /** Grants a window lock (S2.6). */
    LOCK_GRANTED(11),
    /** Writes to a window. */
    PUT(12),
    /** Reads from a window. */
    GET(13),
    /** Answers {@link #GET}. */
    GET_RESPONSE(14),
    /** Combines with a window's elements. */
    ACCUMULATE(15),
    /** The operations of an epoch have been applied (S2.9). */
    RMA_DONE(16),
    /** Lock, one short put and release in one packet (S2.19). */
    LOCK_PUT(17),
    /** Lock, one get and release in one packet (S2.19). */
    LOCK_GET(18),
    /** Lock, one short accumulate and release in one packet (S2.19). */
    LOCK_ACCUMULATE(19),
    /** Asks to connect an endpoint. */
    EP_CONNECT(20),
    /** A message of an endpoint. */
    EP_SEND(21),
    /** Ends a connection of endpoints. */
    EP_DISCONNECT(22),
    /** First record of a pair. */
    HELLO(23),
    /** Last record of a pair. */
    BYE(24);

    /** One more than the highest code there can be: a ring carries five bits. */
    public static final int MOST_CODES = 32;

    private static final PacketType[] BY_CODE = byCode();

    private final int code;

    PacketType(final int code) {
        this.code = code;
    }

    /**
     * Returns the code of this type in shared memory.
     *
     * @return 1 to 31.
     */
    public int code() {
        return code;
    }

    /**
     * Finds a type by its code.
     *
     * @param code of any value.
     * @return the type, or null if there is none.
     */
    public static PacketType of(final int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }

    private static PacketType[] byCode() {
        final PacketType[] types = new PacketType[MOST_CODES];
        for (final PacketType type : values()) {
            types[type.code] = type;
        }
        return types;
    }
}
