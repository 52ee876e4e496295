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

import io.tombolo.ringbuffers.pair.ReturnConsumer;
import io.tombolo.ringbuffers.pair.ReturnProducer;
import io.tombolo.ringbuffers.pair.RingKind;
import java.io.IOException;
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
 * A record through the return ring.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {ForkFlags.ADD_OPENS, ForkFlags.NATIVE_ACCESS})
public class ReturnRingBenchmark {
    private PairFiles pair;
    private ReturnProducer producer;
    private ReturnConsumer consumer;

    /** Creates the pair file. */
    @Setup
    public void open() throws IOException {
        pair = new PairFiles(RingKind.STAMPED);
        producer = pair.inbound.returns();
        consumer = pair.outbound.returns();
    }

    /** Unmaps the pair file. */
    @TearDown
    public void close() {
        pair.close();
    }

    /** Offers a record, polls it and reads its words. */
    @Benchmark
    public long offerAndPoll() {
        producer.offer(1, 2, 3, 4, 5);
        long sum = consumer.poll();
        sum += consumer.detail() + consumer.word(0) + consumer.word(1) + consumer.word(2);
        consumer.advance();
        consumer.publish();
        return sum;
    }
}
