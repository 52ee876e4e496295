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
package io.tombolo.engine.rma;

import java.util.Locale;

/**
 * Event of the accesses of a rank at one target of a window.
 */
public enum EpochEvent {
    /** A batch needs the lock, which is requested. */
    LOCK_ASKED,
    /** The only, short access of a batch goes together with its lock request. */
    SENT_WITH_LOCK,
    /** A batch that needs no lock, or has it, goes out. */
    ISSUED,
    /** The lock is granted. The batch that waits for it goes out; if nobody waits, the lock is given back. */
    GRANTED,
    /** The lock of this rank's own part is granted. */
    OWN_GRANTED,
    /** The time limit for the lock has passed: the waiting batches are cancelled. */
    GIVEN_UP,
    /** The batch that goes out asks the target for a confirmation. */
    ACK_WANTED,
    /** The target has confirmed that all accesses are done. */
    DONE,
    /** All accesses of a batch have ended, and the lock is kept. */
    ENDED,
    /** All accesses of a batch have ended, and no lock is kept. */
    ENDED_LAST,
    /** A batch cannot be sent to the target. */
    REFUSED,
    /** The target has died or left, or this engine closes. */
    TARGET_GONE;

    /**
     * Returns the name for display.
     *
     * @return lower case, with spaces.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
