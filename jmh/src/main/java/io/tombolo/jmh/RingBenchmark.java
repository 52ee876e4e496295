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

import io.tombolo.ringbuffers.pair.RingConsumer;
import io.tombolo.ringbuffers.pair.RingKind;
import io.tombolo.ringbuffers.pair.RingProducer;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Control;

/**
 * A record of six words through the pair ring of either kind, within one thread and from one thread to another.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {ForkFlags.ADD_OPENS, ForkFlags.NATIVE_ACCESS})
public class RingBenchmark {
    private static final int BATCH = 16;

    /** Layout of the ring. */
    @Param
    public RingKind kind;

    private PairFiles pair;
    private RingProducer producer;
    private RingConsumer consumer;
    private long sent;
    private int batched;

    /** Creates the pair file. */
    @Setup
    public void open() throws IOException {
        pair = new PairFiles(kind);
        producer = pair.outbound.ring();
        consumer = pair.inbound.ring();
    }

    /** Unmaps the pair file. */
    @TearDown
    public void close() {
        pair.close();
    }

    /** Offers a record, polls it and reads its words. */
    @Benchmark
    public long offerAndPoll() {
        offer();
        consumer.poll();
        return take();
    }

    /** Offers a record until there is room or the measurement is over. */
    @Benchmark
    @Group("stream")
    public void source(final Control control) {
        while (!offer() && !control.stopMeasurement) {
            Thread.onSpinWait();
        }
    }

    /** Polls until a record comes or the measurement is over. */
    @Benchmark
    @Group("stream")
    public long destination(final Control control) {
        while (consumer.poll() == RingConsumer.EMPTY) {
            consumer.publish();
            if (control.stopMeasurement) {
                return 0;
            }
            Thread.onSpinWait();
        }
        return take();
    }

    private boolean offer() {
        final boolean done = producer.offer(1, sent, sent, sent, 1, 2, 3, 4, 5);
        sent += done ? 1 : 0;
        return done;
    }

    private long take() {
        final long sum = consumer.key() + consumer.word(0) + consumer.word(5);
        consumer.advance();
        if (++batched == BATCH) {
            batched = 0;
            consumer.publish();
        }
        return sum;
    }
}
