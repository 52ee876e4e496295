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
package io.tombolo.engine.pt2pt;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Request;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The number of control packets of a long message (S0.31, T0.2).
 */
@Timeout(60)
class ControlPacketsTest {
    private static final int LENGTH = 1_000_003;

    /** Holds S0.28: a long message uses no packet of the pool. */
    @ParameterizedTest
    @ValueSource(ints = {9_000, 65_536, LENGTH})
    void shouldSendOnePacketEachWayForARegisteredMessage(final int length) {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            pass(job, region.buffer(), length);
            assertControl(job, 1, 1);
        }
    }

    /** Holds S0.4: positions in the lane report the parts, whatever their number. */
    @ParameterizedTest
    @ValueSource(ints = {9_000, 65_536, LENGTH})
    void shouldSendOnePacketEachWayForAStagedMessage(final int length) {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.STAGING_LANES, 4)
            .size(GeometrySetting.STAGING_LANE_LENGTH, 1 << 14)
            .size(GeometrySetting.STAGING_CHUNK, 1 << 12))) {
            pass(job, direct(), length);
            assertControl(job, 1, 1);
        }
    }

    @Test
    void shouldSendTwoEachWayForAStagedMessageThatHasToAskForALane() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.STAGING_LANES, 1))) {
            pass(job, direct(), LENGTH);
            assertControl(job, 2, 2);
        }
    }

    /** Holds S0.10: one exposure and one answer serve each part of a registered message. */
    @ParameterizedTest
    @CsvSource({"1000000,2", "1000003,1", "1000002,2", "500002,2", "500001,3", "100000,11", "7777,129"})
    void shouldSendOnePacketEachWayForEachPart(final long limit, final int parts) {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.EXPOSURE_LIMIT, limit));
            MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            pass(job, region.buffer(), LENGTH);
            assertControl(job, parts, parts);
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.CONT_GET_SENT)).isEqualTo(parts - 1);
        }
    }

    private static void pass(final LocalJob job, final UnsafeBuffer source, final int length) {
        Payloads.fill(source, 0, length, length);
        final UnsafeBuffer target = direct();
        final Request send = job.engine(0).world().isend(source, 0, length, 1, 1);
        // The message uses no packet of the pool; the records are those of its envelope.
        assertThat(EngineAccess.messages(job.engine(0)).peers()[1].outbound().packetsOut()).isZero();
        final Request receive = job.engine(1).world().irecv(target, 0, length, 0, 1);
        boolean received = false;
        for (boolean sent = false; !sent || !received;) {
            TimeLimit.check();
            sent = sent || send.test();
            received = received || receive.test();
        }
        Payloads.check(target, 0, length, length);
        Quiescence.assertQuiet(job);
    }

    private static void assertControl(final LocalJob job, final int sent, final int returned) {
        assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.CONTROL_SENT)).isEqualTo(sent);
        assertThat(EngineAccess.node(job.engine(1)).counters().value(Counter.CONTROL_RECEIVED)).isEqualTo(sent);
        assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.DONE_GET_RECEIVED)).isEqualTo(returned);
        // The completion watermark reports the last part, of this message and of others.
        assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.DONE_IN_ORDER)).isEqualTo(1);
        assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.RETURNS_RECEIVED)).isEqualTo(returned - 1);
        assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.RECORDS_READ)).isZero();
    }

    private static UnsafeBuffer direct() {
        return new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
    }
}
