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

import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.UnsafeApi;

/**
 * A direct byte buffer that is wrapped around other memory again and again, and that has no bytes in between: every access throws then. It
 * is the same object all the time, so nothing is allocated. The JDK offers no such buffer; its fields are written through the same package
 * that gives access to mapped memory.
 * <p>
 * The buffer does not keep the memory alive. <b>Threading:</b> one thread at a time.
 */
public final class RewrappedByteBuffer {
    private static final long ADDRESS = offset("address");
    private static final long CAPACITY = offset("capacity");

    private final ByteBuffer buffer;

    private RewrappedByteBuffer(final ByteBuffer buffer) {
        this.buffer = buffer;
    }

    private static long offset(final String field) {
        try {
            final Field declared = Buffer.class.getDeclaredField(field);
            return UnsafeApi.objectFieldOffset(declared);
        } catch (final NoSuchFieldException exception) {
            throw new ExceptionInInitializerError(exception);
        }
    }

    /**
     * Makes a buffer without bytes that can be written to.
     *
     * @return new buffer.
     */
    public static RewrappedByteBuffer writable() {
        return new RewrappedByteBuffer(ByteBuffer.allocateDirect(0));
    }

    /**
     * Makes a buffer without bytes that cannot be written to.
     *
     * @return new buffer.
     */
    public static RewrappedByteBuffer readOnly() {
        return new RewrappedByteBuffer(ByteBuffer.allocateDirect(0).asReadOnlyBuffer());
    }

    /**
     * Wraps the buffer around memory. Its position is 0, its limit the length, it has no mark, and its order is big-endian.
     *
     * @param address of the memory, which the caller keeps mapped until {@link #close()}.
     * @param length  of the memory, in bytes.
     * @return always the same buffer.
     */
    public ByteBuffer wrap(final long address, final int length) {
        UnsafeApi.putLong(buffer, ADDRESS, address);
        UnsafeApi.putInt(buffer, CAPACITY, length);
        return buffer.clear().order(ByteOrder.BIG_ENDIAN);
    }

    /** Takes all bytes from the buffer. Slices and duplicates of it keep theirs. */
    public void close() {
        UnsafeApi.putInt(buffer, CAPACITY, 0);
        buffer.clear();
    }
}
