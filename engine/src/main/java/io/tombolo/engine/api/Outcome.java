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
 * Outcome of an operation.
 */
public enum Outcome {
    /** The operation succeeded. */
    SUCCESS(0),
    /** The message was longer than the capacity of the receive; the buffer holds its beginning. */
    TRUNCATED(1),
    /** The operation was cancelled before it matched. */
    CANCELLED(2),
    /** The other rank has died. */
    PEER_FAILED(3),
    /** The other rank has closed its engine. */
    PEER_LEFT(4),
    /** The other rank has written something that breaks the protocol; the pair was given up. */
    PROTOCOL_ERROR(5),
    /** The operation needs memory, a file or a table entry that is not available. */
    INSUFFICIENT_RESOURCES(6),
    /** This engine was closed while the operation was under way. */
    CLOSED(7),
    /** A rank has aborted the job. */
    ABORTED(8),
    /** The message breaks a {@link Promise} that was made for its communicator. */
    PROMISE_BROKEN(9),
    /** The message was being forwarded, and the receive that it came from ended before it was complete. */
    INCOMPLETE(10),
    /** A call on a window outside of the epoch that it needs, or a second lock of a target that is locked. */
    RMA_SYNC(11),
    /** A range does not lie in the window, or its elements are not aligned. */
    RMA_RANGE(12),
    /** A rank has revoked the communicator. */
    REVOKED(14);

    private final int code;

    Outcome(final int code) {
        this.code = code;
    }

    /**
     * Returns the number of this outcome in shared memory and in tools.
     *
     * @return code.
     */
    public int code() {
        return code;
    }
}
