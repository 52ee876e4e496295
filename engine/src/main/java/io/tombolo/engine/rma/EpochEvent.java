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
 * What happens to the accesses of a rank at one target of a window.
 */
public enum EpochEvent {
    /** A batch needs the lock: it is asked for. */
    LOCK_ASKED,
    /** A batch of one short access goes with the request for its lock. */
    SENT_WITH_LOCK,
    /** A batch needs no lock, or has it: it goes out. */
    ISSUED,
    /** The lock is granted: the batch that waits for it goes out; if nobody waits, the lock is given back. */
    GRANTED,
    /** The lock of the own part is granted. */
    OWN_GRANTED,
    /** The time for the lock is up: the batches that wait are dropped. */
    GIVEN_UP,
    /** The batch that goes out asks the target to say when all is done. */
    ACK_WANTED,
    /** The target has said that all is done. */
    DONE,
    /** All of a batch has ended, the lock stays. */
    ENDED,
    /** All of a batch has ended, and there is no lock that would stay. */
    ENDED_LAST,
    /** A batch finds no way to the target. */
    REFUSED,
    /** The target has died or left, or this engine closes. */
    TARGET_GONE;

    /**
     * Returns the name as a person writes it.
     *
     * @return lower case, with spaces.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
