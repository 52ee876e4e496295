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
package io.tombolo.ringbuffers.queue;

import org.agrona.BitUtil;

/**
 * Layout of one slot of a receive queue, native byte order: a buffer that was posted, in up to as many segments as the queue allows.
 * <pre>
 *   0                             31 32                            63
 *  +--------------------------------+-------------------------------+  0
 *  |   next slot + 1 of its list    |   state: {@link ReceiveSlotState}    |
 *  +--------------------------------+-------------------------------+  8
 *  |                        cookie (long)                           |
 *  +--------------------------------+-------------------------------+  16
 *  |   endpoint that took it        |   segments                    |
 *  +--------------------------------+-------------------------------+  24
 *  |                 bytes received (long)                          |
 *  +----------------------------------------------------------------+  32
 *  |   segments, 24 bytes each: {handle of the region, offset in it, length} (longs)
 *  +----------------------------------------------------------------+  up to a line
 * </pre>
 * The thread that claims a slot owns it until it is posted. The taker owns it from the take until it is completed. Then the thread that
 * reaps the completion owns it, and frees it.
 */
public final class ReceiveSlotDescriptor {
    /** Offset of the link (int): 0 at the end of a list. */
    public static final int NEXT_OFFSET = 0;
    /** Offset of the state (int). */
    public static final int STATE_OFFSET = NEXT_OFFSET + Integer.BYTES;
    /** Offset of the cookie (long). */
    public static final int COOKIE_OFFSET = STATE_OFFSET + Integer.BYTES;
    /** Offset of the index of the endpoint that took the buffer (int). */
    public static final int ENDPOINT_OFFSET = COOKIE_OFFSET + Long.BYTES;
    /** Offset of the number of segments (int). */
    public static final int COUNT_OFFSET = ENDPOINT_OFFSET + Integer.BYTES;
    /** Offset of the bytes received (long). */
    public static final int RECEIVED_OFFSET = COUNT_OFFSET + Integer.BYTES;
    /** Offset of the first segment. */
    public static final int SEGMENTS_OFFSET = RECEIVED_OFFSET + Long.BYTES;

    /** In a segment: offset of the handle of its region (long). */
    public static final int REGION_OFFSET = 0;
    /** In a segment: offset of its offset in the region (long). */
    public static final int OFFSET_OFFSET = REGION_OFFSET + Long.BYTES;
    /** In a segment: offset of its length (long). */
    public static final int LENGTH_OFFSET = OFFSET_OFFSET + Long.BYTES;
    /** Length of a segment. */
    public static final int SEGMENT_LENGTH = LENGTH_OFFSET + Long.BYTES;

    private ReceiveSlotDescriptor() {
    }

    /**
     * Returns the length of a slot.
     *
     * @param segments most segments.
     * @return bytes, a multiple of a cache line.
     */
    public static int stride(final int segments) {
        return BitUtil.align(SEGMENTS_OFFSET + segments * SEGMENT_LENGTH, QueueFileDescriptor.LENGTH);
    }
}
