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
import java.util.concurrent.TimeUnit;
import org.agrona.MutableDirectBuffer;

/**
 * Measures the processor time of a rank that waits in a receive, with all threads of its JVM. No message comes for some time. Only the
 * second half of that time counts, because the JVM may still be busy with its start in the first half. A round is one millisecond of each
 * half. The initiator reads the time from outside, because the responder would have to run to read it.
 */
final class IdleLoop implements Loop {

    private static final int PID_OFFSET = 0;
    private static final int PID_LENGTH = Long.BYTES;

    private final Transport peer;
    private final MutableDirectBuffer outbound;
    private final MutableDirectBuffer inbound;
    private double share;

    IdleLoop(final Transport peer, final MutableDirectBuffer outbound, final MutableDirectBuffer inbound) {
        this.peer = peer;
        this.outbound = outbound;
        this.inbound = inbound;
    }

    /** Returns the last result: processor time divided by elapsed time. 1 is one busy core. */
    double share() {
        return share;
    }

    @Override
    public void batches(final int rounds, final Samples samples) {
        throw new UnsupportedOperationException("an idle rank is measured without messages");
    }

    @Override
    public void singles(final int rounds, final Samples samples) {
        peer.receive(inbound, PID_LENGTH);
        final CpuTime responder = new CpuTime(inbound.getLong(PID_OFFSET));
        WakeLoop.rest(TimeUnit.MILLISECONDS.toNanos(rounds));
        final long cpuNs = responder.sumNs();
        final long startNs = System.nanoTime();
        WakeLoop.rest(TimeUnit.MILLISECONDS.toNanos(rounds));
        final long elapsedNs = System.nanoTime() - startNs;
        share = (double) Math.max(0, responder.sumNs() - cpuNs) / elapsedNs;
        peer.send(outbound, 0);
    }

    @Override
    public void answer(final int rounds) {
        outbound.putLong(PID_OFFSET, ProcessHandle.current().pid());
        peer.send(outbound, PID_LENGTH);
        peer.receive(inbound, 0);
    }
}
