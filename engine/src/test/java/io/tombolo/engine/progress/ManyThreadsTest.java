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
package io.tombolo.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.ringbuffers.fault.FaultPoint;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many threads use one engine, and none of them delays or harms another.
 */
@Timeout(60)
class ManyThreadsTest {
    private static final int THREADS = 8;
    private static final int MESSAGES = 500;

    private final RankThreads threads = new RankThreads();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepTheOrderOfEachThread(final boolean async) throws Exception {
        final long seed = System.nanoTime();
        TestOutput.say("seed=" + seed);
        try (LocalJob job = LocalJob.of(2, context -> context.asyncProgress(async))) {
            for (int i = 0; i < THREADS; i++) {
                final int tag = i;
                threads.start(() -> send(job.engine(0).world(), tag, seed));
                threads.start(() -> receive(job.engine(1).world(), tag, seed));
            }
            threads.join();
            Quiescence.assertQuiet(job);
        }
    }

    private static void send(final Communicator world, final int tag, final long seed) {
        final Random random = new Random(seed + tag);
        final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(100_000));
        for (int i = 0; i < MESSAGES; i++) {
            final int length = Payloads.length(random, 60_000);
            Payloads.fill(buffer, 0, length, tag * MESSAGES + i);
            if ((i & 1) == 0) {
                world.send(buffer, 0, length, 1, tag);
            } else {
                world.isend(buffer, 0, length, 1, tag).await();
            }
        }
    }

    private static void receive(final Communicator world, final int tag, final long seed) {
        final Random random = new Random(seed + tag);
        final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(100_000));
        final Status status = new Status();
        for (int i = 0; i < MESSAGES; i++) {
            final int length = Payloads.length(random, 60_000);
            if (i % 3 == 0) {
                world.recv(buffer, 0, 60_000, 0, tag, status);
                assertThat(status.length()).isEqualTo(length);
            } else {
                assertThat(world.irecv(buffer, 0, 60_000, Communicator.ANY_SOURCE, tag).await().length()).isEqualTo(length);
            }
            Payloads.check(buffer, 0, length, tag * MESSAGES + i);
        }
    }

    /** Holds S1.14, S1.21: a thread that is held inside a call does not delay others. */
    @ParameterizedTest
    @ValueSource(strings = {"COMMAND_FILLED", "COMMAND_PUSHED"})
    void shouldNotDelayOthersWhileAThreadIsHeldInsideIsend(final String point) throws Exception {
        try (RankJvms job = RankJvms.start(1, Held.class, List.of("-Dtombolo.faults=true"), point)) {
            job.awaitSuccess();
        }
    }

    /** One thread is held inside isend and one is blocked in recv; a third one uses the engine undisturbed. */
    static final class Held {
        private static final int LENGTH = 3_000;

        private Held() {
        }

        public static void main(final String[] arguments) throws Exception {
            final FaultPoint point = FaultPoint.valueOf(arguments[0]);
            try (Engine engine = Engine.launch(new EngineContext().threadLevel(ThreadLevel.MULTIPLE))) {
                final Communicator world = engine.world();
                final CountDownLatch held = new CountDownLatch(1);
                final CountDownLatch go = new CountDownLatch(1);
                final List<Request> sends = new ArrayList<>();
                // Repeats until the thread is held: it pushes a send only while the other thread is the progress owner.
                final Thread victim = new Thread(() -> {
                    while (held.getCount() > 0) {
                        sends.add(world.isend(new UnsafeBuffer(new byte[LENGTH]), 0, LENGTH, 0, 1));
                    }
                });
                final Thread blocked = new Thread(() -> world.recv(new UnsafeBuffer(new byte[8]), 0, 8, 0, 2));
                blocked.start();
                // Else it might begin only after the other thread has filled the memory with sends.
                while (!EngineAccess.node(engine).doorbell().isAsleep()) {
                    Thread.onSpinWait();
                }
                point.action(() -> {
                    if (Thread.currentThread() == victim) {
                        held.countDown();
                        await(go);
                    }
                });
                victim.start();
                await(held);
                final byte[] array = new byte[50_000];
                final Request send = new Request();
                for (int i = 0; i < 200; i++) {
                    world.isend(array, 0, 100 * i, 0, 3, send);
                    world.recv(array, 0, array.length, 0, 3, null);
                    send.await();
                }
                go.countDown();
                victim.join();
                for (final Request each : sends) {
                    world.recv(array, 0, LENGTH, 0, 1, null);
                    each.await();
                }
                world.send(array, 0, 8, 0, 2);
                blocked.join();
                Quiescence.assertQuiet(engine);
            }
        }

        private static void await(final CountDownLatch latch) {
            try {
                latch.await();
            } catch (final InterruptedException exception) {
                throw new IllegalStateException(exception);
            }
        }
    }

    /** S1.14, S1.20, S1.21: wherever a thread stops while it posts, even as the owner, others can still post. */
    @ParameterizedTest
    @CsvSource({
        "COMMAND_FILLED,false", "COMMAND_PUSHED,false", "OWNER_ENTERED,false", "COMMAND_FILLED,true", "COMMAND_PUSHED,true"})
    void shouldPostWhileAnotherPosterIsHeld(final String point, final String isBinned) throws Exception {
        final List<String> options = List.of("-Dtombolo.faults=true", "-Dtombolo.match.nodes=131072");
        try (RankJvms job = RankJvms.create(24 << 20).add(0, 1, HeldPoster.class, options, point, isBinned)) {
            job.awaitSuccess();
        }
    }

    /** One thread is held inside irecv while seven post a hundred thousand receives; then each receive gets its message. */
    static final class HeldPoster {
        private static final int POSTERS = 7;
        private static final int EACH = 100_000 / POSTERS + 1;

        private HeldPoster() {
        }

        public static void main(final String[] arguments) throws Exception {
            final FaultPoint point = FaultPoint.valueOf(arguments[0]);
            try (Engine engine = Engine.launch(new EngineContext().threadLevel(ThreadLevel.MULTIPLE))) {
                final Communicator world = Boolean.parseBoolean(arguments[1]) ?
                    engine.world().dup(Promise.NO_ANY_SOURCE, Promise.NO_ANY_TAG) : engine.world();
                final CountDownLatch held = new CountDownLatch(1);
                final CountDownLatch go = new CountDownLatch(1);
                final long[] word = new long[1];
                final List<Request> posted = new ArrayList<>();
                final Thread owner = new Thread(() -> world.recv(new long[1], 0, 1, 0, POSTERS + 1, null));
                if (point == FaultPoint.COMMAND_PUSHED) {
                    // This thread is the progress owner now and most of the time: only then the other one pushes its post.
                    owner.start();
                    while (!EngineAccess.node(engine).doorbell().isAsleep()) {
                        Thread.onSpinWait();
                    }
                }
                final Thread victim = new Thread(() -> {
                    while (held.getCount() > 0) {
                        final Request request = new Request();
                        posted.add(request);
                        world.irecv(word, 0, 1, 0, POSTERS, request);
                    }
                });
                point.action(() -> {
                    if (Thread.currentThread() == victim) {
                        held.countDown();
                        Held.await(go);
                    }
                });
                victim.start();
                Held.await(held);
                final Request[][] requests = new Request[POSTERS][EACH];
                final long[][] words = new long[POSTERS][EACH];
                postAll(world, words, requests);
                assertThat(go.getCount()).as("latch of the held thread").isEqualTo(1);
                go.countDown();
                victim.join();
                if (point == FaultPoint.COMMAND_PUSHED) {
                    world.send(new long[1], 0, 1, 0, POSTERS + 1);
                    owner.join();
                }
                for (final Request request : posted) {
                    world.send(new long[] {-1}, 0, 1, 0, POSTERS);
                    request.await();
                }
                assertThat(word[0]).isEqualTo(-1);
                fulfil(world, words, requests);
                Quiescence.assertQuiet(engine);
            }
        }

        private static void postAll(final Communicator world, final long[][] words, final Request[][] requests) throws Exception {
            final RankThreads threads = new RankThreads();
            for (int i = 0; i < POSTERS; i++) {
                final int tag = i;
                threads.start(() -> {
                    for (int n = 0; n < EACH; n++) {
                        requests[tag][n] = new Request();
                        world.irecv(words[tag], n, 1, 0, tag, requests[tag][n]);
                    }
                });
            }
            threads.join();
        }

        private static void fulfil(final Communicator world, final long[][] words, final Request[][] requests) {
            for (int n = 0; n < EACH; n++) {
                for (int tag = 0; tag < POSTERS; tag++) {
                    world.send(new long[] {tag * EACH + n}, 0, 1, 0, tag);
                }
            }
            for (int tag = 0; tag < POSTERS; tag++) {
                for (int n = 0; n < EACH; n++) {
                    requests[tag][n].await();
                    if (words[tag][n] != tag * EACH + n) {
                        throw new AssertionError("receive " + n + " of poster " + tag + " got message " + words[tag][n]);
                    }
                }
            }
        }
    }

    /** A buffer that stops the thread that calls any of its methods. */
    private static final class StoppingBuffer extends UnsafeBuffer {
        private final CountDownLatch stopped = new CountDownLatch(1);
        private final CountDownLatch go = new CountDownLatch(1);
        private boolean armed;

        StoppingBuffer() {
            super(new byte[100]);
        }

        @Override
        public byte[] byteArray() {
            if (armed) {
                stopped.countDown();
                try {
                    go.await();
                } catch (final InterruptedException exception) {
                    throw new IllegalStateException(exception);
                }
            }
            return super.byteArray();
        }
    }

    @Test
    void shouldNotDelayOthersWhileABufferStopsItsThread() throws Exception {
        try (LocalJob job = LocalJob.of(1)) {
            final Communicator world = job.engine(0).world();
            final StoppingBuffer buffer = new StoppingBuffer();
            buffer.armed = true;
            threads.start(() -> world.isend(buffer, 0, 100, 0, 1).await());
            buffer.stopped.await();
            for (int i = 0; i < 100; i++) {
                world.send(new byte[60], 0, 60, 0, 2);
                world.recv(new byte[60], 0, 60, 0, 2, null);
            }
            buffer.go.countDown();
            world.recv(new byte[100], 0, 100, 0, 1, null);
            threads.join();
        }
    }

    @Test
    void shouldNameTheRefusedSecondThread() throws Exception {
        try (LocalJob job = LocalJob.of(1, context -> context.threadLevel(ThreadLevel.SINGLE))) {
            job.engine(0).poll();
            final String first = Thread.currentThread().getName();
            threads.start(() -> {
                Thread.currentThread().setName("the second");
                final Communicator world = job.engine(0).world();
                assertThatThrownBy(() -> world.send(new byte[8], 0, 8, 0, 0)).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(first).hasMessageContaining("the second").hasMessageContaining("MULTIPLE");
                assertThatThrownBy(() -> world.irecv(new UnsafeBuffer(new byte[8]), 0, 8, 0, 0)).isInstanceOf(IllegalStateException.class);
            });
            threads.join();
        }
    }

    @Test
    void shouldNotDisturbABarrierByARefusedThread() throws Exception {
        try (LocalJob job = LocalJob.of(2, context -> context.threadLevel(ThreadLevel.SINGLE))) {
            job.engine(0).poll();
            final Communicator world = job.engine(0).world();
            threads.start(() -> assertThatThrownBy(world::barrier).isInstanceOf(IllegalStateException.class));
            threads.join();
            threads.start(() -> {
                job.engine(1).world().barrier();
                job.engine(1).close();
            });
            world.barrier();
            threads.join();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SINGLE", "MULTIPLE"})
    void shouldLoseNoMessageToAnInterrupt(final ThreadLevel level) throws Exception {
        try (LocalJob job = LocalJob.of(2, context -> context.threadLevel(level))) {
            final CountDownLatch waits = new CountDownLatch(1);
            final CountDownLatch interrupted = new CountDownLatch(1);
            final Thread receiver = threads.start(() -> {
                final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8]);
                final Communicator world = job.engine(1).world();
                waits.countDown();
                assertThatThrownBy(() -> world.recv(buffer, 0, 8, 0, 1)).isInstanceOf(InterruptException.class);
                assertThat(Thread.interrupted()).isTrue();
                final Request request = world.irecv(buffer, 0, 8, 0, 2);
                assertThatThrownBy(() -> request.await(1, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class);
                Thread.currentThread().interrupt();
                assertThatThrownBy(request::await).isInstanceOf(InterruptException.class);
                assertThat(Thread.interrupted()).isTrue();
                interrupted.countDown();
                assertThat(request.await().length()).isEqualTo(8);
                assertThat(world.recv(buffer, 0, 8, 0, 1).length()).isEqualTo(8);
            });
            waits.await();
            receiver.interrupt();
            interrupted.await();
            job.engine(0).world().send(new byte[8], 0, 8, 1, 1);
            job.engine(0).world().send(new byte[8], 0, 8, 1, 2);
            threads.join();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SINGLE", "MULTIPLE"})
    void shouldFinishAReceiveThatHasMatchedBeforeTheInterrupt(final ThreadLevel level) throws Exception {
        try (LocalJob job = LocalJob.of(2, context -> context.threadLevel(level))) {
            final UnsafeBuffer from = new UnsafeBuffer(new byte[3_000_000]);
            final UnsafeBuffer to = new UnsafeBuffer(ByteBuffer.allocateDirect(3_000_000));
            Payloads.fill(from, 0, from.capacity(), 1);
            final Request send = job.engine(0).world().isend(from, 0, from.capacity(), 1, 1);
            final Thread receiver = threads.start(() -> {
                assertThat(job.engine(1).world().recv(to, 0, to.capacity(), 0, 1).length()).isEqualTo(from.capacity());
                assertThat(Thread.interrupted()).isTrue();
                Payloads.check(to, 0, to.capacity(), 1);
            });
            while (to.getLongVolatile(0) == 0) {
                TimeLimit.check();
            }
            receiver.interrupt();
            while (!send.test()) {
                TimeLimit.check();
            }
            threads.join();
        }
    }

    @Test
    void shouldCancelTheReceiveOfAFailedSendrecv() {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator world = job.engine(0).world();
            final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8]);
            job.engine(1).world().send(new byte[0], 0, 0, 0, 9);
            world.recv(buffer, 0, 8, 1, 9);
            job.kill(1);
            assertThatThrownBy(() -> {
                while (true) {
                    TimeLimit.check();
                    job.step();
                    world.send(buffer, 0, 8, 1, 2);
                }
            }).isInstanceOf(MessagingException.class);
            assertThatThrownBy(() -> world.sendrecv(buffer, 0, 8, 1, 1, buffer, 0, 8, Communicator.ANY_SOURCE, 1, new Status()))
                .isInstanceOf(MessagingException.class);
            world.send(new byte[] {1, 1, 1, 1}, 0, 4, 0, 1);
            job.step();
            assertThat(buffer.getLong(0)).isZero();
            assertThat(world.recv(buffer, 0, 8, 0, 1).length()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SINGLE", "MULTIPLE"})
    void shouldEndABlockedReceiveAtClose(final ThreadLevel level) throws Exception {
        for (int i = 0; i < 5; i++) {
            try (LocalJob job = LocalJob.of(1, context -> context.threadLevel(level))) {
                final CountDownLatch waits = new CountDownLatch(1);
                threads.start(() -> {
                    waits.countDown();
                    assertThatThrownBy(() -> job.engine(0).world().recv(new UnsafeBuffer(new byte[8]), 0, 8, 0, 1))
                        .isInstanceOfAny(MessagingException.class, IllegalStateException.class).hasMessageNotContaining("single thread");
                });
                waits.await();
                job.engine(0).close();
                threads.join();
            }
        }
    }

    @Test
    void shouldSurviveCloseUnderManyThreads() throws Exception {
        for (int i = 0; i < 20; i++) {
            final LocalJob job = LocalJob.of(1, context -> context.closeTimeout(10, TimeUnit.MILLISECONDS));
            final CountDownLatch running = new CountDownLatch(4);
            for (int t = 0; t < 4; t++) {
                final int tag = t;
                threads.start(() -> {
                    final byte[] array = new byte[500];
                    assertThatThrownBy(() -> {
                        for (int n = 0; true; n++) {
                            job.engine(0).world().send(array, 0, 1 + n % 500, 0, tag);
                            job.engine(0).world().recv(array, 0, 500, 0, tag, null);
                            running.countDown();
                        }
                    }).isInstanceOfAny(MessagingException.class, IllegalStateException.class);
                });
            }
            running.await();
            job.close();
            threads.join();
        }
    }

    /** T1.8: agents complete operations while the application computes. */
    @Test
    void shouldCompleteWhileTheApplicationComputes() {
        try (LocalJob job = LocalJob.of(2, context -> context.asyncProgress(true))) {
            final byte[] from = new byte[3_000_000];
            from[2_999_999] = 5;
            final byte[] to = new byte[3_000_000];
            final Request send = new Request();
            final Request receive = new Request();
            job.engine(1).world().irecv(to, 0, to.length, 0, 1, receive);
            job.engine(0).world().isend(from, 0, from.length, 1, 1, send);
            // This thread makes no progress, so the agents move the message.
            while (EngineAccess.messages(job.engine(0)).pendingSends() > 0) {
                TimeLimit.check();
                Thread.yield();
            }
            assertThat(receive.await().outcome()).isEqualTo(Outcome.SUCCESS);
            assertThat(to[2_999_999]).isEqualTo((byte) 5);
            send.await();
        }
    }
}
