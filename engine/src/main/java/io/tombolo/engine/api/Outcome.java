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
 * How an operation ended.
 */
public enum Outcome {
    /** As asked. */
    SUCCESS(0),
    /** The message was longer than the receive; the buffer holds its beginning. */
    TRUNCATED(1),
    /** The operation was taken back before it matched. */
    CANCELLED(2),
    /** The other rank died, or was proven dead while the operation waited for it. */
    PEER_FAILED(3),
    /** The other rank has closed its engine. */
    PEER_LEFT(4),
    /** What the other rank wrote cannot be right; the pair is given up. */
    PROTOCOL_ERROR(5),
    /** A file or table that the operation needs could not be had. */
    INSUFFICIENT_RESOURCES(6),
    /** This engine was closed while the operation was under way. */
    CLOSED(7),
    /** A rank has ended the whole job. */
    ABORTED(8),
    /** The message is not what was promised when its communicator was made. */
    PROMISE_BROKEN(9),
    /** The message was being passed on, and the receive that it came from ended before all of it was there. */
    INCOMPLETE(10),
    /** A call of a window outside of the epoch that it needs, or a second lock of what is locked. */
    RMA_SYNC(11),
    /** A range that does not lie in the window, or elements that are not aligned in it. */
    RMA_RANGE(12);

    private final int code;

    Outcome(final int code) {
        this.code = code;
    }

    /**
     * Returns the number that stands for this outcome in shared memory and in tools.
     *
     * @return the code.
     */
    public int code() {
        return code;
    }
}
