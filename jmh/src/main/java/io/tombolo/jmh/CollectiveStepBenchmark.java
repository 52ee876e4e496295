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
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.api.collective.ReduceOp;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Nonblocking collective operations of two ranks of one JVM, which one thread steps. So the time contains no transfer between cores.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {ForkFlags.ADD_OPENS, ForkFlags.NATIVE_ACCESS})
public class CollectiveStepBenchmark {
    private static final int RANKS = 2;
    private static final int BYTES = 1024;

    private final Request[] requests = {new Request(), new Request()};
    private final Elements[] values = new Elements[RANKS];
    private final Elements[] sums = new Elements[RANKS];
    private final Elements[] bytes = new Elements[RANKS];
    private LocalJob job;
    private int root;

    /** Launches both ranks. */
    @Setup
    public void open() {
        job = LocalJob.of(RANKS);
        for (int rank = 0; rank < RANKS; rank++) {
            values[rank] = Elements.of(1.0);
            sums[rank] = Elements.of(0.0);
            bytes[rank] = Elements.of(new byte[BYTES]);
        }
    }

    /** Closes both ranks. */
    @TearDown
    public void close() {
        job.close();
    }

    /** The sum of one number of each rank. */
    @Benchmark
    public void allreduce() {
        for (int rank = 0; rank < RANKS; rank++) {
            job.engine(rank).world().iallreduce(values[rank], sums[rank], ReduceOp.SUM, requests[rank]);
        }
        finish();
    }

    /** 1 KiB of one rank to the other; the root rotates. */
    @Benchmark
    public void bcast() {
        root = 1 - root;
        for (int rank = 0; rank < RANKS; rank++) {
            job.engine(rank).world().ibcast(bytes[rank], root, requests[rank]);
        }
        finish();
    }

    private void finish() {
        while (!Requests.testAll(requests)) {
            job.step();
        }
    }
}
