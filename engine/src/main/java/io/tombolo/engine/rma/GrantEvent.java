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
 * What happens to the lock of a part of a window.
 */
public enum GrantEvent {
    /** A shared lock is asked for, or a waiting one is looked at again. */
    SHARED_REQUEST,
    /** The same, but an exclusive one has waited while as many shared ones as may went past it. */
    SHARED_REQUEST_BARRED,
    /** An exclusive lock is asked for, or a waiting one is looked at again. */
    EXCLUSIVE_REQUEST,
    /** The last operation of a holder is complete, or the holder is dead; others hold it still. */
    RELEASE,
    /** The last operation of the only holder is complete, or the holder is dead. */
    LAST_RELEASE;

    /**
     * Returns the name as a person writes it.
     *
     * @return lower case, with spaces.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
