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
 * How ranks access the memory of a {@link Window}. Decided when the window is made.
 */
public enum WindowMode {
    /** The origin sends packets, and the rank that owns the memory executes them. Works for memory of any kind. */
    PACKET(1),
    /** The origin loads and stores directly. Works for memory that was allocated for the window. */
    DIRECT(2);

    private final int code;

    WindowMode(final int code) {
        this.code = code;
    }

    /**
     * Returns the number of this mode in shared memory.
     *
     * @return code.
     */
    public int code() {
        return code;
    }

    /**
     * Finds a mode by its code.
     *
     * @param code any value.
     * @return the mode, or null if no mode has this code.
     */
    public static WindowMode of(final int code) {
        return code == PACKET.code ? PACKET : code == DIRECT.code ? DIRECT : null;
    }
}
