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
 * How the ranks of a {@link Window} reach its memory. Belongs to the window from its creation on.
 */
public enum WindowMode {
    /** By packets, which the rank that has the memory executes: for memory of any kind. */
    PACKET(1),
    /** By loads and stores of whoever accesses it: for memory that was allocated for the window. */
    DIRECT(2);

    private final int code;

    WindowMode(final int code) {
        this.code = code;
    }

    /**
     * Returns the number that stands for this mode in shared memory.
     *
     * @return the code.
     */
    public int code() {
        return code;
    }

    /**
     * Finds a mode by its code.
     *
     * @param code of any value.
     * @return the mode, or null if there is none.
     */
    public static WindowMode of(final int code) {
        return code == PACKET.code ? PACKET : code == DIRECT.code ? DIRECT : null;
    }
}
