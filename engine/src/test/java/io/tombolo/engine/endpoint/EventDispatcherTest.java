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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.CompletionFlag;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EndpointAttributes;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.ServicePoint;
import io.tombolo.engine.srq.Dispatcher;
import java.util.ArrayList;
import java.util.List;
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

    /** Waits until a thread waits for events: then no other thread may. */
    private static void awaitWaiter(final EventDispatcher events) {
        while (!EngineDispatcher.open(events).isWaited()) {
            Thread.yield();
        }
        assertThat(events.await(new Event(), 0, TimeUnit.SECONDS)).isEqualTo(CallResult.INVALID_STATE);
    }

    /** Holds S4.31. */
    @Test
    void shouldTellThatTheTimeIsUpAndTakeNothing() {
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes(), settings -> { },
            made -> made.receiveFlag(CompletionFlag.EVD_THRESHOLD))) {
            final Event event = new Event();
            assertThat(endpoints.events.await(event, 1, TimeUnit.MILLISECONDS)).isEqualTo(CallResult.TIMEOUT_EXPIRED);
            assertThat(event.remaining()).isZero();
            endpoints.events.post(1);
            endpoints.events.post(2);
            assertThat(endpoints.events.await(event, 3, 1, TimeUnit.MILLISECONDS)).isEqualTo(CallResult.TIMEOUT_EXPIRED);
            assertThat(event.remaining()).isEqualTo(2);
            assertThat(endpoints.events.await(event, 2, 0, TimeUnit.MILLISECONDS)).isEqualTo(CallResult.SUCCESS);
            assertThat(event.type()).isEqualTo(EventType.SOFTWARE);
            assertThat(event.cookie()).isEqualTo(1);
            assertThat(event.remaining()).isEqualTo(1);
            assertThat(endpoints.events.await(event, endpoints.events.capacity() + 1, 0, TimeUnit.SECONDS))
                .isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(endpoints.events.await(event, 0, 0, TimeUnit.SECONDS)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(endpoints.events.dequeue(event)).isEqualTo(CallResult.SUCCESS);
            assertThat(endpoints.events.dequeue(event)).isEqualTo(CallResult.QUEUE_EMPTY);
        }
    }

    @Test
    void shouldShowEachEventToAHandlerOnceThoughItThrowsAndPolls() {
        try (EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes())) {
            final List<Long> seen = new ArrayList<>();
            for (int cookie = 1; cookie <= 6; cookie++) {
                assertThat(endpoints.events.post(cookie)).isEqualTo(CallResult.SUCCESS);
            }
            assertThat(endpoints.events.poll(event -> seen.add(event.cookie()), 2)).isEqualTo(2);
            assertThatThrownBy(() -> endpoints.events.poll(event -> {
                seen.add(event.cookie());
                throw new IllegalStateException("event " + event.cookie());
            }, 2)).hasMessage("event 3");
            assertThat(endpoints.events.poll(outer -> {
                final long cookie = outer.cookie();
                endpoints.events.poll(inner -> seen.add(inner.cookie()), 1);
                seen.add(outer.cookie());
                assertThat(outer.cookie()).as("the event of the outer handler").isEqualTo(cookie);
            }, 9)).isEqualTo(2);
            assertThat(seen).containsExactly(1L, 2L, 3L, 5L, 4L, 6L);
            assertThat(endpoints.events.poll(event -> seen.clear(), 9)).isZero();
            assertThatThrownBy(() -> endpoints.events.poll(event -> { }, 0)).hasMessageContaining("limit=0");
            assertThatThrownBy(() -> endpoints.events.poll(null, 1)).hasMessageContaining("handler=null");
        }
    }

    @Test
    void shouldLetOneThreadWaitUntilItIsUnwaitable() {
        try (EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes())) {
            final CompletableFuture<CallResult> waiter = await(endpoints.events, new Event(), 1);
            awaitWaiter(endpoints.events);
            assertThat(endpoints.events.free()).isEqualTo(CallResult.INVALID_STATE);
            assertThat(endpoints.events.setUnwaitable()).isEqualTo(CallResult.SUCCESS);
            assertThat(end(waiter)).isEqualTo(CallResult.INVALID_STATE);
            assertThat(endpoints.events.await(new Event(), 1, TimeUnit.SECONDS)).isEqualTo(CallResult.INVALID_STATE);
            assertThat(endpoints.events.clearUnwaitable()).isEqualTo(CallResult.SUCCESS);
            endpoints.events.post(5);
            assertThat(endpoints.events.await(new Event(), 1, TimeUnit.SECONDS)).isEqualTo(CallResult.SUCCESS);
        }
    }

    @Test
    void shouldTurnAWaiterAwayThatMeetsTheEndOfItsDispatcher() {
        try (EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes())) {
            final EventDispatcher events = endpoints.server.createDispatcher(4);
            final Dispatcher dispatcher = EngineDispatcher.open(events);
            // A thread in a call, about to wait, keeps the dispatcher from being freed.
            assertThat(dispatcher.enter(1)).isEqualTo(CallResult.SUCCESS);
            assertThat(events.free()).isEqualTo(CallResult.INVALID_STATE);
            dispatcher.leave();
            assertThat(events.free()).isEqualTo(CallResult.SUCCESS);
            // A thread that has seen the dispatcher open, and enters too late.
            assertThat(dispatcher.enter(1)).isEqualTo(CallResult.INVALID_HANDLE);
            assertThat(events.await(new Event(), 1, TimeUnit.DAYS)).isEqualTo(CallResult.INVALID_HANDLE);
        }
    }

    @Test
    void shouldTurnTheWaiterAwayThoughWaitsAreAllowedAgainAtOnce() {
        try (EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes())) {
            for (int round = 0; round < 100; round++) {
                final CompletableFuture<CallResult> waiter = await(endpoints.events, new Event(), 1);
                awaitWaiter(endpoints.events);
                endpoints.events.setUnwaitable();
                endpoints.events.clearUnwaitable();
                assertThat(end(waiter)).isEqualTo(CallResult.INVALID_STATE);
            }
        }
    }

    @Test
    void shouldKeepRoomForWhatAThreadWaitsFor() {
        try (EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes())) {
            final EventDispatcher events = endpoints.server.createDispatcher(32);
            endpoints.server.createEndpoint(
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
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes())) {
            final EndpointJob.Client client = endpoints.client(0);
            final EventDispatcher events = endpoints.server.createDispatcher(4);
            final ServicePoint service = endpoints.server.listen(8, events);
            final Endpoint caller = client.engine.adapter().createEndpoint(
                new EndpointAttributes().receiveQueue(client.queue).dispatcher(client.events));
            caller.connect(0, 8, 0, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            endpoints.stepUntil(() -> events.size() == 1);
            assertThat(service.free()).isEqualTo(CallResult.SUCCESS);
            assertThat(events.free()).isEqualTo(CallResult.SUCCESS);
            assertThat(endpoints.next(client.events).type()).isEqualTo(EventType.REJECTED);
        }
    }

    @Test
    void shouldWakeTheWaiterForWhatOtherThreadsPut() {
        try (EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes())) {
            final Event event = new Event();
            for (int round = 0; round < 200; round++) {
                final CompletableFuture<CallResult> waiter = await(endpoints.events, event, 1);
                if (round % 2 == 0) {
                    awaitWaiter(endpoints.events);
                }
                assertThat(endpoints.events.post(round)).isEqualTo(CallResult.SUCCESS);
                assertThat(end(waiter)).isEqualTo(CallResult.SUCCESS);
                assertThat(event.cookie()).isEqualTo(round);
            }
        }
    }

    @Test
    void shouldWakeTheWaiterOfAnEngineThatCloses() {
        final EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes());
        final AtomicReference<Object> end = new AtomicReference<>();
        final Thread waiter = new Thread(() -> {
            try {
                end.set(endpoints.events.await(new Event(), 1, Long.MAX_VALUE, TimeUnit.NANOSECONDS));
            } catch (final IllegalStateException closed) {
                end.set(closed);
            }
        });
        waiter.start();
        awaitWaiter(endpoints.events);
        endpoints.close();
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
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes(), settings -> { },
            made -> made.receiveFlag(CompletionFlag.SOLICITED_WAIT))) {
            final EndpointJob.Client client = endpoints.client(0);
            endpoints.post(3, 64);
            final Event event = new Event();
            final CompletableFuture<CallResult> waiter = await(endpoints.events, event, 1);
            awaitWaiter(endpoints.events);
            client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
            endpoints.stepUntil(() -> endpoints.events.size() == 1);
            endpoints.settle();
            assertThat(waiter).isNotDone();
            client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS | Endpoint.SOLICITED);
            endpoints.stepUntil(waiter::isDone);
            assertThat(end(waiter)).isEqualTo(CallResult.SUCCESS);
            assertThat(event.isSolicited()).isFalse();
            endpoints.received(endpoints.events, 1, 8);
            assertThat(endpoints.event.isSolicited()).isTrue();
        }
    }

    /** Holds S4.31. */
    @Test
    void shouldLeaveReceivesThatAreNotSolicitedWhenTheTimeIsUp() {
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes(), settings -> { },
            made -> made.receiveFlag(CompletionFlag.SOLICITED_WAIT))) {
            final EndpointJob.Client client = endpoints.client(0);
            endpoints.post(4, 64);
            client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
            client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
            assertTimeIsUp(endpoints.events, 2);
            client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS | Endpoint.SOLICITED);
            client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
            // The events before the solicited one are taken first; those behind it stay.
            final Event event = new Event();
            for (int cookie = 0; cookie < 3; cookie++) {
                assertThat(endpoints.events.await(event, 30, TimeUnit.SECONDS)).isEqualTo(CallResult.SUCCESS);
                assertThat(event.cookie()).isEqualTo(cookie);
            }
            assertThat(event.isSolicited()).isTrue();
            assertTimeIsUp(endpoints.events, 1);
            endpoints.received(endpoints.events, 3, 8);
            endpoints.events.post(9);
            assertThat(endpoints.events.await(event, 0, TimeUnit.SECONDS)).isEqualTo(CallResult.SUCCESS);
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
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes(), settings -> { },
            made -> made.receiveFlag(CompletionFlag.EVD_THRESHOLD))) {
            final EndpointJob.Client client = endpoints.client(0);
            endpoints.post(3, 64);
            final Event event = new Event();
            final CompletableFuture<CallResult> waiter = await(endpoints.events, event, 3);
            awaitWaiter(endpoints.events);
            for (int i = 0; i < 3; i++) {
                assertThat(waiter).isNotDone();
                client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
                final int sent = i + 1;
                endpoints.stepUntil(() -> endpoints.events.size() == sent || waiter.isDone());
            }
            assertThat(end(waiter)).isEqualTo(CallResult.SUCCESS);
            assertThat(event.cookie()).isZero();
            assertThat(event.remaining()).isEqualTo(2);
        }
    }

    @Test
    void shouldKeepEventsThroughAResize() {
        try (EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes())) {
            final EventDispatcher events = endpoints.server.createDispatcher(4);
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 4; i++) {
                    assertThat(events.post(i)).isEqualTo(CallResult.SUCCESS);
                }
                assertThat(events.resize(round % 2 == 0 ? 64 : 4)).isEqualTo(CallResult.SUCCESS);
                assertThat(events.capacity()).isEqualTo(round % 2 == 0 ? 64 : 4);
                assertThat(events.resize(3)).isEqualTo(CallResult.INVALID_STATE);
                assertThat(events.resize(0)).isEqualTo(CallResult.INVALID_PARAMETER);
                for (int i = 0; i < 4; i++) {
                    assertThat(events.dequeue(endpoints.event)).isEqualTo(CallResult.SUCCESS);
                    assertThat(endpoints.event.cookie()).isEqualTo(i);
                }
            }
        }
    }

    @Test
    void shouldKeepRoomForCompletionsAndTellOfOverflows() {
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes().maxReceives(100))) {
            final EndpointJob.Client client = endpoints.client(0);
            // Fill the unreserved room of the dispatcher with events of other kinds.
            int posted = 0;
            while (endpoints.events.post(posted) == CallResult.SUCCESS) {
                posted++;
            }
            assertThat(posted).isGreaterThanOrEqualTo(16);
            final Endpoint second = client.engine.adapter().createEndpoint(
                new EndpointAttributes().receiveQueue(client.queue).dispatcher(client.events));
            second.connect(0, EndpointJob.SERVICE, 0, 10, TimeUnit.SECONDS);
            assertThat(endpoints.next(client.events).type()).isEqualTo(EventType.REJECTED);
            assertThat(endpoints.next(endpoints.server.asynchronousDispatcher()).type()).isEqualTo(EventType.OVERFLOW);
            endpoints.post(100, 8);
            for (int i = 0; i < 100; i++) {
                client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
            }
            for (int i = 0; i < 64; i++) {
                client.served.postSend(endpoints.memory, 0, 8, 0, 0);
            }
            final int total = posted + 100 + 64;
            endpoints.stepUntil(() -> endpoints.events.size() == total);
            assertThat(endpoints.server.asynchronousDispatcher().size()).isZero();
        }
    }
}
