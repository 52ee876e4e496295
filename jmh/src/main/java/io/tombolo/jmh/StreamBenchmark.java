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

import io.tombolo.jmh.stream.BroadcastStream;
import io.tombolo.jmh.stream.EngineStream;
import io.tombolo.jmh.stream.FeedStream;
import io.tombolo.jmh.stream.RingStream;
import io.tombolo.jmh.stream.StreamLoad;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * Messages one way between threads of one JVM, without answers: millions of them a second. The measured thread receives, and other threads
 * send all the time. With three readers, it receives each message three times, which counts once. {@code bench stream} measures the same
 * between processes.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {ForkFlags.ADD_OPENS, ForkFlags.NATIVE_ACCESS})
public class StreamBenchmark {
    private static final int FOUR = 4;

    /** System that carries the messages. */
    @Param
    public Way way;

    /** Length of each message in bytes. */
    @Param({"8", "64", "256", "1024"})
    public int length;

    private StreamLoad load;

    /** Systems and calls. */
    public enum Way {
        /** A bare Agrona ring. */
        RING(length -> new RingStream(1, length)),
        /** A bare Agrona ring of four writers. */
        RING_FOUR_SENDERS(length -> new RingStream(FOUR, length)),
        /** The engine with blocking sends and receives. */
        SEND_RECV(length -> new EngineStream(EngineStream.Calls.SEND_RECV, 1, length)),
        /** The engine with sends that do not wait and receives by handler. */
        TRY_SEND_POLL(length -> new EngineStream(EngineStream.Calls.TRY_SEND_POLL, 1, length)),
        /** The engine with blocking sends of four ranks and receives from any. */
        SEND_RECV_FOUR_SENDERS(length -> new EngineStream(EngineStream.Calls.SEND_RECV, FOUR, length)),
        /** The engine with sends of four ranks that do not wait and receives by handler. */
        TRY_SEND_POLL_FOUR_SENDERS(length -> new EngineStream(EngineStream.Calls.TRY_SEND_POLL, FOUR, length)),
        /** A broadcast buffer of Agrona with three receivers. */
        BROADCAST(BroadcastStream::new),
        /** A reliable feed of the engine with three readers. */
        FEED(FeedStream::new);

        private final IntFunction<StreamLoad> load;

        Way(final IntFunction<StreamLoad> load) {
            this.load = load;
        }
    }

    /** Starts the senders. */
    @Setup
    public void open() {
        load = way.load.apply(length);
    }

    /** Ends the senders. */
    @TearDown
    public void close() {
        load.close();
    }

    /** Receives messages. */
    @Benchmark
    @OperationsPerInvocation(StreamLoad.BATCH)
    public void receive() {
        load.receive();
    }
}
