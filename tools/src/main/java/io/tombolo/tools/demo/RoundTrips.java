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
package io.tombolo.tools.demo;

import io.tombolo.engine.Engine;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Round trips of messages of one length between ranks 0 and 1, sent from a memory region and received into private memory. Each message
 * carries the number of its round trip in its first and last 8 bytes, which the receiver checks. Used by one thread of each rank.
 */
final class RoundTrips implements AutoCloseable {
    private static final long STOP = -1;
    private static final long LONGEST_NS = TimeUnit.MINUTES.toNanos(1);
    private static final int DIGITS = 3;

    private final Communicator world;
    private final int length;
    private final MemoryRegion region;
    private final UnsafeBuffer received;

    /**
     * Allocates the buffers.
     *
     * @param engine engine of rank 0 or 1
     * @param length length of the messages in bytes, at least 8
     */
    RoundTrips(final Engine engine, final int length) {
        this.world = engine.world();
        this.length = length;
        this.region = engine.allocate(length);
        this.received = new UnsafeBuffer(ByteBuffer.allocateDirect(length));
    }

    /** Rank 1: answers until rank 0 sends the stop message. */
    void answer() {
        long number = 0;
        while (number != STOP) {
            number = receive(0, DemoTags.PING);
            send(number, 0, DemoTags.PONG);
        }
    }

    /**
     * Rank 0: makes round trips without recording them.
     *
     * @param trips   maximum number of round trips
     * @param limitNs time limit in nanoseconds
     */
    void warmUp(final int trips, final long limitNs) {
        final long startNs = System.nanoTime();
        for (int i = 0; i < trips && System.nanoTime() - startNs < limitNs; i++) {
            trip(i);
        }
    }

    /**
     * Rank 0: makes and records round trips, then tells rank 1 to stop.
     *
     * @param report  gets the progress
     * @param label   name of the measurement in the progress
     * @param trips   maximum number of round trips, at least 1
     * @param limitNs time limit in nanoseconds
     * @return half round trip times in nanoseconds
     * @throws DemoFailure if an answer does not belong to its message
     */
    Histogram measure(final Report report, final String label, final int trips, final long limitNs) {
        final Histogram histogram = new Histogram(LONGEST_NS, DIGITS);
        final long startNs = System.nanoTime();
        long nowNs = startNs;
        for (int i = 0; i == 0 || i < trips && nowNs - startNs < limitNs; i++) {
            final long beganNs = nowNs;
            trip(i);
            nowNs = System.nanoTime();
            histogram.recordValue(Math.min(LONGEST_NS, (nowNs - beganNs) / 2));
            if (report.isDue()) {
                report.progress(label, Math.max(i * limitNs, trips * (nowNs - startNs)), trips * limitNs);
                nowNs = System.nanoTime();
            }
        }
        trip(STOP);
        return histogram;
    }

    private void trip(final long number) {
        send(number, 1, DemoTags.PING);
        final long answer = receive(1, DemoTags.PONG);
        if (answer != number) {
            throw new DemoFailure("rank 1 answered " + answer + " to " + number);
        }
    }

    private void send(final long number, final int to, final int tag) {
        region.buffer().putLong(0, number);
        region.buffer().putLong(length - Long.BYTES, number);
        world.send(region, 0, length, to, tag);
    }

    private long receive(final int from, final int tag) {
        world.recv(received, 0, length, from, tag, null);
        final long number = received.getLong(0);
        if (received.getLong(length - Long.BYTES) != number) {
            throw new DemoFailure("a message of " + length + " bytes from rank " + from + " mixes two messages");
        }
        return number;
    }

    @Override
    public void close() {
        region.close();
    }
}
