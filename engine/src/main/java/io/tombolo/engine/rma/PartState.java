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
 * How a part of a window is locked (S2.14).
 */
public enum PartState {
    /** By nobody. */
    FREE(0),
    /** By one rank or more that share it. */
    SHARED(1),
    /** By one rank alone. */
    EXCLUSIVE(2);

    private static final PartState[] BY_CODE = values();

    private final int code;

    PartState(final int code) {
        this.code = code;
    }

    /**
     * Returns the number that stands for this state in the rank file.
     *
     * @return code, that of the lock's type.
     */
    public int code() {
        return code;
    }

    /**
     * Returns the name as a person writes it.
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
