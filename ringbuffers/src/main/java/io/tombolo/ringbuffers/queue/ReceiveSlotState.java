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
package io.tombolo.ringbuffers.queue;

/**
 * State of a slot of a receive queue.
 */
public enum ReceiveSlotState {
    /** The slot is in the free list, or is being filled. */
    FREE(0),
    /** The slot is posted: any connection may take it. */
    POSTED(1),
    /** A connection has taken the slot for a message. */
    TAKEN(2),
    /** The slot is complete, and its completion is not yet reaped. */
    COMPLETED(3);

    private static final ReceiveSlotState[] BY_CODE = values();

    private final int code;

    ReceiveSlotState(final int code) {
        this.code = code;
    }

    /**
     * Returns the code of this state in a queue file.
     *
     * @return the code; it never changes its meaning.
     */
    public int code() {
        return code;
    }

    /**
     * Finds a state by its code.
     *
     * @param code as stored; any value.
     * @return the state, or null if there is none.
     */
    public static ReceiveSlotState of(final int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
