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
 * State of a rank at the lock of one window.
 */
public enum LockState {
    /** The rank neither holds the lock nor waits for it. */
    IDLE(false),
    /** The rank waits in the queue. */
    QUEUED(true),
    /** The rank is the next exclusive holder and keeps newcomers out. Earlier shared holders still have the lock. */
    CLOSING(true),
    /** The rank has the lock; others may have it too. */
    SHARED(false),
    /** The rank has the lock alone. */
    EXCLUSIVE(false),
    /** The rank has given up. Its slot is still in the queue and is skipped. It gets the place back if it asks before the slot is freed. */
    ABANDONED(false),
    /** The rank is proven dead, and others have taken its hold and its place. */
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
    public boolean isWaiting() {
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
