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
 * Answer of a call on an endpoint, receive queue, event dispatcher or protection zone. Only {@link #SUCCESS} has changed anything: after
 * any other, all counts are what they were.
 */
public enum CallResult {
    /** Done, or under way. */
    SUCCESS(0),
    /** There is no event. */
    QUEUE_EMPTY(1),
    /** The time is up, and there are fewer events than were waited for. */
    TIMEOUT_EXPIRED(2),
    /** What is called, or an argument, has been freed (S4.15). */
    INVALID_HANDLE(3),
    /** An argument is out of its range, or lies outside of its region (S4.17). */
    INVALID_PARAMETER(4),
    /** Not now: the state, or what is in use, forbids it. */
    INVALID_STATE(5),
    /** A queue or table is full, or there is no memory (S4.16). */
    INSUFFICIENT_RESOURCES(6),
    /** A region belongs to another protection zone (S4.18). */
    PROTECTION_VIOLATION(7),
    /** A region was closed, or does not allow what is asked (S4.19). */
    PRIVILEGES_VIOLATION(8),
    /** An endpoint still uses the receive queue (S4.22). */
    SRQ_IN_USE(9),
    /** What is called is not for an endpoint of this kind (S4.26). */
    MODEL_NOT_SUPPORTED(10),
    /** The engine was closed, or the job was aborted. */
    ABORT(11);

    private final int code;

    CallResult(final int code) {
        this.code = code;
    }

    /**
     * Returns the number that stands for this answer in tools.
     *
     * @return code, never used again for something else.
     */
    public int code() {
        return code;
    }
}
