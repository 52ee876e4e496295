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
package io.tombolo.engine.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.TestDirectories;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.TruncatedException;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages between ranks of one JVM that one thread drives. They take every path, on both kinds of ring.
 */
@Timeout(30)
class MessageTest {
    private static final int[] LENGTHS = {
        0, 1, 7, 8, 9, 47, 48, 49, 63, 64, 1023, 1024, 1025, 4095, 4096, 4097, 8168, 8169, 8192, 8193, 65_536, 262_143, 262_144, 262_145,
        3_000_001};

    /** Holds S0.1. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void shouldDeliverEveryLengthFromEveryKindOfMemory(final long ringKind) {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.RING_KIND, ringKind));
            MemoryRegion region = job.engine(0).allocate(4 << 20); MemoryRegion target = job.engine(1).allocate(4 << 20)) {
            final UnsafeBuffer direct = new UnsafeBuffer(ByteBuffer.allocateDirect(4 << 20));
            final UnsafeBuffer heap = new UnsafeBuffer(new byte[4 << 20]);
            for (final int length : LENGTHS) {
                for (final UnsafeBuffer from : new UnsafeBuffer[] {region.buffer(), direct, heap}) {
                    exchange(job, from, target.buffer(), length);
                    exchange(job, from, direct(length), length);
                    exchange(job, from, new UnsafeBuffer(new byte[length + 8]), length);
                }
            }
        }
    }

    private static UnsafeBuffer direct(final int length) {
        return new UnsafeBuffer(ByteBuffer.allocateDirect(length + 8));
    }

    private static void exchange(final LocalJob job, final UnsafeBuffer from, final UnsafeBuffer to, final int length) {
        final byte[] expected = new byte[length];
        new Random(length).nextBytes(expected);
        from.putBytes(3, expected);
        to.setMemory(0, length + 8, (byte) 0x55);
        final Request send = job.engine(0).world().isend(from, 3, length, 1, 5);
        final Request receive = job.engine(1).world().irecv(to, 4, length, 0, 5);
        finish(job, send, receive);
        assertThat(receive.status().outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(receive.status().length()).isEqualTo(length);
        final byte[] actual = new byte[length];
        to.getBytes(4, actual);
        assertThat(actual).isEqualTo(expected);
        assertThat(to.getByte(3)).isEqualTo((byte) 0x55);
        assertThat(to.getByte(4 + length)).isEqualTo((byte) 0x55);
    }

    private static void finish(final LocalJob job, final Request... requests) {
        while (!Requests.testAll(requests)) {
            job.step();
        }
    }

    /** Holds S1.4. */
    @Test
    void shouldDeliverToSelf() throws IOException {
        final int most = 64 << 20;
        try (LocalJob job = LocalJob.in(TestDirectories.directory(2L * most), 1, context -> { });
            MemoryRegion region = job.engine(0).allocate(most)) {
            final Communicator world = job.engine(0).world();
            for (final int length : new int[] {0, 1, 5000, most}) {
                final UnsafeBuffer to = direct(length);
                region.buffer().setMemory(0, length, (byte) 7);
                final Request receive = world.irecv(to, 0, length, 0, 1);
                world.send(region.buffer(), 0, length, 0, 1);
                assertThat(receive.await().length()).isEqualTo(length);
                if (length > 0) {
                    assertThat(to.getByte(length - 1)).isEqualTo((byte) 7);
                }
            }
        }
    }

    @Test
    void shouldReportTheTrueLengthOfATruncatedMessageAndGoOn() {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(1 << 20)) {
            final UnsafeBuffer heap = new UnsafeBuffer(new byte[1 << 20]);
            for (final UnsafeBuffer from : new UnsafeBuffer[] {region.buffer(), heap}) {
                for (final int length : new int[] {8, 100, 4096, 100_000, 1 << 20}) {
                    final Request send = job.engine(0).world().isend(from, 0, length, 1, 2);
                    final Request receive = job.engine(1).world().irecv(direct(16), 0, 5, 0, 2);
                    assertThatThrownBy(() -> finish(job, send, receive)).isInstanceOf(TruncatedException.class)
                        .hasMessage("message of " + length + " bytes from rank 0 with tag 2 does not fit capacity 5");
                    assertThat(receive.status().length()).isEqualTo(5);
                    assertThat(receive.status().messageLength()).isEqualTo(length);
                    finish(job, send);
                }
            }
            exchange(job, heap, direct(100), 100);
        }
    }

    @Test
    void shouldReturnStatusesWhereErrorsAreReturned() {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator receiver = job.engine(1).world().errors(ErrorMode.RETURN);
            job.engine(0).world().send(new long[] {1, 2}, 0, 2, 1, 0);
            final Status status = receiver.recv(direct(8), 0, 8, 0, 0);
            assertThat(status.outcome()).isEqualTo(Outcome.TRUNCATED);
        }
    }

    @Test
    void shouldMatchInOrderAndByTag() {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator sender = job.engine(0).world();
            final Communicator receiver = job.engine(1).world();
            final Request longSend = new Request();
            final long[] message = new long[100_000];
            message[99_999] = 42;
            sender.isend(message, 0, message.length, 1, 1, longSend);
            sender.send(new long[] {2}, 0, 1, 1, 1);
            sender.send(new long[] {3}, 0, 1, 1, 9);
            final long[] word = new long[1];
            final Status status = new Status();
            receiver.recv(word, 0, 1, Communicator.ANY_SOURCE, 9, status);
            assertThat(word[0]).isEqualTo(3);
            assertThat(status.tag()).isEqualTo(9);
            assertThat(status.source()).isZero();
            final long[] large = new long[100_000];
            final Request receive = new Request();
            receiver.irecv(large, 0, large.length, 0, Communicator.ANY_TAG, receive);
            finish(job, receive, longSend);
            assertThat(large[99_999]).isEqualTo(42);
            receiver.recv(word, 0, 1, 0, 1, status);
            assertThat(word[0]).isEqualTo(2);
        }
    }

    @Test
    void shouldExchangeManyMessagesWithAPoolOfOnePacket() {
        final int count = 10_000;
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.PACKETS, 1))) {
            final Request[] sends = new Request[2 * count];
            final UnsafeBuffer[] buffers = {direct(1000), direct(1000)};
            final Random random = new Random(1);
            final int[] lengths = new int[count];
            for (int i = 0; i < count; i++) {
                lengths[i] = random.nextInt(1000);
                for (int rank = 0; rank < 2; rank++) {
                    sends[2 * i + rank] = job.engine(rank).world().isend(buffers[rank], 0, lengths[i], 1 - rank, 3);
                }
            }
            final UnsafeBuffer to = direct(1000);
            for (int i = 0; i < count; i++) {
                for (int rank = 0; rank < 2; rank++) {
                    final Request receive = job.engine(rank).world().irecv(to, 0, 1000, 1 - rank, 3);
                    finish(job, receive);
                    assertThat(receive.status().length()).isEqualTo(lengths[i]);
                }
            }
            finish(job, sends);
        }
    }

    /** Holds S0.13. */
    @Test
    void shouldExposeRegisteredMessagesInParts() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.EXPOSURE_LIMIT, 1000));
            MemoryRegion region = job.engine(0).allocate(1 << 20)) {
            for (final int length : new int[] {1024, 1999, 2000, 2001, 777_777}) {
                exchange(job, region.buffer(), direct(length), length);
            }
        }
    }

    /** Holds S0.17. */
    @Test
    void shouldStageMoreMessagesThanThereAreLanes() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.STAGING_LANES, 2)
            .size(GeometrySetting.STAGING_LANE_LENGTH, 4096).size(GeometrySetting.STAGING_CHUNK, 64))) {
            final Request[] requests = new Request[20];
            final byte[][] received = new byte[10][];
            for (int i = 0; i < 10; i++) {
                final byte[] message = new byte[20_000 + i];
                message[i] = (byte) (i + 1);
                requests[i] = new Request();
                job.engine(0).world().isend(message, 0, message.length, 1, i, requests[i]);
            }
            for (int i = 9; i >= 0; i--) {
                received[i] = new byte[20_000 + i];
                requests[10 + i] = new Request();
                job.engine(1).world().irecv(received[i], 0, received[i].length, 0, i, requests[10 + i]);
            }
            finish(job, requests);
            for (int i = 0; i < 10; i++) {
                assertThat(received[i][i]).isEqualTo((byte) (i + 1));
            }
        }
    }

    @Test
    void shouldProbeWithoutTaking() {
        try (LocalJob job = LocalJob.of(2)) {
            final Status status = new Status();
            assertThat(job.engine(1).world().iprobe(0, 4, status)).isFalse();
            job.engine(0).world().send(new byte[77], 0, 77, 1, 4);
            job.engine(1).world().probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, status);
            assertThat(status.length()).isEqualTo(77);
            assertThat(status.tag()).isEqualTo(4);
            assertThat(job.engine(1).world().iprobe(0, 5, status)).isFalse();
            assertThat(job.engine(1).world().recv(direct(77), 0, 77, 0, 4).length()).isEqualTo(77);
            assertThat(job.engine(1).world().iprobe(0, 4, status)).isFalse();
        }
    }

    @Test
    void shouldCancelAReceiveThatHasNotMatched() {
        try (LocalJob job = LocalJob.of(2)) {
            final Request receive = job.engine(1).world().irecv(direct(8), 0, 8, 0, 4);
            assertThat(receive.cancel()).isTrue();
            assertThat(receive.await().outcome()).isEqualTo(Outcome.CANCELLED);
            job.engine(0).world().send(new byte[8], 0, 8, 1, 4);
            final Request matched = job.engine(1).world().irecv(direct(8), 0, 8, 0, 4);
            finish(job, matched);
            assertThat(matched.status().outcome()).isEqualTo(Outcome.SUCCESS);
        }
    }

    @Test
    void shouldTreatTheNullRankAsANoOp() {
        try (LocalJob job = LocalJob.of(1)) {
            final Communicator world = job.engine(0).world();
            world.send(new byte[1], 0, 1, Communicator.NULL_RANK, 0);
            final Status status = world.recv(direct(8), 0, 8, Communicator.NULL_RANK, 0);
            assertThat(status.source()).isEqualTo(Communicator.NULL_RANK);
            assertThat(status.length()).isZero();
            assertThat(world.irecv(direct(8), 0, 8, Communicator.NULL_RANK, 0).await().source()).isEqualTo(Communicator.NULL_RANK);
        }
    }

    /** Holds S1.5. */
    @Test
    void shouldRefuseMisuseInOneLine() {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator world = job.engine(0).world();
            final UnsafeBuffer buffer = direct(8);
            assertThatThrownBy(() -> world.send(buffer, 0, 8, 2, 0)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("destination=2 must be from 0 to 1, or NULL_RANK");
            assertThatThrownBy(() -> world.send(buffer, 0, 8, 1, -1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> world.send(buffer, 0, 8, Communicator.ANY_SOURCE, 0)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> world.recv(buffer, 0, 8, 2, 0)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> world.recv(buffer, 0, 8, 1, -2)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> world.send(buffer, 10, 8, 1, 0)).isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("offset=10 length=8 capacity=16");
            assertThatThrownBy(() -> world.send(buffer, -1, 8, 1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> world.send(buffer, Long.MAX_VALUE, 8, 1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> world.send(buffer, 0, -1, 1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
            final Request idle = new Request();
            world.irecv(buffer, 0, 8, 1, 0, idle);
            assertThatThrownBy(() -> world.irecv(buffer, 0, 8, 1, 0, idle)).isInstanceOf(IllegalStateException.class);
            job.engine(0).close();
            assertThatThrownBy(() -> world.send(buffer, 0, 8, 1, 0)).isInstanceOf(IllegalStateException.class)
                .hasMessage("this engine is closed");
        }
    }

    @Test
    void shouldFindAnIdleRequestCompleteAndItsStatusEmpty() throws Exception {
        try (LocalJob job = LocalJob.of(1)) {
            final Communicator world = job.engine(0).world();
            final Request used = world.isend(direct(8), 0, 8, 0, 3);
            used.await();
            final Request prepared = new Request();
            world.recvInit(direct(8), 0, 8, 0, 3, prepared);
            for (final Request idle : List.of(new Request(), used, prepared)) {
                assertThat(idle.isComplete()).isTrue();
                assertThat(idle.test()).isTrue();
                assertEmpty(idle.status());
                assertEmpty(idle.await());
                assertEmpty(idle.await(0, TimeUnit.NANOSECONDS));
                assertThat(Requests.testAll(idle)).isTrue();
                Requests.waitAll(idle, null);
                assertThatThrownBy(idle::cancel).isInstanceOf(IllegalStateException.class);
            }
            prepared.start();
            assertThat(prepared.await().length()).isEqualTo(8);
            Requests.waitAll(prepared);
            assertThat(prepared.status().length()).as("passed over").isEqualTo(8);
        }
    }

    private static void assertEmpty(final Status status) {
        assertThat(status).hasToString("SUCCESS source=-1 tag=-1 length=0 messageLength=0");
    }

    @Test
    void shouldSayWhatCannotBeDoneWithARankThatHasLeft() {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator world = job.engine(0).world();
            job.engine(1).close();
            assertThatThrownBy(() -> world.iprobe(1, 4, new Status())).isInstanceOf(PeerFailedException.class)
                .hasMessage("rank 1 has left: probe of rank 1 with tag 4");
            assertThatThrownBy(() -> world.mprobe(1, 4, new Message())).isInstanceOf(PeerFailedException.class)
                .hasMessage("rank 1 has left: probe of rank 1 with tag 4");
            assertThatThrownBy(() -> world.recv(direct(8), 0, 8, 1, 4)).isInstanceOf(PeerFailedException.class)
                .hasMessage("rank 1 has left: receive from rank 1 with tag 4 and capacity 8");
        }
    }
}
