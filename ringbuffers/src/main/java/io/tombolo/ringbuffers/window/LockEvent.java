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
 * Events that change the state of a rank at the lock of a window.
 */
public enum LockEvent {
    /** The rank has set its bit among the shared holders, and no exclusive holder keeps it out. */
    SHARED_GRANTED,
    /** The rank is the exclusive holder, and there is no shared holder. */
    EXCLUSIVE_GRANTED,
    /** The rank is the exclusive holder, but a shared holder came at the same moment and still has the lock. */
    SHARERS_INSIDE,
    /** The last shared holder has left. */
    SHARERS_LEFT,
    /** The lock is taken, or others wait: the rank has entered the queue. */
    LINED_UP,
    /** The rank has stopped waiting. */
    TIME_UP,
    /** The rank asks again, and its slot is still in the queue. */
    ASKED_AGAIN,
    /** The rank asks again, but another rank has freed its slot. */
    SLOT_FREED,
    /** The rank releases the lock. */
    RELEASED,
    /** A waiting rank has proof that this rank is dead, and takes its hold or its place. */
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
