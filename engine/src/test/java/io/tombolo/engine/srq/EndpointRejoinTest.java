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
package io.tombolo.engine.srq;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.EndpointState;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.endpoint.EndpointJob;
import io.tombolo.ringbuffers.counters.Counter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client dies and joins again: its connections end, and its next incarnation connects anew.
 */
@Timeout(30)
class EndpointRejoinTest {
    @ParameterizedTest
    @ValueSource(ints = {8, 9000})
    void shouldConnectTheNextIncarnation(final int length) {
        try (EndpointJob meeting = new EndpointJob(2, new ReceiveQueueAttributes().maxReceives(8))) {
            final EndpointJob.Client old = meeting.client(0);
            // Waits for a buffer: nothing is posted.
            assertThat(old.endpoint.postSend(old.memory, 0, length, 1, 0)).isEqualTo(CallResult.SUCCESS);
            meeting.settle();
            meeting.job.kill(1);
            EngineAccess.node(meeting.job.engine(0)).job().probe(1);
            meeting.job.revive(1);
            assertThat(meeting.next(meeting.events).type()).isEqualTo(EventType.DISCONNECTED);
            assertThat(old.served.state()).isEqualTo(EndpointState.DISCONNECTED);
            while (EngineAccess.node(meeting.job.engine(0)).incarnation(1) < 2) {
                meeting.job.step();
                TimeLimit.check();
            }
            final EndpointJob.Client next = meeting.connect(1, made -> { });
            meeting.post(2, 10_000);
            assertThat(next.endpoint.postSend(next.memory, 0, length, 2, 0)).isEqualTo(CallResult.SUCCESS);
            meeting.received(meeting.events, 0, length);
            assertThat(meeting.event.endpoint()).isSameAs(next.served);
            assertThat(EngineAccess.node(meeting.job.engine(0)).counters().value(Counter.PROTOCOL_ERRORS)).isZero();
        }
    }
}
