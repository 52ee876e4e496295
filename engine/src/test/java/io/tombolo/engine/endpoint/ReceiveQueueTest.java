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

import com.sun.management.ThreadMXBean;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.endpoint.AdapterAttributes;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.InterfaceAdapter;
import io.tombolo.engine.api.endpoint.ProtectionZone;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.ReceiveQueueState;
import io.tombolo.engine.api.endpoint.SharedReceiveQueue;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ReceiveQueueTest {
    private static final int POSTS = 300_000;

    /** Holds S4.25. */
    @Test
    void shouldFireTheLowWatermarkOnceForEachTimeItIsArmed() {
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes().maxReceives(10))) {
            final EndpointJob.Client client = endpoints.client(0);
            final EventDispatcher notices = endpoints.server.asynchronousDispatcher();
            assertThat(endpoints.queue.setLowWatermark(11)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(endpoints.queue.setLowWatermark(-1)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(endpoints.queue.setLowWatermark(1)).isEqualTo(CallResult.SUCCESS);
            assertFired(endpoints, notices);
            endpoints.post(4, 8);
            assertThat(endpoints.queue.setLowWatermark(3)).isEqualTo(CallResult.SUCCESS);
            client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
            endpoints.received(endpoints.events, 0, 8);
            assertThat(notices.size()).isZero();
            for (int i = 1; i < 3; i++) {
                client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
                endpoints.received(endpoints.events, i, 8);
            }
            assertFired(endpoints, notices);
            assertThat(endpoints.queue.setLowWatermark(0)).isEqualTo(CallResult.SUCCESS);
            assertThat(notices.size()).isZero();
        }
    }

    private static void assertFired(final EndpointJob endpoints, final EventDispatcher notices) {
        assertThat(notices.dequeue(endpoints.event)).isEqualTo(CallResult.SUCCESS);
        assertThat(endpoints.event.type()).isEqualTo(EventType.LOW_WATERMARK);
        assertThat(endpoints.event.queue()).isSameAs(endpoints.queue);
        assertThat(notices.size()).isZero();
    }

    /** Holds S4.21. */
    @Test
    void shouldTellWhatItHas() {
        final EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes());
        final ProtectionZone zone = endpoints.server.createZone();
        final ReceiveQueueAttributes asked = new ReceiveQueueAttributes().maxReceives(10).maxSegments(3);
        final SharedReceiveQueue queue = endpoints.server.createReceiveQueue(zone, asked);
        try (endpoints) {
            assertThat(queue.resize(20)).isEqualTo(CallResult.SUCCESS);
            assertThat(queue.setLowWatermark(7)).isEqualTo(CallResult.SUCCESS);
            assertThat(queue.query(endpoints.counts)).isEqualTo(CallResult.SUCCESS);
            assertThat(endpoints.counts.state()).isEqualTo(ReceiveQueueState.OPERATIONAL);
            assertThat(endpoints.counts.zone()).isSameAs(zone);
            assertThat(endpoints.counts.maxReceives()).isEqualTo(20);
            assertThat(endpoints.counts.maxSegments()).isEqualTo(3);
            assertThat(endpoints.counts.lowWatermark()).isEqualTo(7);
            assertThat(endpoints.queue.query(endpoints.counts)).isEqualTo(CallResult.SUCCESS);
            assertThat(endpoints.counts.zone()).isSameAs(endpoints.server.zone());
            assertThat(endpoints.counts.maxSegments()).isEqualTo(1);
        }
        assertThat(queue.query(endpoints.counts)).isEqualTo(CallResult.SUCCESS);
        assertThat(endpoints.counts.state()).isEqualTo(ReceiveQueueState.ERROR);
    }

    /** Holds S4.12. */
    @Test
    void shouldTellWhatTheAdapterCanDo() {
        try (LocalJob job = LocalJob.of(
            2, context -> context.threadLevel(context.rank() == 0 ? ThreadLevel.SINGLE : ThreadLevel.MULTIPLE))) {
            final AdapterAttributes attributes = job.engine(0).adapter().attributes();
            assertThat(attributes.isSegmentListCopied()).isTrue();
            assertThat(attributes.optimalAlignment()).isEqualTo(InterfaceAdapter.OPTIMAL_ALIGNMENT);
            assertThat(attributes.maxSegments()).isEqualTo(InterfaceAdapter.MAX_SEGMENTS);
            assertThat(attributes.maxMessageLength()).isEqualTo(Long.MAX_VALUE);
            assertThat(attributes.isThreadSafe()).isFalse();
            assertThat(job.engine(1).adapter().attributes().isThreadSafe()).isTrue();
        }
    }

    /** Holds S4.24, T4.10. */
    @Test
    void shouldGrowAndShrinkForReal() {
        try (EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes().maxReceives(10))) {
            endpoints.post(6, 8);
            assertThat(endpoints.queue.resize(5)).isEqualTo(CallResult.INVALID_STATE);
            endpoints.assertCounts(10, 6, 6);
            assertThat(endpoints.queue.setLowWatermark(6)).isEqualTo(CallResult.SUCCESS);
            assertThat(endpoints.queue.resize(6)).isEqualTo(CallResult.SUCCESS);
            endpoints.assertCounts(6, 6, 6);
            assertThat(endpoints.queue.postRecv(null, 0)).isEqualTo(CallResult.INSUFFICIENT_RESOURCES);
            assertThat(endpoints.queue.resize(0)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(endpoints.queue.resize(1 << 15)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(endpoints.queue.resize(1000)).isEqualTo(CallResult.SUCCESS);
            endpoints.assertCounts(1000, 6, 6);
            for (int i = 6; i < 1000; i++) {
                assertThat(endpoints.queue.postRecv(null, i)).isEqualTo(CallResult.SUCCESS);
            }
            assertThat(endpoints.queue.postRecv(null, 0)).isEqualTo(CallResult.INSUFFICIENT_RESOURCES);
            endpoints.assertCounts(1000, 1000, 1000);
        }
    }

    @Test
    void shouldNotShrinkBelowTheLowWatermark() {
        try (EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes().maxReceives(10))) {
            endpoints.queue.setLowWatermark(5);
            assertThat(endpoints.queue.resize(4)).isEqualTo(CallResult.INVALID_STATE);
            endpoints.assertCounts(10, 0, 0);
            assertThat(endpoints.queue.resize(5)).isEqualTo(CallResult.SUCCESS);
        }
    }

    /** Holds S4.8, T4.12. */
    @Test
    void shouldPostTakeAndReapWithoutGarbage() {
        try (EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes().maxReceives(64))) {
            final EndpointJob.Client client = endpoints.connect(0, made -> { });
            final Event event = new Event();
            run(endpoints, client, event, POSTS / 10);
            final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            final long before = threads.getCurrentThreadAllocatedBytes();
            run(endpoints, client, event, POSTS);
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).as("bytes for %d posts", POSTS).isLessThan(POSTS / 10);
        }
    }

    private static void run(final EndpointJob endpoints, final EndpointJob.Client client, final Event event, final int posts) {
        for (int i = 0; i < posts; i++) {
            if (endpoints.queue.postRecv(endpoints.memory, 0, 64, i) != CallResult.SUCCESS ||
                client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS) != CallResult.SUCCESS) {
                throw new AssertionError("refused");
            }
            while (endpoints.events.dequeue(event) != CallResult.SUCCESS) {
                Thread.onSpinWait();
            }
            if (event.cookie() != i) {
                throw new AssertionError("cookie=" + event.cookie() + " expected=" + i);
            }
        }
    }
}
