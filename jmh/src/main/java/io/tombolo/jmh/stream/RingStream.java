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
package io.tombolo.jmh.stream;

import java.nio.ByteBuffer;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * Streams through a bare Agrona ring: one write a message, and reads in batches.
 */
public final class RingStream extends StreamLoad {
    private static final int CAPACITY = 128 << 10;
    private static final int LONGEST_PART = 8;
    private static final int TYPE_ID = 1;

    private final RingBuffer ring;
    private final int length;
    private final MutableDirectBuffer target;
    private final MessageHandler handler = this::onMessage;

    /**
     * Makes the ring and starts the senders.
     *
     * @param senders number of senders; one gets a ring of one writer.
     * @param length  length of each message in bytes.
     */
    public RingStream(final int senders, final int length) {
        this.length = length;
        target = new UnsafeBuffer(new byte[length]);
        final int capacity = Math.max(CAPACITY, BitUtil.findNextPositivePowerOfTwo(LONGEST_PART * length));
        final ByteBuffer memory =
            BufferUtil.allocateDirectAligned(capacity + RingBufferDescriptor.TRAILER_LENGTH, BitUtil.CACHE_LINE_LENGTH);
        ring = senders > 1 ? new ManyToOneRingBuffer(new UnsafeBuffer(memory)) : new OneToOneRingBuffer(new UnsafeBuffer(memory));
        for (int i = 0; i < senders; i++) {
            start(this::send);
        }
    }

    private void send() {
        final DirectBuffer message = new UnsafeBuffer(new byte[length]);
        int looks = 0;
        while (!isStopped()) {
            looks = ring.write(TYPE_ID, message, 0, length) ? 0 : pause(looks);
        }
    }

    @Override
    public void receive() {
        int left = BATCH;
        int looks = 0;
        while (left > 0) {
            final int found = ring.read(handler, left);
            left -= found;
            looks = found > 0 ? 0 : pause(looks);
        }
    }

    private void onMessage(final int typeId, final MutableDirectBuffer buffer, final int index, final int size) {
        target.putBytes(0, buffer, index, size);
    }

    @Override
    void drain() {
        ring.read(handler, BATCH);
    }

    @Override
    void free() {
        // The collector frees the memory: nothing else has its address.
    }
}
