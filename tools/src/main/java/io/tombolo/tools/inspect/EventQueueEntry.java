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
package io.tombolo.tools.inspect;

import io.tombolo.ringbuffers.queue.EventQueueDescriptor;
import io.tombolo.ringbuffers.queue.QueueFileDescriptor;
import org.agrona.concurrent.AtomicBuffer;

/**
 * One event dispatcher of a rank, from its queue file. The values may be from slightly different times.
 *
 * @param index      index of the dispatcher
 * @param generation number that tells it from earlier dispatchers with the same index
 * @param capacity   maximum number of events
 * @param events     events that wait to be taken
 * @param taken      events that have been taken
 * @param reserved   places reserved for completions
 * @param overflows  events that found no place
 * @param isWaited   whether a thread waits for events
 */
public record EventQueueEntry(
    int index, int generation, int capacity, long events, long taken, int reserved, long overflows, boolean isWaited) {
    static EventQueueEntry of(final AtomicBuffer file) {
        // The head is loaded first, so it is never ahead of the tail.
        final long taken = file.getLongVolatile(EventQueueDescriptor.HEAD_OFFSET) & Long.MAX_VALUE;
        final long put = file.getLongVolatile(EventQueueDescriptor.TAIL_OFFSET);
        return new EventQueueEntry(
            file.getInt(QueueFileDescriptor.INDEX_OFFSET), file.getInt(QueueFileDescriptor.GENERATION_OFFSET),
            file.getInt(EventQueueDescriptor.CAPACITY_OFFSET), put - taken, taken,
            file.getIntVolatile(EventQueueDescriptor.RESERVED_OFFSET), file.getLongVolatile(EventQueueDescriptor.OVERFLOWS_OFFSET),
            file.getIntVolatile(EventQueueDescriptor.WAITER_OFFSET) != 0);
    }
}
