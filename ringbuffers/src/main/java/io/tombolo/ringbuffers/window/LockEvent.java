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
 * What changes where a rank stands at the lock of a window.
 */
public enum LockEvent {
    /** Its bit is among the shared holders, and nobody has closed the lock. */
    SHARED_GRANTED,
    /** It is the exclusive holder, and no shared holder is inside. */
    EXCLUSIVE_GRANTED,
    /** It is the exclusive holder, and a shared holder that came at the same moment is inside. */
    SHARERS_INSIDE,
    /** The last shared holder has left. */
    SHARERS_LEFT,
    /** The lock is taken, or others wait: it has entered the queue. */
    LINED_UP,
    /** It waits no longer. */
    TIME_UP,
    /** It asks again, and its slot is still in the queue. */
    ASKED_AGAIN,
    /** Somebody has freed its slot. */
    SLOT_FREED,
    /** It lets go. */
    RELEASED,
    /** Somebody who waits has proof that it is dead, and takes what it had. */
    DIED;

    /**
     * Returns the name as a person writes it.
     *
     * @return lower case, with spaces.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
