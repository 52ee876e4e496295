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
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Sends that are cancelled (S0.34), and requests that are freed while their operation goes on (S0.36).
 */
@Timeout(60)
class SendCancelTest {
    private static final int MOST = 100_000;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[MOST]);
    private final UnsafeBuffer target = new UnsafeBuffer(new byte[MOST]);

    @Test
    void shouldHaveEndedASendThatLeftAtOnceUntilItIsAwaited() {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator zero = job.engine(0).world();
            final Request request = new Request();
            // The request was a receive before. The send must not show traces of it.
            job.engine(1).world().send(buffer, 0, 8, 0, 9);
            zero.irecv(target, 0, 16, 1, 9, request);
            request.await();
            zero.isend(buffer, 0, 24, 1, 3, request);
            assertThat(request.isActive()).isTrue();
            assertThat(request.cancel()).as("it has left").isFalse();
            assertThatThrownBy(() -> zero.isend(buffer, 0, 8, 1, 3, request)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> zero.forward(request, 1, 3)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is not active");
            assertThat(request.test()).isTrue();
            assertThat(request.isActive()).isFalse();
            assertThat(request.status().outcome()).isEqualTo(Outcome.SUCCESS);
            assertThat(request.status().source()).isEqualTo(1);
            assertThat(request.status().tag()).isEqualTo(3);
            assertThat(request.status().length()).isEqualTo(24);
            assertThat(request.await().length()).as("idle").isZero();
            zero.isend(buffer, 0, 8, 1, 3, request);
            request.free();
            zero.irecv(target, 0, 8, 1, 3, request);
            assertThat(request.cancel()).as("a receive again").isTrue();
            assertThat(request.await().outcome()).isEqualTo(Outcome.CANCELLED);
            job.engine(1).world().recv(target, 0, 24, 0, 3, null);
            job.engine(1).world().recv(target, 0, 8, 0, 3, null);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldTakeBackAtOnceWhatWaitsInTheQueue() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.PACKETS, 2).size(GeometrySetting.INLINE_LIMIT, 1024))) {
            final Communicator zero = job.engine(0).world();
            final Request[] sends = new Request[6];
            for (int i = 0; i < sends.length; i++) {
                buffer.putInt(0, i);
                final UnsafeBuffer own = new UnsafeBuffer(new byte[2000]);
                own.putInt(0, i);
                sends[i] = i == 4 ? synchronous(zero, own) : zero.isend(own, 0, 2000, 1, 1);
            }
            assertThat(sends[0].cancel()).as("it has left").isFalse();
            assertThat(sends[2].cancel()).as("the head of the queue").isTrue();
            assertThat(sends[4].cancel()).as("in the queue").isTrue();
            assertThat(sends[5].cancel()).as("the tail of the queue").isTrue();
            for (final int expected : new int[] {0, 1, 3}) {
                final Request receive = job.engine(1).world().irecv(target, 0, 2000, 0, 1);
                finish(job, receive, sends[expected]);
                assertThat(target.getInt(0)).isEqualTo(expected);
                assertThat(sends[expected].status().outcome()).isEqualTo(Outcome.SUCCESS);
            }
            assertThat(sends[2].await().outcome()).isEqualTo(Outcome.CANCELLED);
            assertThat(sends[4].await().outcome()).isEqualTo(Outcome.CANCELLED);
            assertThat(sends[5].await().outcome()).isEqualTo(Outcome.CANCELLED);
            // The sequence has no gap, so later messages arrive.
            zero.send(buffer, 0, 8, 1, 2);
            job.engine(1).world().recv(target, 0, 8, 0, 2, null);
            assertThat(cancelled(job)).isEqualTo(3);
            Quiescence.assertQuiet(job);
        }
    }

    private static Request synchronous(final Communicator world, final UnsafeBuffer from) {
        final Request request = new Request();
        world.issend(from, 0, from.capacity(), 1, 1, request);
        return request;
    }

    /** Holds S0.34. */
    @Test
    void shouldTakeBackWhatTheReceiverHasNotMatched() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.STAGING_LANES, 1)
            .size(GeometrySetting.STAGING_LANE_LENGTH, 4096)
                .size(GeometrySetting.STAGING_CHUNK, 4096)); MemoryRegion region = job.engine(0).allocate(MOST)) {
            final Communicator zero = job.engine(0).world();
            final Request registered = zero.isend(region.buffer(), 0, MOST, 1, 1);
            final Request staged = zero.isend(buffer, 0, MOST, 1, 2);
            final Request unplaced = zero.isend(buffer, 0, MOST, 1, 3);
            final Request synchronous = new Request();
            final Request empty = new Request();
            zero.issend(buffer, 0, 100, 1, 4, synchronous);
            zero.issend(buffer, 0, 0, 1, 5, empty);
            job.step();
            final Request[] all = {registered, staged, unplaced, synchronous, empty};
            for (final Request send : all) {
                assertThat(send.cancel()).as("the receiver decides").isFalse();
                assertThat(send.cancel()).as("again").isFalse();
            }
            finish(job, all);
            for (final Request send : all) {
                assertThat(send.status().outcome()).isEqualTo(Outcome.CANCELLED);
            }
            assertThat(job.engine(1).world().iprobe(0, Communicator.ANY_TAG, null)).isFalse();
            zero.send(buffer, 0, 8, 1, 6);
            job.engine(1).world().recv(target, 0, 8, 0, 6, null);
            assertThat(cancelled(job)).isEqualTo(all.length);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldDeliverWhatHasMatchedBeforeItIsTakenBack() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.EXPOSURE_LIMIT, 30_000)
            .size(GeometrySetting.STAGING_LANE_LENGTH, 4096)
                .size(GeometrySetting.STAGING_CHUNK, 4096)); MemoryRegion region = job.engine(0).allocate(MOST)) {
            for (final UnsafeBuffer from : Payloads.memories(region, MOST)) {
                Payloads.fill(from, 0, MOST, 5);
                final Request send = job.engine(0).world().isend(from, 0, MOST, 1, 1);
                final Request receive = job.engine(1).world().irecv(target, 0, MOST, 0, 1);
                job.engine(1).poll();
                assertThat(send.cancel()).isFalse();
                finish(job, send, receive);
                assertThat(send.status().outcome()).isEqualTo(Outcome.SUCCESS);
                Payloads.check(target, 0, MOST, 5);
            }
            final Request send = new Request();
            job.engine(0).world().issend(buffer, 0, 8, 1, 1, send);
            final Message message = new Message();
            job.engine(1).world().mprobe(0, 1, message);
            assertThat(send.cancel()).isFalse();
            for (int i = 0; i < 300; i++) {
                job.step();
                assertThat(send.test()).as("a matched message that is not received yet").isFalse();
            }
            message.close();
            finish(job, send);
            assertThat(send.status().outcome()).isEqualTo(Outcome.SUCCESS);
            assertThat(cancelled(job)).isZero();
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldWaitForTheAnswerBeforeItCloses() {
        try (LocalJob job = LocalJob.of(2, context -> context.asyncProgress(context.rank() == 1).closeTimeout(20, TimeUnit.SECONDS))) {
            final Request send = new Request();
            job.engine(0).world().issend(buffer, 0, 8, 1, 1, send);
            send.cancel();
            job.engine(0).close();
            assertThat(send.test()).isTrue();
            assertThat(send.status().outcome()).isEqualTo(Outcome.CANCELLED);
        }
    }

    @Test
    void shouldEndACancelledSendWhenTheReceiverDies() {
        try (LocalJob job = LocalJob.of(2)) {
            job.engine(0).world().errors(ErrorMode.RETURN);
            final Request send = new Request();
            job.engine(0).world().issend(buffer, 0, 8, 1, 1, send);
            send.cancel();
            job.kill(1);
            assertThat(send.await(20, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.PEER_FAILED);
        }
    }

    /** Holds S0.36. */
    @Test
    void shouldCompleteWhatIsLetGo() {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(MOST)) {
            Payloads.fill(region.buffer(), 0, MOST, 3);
            final Request request = job.engine(0).world().isend(region.buffer(), 0, MOST, 1, 1);
            request.free();
            assertThat(request.isActive()).isFalse();
            // The request can be used again while its old operation goes on.
            final Request receive = job.engine(1).world().irecv(target, 0, MOST, 0, 1);
            receive.free();
            job.engine(0).world().isend(buffer, 0, 8, 1, 2, request);
            job.engine(1).world().irecv(buffer, 0, 8, 0, 2, receive);
            finish(job, request, receive);
            Quiescence.assertQuiet(job);
            while (count(job, 1, Counter.RECEIVED_RENDEZVOUS_REGISTERED) == 0) {
                TimeLimit.check();
                job.step();
            }
            Payloads.check(target, 0, MOST, 3);
        }
    }

    /** Holds S0.18. */
    @Test
    void shouldDrainWhatIsLetGoAtTheClose() {
        try (LocalJob job = LocalJob.of(2, context -> context.asyncProgress(context.rank() == 1).closeTimeout(20, TimeUnit.SECONDS))) {
            final Request receive = job.engine(1).world().irecv(target, 0, MOST, 0, 1);
            final Request send = new Request();
            job.engine(0).world().issend(buffer, 0, MOST, 1, 1, send);
            send.free();
            job.engine(0).close();
            assertThat(receive.await(20, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.SUCCESS);
        }
    }

    @Test
    void shouldEitherCancelOrDeliverInARaceOfThreads() throws Exception {
        race(1_000);
    }

    @Test
    @Tag("nightly")
    @Timeout(3600)
    void shouldEitherCancelOrDeliverInALongRaceOfThreads() throws Exception {
        for (int i = 0; i < 50; i++) {
            race(2_000);
        }
    }

    private static void race(final int rounds) throws Exception {
        final long seed = System.nanoTime();
        TestOutput.say("seed=" + seed);
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.STAGING_LANES, 2)
            .size(GeometrySetting.STAGING_LANE_LENGTH, 4096).size(GeometrySetting.STAGING_CHUNK, 4096).size(GeometrySetting.PACKETS, 4))) {
            final long[] cancelled = new long[2];
            new RankThreads().run(job, engine -> cancelled[engine.rank()] = new Race(engine, seed).run(rounds));
            TestOutput.say("cancelled=" + cancelled[0] + " of " + rounds);
            assertThat(cancelled[0]).isEqualTo(cancelled[1]).isBetween(1L, rounds - 1L).isEqualTo(cancelled(job));
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldEitherCancelOrDeliverInARaceOfProcesses() throws Exception {
        try (RankJvms job = RankJvms.start(2, Race.class, List.of(
            "-D" + GeometrySetting.STAGING_LANE_LENGTH.propertyName() + "=4096",
            "-D" + GeometrySetting.STAGING_CHUNK.propertyName() + "=4096"), Long.toString(System.nanoTime()), "1000")) {
            job.awaitSuccess();
            assertThat(job.output(0)).isEqualTo(job.output(1)).startsWith("cancelled=");
        }
    }

    /** T0.10: rank 0 sends and cancels, rank 1 receives. Both must agree on the outcome of each message. */
    static final class Race {
        private final Engine engine;
        private final Random random;
        private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[MOST]);
        private final UnsafeBuffer word = new UnsafeBuffer(new byte[8]);
        private final Request request = new Request();

        private Race(final Engine engine, final long seed) {
            this.engine = engine;
            this.random = new Random(seed + engine.rank());
        }

        public static void main(final String[] arguments) {
            try (Engine engine = Engine.launch()) {
                final long cancelled = new Race(engine, Long.parseLong(arguments[0])).run(Integer.parseInt(arguments[1]));
                engine.world().barrier();
                Quiescence.assertQuiet(engine);
                TestOutput.say("cancelled=" + cancelled);
            }
        }

        private long run(final int rounds) {
            try (MemoryRegion region = engine.allocate(MOST)) {
                long cancelled = 0;
                for (int round = 0; round < rounds; round++) {
                    cancelled += engine.rank() == 0 ? send(region.buffer(), round) : receive(round);
                }
                return cancelled;
            }
        }

        private int send(final UnsafeBuffer registered, final int round) {
            final UnsafeBuffer from = random.nextBoolean() ? registered : buffer;
            final boolean isShort = random.nextBoolean();
            final int length = isShort ? random.nextInt(4000) : 5000 + random.nextInt(20_000);
            Payloads.fill(from, 0, length, round);
            engine.world().issend(from, 0, length, 1, 1, request);
            pause();
            request.cancel();
            final Status status = request.await();
            assertThat(status.outcome()).isIn(Outcome.CANCELLED, Outcome.SUCCESS);
            final int cancelled = status.outcome() == Outcome.CANCELLED ? 1 : 0;
            word.putInt(0, cancelled);
            word.putInt(4, length);
            engine.world().send(word, 0, 8, 1, 2);
            engine.world().recv(word, 0, 8, 1, 3, null);
            return cancelled;
        }

        private int receive(final int round) {
            if (random.nextInt(4) > 0) {
                // The message is here or was here when the cancel request comes.
                while (!engine.world().iprobe(0, 1, null) && !engine.world().iprobe(0, 2, null)) {
                    TimeLimit.check();
                    Thread.yield();
                }
            }
            pause();
            engine.world().irecv(buffer, 0, MOST, 0, 1, request);
            engine.world().recv(word, 0, 8, 0, 2, null);
            final int cancelled = word.getInt(0);
            if (cancelled == 1) {
                assertThat(request.cancel()).as("no message comes that was taken back").isTrue();
            }
            assertThat(request.await().outcome()).isEqualTo(cancelled == 1 ? Outcome.CANCELLED : Outcome.SUCCESS);
            if (cancelled == 0) {
                assertThat(request.status().length()).isEqualTo(word.getInt(4));
                Payloads.check(buffer, 0, word.getInt(4), round);
            }
            engine.world().send(word, 0, 8, 0, 3);
            return cancelled;
        }

        private void pause() {
            for (int spins = random.nextInt(1 << random.nextInt(12)); spins > 0; spins--) {
                Thread.onSpinWait();
            }
        }
    }

    private static long cancelled(final LocalJob job) {
        return count(job, 0, Counter.SENDS_CANCELLED);
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
