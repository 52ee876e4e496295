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
 * Event of the lock of a part of a window.
 */
public enum GrantEvent {
    /** A shared lock is requested, or a waiting request is examined again. */
    SHARED_REQUEST,
    /** The same, but as many shared requests as allowed have already passed a waiting exclusive one. */
    SHARED_REQUEST_BARRED,
    /** An exclusive lock is requested, or a waiting request is examined again. */
    EXCLUSIVE_REQUEST,
    /** The last access of a holder is complete, or the holder is dead. Others still hold the lock. */
    RELEASE,
    /** The last access of the only holder is complete, or the holder is dead. */
    LAST_RELEASE;

    /**
     * Returns the name for display.
     *
     * @return lower case, with spaces.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
