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
 * How a part of a {@link Window} is locked.
 */
public enum LockType {
    /** Beside other shared locks: who holds it must not rely on what others write meanwhile, except by accumulates. */
    SHARED(1),
    /** Alone. */
    EXCLUSIVE(2);

    private final int code;

    LockType(final int code) {
        this.code = code;
    }

    /**
     * Returns the number that stands for this type in shared memory.
     *
     * @return the code; 0 is no lock.
     */
    public int code() {
        return code;
    }

    /**
     * Finds a type by its code.
     *
     * @param code of any value.
     * @return the type, or null if there is none.
     */
    public static LockType of(final int code) {
        return code == SHARED.code ? SHARED : code == EXCLUSIVE.code ? EXCLUSIVE : null;
    }
}
