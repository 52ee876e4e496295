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
package io.tombolo.ringbuffers;

import org.agrona.UnsafeApi;

/**
 * Copies bytes between places named by a base object and an offset: a primitive array and its array offset, or {@code null} and an
 * absolute address. Nothing is checked here: every caller has checked both ranges once, for the whole call.
 * <p>
 * Thread-safe; plain accesses only. Whoever reads what another process wrote orders the copy by the acquire load of a record before it.
 */
public final class Bytes {
    /** Up to this length a copy goes by single loads and stores: a bulk copy costs 4 to 7 ns more than one long. Bytes. */
    public static final int SMALL_COPY_LIMIT = 64;

    /** Offset of the first element of a {@code byte[]}. */
    public static final long BYTES_OFFSET = UnsafeApi.arrayBaseOffset(byte[].class);

    /** Offset of the first element of an {@code int[]}. */
    public static final long INTS_OFFSET = UnsafeApi.arrayBaseOffset(int[].class);

    /** Offset of the first element of a {@code long[]}. */
    public static final long LONGS_OFFSET = UnsafeApi.arrayBaseOffset(long[].class);

    /** Offset of the first element of a {@code double[]}. */
    public static final long DOUBLES_OFFSET = UnsafeApi.arrayBaseOffset(double[].class);

    private static final int LINE_LENGTH = 64;
    /** Bytes whose lines are asked for at once: as many lines as a store buffer holds. */
    private static final int LINES_LENGTH = 64 * LINE_LENGTH;

    private Bytes() {
    }

    /**
     * Copies {@code length} bytes; the two ranges must not overlap.
     *
     * @param sourceBase   array that is read, or null for absolute addresses.
     * @param sourceOffset offset in the array, or address, in bytes.
     * @param targetBase   array that is written, or null.
     * @param targetOffset offset in the array, or address, in bytes.
     * @param length       bytes, not negative.
     */
    public static void copy(
        final Object sourceBase, final long sourceOffset, final Object targetBase, final long targetOffset, final long length) {
        if (length <= SMALL_COPY_LIMIT) {
            copySmall(sourceBase, sourceOffset, targetBase, targetOffset, (int) length);
        } else {
            UnsafeApi.copyMemory(sourceBase, sourceOffset, targetBase, targetOffset, length);
        }
    }

    /**
     * Copies to lines that another core may have in its cache: one store to each line first, so that the requests for them are under way
     * together, and not as few as the stores of one copy cover. The two ranges must not overlap.
     *
     * @param sourceBase   array that is read, or null for absolute addresses.
     * @param sourceOffset offset in the array, or address, in bytes.
     * @param target       address.
     * @param length       bytes, not negative.
     */
    public static void copyToLines(final Object sourceBase, final long sourceOffset, final long target, final long length) {
        for (long done = 0; done < length; done += LINES_LENGTH) {
            final long end = Math.min(length, done + LINES_LENGTH);
            for (long line = done; line <= end - Long.BYTES; line += LINE_LENGTH) {
                UnsafeApi.putLong(target + line, UnsafeApi.getLong(sourceBase, sourceOffset + line));
            }
            copy(sourceBase, sourceOffset + done, null, target + done, end - done);
        }
    }

    /**
     * Takes a line over from the caches that have it, for whoever writes it next: two caches that have read a line make that dear. Stores
     * what is there; opaque, for a compiler drops a store of what it has just loaded. What another writes to that byte meanwhile is lost.
     *
     * @param address of a byte of the line.
     */
    public static void takeOver(final long address) {
        UnsafeApi.putByteOpaque(null, address, UnsafeApi.getByteOpaque(null, address));
    }

    /**
     * Makes lines this core's own that another has read, by stores of zeros, before they are written: up to JDK 22 a range of odd length
     * is set by the C library, whose string instruction on x86-64 does not fetch what it fills; from 23 on by stores that do, and nothing
     * is won. A page that is not there, as of a mapped file that has been cut, may end the process.
     *
     * @param address of the first byte.
     * @param length  bytes, positive; the last one may stay as it is.
     */
    public static void own(final long address, final long length) {
        UnsafeApi.setMemory(null, address, length - 1 | 1, (byte) 0);
    }

    /**
     * Copies six longs: what the first slot of a ring has beside stamp and key.
     *
     * @param sourceBase   array that is read, or null for absolute addresses.
     * @param sourceOffset offset in the array, or address, in bytes.
     * @param targetBase   array that is written, or null.
     * @param targetOffset offset in the array, or address, in bytes.
     */
    public static void copyWords(final Object sourceBase, final long sourceOffset, final Object targetBase, final long targetOffset) {
        UnsafeApi.putLong(targetBase, targetOffset, UnsafeApi.getLong(sourceBase, sourceOffset));
        UnsafeApi.putLong(targetBase, targetOffset + 8, UnsafeApi.getLong(sourceBase, sourceOffset + 8));
        UnsafeApi.putLong(targetBase, targetOffset + 16, UnsafeApi.getLong(sourceBase, sourceOffset + 16));
        UnsafeApi.putLong(targetBase, targetOffset + 24, UnsafeApi.getLong(sourceBase, sourceOffset + 24));
        UnsafeApi.putLong(targetBase, targetOffset + 32, UnsafeApi.getLong(sourceBase, sourceOffset + 32));
        UnsafeApi.putLong(targetBase, targetOffset + 40, UnsafeApi.getLong(sourceBase, sourceOffset + 40));
    }

    /**
     * Copies by longs, then the rest by its binary parts; never touches a byte outside either range.
     *
     * @param sourceBase   array that is read, or null for absolute addresses.
     * @param sourceOffset offset in the array, or address, in bytes.
     * @param targetBase   array that is written, or null.
     * @param targetOffset offset in the array, or address, in bytes.
     * @param length       bytes, not negative; meant for at most {@link #SMALL_COPY_LIMIT}.
     */
    public static void copySmall(
        final Object sourceBase, final long sourceOffset, final Object targetBase, final long targetOffset, final int length) {
        int done = 0;
        for (; done <= length - Long.BYTES; done += Long.BYTES) {
            UnsafeApi.putLong(targetBase, targetOffset + done, UnsafeApi.getLong(sourceBase, sourceOffset + done));
        }
        if ((length & Integer.BYTES) != 0) {
            UnsafeApi.putInt(targetBase, targetOffset + done, UnsafeApi.getInt(sourceBase, sourceOffset + done));
            done += Integer.BYTES;
        }
        if ((length & Short.BYTES) != 0) {
            UnsafeApi.putShort(targetBase, targetOffset + done, UnsafeApi.getShort(sourceBase, sourceOffset + done));
            done += Short.BYTES;
        }
        if ((length & Byte.BYTES) != 0) {
            UnsafeApi.putByte(targetBase, targetOffset + done, UnsafeApi.getByte(sourceBase, sourceOffset + done));
        }
    }
}
