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
package io.tombolo.jmh;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.pair.PacketPool;
import io.tombolo.ringbuffers.pair.PacketReader;
import io.tombolo.ringbuffers.pair.RingKind;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cycle of a pool packet: acquire, fill, post, check, copy, release.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {ForkFlags.ADD_OPENS, ForkFlags.NATIVE_ACCESS})
public class PoolBenchmark {
    private static final int SHORT_GENERATION = 0xFFFF;

    /** Length of the payload in bytes. */
    @Param({"0", "64", "1024", "4096"})
    public int length;

    private PairFiles pair;
    private PacketPool pool;
    private PacketReader reader;
    private byte[] source;
    private byte[] target;

    /** Creates the pair file. */
    @Setup
    public void open() throws IOException {
        pair = new PairFiles(RingKind.STAMPED);
        pool = pair.outbound.pool();
        reader = pair.inbound.packets();
        source = new byte[length];
        target = new byte[length];
    }

    /** Unmaps the pair file. */
    @TearDown
    public void close() {
        pair.close();
    }

    /** One cycle. */
    @Benchmark
    public boolean acquirePostRelease() {
        final int packet = pool.acquire();
        final int generation = pool.post(packet, source, Bytes.BYTES_OFFSET, length);
        if (reader.isPosted(packet, generation, length)) {
            reader.copy(packet, target, Bytes.BYTES_OFFSET, length);
        }
        return pool.release(packet, generation & SHORT_GENERATION);
    }
}
