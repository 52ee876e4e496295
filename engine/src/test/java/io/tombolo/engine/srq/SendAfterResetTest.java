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

import io.tombolo.engine.RankJvms;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.CompletionStatus;
import io.tombolo.engine.api.endpoint.DisconnectMode;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.endpoint.EndpointJob;
import io.tombolo.ringbuffers.fault.FaultPoint;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A send is posted to one connection of an endpoint, and starts only when the endpoint has been reset for the next connection. */
@Timeout(30)
final class SendAfterResetTest {
    @Test
    void shouldNotAffectTheNextConnection() throws Exception {
        try (RankJvms job = RankJvms.start(1, Late.class, List.of("-D" + FaultPoint.ENABLED_PROPERTY + "=true"))) {
            job.awaitSuccess();
        }
    }

    /** Resets the endpoint in the middle of a post, where another thread might do so. */
    static final class Late {
        private Late() {
        }

        public static void main(final String[] arguments) {
            try (EndpointJob meeting = new EndpointJob(1, new ReceiveQueueAttributes(), ThreadLevel.MULTIPLE)) {
                final EndpointJob.Client client = meeting.client(0);
                assertThat(client.endpoint.disconnect(DisconnectMode.ABRUPT)).isEqualTo(CallResult.SUCCESS);
                assertThat(meeting.next(client.events).type()).isEqualTo(EventType.DISCONNECTED);
                assertThat(meeting.next(meeting.events).type()).isEqualTo(EventType.DISCONNECTED);
                FaultPoint.COMMAND_FILLED.action(() -> {
                    FaultPoint.COMMAND_FILLED.action(null);
                    assertThat(client.endpoint.reset()).isEqualTo(CallResult.SUCCESS);
                });
                // The endpoint is disconnected when the post is accepted, and unconnected when the send starts.
                assertThat(client.endpoint.postSend(client.memory, 0, 8, 1, 0)).isEqualTo(CallResult.SUCCESS);
                assertThat(client.endpoint.postSend(client.memory, 0, 8, 2, 0)).isEqualTo(CallResult.INVALID_STATE);
                meeting.expect(client.events, EventType.SEND, CompletionStatus.FLUSHED, 1);
                connectAgain(meeting, client);
                meeting.post(1, 64);
                assertThat(client.endpoint.postSend(client.memory, 0, 16, 3, 0)).isEqualTo(CallResult.SUCCESS);
                meeting.received(meeting.events, 0, 16);
                meeting.expect(client.events, EventType.SEND, CompletionStatus.SUCCESS, 3);
            }
        }

        private static void connectAgain(final EndpointJob meeting, final EndpointJob.Client client) {
            assertThat(client.served.reset()).isEqualTo(CallResult.SUCCESS);
            client.endpoint.connect(0, EndpointJob.SERVICE, 0, 10, TimeUnit.SECONDS);
            assertThat(meeting.next(meeting.events).type()).isEqualTo(EventType.CONNECTION_REQUEST);
            assertThat(client.served.accept(meeting.event.request(), 0)).isEqualTo(CallResult.SUCCESS);
            assertThat(meeting.next(meeting.events).type()).isEqualTo(EventType.ESTABLISHED);
            assertThat(meeting.next(client.events).type()).isEqualTo(EventType.ESTABLISHED);
        }
    }
}
