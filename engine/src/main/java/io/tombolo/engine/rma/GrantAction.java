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
 * Reaction of a target to an event of its lock.
 */
public enum GrantAction {
    /** The requester gets the lock and is told, or its only access is executed at once. */
    GRANT,
    /** The requester waits. */
    QUEUE,
    /** Nothing is done. */
    NONE,
    /** The waiting requests are examined again, the oldest first. */
    GRANT_NEXT;

    /**
     * Returns the name for display.
     *
     * @return lower case, with spaces.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
