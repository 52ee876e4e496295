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
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Synchronous, ready and buffered sends: when they end, and their outcomes.
 */
@Timeout(30)
class SendModesTest {
    private static final int MOST = 1 << 20;
    private static final int STEPS = 500;

    private final UnsafeBuffer target = new UnsafeBuffer(new byte[MOST]);

    /** Holds S0.35. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 48, 49, 4096, 4097, 8192, 8193, 300_000, MOST})
    void shouldEndASynchronousSendWithTheMatchAndNotBefore(final int length) {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(MOST)) {
            for (final UnsafeBuffer from : Payloads.memories(region, MOST)) {
                Payloads.fill(from, 0, length, length);
                final Request send = new Request();
                job.engine(0).world().issend(from, 0, length, 1, 7, send);
                for (int i = 0; i < STEPS; i++) {
                    job.step();
                    assertThat(send.test()).isFalse();
                }
                final Request receive = job.engine(1).world().irecv(target, 0, MOST, 0, 7);
                finish(job, send, receive);
                assertThat(send.status().outcome()).isEqualTo(Outcome.SUCCESS);
                assertThat(receive.status().length()).isEqualTo(length);
                Payloads.check(target, 0, length, length);
            }
            Quiescence.assertQuiet(job);
            assertThat(count(job, 0, Counter.SENT_SYNCHRONOUS)).isEqualTo(3);
        }
    }

    @Test
    void shouldAnswerASynchronousMessageWithOneRecordAndNoControlPacket() {
        try (LocalJob job = LocalJob.of(2)) {
            final Request send = new Request();
            final Request receive = job.engine(1).world().irecv(target, 0, 8, 0, 7);
            job.engine(0).world().issend(target, 0, 8, 1, 7, send);
            finish(job, send, receive);
            assertThat(count(job, 0, Counter.DONE_GET_RECEIVED)).isEqualTo(1);
            assertThat(count(job, 0, Counter.CONTROL_SENT)).isZero();
            assertThat(count(job, 1, Counter.CONTROL_SENT)).isZero();
        }
    }

    @Test
    void shouldEndASynchronousSendWhoseMessageIsReadInPlaceOrDropped() {
        try (LocalJob job = LocalJob.of(2)) {
            final Request send = new Request();
            for (final int length : new int[] {0, 100, 10_000}) {
                job.engine(0).world().issend(target, 0, length, 1, 7, send);
                final Message message = new Message();
                job.engine(1).world().mprobe(0, 7, message);
                if (length < 5000) {
                    assertThat(send.test()).isFalse();
                    assertThat(message.buffer().capacity()).isEqualTo(length);
                }
                message.close();
                finish(job, send);
            }
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldEndASynchronousSendToACommunicatorThatIsClosedThere() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator[] dups = new Communicator[2];
            new RankThreads().run(job, engine -> dups[engine.rank()] = engine.world().dup());
            final Request before = new Request();
            final Request after = new Request();
            dups[0].issend(target, 0, 100, 1, 7, before);
            job.step();
            dups[1].close();
            dups[0].issend(target, 0, 100, 1, 7, after);
            finish(job, before, after);
            assertThat(count(job, 1, Counter.MESSAGES_DROPPED)).isEqualTo(2);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldEndASynchronousSendWhenTheReceiverDies() {
        try (LocalJob job = LocalJob.of(2)) {
            final Request send = new Request();
            job.engine(0).world().issend(target, 0, 8, 1, 7, send);
            job.step();
            job.kill(1);
            assertThatThrownBy(() -> send.await(20, TimeUnit.SECONDS)).isInstanceOf(PeerFailedException.class);
        }
    }

    /** Holds S3.20, S3.36. */
    @Test
    void shouldKeepTheOrderOfAllModes() {
        try (LocalJob job = LocalJob.of(2)) {
            job.engine(0).attachBuffer(100_000);
            final Communicator zero = job.engine(0).world();
            final Request synchronous = new Request();
            final UnsafeBuffer word = new UnsafeBuffer(new byte[8]);
            for (int i = 0; i < 5; i++) {
                word.putLong(0, i);
                switch (i) {
                    case 0 -> zero.send(word, 0, 8, 1, 1);
                    case 1 -> zero.bsend(word, 0, 8, 1, 1);
                    case 2 -> zero.issend(word, 0, 8, 1, 1, synchronous);
                    case 3 -> zero.ibsend(word, 0, 8, 1, 1, new Request());
                    default -> zero.send(word, 0, 8, 1, 1);
                }
            }
            for (int i = 0; i < 5; i++) {
                job.engine(1).world().recv(target, 0, 8, 0, 1, null);
                assertThat(target.getLong(0)).isEqualTo(i);
            }
            finish(job, synchronous);
        }
    }

    @Test
    void shouldBlockASynchronousSendUntilARankInAnotherProcessMatches() throws Exception {
        try (RankJvms job = RankJvms.start(2, Rank.class, List.of())) {
            job.awaitSuccess();
        }
    }

    /** Rank 0 sends synchronously. Rank 1 sends a message before each match, which says that it has not matched yet. */
    static final class Rank {
        private Rank() {
        }

        public static void main(final String[] arguments) {
            try (Engine engine = Engine.launch()) {
                final Communicator world = engine.world();
                final UnsafeBuffer buffer = new UnsafeBuffer(new byte[MOST]);
                for (final int length : new int[] {0, 8, 3000, MOST}) {
                    for (int round = 0; round < 200; round++) {
                        if (engine.rank() == 0) {
                            world.ssend(buffer, 0, length, 1, 1);
                            // Rank 1 sent this before it posted its receive, so it must be here if that has matched.
                            final boolean isThere = world.iprobe(1, 2, null);
                            assertThat(isThere).isTrue();
                            world.recv(buffer, 0, 8, 1, 2, null);
                        } else {
                            world.send(buffer, 0, 8, 0, 2);
                            world.recv(buffer, 0, MOST, 0, 1, null);
                        }
                    }
                }
            }
        }
    }

    @Test
    void shouldDeliverAReadyMessageWhoseReportTheHandlerAnswersWithAnError() {
        final AtomicInteger errors = new AtomicInteger();
        try (LocalJob job = LocalJob.of(2, context -> context.threadLevel(ThreadLevel.MULTIPLE).asyncProgress(context.rank() == 1)
            .errorHandler(error -> {
                errors.incrementAndGet();
                throw new AssertionError("no error expected");
            }))) {
            for (int round = 1; round <= 3; round++) {
                target.putLong(0, round);
                job.engine(0).world().rsend(target, 0, 8, 1, 1);
                // The agent reports it and goes on.
                while (errors.get() < round) {
                    TimeLimit.check();
                    Thread.onSpinWait();
                }
            }
            for (int round = 1; round <= 3; round++) {
                job.engine(1).world().recv(target, 0, 8, 0, 1, null);
                assertThat(target.getLong(0)).isEqualTo(round);
            }
        }
    }

    /** Holds S3.35. */
    @Test
    void shouldReportAReadyMessageWithoutAReceiveAndDeliverIt() {
        final List<Throwable> errors = new ArrayList<>();
        try (LocalJob job = LocalJob.of(2, context -> context.errorHandler(errors::add))) {
            final Communicator zero = job.engine(0).world();
            final Communicator one = job.engine(1).world();
            for (final int length : new int[] {8, 2000, 100_000}) {
                final Request receive = one.irecv(target, 0, MOST, 0, 1);
                final Request send = new Request();
                zero.irsend(target, 0, length, 1, 1, send);
                finish(job, send, receive);
            }
            zero.rsend(target, 0, 8, 1, 1);
            final Status status = new Status();
            one.recv(target, 0, 8, 0, 1, status);
            assertThat(errors).isEmpty();
            assertThat(count(job, 1, Counter.READY_WITHOUT_RECEIVE)).isZero();
            assertThat(status.tag()).isEqualTo(1);
            target.putLong(0, 99);
            zero.rsend(target, 0, 8, 1, 1);
            one.probe(0, 1, status);
            assertThat(errors).hasSize(1);
            assertThat(errors.get(0)).hasMessageContaining("ready message of rank 0 with tag 1");
            target.putLong(0, 0);
            one.recv(target, 0, 8, 0, 1, status);
            assertThat(target.getLong(0)).isEqualTo(99);
            assertThat(count(job, 1, Counter.READY_WITHOUT_RECEIVE)).isEqualTo(1);
            assertThat(count(job, 0, Counter.SENT_READY)).isEqualTo(5);
        }
    }

    @Test
    void shouldSendBufferedWithoutAReceiverAndDrainAtTheDetach() throws Exception {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(MOST)) {
            final Communicator zero = job.engine(0).world();
            job.engine(0).attachBuffer(2 * MOST);
            assertThatThrownBy(() -> job.engine(0).attachBuffer(8)).isInstanceOf(IllegalStateException.class);
            final int[] lengths = {0, 8, 3000, 10_000, 400_000, 600_000};
            for (int i = 0; i < lengths.length; i++) {
                Payloads.fill(region.buffer(), 0, lengths[i], i);
                zero.bsend(region.buffer(), 0, lengths[i], 1, i);
                region.buffer().setMemory(0, MOST, (byte) -1);
            }
            final RankThreads threads = new RankThreads();
            threads.start(() -> {
                for (int i = lengths.length - 1; i >= 0; i--) {
                    job.engine(1).world().recv(target, 0, MOST, 0, i, null);
                    Payloads.check(target, 0, lengths[i], i);
                }
            });
            job.engine(0).detachBuffer();
            threads.join();
            assertThat(count(job, 0, Counter.SENT_BUFFERED)).isEqualTo(lengths.length);
            job.engine(0).attachBuffer(8);
        }
    }

    @Test
    void shouldRefuseWhatTheAttachedBufferHasNoRoomFor() {
        // No rank fetches the messages that are left in the buffer at the end.
        try (LocalJob job = LocalJob.of(2, context -> context.closeTimeout(10, TimeUnit.MILLISECONDS))) {
            final Communicator zero = job.engine(0).world();
            final Request request = new Request();
            assertThatThrownBy(() -> zero.bsend(target, 0, 8, 1, 1)).isInstanceOf(MessagingException.class)
                .hasMessageContaining("attachBuffer");
            job.engine(0).attachBuffer(100_000);
            assertThatThrownBy(() -> zero.ibsend(target, 0, 100_001, 1, 1, request)).isInstanceOf(MessagingException.class)
                .hasMessageContaining("no room for 100001 bytes");
            assertThat(request.isActive()).isFalse();
            zero.bsend(target, 0, 60_000, 1, 1);
            zero.bsend(target, 0, 300_000 / 10, 1, 2);
            job.engine(1).world().irecv(target, 0, MOST, 0, 1);
        }
    }

    @Test
    void shouldUseTheAttachedBufferRoundAndRound() throws Exception {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.STAGING_LANES, 2)
            .size(GeometrySetting.STAGING_LANE_LENGTH, 4096).size(GeometrySetting.STAGING_CHUNK, 4096))) {
            final Communicator zero = job.engine(0).world();
            job.engine(0).attachBuffer(50_000);
            final UnsafeBuffer from = new UnsafeBuffer(new byte[20_000]);
            int received = 0;
            int refused = 0;
            for (int sent = 0; sent < 500;) {
                final int length = (sent * 7919) % 20_000;
                Payloads.fill(from, 0, length, sent);
                try {
                    zero.bsend(from, 0, length, 1, 1);
                    sent++;
                } catch (final MessagingException full) {
                    refused++;
                    receive(job, received++);
                }
            }
            while (received < 500) {
                receive(job, received++);
            }
            assertThat(refused).isPositive();
            job.engine(0).detachBuffer();
        }
    }

    private void receive(final LocalJob job, final int number) {
        final int length = (number * 7919) % 20_000;
        final Request receive = job.engine(1).world().irecv(target, 0, MOST, 0, 1);
        finish(job, receive);
        assertThat(receive.status().messageLength()).isEqualTo(length);
        Payloads.check(target, 0, length, number);
    }

    @Test
    void shouldDoNothingForNobody() {
        try (LocalJob job = LocalJob.of(1)) {
            final Communicator world = job.engine(0).world();
            final Request request = new Request();
            world.ssend(target, 0, 8, Communicator.NULL_RANK, 1);
            world.rsend(target, 0, 8, Communicator.NULL_RANK, 1);
            world.bsend(target, 0, 8, Communicator.NULL_RANK, 1);
            world.issend(target, 0, 8, Communicator.NULL_RANK, 1, request);
            assertThat(request.await().isSuccess()).isTrue();
            world.ibsend(target, 0, 8, Communicator.NULL_RANK, 1, request);
            assertThat(request.await().isSuccess()).isTrue();
        }
    }

    private static long count(final LocalJob job, final int rank, final Counter counter) {
        return EngineAccess.node(job.engine(rank)).counters().value(counter);
    }

    private static void finish(final LocalJob job, final Request... requests) {
        for (final Request request : requests) {
            while (request.isActive() && !request.test()) {
                TimeLimit.check();
                job.step();
            }
        }
    }
}
