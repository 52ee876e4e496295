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
package io.tombolo.ringbuffers.region;

import static io.tombolo.ringbuffers.region.RegionFileDescriptor.DATA_OFFSET;
import static io.tombolo.ringbuffers.region.RegionFileDescriptor.LAYOUT_VERSION;
import static io.tombolo.ringbuffers.region.RegionFileDescriptor.LENGTH_OFFSET;
import static io.tombolo.ringbuffers.region.RegionFileDescriptor.MAGIC;
import static io.tombolo.ringbuffers.region.RegionFileDescriptor.MAGIC_OFFSET;
import static io.tombolo.ringbuffers.region.RegionFileDescriptor.RANK_OFFSET;
import static io.tombolo.ringbuffers.region.RegionFileDescriptor.REGION_OFFSET;
import static io.tombolo.ringbuffers.region.RegionFileDescriptor.VERSION_OFFSET;

import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.file.MappedRange;
import java.io.IOException;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A memory region as a mapped file: the owner maps it for writing, a peer that gets from it read-only. Data longer than a window of the
 * mapping, 1 GiB less the header, lies in several windows, which do not follow one another in the address space. Copies cross their
 * borders, buffers do not.
 * <p>
 * The ring record that names the data orders it; nothing here does.
 */
public final class RegionFile implements AutoCloseable {
    private final MappedFile file;
    private final long windowLength;
    private final MappedRange data;
    // Of the data in the first window, which is nearly always all of it.
    private final long firstAddress;
    private final long firstLength;

    private RegionFile(final MappedFile file) {
        this.file = file;
        this.windowLength = 1L << file.windowShift();
        this.data = new MappedRange(file, DATA_OFFSET);
        this.firstAddress = file.windowAddress(0) + DATA_OFFSET;
        this.firstLength = Math.min(data.length(), windowLength - DATA_OFFSET);
    }

    /**
     * Makes a region.
     *
     * @param path   of the file, which must not exist.
     * @param rank   of the owner.
     * @param region id, from 1.
     * @param length bytes of data, positive.
     * @param windowShift log2 of the length of a window, {@link MappedFile#WINDOW_SHIFT} but in tests; longer than the header.
     * @return the owner's mapping.
     * @throws IOException if there is no space.
     */
    public static RegionFile create(
        final Path path, final int rank, final int region, final long length, final int windowShift) throws IOException {
        return new RegionFile(MappedFile.create(path, DATA_OFFSET + length, windowShift, mapped -> {
            final UnsafeBuffer header = mapped.buffer(0, DATA_OFFSET);
            header.putLong(MAGIC_OFFSET, MAGIC);
            header.putInt(VERSION_OFFSET, LAYOUT_VERSION);
            header.putInt(RANK_OFFSET, rank);
            header.putInt(REGION_OFFSET, region);
            header.putLong(LENGTH_OFFSET, length);
        }));
    }

    /**
     * Maps a peer's region read-only.
     *
     * @param path   of the file.
     * @param rank   of the owner.
     * @param region id.
     * @param windowShift log2 of the length of a window, {@link MappedFile#WINDOW_SHIFT} but in tests; longer than the header.
     * @return a mapping to copy from.
     * @throws IOException if the file is missing or not that region.
     */
    public static RegionFile attach(final Path path, final int rank, final int region, final int windowShift) throws IOException {
        final MappedFile file = MappedFile.attach(path, -1, true, windowShift);
        if (!isRegion(file, rank, region)) {
            file.close();
            throw new IOException(path + " is not region " + region + " of rank " + rank);
        }
        return new RegionFile(file);
    }

    private static boolean isRegion(final MappedFile file, final int rank, final int region) {
        if (file.length() < DATA_OFFSET) {
            return false;
        }
        final UnsafeBuffer header = file.buffer(0, DATA_OFFSET);
        return header.getLong(MAGIC_OFFSET) == MAGIC && header.getInt(VERSION_OFFSET) == LAYOUT_VERSION &&
            header.getInt(RANK_OFFSET) == rank && header.getInt(REGION_OFFSET) == region &&
            header.getLong(LENGTH_OFFSET) == file.length() - DATA_OFFSET;
    }

    /**
     * Returns the bytes of data.
     *
     * @return length.
     */
    public long length() {
        return data.length();
    }

    /**
     * Checks a range.
     *
     * @param offset in the data.
     * @param bytes  length of the range.
     * @return true if the range lies in the data.
     */
    public boolean contains(final long offset, final long bytes) {
        return data.contains(offset, bytes);
    }

    /**
     * Checks a range for what one buffer can wrap.
     *
     * @param offset in the data.
     * @param bytes  length of the range.
     * @return true if the range lies in the data, and in one window of the mapping.
     */
    public boolean isContiguous(final long offset, final long bytes) {
        return contains(offset, bytes) && bytes <= run(offset);
    }

    /**
     * Returns how far it is to the next border.
     *
     * @param offset in the data.
     * @return bytes from there that lie in one window, unless the data ends before; positive.
     */
    public long run(final long offset) {
        return data.run(offset);
    }

    /**
     * Returns the number of windows that the mapping has.
     *
     * @return at least 1.
     */
    public int windows() {
        return (int) (file.length() - 1 >>> file.windowShift()) + 1;
    }

    /**
     * Returns where a window of the mapping begins; the first one with the header.
     *
     * @param window 0 to {@link #windows()} - 1.
     * @return address.
     */
    public long windowAddress(final int window) {
        return file.windowAddress(window);
    }

    /**
     * Finds the offset of an address in the data.
     *
     * @param address absolute.
     * @param bytes   length of the range from there.
     * @return offset in the data, or -1 if the range does not lie in one window of this region.
     */
    public long offsetOf(final long address, final long bytes) {
        final long inFirst = address - firstAddress;
        return inFirst >= 0 && bytes >= 0 && inFirst <= firstLength - bytes ? inFirst : offsetInWindows(address, bytes);
    }

    private long offsetInWindows(final long address, final long bytes) {
        for (long start = 0; start < file.length(); start += windowLength) {
            final long inWindow = address - file.windowAddress((int) (start >>> file.windowShift()));
            final long mapped = Math.min(windowLength, file.length() - start);
            if (inWindow >= 0 && bytes >= 0 && inWindow <= mapped - bytes && start + inWindow >= DATA_OFFSET) {
                return start + inWindow - DATA_OFFSET;
            }
        }
        return -1;
    }

    /**
     * Copies data out, over window borders too.
     *
     * @param offset       in the data; range checked by the caller with {@link #contains}.
     * @param targetBase   array to write, or null for absolute addresses.
     * @param targetOffset offset in the array, or address.
     * @param bytes        to copy.
     */
    public void copyOut(final long offset, final Object targetBase, final long targetOffset, final long bytes) {
        data.copyOut(offset, targetBase, targetOffset, bytes);
    }

    /**
     * Copies data in, over window borders too.
     *
     * @param offset       in the data; range checked by the caller with {@link #contains}.
     * @param sourceBase   array to read, or null for absolute addresses.
     * @param sourceOffset offset in the array, or address.
     * @param bytes        to copy.
     */
    public void copyIn(final long offset, final Object sourceBase, final long sourceOffset, final long bytes) {
        data.copyIn(offset, sourceBase, sourceOffset, bytes);
    }

    /**
     * Returns the address of a part of the data.
     *
     * @param offset in the data.
     * @param bytes  length of the part.
     * @return address.
     * @throws IllegalArgumentException if the part crosses a window border.
     */
    public long address(final long offset, final long bytes) {
        return data.address(offset, bytes);
    }

    /**
     * Wraps a part of the data; the buffer keeps the mapping alive.
     *
     * @param offset in the data.
     * @param bytes  length of the part, which must not cross a window border.
     * @return a buffer over it.
     */
    public UnsafeBuffer buffer(final long offset, final int bytes) {
        return data.buffer(offset, bytes);
    }

    /**
     * Wraps a part of the data in a buffer that the caller has; it keeps the mapping alive.
     *
     * @param target to wrap.
     * @param offset in the data.
     * @param bytes  length of the part, which {@link #isContiguous} has found good.
     */
    public void wrap(final UnsafeBuffer target, final long offset, final int bytes) {
        data.wrap(target, offset, bytes);
    }

    /**
     * Removes the name of the file; mappings stay.
     *
     * @throws IOException if the name cannot be removed.
     */
    public void delete() throws IOException {
        file.delete();
    }

    /**
     * Unmaps. Only for a peer's read-only mapping, after all threads have left it: memory that an application was given stays mapped.
     */
    @Override
    public void close() {
        file.close();
    }
}
