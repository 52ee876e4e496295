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
package io.tombolo.ringbuffers.window;

/**
 * State of a slot of the lock queue. It changes by a CAS of the whole word, so that a state always has the rank that it belongs to.
 */
enum LockSlotState {
    /** No rank has this position yet. */
    FREE(0),
    /** The rank waits for a shared lock. */
    SHARED(1),
    /** The rank waits for an exclusive lock. */
    EXCLUSIVE(2),
    /** The rank has stopped waiting: it got the lock, gave up or died. Others skip the slot; the rank may come back until it is freed. */
    ABANDONED(3);

    private static final LockSlotState[] BY_CODE = values();

    private final int code;

    LockSlotState(final int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static LockSlotState of(final LockMode type) {
        return type == LockMode.SHARED ? SHARED : EXCLUSIVE;
    }

    /** Returns the state of a code, or null if no state has it. */
    static LockSlotState byCode(final int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
