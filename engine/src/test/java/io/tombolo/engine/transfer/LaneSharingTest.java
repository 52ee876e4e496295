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
import io.tombolo.engine.Payloads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.SendEvent;
import io.tombolo.engine.peer.SendState;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages from private memory share the lanes of their sender; each takes as many lanes as it fills. */
@Timeout(30)
class LaneSharingTest {
    private static final int SHORT = 16 * 1024;
    private static final int LONG = 3_000_000;
    private static final int SHORTS = 60;

    private final LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.PACKET_LENGTH, 1024));
    private final Communicator world = job.engine(0).world();
    private final Peer peer = EngineAccess.messages(job.engine(0)).peers()[1];
    private final UnsafeBuffer source = new UnsafeBuffer(new byte[LONG]);
    private final UnsafeBuffer target = new UnsafeBuffer(new byte[LONG]);

    @AfterEach
    void close() {
        job.close();
    }

    @Test
    void shouldLetALongMessagePassShortOnesWithoutReceives() {
        final List<Request> sends = new ArrayList<>();
        for (int i = 0; i < SHORTS; i++) {
            Payloads.fill(source, 0, SHORT, i);
            sends.add(world.isend(source, 0, SHORT, 1, i));
            assertThat(sends.get(i).test()).as("message %d was staged at once", i).isTrue();
        }
        Payloads.fill(source, 0, LONG, 77);
        final Request waits = world.isend(source, 0, SHORT, 1, 1000);
        assertThat(waits.test()).isFalse();
        assertThat(peer.outbound().state()).isEqualTo(SendState.AWAITING_DATA_BUFFERS);
        assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.LANE_EMPTY)).isEqualTo(1);
        final Request longSend = world.isend(source, 0, LONG, 1, 1001);
        receive(1001, LONG, 77);
        assertThat(longSend.test()).isTrue();
        assertThat(waits.test()).isFalse();
        receive(1000, SHORT, 77);
        assertThat(waits.test()).isTrue();
        for (int i = SHORTS - 1; i >= 0; i--) {
            receive(i, SHORT, i);
        }
        assertThat(EngineAccess.messages(job.engine(0)).pendingSends()).isZero();
    }

    @Test
    void shouldPublishAMessageInPartsOnlyIfItIsAlone() {
        final List<SendEvent> trace = new ArrayList<>();
        peer.outbound().ledger().trace(row -> trace.add(row.event()));
        Payloads.fill(source, 0, SHORT, 5);
        assertThat(world.isend(source, 0, SHORT, 1, 1).test()).isTrue();
        assertThat(trace).filteredOn(event -> event == SendEvent.FLOW_OK).hasSize(4);
        trace.clear();
        assertThat(world.isend(source, 0, SHORT, 1, 2).test()).isTrue();
        assertThat(trace).filteredOn(event -> event == SendEvent.FLOW_OK).hasSize(1);
        receive(1, SHORT, 5);
        receive(2, SHORT, 5);
        trace.clear();
        assertThat(world.isend(source, 0, SHORT, 1, 3).test()).isTrue();
        assertThat(trace).filteredOn(event -> event == SendEvent.FLOW_OK).hasSize(4);
        receive(3, SHORT, 5);
    }

    private void receive(final int tag, final int length, final long seed) {
        final Request receive = job.engine(1).world().irecv(target, 0, length, 0, tag);
        while (!receive.test()) {
            TimeLimit.check();
            job.step();
        }
        Payloads.check(target, 0, length, seed);
        job.engine(1).poll();
        job.engine(0).poll();
    }
}
