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
package io.tombolo.engine.wire;

/**
 * A name for an entry of a table in another process: index and generation. The generation shows that an index has been used again since
 * (S0.21).
 * <pre>
 *   63                            32 31                            0
 *  +--------------------------------+-------------------------------+
 *  |           generation           |             index             |
 *  +--------------------------------+-------------------------------+
 * </pre>
 * Generations begin at 1, so zero is never the handle of an entry (S0.10).
 */
public final class Handle {
    /** No handle. */
    public static final long NONE = 0;

    private static final int GENERATION_SHIFT = 32;
    private static final long INDEX_MASK = 0xFFFF_FFFFL;

    private Handle() {
    }

    /**
     * Packs a handle.
     *
     * @param index      of the entry.
     * @param generation of the entry, from 1.
     * @return handle.
     */
    public static long pack(final int index, final int generation) {
        return (long) generation << GENERATION_SHIFT | index & INDEX_MASK;
    }

    /**
     * Takes the index from a handle.
     *
     * @param handle as it came.
     * @return index, unchecked.
     */
    public static int index(final long handle) {
        return (int) handle;
    }

    /**
     * Takes the generation from a handle.
     *
     * @param handle as it came.
     * @return generation, unchecked.
     */
    public static int generation(final long handle) {
        return (int) (handle >>> GENERATION_SHIFT);
    }
}
