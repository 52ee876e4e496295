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
 * The floor of large accesses to a window: a plain copy between private memory and the payload of the other side, which does not touch it.
 */
public final class OneSidedCopy implements Loop {

    private static final int OTHER = 1;

    private final Bounce bounce;
    private final ByteBuffer memory; // kept alive for its address
    private final long from;
    private final long to;
    private final int size;

    /**
     * Makes one side.
     *
     * @param bounce bounce of this process.
     * @param isPut  whether to write the payload of the other side; otherwise it is read.
     * @param size   size in bytes, at least 1.
     * @param memory private direct memory of at least that size.
     */
    public OneSidedCopy(final Bounce bounce, final boolean isPut, final int size, final ByteBuffer memory) {
        if (!memory.isDirect() || memory.capacity() < size) {
            throw new IllegalArgumentException("size=" + size + " capacity=" + memory.capacity() + " direct=" + memory.isDirect());
        }
        this.bounce = bounce;
        this.memory = memory;
        this.size = size;
        final long own = BufferUtil.address(this.memory);
        from = isPut ? own : Line.payload(OTHER);
        to = isPut ? Line.payload(OTHER) : own;
    }

    @Override
    public void batches(final int rounds, final Samples samples) {
        for (int done = 0; done < rounds; done += BATCH) {
            final long start = System.nanoTime();
            for (int i = 0; i < MESSAGES_IN_BATCH; i++) {
                Line.copy(from, to, size);
            }
            samples.record(System.nanoTime() - start);
        }
        bounce.meet();
    }

    @Override
    public void singles(final int rounds, final Samples samples) {
        for (int done = 0; done < rounds; done++) {
            final long start = System.nanoTime();
            Line.copy(from, to, size);
            samples.record(System.nanoTime() - start);
        }
        bounce.meet();
    }

    @Override
    public void answer(final int rounds) {
        bounce.awaitPing();
        bounce.pong();
    }
}
