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
import io.tombolo.engine.collective.Meeting;
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
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes().maxReceives(10), level)) {
            meeting.assertCounts(10, 0, 0);
            meeting.post(3, 64);
            meeting.assertCounts(10, 3, 3);
            final Meeting.Client client = meeting.client(0);
            assertThat(client.endpoint.postSend(client.memory, 0, 8, 1, Endpoint.SUPPRESS)).isEqualTo(CallResult.SUCCESS);
            meeting.stepUntil(() -> meeting.events.size() > 0);
            meeting.assertCounts(10, 2, 3);
            meeting.received(meeting.events, 0, 8);
            meeting.assertCounts(10, 2, 2);
        }
    }

    /** Holds S4.5. */
    @ParameterizedTest
    @EnumSource
    void shouldCarryMessagesOfAllLengthsInOrder(final ThreadLevel level) {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes().maxReceives(LENGTHS.length), level)) {
            final Meeting.Client client = meeting.client(0);
            for (int i = 0; i < LENGTHS.length; i++) {
                assertThat(meeting.queue.postRecv(meeting.memory, (long) i << 10, 500_000, i)).isEqualTo(CallResult.SUCCESS);
            }
            for (int i = 0; i < LENGTHS.length; i++) {
                meeting.fill(client, 0, LENGTHS[i], i);
                assertThat(client.endpoint.postSend(client.memory, 0, LENGTHS[i], 100 + i, 0)).isEqualTo(CallResult.SUCCESS);
                meeting.received(meeting.events, i, LENGTHS[i]);
                assertThat(meeting.event.endpoint()).isSameAs(client.served);
                assertThat(meeting.event.rank()).isEqualTo(1);
                meeting.assertFilled((long) i << 10, LENGTHS[i], i);
                meeting.expect(client.events, EventType.SEND, CompletionStatus.SUCCESS, 100 + i);
                assertThat(meeting.event.length()).isEqualTo(LENGTHS[i]);
            }
            assertThat(meeting.events.size()).isZero();
        }
    }

    /** What the setting of inline messages allows does not fit: the ring decides. */
    @Test
    void shouldCarryMessagesThroughTheSmallestRing() {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes().maxReceives(LENGTHS.length),
            settings -> settings.size(GeometrySetting.RING_SLOTS, 16), made -> { })) {
            final Meeting.Client client = meeting.client(0);
            for (int i = 0; i < LENGTHS.length; i++) {
                assertThat(meeting.queue.postRecv(meeting.memory, 0, 500_000, i)).isEqualTo(CallResult.SUCCESS);
                meeting.fill(client, 0, LENGTHS[i], i);
                assertThat(client.endpoint.postSend(client.memory, 0, LENGTHS[i], 0, Endpoint.SUPPRESS)).isEqualTo(CallResult.SUCCESS);
                meeting.received(meeting.events, i, LENGTHS[i]);
                meeting.assertFilled(0, LENGTHS[i], i);
            }
        }
    }

    /** Holds S4.9, S4.28. */
    @Test
    void shouldLetCompletionsOutInTheOrderOfTheSends() {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes())) {
            final Meeting.Client client = meeting.client(0);
            for (int i = 0; i < 4; i++) {
                assertThat(meeting.queue.postRecv(meeting.memory, i * 200_000L, 700_000 - i * 200_000L, i)).isEqualTo(CallResult.SUCCESS);
            }
            // Longer than one turn of a get: the short ones behind it arrive before it is there.
            client.endpoint.postSend(client.memory, 0, 600_000, 0, 0);
            client.endpoint.postSend(client.memory, 0, 8, 1, 0);
            client.endpoint.postSend(client.memory, 0, 2000, 2, 0);
            for (int i = 0; i < 3; i++) {
                meeting.received(meeting.events, i, new long[] {600_000, 8, 2000}[i]);
            }
            for (int i = 0; i < 3; i++) {
                meeting.expect(client.events, EventType.SEND, CompletionStatus.SUCCESS, i);
            }
        }
    }

    /** Holds S4.2, S4.7. */
    @Test
    void shouldFillSegmentsInTheirOrderAndGatherThem() {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes().maxSegments(5))) {
            final Meeting.Client client = meeting.client(0);
            final RegionSegments pieces = new RegionSegments();
            for (final int length : new int[] {20, 2500, 60_000}) {
                pieces.clear().add(meeting.memory, 0, 7).add(meeting.memory, 500_000, 0).add(meeting.memory, 1000, 5)
                    .add(meeting.memory, 100_000, 100_000).add(meeting.memory, 300_000, 50);
                assertThat(meeting.queue.postRecv(pieces, length)).isEqualTo(CallResult.SUCCESS);
                // The list has been copied.
                pieces.clear();
                meeting.memory.buffer().setMemory(0, 600_000, (byte) 0);
                meeting.fill(client, 0, length, length);
                assertThat(client.endpoint.postSend(
                    pieces.add(client.memory, 0, 3).add(client.memory, 3, length - 3), 1, Endpoint.SUPPRESS)).isEqualTo(CallResult.SUCCESS);
                meeting.received(meeting.events, length, length);
                assertPiece(meeting, 0, 7, length, 0);
                assertPiece(meeting, 1000, 5, length, 7);
                assertPiece(meeting, 100_000, length - 12, length, 12);
                assertThat(meeting.memory.buffer().getByte(100_000 + length - 12)).isZero();
                assertThat(meeting.memory.buffer().getByte(300_000)).isZero();
            }
        }
    }

    private static void assertPiece(final Meeting meeting, final int offset, final int length, final int seed, final int from) {
        for (int i = 0; i < length; i++) {
            assertThat(meeting.memory.buffer().getByte(offset + i)).isEqualTo((byte) (seed + (from + i) * 31));
        }
    }

    /** Holds S4.3. */
    @Test
    void shouldTakeEmptyMessagesInBuffersWithoutSegments() {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes())) {
            final Meeting.Client client = meeting.client(0);
            assertThat(meeting.queue.postRecv(null, 5)).isEqualTo(CallResult.SUCCESS);
            assertThat(meeting.queue.postRecv(new RegionSegments(), 6)).isEqualTo(CallResult.SUCCESS);
            meeting.post(1, 64);
            for (int i = 0; i < 3; i++) {
                assertThat(client.endpoint.postSend(null, i, Endpoint.SUPPRESS)).isEqualTo(CallResult.SUCCESS);
            }
            meeting.received(meeting.events, 5, 0);
            meeting.received(meeting.events, 6, 0);
            meeting.received(meeting.events, 0, 0);
        }
    }

    /** Holds S4.20. */
    @Test
    void shouldBreakTheConnectionOfAMessageThatIsTooLong() {
        try (Meeting meeting = new Meeting(2, new ReceiveQueueAttributes())) {
            final Meeting.Client client = meeting.client(0);
            final Meeting.Client other = meeting.client(1);
            meeting.post(3, 64);
            client.endpoint.postSend(client.memory, 0, 65, 1, 0);
            meeting.expect(meeting.events, EventType.RECEIVE, CompletionStatus.LENGTH_ERROR, 0);
            assertThat(meeting.next(meeting.events).type()).isEqualTo(EventType.BROKEN);
            meeting.expect(client.events, EventType.SEND, CompletionStatus.SUCCESS, 1);
            assertThat(meeting.next(client.events).type()).isEqualTo(EventType.BROKEN);
            other.endpoint.postSend(other.memory, 0, 64, 1, 0);
            meeting.received(meeting.events, 1, 64);
            other.endpoint.postSend(other.memory, 0, 300_000, 1, 0);
            meeting.expect(meeting.events, EventType.RECEIVE, CompletionStatus.LENGTH_ERROR, 2);
            assertThat(meeting.next(meeting.events).type()).isEqualTo(EventType.BROKEN);
            meeting.assertCounts(64, 0, 0);
        }
    }

    /** Holds S4.32. */
    @Test
    void shouldFailABufferWhoseRegionWasClosedAndNotItsMessage() {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes())) {
            final Meeting.Client client = meeting.client(0);
            final MemoryRegion gone = meeting.job.engine(0).allocate(4096);
            assertThat(meeting.queue.postRecv(gone, 0, 64, 77)).isEqualTo(CallResult.SUCCESS);
            meeting.post(1, 64);
            gone.close();
            client.endpoint.postSend(client.memory, 0, 8, 1, Endpoint.SUPPRESS);
            meeting.expect(meeting.events, EventType.RECEIVE, CompletionStatus.PROTECTION_ERROR, 77);
            meeting.received(meeting.events, 0, 8);
            meeting.assertCounts(64, 0, 0);
        }
    }

    @Test
    void shouldDeliverALongMessageWhileRegionsAreClosed() throws InterruptedException {
        final long seed = System.nanoTime();
        System.out.println("seed " + seed);
        final AtomicReference<MemoryRegion> doomed = new AtomicReference<>();
        final Thread closer = new Thread(() -> close(doomed, new Random(seed)));
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes().maxSegments(InterfaceAdapter.MAX_SEGMENTS))) {
            closer.start();
            final Meeting.Client client = meeting.client(0);
            final RegionSegments pieces = new RegionSegments();
            for (int round = 0; round < ROUNDS; round++) {
                final MemoryRegion first = meeting.server.register(meeting.memory, 0, PACKET, meeting.server.zone(), Privilege.values());
                pieces.clear().add(first, 0, PACKET);
                for (int i = 1; i < InterfaceAdapter.MAX_SEGMENTS; i++) {
                    pieces.add(meeting.memory, i * PACKET, PACKET);
                }
                assertThat(meeting.queue.postRecv(pieces, 1)).isEqualTo(CallResult.SUCCESS);
                assertThat(meeting.queue.postRecv(meeting.memory, 0, 2 * PACKET, 2)).isEqualTo(CallResult.SUCCESS);
                client.endpoint.postSend(client.memory, 0, PACKET + 1, 0, Endpoint.SUPPRESS);
                doomed.set(first);
                takeOne(meeting, client);
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

    /** Takes the message in the first buffer or, if that was closed before it was taken, in the second; posts and fetches the other. */
    private static void takeOne(final Meeting meeting, final Meeting.Client client) {
        meeting.next(meeting.events);
        if (meeting.event.status() == CompletionStatus.SUCCESS) {
            assertThat(meeting.event.cookie()).isEqualTo(1);
            client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
        } else {
            assertThat(meeting.event.status()).isEqualTo(CompletionStatus.PROTECTION_ERROR);
        }
        assertThat(meeting.next(meeting.events).status()).isEqualTo(CompletionStatus.SUCCESS);
        assertThat(meeting.event.cookie()).isEqualTo(2);
    }

    @Test
    void shouldCopyShortMessagesInTheCall() {
        try (Meeting meeting = new Meeting(1, new ReceiveQueueAttributes().maxReceives(2000),
            settings -> settings.size(GeometrySetting.RING_SLOTS, 16), made -> { })) {
            final Meeting.Client client = meeting.client(0);
            meeting.post(2000, 64);
            int sent = 0;
            // More than the ring holds: the others wait in the queue of the client.
            while (client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS) == CallResult.SUCCESS) {
                client.memory.buffer().putLong(0, ++sent);
            }
            assertThat(sent).isBetween(64, 100);
            client.memory.buffer().putLong(0, -1);
            for (int i = 0; i < sent; i++) {
                meeting.received(meeting.events, i, 8);
                assertThat(meeting.memory.buffer().getLong(i * 64)).isEqualTo(i);
            }
        }
    }

    @Test
    void shouldConnectARankToItself() {
        try (Meeting meeting = new Meeting(0, new ReceiveQueueAttributes())) {
            final Meeting.Client client = meeting.connect(0, made -> { });
            meeting.post(2, 10_000);
            client.endpoint.postSend(client.memory, 0, 8, 1, Endpoint.SUPPRESS);
            client.endpoint.postSend(client.memory, 0, 9000, 1, Endpoint.SUPPRESS);
            meeting.received(meeting.events, 0, 8);
            meeting.received(meeting.events, 1, 9000);
        }
    }
}
