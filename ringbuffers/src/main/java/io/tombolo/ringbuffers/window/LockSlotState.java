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
 * State of a slot of the queue. It changes by CAS of the whole word, so that no state is ever without the rank that it belongs to.
 */
enum LockSlotState {
    /** Nobody has this position yet. */
    FREE(0),
    /** Its rank waits for a shared lock. */
    SHARED(1),
    /** Its rank waits for an exclusive lock. */
    EXCLUSIVE(2),
    /** Its rank waits here no more: it got the lock, its time was up, or it died. Whoever is next skips it; until then it may come back. */
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

    /** The state of a code, or null. */
    static LockSlotState byCode(final int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
