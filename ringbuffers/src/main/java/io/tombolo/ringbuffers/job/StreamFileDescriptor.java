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
package io.tombolo.ringbuffers.job;

import io.tombolo.ringbuffers.flight.ByteRingDescriptor;

/**
 * Layout of {@code record-R.I.dat}, native byte order: the streams of bytes that incarnation I of rank R writes for a recorder.
 * <pre>
 *  0                              31 32                             63
 *  +---------------------------------------------------------------+  0
 *  |                          magic (long)                         |
 *  +-------------------------------+-------------------------------+  8
 *  |     layout version (int)      |          rank (int)           |
 *  +-------------------------------+-------------------------------+  16
 *  |      incarnation (int)        |  capacity for payload (int)   |
 *  +-------------------------------+-------------------------------+  24
 *  |                         job id (long)                         |
 *  +---------------------------------------------------------------+  32
 *  |                  32 reserved bytes, zero                      |
 *  +---------------------------------------------------------------+  64
 *  |  ring of the payload ({@link ByteRingDescriptor})                   |
 *  +---------------------------------------------------------------+
 *  |  ring of the order, of a quarter of that capacity, at most 1M |
 *  +---------------------------------------------------------------+
 * </pre>
 */
public final class StreamFileDescriptor {
    /** Least capacity for payload. */
    public static final int LEAST_PAYLOAD = 1 << 16;
    /** Largest capacity for payload. */
    public static final int MOST_PAYLOAD = 1 << 29;

    /** First word of the file: "TOMBOLO" and an S. */
    static final long MAGIC = 0x53_4f4c4f424d4f54L;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;
    static final int RANK_OFFSET = VERSION_OFFSET + Integer.BYTES;
    static final int INCARNATION_OFFSET = RANK_OFFSET + Integer.BYTES;
    static final int PAYLOAD_CAPACITY_OFFSET = INCARNATION_OFFSET + Integer.BYTES;
    static final int JOB_ID_OFFSET = PAYLOAD_CAPACITY_OFFSET + Integer.BYTES;
    static final int PAYLOAD_OFFSET = 64;

    private static final int ORDER_PART = 4;
    private static final int MOST_ORDER = 1 << 20;

    private StreamFileDescriptor() {
    }

    /**
     * Returns whether a capacity for payload is one.
     *
     * @param capacity bytes.
     * @return true for a power of two from {@link #LEAST_PAYLOAD} to {@link #MOST_PAYLOAD}.
     */
    public static boolean isCapacity(final long capacity) {
        return capacity >= LEAST_PAYLOAD && capacity <= MOST_PAYLOAD && Long.bitCount(capacity) == 1;
    }

    static int orderCapacity(final int payloadCapacity) {
        return Math.min(payloadCapacity / ORDER_PART, MOST_ORDER);
    }

    static int orderOffset(final int payloadCapacity) {
        return PAYLOAD_OFFSET + ByteRingDescriptor.length(payloadCapacity);
    }

    /**
     * Length of the file.
     *
     * @param payloadCapacity bytes of payload that fit.
     * @return bytes.
     */
    public static int length(final int payloadCapacity) {
        return orderOffset(payloadCapacity) + ByteRingDescriptor.length(orderCapacity(payloadCapacity));
    }
}
