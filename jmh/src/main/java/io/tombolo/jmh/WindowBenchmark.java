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

import io.tombolo.engine.Engine;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowMode;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
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
 * Accesses to the window of another rank in the same JVM, which no other rank touches. In direct mode the time contains no transfer between
 * cores. In packet mode it contains the packets both ways; an agent thread serves the window.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {ForkFlags.ADD_OPENS, ForkFlags.NATIVE_ACCESS})
public class WindowBenchmark {
    private static final int LENGTH = 64;
    private static final int TARGET = 1;

    /** Mode of the window. */
    @Param
    private WindowMode mode;

    private final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
    private LocalJob job;
    private Window window;
    private Window lockedWindow;

    /** Launches both ranks and creates two windows, of which one stays locked. */
    @Setup
    public void open() throws InterruptedException {
        job = LocalJob.of(2, context -> context.asyncProgress(mode == WindowMode.PACKET && context.rank() == TARGET));
        final Thread other = new Thread(() -> {
            make(job.engine(TARGET));
            make(job.engine(TARGET));
        });
        other.start();
        window = make(job.engine(0));
        lockedWindow = make(job.engine(0));
        other.join();
        lockedWindow.lock(TARGET, LockType.SHARED);
    }

    private Window make(final Engine engine) {
        return mode == WindowMode.DIRECT ? engine.world().allocateWindow(LENGTH) :
            engine.world().createWindow(new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH)));
    }

    /** Closes both ranks. */
    @TearDown
    public void close() {
        job.close();
    }

    /** Lock, put, unlock. */
    @Benchmark
    public void lockPutUnlock() {
        window.lock(TARGET, LockType.EXCLUSIVE);
        window.put(buffer, 0, Long.BYTES, TARGET, 0);
        window.unlock(TARGET);
    }

    /** Shared lock, get, unlock. */
    @Benchmark
    public void lockGetUnlock() {
        window.lock(TARGET, LockType.SHARED);
        window.get(buffer, 0, Long.BYTES, TARGET, 0);
        window.unlock(TARGET);
    }

    /** Put and flush in an open epoch. */
    @Benchmark
    public void putFlush() {
        lockedWindow.put(buffer, 0, Long.BYTES, TARGET, 0);
        lockedWindow.flush(TARGET);
    }

    /** An addition that returns the old value. */
    @Benchmark
    public long fetchAndOp() {
        return lockedWindow.fetchAndOp(1, AccumulateOp.SUM, TARGET, 0);
    }

    /** A compare-and-swap that finds another value. */
    @Benchmark
    public long compareAndSwap() {
        return lockedWindow.compareAndSwap(1, 2, TARGET, 8);
    }

    /** Eight sums of doubles, and a flush. */
    @Benchmark
    public void accumulateFlush() {
        lockedWindow.accumulate(buffer, 0, LENGTH / Double.BYTES, ElementType.DOUBLE, AccumulateOp.SUM, TARGET, 0);
        lockedWindow.flush(TARGET);
    }
}
