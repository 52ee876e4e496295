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
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Multicast;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.ThreadLevel;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Multicasts of several threads at the same time, in communicators of some ranks, and of threads that are interrupted.
 */
@Timeout(60)
class MulticastThreadsTest {
    private static final int THREADS = 3;
    private static final int ROUNDS = 300;
    private static final int[] LENGTHS = {8, 300, 5_000, 20_000, 100_000};

    private static LocalJob job(final boolean isAsync) {
        return LocalJob.of(3, context -> context.threadLevel(ThreadLevel.MULTIPLE).asyncProgress(isAsync));
    }

    private static int length(final int round) {
        return LENGTHS[round % LENGTHS.length];
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldDeliverWhatSeveralThreadsSend(final boolean isAsync) throws Exception {
        try (LocalJob job = job(isAsync)) {
            final RankThreads threads = new RankThreads();
            for (int thread = 0; thread < THREADS; thread++) {
                final int tag = thread;
                threads.start(() -> send(job.engine(0), tag));
                threads.start(() -> receive(job.engine(1).world(), tag));
                threads.start(() -> receive(job.engine(2).world(), tag));
            }
            threads.join();
            Quiescence.assertQuiet(job);
        }
    }

    private static void send(final Engine engine, final int tag) {
        final Multicast multicast = new Multicast().to(2, 1);
        final Request request = new Request();
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[100_000]);
        try (MemoryRegion region = engine.allocate(100_000)) {
            for (int round = 0; round < ROUNDS; round++) {
                final boolean isInRegion = round % 2 == 0;
                Payloads.fill(isInRegion ? region.buffer() : buffer, 0, length(round), round + tag);
                if (isInRegion) {
                    engine.world().multicast(region, 0, length(round), multicast, tag);
                } else {
                    engine.world().imulticast(buffer, 0, length(round), multicast, tag, request);
                    assertThat(request.await().isSuccess()).isTrue();
                }
            }
        }
    }

    private static void receive(final Communicator world, final int tag) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[100_000]);
        for (int round = 0; round < ROUNDS; round++) {
            world.recv(buffer, 0, length(round), 0, tag, null);
            Payloads.check(buffer, 0, length(round), round + tag);
        }
    }

    @Test
    void shouldNameRanksOfItsCommunicator() throws Exception {
        try (LocalJob job = job(false)) {
            final Communicator[] reversed = new Communicator[3];
            // Rank 0 of the new communicator is rank 2 of the world.
            new RankThreads().run(job, engine -> reversed[engine.rank()] = engine.world().split(0, -engine.rank()));
            final UnsafeBuffer buffer = new UnsafeBuffer(new byte[20_000]);
            final Multicast multicast = new Multicast().to(1, 2);
            Payloads.fill(buffer, 0, 20_000, 4);
            reversed[2].multicast(buffer, 0, 20_000, multicast, 1);
            assertThat(multicast.status().isSuccess()).isTrue();
            for (int rank = 0; rank < 2; rank++) {
                buffer.setMemory(0, 20_000, (byte) 0);
                reversed[rank].recv(buffer, 0, 20_000, 0, 1, null);
                Payloads.check(buffer, 0, 20_000, 4);
            }
            job.engine(1).close();
            multicast.to(1).skipSlow(true);
            while (multicast.skipped() == 0) {
                TimeLimit.check();
                reversed[2].multicast(buffer, 0, 0, multicast, 2);
            }
            assertThat(multicast.skippedRank(0)).isEqualTo(1);
            assertThatThrownBy(() -> reversed[2].multicast(buffer, 0, 8, multicast.skipSlow(false), 2))
                .isInstanceOf(PeerFailedException.class).hasMessageStartingWith("rank 1 ");
        }
    }

    @Test
    void shouldGoOnAfterAnInterrupt() throws Exception {
        try (LocalJob job = job(false); MemoryRegion region = job.engine(0).allocate(20_000)) {
            final Multicast multicast = new Multicast().to(1, 2);
            final Communicator world = job.engine(0).world();
            Payloads.fill(region.buffer(), 0, 20_000, 1);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> world.multicast(region, 0, 20_000, multicast, 1)).isInstanceOf(InterruptException.class);
            assertThat(Thread.interrupted()).isTrue();
            final UnsafeBuffer next = new UnsafeBuffer(new byte[8]);
            Payloads.fill(next, 0, 8, 2);
            world.multicast(next, 0, 8, multicast, 1);
            for (int rank = 1; rank < 3; rank++) {
                MulticastTest.receive(job, rank, 20_000, 1, 1);
                MulticastTest.receive(job, rank, 8, 1, 2);
            }
            Quiescence.assertQuiet(job);
        }
    }
}
