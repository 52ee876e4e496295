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

import io.tombolo.jmh.bench.line.Bounce;
import io.tombolo.jmh.bench.line.Loop;
import io.tombolo.jmh.bench.line.Samples;
import org.agrona.MutableDirectBuffer;

/**
 * Streams of messages through the measured peer, as the OSU benchmarks send them: {@link #STREAM} messages out of one buffer and into one
 * buffer, then an answer of {@link #ANSWER_LENGTH} bytes. The receives of the first messages are posted before the clock starts, those of
 * the next ones before the answer is sent.
 */
final class StreamLoop implements Loop {

    /** Length of an answer in bytes. */
    static final int ANSWER_LENGTH = 4;

    private final Transport peer;
    private final Bounce bounce;
    private final int size;
    private final byte pattern;
    private final MutableDirectBuffer outbound;
    private final MutableDirectBuffer inbound;

    StreamLoop(
        final Transport peer,
        final Bounce bounce,
        final int size,
        final byte pattern,
        final MutableDirectBuffer outbound,
        final MutableDirectBuffer inbound) {
        this.peer = peer;
        this.bounce = bounce;
        this.size = size;
        this.pattern = pattern;
        this.outbound = outbound;
        this.inbound = inbound;
        outbound.setMemory(0, Math.max(size, ANSWER_LENGTH), pattern);
        inbound.setMemory(0, Math.max(size, ANSWER_LENGTH), (byte) ~pattern);
    }

    @Override
    public void batches(final int rounds, final Samples samples) {
        throw new UnsupportedOperationException("streams are timed one by one");
    }

    @Override
    public void singles(final int rounds, final Samples samples) {
        bounce.meet();
        for (int done = 0; done < rounds; done++) {
            final long start = System.nanoTime();
            peer.sendStream(outbound, size, STREAM);
            peer.receive(inbound, ANSWER_LENGTH);
            samples.record(System.nanoTime() - start);
        }
        verify(ANSWER_LENGTH);
    }

    @Override
    public void answer(final int rounds) {
        peer.postStream(inbound, size, STREAM);
        bounce.awaitPing();
        bounce.pong();
        for (int done = 1; done <= rounds; done++) {
            peer.awaitStream();
            if (done < rounds) {
                peer.postStream(inbound, size, STREAM);
            }
            peer.send(outbound, ANSWER_LENGTH);
        }
        verify(size);
    }

    private void verify(final int length) {
        if (pattern != inbound.getByte(0) || pattern != inbound.getByte(length - 1)) {
            throw new IllegalStateException(
                "message differs: expected=" + pattern + " first=" + inbound.getByte(0) + " last=" + inbound.getByte(length - 1));
        }
    }
}
