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

import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.order.WindowMemory;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.region.RegionFile;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The memory that a rank contributes to a window. The caller checks ranges. Immutable; the epochs of the window decide who may access the
 * bytes, and the progress owner copies them for others.
 */
public final class WindowPart implements WindowMemory {
    private final Object base;
    private final RegionFile spanned;
    private final long offset;
    private final long length;
    private final Object owner;
    private final UnsafeBuffer buffer;

    /**
     * Describes a part.
     *
     * @param base    array, or null for absolute addresses.
     * @param spanned file of the region whose mapping windows the memory spans; null for memory in one piece.
     * @param offset  in the array, or address, or in the data of the region.
     * @param length  bytes.
     * @param owner   keeps the memory alive.
     * @param buffer  wraps the part, from its start.
     */
    public WindowPart(
        final Object base, final RegionFile spanned, final long offset, final long length, final Object owner,
        final UnsafeBuffer buffer) {
        this.base = base;
        this.spanned = spanned;
        this.offset = offset;
        this.length = length;
        this.owner = owner;
        this.buffer = buffer;
    }

    /**
     * Returns the length of the part.
     *
     * @return bytes.
     */
    public long length() {
        return length;
    }

    /**
     * Wraps the whole part.
     *
     * @return a new buffer.
     */
    public UnsafeBuffer buffer() {
        return new UnsafeBuffer(buffer);
    }

    @Override
    public boolean contains(final long displacement, final long bytes) {
        return displacement >= 0 && bytes >= 0 && displacement <= length - bytes;
    }

    @Override
    public void copyIn(final long displacement, final Object sourceBase, final long sourceOffset, final long bytes) {
        if (spanned == null) {
            Bytes.copy(sourceBase, sourceOffset, base, offset + displacement, bytes);
        } else {
            spanned.copyIn(offset + displacement, sourceBase, sourceOffset, bytes);
        }
    }

    @Override
    public void copyOut(final long displacement, final Object targetBase, final long targetOffset, final long bytes) {
        if (spanned == null) {
            Bytes.copy(base, offset + displacement, targetBase, targetOffset, bytes);
        } else {
            spanned.copyOut(offset + displacement, targetBase, targetOffset, bytes);
        }
    }

    /**
     * Gives an operation a range of the part as its memory.
     */
    void place(final Operation operation, final long displacement, final long bytes) {
        if (spanned == null) {
            operation.place(base, offset + displacement, bytes, owner);
        } else {
            operation.placeSpanned(spanned, offset + displacement, bytes, owner);
        }
    }
}
