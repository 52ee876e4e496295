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
package io.tombolo.jmh.bench.line;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;

/**
 * The floor of a stream: the responder copies the initiator's payload {@link #STREAM} times into private memory. The bounce of a bare
 * cache line starts the copies and reports their end.
 */
public final class CopyStream implements Loop {

    private final Bounce bounce;
    private final int size;
    private final ByteBuffer memory; // kept alive for its address
    private final long payload;
    private final long copy;

    /**
     * Makes one side. That of the initiator writes the payload.
     *
     * @param bounce  bounce of this process.
     * @param rank    0 for the initiator, 1 for the responder.
     * @param size    size of a message in bytes, at least 1.
     * @param pattern value of each byte of the payload, the same on both sides.
     * @param memory  private direct memory of at least that size.
     */
    public CopyStream(final Bounce bounce, final int rank, final int size, final byte pattern, final ByteBuffer memory) {
        if (!memory.isDirect() || memory.capacity() < size) {
            throw new IllegalArgumentException("size=" + size + " capacity=" + memory.capacity() + " direct=" + memory.isDirect());
        }
        this.bounce = bounce;
        this.size = size;
        this.memory = memory;
        payload = Line.payload(0);
        copy = BufferUtil.address(this.memory);
        if (0 == rank) {
            Line.fill(payload, size, pattern);
        }
    }

    @Override
    public void batches(final int rounds, final Samples samples) {
        throw new UnsupportedOperationException("streams are timed one by one");
    }

    @Override
    public void singles(final int rounds, final Samples samples) {
        for (int done = 0; done < rounds; done++) {
            final long start = System.nanoTime();
            bounce.meet();
            samples.record(System.nanoTime() - start);
        }
    }

    @Override
    public void answer(final int rounds) {
        for (int done = 0; done < rounds; done++) {
            bounce.awaitPing();
            for (int i = 0; i < STREAM; i++) {
                Line.copy(payload, copy, size);
            }
            bounce.pong();
        }
        verify();
    }

    private void verify() {
        if (Line.byteAt(payload) != Line.byteAt(copy) || Line.byteAt(payload + size - 1) != Line.byteAt(copy + size - 1)) {
            throw new IllegalStateException("copy differs: first=" + Line.byteAt(copy) + " last=" + Line.byteAt(copy + size - 1));
        }
    }
}
