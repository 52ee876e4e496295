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

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.pair.RingKind;
import java.util.concurrent.TimeUnit;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
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
 * A message through the engine, from the send to the status of the receive. One thread steps two ranks of one JVM, so the time contains no
 * transfer between cores.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {ForkFlags.ADD_OPENS, ForkFlags.NATIVE_ACCESS})
public class MessageBenchmark {
    private static final int TAG = 1;
    // By default every message that fits into a packet travels in the ring.
    private static final int INLINE_LIMIT = 512;

    /** Layout of the ring. */
    @Param("STAMPED")
    public RingKind kind;

    /** Path of the message. */
    @Param
    public Way way;

    private LocalJob job;
    private MemoryRegion region;
    private MutableDirectBuffer source;
    private MutableDirectBuffer target;
    private final Request[] requests = {new Request(), new Request()};

    /** Paths of a message. */
    public enum Way {
        /** In the ring, one word. */
        SHORT_8(8, false),
        /** In the ring, as long as a slot allows. */
        SHORT_48(48, false),
        /** In a packet. */
        EAGER_1024(1024, false),
        /** Copied out of the region of the sender. */
        REGISTERED_65536(65_536, true),
        /** Through a staging lane. */
        STAGED_65536(65_536, false);

        private final int length;
        private final boolean registered;

        Way(final int length, final boolean registered) {
            this.length = length;
            this.registered = registered;
        }
    }

    /** Launches both ranks. */
    @Setup
    public void open() {
        job = LocalJob.of(2, context -> context.size(GeometrySetting.RING_KIND, kind.code())
            .size(GeometrySetting.INLINE_LIMIT, INLINE_LIMIT));
        region = job.engine(0).allocate(way.length);
        source = way.registered ? region.buffer() : new UnsafeBuffer(new byte[way.length]);
        target = new UnsafeBuffer(new byte[way.length]);
    }

    /** Closes both ranks. */
    @TearDown
    public void close() {
        region.close();
        job.close();
    }

    /** One message from rank 0 to rank 1. */
    @Benchmark
    public long sendAndReceive() {
        job.engine(1).world().irecv(target, 0, way.length, 0, TAG, requests[1]);
        job.engine(0).world().isend(source, 0, way.length, 1, TAG, requests[0]);
        return finish();
    }

    /** One message from rank 0 to rank 0. */
    @Benchmark
    public long sendToSelf() {
        job.engine(0).world().irecv(target, 0, way.length, 0, TAG, requests[1]);
        job.engine(0).world().isend(source, 0, way.length, 0, TAG, requests[0]);
        return finish();
    }

    private long finish() {
        while (!Requests.testAll(requests)) {
            job.step();
        }
        return requests[1].status().length();
    }
}
