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
package io.tombolo.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.CompletionFlag;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EndpointAttributes;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.ServicePoint;
import io.tombolo.engine.collective.Meeting;
import io.tombolo.engine.srq.Dispatcher;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class EventDispatcherTest {
    private static CompletableFuture<CallResult> await(final EventDispatcher events, final Event event, final int threshold) {
        return CompletableFuture.supplyAsync(() -> events.await(event, threshold, Long.MAX_VALUE, TimeUnit.NANOSECONDS));
    }

    /** Waits for the end of a wait, as long as the time limit of the test allows. */
    private static CallResult end(final CompletableFuture<CallResult> waiter) {
        try {
            return waiter.get();
        } catch (final InterruptedException | ExecutionException exception) {
            throw new AssertionError(exception);
        }
    }

    /** Waits until a thread waits: then nobody else may. */
    private static void awaitWaiter(final EventDispatcher events) {
        while (!EngineDispatcher.open(events).isWaited()) {
            Thread.yield();
        }
        assertThat(events.await(new Event(), 0, TimeUnit.SECONDS)).isEqualTo(CallResult.INVALID_STATE);
    }

    /** Holds S4.31. */
    @Test
    void shouldTellThatTheTimeIsUpAndTakeNothing() {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes(), settings -> { },
            made -> made.receiveFlag(CompletionFlag.EVD_THRESHOLD))) {
            final Event event = new Event();
            assertThat(meeting.events.await(event, 1, TimeUnit.MILLISECONDS)).isEqualTo(CallResult.TIMEOUT_EXPIRED);
            assertThat(event.remaining()).isZero();
            meeting.events.post(1);
            meeting.events.post(2);
            assertThat(meeting.events.await(event, 3, 1, TimeUnit.MILLISECONDS)).isEqualTo(CallResult.TIMEOUT_EXPIRED);
            assertThat(event.remaining()).isEqualTo(2);
            assertThat(meeting.events.await(event, 2, 0, TimeUnit.MILLISECONDS)).isEqualTo(CallResult.SUCCESS);
            assertThat(event.type()).isEqualTo(EventType.SOFTWARE);
            assertThat(event.cookie()).isEqualTo(1);
            assertThat(event.remaining()).isEqualTo(1);
            assertThat(meeting.events.await(event, meeting.events.capacity() + 1, 0, TimeUnit.SECONDS))
                .isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(meeting.events.await(event, 0, 0, TimeUnit.SECONDS)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(meeting.events.dequeue(event)).isEqualTo(CallResult.SUCCESS);
            assertThat(meeting.events.dequeue(event)).isEqualTo(CallResult.QUEUE_EMPTY);
        }
    }

    @Test
    void shouldLetOneThreadWaitUntilItIsUnwaitable() {
        try (Meeting meeting = new Meeting(0, new ReceiveQueueAttributes())) {
            final CompletableFuture<CallResult> waiter = await(meeting.events, new Event(), 1);
            awaitWaiter(meeting.events);
            assertThat(meeting.events.free()).isEqualTo(CallResult.INVALID_STATE);
            assertThat(meeting.events.setUnwaitable()).isEqualTo(CallResult.SUCCESS);
            assertThat(end(waiter)).isEqualTo(CallResult.INVALID_STATE);
            assertThat(meeting.events.await(new Event(), 1, TimeUnit.SECONDS)).isEqualTo(CallResult.INVALID_STATE);
            assertThat(meeting.events.clearUnwaitable()).isEqualTo(CallResult.SUCCESS);
            meeting.events.post(5);
            assertThat(meeting.events.await(new Event(), 1, TimeUnit.SECONDS)).isEqualTo(CallResult.SUCCESS);
        }
    }

    @Test
    void shouldTurnAWaiterAwayThatMeetsTheEndOfItsDispatcher() {
        try (Meeting meeting = new Meeting(0, new ReceiveQueueAttributes())) {
            final EventDispatcher events = meeting.server.createDispatcher(4);
            final Dispatcher dispatcher = EngineDispatcher.open(events);
            // Inside a call, about to wait: it keeps the dispatcher.
            assertThat(dispatcher.enter(1)).isEqualTo(CallResult.SUCCESS);
            assertThat(events.free()).isEqualTo(CallResult.INVALID_STATE);
            dispatcher.leave();
            assertThat(events.free()).isEqualTo(CallResult.SUCCESS);
            // One that has seen it open, and comes too late.
            assertThat(dispatcher.enter(1)).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(events.await(new Event(), 1, TimeUnit.DAYS)).isEqualTo(CallResult.INVALID_HANDLE);
        }
    }

    @Test
    void shouldTurnTheWaiterAwayThoughWaitsAreAllowedAgainAtOnce() {
        try (Meeting meeting = new Meeting(0, new ReceiveQueueAttributes())) {
            for (int round = 0; round < 100; round++) {
                final CompletableFuture<CallResult> waiter = await(meeting.events, new Event(), 1);
                awaitWaiter(meeting.events);
                meeting.events.setUnwaitable();
                meeting.events.clearUnwaitable();
                assertThat(end(waiter)).isEqualTo(CallResult.INVALID_STATE);
            }
        }
    }

    @Test
    void shouldKeepRoomForWhatAThreadWaitsFor() {
        try (Meeting meeting = new Meeting(0, new ReceiveQueueAttributes())) {
            final EventDispatcher events = meeting.server.createDispatcher(32);
            meeting.server.createEndpoint(
                new EndpointAttributes().dispatcher(events).maxReceives(1).maxSends(1).receiveFlag(CompletionFlag.EVD_THRESHOLD));
            final int most = events.capacity();
            final CompletableFuture<CallResult> waiter = await(events, new Event(), most);
            awaitWaiter(events);
            assertThat(events.resize(most / 2)).isEqualTo(CallResult.INVALID_STATE);
            assertThat(events.capacity()).isEqualTo(most);
            assertThat(events.resize(2 * most)).isEqualTo(CallResult.SUCCESS);
            for (int posted = 0; posted < most; posted++) {
                assertThat(waiter).isNotDone();
                assertThat(events.post(1)).isEqualTo(CallResult.SUCCESS);
            }
            assertThat(end(waiter)).isEqualTo(CallResult.SUCCESS);
            while (events.size() > 0) {
                events.dequeue(new Event());
            }
            assertThat(events.resize(most / 2)).isEqualTo(CallResult.SUCCESS);
            assertThat(events.await(new Event(), most, 0, TimeUnit.SECONDS)).isEqualTo(CallResult.INVALID_PARAMETER);
        }
    }

    @Test
    void shouldRefuseTheRequestsOfADispatcherThatIsFreed() {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes())) {
            final Meeting.Client client = meeting.client(0);
            final EventDispatcher events = meeting.server.createDispatcher(4);
            final ServicePoint service = meeting.server.listen(8, events);
            final Endpoint caller = client.engine.adapter().createEndpoint(
                new EndpointAttributes().receiveQueue(client.queue).dispatcher(client.events));
            caller.connect(0, 8, 0, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            meeting.stepUntil(() -> events.size() == 1);
            assertThat(service.free()).isEqualTo(CallResult.SUCCESS);
            assertThat(events.free()).isEqualTo(CallResult.SUCCESS);
            assertThat(meeting.next(client.events).type()).isEqualTo(EventType.REJECTED);
        }
    }

    @Test
    void shouldWakeTheWaiterForWhatOtherThreadsPut() {
        try (Meeting meeting = new Meeting(0, new ReceiveQueueAttributes())) {
            final Event event = new Event();
            for (int round = 0; round < 200; round++) {
                final CompletableFuture<CallResult> waiter = await(meeting.events, event, 1);
                if (round % 2 == 0) {
                    awaitWaiter(meeting.events);
                }
                assertThat(meeting.events.post(round)).isEqualTo(CallResult.SUCCESS);
                assertThat(end(waiter)).isEqualTo(CallResult.SUCCESS);
                assertThat(event.cookie()).isEqualTo(round);
            }
        }
    }

    @Test
    void shouldWakeTheWaiterOfAnEngineThatCloses() {
        final Meeting meeting = new Meeting(0, new ReceiveQueueAttributes());
        final AtomicReference<Object> end = new AtomicReference<>();
        final Thread waiter = new Thread(() -> {
            try {
                end.set(meeting.events.await(new Event(), 1, Long.MAX_VALUE, TimeUnit.NANOSECONDS));
            } catch (final IllegalStateException closed) {
                end.set(closed);
            }
        });
        waiter.start();
        awaitWaiter(meeting.events);
        meeting.close();
        try {
            waiter.join();
        } catch (final InterruptedException exception) {
            throw new AssertionError(exception);
        }
        assertThat(end.get()).isInstanceOfAny(CallResult.class, IllegalStateException.class);
    }

    /** Holds S4.6. */
    @Test
    void shouldWakeForSolicitedReceivesAlone() {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes(), settings -> { },
            made -> made.receiveFlag(CompletionFlag.SOLICITED_WAIT))) {
            final Meeting.Client client = meeting.client(0);
            meeting.post(3, 64);
            final Event event = new Event();
            final CompletableFuture<CallResult> waiter = await(meeting.events, event, 1);
            awaitWaiter(meeting.events);
            client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
            meeting.stepUntil(() -> meeting.events.size() == 1);
            meeting.settle();
            assertThat(waiter).isNotDone();
            client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS | Endpoint.SOLICITED);
            meeting.stepUntil(waiter::isDone);
            assertThat(end(waiter)).isEqualTo(CallResult.SUCCESS);
            assertThat(event.isSolicited()).isFalse();
            meeting.received(meeting.events, 1, 8);
            assertThat(meeting.event.isSolicited()).isTrue();
        }
    }

    /** Holds S4.31. */
    @Test
    void shouldLeaveReceivesThatAreNotSolicitedWhenTheTimeIsUp() {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes(), settings -> { },
            made -> made.receiveFlag(CompletionFlag.SOLICITED_WAIT))) {
            final Meeting.Client client = meeting.client(0);
            meeting.post(4, 64);
            client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
            client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
            assertTimeIsUp(meeting.events, 2);
            client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS | Endpoint.SOLICITED);
            client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
            // Those before the solicited one come first, those behind it stay.
            final Event event = new Event();
            for (int cookie = 0; cookie < 3; cookie++) {
                assertThat(meeting.events.await(event, 30, TimeUnit.SECONDS)).isEqualTo(CallResult.SUCCESS);
                assertThat(event.cookie()).isEqualTo(cookie);
            }
            assertThat(event.isSolicited()).isTrue();
            assertTimeIsUp(meeting.events, 1);
            meeting.received(meeting.events, 3, 8);
            meeting.events.post(9);
            assertThat(meeting.events.await(event, 0, TimeUnit.SECONDS)).isEqualTo(CallResult.SUCCESS);
            assertThat(event.type()).isEqualTo(EventType.SOFTWARE);
        }
    }

    private static void assertTimeIsUp(final EventDispatcher events, final int left) {
        final Event event = new Event();
        CallResult result = CallResult.TIMEOUT_EXPIRED;
        while (result == CallResult.TIMEOUT_EXPIRED && event.remaining() < left) {
            result = events.await(event, 1, TimeUnit.MILLISECONDS);
        }
        assertThat(result).isEqualTo(CallResult.TIMEOUT_EXPIRED);
        assertThat(event.remaining()).isEqualTo(left);
        assertThat(events.await(event, 0, TimeUnit.SECONDS)).isEqualTo(CallResult.TIMEOUT_EXPIRED);
        assertThat(events.size()).isEqualTo(left);
    }

    @Test
    void shouldWaitForAThreshold() {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes(), settings -> { },
            made -> made.receiveFlag(CompletionFlag.EVD_THRESHOLD))) {
            final Meeting.Client client = meeting.client(0);
            meeting.post(3, 64);
            final Event event = new Event();
            final CompletableFuture<CallResult> waiter = await(meeting.events, event, 3);
            awaitWaiter(meeting.events);
            for (int i = 0; i < 3; i++) {
                assertThat(waiter).isNotDone();
                client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
                final int sent = i + 1;
                meeting.stepUntil(() -> meeting.events.size() == sent || waiter.isDone());
            }
            assertThat(end(waiter)).isEqualTo(CallResult.SUCCESS);
            assertThat(event.cookie()).isZero();
            assertThat(event.remaining()).isEqualTo(2);
        }
    }

    @Test
    void shouldKeepEventsThroughAResize() {
        try (Meeting meeting = new Meeting(0, new ReceiveQueueAttributes())) {
            final EventDispatcher events = meeting.server.createDispatcher(4);
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 4; i++) {
                    assertThat(events.post(i)).isEqualTo(CallResult.SUCCESS);
                }
                assertThat(events.resize(round % 2 == 0 ? 64 : 4)).isEqualTo(CallResult.SUCCESS);
                assertThat(events.capacity()).isEqualTo(round % 2 == 0 ? 64 : 4);
                assertThat(events.resize(3)).isEqualTo(CallResult.INVALID_STATE);
                assertThat(events.resize(0)).isEqualTo(CallResult.INVALID_PARAMETER);
                for (int i = 0; i < 4; i++) {
                    assertThat(events.dequeue(meeting.event)).isEqualTo(CallResult.SUCCESS);
                    assertThat(meeting.event.cookie()).isEqualTo(i);
                }
            }
        }
    }

    @Test
    void shouldKeepRoomForCompletionsAndTellOfOverflows() {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes().maxReceives(100))) {
            final Meeting.Client client = meeting.client(0);
            // As many events of other kinds as the dispatcher has room for beside what is reserved.
            int posted = 0;
            while (meeting.events.post(posted) == CallResult.SUCCESS) {
                posted++;
            }
            assertThat(posted).isGreaterThanOrEqualTo(16);
            final Endpoint second = client.engine.adapter().createEndpoint(
                new EndpointAttributes().receiveQueue(client.queue).dispatcher(client.events));
            second.connect(0, Meeting.SERVICE, 0, 10, TimeUnit.SECONDS);
            assertThat(meeting.next(client.events).type()).isEqualTo(EventType.REJECTED);
            assertThat(meeting.next(meeting.server.asynchronousDispatcher()).type()).isEqualTo(EventType.OVERFLOW);
            meeting.post(100, 8);
            for (int i = 0; i < 100; i++) {
                client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
            }
            for (int i = 0; i < 64; i++) {
                client.served.postSend(meeting.memory, 0, 8, 0, 0);
            }
            final int total = posted + 100 + 64;
            meeting.stepUntil(() -> meeting.events.size() == total);
            assertThat(meeting.server.asynchronousDispatcher().size()).isZero();
        }
    }
}
