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

import static io.tombolo.engine.peer.SendEvent.ALL_EXPOSED;
import static io.tombolo.engine.peer.SendEvent.BUFFERS_AVAILABLE;
import static io.tombolo.engine.peer.SendEvent.BUFFERS_OK;
import static io.tombolo.engine.peer.SendEvent.DONE_GET;
import static io.tombolo.engine.peer.SendEvent.FLOW_ENABLED;
import static io.tombolo.engine.peer.SendEvent.FLOW_OK;
import static io.tombolo.engine.peer.SendEvent.FLOW_RESTRICTED;
import static io.tombolo.engine.peer.SendEvent.MESSAGE_COMPLETE;
import static io.tombolo.engine.peer.SendEvent.MORE_BUFFERED;
import static io.tombolo.engine.peer.SendEvent.MORE_DIRECT;
import static io.tombolo.engine.peer.SendEvent.NO_BUFFERS;
import static io.tombolo.engine.peer.SendEvent.NO_MORE_RECORDS;
import static io.tombolo.engine.peer.SendEvent.RECORD_ENDED;
import static io.tombolo.engine.peer.SendEvent.SIGNALLED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.Doorbell;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The rows of the send machine that move data: long messages through lanes of one chunk, or exposed in two parts (T3.1). Also when each
 * kind of send ends (T3.5), and that the death of the peer ends a send in each waiting state (T3.10).
 */
@Timeout(30)
class LongSendStatesTest {
    private static final int CHUNK = 4096;
    private static final int LENGTH = 2 * CHUNK;

    private final LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.STAGING_LANES, 2)
        .size(GeometrySetting.STAGING_LANE_LENGTH, CHUNK).size(GeometrySetting.STAGING_CHUNK, CHUNK)
        .size(GeometrySetting.PACKET_LENGTH, 1024).size(GeometrySetting.PACKETS, 1).size(GeometrySetting.INLINE_LIMIT, 48)
        .size(GeometrySetting.RING_SLOTS, 16).size(GeometrySetting.EXPOSURE_LIMIT, CHUNK));
    private final Engine zero = job.engine(0);
    private final Communicator world = zero.world();
    private final Peer peer = EngineAccess.messages(zero).peers()[1];
    private final List<SendEvent> trace = new ArrayList<>();
    private final UnsafeBuffer source = new UnsafeBuffer(new byte[LENGTH]);
    private final UnsafeBuffer target = new UnsafeBuffer(new byte[LENGTH]);

    @BeforeEach
    void meet() {
        LocalRanks.meet(job, 0, 1);
        Payloads.fill(source, 0, LENGTH, 7);
        peer.outbound().ledger().trace(row -> trace.add(row.event()));
    }

    @AfterEach
    void close() {
        job.close();
    }

    /** Holds S0.19, S0.38: a staged send need not wait for its receiver. */
    @Test
    void shouldEndABufferedSendOnceItIsCopiedWithoutAReceive() {
        final Request send = world.isend(source, 0, CHUNK, 1, 1);
        assertTook(MORE_BUFFERED, BUFFERS_OK, FLOW_OK, MESSAGE_COMPLETE, SIGNALLED, NO_MORE_RECORDS);
        assertThat(send.test()).isTrue();
        assertThat(EngineAccess.messages(zero).pendingSends()).isEqualTo(1);
        receive(1, CHUNK);
        zero.poll();
        assertTook();
        assertThat(EngineAccess.messages(zero).pendingSends()).isZero();
    }

    /** Holds S3.14, S3.15: flow control of a lane. */
    @Test
    void shouldWaitForRoomInTheLane() {
        final Request send = world.isend(source, 0, LENGTH, 1, 1);
        assertTook(MORE_BUFFERED, BUFFERS_OK, FLOW_OK, MORE_BUFFERED, BUFFERS_OK);
        assertThat(EngineAccess.messages(zero).peers()[1].outbound().state()).isEqualTo(SendState.CHECK_DATA_FLOW);
        assertThat(send.test()).isFalse();
        assertThat(send.test()).isFalse();
        assertTook(FLOW_RESTRICTED);
        assertThat(peer.outbound().state()).isEqualTo(SendState.AWAITING_DATA_FLOW);
        assertThat(counter(Counter.LANE_FULL)).isEqualTo(1);
        final Request receive = job.engine(1).world().irecv(target, 0, LENGTH, 0, 1);
        receive.test();
        assertThat(send.test()).isTrue();
        assertTook(FLOW_ENABLED, MESSAGE_COMPLETE, SIGNALLED, NO_MORE_RECORDS);
        await(receive);
        Payloads.check(target, 0, LENGTH, 7);
    }

    /** A copy in several parts rings the receiver's doorbell once, after the first part. */
    @Test
    void shouldWakeAReceiverThatSleepsInTheMiddleOfAMessage() {
        try (LocalJob wide = LocalJob.of(2, context -> context.size(GeometrySetting.STAGING_LANES, 2)
            .size(GeometrySetting.STAGING_LANE_LENGTH, 4 * CHUNK).size(GeometrySetting.STAGING_CHUNK, CHUNK))) {
            LocalRanks.meet(wide, 0, 1);
            final int length = 8 * CHUNK;
            final UnsafeBuffer there = new UnsafeBuffer(new byte[length]);
            final UnsafeBuffer here = new UnsafeBuffer(new byte[length]);
            Payloads.fill(there, 0, length, 7);
            final Engine from = wide.engine(0);
            final Request send = from.world().isend(there, 0, length, 1, 1);
            assertThat(send.test()).isFalse();
            final Request receive = wide.engine(1).world().irecv(here, 0, length, 0, 1);
            wide.engine(1).poll();
            assertThat(receive.test()).isFalse();
            final Doorbell doorbell = EngineAccess.node(wide.engine(1)).doorbell();
            EngineAccess.messages(from).peers()[1].outbound().ledger().trace(row -> {
                trace.add(row.event());
                // The first part takes the first three rows.
                assertThat(doorbell.isAsleep()).as("%d rows", trace.size()).isEqualTo(trace.size() <= 3);
            });
            doorbell.prepareSleep();
            from.poll();
            assertTook(
                FLOW_ENABLED, MORE_BUFFERED, BUFFERS_OK, FLOW_OK, MORE_BUFFERED, BUFFERS_OK, FLOW_OK, MORE_BUFFERED, BUFFERS_OK, FLOW_OK,
                MESSAGE_COMPLETE, SIGNALLED, NO_MORE_RECORDS);
            assertThat(doorbell.isAsleep()).isFalse();
            doorbell.awake();
            assertThat(send.test()).isTrue();
            receive.await();
            Payloads.check(here, 0, length, 7);
        }
    }

    /** Holds S0.20, S3.12, S3.13: a send waits while all lanes are taken. */
    @Test
    void shouldWaitForALane() {
        final Request first = world.isend(source, 0, CHUNK, 1, 1);
        trace.clear();
        final Request second = world.isend(source, 0, CHUNK, 1, 2);
        assertTook(MORE_BUFFERED, NO_BUFFERS);
        assertThat(peer.outbound().state()).isEqualTo(SendState.AWAITING_DATA_BUFFERS);
        assertThat(counter(Counter.LANE_EMPTY)).isEqualTo(1);
        // It does not delay others: a short message enters the ring before it.
        assertThat(world.isend(source, 0, 8, 1, 3).test()).isTrue();
        assertThat(first.test()).isTrue();
        assertThat(second.test()).isFalse();
        trace.clear();
        receive(2, CHUNK);
        assertTook(BUFFERS_AVAILABLE, FLOW_OK, MESSAGE_COMPLETE, SIGNALLED, NO_MORE_RECORDS);
        assertThat(second.test()).isTrue();
        receive(1, CHUNK);
    }

    /** Holds S0.9, S0.15, S3.25: the memory of a direct send stays in use until the receiver has copied it. */
    @Test
    void shouldEndADirectSendOnlyAfterTheReceiversAnswer() {
        try (MemoryRegion region = zero.allocate(LENGTH)) {
            final Request send = world.isend(region.buffer(), 0, CHUNK, 1, 1);
            assertTook(MORE_DIRECT, FLOW_OK, ALL_EXPOSED);
            assertThat(peer.outbound().state()).isEqualTo(SendState.AWAITING_DONE_GET);
            for (int i = 0; i < 10; i++) {
                assertThat(send.test()).isFalse();
            }
            assertTook();
            receive(1, CHUNK);
            assertThat(send.test()).isTrue();
            assertTook(DONE_GET, SIGNALLED, NO_MORE_RECORDS);
            assertThat(peer.outbound().state()).isEqualTo(SendState.IDLE);
        }
    }

    /** Holds S0.12: each answer but the last exposes the next part. */
    @Test
    void shouldExposeTheNextPartAfterTheAnswerToThePreviousOne() {
        try (MemoryRegion region = zero.allocate(LENGTH)) {
            region.buffer().putBytes(0, source, 0, LENGTH);
            final Request send = world.isend(region.buffer(), 0, LENGTH, 1, 1);
            assertTook(MORE_DIRECT, FLOW_OK, MORE_DIRECT, FLOW_RESTRICTED);
            assertThat(peer.outbound().state()).isEqualTo(SendState.AWAITING_DATA_FLOW);
            receive(1, LENGTH);
            await(send);
            assertTook(FLOW_ENABLED, ALL_EXPOSED, DONE_GET, SIGNALLED, NO_MORE_RECORDS);
            Payloads.check(target, 0, LENGTH, 7);
        }
    }

    @Test
    void shouldEndASendInEachStateOnceWhenThePeerDies() {
        try (MemoryRegion region = zero.allocate(LENGTH)) {
            final Request[] sends = {
                world.isend(source, 0, LENGTH, 1, 1), world.isend(source, 0, LENGTH, 1, 2),
                world.isend(region.buffer(), 0, CHUNK, 1, 3), world.isend(region.buffer(), 0, LENGTH, 1, 4)};
            world.send(source, 0, 500, 1, 5);
            final Request[] queued = {world.isend(source, 0, 500, 1, 5), world.isend(source, 0, 8, 1, 5)};
            zero.poll();
            assertThat(peer.outbound().state()).isEqualTo(SendState.AWAITING_CONTROL_BUFFERS);
            trace.clear();
            job.kill(1);
            for (final Request send : sends) {
                assertFailed(send);
            }
            for (final Request send : queued) {
                assertFailed(send);
            }
            assertThat(trace.stream().filter(RECORD_ENDED::equals)).hasSize(sends.length + queued.length);
            assertThat(counter(Counter.OPERATIONS_FAILED)).isEqualTo(sends.length + queued.length);
            assertNothingHeld();
        }
    }

    @Test
    void shouldEndASendThatWaitsForRoomInTheRingWhenThePeerDies() {
        world.send(source, 0, 8, 1, 5);
        Request send = world.isend(source, 0, 8, 1, 5);
        while (peer.outbound().state() != SendState.AWAITING_CONTROL_FLOW) {
            TimeLimit.check();
            send = world.isend(source, 0, 8, 1, 5);
        }
        job.kill(1);
        assertFailed(send);
        assertThat(counter(Counter.OPERATIONS_FAILED)).isEqualTo(1);
        assertNothingHeld();
    }

    private void assertNothingHeld() {
        assertThat(peer.outbound().state()).isEqualTo(SendState.IDLE);
        assertThat(peer.outbound().packetsOut()).isZero();
        assertThat(peer.outbound().queueLength()).isZero();
        assertThat(EngineAccess.messages(zero).pendingSends()).isZero();
        assertThat(counter(Counter.SEND_EVENTS_REFUSED)).isZero();
    }

    private void assertFailed(final Request send) {
        assertThatThrownBy(() -> await(send)).isInstanceOf(PeerFailedException.class);
        assertThat(send.status().outcome()).isEqualTo(Outcome.PEER_FAILED);
    }

    private void receive(final int tag, final int length) {
        await(job.engine(1).world().irecv(target, 0, length, 0, tag));
    }

    private void await(final Request request) {
        while (!request.test()) {
            TimeLimit.check();
            job.step();
        }
        job.engine(1).poll();
    }

    private long counter(final Counter counter) {
        return EngineAccess.node(zero).counters().value(counter);
    }

    private void assertTook(final SendEvent... events) {
        assertThat(trace).containsExactly(events);
        trace.clear();
    }
}
