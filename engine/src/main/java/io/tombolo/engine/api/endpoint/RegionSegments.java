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
package io.tombolo.engine.api.endpoint;

import io.tombolo.engine.api.MemoryRegion;
import java.util.Arrays;

/**
 * List of pieces of memory regions, in the order in which a message fills them or is gathered from them (S4.2). Pieces may be empty, and
 * may overlap. A post checks the pieces and copies the list; the caller may change the list when the post returns (S4.7). Not thread-safe.
 */
public final class RegionSegments {
    private static final int INITIAL_CAPACITY = 4;

    private long[] handles = new long[INITIAL_CAPACITY];
    private long[] offsets = new long[INITIAL_CAPACITY];
    private long[] lengths = new long[INITIAL_CAPACITY];
    private int count;

    /**
     * Makes an empty list, for a message of no bytes (S4.3).
     */
    public RegionSegments() {
    }

    /**
     * Adds a piece at the end.
     *
     * @param region of this rank. May be null if the length is 0; nothing is added then.
     * @param offset in the region, in bytes.
     * @param length of the piece, in bytes.
     * @return this.
     */
    public RegionSegments add(final MemoryRegion region, final long offset, final long length) {
        if (region == null && length == 0) {
            return this;
        }
        if (count == handles.length) {
            handles = Arrays.copyOf(handles, count * 2);
            offsets = Arrays.copyOf(offsets, count * 2);
            lengths = Arrays.copyOf(lengths, count * 2);
        }
        handles[count] = region.handle();
        offsets[count] = offset;
        lengths[count] = length;
        count++;
        return this;
    }

    /**
     * Removes all pieces.
     *
     * @return this.
     */
    public RegionSegments clear() {
        count = 0;
        return this;
    }

    /**
     * Returns the number of pieces.
     *
     * @return number of pieces.
     */
    public int count() {
        return count;
    }

    /**
     * Returns the handle of the region of a piece.
     *
     * @param piece index, from 0.
     * @return handle.
     */
    public long handle(final int piece) {
        return handles[piece];
    }

    /**
     * Returns the offset of a piece.
     *
     * @param piece index, from 0.
     * @return offset in its region, in bytes.
     */
    public long offset(final int piece) {
        return offsets[piece];
    }

    /**
     * Returns the length of a piece.
     *
     * @param piece index, from 0.
     * @return length, in bytes.
     */
    public long length(final int piece) {
        return lengths[piece];
    }

    @Override
    public String toString() {
        return count + " segments of regions";
    }
}
