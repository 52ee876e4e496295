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
package io.tombolo.engine.peer;

import io.tombolo.ringbuffers.job.Doorbell;

/**
 * The doorbell of one peer, shared by both sides of it. Empty until the peer is live. One thread at a time.
 */
final class PeerDoorbell {
    private Doorbell doorbell;

    void set(final Doorbell newDoorbell) {
        doorbell = newDoorbell;
    }

    boolean isSet() {
        return doorbell != null;
    }

    /**
     * Rings if the peer sleeps. Loads a line that only the peer writes, and only around a sleep.
     */
    void wake() {
        if (doorbell != null && doorbell.isAsleep()) {
            doorbell.ring();
        }
    }
}
