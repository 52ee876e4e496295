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
package io.tombolo.jmh.bench.process;

import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * Two bare Agrona one-to-one rings, one each way, without tags, matching or credit. The difference to another system is the cost of its
 * protocol.
 */
final class AgronaTransport implements Transport {

    private static final int TYPE_ID = 1;

    private final AgronaRingFile[] files = new AgronaRingFile[2];
    private final OneToOneRingBuffer outbound;
    private final OneToOneRingBuffer inbound;
    private final MessageHandler handler = this::onMessage;
    private MutableDirectBuffer target;
    private int received;
    private int expected;
    private int messageLength;

    /** Opens one side of rings that carry messages up to a length. */
    AgronaTransport(final Path directory, final int rank, final int longest) {
        outbound = ring(directory, rank, longest);
        inbound = ring(directory, 1 - rank, longest);
    }

    @Override
    public MutableDirectBuffer registered(final int length) {
        throw new UnsupportedOperationException("a bare ring registers no memory");
    }

    @Override
    public void send(final DirectBuffer buffer, final int length) {
        int looks = 0;
        while (!outbound.write(TYPE_ID, buffer, 0, length)) {
            looks = Waiting.pause(looks);
        }
    }

    @Override
    public void receive(final MutableDirectBuffer buffer, final int length) {
        target = buffer;
        int looks = 0;
        while (0 == inbound.read(handler, 1)) {
            looks = Waiting.pause(looks);
        }
        if (received != length) {
            throw new IllegalStateException("received=" + received + " expected=" + length);
        }
    }

    @Override
    public void postStream(final MutableDirectBuffer buffer, final int length, final int count) {
        target = buffer;
        messageLength = length;
        expected = count;
    }

    @Override
    public void awaitStream() {
        int looks = 0;
        while (expected > 0) {
            final int found = inbound.read(handler, expected);
            expected -= found;
            looks = found > 0 ? 0 : Waiting.pause(looks);
        }
        if (received != messageLength) {
            throw new IllegalStateException("received=" + received + " expected=" + messageLength);
        }
    }

    @Override
    public void receiveAll(final MutableDirectBuffer buffer, final int length, final int count) {
        postStream(buffer, length, count);
        awaitStream();
    }

    @Override
    public void close() {
        for (final AgronaRingFile file : files) {
            file.close();
        }
    }

    private void onMessage(final int typeId, final MutableDirectBuffer buffer, final int index, final int length) {
        received = length;
        target.putBytes(0, buffer, index, length);
    }

    private OneToOneRingBuffer ring(final Path directory, final int writer, final int longest) {
        files[writer] = new AgronaRingFile(
            directory.resolve("ring-" + writer), AgronaRingFile.capacity(longest) + RingBufferDescriptor.TRAILER_LENGTH);
        return new OneToOneRingBuffer(files[writer].buffer());
    }
}
