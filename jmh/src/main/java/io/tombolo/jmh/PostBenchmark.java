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

import io.tombolo.jmh.match.PostLoad;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Receives that one, two or four threads of a rank post, through the matcher or through bins, and that messages of the rank to itself
 * complete. An operation is a receive with its message and the wait for it; {@code bench post} also measures posts alone.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {ForkFlags.ADD_OPENS, ForkFlags.NATIVE_ACCESS})
public class PostBenchmark {
    private static final int MOST_THREADS = 4;

    /** Structure that pairs receives and messages. */
    @Param
    public PostLoad.Structure structure;

    /** Receives that stay posted. */
    @Param({"0", "100000"})
    public int depth;

    private PostLoad path;

    /** Posts the receives that stay posted. */
    @Setup
    public void open() {
        path = new PostLoad(structure, MOST_THREADS, depth);
    }

    /** Cancels them. */
    @TearDown
    public void close() {
        path.close();
    }

    /** Posts by one thread. */
    @Benchmark
    @OperationsPerInvocation(PostLoad.BATCH)
    @Threads(1)
    public void oneThread(final ThreadParams thread) {
        post(thread);
    }

    /** Posts by two threads. */
    @Benchmark
    @OperationsPerInvocation(PostLoad.BATCH)
    @Threads(2)
    public void twoThreads(final ThreadParams thread) {
        post(thread);
    }

    /** Posts by four threads. */
    @Benchmark
    @OperationsPerInvocation(PostLoad.BATCH)
    @Threads(MOST_THREADS)
    public void fourThreads(final ThreadParams thread) {
        post(thread);
    }

    private void post(final ThreadParams thread) {
        path.post(thread.getThreadIndex());
        path.fulfil(thread.getThreadIndex());
    }
}
