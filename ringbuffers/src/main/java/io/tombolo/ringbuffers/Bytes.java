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
 * Copies bytes between places that are given by a base object and an offset: a primitive array and an array offset, or {@code null} and an
 * absolute address. Nothing is checked here: the caller has checked both ranges once, for the whole call.
 * <p>
 * <b>Threading:</b> stateless, any thread. <b>Memory order:</b> plain accesses, unless a method says otherwise. A caller that reads what
 * another process wrote loads a record with acquire before the copy.
 */
public final class Bytes {
    /** Longest copy, in bytes, that is made by single loads and stores: the call of a bulk copy would cost more. */
    public static final int SMALL_COPY_LIMIT = 64;

    /** Offset of the first element of a {@code byte[]}. */
    public static final long BYTES_OFFSET = UnsafeApi.arrayBaseOffset(byte[].class);

    /** Offset of the first element of an {@code int[]}. */
    public static final long INTS_OFFSET = UnsafeApi.arrayBaseOffset(int[].class);

    /** Offset of the first element of a {@code long[]}. */
    public static final long LONGS_OFFSET = UnsafeApi.arrayBaseOffset(long[].class);

    /** Offset of the first element of a {@code float[]}. */
    public static final long FLOATS_OFFSET = UnsafeApi.arrayBaseOffset(float[].class);

    /** Offset of the first element of a {@code double[]}. */
    public static final long DOUBLES_OFFSET = UnsafeApi.arrayBaseOffset(double[].class);

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
     * Copies six longs: the payload of the first slot of a ring record, without stamp and key.
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
     * Copies by longs, then the rest as int, short and byte. It never touches a byte outside either range.
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
