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

/**
 * Layout of a receive queue behind the head of its file, native byte order.
 * <pre>
 *  +----------------------------------------------------------------+  64   line of the counts
 *  |  packed counts (long), see {@link ReceiveCounts}               |  all threads, atomically
 *  +----------------------------------------------------------------+  72
 *  |  56 reserved bytes, zero                                       |
 *  +----------------------------------------------------------------+  128  line of the free slots
 *  |  tag (high half), first free slot + 1 (low half) (long)        |  all threads, by CAS
 *  +----------------------------------------------------------------+  136
 *  |  56 reserved bytes, zero                                       |
 *  +----------------------------------------------------------------+  192  line of what stays
 *  |  log2 of slots in a chunk (int) |  bytes of a slot (int)       |
 *  +----------------------------------------------------------------+  200
 *  |  most segments (int)           |  index of the zone (int)      |
 *  +----------------------------------------------------------------+  208
 *  |  buffers taken (long)          |  the taker, released          |
 *  +----------------------------------------------------------------+  216
 *  |  low-watermark events (long)   |  written by the taker         |
 *  +----------------------------------------------------------------+  224
 *  |  messages that wait for a buffer (int)  | 32 reserved bits     |  written by the taker
 *  +----------------------------------------------------------------+  232
 *  |  low watermark that was set    |  that is armed, 0 for none    |  written by the taker
 *  +----------------------------------------------------------------+  240
 *  |  16 reserved bytes, zero                                       |
 *  +----------------------------------------------------------------+  256  slots of the first chunk
 * </pre>
 * Further chunks have slots right behind the head of their file, at {@link #CHUNK_OFFSET}.
 */
public final class ReceiveQueueDescriptor {
    /** Offset of the packed counts (long). */
    public static final int COUNTS_OFFSET = QueueFileDescriptor.LENGTH;
    /** Offset of the free list (long). */
    public static final int FREE_OFFSET = COUNTS_OFFSET + QueueFileDescriptor.LENGTH;
    /** Offset of the log2 of the slots in a chunk (int). */
    public static final int CHUNK_SHIFT_OFFSET = FREE_OFFSET + QueueFileDescriptor.LENGTH;
    /** Offset of the bytes of a slot (int). */
    public static final int STRIDE_OFFSET = CHUNK_SHIFT_OFFSET + Integer.BYTES;
    /** Offset of the most segments of a buffer (int). */
    public static final int SEGMENTS_OFFSET = STRIDE_OFFSET + Integer.BYTES;
    /** Offset of the index of the protection zone (int). */
    public static final int ZONE_OFFSET = SEGMENTS_OFFSET + Integer.BYTES;
    /** Offset of the number of buffers taken (long). */
    public static final int TAKEN_OFFSET = ZONE_OFFSET + Integer.BYTES;
    /** Offset of the number of low-watermark events (long). */
    public static final int FIRED_OFFSET = TAKEN_OFFSET + Long.BYTES;
    /** Offset of the number of messages that wait for a buffer (int). */
    public static final int WAITING_OFFSET = FIRED_OFFSET + Long.BYTES;
    /** Offset of the low watermark that was set last (int). */
    public static final int LOW_WATERMARK_OFFSET = WAITING_OFFSET + 2 * Integer.BYTES;
    /** Offset of the low watermark that is armed (int). */
    public static final int ARMED_OFFSET = LOW_WATERMARK_OFFSET + Integer.BYTES;
    /** Length of head and header, and offset of the slots of the first chunk. */
    public static final int LENGTH = FREE_OFFSET + 2 * QueueFileDescriptor.LENGTH;

    /** Offset of the slots in a further chunk. */
    public static final int CHUNK_OFFSET = QueueFileDescriptor.LENGTH;

    private ReceiveQueueDescriptor() {
    }
}
