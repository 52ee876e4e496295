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
 * How far a rank is with its accesses at one target of a window.
 */
public enum EpochState {
    /** No lock is held, nothing is under way. */
    FREE(false),
    /** The target is asked for the lock. */
    AWAITS_GRANT(true),
    /** The target is asked for the lock, and nobody waits for it any more. */
    ABANDONED(true),
    /** A lock that nobody waited for any more has come: the target is asked to say that it has it back. */
    GIVES_BACK(true),
    /** The lock is held, nothing is under way. */
    HELD(false),
    /** Accesses are under way. */
    UNDER_WAY(true),
    /** Accesses are under way, and the target is asked to say when they are done. */
    AWAITS_DONE(true),
    /** The target is gone, accesses are under way still. */
    FAILED(true);

    private final boolean isWait;

    EpochState(final boolean isWait) {
        this.isWait = isWait;
    }

    /**
     * Returns whether the rank waits here for something to happen.
     *
     * @return false if it goes on as soon as there is a batch of accesses.
     */
    public boolean isWait() {
        return isWait;
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
