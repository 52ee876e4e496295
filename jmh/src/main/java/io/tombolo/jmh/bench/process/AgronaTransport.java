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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * Two bare Agrona one-to-one rings, one each way, without tags, matching or credit. The difference to another system is the cost of its
 * protocol.
 */
final class AgronaTransport implements Transport {

    private static final int CAPACITY = 128 << 10;

    /** Longest message in bytes that such a ring carries. */
    static final int MAX_LENGTH = CAPACITY / 8;

    private static final int TYPE_ID = 1;

    private final MappedByteBuffer[] mappings = new MappedByteBuffer[2];
    private final OneToOneRingBuffer outbound;
    private final OneToOneRingBuffer inbound;
    private final MessageHandler handler = this::onMessage;
    private MutableDirectBuffer target;
    private int received;
    private int expected;
    private int messageLength;

    AgronaTransport(final Path directory, final int rank) {
        outbound = ring(directory, rank);
        inbound = ring(directory, 1 - rank);
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
    public void close() {
        for (final MappedByteBuffer mapping : mappings) {
            IoUtil.unmap(mapping);
        }
    }

    private void onMessage(final int typeId, final MutableDirectBuffer buffer, final int index, final int length) {
        received = length;
        target.putBytes(0, buffer, index, length);
    }

    private OneToOneRingBuffer ring(final Path directory, final int writer) {
        final Path path = directory.resolve("ring-" + writer);
        final int length = CAPACITY + RingBufferDescriptor.TRAILER_LENGTH;
        try (FileChannel channel = FileChannel.open(
            path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
            mappings[writer] = channel.map(FileChannel.MapMode.READ_WRITE, 0, BitUtil.align(length, BitUtil.CACHE_LINE_LENGTH));
            return new OneToOneRingBuffer(new UnsafeBuffer(mappings[writer], 0, length));
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
