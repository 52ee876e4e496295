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
package io.tombolo.engine.api.window;

/**
 * Type of a lock on a part of a {@link Window}.
 */
public enum LockType {
    /** Several ranks may hold it at the same time. A holder must not rely on what others write meanwhile, except by accumulates. */
    SHARED(1),
    /** Only one rank holds it. */
    EXCLUSIVE(2);

    private final int code;

    LockType(final int code) {
        this.code = code;
    }

    /**
     * Returns the number of this type in shared memory.
     *
     * @return code; 0 means no lock.
     */
    public int code() {
        return code;
    }

    /**
     * Finds a type by its code.
     *
     * @param code any value.
     * @return the type, or null if no type has this code.
     */
    public static LockType of(final int code) {
        return code == SHARED.code ? SHARED : code == EXCLUSIVE.code ? EXCLUSIVE : null;
    }
}
