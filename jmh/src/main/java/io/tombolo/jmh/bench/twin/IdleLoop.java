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
package io.tombolo.jmh.bench.twin;

import io.tombolo.jmh.bench.line.Loop;
import io.tombolo.jmh.bench.line.Samples;
import java.util.concurrent.TimeUnit;
import org.agrona.MutableDirectBuffer;

/**
 * What a rank costs that waits in a receive: processor time of its whole process, threads of the JVM included, over the time in which no
 * message came. A round is a millisecond of rest.
 */
final class IdleLoop implements Loop {

    private static final int CPU_OFFSET = 0;
    private static final int ELAPSED_OFFSET = CPU_OFFSET + Long.BYTES;

    /** Length of the report in bytes. */
    static final int REPORT_LENGTH = ELAPSED_OFFSET + Long.BYTES;

    private final Peer peer;
    private final MutableDirectBuffer outbound;
    private final MutableDirectBuffer inbound;
    private double share;

    IdleLoop(final Peer peer, final MutableDirectBuffer outbound, final MutableDirectBuffer inbound) {
        this.peer = peer;
        this.outbound = outbound;
        this.inbound = inbound;
    }

    /** What the responder reported last: processor time over elapsed time, 1 for one core kept busy. */
    double share() {
        return share;
    }

    @Override
    public void batches(final int rounds, final Samples samples) {
        throw new UnsupportedOperationException("a rank that is kept busy is not idle");
    }

    @Override
    public void singles(final int rounds, final Samples samples) {
        WakeLoop.rest(TimeUnit.MILLISECONDS.toNanos(rounds));
        peer.send(outbound, 0);
        peer.receive(inbound, REPORT_LENGTH);
        share = (double) inbound.getLong(CPU_OFFSET) / inbound.getLong(ELAPSED_OFFSET);
    }

    @Override
    public void answer(final int rounds) {
        final long cpuNs = CpuTime.ofProcessNs();
        final long startNs = System.nanoTime();
        peer.receive(inbound, 0);
        outbound.putLong(ELAPSED_OFFSET, System.nanoTime() - startNs);
        outbound.putLong(CPU_OFFSET, Math.max(0, CpuTime.ofProcessNs() - cpuNs));
        peer.send(outbound, REPORT_LENGTH);
    }
}
