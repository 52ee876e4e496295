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

import io.tombolo.jmh.bench.line.Loop;
import io.tombolo.jmh.bench.line.Samples;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.MutableDirectBuffer;

/**
 * Messages to a rank that sleeps in its receive. Before each message the initiator rests for a random time of one to two pauses. So the
 * responder is asleep, and messages do not always meet it at the same point of its periodic wake-ups. The initiator stays awake for the
 * answer.
 */
final class WakeLoop implements Loop {

    /** Time after which a rank neither spins nor yields any more. */
    static final long LEAST_REST_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long SEED = 42;

    private final Transport peer;
    private final int size;
    private final long pauseNs;
    private final MutableDirectBuffer outbound;
    private final MutableDirectBuffer inbound;
    private final SplittableRandom random = new SplittableRandom(SEED);

    WakeLoop(
        final Transport peer, final int size, final long pauseNs, final MutableDirectBuffer outbound, final MutableDirectBuffer inbound) {
        this.peer = peer;
        this.size = size;
        this.pauseNs = pauseNs;
        this.outbound = outbound;
        this.inbound = inbound;
    }

    @Override
    public void batches(final int rounds, final Samples samples) {
        throw new UnsupportedOperationException("a rank does not sleep within a batch");
    }

    @Override
    public void singles(final int rounds, final Samples samples) {
        for (int done = 0; done < rounds; done++) {
            rest(pauseNs + random.nextLong(pauseNs));
            final long start = System.nanoTime();
            peer.send(outbound, size);
            peer.receiveAwake(inbound, size);
            samples.record(System.nanoTime() - start);
        }
    }

    @Override
    public void answer(final int rounds) {
        for (int done = 0; done < rounds; done++) {
            peer.receive(inbound, size);
            peer.send(outbound, size);
        }
    }

    /** Leaves the core to others for a time. */
    static void rest(final long timeNs) {
        final long end = System.nanoTime() + timeNs;
        for (long left = timeNs; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(Math.max(left, TimeUnit.MICROSECONDS.toNanos(1)));
        }
    }
}
