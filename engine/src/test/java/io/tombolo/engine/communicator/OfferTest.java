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

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.MessageOffers;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sends that never wait: each is on its way or says why not, and nothing is queued.
 */
@Timeout(30)
class OfferTest {
    private static final int INLINE = 8192;

    private final UnsafeBuffer memory = new UnsafeBuffer(new byte[INLINE + 1]);
    private final UnsafeBuffer received = new UnsafeBuffer(new byte[INLINE]);

    private static Communicator world(final LocalJob job, final int rank) {
        return job.engine(rank).world();
    }

    private int fill(final LocalJob job, final int length) {
        int sent = 0;
        while (offer(job, length, sent) == MessageOffers.SENT) {
            TimeLimit.check();
            sent++;
        }
        return sent;
    }

    private int offer(final LocalJob job, final int length, final int number) {
        memory.putInt(0, number);
        return world(job, 0).trySend(memory, 0, length, 1, 1);
    }

    private void receive(final LocalJob job, final int length, final int number) {
        assertThat(world(job, 1).recv(received, 0, INLINE, 0, 1).length()).isEqualTo(length);
        assertThat(received.getInt(0)).isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource({"SINGLE,0,8", "SINGLE,1,8", "SINGLE,0,700", "MULTIPLE,0,8", "MULTIPLE,1,8192"})
    void shouldSayThatThereIsNoRoomAndGoOnWhenThereIs(final ThreadLevel level, final int ringKind, final int length) {
        try (LocalJob job = LocalJob.of(2, context -> context.threadLevel(level).size(GeometrySetting.RING_KIND, ringKind))) {
            final int sent = fill(job, length);
            assertThat(sent).isPositive();
            assertThat(offer(job, length, sent)).isEqualTo(MessageOffers.BACK_PRESSURED);
            for (int number = 0; number < sent; number++) {
                receive(job, length, number);
            }
            job.engine(1).poll();
            assertThat(offer(job, length, sent)).isEqualTo(MessageOffers.SENT);
            receive(job, length, sent);
            Quiescence.assertQuiet(job);
        }
    }

    /** The owner of the progress sleeps in the agent or in the receive of another thread, and has to answer. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBeAnsweredWhileAnotherThreadMakesProgress(final boolean hasAgent) throws Exception {
        try (LocalJob job = LocalJob.of(2, context -> context.threadLevel(ThreadLevel.MULTIPLE).asyncProgress(hasAgent))) {
            final RankThreads threads = new RankThreads();
            threads.start(() -> world(job, 0).recv(new UnsafeBuffer(new byte[8]), 0, 8, 1, 9, null));
            while (!hasAgent && !EngineAccess.node(job.engine(0)).doorbell().isAsleep()) {
                TimeLimit.check();
            }
            for (int number = 0; number < 500; number++) {
                assertThat(offer(job, 8, number)).isEqualTo(MessageOffers.SENT);
                receive(job, 8, number);
            }
            world(job, 1).send(memory, 0, 8, 0, 9);
            threads.join();
        }
    }

    @Test
    void shouldStayBehindMessagesThatWait() {
        try (LocalJob job = LocalJob.of(2)) {
            final int sent = fill(job, 8);
            final UnsafeBuffer other = new UnsafeBuffer(new byte[8]);
            other.putInt(0, sent);
            final Request waiting = world(job, 0).isend(other, 0, 8, 1, 1);
            for (int number = 0; number < sent / 2; number++) {
                receive(job, 8, number);
            }
            job.engine(1).poll();
            while (offer(job, 8, sent + 1) != MessageOffers.SENT) {
                TimeLimit.check();
                job.engine(1).poll();
            }
            for (int number = sent / 2; number < sent + 2; number++) {
                receive(job, 8, number);
            }
            waiting.await();
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldSayThatTheReceiverKeepsNoMoreMessages() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.UNEXPECTED_BYTES, 1 << 16))) {
            int sent = 0;
            while (offer(job, 8, sent) == MessageOffers.SENT) {
                TimeLimit.check();
                sent++;
                job.engine(1).poll();
            }
            for (int number = 0; number < sent; number++) {
                receive(job, 8, number);
            }
            job.engine(1).poll();
            assertThat(offer(job, 8, 0)).isEqualTo(MessageOffers.SENT);
        }
    }

    @Test
    void shouldSayThatTheDestinationIsAbsentGoneOrBack() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.RING_SLOTS, 64))) {
            job.kill(1);
            int answer = MessageOffers.SENT;
            for (int number = 0; answer != MessageOffers.GONE; number++) {
                TimeLimit.check();
                answer = offer(job, 8, number);
                assertThat(answer).isIn(MessageOffers.SENT, MessageOffers.BACK_PRESSURED, MessageOffers.GONE);
            }
            assertThat(offer(job, 8, 0)).isEqualTo(MessageOffers.GONE);
            job.revive(1);
            while (offer(job, 8, 7) != MessageOffers.SENT) {
                TimeLimit.check();
            }
            receive(job, 8, 7);
        }
    }

    @Test
    void shouldRefuseWhatNeverFits() {
        try (LocalJob job = LocalJob.of(2)) {
            assertThat(offer(job, INLINE + 1, 0)).isEqualTo(MessageOffers.TOO_LONG);
            assertThat(world(job, 0).trySend(memory, 0, INLINE + 1, Communicator.NULL_RANK, 1)).isEqualTo(MessageOffers.SENT);
            assertThatThrownBy(() -> world(job, 0).trySend(memory, 1, INLINE + 1, 1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> world(job, 0).trySend(memory, 0, 8, 2, 1)).hasMessageContaining("destination=2");
            assertThatThrownBy(() -> world(job, 0).trySend(memory, 0, 8, 1, -1)).hasMessageContaining("tag=-1");
            Quiescence.assertQuiet(job);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 64, 4096, 8192})
    void shouldSendFromEveryKindOfMemory(final int length) {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(1 << 20)) {
            final byte[] bytes = new byte[length + 3];
            Payloads.fill(new UnsafeBuffer(bytes), 3, length, 5);
            Payloads.fill(region.buffer(), 3, length, 5);
            final ByteBuffer direct = ByteBuffer.allocateDirect(length + 3);
            direct.put(0, bytes).position(3);
            final int[] ints = new int[length / 4 + 1];
            final long[] longs = new long[length / 8 + 1];
            final double[] doubles = new double[length / 8 + 1];
            for (int i = 1; i < longs.length; i++) {
                longs[i] = new UnsafeBuffer(bytes).getLong(3 + (i - 1) * 8);
                doubles[i] = Double.longBitsToDouble(longs[i]);
            }
            for (int i = 1; i < ints.length; i++) {
                ints[i] = new UnsafeBuffer(bytes).getInt(3 + (i - 1) * 4);
            }
            final Communicator world = world(job, 0);
            final int[] answers = {
                world.trySend(new UnsafeBuffer(bytes), 3, length, 1, 1), world.trySend(region, 3, length, 1, 1),
                world.trySend(direct, 1, 1), world.trySend(bytes, 3, length, 1, 1), world.trySend(ints, 1, length / 4, 1, 1),
                world.trySend(longs, 1, length / 8, 1, 1), world.trySend(doubles, 1, length / 8, 1, 1)};
            assertThat(answers).containsOnly(MessageOffers.SENT);
            for (int i = 0; i < answers.length; i++) {
                assertThat(world(job, 1).recv(received, 0, INLINE, 0, 1).length()).isEqualTo(length);
                Payloads.check(received, 0, length, 5);
            }
            assertThat(direct.position()).isEqualTo(3);
        }
    }
}
