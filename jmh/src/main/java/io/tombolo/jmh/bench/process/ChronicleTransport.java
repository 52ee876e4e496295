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
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A Chronicle queue each way. Every message stays in the file of its queue, so the space on the disk limits what can be measured. Buffers
 * are direct and are copied by address. There are no tags and no matching.
 */
final class ChronicleTransport implements Transport {

    /** Longest message in bytes. Longer ones could fill a disk within a run. */
    static final int MAX_LENGTH = 4 << 10;

    /** Bytes that a run writes, roughly. */
    static final long FILES_LENGTH = 8L << 30;

    private static final long BLOCK_SIZE = 256L << 20;

    private final ChronicleQueue outbound;
    private final ChronicleQueue inbound;
    private final ExcerptAppender appender;
    private final ExcerptTailer tailer;
    private int messageLength;
    private int expected;
    private MutableDirectBuffer target;

    ChronicleTransport(final Path directory, final int rank) {
        outbound = queue(directory, rank);
        inbound = queue(directory, 1 - rank);
        appender = outbound.createAppender();
        tailer = inbound.createTailer();
    }

    private static ChronicleQueue queue(final Path directory, final int writer) {
        return SingleChronicleQueueBuilder.binary(directory.resolve("queue-" + writer))
            .blockSize(BLOCK_SIZE)
            .checkInterrupts(false)
            .build();
    }

    @Override
    public MutableDirectBuffer registered(final int length) {
        throw new UnsupportedOperationException("a queue registers no memory");
    }

    @Override
    public void send(final DirectBuffer buffer, final int length) {
        try (DocumentContext document = appender.writingDocument()) {
            document.wire().bytes().unsafeWrite(buffer.addressOffset(), length);
        }
    }

    @Override
    public void receive(final MutableDirectBuffer buffer, final int length) {
        int looks = 0;
        while (!read(buffer, length)) {
            looks = Waiting.pause(looks);
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
        for (int i = 0; i < expected; i++) {
            receive(target, messageLength);
        }
    }

    @Override
    public void close() {
        inbound.close();
        outbound.close();
    }

    private boolean read(final MutableDirectBuffer buffer, final int length) {
        try (DocumentContext document = tailer.readingDocument()) {
            if (!document.isPresent()) {
                return false;
            }
            final Bytes<?> bytes = document.wire().bytes();
            if (bytes.readRemaining() != length) {
                throw new IllegalStateException("received=" + bytes.readRemaining() + " expected=" + length);
            }
            bytes.unsafeRead(buffer.addressOffset(), length);
            return true;
        }
    }
}
