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

import io.tombolo.ringbuffers.queue.QueueFileDescriptor;
import io.tombolo.ringbuffers.queue.ReceiveCounts;
import io.tombolo.ringbuffers.queue.ReceiveQueueDescriptor;
import io.tombolo.ringbuffers.queue.ReceiveSlotDescriptor;
import io.tombolo.ringbuffers.queue.ReceiveSlotState;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.concurrent.AtomicBuffer;

/**
 * One shared receive queue of a rank, from its queue files. The counts are consistent; the other values may be from slightly different
 * times.
 *
 * @param index        index of the queue
 * @param generation   number that tells it from earlier queues with the same index
 * @param zone         index of its protection zone
 * @param most         maximum number of buffers
 * @param available    buffers on the queue
 * @param outstanding  buffers that are posted and whose completion was not taken
 * @param lowWatermark low watermark
 * @param isArmed      whether the low watermark has not fired since it was set
 * @param segments     maximum number of segments of a buffer
 * @param taken        buffers taken so far
 * @param fired        watermark events so far
 * @param waiting      messages that wait for a buffer
 * @param slots        number of slots by {@link ReceiveSlotState#code()}; the last is the number of slots in no known state
 */
public record ReceiveQueueEntry(
    int index, int generation, int zone, int most, int available, int outstanding, int lowWatermark, boolean isArmed, int segments,
    long taken, long fired, int waiting, List<Integer> slots) {

    private static final int TRIES = 1000;

    static ReceiveQueueEntry of(final AtomicBuffer file, final List<AtomicBuffer> chunks) {
        final long counts = counts(file);
        final int[] slots = new int[ReceiveSlotState.values().length + 1];
        final int stride = file.getInt(ReceiveQueueDescriptor.STRIDE_OFFSET);
        count(file, ReceiveQueueDescriptor.LENGTH, stride, slots);
        chunks.forEach(chunk -> count(chunk, ReceiveQueueDescriptor.CHUNK_OFFSET, stride, slots));
        return new ReceiveQueueEntry(
            file.getInt(QueueFileDescriptor.INDEX_OFFSET), file.getInt(QueueFileDescriptor.GENERATION_OFFSET),
            file.getInt(ReceiveQueueDescriptor.ZONE_OFFSET), ReceiveCounts.most(counts),
            ReceiveCounts.available(counts), ReceiveCounts.outstanding(counts),
            file.getIntVolatile(ReceiveQueueDescriptor.LOW_WATERMARK_OFFSET), file.getIntVolatile(ReceiveQueueDescriptor.ARMED_OFFSET) > 0,
            file.getInt(ReceiveQueueDescriptor.SEGMENTS_OFFSET), file.getLongVolatile(ReceiveQueueDescriptor.TAKEN_OFFSET),
            file.getLongVolatile(ReceiveQueueDescriptor.FIRED_OFFSET), file.getIntVolatile(ReceiveQueueDescriptor.WAITING_OFFSET),
            IntStream.of(slots).boxed().toList());
    }

    /** Reads consistent counts. If the queue changes at every attempt, the counts are approximate. */
    private static long counts(final AtomicBuffer file) {
        long before = file.getLongVolatile(ReceiveQueueDescriptor.TAKEN_OFFSET);
        for (int i = 0; i < TRIES; i++) {
            final long word = file.getLongVolatile(ReceiveQueueDescriptor.COUNTS_OFFSET);
            final long after = file.getLongVolatile(ReceiveQueueDescriptor.TAKEN_OFFSET);
            if (before == after) {
                return ReceiveCounts.snapshot(word, after);
            }
            before = after;
        }
        return ReceiveCounts.snapshot(file.getLongVolatile(ReceiveQueueDescriptor.COUNTS_OFFSET), before);
    }

    private static void count(final AtomicBuffer file, final int start, final int stride, final int[] slots) {
        // With a damaged stride the counts are shown, but the slots are not.
        if (stride < QueueFileDescriptor.LENGTH) {
            return;
        }
        for (int slot = start; slot <= file.capacity() - stride; slot += stride) {
            final ReceiveSlotState state = ReceiveSlotState.of(file.getIntVolatile(slot + ReceiveSlotDescriptor.STATE_OFFSET));
            slots[state == null ? slots.length - 1 : state.code()]++;
        }
    }

    /** Number of slots in a state. */
    int in(final ReceiveSlotState state) {
        return slots.get(state.code());
    }
}
