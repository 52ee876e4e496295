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

import io.tombolo.jmh.match.PostPath;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Receives posted by one, two and four threads, and matched: all threads together, through the command stack to the one matcher, or each
 * in bins of its own accord.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {Flags.ADD_OPENS, Flags.NATIVE_ACCESS})
public class PostBenchmark {
    private static final int MOST_THREADS = 4;

    /** Who pairs. */
    @Param
    public PostPath.Structure structure;

    /** Receives that stay posted. */
    @Param({"0", "100000"})
    public int depth;

    private PostPath path;

    /** The tags of one thread. */
    @State(Scope.Thread)
    public static class Tags {
        private int tag;
    }

    /** Posts the receives that stay. */
    @Setup
    public void open() {
        path = new PostPath(structure, MOST_THREADS, depth);
    }

    /** By one thread. */
    @Benchmark
    @Threads(1)
    public void oneThread(final Tags tags, final ThreadParams thread) {
        post(tags, thread);
    }

    /** By two. */
    @Benchmark
    @Threads(2)
    public void twoThreads(final Tags tags, final ThreadParams thread) {
        post(tags, thread);
    }

    /** By four. */
    @Benchmark
    @Threads(MOST_THREADS)
    public void fourThreads(final Tags tags, final ThreadParams thread) {
        post(tags, thread);
    }

    private void post(final Tags tags, final ThreadParams thread) {
        tags.tag = tags.tag + 1 & Integer.MAX_VALUE >>> 1;
        path.postAndAwait(thread.getThreadIndex(), tags.tag);
    }
}
