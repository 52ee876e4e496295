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

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Segments;
import io.tombolo.engine.api.Status;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Sends whose time is up: the memory of the caller is free, and the message either never arrives or arrives as it was sent.
 */
@Timeout(60)
class LimitedSendsTest {
    private static final int LENGTH = 3_000_000;
    private static final int TAG = 5;
    private static final int OTHER_TAG = 6;
    private static final int WINDOW_SHIFT = 16;

    private final UnsafeBuffer target = new UnsafeBuffer(new byte[LENGTH]);

    /** Memory that a message is sent from. */
    enum Memory { PRIVATE, REGION, SPANNED_REGION, SEGMENTS }

    private static LocalJob job() {
        return LocalRanks.meet(LocalJob.of(2));
    }

    private static Communicator limited(final LocalJob job) {
        return job.engine(0).world().within(2, TimeUnit.MILLISECONDS);
    }

    /** Sends a long message to a rank that is silent, and then uses its memory for something else. */
    private static void giveUp(final LocalJob job, final Memory memory, final boolean isSynchronous) {
        final Communicator world = limited(job);
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LENGTH]);
        Payloads.fill(bytes, 0, LENGTH, 1);
        if (memory == Memory.PRIVATE) {
            assertThatThrownBy(() -> {
                if (isSynchronous) {
                    world.ssend(bytes, 0, LENGTH, 1, TAG);
                } else {
                    world.send(bytes, 0, LENGTH, 1, TAG);
                }
            }).isInstanceOf(DeadlineException.class).hasMessageContaining("may still arrive, and its memory may be used again");
        } else if (memory == Memory.SEGMENTS) {
            final Segments segments = new Segments().add(bytes, 0, 1000).add(bytes, 1000, LENGTH - 1000);
            assertThatThrownBy(() -> world.send(segments, 1, TAG)).isInstanceOf(DeadlineException.class);
        } else {
            final MemoryRegion region = job.engine(0).allocate(LENGTH);
            region.putBytes(0, bytes, 0, LENGTH);
            assertThatThrownBy(() -> world.send(region, 0, LENGTH, 1, TAG)).isInstanceOf(DeadlineException.class);
            Payloads.fill(bytes, 0, LENGTH, 2);
            region.putBytes(0, bytes, 0, LENGTH);
            region.close();
        }
        Payloads.fill(bytes, 0, LENGTH, 2);
    }

    private void receive(final LocalJob job) {
        final Request receive = job.engine(1).world().irecv(target, 0, LENGTH, 0, TAG);
        while (!receive.test()) {
            TimeLimit.check();
            job.step();
        }
        assertThat(receive.status().length()).isEqualTo(LENGTH);
        Payloads.check(target, 0, LENGTH, 1);
    }

    @ParameterizedTest
    @EnumSource(Memory.class)
    void shouldDeliverWhatWasSentAlthoughTheMemoryIsUsedAgain(final Memory memory) {
        try (LocalJob job = LocalJob.of(2, context ->
            EngineAccess.windowShift(context, memory == Memory.SPANNED_REGION ? WINDOW_SHIFT : 30))) {
            giveUp(job, memory, false);
            receive(job);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldDeliverASynchronousMessageAfterItsSenderHasGivenUp() {
        try (LocalJob job = job()) {
            giveUp(job, Memory.PRIVATE, true);
            receive(job);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldDropAMessageThatItsReceiverFindsUnmatched() {
        try (LocalJob job = job()) {
            giveUp(job, Memory.PRIVATE, false);
            // The receiver reads the message and its cancellation before it asks for it.
            Quiescence.assertQuiet(job);
            assertThat(job.engine(1).world().iprobe(0, TAG, null)).isFalse();
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.SENDS_CANCELLED)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(value = Memory.class, names = {"PRIVATE", "REGION"})
    void shouldCancelAMessageThatAReceiverThatMakesProgressHasNotMatched(final Memory memory) throws Exception {
        try (LocalJob job = job()) {
            final AtomicBoolean isOver = new AtomicBoolean();
            final RankThreads threads = new RankThreads();
            threads.start(() -> {
                while (!isOver.get()) {
                    TimeLimit.check();
                    job.engine(1).poll();
                }
            });
            final MemoryRegion region = job.engine(0).allocate(LENGTH);
            // If this machine is busy, the receiver may answer too late. Then its answer drops the message.
            assertThatThrownBy(() -> {
                if (memory == Memory.REGION) {
                    limited(job).ssend(region, 0, LENGTH, 1, TAG);
                } else {
                    limited(job).ssend(target, 0, 8, 1, TAG);
                }
            }).isInstanceOf(DeadlineException.class).hasMessageMatching(".*(was withdrawn and never arrives|may still arrive).*");
            isOver.set(true);
            threads.join();
            Quiescence.assertQuiet(job);
            assertThat(job.engine(1).world().iprobe(0, TAG, null)).isFalse();
        }
    }

    @Test
    void shouldCompleteASendThatMatchesWhileItIsGivenUp() throws Exception {
        try (LocalJob job = job()) {
            final RankThreads threads = new RankThreads();
            final int rounds = 300;
            threads.start(() -> {
                int received = 0;
                final Status status = new Status();
                final Communicator world = job.engine(1).world();
                for (boolean isLast = false; !isLast; received++) {
                    world.recv(target, 0, LENGTH, 0, Communicator.ANY_TAG, status);
                    isLast = status.tag() == OTHER_TAG;
                    if (!isLast) {
                        Payloads.check(target, 0, (int) status.length(), status.tag());
                    }
                }
                assertThat(received - 1).isLessThanOrEqualTo(rounds);
            });
            final Communicator world = job.engine(0).world();
            final UnsafeBuffer bytes = new UnsafeBuffer(new byte[200_000]);
            int sure = 0;
            for (int round = 0; round < rounds; round++) {
                final int tag = 10 + round;
                Payloads.fill(bytes, 0, bytes.capacity(), tag);
                try {
                    world.within(round % 50, TimeUnit.MICROSECONDS).ssend(bytes, 0, bytes.capacity(), 1, tag);
                    sure++;
                } catch (final DeadlineException exception) {
                    assertThat(exception.getMessage()).containsPattern("never arrives|may still arrive");
                }
            }
            world.ssend(bytes, 0, 8, 1, OTHER_TAG);
            threads.join();
            assertThat(sure).as("sends that were received").isLessThanOrEqualTo(rounds);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldLetTheMessageOfAClaimLeaveLater() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.RING_SLOTS, 64))) {
            final Communicator world = job.engine(0).world();
            final Claim claim = new Claim();
            world.claim(8, 1, TAG, claim);
            claim.buffer().putLong(0, 77);
            Request filler;
            int fillers = 0;
            do {
                filler = world.isend(new UnsafeBuffer(new byte[8]), 0, 8, 1, OTHER_TAG);
                fillers++;
            } while (filler.isComplete());
            assertThatThrownBy(() -> claim.commit(1, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class)
                .hasMessageContaining("leaves as soon as there is room");
            assertThat(claim.isOpen()).isFalse();
            world.claim(8, 1, TAG, claim);
            claim.abort();
            final Request receive = job.engine(1).world().irecv(target, 0, 8, 0, TAG);
            for (int i = 0; i < fillers; i++) {
                final Request other = job.engine(1).world().irecv(new UnsafeBuffer(new byte[8]), 0, 8, 0, OTHER_TAG);
                while (!other.test()) {
                    TimeLimit.check();
                    job.step();
                }
            }
            while (!receive.test()) {
                TimeLimit.check();
                job.step();
            }
            assertThat(target.getLong(0)).isEqualTo(77);
            filler.await();
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldEndBothHalvesOfASendrecv() throws Exception {
        try (LocalJob job = job()) {
            final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LENGTH]);
            final Status status = new Status();
            assertThatThrownBy(() -> limited(job).sendrecv(bytes, 0, LENGTH, 1, TAG, target, 0, 8, 1, TAG, status))
                .isInstanceOf(DeadlineException.class).hasMessageContaining("may still arrive")
                .hasMessageContaining("nothing was received");
            job.engine(1).world().send(new byte[] {9}, 0, 1, 0, TAG);
            final Engine zero = job.engine(0);
            // The receive is no longer posted, so the next one gets the message.
            assertThat(zero.world().recv(target, 0, 8, 1, TAG).length()).isEqualTo(1);
            job.engine(1).world().send(new byte[] {9, 9}, 0, 2, 0, TAG);
            assertThatThrownBy(() -> limited(job).sendrecv(bytes, 0, LENGTH, 1, OTHER_TAG, target, 0, 8, 1, TAG, status))
                .isInstanceOf(DeadlineException.class).hasMessageContaining("the receive has ended before");
            assertThat(status.length()).isEqualTo(2);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldWithdrawAForwardWhoseMessageHasNotCome() {
        try (LocalJob job = job(); MemoryRegion region = job.engine(0).allocate(64)) {
            final Request receive = new Request();
            job.engine(0).world().irecv(region, 0, 64, 1, TAG, receive);
            assertThatThrownBy(() -> limited(job).forward(receive, 1, TAG)).isInstanceOf(DeadlineException.class)
                .hasMessageContaining("withdrawn and never arrives");
            job.engine(1).world().send(new byte[8], 0, 8, 0, TAG);
            receive.await();
            Quiescence.assertQuiet(job);
            assertThat(job.engine(1).world().iprobe(0, TAG, null)).isFalse();
        }
    }

    @Test
    void shouldSayThatForwardedDataMustStayIfItsMessageHasLeft() {
        try (LocalJob job = job(); MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            final Request receive = new Request();
            job.engine(0).world().irecv(region, 0, LENGTH, 1, TAG, receive);
            try (MemoryRegion source = job.engine(1).allocate(LENGTH)) {
                final Request send = new Request();
                Payloads.fill(source.buffer(), 0, LENGTH, 1);
                job.engine(1).world().isend(source, 0, LENGTH, 0, TAG, send);
                assertThatThrownBy(() -> limited(job).forward(receive, 1, TAG)).isInstanceOf(DeadlineException.class)
                    .hasMessageContaining("must not change");
                receive(job);
                receive.await();
                send.await();
                Quiescence.assertQuiet(job);
            }
        }
    }
}
