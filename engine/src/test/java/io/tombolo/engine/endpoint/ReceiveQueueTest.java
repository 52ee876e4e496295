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
import io.tombolo.engine.collective.Meeting;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ReceiveQueueTest {
    private static final int POSTS = 1_000_000;

    /** Holds S4.25. */
    @Test
    void shouldFireTheLowWatermarkOnceForEachTimeItIsArmed() {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes().maxReceives(10))) {
            final Meeting.Client client = meeting.client(0);
            final EventDispatcher notices = meeting.server.asynchronousDispatcher();
            assertThat(meeting.queue.setLowWatermark(11)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(meeting.queue.setLowWatermark(-1)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(meeting.queue.setLowWatermark(1)).isEqualTo(CallResult.SUCCESS);
            assertFired(meeting, notices);
            meeting.post(4, 8);
            assertThat(meeting.queue.setLowWatermark(3)).isEqualTo(CallResult.SUCCESS);
            client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
            meeting.received(meeting.events, 0, 8);
            assertThat(notices.size()).isZero();
            for (int i = 1; i < 3; i++) {
                client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
                meeting.received(meeting.events, i, 8);
            }
            assertFired(meeting, notices);
            assertThat(meeting.queue.setLowWatermark(0)).isEqualTo(CallResult.SUCCESS);
            assertThat(notices.size()).isZero();
        }
    }

    private static void assertFired(final Meeting meeting, final EventDispatcher notices) {
        assertThat(notices.dequeue(meeting.event)).isEqualTo(CallResult.SUCCESS);
        assertThat(meeting.event.type()).isEqualTo(EventType.LOW_WATERMARK);
        assertThat(meeting.event.queue()).isSameAs(meeting.queue);
        assertThat(notices.size()).isZero();
    }

    /** Holds S4.21. */
    @Test
    void shouldTellWhatItHas() {
        final Meeting meeting = new Meeting(0, new ReceiveQueueAttributes());
        final ProtectionZone zone = meeting.server.createZone();
        final ReceiveQueueAttributes asked = new ReceiveQueueAttributes().maxReceives(10).maxSegments(3);
        final SharedReceiveQueue queue = meeting.server.createReceiveQueue(zone, asked);
        try (meeting) {
            assertThat(queue.resize(20)).isEqualTo(CallResult.SUCCESS);
            assertThat(queue.setLowWatermark(7)).isEqualTo(CallResult.SUCCESS);
            assertThat(queue.query(meeting.counts)).isEqualTo(CallResult.SUCCESS);
            assertThat(meeting.counts.state()).isEqualTo(ReceiveQueueState.OPERATIONAL);
            assertThat(meeting.counts.zone()).isSameAs(zone);
            assertThat(meeting.counts.maxReceives()).isEqualTo(20);
            assertThat(meeting.counts.maxSegments()).isEqualTo(3);
            assertThat(meeting.counts.lowWatermark()).isEqualTo(7);
            assertThat(meeting.queue.query(meeting.counts)).isEqualTo(CallResult.SUCCESS);
            assertThat(meeting.counts.zone()).isSameAs(meeting.server.zone());
            assertThat(meeting.counts.maxSegments()).isEqualTo(1);
        }
        assertThat(queue.query(meeting.counts)).isEqualTo(CallResult.SUCCESS);
        assertThat(meeting.counts.state()).isEqualTo(ReceiveQueueState.ERROR);
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
        try (Meeting meeting = new Meeting(0, new ReceiveQueueAttributes().maxReceives(10))) {
            meeting.post(6, 8);
            assertThat(meeting.queue.resize(5)).isEqualTo(CallResult.INVALID_STATE);
            meeting.assertCounts(10, 6, 6);
            assertThat(meeting.queue.setLowWatermark(6)).isEqualTo(CallResult.SUCCESS);
            assertThat(meeting.queue.resize(6)).isEqualTo(CallResult.SUCCESS);
            meeting.assertCounts(6, 6, 6);
            assertThat(meeting.queue.postRecv(null, 0)).isEqualTo(CallResult.INSUFFICIENT_RESOURCES);
            assertThat(meeting.queue.resize(0)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(meeting.queue.resize(1 << 15)).isEqualTo(CallResult.INVALID_PARAMETER);
            assertThat(meeting.queue.resize(1000)).isEqualTo(CallResult.SUCCESS);
            meeting.assertCounts(1000, 6, 6);
            for (int i = 6; i < 1000; i++) {
                assertThat(meeting.queue.postRecv(null, i)).isEqualTo(CallResult.SUCCESS);
            }
            assertThat(meeting.queue.postRecv(null, 0)).isEqualTo(CallResult.INSUFFICIENT_RESOURCES);
            meeting.assertCounts(1000, 1000, 1000);
        }
    }

    @Test
    void shouldNotShrinkBelowTheLowWatermark() {
        try (Meeting meeting = new Meeting(0, new ReceiveQueueAttributes().maxReceives(10))) {
            meeting.queue.setLowWatermark(5);
            assertThat(meeting.queue.resize(4)).isEqualTo(CallResult.INVALID_STATE);
            meeting.assertCounts(10, 0, 0);
            assertThat(meeting.queue.resize(5)).isEqualTo(CallResult.SUCCESS);
        }
    }

    /** Holds S4.8, T4.12. */
    @Test
    void shouldPostTakeAndReapWithoutGarbage() {
        try (Meeting meeting = new Meeting(0, new ReceiveQueueAttributes().maxReceives(64))) {
            final Meeting.Client client = meeting.connect(0, made -> { });
            final Event event = new Event();
            run(meeting, client, event, POSTS / 10);
            final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            final long before = threads.getCurrentThreadAllocatedBytes();
            run(meeting, client, event, POSTS);
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).as("bytes for %d posts", POSTS).isLessThan(POSTS / 10);
        }
    }

    private static void run(final Meeting meeting, final Meeting.Client client, final Event event, final int posts) {
        for (int i = 0; i < posts; i++) {
            if (meeting.queue.postRecv(meeting.memory, 0, 64, i) != CallResult.SUCCESS ||
                client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS) != CallResult.SUCCESS) {
                throw new AssertionError("refused");
            }
            while (meeting.events.dequeue(event) != CallResult.SUCCESS) {
                Thread.onSpinWait();
            }
            if (event.cookie() != i) {
                throw new AssertionError("cookie=" + event.cookie() + " expected=" + i);
            }
        }
    }
}
