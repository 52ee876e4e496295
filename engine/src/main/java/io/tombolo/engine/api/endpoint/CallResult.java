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
package io.tombolo.engine.api.endpoint;

/**
 * Result of a call on an endpoint, receive queue, event dispatcher or protection zone. Only a call that returns {@link #SUCCESS} changes
 * anything; after any other result all counts are the same as before.
 */
public enum CallResult {
    /** The operation is done or under way. */
    SUCCESS(0),
    /** There is no event. */
    QUEUE_EMPTY(1),
    /** The time is up, and there are fewer events than the caller waits for. */
    TIMEOUT_EXPIRED(2),
    /** The object of the call, or an argument, has been freed (S4.15). */
    INVALID_HANDLE(3),
    /** An argument is out of its range, or a segment is not wholly in its region (S4.17). */
    INVALID_PARAMETER(4),
    /** The state of the object does not allow the call now, or something still uses the object. */
    INVALID_STATE(5),
    /** A queue or table is full, or there is no memory (S4.16). */
    INSUFFICIENT_RESOURCES(6),
    /** A region belongs to another protection zone (S4.18). */
    PROTECTION_VIOLATION(7),
    /** A region was closed, or lacks the privilege for the operation (S4.19). */
    PRIVILEGES_VIOLATION(8),
    /** An endpoint still uses the receive queue (S4.22). */
    SRQ_IN_USE(9),
    /** This kind of endpoint does not support the call (S4.26). */
    MODEL_NOT_SUPPORTED(10),
    /** The engine was closed, or the job was aborted. */
    ABORT(11);

    private final int code;

    CallResult(final int code) {
        this.code = code;
    }

    /**
     * Returns the number of this result in tools.
     *
     * @return code, which is never reused.
     */
    public int code() {
        return code;
    }
}
