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
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * A bare Agrona ring of many writers, which rank 0 reads in batches.
 */
final class AgronaFanIn extends OneWayTransport {

    private static final int TYPE_ID = 1;

    private final AgronaRingFile file;
    private final ManyToOneRingBuffer ring;
    private final MessageHandler handler = this::onMessage;
    private MutableDirectBuffer target;
    private int received;

    AgronaFanIn(final Path directory, final int longest) {
        file = new AgronaRingFile(directory.resolve("ring"), AgronaRingFile.capacity(longest) + RingBufferDescriptor.TRAILER_LENGTH);
        ring = new ManyToOneRingBuffer(file.buffer());
    }

    @Override
    public void send(final DirectBuffer buffer, final int length) {
        int looks = 0;
        while (!ring.write(TYPE_ID, buffer, 0, length)) {
            looks = Waiting.pauseOnSharedCore(looks);
        }
    }

    @Override
    public void receiveFromAny(final MutableDirectBuffer buffer, final int length, final int count) {
        target = buffer;
        int left = count;
        int looks = 0;
        while (left > 0) {
            final int found = ring.read(handler, left);
            left -= found;
            looks = found > 0 ? 0 : Waiting.pauseOnSharedCore(looks);
        }
        if (received != length) {
            throw new IllegalStateException("received=" + received + " expected=" + length);
        }
    }

    @Override
    public void close() {
        file.close();
    }

    private void onMessage(final int typeId, final MutableDirectBuffer buffer, final int index, final int length) {
        received = length;
        target.putBytes(0, buffer, index, length);
    }
}
