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
import io.tombolo.engine.api.Communicator;
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
 * What the flight recorder costs a message of 8 bytes: with all messages recorded, and without short messages that complete at once. One
 * thread is both ranks, so the time contains no transfer between cores.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {ForkFlags.ADD_OPENS, ForkFlags.NATIVE_ACCESS})
public class FlightRecorderBenchmark {
    private static final int TAG = 1;

    /** Whether all messages are recorded. */
    @Param({"false", "true"})
    public boolean all;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Long.BYTES]);
    private LocalJob job;
    private Communicator sender;
    private Communicator receiver;

    /** Launches both ranks. */
    @Setup
    public void open() {
        job = LocalJob.of(2, context -> context.recordsAllMessages(all));
        sender = job.engine(0).world();
        receiver = job.engine(1).world();
    }

    /** Closes both ranks. */
    @TearDown
    public void close() {
        job.close();
    }

    /** One message from rank 0 to rank 1, by blocking calls. */
    @Benchmark
    public void sendAndReceive() {
        sender.send(buffer, 0, Long.BYTES, 1, TAG);
        receiver.recv(buffer, 0, Long.BYTES, 0, TAG);
    }
}
