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

import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A broadcast buffer of Agrona whose transmitter does not overrun its receivers.
 */
public final class BroadcastStream extends ThreeReaders {
    private static final int CAPACITY = 1 << 20;
    private static final int ALIGNMENT = 4096;

    private final HeldBroadcast inbound;
    private final HeldBroadcast outbound;
    private final int length;

    /**
     * Makes the buffer and starts the transmitter.
     *
     * @param length length of each message in bytes.
     */
    public BroadcastStream(final int length) {
        super(length);
        this.length = length;
        final UnsafeBuffer memory =
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(HeldBroadcast.memoryLength(CAPACITY, READERS), ALIGNMENT));
        inbound = new HeldBroadcast(memory, CAPACITY, READERS);
        outbound = new HeldBroadcast(memory, CAPACITY, READERS);
        start(this::transmit);
    }

    private void transmit() {
        final DirectBuffer message = new UnsafeBuffer(new byte[length]);
        int looks = 0;
        while (!isStopped()) {
            looks = outbound.tryWrite(message, length) ? 0 : pause(looks);
        }
    }

    @Override
    int poll(final int reader, final MutableDirectBuffer into, final int limit) {
        return inbound.poll(reader, into, limit);
    }

    @Override
    void free() {
        // The collector frees the memory: nothing else has its address.
    }
}
