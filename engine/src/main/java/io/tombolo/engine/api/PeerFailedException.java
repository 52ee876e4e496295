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
package io.tombolo.engine.api;

/**
 * The other rank of the operation has died ({@link Outcome#PEER_FAILED}) or has closed its engine ({@link Outcome#PEER_LEFT}).
 */
public final class PeerFailedException extends MessagingException {
    private static final long serialVersionUID = 1L;

    /** Rank that died or left. */
    private final int rank;

    /** Name of that rank, or empty. */
    private final String name;

    /** Incarnation of that rank, or 0. */
    private final int incarnation;

    /** Bytes that had arrived. */
    private final long received;

    /** Length of the message. */
    private final long messageLength;

    /**
     * Makes the exception for an operation of which nothing had arrived, and that depends on no single member.
     *
     * @param outcome {@link Outcome#PEER_FAILED} or {@link Outcome#PEER_LEFT}.
     * @param rank    that died or left.
     * @param message one line that names the operation and says what happened.
     */
    public PeerFailedException(final Outcome outcome, final int rank, final String message) {
        this(outcome, rank, "", 0, 0, 0, message);
    }

    /**
     * Makes the exception for an operation that depends on one member.
     *
     * @param outcome       {@link Outcome#PEER_FAILED} or {@link Outcome#PEER_LEFT}.
     * @param rank          that died or left.
     * @param name          of the rank; empty if it has none.
     * @param incarnation   of the rank that died or left.
     * @param received      bytes of the message that are in the receiver's buffer.
     * @param messageLength length of the message, in bytes.
     * @param message       one line that names the operation and says what happened.
     */
    public PeerFailedException(
        final Outcome outcome, final int rank, final String name, final int incarnation, final long received, final long messageLength,
        final String message) {
        super(outcome, message);
        this.rank = rank;
        this.name = name;
        this.incarnation = incarnation;
        this.received = received;
        this.messageLength = messageLength;
    }

    /**
     * Returns the rank that died or left.
     *
     * @return rank in the communicator; {@link Communicator#ANY_SOURCE} if all ranks are gone that could have sent.
     */
    public int rank() {
        return rank;
    }

    /**
     * Returns the name of the rank.
     *
     * @return empty if it has none, or if {@link #rank()} is no rank.
     */
    public String name() {
        return name;
    }

    /**
     * Returns which incarnation of the rank died or left. Of several that have ended since the operation, it is the last that this rank
     * knew of when the exception was made.
     *
     * @return from 1; 0 if {@link #rank()} is no rank.
     */
    public int incarnation() {
        return incarnation;
    }

    /**
     * Returns how many bytes of the message had arrived when the receive failed (S0.18).
     *
     * @return bytes from the start of the receiver's buffer; 0 for other operations, and if no message had matched.
     */
    public long received() {
        return received;
    }

    /**
     * Returns the length of the message that the receive had matched.
     *
     * @return bytes that were sent; 0 for other operations, and if no message had matched.
     */
    public long messageLength() {
        return messageLength;
    }
}
