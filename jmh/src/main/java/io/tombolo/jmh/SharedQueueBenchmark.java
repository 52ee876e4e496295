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

import io.tombolo.jmh.srq.QueueLoad;
import io.tombolo.ringbuffers.queue.QueueConcurrency;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Posts to a shared receive queue by one, two or four threads; and a post with a take beside a pair of compare-and-sets.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {ForkFlags.ADD_OPENS, ForkFlags.NATIVE_ACCESS})
public class SharedQueueBenchmark {
    private static final int MOST_THREADS = 4;

    private QueueLoad load;

    /** A queue of one thread, which is empty between invocations. */
    @State(Scope.Thread)
    public static class Own {
        private final QueueLoad load = new QueueLoad(QueueConcurrency.ANY_THREAD);
        private boolean isTaken;

        /** Returns the buffers that were taken. */
        @TearDown(Level.Invocation)
        public void reap() {
            if (isTaken) {
                load.reap(QueueLoad.SLOTS);
                isTaken = false;
            }
        }
    }

    /** Creates the queue. */
    @Setup
    public void open() {
        load = new QueueLoad(QueueConcurrency.ANY_THREAD);
    }

    /** Two compare-and-sets. */
    @Benchmark
    @OperationsPerInvocation(QueueLoad.SLOTS)
    public void pair(final Own own) {
        own.load.pairs(QueueLoad.SLOTS);
    }

    /** A post and a take. */
    @Benchmark
    @OperationsPerInvocation(QueueLoad.SLOTS)
    public void postAndTake(final Own own) {
        own.load.postAndTake(QueueLoad.SLOTS);
        own.isTaken = true;
    }

    /** Posts, takes and reaps by one thread. */
    @Benchmark
    @Threads(1)
    public void oneThread() {
        load.post(1);
    }

    /** Posts, takes and reaps by two threads. */
    @Benchmark
    @Threads(2)
    public void twoThreads() {
        load.post(2);
    }

    /** Posts, takes and reaps by four threads. */
    @Benchmark
    @Threads(MOST_THREADS)
    public void fourThreads() {
        load.post(MOST_THREADS);
    }
}
