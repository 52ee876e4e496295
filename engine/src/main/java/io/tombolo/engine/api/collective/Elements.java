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
package io.tombolo.engine.api.collective;

import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.window.ElementType;
import java.util.Objects;
import org.agrona.DirectBuffer;

/**
 * A view of consecutive elements of one type, for collective operations: where they are, how many, and of which type. It copies nothing.
 * A view can be wrapped again, also while an operation that was given it is under way: each call reads it once, when it begins. The memory
 * stays the caller's.
 * <p>
 * Elements are in native byte order. A view of bytes has no {@link ElementType}.
 * <p>
 * <b>Threading:</b> one thread at a time.
 */
public final class Elements {
    /**
     * Says that the data is where the operation puts its result: passed in the place of the send elements; to {@code scatter} and {@code
     * scatterv} in the place of the receive elements of the root.
     */
    public static final Elements IN_PLACE = new Elements();

    private Object memory;
    private long offset;
    private long count;
    private ElementType type;

    /** Makes a view of no bytes. */
    public Elements() {
        // Nothing is shown yet.
    }

    /**
     * Makes a view of all elements of an array.
     *
     * @param array that holds them; not copied.
     * @return new view.
     */
    public static Elements of(final byte... array) {
        return new Elements().wrap(array, 0, array.length);
    }

    /**
     * Makes a view of all elements of an array.
     *
     * @param array that holds them; not copied.
     * @return new view.
     */
    public static Elements of(final int... array) {
        return new Elements().wrap(array, 0, array.length);
    }

    /**
     * Makes a view of all elements of an array.
     *
     * @param array that holds them; not copied.
     * @return new view.
     */
    public static Elements of(final long... array) {
        return new Elements().wrap(array, 0, array.length);
    }

    /**
     * Makes a view of all elements of an array.
     *
     * @param array that holds them; not copied.
     * @return new view.
     */
    public static Elements of(final float... array) {
        return new Elements().wrap(array, 0, array.length);
    }

    /**
     * Makes a view of all elements of an array.
     *
     * @param array that holds them; not copied.
     * @return new view.
     */
    public static Elements of(final double... array) {
        return new Elements().wrap(array, 0, array.length);
    }

    /**
     * Makes a view of elements in a buffer.
     *
     * @param buffer that holds them; receives need one that can be written.
     * @param offset of the first, in bytes; any alignment.
     * @param count  number of elements.
     * @param type   of the elements; null for bytes.
     * @return new view.
     */
    public static Elements of(final DirectBuffer buffer, final long offset, final long count, final ElementType type) {
        return new Elements().wrap(buffer, offset, count, type);
    }

    /**
     * Makes a view of elements in a memory region, which other ranks read in its place. A collective operation refuses elements that
     * cross a border of {@link MemoryRegion#buffer(long, int)}.
     *
     * @param region that holds them.
     * @param offset of the first, in bytes; any alignment.
     * @param count  number of elements.
     * @param type   of the elements; null for bytes.
     * @return new view.
     */
    public static Elements of(final MemoryRegion region, final long offset, final long count, final ElementType type) {
        return new Elements().wrap(region, offset, count, type);
    }

    /**
     * Shows elements of an array.
     *
     * @param array    that holds them.
     * @param offset   of the first, in elements.
     * @param newCount number of elements.
     * @return this.
     * @throws IndexOutOfBoundsException if the array has no such elements.
     */
    public Elements wrap(final byte[] array, final int offset, final int newCount) {
        Objects.checkFromIndexSize(offset, newCount, array.length);
        return set(array, offset, newCount, null);
    }

    /**
     * Shows elements of an array.
     *
     * @param array    that holds them.
     * @param offset   of the first, in elements.
     * @param newCount number of elements.
     * @return this.
     * @throws IndexOutOfBoundsException if the array has no such elements.
     */
    public Elements wrap(final int[] array, final int offset, final int newCount) {
        Objects.checkFromIndexSize(offset, newCount, array.length);
        return set(array, offset, newCount, ElementType.INT);
    }

    /**
     * Shows elements of an array.
     *
     * @param array    that holds them.
     * @param offset   of the first, in elements.
     * @param newCount number of elements.
     * @return this.
     * @throws IndexOutOfBoundsException if the array has no such elements.
     */
    public Elements wrap(final long[] array, final int offset, final int newCount) {
        Objects.checkFromIndexSize(offset, newCount, array.length);
        return set(array, offset, newCount, ElementType.LONG);
    }

    /**
     * Shows elements of an array.
     *
     * @param array    that holds them.
     * @param offset   of the first, in elements.
     * @param newCount number of elements.
     * @return this.
     * @throws IndexOutOfBoundsException if the array has no such elements.
     */
    public Elements wrap(final float[] array, final int offset, final int newCount) {
        Objects.checkFromIndexSize(offset, newCount, array.length);
        return set(array, offset, newCount, ElementType.FLOAT);
    }

    /**
     * Shows elements of an array.
     *
     * @param array    that holds them.
     * @param offset   of the first, in elements.
     * @param newCount number of elements.
     * @return this.
     * @throws IndexOutOfBoundsException if the array has no such elements.
     */
    public Elements wrap(final double[] array, final int offset, final int newCount) {
        Objects.checkFromIndexSize(offset, newCount, array.length);
        return set(array, offset, newCount, ElementType.DOUBLE);
    }

    /**
     * Shows elements in a buffer.
     *
     * @param buffer    that holds them; receives need one that can be written.
     * @param newOffset of the first, in bytes; any alignment.
     * @param newCount  number of elements.
     * @param newType   of the elements; null for bytes.
     * @return this.
     * @throws IndexOutOfBoundsException if the buffer has no such elements.
     */
    public Elements wrap(final DirectBuffer buffer, final long newOffset, final long newCount, final ElementType newType) {
        checkRange(newOffset, newCount, newType, buffer.capacity());
        return set(buffer, newOffset, newCount, newType);
    }

    /**
     * Shows elements in a memory region. A collective operation refuses elements that cross a border of {@link
     * MemoryRegion#buffer(long, int)}.
     *
     * @param region    that holds them.
     * @param newOffset of the first, in bytes; any alignment.
     * @param newCount  number of elements.
     * @param newType   of the elements; null for bytes.
     * @return this.
     * @throws IndexOutOfBoundsException if the region has no such elements.
     */
    public Elements wrap(final MemoryRegion region, final long newOffset, final long newCount, final ElementType newType) {
        checkRange(newOffset, newCount, newType, region.length());
        return set(region, newOffset, newCount, newType);
    }

    private static void checkRange(final long offset, final long count, final ElementType type, final long capacity) {
        final int length = type == null ? 1 : type.length();
        if (offset < 0 || count < 0 || offset > capacity || count > (capacity - offset) / length) {
            throw new IndexOutOfBoundsException("offset=" + offset + " count=" + count + " of elements of " + length +
                " bytes is outside of " + capacity + " bytes");
        }
    }

    private Elements set(final Object newMemory, final long newOffset, final long newCount, final ElementType newType) {
        if (this == IN_PLACE) {
            throw new IllegalStateException("IN_PLACE shows no memory: make another view");
        }
        memory = newMemory;
        offset = newOffset;
        count = newCount;
        type = newType;
        return this;
    }

    /**
     * Returns what holds the elements.
     *
     * @return an array of primitives, a {@link DirectBuffer}, a {@link MemoryRegion}; or null if nothing is shown.
     */
    public Object memory() {
        return memory;
    }

    /**
     * Returns where the elements begin.
     *
     * @return in elements for an array; in bytes for a buffer and a region.
     */
    public long offset() {
        return offset;
    }

    /**
     * Returns how many elements are shown.
     *
     * @return 0 or more.
     */
    public long count() {
        return count;
    }

    /**
     * Returns the type of the elements.
     *
     * @return null for bytes.
     */
    public ElementType type() {
        return type;
    }

    /**
     * Returns the length of an element.
     *
     * @return 1, 4 or 8 bytes.
     */
    public int elementLength() {
        return type == null ? 1 : type.length();
    }
}
