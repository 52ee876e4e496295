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
 * State of the accesses of a rank at one target of a window.
 */
public enum EpochState {
    /** No lock is held and no access is under way. */
    FREE(false),
    /** The lock has been requested. */
    AWAITS_GRANT(true),
    /** The lock has been requested, and nobody waits for it any more. */
    ABANDONED(true),
    /** An abandoned lock has been granted and given back. The target has been asked to confirm that. */
    GIVES_BACK(true),
    /** The lock is held and no access is under way. */
    HELD(false),
    /** Accesses are under way. */
    UNDER_WAY(true),
    /** Accesses are under way, and the target has been asked to confirm them. */
    AWAITS_DONE(true),
    /** The target is gone, and accesses are still under way. */
    FAILED(true);

    private final boolean isWait;

    EpochState(final boolean isWait) {
        this.isWait = isWait;
    }

    /**
     * Returns whether the rank waits for an event in this state.
     *
     * @return false if it starts the next batch of accesses as soon as there is one.
     */
    public boolean isWait() {
        return isWait;
    }

    /**
     * Returns the name for display.
     *
     * @return lower case, with spaces.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
