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
 * The gain of publishing several records at once (S3.32): the time of a record from one thread to another, in batches of several sizes. A
 * batch of 1 is a single send. The receiver always publishes its progress every {@value #TAKEN} records.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {ForkFlags.ADD_OPENS, ForkFlags.NATIVE_ACCESS})
public class RingBatchBenchmark {
    private static final int TAKEN = 16;

    /** Layout of the ring. */
    @Param
    public RingKind kind;

    /** Records in a batch. */
    @Param({"1", "4", "16", "64"})
    public int batch;

    private PairFiles pair;
    private RingProducer producer;
    private RingConsumer consumer;
    private long sent;
    private int begun;
    private int taken;

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

    /** Adds a record to the batch and publishes the batch when it is full, unless the measurement is over. */
    @Benchmark
    @Group("stream")
    public void source(final Control control) {
        if (batch > 1 && begun == 0) {
            producer.beginBatch();
        }
        while (!producer.offer(1, sent, sent, sent, 1, 2, 3, 4, 5)) {
            // The receiver cannot free slots before it sees the records.
            producer.endBatch();
            begun = 0;
            if (control.stopMeasurement) {
                return;
            }
            Thread.onSpinWait();
        }
        sent++;
        if (++begun >= batch) {
            begun = 0;
            if (batch > 1) {
                producer.endBatch();
            }
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
        final long sum = consumer.key() + consumer.word(0) + consumer.word(5);
        consumer.advance();
        if (++taken == TAKEN) {
            taken = 0;
            consumer.publish();
        }
        return sum;
    }
}
