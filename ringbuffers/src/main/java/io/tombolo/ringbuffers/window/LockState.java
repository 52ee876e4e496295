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

import java.util.Locale;

/**
 * Where a rank stands at the lock of one window.
 */
public enum LockState {
    /** It has nothing, and waits for nothing. */
    IDLE(false),
    /** It waits in the queue. */
    QUEUED(true),
    /** It is the next exclusive holder and keeps newcomers out; shared holders that came before it are still inside. */
    CLOSING(true),
    /** It has the lock, others may have it too. */
    SHARED(false),
    /** It has the lock alone. */
    EXCLUSIVE(false),
    /** Its time was up; its slot is still in the queue, skipped by all, and is its place again if it asks before somebody frees it. */
    ABANDONED(false),
    /** It is proven dead, and others have taken what it had. */
    DEAD(false);

    private final boolean waits;

    LockState(final boolean waits) {
        this.waits = waits;
    }

    /**
     * Returns whether the rank waits for others.
     *
     * @return true if it has asked for the lock and does not have it.
     */
    public boolean isWait() {
        return waits;
    }

    /**
     * Returns the name as a person writes it.
     *
     * @return lower case, with spaces.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
