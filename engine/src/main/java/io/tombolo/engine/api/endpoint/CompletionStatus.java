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
 * Result of a posted send or receive. After any status but {@link #SUCCESS}, content and length of a receive buffer are undefined (S4.10).
 */
public enum CompletionStatus {
    /** The message was received, or sent. */
    SUCCESS(0),
    /** The connection ended before the operation did (S4.14, S4.30). */
    FLUSHED(1),
    /** The message is longer than the buffer. The connection is broken (S4.20). */
    LENGTH_ERROR(2),
    /** A region of the buffer was closed after the buffer was posted. The message got another buffer (S4.32). */
    PROTECTION_ERROR(3),
    /** A table of this rank was full. */
    RESOURCE_ERROR(4);

    private static final CompletionStatus[] BY_CODE = values();

    private final int code;

    CompletionStatus(final int code) {
        this.code = code;
    }

    /**
     * Returns the number of this status in an event queue.
     *
     * @return code, which is never reused.
     */
    public int code() {
        return code;
    }

    /**
     * Finds a status by its code.
     *
     * @param code any value.
     * @return the status, or null if no status has this code.
     */
    public static CompletionStatus of(final int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
