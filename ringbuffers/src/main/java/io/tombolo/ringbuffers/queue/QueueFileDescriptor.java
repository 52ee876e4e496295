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

import io.tombolo.ringbuffers.job.LayoutHash;

/**
 * Head of every {@code queue-R.i-k.dat}, native byte order: the kind of queue behind it. Number 0 of a rank is its table of endpoints. The
 * others are receive queues, further chunks of those, and event queues, in the order of their creation.
 * <pre>
 *   0                             31 32                            63
 *  +--------------------------------+-------------------------------+  0
 *  |                          magic (long)                          |
 *  +--------------------------------+-------------------------------+  8
 *  |             layout hash of the queue files (long)              |
 *  +--------------------------------+-------------------------------+  16
 *  |              rank              |             kind              |
 *  +--------------------------------+-------------------------------+  24
 *  |        index of the queue      |   generation of the queue     |
 *  +--------------------------------+-------------------------------+  32
 *  |       part, from 0 (chunk)     |   file number k               |
 *  +--------------------------------+-------------------------------+  40
 *  |                     24 reserved bytes, zero                    |
 *  +----------------------------------------------------------------+  64
 * </pre>
 * The head is written before the file gets its name and never changes. Index and generation are those of the application's handle.
 */
public final class QueueFileDescriptor {
    /** First word: "TOMBOLO" and a Q. */
    public static final long MAGIC = 0x51_4f4c4f424d4f54L;

    /** Kind: the endpoints of a rank. */
    public static final int ENDPOINTS = 1;
    /** Kind: a receive queue with its first slots, or a further chunk of slots. */
    public static final int RECEIVES = 2;
    /** Kind: an event queue. */
    public static final int EVENTS = 3;

    /** Offset of the magic (long). */
    public static final int MAGIC_OFFSET = 0;
    /** Offset of the layout hash (long). */
    public static final int HASH_OFFSET = MAGIC_OFFSET + Long.BYTES;
    /** Offset of the rank (int). */
    public static final int RANK_OFFSET = HASH_OFFSET + Long.BYTES;
    /** Offset of the kind (int). */
    public static final int KIND_OFFSET = RANK_OFFSET + Integer.BYTES;
    /** Offset of the index (int). */
    public static final int INDEX_OFFSET = KIND_OFFSET + Integer.BYTES;
    /** Offset of the generation (int). */
    public static final int GENERATION_OFFSET = INDEX_OFFSET + Integer.BYTES;
    /** Offset of the part (int): 0 for the file that holds the counts of a receive queue, from 1 for further chunks of slots. */
    public static final int PART_OFFSET = GENERATION_OFFSET + Integer.BYTES;
    /** Offset of the file number (int). */
    public static final int NUMBER_OFFSET = PART_OFFSET + Integer.BYTES;
    /** Length of the head: a cache line. */
    public static final int LENGTH = 64;

    /** File number of the table of endpoints. */
    public static final int ENDPOINTS_NUMBER = 0;

    /** Fingerprint of all layouts in queue files. */
    public static final long LAYOUT_HASH = LayoutHash.of(
        LENGTH, ReceiveQueueDescriptor.LENGTH, ReceiveQueueDescriptor.FREE_OFFSET, ReceiveQueueDescriptor.TAKEN_OFFSET,
        ReceiveSlotDescriptor.SEGMENTS_OFFSET, ReceiveSlotDescriptor.SEGMENT_LENGTH, EventQueueDescriptor.LENGTH,
        EventQueueDescriptor.TAIL_OFFSET, EventQueueDescriptor.ENTRY_LENGTH, EndpointRowDescriptor.LENGTH);

    private QueueFileDescriptor() {
    }
}
