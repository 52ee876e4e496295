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
package io.tombolo.ringbuffers.flight;

/**
 * Layout of a ring of bytes, native byte order: the last C bytes of a stream that a rank writes, C a power of two. The byte at position P
 * of the stream lies at place P modulo C. Positions count from 0 and never wrap.
 * <pre>
 *  +---------------------------------------------------------------+  0
 *  |  position up to which bytes were begun, stored before they    |
 *  +---------------------------------------------------------------+  8
 *  |  position up to which bytes were written, stored after them   |
 *  +---------------------------------------------------------------+  16
 *  |  zero                                                         |
 *  +---------------------------------------------------------------+  64
 *  |  C bytes                                                      |
 *  +---------------------------------------------------------------+
 * </pre>
 * Only the rank's progress owner writes.
 */
public final class ByteRingDescriptor {
    /** Offset of the position up to which bytes were begun. */
    public static final int BEGUN_OFFSET = 0;
    /** Offset of the position up to which bytes were written. */
    public static final int WRITTEN_OFFSET = BEGUN_OFFSET + Long.BYTES;
    /** Offset of the first byte. */
    public static final int BYTES_OFFSET = 64;

    private ByteRingDescriptor() {
    }

    /**
     * Length of the ring with its header.
     *
     * @param capacity bytes of the stream that fit.
     * @return bytes.
     */
    public static int length(final int capacity) {
        return BYTES_OFFSET + capacity;
    }

    /**
     * Capacity of a ring.
     *
     * @param length of the ring with its header, bytes.
     * @return bytes of the stream that fit.
     */
    public static int capacity(final int length) {
        return length - BYTES_OFFSET;
    }
}
