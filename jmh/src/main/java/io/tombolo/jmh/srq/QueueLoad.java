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
package io.tombolo.jmh.srq;

import io.tombolo.ringbuffers.queue.QueueConcurrency;
import io.tombolo.ringbuffers.queue.ReceiveCounts;
import io.tombolo.ringbuffers.queue.ReceiveQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.BufferUtil;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A receive queue without an engine. Any number of threads post, and a thread that finds the queue full takes all buffers. For comparison
 * with a post and a take, there are pairs of compare-and-sets of a word that no other thread uses.
 */
public final class QueueLoad {
    /** Buffers of the queue. */
    public static final int SLOTS = 128;

    private static final int ALIGNMENT = 64;
    private static final int REGION = 7;
    private static final int LENGTH = 2048;

    private final ReceiveQueue queue;
    private final AtomicBuffer word = new UnsafeBuffer(BufferUtil.allocateDirectAligned(ALIGNMENT, ALIGNMENT));
    private final AtomicBoolean isTaking = new AtomicBoolean();
    private final int[] taken = new int[SLOTS];

    /**
     * Makes an empty queue.
     *
     * @param callers threads that may call.
     */
    public QueueLoad(final QueueConcurrency callers) {
        final int length = ReceiveQueue.fileLength(SLOTS, 1);
        queue = new ReceiveQueue(new UnsafeBuffer(BufferUtil.allocateDirectAligned(length, ALIGNMENT)), SLOTS, 1, 0, callers);
    }

    /**
     * Posts a buffer. If the queue is full, the caller takes and reaps all buffers, or waits for a thread that does so.
     *
     * @param cookie cookie of the buffer.
     */
    public void post(final long cookie) {
        while (!tryPost(cookie)) {
            if (isTaking.compareAndSet(false, true)) {
                takeAll();
                isTaking.set(false);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /**
     * Posts a buffer.
     *
     * @param cookie cookie of the buffer.
     * @return false if the queue is full.
     */
    public boolean tryPost(final long cookie) {
        return queue.post(cookie, REGION, 0, LENGTH) == 0;
    }

    private void takeAll() {
        for (int slot = queue.take(0); slot >= 0; slot = queue.take(0)) {
            queue.complete(slot, LENGTH);
            queue.reap(slot);
        }
    }

    /**
     * Posts and takes buffers in turn.
     *
     * @param count number of buffers, at most {@link #SLOTS}.
     */
    public void postAndTake(final int count) {
        for (int i = 0; i < count; i++) {
            tryPost(i);
            taken[i] = queue.take(0);
        }
    }

    /**
     * Takes posted buffers.
     *
     * @param count number of buffers, at most {@link #SLOTS}.
     */
    public void take(final int count) {
        for (int i = 0; i < count; i++) {
            taken[i] = queue.take(0);
        }
    }

    /**
     * Reaps the buffers that {@link #postAndTake} or {@link #take} has taken.
     *
     * @param count number of buffers, as there.
     */
    public void reap(final int count) {
        for (int i = 0; i < count; i++) {
            queue.complete(taken[i], LENGTH);
            queue.reap(taken[i]);
        }
    }

    /**
     * Changes a word by pairs of compare-and-sets.
     *
     * @param count number of pairs.
     */
    public void pairs(final int count) {
        for (int i = 0; i < count; i++) {
            final long value = word.getLongVolatile(0);
            word.compareAndSetLong(0, value, value + 1);
            final long next = word.getLongVolatile(0);
            word.compareAndSetLong(0, next, next + 1);
        }
    }

    /**
     * Counts the buffers on the queue.
     *
     * @return number of buffers.
     */
    public int available() {
        return ReceiveCounts.available(queue.query());
    }
}
