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
 * What became of a receive, a probe or a send. The caller owns it and may use it again; the engine fills it before the call returns.
 * Not thread-safe.
 */
public final class Status {
    private int source = Communicator.NULL_RANK;
    private int tag = Communicator.ANY_TAG;
    private long length;
    private long messageLength;
    private Outcome outcome = Outcome.SUCCESS;

    /**
     * An empty status: from {@link Communicator#NULL_RANK}, no bytes.
     */
    public Status() {
    }

    /**
     * Returns the rank that sent the message, also if the receive named none (S1.27).
     *
     * @return rank in the communicator.
     */
    public int source() {
        return source;
    }

    /**
     * Returns the tag of the message, also if the receive named none (S1.27).
     *
     * @return tag.
     */
    public int tag() {
        return tag;
    }

    /**
     * Returns the bytes that are in the receiver's buffer.
     *
     * @return at most the capacity of the receive; for a probe, the length of the message; for a receive that failed in the middle of a
     *     long message, those that had come before (S0.18).
     */
    public long length() {
        return length;
    }

    /**
     * Returns the bytes that the sender sent (S0.1).
     *
     * @return more than {@link #length()} if the message was truncated, or did not come whole; 0 if none has matched.
     */
    public long messageLength() {
        return messageLength;
    }

    /**
     * Returns how the operation ended.
     *
     * @return the outcome.
     */
    public Outcome outcome() {
        return outcome;
    }

    /**
     * Returns whether the operation ended as asked.
     *
     * @return true for {@link Outcome#SUCCESS}.
     */
    public boolean isSuccess() {
        return outcome == Outcome.SUCCESS;
    }

    /**
     * Fills the status. Called by the engine.
     *
     * @param newSource        rank that sent.
     * @param newTag           tag of the message.
     * @param newLength        bytes in the receiver's buffer.
     * @param newMessageLength bytes sent.
     * @param newOutcome       how it ended.
     * @return this.
     */
    public Status set(
        final int newSource, final int newTag, final long newLength, final long newMessageLength, final Outcome newOutcome) {
        // Each is compared first: in a window of sends they are the same again, and a record waits for its line behind every store that was
        // made before it (bench rate).
        if (source != newSource) {
            source = newSource;
        }
        if (tag != newTag) {
            tag = newTag;
        }
        if (length != newLength) {
            length = newLength;
        }
        if (messageLength != newMessageLength) {
            messageLength = newMessageLength;
        }
        if (outcome != newOutcome) {
            outcome = newOutcome;
        }
        return this;
    }

    @Override
    public String toString() {
        return outcome + " source=" + source + " tag=" + tag + " length=" + length + " messageLength=" + messageLength;
    }
}
