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

import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Privilege;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.CompletionStatus;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.InterfaceAdapter;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.RegionSegments;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
final class EndpointTest {
    private static final int ROUNDS = 1000;
    private static final int MOST_SPINS = 300;
    private static final int PACKET = 8192;
    private static final int[] LENGTHS = {0, 1, 8, 48, 49, 1024, 1025, PACKET, PACKET + 1, 100_000, 400_000};

    /** Holds S4.23, T4.2. */
    @ParameterizedTest
    @EnumSource
    void shouldCountBuffersAsInTheWorkedExample(final ThreadLevel level) {
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes().maxReceives(10), level)) {
            endpoints.assertCounts(10, 0, 0);
            endpoints.post(3, 64);
            endpoints.assertCounts(10, 3, 3);
            final EndpointJob.Client client = endpoints.client(0);
            assertThat(client.endpoint.postSend(client.memory, 0, 8, 1, Endpoint.SUPPRESS)).isEqualTo(CallResult.SUCCESS);
            endpoints.stepUntil(() -> endpoints.events.size() > 0);
            endpoints.assertCounts(10, 2, 3);
            endpoints.received(endpoints.events, 0, 8);
            endpoints.assertCounts(10, 2, 2);
        }
    }

    /** Holds S4.5. */
    @ParameterizedTest
    @EnumSource
    void shouldCarryMessagesOfAllLengthsInOrder(final ThreadLevel level) {
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes().maxReceives(LENGTHS.length), level)) {
            final EndpointJob.Client client = endpoints.client(0);
            for (int i = 0; i < LENGTHS.length; i++) {
                assertThat(endpoints.queue.postRecv(endpoints.memory, (long) i << 10, 500_000, i)).isEqualTo(CallResult.SUCCESS);
            }
            for (int i = 0; i < LENGTHS.length; i++) {
                endpoints.fill(client, 0, LENGTHS[i], i);
                assertThat(client.endpoint.postSend(client.memory, 0, LENGTHS[i], 100 + i, 0)).isEqualTo(CallResult.SUCCESS);
                endpoints.received(endpoints.events, i, LENGTHS[i]);
                assertThat(endpoints.event.endpoint()).isSameAs(client.served);
                assertThat(endpoints.event.rank()).isEqualTo(1);
                endpoints.assertFilled((long) i << 10, LENGTHS[i], i);
                endpoints.expect(client.events, EventType.SEND, CompletionStatus.SUCCESS, 100 + i);
                assertThat(endpoints.event.length()).isEqualTo(LENGTHS[i]);
            }
            assertThat(endpoints.events.size()).isZero();
        }
    }

    /** The setting allows longer inline messages than fit the ring: the ring decides. */
    @Test
    void shouldCarryMessagesThroughTheSmallestRing() {
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes().maxReceives(LENGTHS.length),
            settings -> settings.size(GeometrySetting.RING_SLOTS, 16), made -> { })) {
            final EndpointJob.Client client = endpoints.client(0);
            for (int i = 0; i < LENGTHS.length; i++) {
                assertThat(endpoints.queue.postRecv(endpoints.memory, 0, 500_000, i)).isEqualTo(CallResult.SUCCESS);
                endpoints.fill(client, 0, LENGTHS[i], i);
                assertThat(client.endpoint.postSend(client.memory, 0, LENGTHS[i], 0, Endpoint.SUPPRESS)).isEqualTo(CallResult.SUCCESS);
                endpoints.received(endpoints.events, i, LENGTHS[i]);
                endpoints.assertFilled(0, LENGTHS[i], i);
            }
        }
    }

    /** Holds S4.9, S4.28. */
    @Test
    void shouldLetCompletionsOutInTheOrderOfTheSends() {
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes())) {
            final EndpointJob.Client client = endpoints.client(0);
            for (int i = 0; i < 4; i++) {
                assertThat(endpoints.queue.postRecv(endpoints.memory, i * 200_000L, 700_000 - i * 200_000L, i))
                    .isEqualTo(CallResult.SUCCESS);
            }
            // Longer than one turn of a get: the short messages that follow arrive before it is complete.
            client.endpoint.postSend(client.memory, 0, 600_000, 0, 0);
            client.endpoint.postSend(client.memory, 0, 8, 1, 0);
            client.endpoint.postSend(client.memory, 0, 2000, 2, 0);
            for (int i = 0; i < 3; i++) {
                endpoints.received(endpoints.events, i, new long[] {600_000, 8, 2000}[i]);
            }
            for (int i = 0; i < 3; i++) {
                endpoints.expect(client.events, EventType.SEND, CompletionStatus.SUCCESS, i);
            }
        }
    }

    /** Holds S4.2, S4.7. */
    @Test
    void shouldFillSegmentsInTheirOrderAndGatherThem() {
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes().maxSegments(5))) {
            final EndpointJob.Client client = endpoints.client(0);
            final RegionSegments pieces = new RegionSegments();
            for (final int length : new int[] {20, 2500, 60_000}) {
                pieces.clear().add(endpoints.memory, 0, 7).add(endpoints.memory, 500_000, 0).add(endpoints.memory, 1000, 5)
                    .add(endpoints.memory, 100_000, 100_000).add(endpoints.memory, 300_000, 50);
                assertThat(endpoints.queue.postRecv(pieces, length)).isEqualTo(CallResult.SUCCESS);
                // The call has copied the list.
                pieces.clear();
                endpoints.memory.buffer().setMemory(0, 600_000, (byte) 0);
                endpoints.fill(client, 0, length, length);
                assertThat(client.endpoint.postSend(
                    pieces.add(client.memory, 0, 3).add(client.memory, 3, length - 3), 1, Endpoint.SUPPRESS)).isEqualTo(CallResult.SUCCESS);
                endpoints.received(endpoints.events, length, length);
                assertPiece(endpoints, 0, 7, length, 0);
                assertPiece(endpoints, 1000, 5, length, 7);
                assertPiece(endpoints, 100_000, length - 12, length, 12);
                assertThat(endpoints.memory.buffer().getByte(100_000 + length - 12)).isZero();
                assertThat(endpoints.memory.buffer().getByte(300_000)).isZero();
            }
        }
    }

    private static void assertPiece(final EndpointJob endpoints, final int offset, final int length, final int seed, final int from) {
        for (int i = 0; i < length; i++) {
            assertThat(endpoints.memory.buffer().getByte(offset + i)).isEqualTo((byte) (seed + (from + i) * 31));
        }
    }

    /** Holds S4.3. */
    @Test
    void shouldTakeEmptyMessagesInBuffersWithoutSegments() {
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes())) {
            final EndpointJob.Client client = endpoints.client(0);
            assertThat(endpoints.queue.postRecv(null, 5)).isEqualTo(CallResult.SUCCESS);
            assertThat(endpoints.queue.postRecv(new RegionSegments(), 6)).isEqualTo(CallResult.SUCCESS);
            endpoints.post(1, 64);
            for (int i = 0; i < 3; i++) {
                assertThat(client.endpoint.postSend(null, i, Endpoint.SUPPRESS)).isEqualTo(CallResult.SUCCESS);
            }
            endpoints.received(endpoints.events, 5, 0);
            endpoints.received(endpoints.events, 6, 0);
            endpoints.received(endpoints.events, 0, 0);
        }
    }

    /** Holds S4.20. */
    @Test
    void shouldBreakTheConnectionOfAMessageThatIsTooLong() {
        try (EndpointJob endpoints = new EndpointJob(2, new ReceiveQueueAttributes())) {
            final EndpointJob.Client client = endpoints.client(0);
            final EndpointJob.Client other = endpoints.client(1);
            endpoints.post(3, 64);
            client.endpoint.postSend(client.memory, 0, 65, 1, 0);
            endpoints.expect(endpoints.events, EventType.RECEIVE, CompletionStatus.LENGTH_ERROR, 0);
            assertThat(endpoints.next(endpoints.events).type()).isEqualTo(EventType.BROKEN);
            endpoints.expect(client.events, EventType.SEND, CompletionStatus.SUCCESS, 1);
            assertThat(endpoints.next(client.events).type()).isEqualTo(EventType.BROKEN);
            other.endpoint.postSend(other.memory, 0, 64, 1, 0);
            endpoints.received(endpoints.events, 1, 64);
            other.endpoint.postSend(other.memory, 0, 300_000, 1, 0);
            endpoints.expect(endpoints.events, EventType.RECEIVE, CompletionStatus.LENGTH_ERROR, 2);
            assertThat(endpoints.next(endpoints.events).type()).isEqualTo(EventType.BROKEN);
            endpoints.assertCounts(64, 0, 0);
        }
    }

    /** Holds S4.32. */
    @Test
    void shouldFailABufferWhoseRegionWasClosedAndNotItsMessage() {
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes())) {
            final EndpointJob.Client client = endpoints.client(0);
            final MemoryRegion gone = endpoints.job.engine(0).allocate(4096);
            assertThat(endpoints.queue.postRecv(gone, 0, 64, 77)).isEqualTo(CallResult.SUCCESS);
            endpoints.post(1, 64);
            gone.close();
            client.endpoint.postSend(client.memory, 0, 8, 1, Endpoint.SUPPRESS);
            endpoints.expect(endpoints.events, EventType.RECEIVE, CompletionStatus.PROTECTION_ERROR, 77);
            endpoints.received(endpoints.events, 0, 8);
            endpoints.assertCounts(64, 0, 0);
        }
    }

    @Test
    void shouldDeliverALongMessageWhileRegionsAreClosed() throws InterruptedException {
        final long seed = System.nanoTime();
        System.out.println("seed " + seed);
        final AtomicReference<MemoryRegion> doomed = new AtomicReference<>();
        final Thread closer = new Thread(() -> close(doomed, new Random(seed)));
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes().maxSegments(InterfaceAdapter.MAX_SEGMENTS))) {
            closer.start();
            final EndpointJob.Client client = endpoints.client(0);
            final RegionSegments pieces = new RegionSegments();
            for (int round = 0; round < ROUNDS; round++) {
                final MemoryRegion first = endpoints.server.register(
                    endpoints.memory, 0, PACKET, endpoints.server.zone(), Privilege.values());
                pieces.clear().add(first, 0, PACKET);
                for (int i = 1; i < InterfaceAdapter.MAX_SEGMENTS; i++) {
                    pieces.add(endpoints.memory, i * PACKET, PACKET);
                }
                assertThat(endpoints.queue.postRecv(pieces, 1)).isEqualTo(CallResult.SUCCESS);
                assertThat(endpoints.queue.postRecv(endpoints.memory, 0, 2 * PACKET, 2)).isEqualTo(CallResult.SUCCESS);
                client.endpoint.postSend(client.memory, 0, PACKET + 1, 0, Endpoint.SUPPRESS);
                doomed.set(first);
                takeOne(endpoints, client);
                while (doomed.get() != null) {
                    Thread.onSpinWait();
                }
            }
        } finally {
            closer.interrupt();
            closer.join();
        }
    }

    private static void close(final AtomicReference<MemoryRegion> doomed, final Random random) {
        while (!Thread.currentThread().isInterrupted()) {
            final MemoryRegion region = doomed.get();
            if (region != null) {
                for (int spin = random.nextInt(MOST_SPINS); spin > 0; spin--) {
                    Thread.onSpinWait();
                }
                region.close();
                doomed.set(null);
            }
        }
    }

    /** Receives a message in the first buffer, or in the second if the first was closed too early. Then empties the queue. */
    private static void takeOne(final EndpointJob endpoints, final EndpointJob.Client client) {
        endpoints.next(endpoints.events);
        if (endpoints.event.status() == CompletionStatus.SUCCESS) {
            assertThat(endpoints.event.cookie()).isEqualTo(1);
            client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
        } else {
            assertThat(endpoints.event.status()).isEqualTo(CompletionStatus.PROTECTION_ERROR);
        }
        assertThat(endpoints.next(endpoints.events).status()).isEqualTo(CompletionStatus.SUCCESS);
        assertThat(endpoints.event.cookie()).isEqualTo(2);
    }

    @Test
    void shouldCopyShortMessagesInTheCall() {
        try (EndpointJob endpoints = new EndpointJob(1, new ReceiveQueueAttributes().maxReceives(2000),
            settings -> settings.size(GeometrySetting.RING_SLOTS, 16), made -> { })) {
            final EndpointJob.Client client = endpoints.client(0);
            endpoints.post(2000, 64);
            int sent = 0;
            // More messages than the ring holds: the rest wait in the client's queue.
            while (client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS) == CallResult.SUCCESS) {
                client.memory.buffer().putLong(0, ++sent);
            }
            assertThat(sent).isBetween(64, 100);
            client.memory.buffer().putLong(0, -1);
            for (int i = 0; i < sent; i++) {
                endpoints.received(endpoints.events, i, 8);
                assertThat(endpoints.memory.buffer().getLong(i * 64)).isEqualTo(i);
            }
        }
    }

    @Test
    void shouldConnectARankToItself() {
        try (EndpointJob endpoints = new EndpointJob(0, new ReceiveQueueAttributes())) {
            final EndpointJob.Client client = endpoints.connect(0, made -> { });
            endpoints.post(2, 10_000);
            client.endpoint.postSend(client.memory, 0, 8, 1, Endpoint.SUPPRESS);
            client.endpoint.postSend(client.memory, 0, 9000, 1, Endpoint.SUPPRESS);
            endpoints.received(endpoints.events, 0, 8);
            endpoints.received(endpoints.events, 1, 9000);
        }
    }
}
