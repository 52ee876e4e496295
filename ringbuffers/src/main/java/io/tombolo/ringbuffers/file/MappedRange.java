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
package io.tombolo.ringbuffers.file;

import io.tombolo.ringbuffers.Bytes;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The data of a mapped file, behind its header. Data that does not fit one window of the mapping lies in several windows, which need not be
 * adjacent in the address space: a copy may cross a border between windows, a buffer may not.
 * <p>
 * <b>Threading:</b> any thread. <b>Memory order:</b> plain accesses; the caller orders them.
 */
public final class MappedRange {
    private final MappedFile file;
    private final long start;
    private final long length;
    private final long windowLength;

    /**
     * Views the data of a file.
     *
     * @param file  mapped.
     * @param start offset of the data in the file, at most its length.
     */
    public MappedRange(final MappedFile file, final long start) {
        this.file = file;
        this.start = start;
        this.length = file.length() - start;
        this.windowLength = 1L << file.windowShift();
    }

    /**
     * Returns the length of the data.
     *
     * @return bytes.
     */
    public long length() {
        return length;
    }

    /**
     * Checks a range.
     *
     * @param offset in the data.
     * @param bytes  length of the range.
     * @return true if the range lies in the data.
     */
    public boolean contains(final long offset, final long bytes) {
        return offset >= 0 && bytes >= 0 && offset <= length - bytes;
    }

    /**
     * Returns the distance to the next border between windows.
     *
     * @param offset in the data.
     * @return bytes to the border, positive; the data may end before it.
     */
    public long run(final long offset) {
        return windowLength - (start + offset & windowLength - 1);
    }

    /**
     * Copies data out; the range may cross window borders.
     *
     * @param offset       in the data; the caller has checked the range with {@link #contains}.
     * @param targetBase   array to write, or null for absolute addresses.
     * @param targetOffset offset in the array, or address.
     * @param bytes        to copy.
     */
    public void copyOut(final long offset, final Object targetBase, final long targetOffset, final long bytes) {
        long done = 0;
        while (done < bytes) {
            final long part = Math.min(bytes - done, run(offset + done));
            Bytes.copy(null, address(offset + done, part), targetBase, targetOffset + done, part);
            done += part;
        }
    }

    /**
     * Copies data in; the range may cross window borders.
     *
     * @param offset       in the data; the caller has checked the range with {@link #contains}.
     * @param sourceBase   array to read, or null for absolute addresses.
     * @param sourceOffset offset in the array, or address.
     * @param bytes        to copy.
     */
    public void copyIn(final long offset, final Object sourceBase, final long sourceOffset, final long bytes) {
        long done = 0;
        while (done < bytes) {
            final long part = Math.min(bytes - done, run(offset + done));
            Bytes.copy(sourceBase, sourceOffset + done, null, address(offset + done, part), part);
            done += part;
        }
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
        return file.address(start + offset, bytes);
    }

    /**
     * Wraps a part of the data in a new buffer, which keeps the mapping alive.
     *
     * @param offset in the data.
     * @param bytes  length of the part, which must not cross a window border.
     * @return the buffer.
     */
    public UnsafeBuffer buffer(final long offset, final int bytes) {
        return file.buffer(start + offset, bytes);
    }

    /**
     * Wraps a part of the data in a buffer of the caller, which then keeps the mapping alive.
     *
     * @param target to wrap.
     * @param offset in the data.
     * @param bytes  length of the part, which must not cross a window border.
     */
    public void wrap(final UnsafeBuffer target, final long offset, final int bytes) {
        file.wrap(target, start + offset, bytes);
    }
}
