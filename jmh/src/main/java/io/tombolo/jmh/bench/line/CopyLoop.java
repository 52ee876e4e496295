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
 * The floor from 4 KiB on: the bounce of a bare cache line, and a plain copy of the other side's payload into private memory.
 * <p>
 * With {@link Fill#FRESH} both sides rewrite their payload and meet before the clock starts.
 */
public final class CopyLoop implements Loop {

    private final Bounce bounce;
    private final Fill fill;
    private final int size;
    private final ByteBuffer memory; // kept alive for its address
    private final long own;
    private final long other;
    private final long copy;
    private byte pattern;

    /**
     * Makes one side. {@link #begin(byte)} writes its payload.
     *
     * @param bounce bounce of this process.
     * @param rank   0 for the initiator, 1 for the responder.
     * @param size   size of the payload in bytes, at least 1.
     * @param fill   whether to rewrite the payload each time.
     * @param memory private direct memory of at least that size.
     */
    public CopyLoop(final Bounce bounce, final int rank, final int size, final Fill fill, final ByteBuffer memory) {
        if (!memory.isDirect() || memory.capacity() < size) {
            throw new IllegalArgumentException("size=" + size + " capacity=" + memory.capacity() + " direct=" + memory.isDirect());
        }
        this.bounce = bounce;
        this.fill = fill;
        this.size = size;
        this.memory = memory;
        own = Line.payload(rank);
        other = Line.payload(1 - rank);
        copy = BufferUtil.address(this.memory);
    }

    /**
     * Writes the payload of this side for the first time.
     *
     * @param first value of its bytes, the same on both sides.
     */
    public void begin(final byte first) {
        pattern = first;
        Line.fill(own, size, pattern);
    }

    @Override
    public void batches(final int rounds, final Samples samples) {
        throw new UnsupportedOperationException("copies are timed one by one");
    }

    @Override
    public void singles(final int rounds, final Samples samples) {
        for (int done = 0; done < rounds; done++) {
            prepare();
            final long start = System.nanoTime();
            bounce.meet();
            Line.copy(other, copy, size);
            samples.record(System.nanoTime() - start);
        }
        verify();
    }

    @Override
    public void answer(final int rounds) {
        for (int done = 0; done < rounds; done++) {
            answerPrepare();
            bounce.awaitPing();
            Line.copy(other, copy, size);
            bounce.pong();
        }
        verify();
    }

    private void prepare() {
        if (Fill.FRESH == fill) {
            Line.fill(own, size, ++pattern);
            bounce.meet();
        }
    }

    private void answerPrepare() {
        if (Fill.FRESH == fill) {
            bounce.awaitPing();
            Line.fill(own, size, ++pattern);
            bounce.pong();
        }
    }

    private void verify() {
        final byte firstByte = Line.byteAt(copy);
        final byte lastByte = Line.byteAt(copy + size - 1);
        if (pattern != firstByte || pattern != lastByte) {
            throw new IllegalStateException("copy differs: expected=" + pattern + " first=" + firstByte + " last=" + lastByte);
        }
    }
}
