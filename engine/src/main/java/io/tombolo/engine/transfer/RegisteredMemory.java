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
package io.tombolo.engine.transfer;

import io.tombolo.engine.completion.Registered;
import io.tombolo.ringbuffers.region.RegionFile;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A range of a memory region, with the privileges of its use. A handle of the application stands for it. Immutable, except that any thread
 * may end it.
 */
public final class RegisteredMemory extends Registered {
    /** Privilege bit: sends may read it. */
    public static final int LOCAL_READ = 1;
    /** Privilege bit: receives may write it. */
    public static final int LOCAL_WRITE = 2;
    /** Privilege bit: other ranks may read it. */
    public static final int REMOTE_READ = 4;
    /** Privilege bit: other ranks may write it. */
    public static final int REMOTE_WRITE = 8;
    /** All privileges. */
    public static final int ALL = 15;

    private final RegionFile file;
    private final long start;
    private final long length;
    private final long zone;
    private final int privileges;
    // Of the range if it lies in one piece, else 0.
    private final long address;

    /**
     * Makes a range that has no handle yet.
     *
     * @param file       of the region.
     * @param start      offset in the file's data.
     * @param length     bytes.
     * @param zone       handle of the protection zone.
     * @param privileges sum of bits.
     */
    public RegisteredMemory(final RegionFile file, final long start, final long length, final long zone, final int privileges) {
        this.file = file;
        this.start = start;
        this.length = length;
        this.zone = zone;
        this.privileges = privileges;
        this.address = file.isContiguous(start, length) ? file.address(start, length) : 0;
    }

    /**
     * Returns the file of its region.
     *
     * @return the owner's mapping.
     */
    public RegionFile file() {
        return file;
    }

    /**
     * Returns where it begins.
     *
     * @return offset in the file's data.
     */
    public long start() {
        return start;
    }

    /**
     * Returns its length.
     *
     * @return bytes.
     */
    public long length() {
        return length;
    }

    /**
     * Returns the protection zone that it belongs to.
     *
     * @return handle.
     */
    public long zone() {
        return zone;
    }

    /**
     * Returns whether it has a privilege.
     *
     * @param privilege one bit.
     * @return true if so.
     */
    public boolean allows(final int privilege) {
        return (privileges & privilege) != 0;
    }

    /**
     * Returns whether a part lies wholly in the range.
     *
     * @param offset in this range.
     * @param bytes  of the part.
     * @return false also for negative numbers.
     */
    public boolean contains(final long offset, final long bytes) {
        return offset >= 0 && bytes >= 0 && offset <= length - bytes;
    }

    /**
     * Returns the address of a part that the range {@link #contains contains}.
     *
     * @param offset in this range.
     * @param bytes  of the part.
     * @return address, or 0 if it does not lie in one piece.
     */
    public long address(final long offset, final long bytes) {
        if (address != 0) {
            return address + offset;
        }
        return file.isContiguous(start + offset, bytes) ? file.address(start + offset, bytes) : 0;
    }

    /**
     * Wraps as much of a part as lies in one piece.
     *
     * @param window is wrapped.
     * @param offset in this range.
     * @param bytes  of the part.
     * @return bytes that were wrapped.
     */
    public long wrap(final UnsafeBuffer window, final long offset, final long bytes) {
        final long most = Math.min(Math.min(bytes, file.run(start + offset)), Integer.MAX_VALUE);
        file.wrap(window, start + offset, (int) most);
        return most;
    }
}
