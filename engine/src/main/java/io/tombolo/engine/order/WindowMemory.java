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
package io.tombolo.engine.order;

/** Memory of this rank in a window. The caller checks ranges. */
public interface WindowMemory {
    /**
     * Returns whether a range lies in the memory.
     *
     * @param displacement unchecked.
     * @param bytes        unchecked.
     * @return false if any byte lies outside.
     */
    boolean contains(long displacement, long bytes);

    /**
     * Changes bytes.
     *
     * @param displacement of the first byte.
     * @param sourceBase   array, or null for absolute addresses.
     * @param sourceOffset in the array, or address.
     * @param bytes        length.
     */
    void copyIn(long displacement, Object sourceBase, long sourceOffset, long bytes);

    /**
     * Reads bytes.
     *
     * @param displacement of the first byte.
     * @param targetBase   array, or null for absolute addresses.
     * @param targetOffset in the array, or address.
     * @param bytes        length.
     */
    void copyOut(long displacement, Object targetBase, long targetOffset, long bytes);
}
