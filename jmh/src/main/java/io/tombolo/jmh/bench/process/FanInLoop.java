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

import io.tombolo.jmh.bench.line.Line;
import io.tombolo.jmh.bench.line.Loop;
import io.tombolo.jmh.bench.line.Samples;
import org.agrona.MutableDirectBuffer;

/**
 * One-way traffic of several ranks to the initiator, which takes messages in the order in which they come. A sample is the time in which it
 * receives a round of each sender. The clock starts when all senders send, so a few messages are under way already.
 */
final class FanInLoop implements Loop {

    private final Transport peer;
    private final int size;
    private final int messages;
    private final int senders;
    private final byte pattern;
    private final MutableDirectBuffer outbound;
    private final MutableDirectBuffer inbound;
    private final Arrivals arrivals;

    /** Counts the arrivals that the initiator has waited for, through all work of a plan. */
    static final class Arrivals {

        private long count;

        void await(final int more) {
            count += more;
            Line.awaitArrivals(count);
        }
    }

    FanInLoop(
        final Transport peer,
        final Arrivals arrivals,
        final Work work,
        final int senders,
        final byte pattern,
        final MutableDirectBuffer outbound,
        final MutableDirectBuffer inbound) {
        this.peer = peer;
        this.arrivals = arrivals;
        this.size = work.size();
        this.messages = work.messagesInRound();
        this.senders = senders;
        this.pattern = pattern;
        this.outbound = outbound;
        this.inbound = inbound;
        outbound.setMemory(0, size, pattern);
        inbound.setMemory(0, size, (byte) ~pattern);
    }

    @Override
    public void batches(final int rounds, final Samples samples) {
        throw new UnsupportedOperationException("rounds of one-way traffic are timed one by one");
    }

    @Override
    public void singles(final int rounds, final Samples samples) {
        arrivals.await(senders);
        for (int done = 0; done < rounds; done++) {
            final long start = System.nanoTime();
            peer.receiveFromAny(inbound, size, messages * senders);
            samples.record(System.nanoTime() - start);
        }
        if (pattern != inbound.getByte(0) || pattern != inbound.getByte(size - 1)) {
            throw new IllegalStateException(
                "message differs: expected=" + pattern + " first=" + inbound.getByte(0) + " last=" + inbound.getByte(size - 1));
        }
    }

    @Override
    public void answer(final int rounds) {
        Line.arrive();
        for (int done = 0; done < rounds; done++) {
            peer.sendAll(outbound, size, messages);
        }
    }
}
