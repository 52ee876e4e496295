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
import org.agrona.MutableDirectBuffer;

/**
 * Exchanges of two ranks or more: each rank sends a message to every other one and receives one from it, all at the same time. A sample is
 * the time of {@link #BATCH} exchanges, because a rank may be a message ahead of the others, and several ranks may share a core.
 */
final class ExchangeLoop implements Loop {

    private final Transport peer;
    private final int size;
    private final int rank;
    private final int ranks;
    private final byte pattern;
    private final MutableDirectBuffer outbound;
    private final MutableDirectBuffer inbound;

    /** Makes the loop of a rank; {@code inbound} has room for a message of each rank. */
    ExchangeLoop(
        final Transport peer,
        final int size,
        final int rank,
        final int ranks,
        final byte pattern,
        final MutableDirectBuffer outbound,
        final MutableDirectBuffer inbound) {
        this.peer = peer;
        this.size = size;
        this.rank = rank;
        this.ranks = ranks;
        this.pattern = pattern;
        this.outbound = outbound;
        this.inbound = inbound;
        outbound.setMemory(0, size, pattern);
        inbound.setMemory(0, size * ranks, (byte) ~pattern);
    }

    @Override
    public void batches(final int rounds, final Samples samples) {
        for (int done = 0; done < rounds; done += BATCH) {
            final long start = System.nanoTime();
            for (int i = 0; i < BATCH; i++) {
                peer.exchange(outbound, inbound, size);
            }
            samples.record(System.nanoTime() - start);
        }
        verify();
    }

    @Override
    public void singles(final int rounds, final Samples samples) {
        throw new UnsupportedOperationException("exchanges are timed in batches: a rank may be a message ahead");
    }

    @Override
    public void answer(final int rounds) {
        for (int done = 0; done < rounds; done++) {
            peer.exchange(outbound, inbound, size);
        }
        verify();
    }

    private void verify() {
        for (int from = 0; from < ranks && size > 0; from++) {
            final byte first = inbound.getByte(from * size);
            final byte last = inbound.getByte(from * size + size - 1);
            if (from != rank && (pattern != first || pattern != last)) {
                throw new IllegalStateException(
                    "message differs: from=" + from + " expected=" + pattern + " first=" + first + " last=" + last);
            }
        }
    }
}
