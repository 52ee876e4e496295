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
 * What a rank costs that waits in a receive: processor time of its whole process, threads of the JVM included, over the second half of the
 * time in which no message comes; the first half is for what is left of its start. A round is a millisecond of either half. The initiator
 * looks at the time, from outside: the responder would have to run for it.
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

    /** What was found last: processor time over elapsed time, 1 for one core kept busy. */
    double share() {
        return share;
    }

    @Override
    public void batches(final int rounds, final Samples samples) {
        throw new UnsupportedOperationException("a rank that is kept busy is not idle");
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
