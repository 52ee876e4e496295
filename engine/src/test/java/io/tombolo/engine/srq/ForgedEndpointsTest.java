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
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.endpoint.EndpointJob;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.engine.wire.EndpointKey;
import io.tombolo.engine.wire.EndpointWords;
import io.tombolo.engine.wire.Handle;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.pair.OutboundPair;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Forged records for endpoints are counted, and do not affect other connections. The test writes them for rank 1. */
@Timeout(30)
final class ForgedEndpointsTest {
    private static final int SEND = PacketType.EP_SEND.code();

    private static void assertErrors(final LocalJob job, final int expected) {
        for (int i = 0; i < 200; i++) {
            job.engine(0).poll();
        }
        assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.PROTOCOL_ERRORS)).isEqualTo(expected);
    }

    @Test
    void shouldCountWhatNamesEndpointsThatNeverWere() throws IOException {
        try (LocalJob job = LocalJob.of(2, settings -> settings.closeTimeout(0, TimeUnit.SECONDS).errorHandler(error -> { }));
            OutboundPair puppet = EngineAccess.node(job.engine(1)).openOutbound(0)) {
            job.engine(0).adapter().createZone();
            int sequence = 0;
            puppet.ring().offer(SEND, sequence++, EndpointKey.pack(5000, 1), 1, 2, 3, 4, 5, 6);
            puppet.ring().offer(SEND, sequence++, EndpointKey.pack(0, 77), 1, 2, 3, 4, 5, 6);
            final int connect = PacketType.EP_CONNECT.code();
            final int disconnect = PacketType.EP_DISCONNECT.code();
            puppet.ring().offer(connect, 0, 0, EndpointWords.ACCEPT, Handle.pack(0, 1), Handle.pack(-3, 1), 0, 0, 0);
            puppet.ring().offer(connect, 0, 0, 99, 0, 0, 0, 0, 0);
            puppet.ring().offer(disconnect, 0, 0, EndpointWords.ABRUPT, 1, Handle.pack(1 << 20, 1), 0, 0, 0);
            puppet.ring().offer(disconnect, 0, 0, -1, 1, 1, 0, 0, 0);
            assertErrors(job, 6);
            // A request for a service without a listener is rejected, which is no error.
            puppet.ring().offer(connect, 0, 0, EndpointWords.REQUEST, Handle.pack(3, 1), 0, 12, 0, 0);
            assertErrors(job, 6);
            assertThat(EngineAccess.messages(job.engine(0)).peers()[1].state()).isEqualTo(PeerState.OPEN);
            // An impossible key breaks the pair.
            puppet.ring().offer(SEND, sequence, -1L, 1, 2, 3, 4, 5, 6);
            assertErrors(job, 7);
            assertThat(EngineAccess.messages(job.engine(0)).peers()[1].state()).isEqualTo(PeerState.BROKEN);
        }
    }

    @Test
    void shouldGiveAPairUpWhosePacketsAreNotThere() throws IOException {
        for (final long[] words : new long[][] {{99, 1, 8}, {0, 7, 8}, {-1, 1, 8}, {0, 1, 1 << 20}}) {
            try (LocalJob job = LocalJob.of(2, settings -> settings.closeTimeout(0, TimeUnit.SECONDS).errorHandler(error -> { }));
                OutboundPair puppet = EngineAccess.node(job.engine(1)).openOutbound(0)) {
                final long key = EndpointKey.of(EndpointKey.pack(0, 1), EndpointKey.PACKET, false);
                puppet.ring().offer(SEND, 0, key, words[0], words[1], words[2], 0, 0, 0);
                assertErrors(job, 1);
                assertThat(EngineAccess.messages(job.engine(0)).peers()[1].state()).isEqualTo(PeerState.BROKEN);
            }
        }
    }

    @Test
    void shouldNotLetAPeerIntoTheConnectionOfAnother() throws IOException {
        try (EndpointJob meeting = new EndpointJob(1, new ReceiveQueueAttributes(), settings -> settings.closeTimeout(0, TimeUnit.SECONDS)
            .errorHandler(error -> { }), made -> { })) {
            meeting.post(2, 64);
            final EndpointJob.Client own = meeting.connect(0, made -> { });
            // Rank 1 writes a record that is valid only from rank 0: for the connection of rank 0 with itself.
            final long remote = own.served.handle();
            for (int generation = 1; generation < 6; generation++) {
                final long key = EndpointKey.pack(Handle.index(remote), generation);
                EngineAccess.messages(meeting.client(0).engine).peers()[0].outbound().tryPostInline(SEND, key, null, 0, 0);
            }
            meeting.settle();
            meeting.assertCounts(64, 2, 2);
            assertThat(meeting.events.size()).isZero();
            assertThat(EngineAccess.node(meeting.job.engine(0)).counters().value(Counter.PROTOCOL_ERRORS)).isPositive();
            own.endpoint.postSend(own.memory, 0, 8, 0, Endpoint.SUPPRESS);
            meeting.received(meeting.events, 0, 8);
        }
    }
}
