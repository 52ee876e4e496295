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
import io.tombolo.jmh.bench.line.Fill;
import io.tombolo.jmh.bench.line.Loop;
import io.tombolo.jmh.bench.line.Samples;
import org.agrona.MutableDirectBuffer;

/**
 * Ping-pong through the measured peer: a message to the responder, then one back. With {@link Fill#FRESH} both sides rewrite their buffer
 * and meet at the bare cache line before the clock starts, as the floor does.
 */
final class PingPongLoop implements Loop {

    private final Transport peer;
    private final Bounce bounce;
    private final int size;
    private final Fill fill;
    private final MutableDirectBuffer outbound;
    private final MutableDirectBuffer inbound;
    private byte pattern;

    PingPongLoop(
        final Transport peer, final Bounce bounce, final Work work, final MutableDirectBuffer outbound, final MutableDirectBuffer inbound) {
        this.peer = peer;
        this.bounce = bounce;
        this.size = work.size();
        this.fill = work.fill();
        this.outbound = outbound;
        this.inbound = inbound;
    }

    /** Fills the buffers of this side; {@code first} is the same on both sides. */
    void begin(final byte first) {
        pattern = first;
        outbound.setMemory(0, size, pattern);
        inbound.setMemory(0, size, (byte) ~pattern);
    }

    @Override
    public void batches(final int rounds, final Samples samples) {
        for (int done = 0; done < rounds; done += BATCH) {
            final long start = System.nanoTime();
            for (int i = 0; i < BATCH; i++) {
                peer.send(outbound, size);
                peer.receive(inbound, size);
            }
            samples.record(System.nanoTime() - start);
        }
        verify();
    }

    @Override
    public void singles(final int rounds, final Samples samples) {
        for (int done = 0; done < rounds; done++) {
            if (Fill.FRESH == fill) {
                outbound.setMemory(0, size, ++pattern);
                bounce.meet();
            }
            final long start = System.nanoTime();
            peer.send(outbound, size);
            peer.receive(inbound, size);
            samples.record(System.nanoTime() - start);
        }
        verify();
    }

    @Override
    public void answer(final int rounds) {
        for (int done = 0; done < rounds; done++) {
            if (Fill.FRESH == fill) {
                bounce.awaitPing();
                outbound.setMemory(0, size, ++pattern);
                bounce.pong();
            }
            peer.receive(inbound, size);
            peer.send(outbound, size);
        }
        verify();
    }

    void verify() {
        if (0 < size && (pattern != inbound.getByte(0) || pattern != inbound.getByte(size - 1))) {
            throw new IllegalStateException(
                "message differs: expected=" + pattern + " first=" + inbound.getByte(0) + " last=" + inbound.getByte(size - 1));
        }
    }
}
