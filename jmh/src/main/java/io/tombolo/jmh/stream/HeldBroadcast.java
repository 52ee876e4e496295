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

import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.broadcast.BroadcastBufferDescriptor;
import org.agrona.concurrent.broadcast.BroadcastReceiver;
import org.agrona.concurrent.broadcast.BroadcastTransmitter;
import org.agrona.concurrent.broadcast.RecordDescriptor;

/**
 * Agrona's broadcast buffer with the least that makes it reliable. By itself the transmitter overwrites what a slow receiver has not read.
 * Here each receiver counts what it has read in a line of its own, and the transmitter stays less than half a buffer ahead of the slowest.
 * <p>
 * One thread transmits, and one thread receives for all receivers; both may be in different processes. Each side has an object of its own.
 */
public final class HeldBroadcast {
    private static final int TYPE_ID = 1;
    private static final int SPACING = 2 * BitUtil.CACHE_LINE_LENGTH;

    private final BroadcastTransmitter transmitter;
    private final BroadcastReceiver[] receivers;
    private final long[] read;
    private final AtomicBuffer counts;
    private final int capacity;
    private long written;
    private long mayWrite;
    private int length = -1;
    private int window;

    /**
     * Makes one side.
     *
     * @param memory    of {@link #memoryLength}, all zeros before the first side.
     * @param capacity  of the buffer in bytes, a power of two.
     * @param receivers number of receivers.
     */
    public HeldBroadcast(final UnsafeBuffer memory, final int capacity, final int receivers) {
        this.capacity = capacity;
        final int bufferLength = capacity + BroadcastBufferDescriptor.TRAILER_LENGTH;
        final UnsafeBuffer buffer = new UnsafeBuffer(memory, 0, bufferLength);
        transmitter = new BroadcastTransmitter(buffer);
        this.receivers = new BroadcastReceiver[receivers];
        for (int i = 0; i < receivers; i++) {
            this.receivers[i] = new BroadcastReceiver(buffer);
        }
        read = new long[receivers];
        counts = new UnsafeBuffer(memory, countsOffset(capacity), receivers * SPACING);
    }

    /**
     * Computes the bytes that both sides share.
     *
     * @param capacity  of the buffer in bytes, a power of two.
     * @param receivers number of receivers.
     * @return length in bytes.
     */
    public static int memoryLength(final int capacity, final int receivers) {
        return countsOffset(capacity) + receivers * SPACING;
    }

    private static int countsOffset(final int capacity) {
        return BitUtil.align(capacity + BroadcastBufferDescriptor.TRAILER_LENGTH, SPACING);
    }

    /**
     * Transmits a message, if the slowest receiver is near enough.
     *
     * @param message       buffer with the message at offset 0.
     * @param messageLength its length in bytes.
     * @return false if the slowest receiver has to read first.
     */
    public boolean tryWrite(final DirectBuffer message, final int messageLength) {
        if (messageLength != length) {
            length = messageLength;
            window = Math.max(1,
                capacity / 2 / BitUtil.align(messageLength + RecordDescriptor.HEADER_LENGTH, RecordDescriptor.RECORD_ALIGNMENT));
            mayWrite = 0;
        }
        if (written >= mayWrite) {
            mayWrite = slowest() + window;
            if (written >= mayWrite) {
                return false;
            }
        }
        transmitter.transmit(TYPE_ID, message, 0, messageLength);
        written++;
        return true;
    }

    private long slowest() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < read.length; i++) {
            least = Math.min(least, counts.getLongAcquire(i * SPACING)); // partner: the release in poll
        }
        return least;
    }

    /**
     * Copies messages of a receiver, if there are some.
     *
     * @param receiver number of the receiver, from 0.
     * @param target   takes each of them at offset 0.
     * @param limit    most messages.
     * @return messages that were copied.
     */
    public int poll(final int receiver, final MutableDirectBuffer target, final int limit) {
        final BroadcastReceiver source = receivers[receiver];
        int found = 0;
        while (found < limit && source.receiveNext()) {
            target.putBytes(0, source.buffer(), source.offset(), source.length());
            if (!source.validate()) {
                throw new IllegalStateException("receiver " + receiver + " was overrun");
            }
            found++;
        }
        if (found > 0) {
            read[receiver] += found;
            counts.putLongRelease(receiver * SPACING, read[receiver]); // partner: the acquire in slowest
        }
        return found;
    }
}
