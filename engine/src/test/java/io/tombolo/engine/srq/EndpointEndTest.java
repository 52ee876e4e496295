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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.CompletionStatus;
import io.tombolo.engine.api.endpoint.DisconnectMode;
import io.tombolo.engine.api.endpoint.EmptyQueuePolicy;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EndpointAttributes;
import io.tombolo.engine.api.endpoint.EndpointState;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.ReceiveSpan;
import io.tombolo.engine.api.endpoint.RegionSegments;
import io.tombolo.engine.endpoint.EndpointJob;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The end of connections, and the fate of the messages that are under way. */
@Timeout(30)
final class EndpointEndTest {
    private static final int LONG = 9000;

    /** Sends a short message and two long ones of which only a part is exposed, so that they stay under way. */
    private static EndpointJob underWay() {
        final EndpointJob meeting = new EndpointJob(2, new ReceiveQueueAttributes().maxReceives(8),
            settings -> settings.size(GeometrySetting.EXPOSURE_LIMIT, 1000), made -> { });
        meeting.post(8, 10_000);
        final EndpointJob.Client client = meeting.client(0);
        client.endpoint.postSend(client.memory, 0, 8, 100, 0);
        client.endpoint.postSend(client.memory, 0, LONG, 101, 0);
        client.endpoint.postSend(client.memory, 0, LONG, 102, 0);
        // The client makes no more progress: its long messages stop after their first part.
        for (int turn = 0; turn < 1000; turn++) {
            meeting.job.engine(0).poll();
        }
        meeting.assertCounts(8, 5, 8);
        final ReceiveSpan span = new ReceiveSpan();
        assertThat(client.served.queryReceives(span)).isEqualTo(CallResult.SUCCESS);
        assertThat(span.allocated()).isEqualTo(2);
        assertThat(span.span()).isEqualTo(2);
        return meeting;
    }

    private static void assertFlushed(final EndpointJob meeting, final EventType end) {
        meeting.received(meeting.events, 0, 8);
        meeting.expect(meeting.events, EventType.RECEIVE, CompletionStatus.FLUSHED, 1);
        meeting.expect(meeting.events, EventType.RECEIVE, CompletionStatus.FLUSHED, 2);
        assertThat(meeting.next(meeting.events).type()).isEqualTo(end);
        assertThat(meeting.client(0).served.state()).isEqualTo(EndpointState.DISCONNECTED);
        meeting.assertCounts(8, 5, 5);
        final EndpointJob.Client other = meeting.client(1);
        other.endpoint.postSend(other.memory, 0, 9000, 1, 0);
        meeting.received(meeting.events, 3, 9000);
        meeting.assertCounts(8, 4, 4);
    }

    /** Holds S4.10, S4.14, T4.6: the taken buffers complete in order as flushed, and the others stay on the queue. */
    @Test
    void shouldFlushInOrderWhenTheServerDisconnectsAbruptly() {
        try (EndpointJob meeting = underWay()) {
            final EndpointJob.Client client = meeting.client(0);
            assertThat(client.served.disconnect(DisconnectMode.ABRUPT)).isEqualTo(CallResult.SUCCESS);
            assertFlushed(meeting, EventType.DISCONNECTED);
            meeting.expect(client.events, EventType.SEND, CompletionStatus.SUCCESS, 100);
            meeting.next(client.events);
            while (meeting.event.type() == EventType.SEND) {
                meeting.next(client.events);
            }
            assertThat(meeting.event.type()).isEqualTo(EventType.DISCONNECTED);
            meeting.settle();
            assertThat(EngineAccess.messages(client.engine).pendingSends()).isZero();
        }
    }

    @Test
    void shouldFlushInOrderWhenTheClientDisconnectsAbruptly() {
        try (EndpointJob meeting = underWay()) {
            final EndpointJob.Client client = meeting.client(0);
            assertThat(client.endpoint.disconnect(DisconnectMode.ABRUPT)).isEqualTo(CallResult.SUCCESS);
            meeting.expect(client.events, EventType.SEND, CompletionStatus.SUCCESS, 100);
            meeting.expect(client.events, EventType.SEND, CompletionStatus.FLUSHED, 101);
            meeting.expect(client.events, EventType.SEND, CompletionStatus.FLUSHED, 102);
            assertThat(meeting.next(client.events).type()).isEqualTo(EventType.DISCONNECTED);
            assertThat(client.endpoint.postSend(client.memory, 0, 8, 103, 0)).isEqualTo(CallResult.SUCCESS);
            meeting.expect(client.events, EventType.SEND, CompletionStatus.FLUSHED, 103);
            assertFlushed(meeting, EventType.DISCONNECTED);
            meeting.settle();
            assertThat(EngineAccess.messages(client.engine).pendingSends()).isZero();
        }
    }

    @Test
    void shouldFlushWhenThePeerDies() {
        try (EndpointJob meeting = underWay()) {
            meeting.job.kill(1);
            assertFlushed(meeting, EventType.DISCONNECTED);
        }
    }

    /** Holds S4.30: a graceful end lets requests finish. */
    @Test
    void shouldFinishFirstWhenItIsGraceful() {
        for (final boolean isServer : new boolean[] {false, true}) {
            try (EndpointJob meeting = underWay()) {
                final EndpointJob.Client client = meeting.client(0);
                client.served.postSend(meeting.memory, 0, 8, 200, 0);
                client.queue.postRecv(client.memory, 100_000, 8, 300);
                final Endpoint first = isServer ? client.served : client.endpoint;
                assertThat(first.disconnect(DisconnectMode.GRACEFUL)).isEqualTo(CallResult.SUCCESS);
                assertThat(first.disconnect(DisconnectMode.GRACEFUL)).isEqualTo(CallResult.SUCCESS);
                assertThat(first.state()).isEqualTo(EndpointState.DISCONNECT_PENDING);
                assertThat(first.postSend(isServer ? meeting.memory : client.memory, 0, 8, 1, 0)).isEqualTo(CallResult.INVALID_STATE);
                meeting.received(meeting.events, 0, 8);
                meeting.expect(meeting.events, EventType.SEND, CompletionStatus.SUCCESS, 200);
                meeting.received(meeting.events, 1, LONG);
                meeting.received(meeting.events, 2, LONG);
                assertThat(meeting.next(meeting.events).type()).isEqualTo(EventType.DISCONNECTED);
                meeting.stepUntil(() -> client.endpoint.state() == EndpointState.DISCONNECTED);
                int sends = 0;
                for (meeting.next(client.events); meeting.event.type() != EventType.DISCONNECTED; meeting.next(client.events)) {
                    assertThat(meeting.event.status()).isEqualTo(CompletionStatus.SUCCESS);
                    sends += meeting.event.type() == EventType.SEND ? 1 : 0;
                }
                assertThat(sends).isEqualTo(3);
                assertThat(client.events.size()).isZero();
                assertThat(client.served.reset()).isEqualTo(CallResult.SUCCESS);
            }
        }
    }

    @Test
    void shouldOverrideAGracefulDisconnectByAnAbruptOne() {
        try (EndpointJob meeting = underWay()) {
            final EndpointJob.Client client = meeting.client(0);
            assertThat(client.served.disconnect(DisconnectMode.GRACEFUL)).isEqualTo(CallResult.SUCCESS);
            assertThat(client.served.disconnect(DisconnectMode.ABRUPT)).isEqualTo(CallResult.SUCCESS);
            assertFlushed(meeting, EventType.DISCONNECTED);
        }
    }

    /** Holds S4.33: a reset may drop completions that no thread has taken. */
    @Test
    void shouldConnectAgainAfterAReset() {
        try (EndpointJob meeting = new EndpointJob(1, new ReceiveQueueAttributes())) {
            final EndpointJob.Client client = meeting.client(0);
            for (int round = 0; round < 20; round++) {
                meeting.post(1, 64);
                // Messages that are still on their way must not reach the next connection.
                client.endpoint.postSend(client.memory, 0, 8, 1, Endpoint.SUPPRESS);
                client.endpoint.postSend(client.memory, 0, 20_000, 1, Endpoint.SUPPRESS);
                client.endpoint.disconnect(DisconnectMode.ABRUPT);
                meeting.stepUntil(() -> client.served.state() == EndpointState.DISCONNECTED);
                meeting.settle();
                for (EventType type = EventType.SEND; type != EventType.DISCONNECTED; type = meeting.event.type()) {
                    meeting.next(meeting.events);
                }
                for (EventType type = EventType.SEND; type != EventType.DISCONNECTED; type = meeting.event.type()) {
                    meeting.next(client.events);
                }
                assertThat(client.endpoint.reset()).isEqualTo(CallResult.SUCCESS);
                assertThat(client.served.reset()).isEqualTo(CallResult.SUCCESS);
                client.endpoint.connect(0, EndpointJob.SERVICE, 5, 10, TimeUnit.SECONDS);
                assertThat(meeting.next(meeting.events).type()).isEqualTo(EventType.CONNECTION_REQUEST);
                assertThat(client.served.accept(meeting.event.request(), 0)).isEqualTo(CallResult.SUCCESS);
                assertThat(meeting.next(meeting.events).type()).isEqualTo(EventType.ESTABLISHED);
                assertThat(meeting.next(client.events).type()).isEqualTo(EventType.ESTABLISHED);
            }
            assertThat(EngineAccess.messages(client.engine).pendingSends()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldReportTheClosedEngineAtEachPostOfASend(final ThreadLevel level) {
        try (EndpointJob meeting = new EndpointJob(1, new ReceiveQueueAttributes(), level)) {
            final EndpointJob.Client client = meeting.client(0);
            client.engine.close();
            // More often than the number of outstanding sends allows.
            for (int i = 0; i <= new EndpointAttributes().maxSends(); i++) {
                assertThatThrownBy(() -> client.endpoint.postSend((RegionSegments) null, 1, 0))
                    .isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
            }
        }
    }

    @Test
    void shouldReportRejectedAndUnreachableConnections() {
        try (EndpointJob meeting = new EndpointJob(1, new ReceiveQueueAttributes())) {
            final EndpointJob.Client client = meeting.client(0);
            final Endpoint caller = client.engine.adapter().createEndpoint(
                new EndpointAttributes().receiveQueue(client.queue).dispatcher(client.events));
            caller.connect(0, 999, 0, 10, TimeUnit.SECONDS);
            assertThat(meeting.next(client.events).type()).isEqualTo(EventType.REJECTED);
            caller.reset();
            caller.connect(0, EndpointJob.SERVICE, 0, 10, TimeUnit.SECONDS);
            assertThat(meeting.next(meeting.events).type()).isEqualTo(EventType.CONNECTION_REQUEST);
            assertThat(meeting.server.reject(meeting.event.request(), 44)).isEqualTo(CallResult.SUCCESS);
            assertThat(meeting.next(client.events).type()).isEqualTo(EventType.REJECTED);
            assertThat(meeting.event.privateData()).isEqualTo(44);
            caller.reset();
            caller.connect(0, EndpointJob.SERVICE, 0, 1, TimeUnit.NANOSECONDS);
            assertThat(meeting.next(client.events).type()).isEqualTo(EventType.UNREACHABLE);
            final long request = meeting.next(meeting.events).request();
            meeting.settle();
            final Endpoint answer = meeting.server.createEndpoint(
                new EndpointAttributes().receiveQueue(meeting.queue).dispatcher(meeting.events));
            assertThat(answer.accept(request, 0)).isEqualTo(CallResult.INVALID_HANDLE);
            meeting.job.kill(0);
            meeting.stepUntil(() -> client.endpoint.state() == EndpointState.DISCONNECTED);
            assertThat(meeting.next(client.events).type()).isEqualTo(EventType.DISCONNECTED);
            caller.reset();
            caller.connect(0, EndpointJob.SERVICE, 0, 10, TimeUnit.SECONDS);
            assertThat(meeting.next(client.events).type()).isEqualTo(EventType.UNREACHABLE);
        }
    }

    /** Holds S4.29, T4.9: without a buffer, a message waits at its sender. */
    @Test
    void shouldLetMessagesWaitForBuffersAndOthersGoOn() {
        try (EndpointJob meeting = new EndpointJob(2, new ReceiveQueueAttributes().maxReceives(200))) {
            final EventDispatcher events = meeting.server.createDispatcher(4);
            final EndpointJob.Client client = meeting.client(0);
            final EndpointJob.Client other = meeting.client(1);
            for (int i = 0; i < 60; i++) {
                final int length = i % 3 == 0 ? 8 : i % 3 == 1 ? 3000 : 9000;
                client.memory.buffer().putLong(i * 10_000, i);
                assertThat(client.endpoint.postSend(client.memory, i * 10_000, length, i, Endpoint.SUPPRESS)).isEqualTo(CallResult.SUCCESS);
                meeting.job.step();
            }
            meeting.settle();
            assertThat(meeting.events.size()).isZero();
            // Tagged messages of the same pair still work, and so do other pairs.
            exchangeTagged(meeting, client.engine);
            exchangeTagged(meeting, other.engine);
            for (int i = 0; i < 60; i++) {
                assertThat(meeting.queue.postRecv(meeting.memory, i * 10_000, 10_000, i)).isEqualTo(CallResult.SUCCESS);
            }
            for (int i = 0; i < 60; i++) {
                meeting.received(meeting.events, i, i % 3 == 0 ? 8 : i % 3 == 1 ? 3000 : 9000);
                assertThat(meeting.memory.buffer().getLong(i * 10_000)).isEqualTo(i);
            }
            meeting.post(1, 64);
            other.endpoint.postSend(other.memory, 0, 8, 1, Endpoint.SUPPRESS);
            meeting.received(meeting.events, 0, 8);
            assertThat(events.free()).isEqualTo(CallResult.SUCCESS);
        }
    }

    private static void exchangeTagged(final EndpointJob meeting, final Engine from) {
        final UnsafeBuffer sent = new UnsafeBuffer(new byte[] {1, 2, 3});
        final UnsafeBuffer got = new UnsafeBuffer(new byte[3]);
        final Request request = meeting.job.engine(0).world().irecv(got, 0, 3, from.rank(), 9);
        from.world().isend(sent, 0, 3, 0, 9);
        meeting.stepUntil(request::test);
        assertThat(got).isEqualTo(sent);
    }

    @Test
    void shouldBreakTheConnectionIfTheQueueIsEmptyAndThatIsThePolicy() {
        try (EndpointJob meeting = new EndpointJob(1, new ReceiveQueueAttributes().whenEmpty(EmptyQueuePolicy.BREAK))) {
            final EndpointJob.Client client = meeting.client(0);
            meeting.post(1, 8);
            client.endpoint.postSend(client.memory, 0, 8, 1, Endpoint.SUPPRESS);
            meeting.received(meeting.events, 0, 8);
            client.endpoint.postSend(client.memory, 0, 8, 1, Endpoint.SUPPRESS);
            assertThat(meeting.next(meeting.events).type()).isEqualTo(EventType.BROKEN);
            assertThat(meeting.next(client.events).type()).isEqualTo(EventType.BROKEN);
            assertThat(client.endpoint.state()).isEqualTo(EndpointState.DISCONNECTED);
        }
    }

    /** Holds S4.27: the soft watermark is reported once, the hard one breaks the connection. */
    @Test
    void shouldReportTheSoftWatermarkAndBreakTheConnectionAtTheHardOne() {
        final ReceiveQueueAttributes attributes = new ReceiveQueueAttributes();
        try (EndpointJob meeting = new EndpointJob(1, attributes,
            settings -> settings.size(GeometrySetting.EXPOSURE_LIMIT, 1000), made -> made.watermarks(1, 3))) {
            meeting.post(8, 10_000);
            final EndpointJob.Client client = meeting.client(0);
            final EventDispatcher notices = meeting.server.asynchronousDispatcher();
            for (int i = 0; i < 3; i++) {
                client.endpoint.postSend(client.memory, 0, LONG, i, 0);
            }
            for (int turn = 0; turn < 1000; turn++) {
                meeting.job.engine(0).poll();
            }
            assertThat(notices.dequeue(meeting.event)).isEqualTo(CallResult.SUCCESS);
            assertThat(meeting.event.type()).isEqualTo(EventType.SOFT_WATERMARK);
            assertThat(meeting.event.endpoint()).isSameAs(client.served);
            assertThat(notices.dequeue(meeting.event)).isEqualTo(CallResult.QUEUE_EMPTY);
            client.endpoint.postSend(client.memory, 0, LONG, 3, 0);
            for (int turn = 0; turn < 1000; turn++) {
                meeting.job.engine(0).poll();
            }
            for (int i = 0; i < 4; i++) {
                meeting.expect(meeting.events, EventType.RECEIVE, CompletionStatus.FLUSHED, i);
            }
            assertThat(meeting.next(meeting.events).type()).isEqualTo(EventType.BROKEN);
            meeting.assertCounts(64, 4, 4);
        }
    }

    @Test
    void shouldServeAnEndpointWithAQueueOfItsOwn() {
        try (EndpointJob meeting = new EndpointJob(1, new ReceiveQueueAttributes())) {
            final EndpointJob.Client client = meeting.client(0);
            final EventDispatcher events = client.engine.adapter().createDispatcher(4);
            final Endpoint own = client.engine.adapter().createEndpoint(new EndpointAttributes().dispatcher(events).maxReceives(3));
            own.connect(0, EndpointJob.SERVICE, 0, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            meeting.next(meeting.events);
            final Endpoint served = meeting.server.createEndpoint(
                new EndpointAttributes().receiveQueue(meeting.queue).dispatcher(meeting.events));
            served.accept(meeting.event.request(), 0);
            assertThat(meeting.next(meeting.events).type()).isEqualTo(EventType.ESTABLISHED);
            assertThat(meeting.next(events).type()).isEqualTo(EventType.ESTABLISHED);
            for (int i = 0; i < 3; i++) {
                assertThat(own.postRecv(client.memory, 0, 64, i)).isEqualTo(CallResult.SUCCESS);
            }
            assertThat(own.postRecv(client.memory, 0, 64, 9)).isEqualTo(CallResult.INSUFFICIENT_RESOURCES);
            served.postSend(meeting.memory, 0, 8, 1, Endpoint.SUPPRESS);
            meeting.received(events, 0, 8);
            served.disconnect(DisconnectMode.ABRUPT);
            meeting.expect(events, EventType.RECEIVE, CompletionStatus.FLUSHED, 1);
            meeting.expect(events, EventType.RECEIVE, CompletionStatus.FLUSHED, 2);
            assertThat(meeting.next(events).type()).isEqualTo(EventType.DISCONNECTED);
            // A marker that is posted after the end and flushed at once.
            assertThat(own.postRecv(client.memory, 0, 64, 5)).isEqualTo(CallResult.SUCCESS);
            meeting.expect(events, EventType.RECEIVE, CompletionStatus.FLUSHED, 5);
            assertThat(own.free()).isEqualTo(CallResult.SUCCESS);
        }
    }
}
