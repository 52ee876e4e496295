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
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.MessageModes;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.TruncatedException;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Persistent and partitioned requests: prepared once, started many times.
 */
@Timeout(60)
class PersistentTest {
    private static final int MOST = 1 << 20;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[MOST]);
    private final UnsafeBuffer target = new UnsafeBuffer(new byte[MOST]);

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 3000, 100_000})
    void shouldSendAndReceiveAgainAndAgain(final int length) {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(MOST)) {
            for (final UnsafeBuffer from : Payloads.memories(region, MOST)) {
                final Request send = new Request();
                final Request receive = new Request();
                job.engine(0).world().sendInit(from, 0, length, 1, 3, send);
                job.engine(1).world().recvInit(target, 0, length, Communicator.ANY_SOURCE, Communicator.ANY_TAG, receive);
                assertThat(send.isActive()).isFalse();
                for (int round = 0; round < 20; round++) {
                    Payloads.fill(from, 0, length, round);
                    receive.start();
                    send.start();
                    finish(job, send, receive);
                    Payloads.check(target, 0, length, round);
                    assertThat(receive.status().source()).isZero();
                    assertThat(receive.status().tag()).isEqualTo(3);
                }
            }
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldRefuseToStartWhatIsActiveOrNotPrepared() {
        try (LocalJob job = LocalJob.of(1)) {
            final Communicator world = job.engine(0).world();
            final Request request = new Request();
            assertThatThrownBy(request::start).isInstanceOf(IllegalStateException.class).hasMessageContaining("not prepared");
            world.irecv(target, 0, 8, 0, 1, request);
            assertThatThrownBy(request::start).isInstanceOf(IllegalStateException.class).hasMessageContaining("active");
            assertThatThrownBy(() -> world.recvInit(target, 0, 8, 0, 1, request)).isInstanceOf(IllegalStateException.class);
            request.cancel();
            assertThat(request.await().outcome()).isEqualTo(Outcome.CANCELLED);
            assertThatThrownBy(request::start).isInstanceOf(IllegalStateException.class).hasMessageContaining("not persistent");
            world.recvInit(target, 0, 8, 0, 1, request);
            request.start();
            assertThatThrownBy(() -> request.pready(0)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> request.parrived(0)).isInstanceOf(IllegalStateException.class);
            assertThat(request.cancel()).isTrue();
            request.await();
            request.start();
            request.free();
            assertThatThrownBy(request::start).isInstanceOf(IllegalStateException.class).hasMessageContaining("not prepared");
            world.sendInit(buffer, 0, 8, Communicator.NULL_RANK, 1, request);
            request.start();
            assertThat(request.await().source()).isEqualTo(Communicator.NULL_RANK);
        }
    }

    @Test
    void shouldShowTheFirstPartitionBeforeTheLastIsMarked() {
        final int partitions = 10;
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(MOST)) {
            for (final int length : new int[] {0, 8, 3000, 50_000}) {
                for (final UnsafeBuffer from : Payloads.memories(region, MOST)) {
                    final Request send = new Request();
                    final Request receive = new Request();
                    job.engine(0).world().psendInit(from, 8, partitions, length, 1, 5, send);
                    job.engine(1).world().precvInit(target, 16, partitions, length, 0, 5, receive);
                    for (int round = 0; round < 3; round++) {
                        Payloads.fill(from, 8, partitions * length, round);
                        target.setMemory(0, MOST, (byte) 0);
                        receive.start();
                        send.start();
                        for (int i = 0; i < partitions; i++) {
                            // 3, 6, 9, 2, …: not in the order of their addresses.
                            final int partition = (3 + 3 * i) % partitions;
                            assertThat(receive.parrived(partition)).isFalse();
                            assertThat(receive.test()).isFalse();
                            assertThat(send.test()).isFalse();
                            send.pready(partition);
                            while (!receive.parrived(partition)) {
                                TimeLimit.check();
                                job.step();
                            }
                        }
                        finish(job, send, receive);
                        Payloads.check(target, 16, partitions * length, round);
                        assertThat(receive.status().length()).isEqualTo((long) partitions * length);
                        assertThat(receive.status().tag()).isEqualTo(5);
                        assertThat(receive.status().source()).isZero();
                    }
                }
            }
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldSendPartitionsToNobody() {
        try (LocalJob job = LocalJob.of(2)) {
            final Request send = new Request();
            job.engine(0).world().psendInit(buffer, 0, 2, 8, Communicator.NULL_RANK, 5, send);
            for (int round = 0; round < 3; round++) {
                send.start();
                assertThat(send.test()).isFalse();
                send.pready(1);
                assertThat(Requests.testAny(send)).isEqualTo(Requests.NONE_COMPLETE);
                send.pready(0);
                assertThat(send.test()).isTrue();
            }
        }
    }

    @Test
    void shouldKeepPartitionsAndMessagesApart() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator[] dups = new Communicator[2];
            new RankThreads().run(job, engine -> dups[engine.rank()] = engine.world().dup());
            final Request any = dups[1].irecv(target, 0, MOST, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            final Request send = new Request();
            final Request receive = new Request();
            dups[0].psendInit(buffer, 0, 2, 8, 1, 1, send);
            dups[1].precvInit(buffer, 100, 2, 8, 0, 1, receive);
            send.start();
            send.pready(1);
            send.pready(0);
            receive.start();
            finish(job, send, receive);
            assertThat(any.test()).isFalse();
            dups[0].send(buffer, 0, 8, 1, 1 << 16);
            finish(job, any);
            assertThat(any.status().tag()).isEqualTo(1 << 16);
            receive.start();
            final Request cancelled = receive;
            dups[1].close();
            finish(job, cancelled);
            assertThat(cancelled.status().outcome()).isEqualTo(Outcome.CANCELLED);
            assertThatThrownBy(cancelled::start).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
        }
    }

    @Test
    void shouldRefuseWrongPartitions() {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator zero = job.engine(0).world();
            final Request request = new Request();
            assertThatThrownBy(() -> zero.psendInit(buffer, 0, 0, 8, 1, 1, request)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> zero.psendInit(buffer, 0, MessageModes.MAX_PARTITIONS + 1, 8, 1, 1, request))
                .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> zero.psendInit(buffer, 8, 2, MOST / 2, 1, 1, request)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> zero.psendInit(buffer, 8, 2, Long.MAX_VALUE, 1, 1, request))
                .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> zero.psendInit(buffer, 0, 2, 8, 1, MessageModes.MAX_PARTITIONED_TAG + 1, request))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("tag=32768");
            assertThatThrownBy(() -> zero.precvInit(buffer, 0, 2, 8, Communicator.ANY_SOURCE, 1, request))
                .isInstanceOf(IllegalArgumentException.class);
            zero.psendInit(buffer, 0, 2, 8, 1, 1, request);
            assertThatThrownBy(() -> request.pready(0)).isInstanceOf(IllegalStateException.class).hasMessageContaining("idle");
            request.start();
            request.pready(0);
            assertThatThrownBy(() -> request.pready(0)).isInstanceOf(IllegalStateException.class).hasMessageContaining("partition=0");
            assertThatThrownBy(() -> request.pready(2)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> request.parrived(0)).isInstanceOf(IllegalStateException.class);
            assertThat(request.cancel()).isFalse();
            request.pready(1);
            assertThat(request.await().isSuccess()).isTrue();
        }
    }

    @Test
    void shouldEndAPartitionedReceiveByItsFirstError() {
        try (LocalJob job = LocalJob.of(2)) {
            final Request send = new Request();
            final Request receive = new Request();
            job.engine(0).world().psendInit(buffer, 0, 2, 16, 1, 1, send);
            job.engine(1).world().precvInit(target, 0, 2, 8, 0, 1, receive);
            send.start();
            receive.start();
            send.pready(0);
            send.pready(1);
            assertThatThrownBy(() -> finish(job, send, receive)).isInstanceOf(TruncatedException.class);
            assertThat(receive.isActive()).isFalse();
            receive.start();
            job.kill(0);
            assertThatThrownBy(() -> receive.await(20, TimeUnit.SECONDS)).isInstanceOf(MessagingException.class);
        }
    }

    @Test
    void shouldTakePartitionsOfSeveralThreadsBetweenProcesses() throws Exception {
        try (RankJvms job = RankJvms.start(2, Rank.class, List.of(
            "-D" + EngineContext.THREAD_LEVEL_PROPERTY + "=multiple", "-D" + GeometrySetting.PACKETS.propertyName() + "=4"))) {
            job.awaitSuccess();
        }
    }

    /** In every round, each thread of rank 0 fills and marks one partition. Rank 1 checks each as it comes, and then answers. */
    static final class Rank {
        private static final int THREADS = 4;
        private static final int ROUNDS = 200;
        private static final int LENGTH = 6000;

        private Rank() {
        }

        public static void main(final String[] arguments) throws Exception {
            try (Engine engine = Engine.launch(); MemoryRegion region = engine.allocate(THREADS * LENGTH)) {
                final Request request = new Request();
                if (engine.rank() == 0) {
                    engine.world().psendInit(region, 0, THREADS, LENGTH, 1, 1, request);
                } else {
                    engine.world().precvInit(region, 0, THREADS, LENGTH, 0, 1, request);
                }
                for (int round = 0; round < ROUNDS; round++) {
                    request.start();
                    if (engine.rank() == 0) {
                        mark(region.buffer(), request, round);
                    } else {
                        check(region.buffer(), request, round);
                    }
                    assertThat(request.await().isSuccess()).isTrue();
                    engine.world().barrier();
                }
            }
        }

        private static void mark(final UnsafeBuffer buffer, final Request request, final int round) throws Exception {
            final RankThreads threads = new RankThreads();
            for (int thread = 0; thread < THREADS; thread++) {
                final int partition = thread;
                threads.start(() -> {
                    Payloads.fill(buffer, partition * LENGTH, LENGTH, round * THREADS + partition);
                    request.pready(partition);
                });
            }
            threads.join();
        }

        private static void check(final UnsafeBuffer buffer, final Request request, final int round) {
            int open = (1 << THREADS) - 1;
            while (open != 0) {
                for (int partition = 0; partition < THREADS; partition++) {
                    if ((open & 1 << partition) != 0 && request.parrived(partition)) {
                        Payloads.check(buffer, partition * LENGTH, LENGTH, round * THREADS + partition);
                        open &= ~(1 << partition);
                    }
                }
            }
        }
    }

    @Test
    void shouldWaitForPersistentRequestsTogether() {
        try (LocalJob job = LocalJob.of(1)) {
            final Communicator world = job.engine(0).world();
            final Request[] all = {new Request(), new Request(), new Request(), new Request()};
            world.sendInit(buffer, 0, 8, 0, 1, all[0]);
            world.recvInit(target, 0, 8, 0, 1, all[1]);
            world.psendInit(buffer, 0, 2, 8, 0, 1, all[2]);
            world.precvInit(target, 0, 2, 8, 0, 1, all[3]);
            for (int round = 0; round < 5; round++) {
                for (final Request request : all) {
                    request.start();
                }
                all[2].pready(1);
                all[2].pready(0);
                Requests.waitAll(all);
            }
        }
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
