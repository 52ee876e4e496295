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
 * Layout of an event queue behind the head of its file, native byte order.
 * <pre>
 *  +----------------------------------------------------------------+  64   line of the consumers
 *  |  events taken so far (long); negative once the queue has moved |  all threads, by CAS
 *  +----------------------------------------------------------------+  72
 *  |  56 reserved bytes, zero                                       |
 *  +----------------------------------------------------------------+  128  line of the producer
 *  |  events put so far (long)                                      |  the producer, released
 *  +----------------------------------------------------------------+  136
 *  |  events that found no room (long)                              |  the producer
 *  +----------------------------------------------------------------+  144
 *  |  capacity (int), a power of two |  room that is reserved (int) |  the producer
 *  +----------------------------------------------------------------+  152
 *  |  1 while a thread waits (int)   |  32 reserved bits            |  the waiter
 *  +----------------------------------------------------------------+  160
 *  |  32 reserved bytes, zero                                       |
 *  +----------------------------------------------------------------+  192  entries of 64 bytes
 *  |  type (int)                     |  status (int)                |  0
 *  |  cookie (long)                                                 |  8
 *  |  handle of the endpoint (long)                                 |  16
 *  |  length (long)                                                 |  24
 *  |  handle of the receive queue (long)                            |  32
 *  |  slot of that queue (int)       |  flags (int)                 |  40
 *  |  further word (long)                                           |  48
 *  |  further word (long)                                           |  56
 *  +----------------------------------------------------------------+
 * </pre>
 * An entry belongs to the producer until the put position has passed it, and again after the taken position has passed it.
 */
public final class EventQueueDescriptor {
    /** Offset of the position of the consumers (long). */
    public static final int HEAD_OFFSET = QueueFileDescriptor.LENGTH;
    /** Offset of the position of the producer (long). */
    public static final int TAIL_OFFSET = HEAD_OFFSET + QueueFileDescriptor.LENGTH;
    /** Offset of the number of events that found no room (long). */
    public static final int OVERFLOWS_OFFSET = TAIL_OFFSET + Long.BYTES;
    /** Offset of the capacity (int). */
    public static final int CAPACITY_OFFSET = OVERFLOWS_OFFSET + Long.BYTES;
    /** Offset of the reserved room (int). */
    public static final int RESERVED_OFFSET = CAPACITY_OFFSET + Integer.BYTES;
    /** Offset of the word that says whether a thread waits (int). */
    public static final int WAITER_OFFSET = RESERVED_OFFSET + Integer.BYTES;
    /** Length of head and header: where the entries begin. */
    public static final int LENGTH = TAIL_OFFSET + QueueFileDescriptor.LENGTH;

    /** In an entry: offset of the type (int). */
    public static final int TYPE_OFFSET = 0;
    /** In an entry: offset of the status (int). */
    public static final int STATUS_OFFSET = TYPE_OFFSET + Integer.BYTES;
    /** In an entry: offset of the cookie (long). */
    public static final int COOKIE_OFFSET = STATUS_OFFSET + Integer.BYTES;
    /** In an entry: offset of the endpoint's handle (long). */
    public static final int ENDPOINT_OFFSET = COOKIE_OFFSET + Long.BYTES;
    /** In an entry: offset of the length (long). */
    public static final int LENGTH_OFFSET = ENDPOINT_OFFSET + Long.BYTES;
    /** In an entry: offset of the receive queue's handle (long). */
    public static final int QUEUE_OFFSET = LENGTH_OFFSET + Long.BYTES;
    /** In an entry: offset of the slot (int). */
    public static final int SLOT_OFFSET = QUEUE_OFFSET + Long.BYTES;
    /** In an entry: offset of the flags (int). */
    public static final int FLAGS_OFFSET = SLOT_OFFSET + Integer.BYTES;
    /** In an entry: offset of a further word (long). */
    public static final int WORD0_OFFSET = FLAGS_OFFSET + Integer.BYTES;
    /** In an entry: offset of another further word (long). */
    public static final int WORD1_OFFSET = WORD0_OFFSET + Long.BYTES;
    /** Length of an entry: a cache line. */
    public static final int ENTRY_LENGTH = WORD1_OFFSET + Long.BYTES;

    private EventQueueDescriptor() {
    }
}
