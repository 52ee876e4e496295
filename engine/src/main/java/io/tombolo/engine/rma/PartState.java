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
 * State of the lock of a part of a window (S2.14).
 */
public enum PartState {
    /** Nobody holds the lock. */
    FREE(0),
    /** One or more ranks hold a shared lock. */
    SHARED(1),
    /** One rank holds an exclusive lock. */
    EXCLUSIVE(2);

    private static final PartState[] BY_CODE = values();

    private final int code;

    PartState(final int code) {
        this.code = code;
    }

    /**
     * Returns the number of this state in the rank file.
     *
     * @return code, the same as that of the lock's type.
     */
    public int code() {
        return code;
    }

    /**
     * Returns the name for display.
     *
     * @return lower case.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Finds a state by its code.
     *
     * @param code of any value.
     * @return the state, or null if there is none.
     */
    public static PartState of(final int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
