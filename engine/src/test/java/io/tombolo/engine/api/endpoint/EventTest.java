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
package io.tombolo.engine.api.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.api.Communicator;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/**
 * Objects of the caller that the engine fills again and again, and attributes and lists that the caller fills.
 */
class EventTest {
    private static <T> T any(final Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            throw new AssertionError("the object is only passed on");
        }));
    }

    @Test
    void shouldBeEmptyBeforeTheFirstEvent() {
        final Event event = new Event();
        assertThat(event.type()).isNull();
        assertThat(event.status()).isEqualTo(CompletionStatus.SUCCESS);
        assertThat(event.rank()).isEqualTo(Communicator.NULL_RANK);
        assertThat(event.isSolicited()).isFalse();
    }

    @Test
    void shouldKeepNothingOfTheEventBefore() {
        final Event event = new Event();
        final Endpoint endpoint = any(Endpoint.class);
        event.fill(EventType.RECEIVE, CompletionStatus.LENGTH_ERROR, endpoint, any(SharedReceiveQueue.class), 17, 100);
        event.fillConnection(3, 5, 8, true);
        event.setRemaining(2);
        assertThat(event).hasToString("RECEIVE LENGTH_ERROR cookie=17 length=100 rank=3");
        assertThat(event.endpoint()).isSameAs(endpoint);
        assertThat(event.remaining()).isEqualTo(2);

        event.fill(EventType.SOFTWARE, CompletionStatus.SUCCESS, null, null, 18, 0);
        event.fillConnection(Communicator.NULL_RANK, 0, 0, false);
        event.setRemaining(0);
        assertThat(event).hasToString("SOFTWARE SUCCESS cookie=18 length=0 rank=-2");
        assertThat(event.endpoint()).isNull();
        assertThat(event.queue()).isNull();
        assertThat(event.request()).isZero();
        assertThat(event.privateData()).isZero();
        assertThat(event.isSolicited()).isFalse();
    }

    @Test
    void shouldFillCountsInTwoParts() {
        final ReceiveQueueCounts counts = new ReceiveQueueCounts();
        assertThat(counts.zone()).as("before the first query").isNull();
        final ProtectionZone zone = any(ProtectionZone.class);
        counts.fillQueue(ReceiveQueueState.ERROR, zone, 4);
        counts.fillCounts(64, 10, 20, 5);
        assertThat(counts).hasToString("max 64, available 10, outstanding 20, low watermark 5");
        assertThat(counts.state()).isEqualTo(ReceiveQueueState.ERROR);
        assertThat(counts.zone()).isSameAs(zone);
        assertThat(counts.maxSegments()).isEqualTo(4);
    }

    @Test
    void shouldSetOneDispatcherForAllEvents() {
        final EventDispatcher one = any(EventDispatcher.class);
        final EventDispatcher other = any(EventDispatcher.class);
        final EndpointAttributes attributes = new EndpointAttributes().dispatcher(one).requestDispatcher(other);
        assertThat(attributes.receiveDispatcher()).isSameAs(one);
        assertThat(attributes.connectDispatcher()).isSameAs(one);
        assertThat(attributes.requestDispatcher()).isSameAs(other);
    }

    @Test
    void shouldHaveNoWatermarksByDefault() {
        final EndpointAttributes endpoint = new EndpointAttributes();
        assertThat(endpoint.softWatermark()).isEqualTo(EndpointAttributes.INFINITE);
        assertThat(endpoint.hardWatermark()).isEqualTo(EndpointAttributes.INFINITE);
        assertThat(endpoint.receiveFlag()).isEqualTo(CompletionFlag.UNSIGNALLED);
        final ReceiveQueueAttributes queue = new ReceiveQueueAttributes();
        assertThat(queue.lowWatermark()).isEqualTo(ReceiveQueueAttributes.DEFAULT_LOW_WATERMARK);
        assertThat(queue.whenEmpty()).as("nothing is lost").isEqualTo(EmptyQueuePolicy.WAIT);
    }

    @Test
    void shouldAllowANullRegionForNoBytesOnly() {
        final RegionSegments segments = new RegionSegments();
        assertThat(segments.add(null, 0, 0).count()).isZero();
        assertThatThrownBy(() -> segments.add(null, 0, 1)).isInstanceOf(NullPointerException.class);
        assertThat(segments.count()).isZero();
    }

    @Test
    void shouldNameTheResultOfARefusal() {
        final RefusedException refusal = new RefusedException(CallResult.INVALID_PARAMETER, "maxSends=0 must be from 1 to 16384");
        assertThat(refusal).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("INVALID_PARAMETER: maxSends=0 must be from 1 to 16384");
        assertThat(refusal.result()).isEqualTo(CallResult.INVALID_PARAMETER);
    }
}
