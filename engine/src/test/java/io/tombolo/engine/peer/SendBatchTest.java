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
package io.tombolo.engine.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.pair.RingKind;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Waiting sends are published several at once (S3.32, T3.8).
 */
@Timeout(30)
class SendBatchTest {
    private static final int SLOTS = 64;
    private static final int MESSAGES = 1000;
    private static final int BATCH = 16;

    /** Holds S3.32: there are fewer publications than records. */
    @ParameterizedTest
    @EnumSource
    void shouldPublishABurstThatOutgrowsTheRingInFewBatchesAndInOrder(final RingKind kind) {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.RING_SLOTS, SLOTS)
            .size(GeometrySetting.RING_KIND, kind.code()))) {
            final List<Request> sends = new ArrayList<>();
            for (int i = 0; i < MESSAGES; i++) {
                sends.add(job.engine(0).world().isend(message(i), 0, Integer.BYTES, 1, i & 1));
            }
            final long queued = EngineAccess.messages(job.engine(0)).peers()[1].outbound().queueLength();
            assertThat(queued).isGreaterThanOrEqualTo(MESSAGES - 2 * SLOTS);
            for (int i = 0; i < MESSAGES; i++) {
                assertThat(receive(job, i & 1)).isEqualTo(i);
            }
            sends.forEach(send -> assertThat(send.test()).isTrue());
            sends.forEach(send -> assertThat(send.status().outcome()).isEqualTo(Outcome.SUCCESS));
            assertThat(count(job, Counter.RECORDS_BATCHED)).isGreaterThan(queued / 2);
            assertThat(count(job, Counter.BATCHES_SENT)).isLessThanOrEqualTo((queued + BATCH - 1) / BATCH);
            Quiescence.assertQuiet(job);
        }
    }

    /** A record that has room is published at once, because the receiver may be waiting for it. */
    @Test
    void shouldNotHoldBackARecordThatHasRoom() {
        try (LocalJob job = LocalJob.of(2)) {
            for (int i = 0; i < 3 * SLOTS; i++) {
                final Request send = job.engine(0).world().isend(message(i), 0, Integer.BYTES, 1, 1);
                assertThat(send.test()).isTrue();
                assertThat(receive(job, 1)).isEqualTo(i);
            }
            assertThat(count(job, Counter.BATCHES_SENT)).isZero();
        }
    }

    /** The completion of one send throws. Its message arrives all the same; only the sending rank sees the error. */
    @Test
    void shouldEndTheOthersOfABatchWhenOneCompletionThrows() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.RING_SLOTS, SLOTS))) {
            final Engine zero = job.engine(0);
            final List<Request> sends = new ArrayList<>();
            int sent = 0;
            while (EngineAccess.messages(zero).peers()[1].outbound().queueLength() < 2) {
                sends.add(zero.world().isend(message(sent++), 0, Integer.BYTES, 1, 0));
            }
            for (int failing = 0; failing < 2; failing++) {
                final Operation operation = new Operation() {
                    @Override
                    public void published() {
                        throw new IllegalStateException("the end fails");
                    }
                };
                operation.begin(Operation.Kind.SEND);
                operation.destination = 1;
                operation.key = Envelope.key(0, 0);
                operation.place(new byte[] {(byte) sent++, 0, 0, 0}, Bytes.BYTES_OFFSET, Integer.BYTES, null);
                EngineAccess.messages(zero).sends().start(operation);
                sends.add(zero.world().isend(message(sent++), 0, Integer.BYTES, 1, 0));
            }
            int failures = 0;
            for (int i = 0; i < sent; i++) {
                final Request receive = job.engine(1).world().irecv(new UnsafeBuffer(new byte[4]), 0, Integer.BYTES, 0, 0);
                while (!receive.test()) {
                    TimeLimit.check();
                    try {
                        zero.poll();
                    } catch (final IllegalStateException exception) {
                        assertThat(exception).hasMessage("the end fails");
                        failures++;
                    }
                }
            }
            assertThat(failures).isPositive();
            sends.forEach(send -> assertThat(send.test()).isTrue());
        }
    }

    private static UnsafeBuffer message(final int value) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Integer.BYTES]);
        buffer.putInt(0, value);
        return buffer;
    }

    private static int receive(final LocalJob job, final int tag) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Integer.BYTES]);
        final Request receive = job.engine(1).world().irecv(buffer, 0, Integer.BYTES, 0, tag);
        while (!receive.test()) {
            TimeLimit.check();
            job.step();
        }
        return buffer.getInt(0);
    }

    private static long count(final LocalJob job, final Counter counter) {
        return EngineAccess.node(job.engine(0)).counters().value(counter);
    }
}
