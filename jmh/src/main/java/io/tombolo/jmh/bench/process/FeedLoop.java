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
 * Messages of a feed, which rank 0 writes and all readers of rank 1 get. The readers have no way to answer, so rank 1 answers through the
 * bare cache line: in a stream once a round of {@link Work#messagesInRound()} messages, as {@link OneWayLoop} does; otherwise as soon as
 * the last reader has the message, so that the time is that of the message to the farthest reader and of half a bounce.
 */
final class FeedLoop implements Loop {

    private final Transport peer;
    private final Bounce bounce;
    private final int size;
    private final int messages;
    private final byte pattern;
    private final boolean streams;
    private final MutableDirectBuffer outbound;
    private final MutableDirectBuffer inbound;

    /** Makes the loop; {@code streams} says whether it counts messages, or else times each. */
    FeedLoop(
        final Transport peer,
        final Bounce bounce,
        final Work work,
        final byte pattern,
        final boolean streams,
        final MutableDirectBuffer outbound,
        final MutableDirectBuffer inbound) {
        this.peer = peer;
        this.bounce = bounce;
        this.size = work.size();
        this.messages = work.messagesInRound();
        this.pattern = pattern;
        this.streams = streams;
        this.outbound = outbound;
        this.inbound = inbound;
        outbound.setMemory(0, size, pattern);
        inbound.setMemory(0, size, (byte) ~pattern);
    }

    @Override
    public void batches(final int rounds, final Samples samples) {
        bounce.meet();
        for (int done = 0; done < rounds; done += BATCH) {
            final long start = System.nanoTime();
            for (int i = 0; i < BATCH; i++) {
                peer.send(outbound, size);
                bounce.awaitPong();
            }
            samples.record(System.nanoTime() - start);
        }
    }

    @Override
    public void singles(final int rounds, final Samples samples) {
        bounce.meet();
        for (int done = 0; done < rounds; done++) {
            final long start = System.nanoTime();
            peer.sendAll(outbound, size, messages);
            bounce.awaitPong();
            samples.record(System.nanoTime() - start);
        }
    }

    @Override
    public void answer(final int rounds) {
        bounce.awaitPing();
        bounce.pong();
        final int each = streams ? messages : 1;
        for (int done = 0; done < rounds; done++) {
            peer.receiveAll(inbound, size, each);
            bounce.answerUnasked();
        }
        if (pattern != inbound.getByte(0) || pattern != inbound.getByte(size - 1)) {
            throw new IllegalStateException(
                "message differs: expected=" + pattern + " first=" + inbound.getByte(0) + " last=" + inbound.getByte(size - 1));
        }
    }
}
