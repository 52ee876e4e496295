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

import io.tombolo.engine.access.InstalledAccess;

/**
 * Result of a receive, a probe or a send. The caller owns it and may use it again; the engine fills it before the call returns. Not
 * thread-safe.
 */
public final class Status {
    static {
        InstalledAccess.install(new MessagingMembers());
    }

    private int source = Communicator.NULL_RANK;
    private int tag = Communicator.ANY_TAG;
    private long length;
    private long messageLength;
    private Outcome outcome = Outcome.SUCCESS;

    /**
     * Makes an empty status: success, source {@link Communicator#NULL_RANK}, {@link Communicator#ANY_TAG}, no bytes.
     */
    public Status() {
    }

    /**
     * Returns the rank that sent the message, also if the receive named no source (S1.27).
     *
     * @return rank in the communicator; for a send, its destination.
     */
    public int source() {
        return source;
    }

    /**
     * Returns the tag of the message, also if the receive named no tag (S1.27).
     *
     * @return tag.
     */
    public int tag() {
        return tag;
    }

    /**
     * Returns how many bytes are in the receiver's buffer.
     *
     * @return at most the capacity of the receive. For a probe this is the length of the message. For a receive that failed in the middle
     *     of a long message these are the bytes that came before the failure (S0.18).
     */
    public long length() {
        return length;
    }

    /**
     * Returns how many bytes were sent (S0.1).
     *
     * @return more than {@link #length()} if the message was truncated or only a part of it came; 0 if no message has matched.
     */
    public long messageLength() {
        return messageLength;
    }

    /**
     * Returns the outcome of the operation.
     *
     * @return outcome.
     */
    public Outcome outcome() {
        return outcome;
    }

    /**
     * Returns whether the operation succeeded.
     *
     * @return true for {@link Outcome#SUCCESS}.
     */
    public boolean isSuccess() {
        return outcome == Outcome.SUCCESS;
    }

    Status fill(
        final int newSource, final int newTag, final long newLength, final long newMessageLength, final Outcome newOutcome) {
        // Compare before each store: in a stream of sends the values repeat, and the release store of a record waits for earlier stores.
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
