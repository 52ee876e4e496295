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

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.CompletionStatus;
import io.tombolo.engine.api.endpoint.DisconnectMode;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EndpointState;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.RegionSegments;
import io.tombolo.engine.endpoint.EndpointJob;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Long sends of connections that end: when their memory may be reused, how they complete, and that nothing is left behind. */
@Timeout(30)
final class EndpointFlushTest {
    private static final int PART = 1000;
    private static final int LONG = 9000;
    private static final int TURNS = 1000;

    private static EndpointJob meeting(final int clients) {
        return new EndpointJob(
            clients, new ReceiveQueueAttributes().maxReceives(16),
            settings -> settings.size(GeometrySetting.EXPOSURE_LIMIT, PART).size(GeometrySetting.STAGING_LANES, 2), made -> { });
    }

    private static void poll(final Engine engine) {
        for (int turn = 0; turn < TURNS; turn++) {
            engine.poll();
        }
    }

    /** Sends a message of two segments: it goes through a staging lane. */
    private static void sendStaged(final EndpointJob.Client client, final long cookie) {
        final RegionSegments segments = new RegionSegments().add(client.memory, 0, 1).add(client.memory, 1, LONG - 1);
        assertThat(client.endpoint.postSend(segments, cookie, 0)).isEqualTo(CallResult.SUCCESS);
    }

    private static void assertNothingLeft(final EndpointJob meeting, final Engine engine) {
        meeting.settle();
        assertThat(EngineAccess.messages(engine).pendingSends()).isZero();
        assertThat(EngineAccess.messages(engine).longSends().lanesTo(0)).isZero();
        for (int rank = 0; rank < 2; rank++) {
            assertThat(EngineAccess.node(meeting.job.engine(rank)).counters().value(Counter.PROTOCOL_ERRORS)).isZero();
        }
    }

    @Test
    void shouldCompleteAFlushedSendOnlyAfterTheLastReadOfItsMemory() {
        try (EndpointJob meeting = meeting(1)) {
            final EndpointJob.Client client = meeting.client(0);
            meeting.post(8, 10_000);
            client.endpoint.postSend(client.memory, 0, LONG, 100, 0);
            client.endpoint.postSend(client.memory, 0, 8, 101, 0);
            // The server fetches the first part, and may fetch more at any time.
            poll(meeting.job.engine(0));
            assertThat(client.endpoint.disconnect(DisconnectMode.ABRUPT)).isEqualTo(CallResult.SUCCESS);
            assertThat(client.endpoint.state()).isEqualTo(EndpointState.DISCONNECTED);
            assertThat(client.endpoint.postSend(client.memory, 0, 8, 102, 0)).isEqualTo(CallResult.SUCCESS);
            poll(client.engine);
            assertThat(client.events.size()).isZero();
            assertThat(client.endpoint.reset()).isEqualTo(CallResult.INVALID_STATE);
            meeting.settle();
            for (int cookie = 100; cookie < 103; cookie++) {
                meeting.expect(client.events, EventType.SEND, CompletionStatus.FLUSHED, cookie);
            }
            assertThat(meeting.next(client.events).type()).isEqualTo(EventType.DISCONNECTED);
            assertThat(client.endpoint.reset()).isEqualTo(CallResult.SUCCESS);
            assertNothingLeft(meeting, client.engine);
        }
    }

    @Test
    void shouldFlushWhatHasNotLeftAtOnce() {
        try (EndpointJob meeting = new EndpointJob(1, new ReceiveQueueAttributes(),
            settings -> settings.size(GeometrySetting.RING_SLOTS, 16), made -> { })) {
            final EndpointJob.Client client = meeting.client(0);
            int sent = 0;
            while (EngineAccess.messages(client.engine).peers()[0].outbound().queueLength() < 3) {
                assertThat(client.endpoint.postSend(client.memory, 0, LONG, sent++, 0)).isEqualTo(CallResult.SUCCESS);
            }
            client.endpoint.disconnect(DisconnectMode.ABRUPT);
            assertThat(EngineAccess.messages(client.engine).longSends().pendingCount()).isLessThan(sent);
            for (int cookie = 0; cookie < sent; cookie++) {
                meeting.expect(client.events, EventType.SEND, CompletionStatus.FLUSHED, cookie);
            }
            assertThat(meeting.next(client.events).type()).isEqualTo(EventType.DISCONNECTED);
            assertNothingLeft(meeting, client.engine);
        }
    }

    @Test
    void shouldLeaveNothingBehindWhenAnEndpointIsFreed() {
        try (EndpointJob meeting = meeting(1)) {
            final EndpointJob.Client client = meeting.client(0);
            meeting.post(8, 10_000);
            client.endpoint.postSend(client.memory, 0, LONG, 100, 0);
            sendStaged(client, 101);
            poll(meeting.job.engine(0));
            assertThat(client.endpoint.free()).isEqualTo(CallResult.SUCCESS);
            assertNothingLeft(meeting, client.engine);
            assertThat(client.events.size()).isZero();
        }
    }

    @Test
    void shouldEndEachDroppedSendOnceWhateverItsReceiverWaitedFor() {
        try (EndpointJob meeting = meeting(1)) {
            final EndpointJob.Client client = meeting.client(0);
            meeting.post(8, 10_000);
            for (int i = 0; i < 4; i++) {
                sendStaged(client, i);
            }
            client.endpoint.postSend(client.memory, 0, LONG, 4, 0);
            // The server has asked for lanes and for more data; the client owes the answers.
            poll(meeting.job.engine(0));
            client.served.disconnect(DisconnectMode.ABRUPT);
            assertNothingLeft(meeting, client.engine);
        }
    }

    @Test
    void shouldFlushASendThatTheReceiverHasDropped() {
        try (EndpointJob meeting = meeting(1)) {
            final EndpointJob.Client client = meeting.client(0);
            meeting.post(8, 10_000);
            client.endpoint.postSend(client.memory, 0, 8, 0, 0);
            client.endpoint.postSend(client.memory, 0, LONG, 1, 0);
            poll(meeting.job.engine(0));
            // A message that is being fetched, one that is in the ring, and short ones behind them.
            client.endpoint.postSend(client.memory, 0, LONG, 2, 0);
            client.endpoint.postSend(client.memory, 0, 8, 3, 0);
            client.served.disconnect(DisconnectMode.ABRUPT);
            meeting.settle();
            meeting.expect(client.events, EventType.SEND, CompletionStatus.SUCCESS, 0);
            for (int cookie = 1; cookie < 4; cookie++) {
                meeting.expect(client.events, EventType.SEND, CompletionStatus.FLUSHED, cookie);
            }
            assertThat(meeting.next(client.events).type()).isEqualTo(EventType.DISCONNECTED);
            assertNothingLeft(meeting, client.engine);
        }
    }

    @Test
    void shouldNotTakeADroppedSendForOneThatWasReceived() {
        try (EndpointJob meeting = new EndpointJob(1, new ReceiveQueueAttributes(),
            settings -> settings.size(GeometrySetting.RING_SLOTS, 16), made -> { })) {
            final EndpointJob.Client client = meeting.client(0);
            client.endpoint.postSend(client.memory, 0, LONG, 1, 0);
            client.endpoint.postSend(client.memory, 0, 8, 2, 0);
            meeting.settle();
            // The record that ends the connection waits behind these; the record of the drop has the return ring.
            while (EngineAccess.messages(meeting.job.engine(0)).peers()[1].outbound().queueLength() == 0) {
                meeting.job.engine(0).world().isend(new UnsafeBuffer(new byte[8]), 0, 8, 1, 1);
            }
            client.served.disconnect(DisconnectMode.ABRUPT);
            poll(client.engine);
            assertThat(EngineAccess.messages(client.engine).pendingSends()).isZero();
            assertThat(client.events.size()).isZero();
            meeting.expect(client.events, EventType.SEND, CompletionStatus.FLUSHED, 1);
            meeting.expect(client.events, EventType.SEND, CompletionStatus.FLUSHED, 2);
            assertThat(meeting.next(client.events).type()).isEqualTo(EventType.DISCONNECTED);
            assertNothingLeft(meeting, client.engine);
        }
    }

    @Test
    void shouldBreakTheConnectionOfASendThatFails() {
        try (EndpointJob meeting = new EndpointJob(1, new ReceiveQueueAttributes(),
            settings -> settings.size(GeometrySetting.PENDING_SENDS, 1).size(GeometrySetting.EXPOSURE_LIMIT, PART), made -> { })) {
            final EndpointJob.Client client = meeting.client(0);
            client.endpoint.postSend(client.memory, 0, LONG, 1, 0);
            client.endpoint.postSend(client.memory, 0, LONG, 2, 0);
            // No message behind the missing one may arrive.
            client.endpoint.postSend(client.memory, 0, 8, 3, 0);
            client.endpoint.postSend(client.memory, 0, 8, 4, Endpoint.SUPPRESS);
            meeting.post(4, 10_000);
            meeting.expect(client.events, EventType.SEND, CompletionStatus.FLUSHED, 1);
            meeting.expect(client.events, EventType.SEND, CompletionStatus.RESOURCE_ERROR, 2);
            meeting.expect(client.events, EventType.SEND, CompletionStatus.FLUSHED, 3);
            meeting.expect(client.events, EventType.SEND, CompletionStatus.FLUSHED, 4);
            assertThat(meeting.next(client.events).type()).isEqualTo(EventType.BROKEN);
            meeting.settle();
            int received = 0;
            for (meeting.next(meeting.events); meeting.event.type() == EventType.RECEIVE; meeting.next(meeting.events)) {
                received += meeting.event.status() == CompletionStatus.SUCCESS ? 1 : 0;
            }
            assertThat(meeting.event.type()).isEqualTo(EventType.BROKEN);
            assertThat(received).isZero();
            assertNothingLeft(meeting, client.engine);
        }
    }

    @Test
    void shouldBreakEveryConnectionThatFailsInOneTurn() {
        try (EndpointJob meeting = new EndpointJob(3, new ReceiveQueueAttributes())) {
            // All messages wait for buffers, and all buffers are too short.
            for (final EndpointJob.Client client : meeting.clients) {
                client.endpoint.postSend(client.memory, 0, 100, 1, Endpoint.SUPPRESS);
            }
            meeting.settle();
            for (final EndpointJob.Client client : meeting.clients) {
                assertThat(meeting.queue.postRecv(meeting.memory, 0, 8, client.engine.rank())).isEqualTo(CallResult.SUCCESS);
            }
            meeting.settle();
            assertBroken(meeting);
        }
    }

    /** Asserts that all connections are broken, each after the completion of its receive. */
    private static void assertBroken(final EndpointJob meeting) {
        final List<Endpoint> broken = new ArrayList<>();
        int failed = 0;
        while (broken.size() < meeting.clients.size()) {
            final EventType type = meeting.next(meeting.events).type();
            if (type == EventType.BROKEN) {
                broken.add(meeting.event.endpoint());
            } else {
                assertThat(type).isEqualTo(EventType.RECEIVE);
                assertThat(meeting.event.status()).isNotEqualTo(CompletionStatus.SUCCESS);
                failed++;
            }
            assertThat(failed).isGreaterThanOrEqualTo(broken.size());
        }
        assertThat(broken).containsExactlyInAnyOrderElementsOf(meeting.clients.stream().map(client -> client.served).toList());
        for (final EndpointJob.Client client : meeting.clients) {
            meeting.stepUntil(() -> client.endpoint.state() == EndpointState.DISCONNECTED);
        }
    }

    @Test
    void shouldBreakEveryConnectionWhoseMessagesAreLostInOneTurn() throws IOException {
        final int clients = 4;
        try (EndpointJob meeting = new EndpointJob(clients, new ReceiveQueueAttributes(), settings -> settings.errorHandler(error -> { }),
            made -> { })) {
            meeting.post(2 * clients, 10_000);
            for (final EndpointJob.Client client : meeting.clients) {
                final int rank = client.engine.rank();
                Files.delete(meeting.job.directory().resolve("heap-" + rank + ".1-" + client.memory.id() + ".dat"));
                client.endpoint.postSend(client.memory, 0, LONG, 1, 0);
                // Sends behind the lost one are flushed.
                client.endpoint.postSend(client.memory, 0, 8, 2, 0);
            }
            poll(meeting.job.engine(0));
            assertBroken(meeting);
        }
    }
}
