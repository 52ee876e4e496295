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
 * One-way traffic through the measured peer: in each round the initiator sends {@link Work#messagesInRound()} messages out of one buffer,
 * and the responder answers once it has all of them. A sample is the time of a round with its answer.
 */
final class OneWayLoop implements Loop {

    private final Transport peer;
    private final Bounce bounce;
    private final int size;
    private final int messages;
    private final byte pattern;
    private final MutableDirectBuffer outbound;
    private final MutableDirectBuffer inbound;

    OneWayLoop(
        final Transport peer,
        final Bounce bounce,
        final Work work,
        final byte pattern,
        final MutableDirectBuffer outbound,
        final MutableDirectBuffer inbound) {
        this.peer = peer;
        this.bounce = bounce;
        this.size = work.size();
        this.messages = work.messagesInRound();
        this.pattern = pattern;
        this.outbound = outbound;
        this.inbound = inbound;
        outbound.setMemory(0, Math.max(size, StreamLoop.ANSWER_LENGTH), pattern);
        inbound.setMemory(0, Math.max(size, StreamLoop.ANSWER_LENGTH), (byte) ~pattern);
    }

    @Override
    public void batches(final int rounds, final Samples samples) {
        throw new UnsupportedOperationException("rounds of one-way traffic are timed one by one");
    }

    @Override
    public void singles(final int rounds, final Samples samples) {
        bounce.meet();
        for (int done = 0; done < rounds; done++) {
            final long start = System.nanoTime();
            peer.sendAll(outbound, size, messages);
            peer.receive(inbound, StreamLoop.ANSWER_LENGTH);
            samples.record(System.nanoTime() - start);
        }
        verify(StreamLoop.ANSWER_LENGTH);
    }

    @Override
    public void answer(final int rounds) {
        bounce.awaitPing();
        bounce.pong();
        for (int done = 0; done < rounds; done++) {
            peer.receiveAll(inbound, size, messages);
            peer.send(outbound, StreamLoop.ANSWER_LENGTH);
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
