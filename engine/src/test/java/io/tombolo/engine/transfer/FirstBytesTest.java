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
package io.tombolo.engine.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Segments;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * First bytes of a long message that travel in its envelope (S0.31).
 */
@Timeout(30)
class FirstBytesTest {
    private static final int LENGTH = 30_001;
    private static final int FIRST = 440;
    private static final int MOST_OF_256_SLOTS = 1976;

    /** Holds S1.12, S3.24: a message arrives whole, some bytes with its envelope and the rest by a get. */
    @ParameterizedTest
    @CsvSource({"0,1,9000", "1,1,9000", "0,440,9000", "1,440,9000", "0,1976,30001", "1,1976,30001", "0,1977,5000", "0,4048,30001",
        "1,4048,30001", "1,4048,4047"})
    void shouldArriveBesideTheRestFromAnyMemory(final int ringKind, final int first, final int capacity) {
        try (LocalJob job = job(ringKind, first, Long.MAX_VALUE); MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            assertThat(EngineAccess.node(job.engine(0)).settings().rtsBytes()).isEqualTo(first);
            for (final UnsafeBuffer source : List.of(region.buffer(), direct(), new UnsafeBuffer(new byte[LENGTH]))) {
                for (final boolean isExpected : new boolean[] {true, false}) {
                    fill(source, first + capacity);
                    final UnsafeBuffer target = direct();
                    job.engine(1).world().errors(ErrorMode.RETURN);
                    final Request early = isExpected ? job.engine(1).world().irecv(target, 0, capacity, 0, 1) : null;
                    final Request send = job.engine(0).world().isend(source, 0, LENGTH, 1, 1);
                    job.step();
                    final Request receive = isExpected ? early : job.engine(1).world().irecv(target, 0, capacity, 0, 1);
                    finish(job, send, receive);
                    check(target, 0, Math.min(capacity, LENGTH), first + capacity);
                    assertThat(receive.status().outcome()).isEqualTo(capacity < LENGTH ? Outcome.TRUNCATED : Outcome.SUCCESS);
                    assertThat(receive.status().messageLength()).isEqualTo(LENGTH);
                }
            }
            Quiescence.assertQuiet(job);
        }
    }

    /** Rows: capacity of the receive. It is at most the number of first bytes, so the receiver requests no more data. */
    @ParameterizedTest
    @CsvSource({"1", "439", "440", "441"})
    void shouldCompleteASmallReceiveAlone(final int capacity) {
        try (LocalJob job = job(0, FIRST, Long.MAX_VALUE); MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            job.engine(1).world().errors(ErrorMode.RETURN);
            for (final UnsafeBuffer source : List.of(region.buffer(), direct())) {
                fill(source, capacity);
                final UnsafeBuffer target = direct();
                final Request receive = job.engine(1).world().irecv(target, 0, capacity, 0, 1);
                // The staged message gets no lane, because the only one is reserved for requested messages.
                final Request send = job.engine(0).world().isend(source, 0, LENGTH, 1, 1);
                finish(job, send, receive);
                check(target, 0, capacity, capacity);
                assertThat(target.getByte(capacity)).isZero();
            }
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.CONT_GET_SENT))
                .as("parts of messages whose receives have more capacity").isEqualTo(capacity > FIRST ? 1 : 0);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldArriveBeforeALaneIsFree() {
        try (LocalJob job = job(0, FIRST, Long.MAX_VALUE)) {
            final UnsafeBuffer source = direct();
            fill(source, 5);
            // The only lane is reserved for requested messages.
            final UnsafeBuffer target = direct();
            final Request receive = job.engine(1).world().irecv(target, 0, LENGTH, 0, 1);
            final Request send = job.engine(0).world().isend(source, 0, LENGTH, 1, 1);
            job.engine(1).poll();
            check(target, 0, FIRST, 5);
            assertThat(target.getByte(FIRST)).isZero();
            finish(job, send, receive);
            check(target, 0, LENGTH, 5);
        }
    }

    @Test
    void shouldFillSegments() {
        try (LocalJob job = job(1, FIRST, Long.MAX_VALUE)) {
            final UnsafeBuffer source = direct();
            fill(source, 6);
            final UnsafeBuffer target = direct();
            final Request receive = new Request();
            job.engine(1).world().irecv(halves(target), 0, 1, receive);
            final Request send = new Request();
            job.engine(0).world().isend(halves(source), 1, 1, send);
            finish(job, send, receive);
            check(target, 0, LENGTH, 6);
        }
    }

    @ParameterizedTest
    @CsvSource({"100", "440", "441", "5000"})
    void shouldNotExceedTheExposedBytes(final long limit) {
        try (LocalJob job = job(0, FIRST, limit); MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            fill(region.buffer(), limit);
            final UnsafeBuffer target = direct();
            final Request receive = job.engine(1).world().irecv(target, 0, LENGTH, 0, 1);
            finish(job, job.engine(0).world().isend(region.buffer(), 0, LENGTH, 1, 1), receive);
            check(target, 0, LENGTH, limit);
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.CONTROL_SENT)).isEqualTo((LENGTH + limit - 1) / limit);
        }
    }

    @Test
    void shouldTravelWithEnvelopesThatHaveWaitedForRoom() {
        try (LocalJob job = job(0, FIRST, Long.MAX_VALUE); MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            fill(region.buffer(), 7);
            final List<Request> requests = new ArrayList<>();
            final List<UnsafeBuffer> targets = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                requests.add(job.engine(0).world().isend(region.buffer(), i, 5_000, 1, 1));
            }
            assertThat(EngineAccess.messages(job.engine(0)).peers()[1].outbound().queueLength()).isPositive();
            for (int i = 0; i < 40; i++) {
                targets.add(direct());
                requests.add(job.engine(1).world().irecv(targets.get(i), i, 5_000, 0, 1));
            }
            finish(job, requests.toArray(new Request[0]));
            targets.forEach(target -> assertThat(target.getByte(LENGTH - 1)).isZero());
            for (int i = 0; i < 40; i++) {
                check(targets.get(i), i, 5_000, 7);
            }
        }
    }

    private static LocalJob job(final int ringKind, final int first, final long limit) {
        return LocalRanks.meet(LocalJob.of(2, context -> context.size(GeometrySetting.RING_KIND, ringKind)
            .size(GeometrySetting.RTS_BYTES, first).size(GeometrySetting.STAGING_LANES, 1).size(GeometrySetting.STAGING_LANE_LENGTH, 16_384)
            .size(GeometrySetting.STAGING_CHUNK, 4096)
            .size(GeometrySetting.RING_SLOTS, first > MOST_OF_256_SLOTS ? 1024 : 256).size(GeometrySetting.EXPOSURE_LIMIT, limit)));
    }

    private static Segments halves(final UnsafeBuffer buffer) {
        return new Segments().add(buffer, 0, 100).add(buffer, 100, LENGTH - 100);
    }

    private static void fill(final UnsafeBuffer buffer, final long seed) {
        for (int i = 0; i < LENGTH; i++) {
            buffer.putByte(i, at(i, seed));
        }
    }

    private static void check(final UnsafeBuffer buffer, final int offset, final int length, final long seed) {
        for (int i = offset; i < offset + length; i++) {
            if (buffer.getByte(i) != at(i, seed)) {
                throw new AssertionError("message " + seed + " differs from byte " + (i - offset) + " on");
            }
        }
    }

    private static byte at(final int index, final long seed) {
        return (byte) (1 + (index * 31 + index / 250 + seed & 0x7F));
    }

    private static void finish(final LocalJob job, final Request... requests) {
        for (final Request request : requests) {
            while (!request.test()) {
                TimeLimit.check();
                job.step();
            }
        }
    }

    private static UnsafeBuffer direct() {
        return new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
    }
}
