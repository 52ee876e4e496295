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
package io.tombolo.engine.collective;

/**
 * Memory of a collective call, resolved and checked: elements in one piece. Its user may change it until the call begins.
 */
public final class CallMemory {
    /** Array, or null for an address. */
    public Object base;
    /** Of the first element from the base, in bytes; or its address. */
    public long offset;
    /** Number of elements. */
    public long count;
    /** Keeps the memory alive; may be null. */
    public Object owner;
    /** Number of the region that other ranks may read in its place; 0 for other memory. */
    public int region;
    /** Of the first element, in the data of the file of the region, in bytes. */
    public long regionOffset;

    /** Makes memory of no elements. */
    public CallMemory() {
        clear();
    }

    /** Sets memory of no elements. */
    public void clear() {
        base = null;
        offset = 0;
        count = 0;
        owner = null;
        region = 0;
        regionOffset = 0;
    }

    /**
     * Copies where other memory is.
     *
     * @param other to copy from.
     */
    public void set(final CallMemory other) {
        base = other.base;
        offset = other.offset;
        count = other.count;
        owner = other.owner;
        region = other.region;
        regionOffset = other.regionOffset;
    }

    /** Returns whether other memory is the same. */
    boolean isSame(final CallMemory other) {
        return base == other.base && offset == other.offset && count == other.count && owner == other.owner && region == other.region &&
            regionOffset == other.regionOffset;
    }

    /**
     * Takes a part of the elements.
     *
     * @param first         element of the part.
     * @param newCount      elements of the part.
     * @param elementLength bytes of an element.
     */
    public void slice(final long first, final long newCount, final int elementLength) {
        offset += first * elementLength;
        regionOffset += first * elementLength;
        count = newCount;
    }
}
