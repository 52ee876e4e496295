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
package io.tombolo.engine.pt2pt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Segments;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.ThreadLevel;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A wait for a message from any source ends when no rank is left that could send one, but not before all sent messages were received.
 */
@Timeout(60)
class RemainingSendersTest {
    private static final int TAG = 5;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[100]);

    /** The calls that wait for a message from any source. */
    enum Way {
        RECV, MASKED, IRECV, SEGMENTS, PERSISTENT, SENDRECV, PROBE, IPROBE, MPROBE, IMPROBE;

        void await(final Communicator world, final UnsafeBuffer buffer) {
            final Message message = new Message();
            switch (this) {
                case RECV -> world.recv(buffer, 0, 8, Communicator.ANY_SOURCE, TAG);
                case MASKED -> world.recv(buffer, 0, 8, Communicator.ANY_SOURCE, TAG, ~0, null);
                case IRECV -> world.irecv(buffer, 0, 8, Communicator.ANY_SOURCE, Communicator.ANY_TAG).await();
                case SEGMENTS -> world.recv(new Segments().add(buffer, 0, 4).add(buffer, 8, 4), Communicator.ANY_SOURCE, TAG, null);
                case PERSISTENT -> {
                    final Request request = new Request();
                    world.recvInit(buffer, 0, 8, Communicator.ANY_SOURCE, TAG, request);
                    request.start();
                    request.await();
                }
                case SENDRECV -> world.sendrecv(
                    buffer, 0, 8, Communicator.NULL_RANK, TAG, buffer, 8, 8, Communicator.ANY_SOURCE, TAG, null);
                case PROBE -> world.probe(Communicator.ANY_SOURCE, TAG, null);
                case IPROBE -> {
                    while (!world.iprobe(Communicator.ANY_SOURCE, TAG, null)) {
                        TimeLimit.check();
                    }
                }
                case MPROBE -> {
                    world.mprobe(Communicator.ANY_SOURCE, TAG, message);
                    message.close();
                }
                default -> {
                    while (!world.improbe(Communicator.ANY_SOURCE, TAG, message)) {
                        TimeLimit.check();
                    }
                    message.close();
                }
            }
        }

        void end(final Communicator world, final UnsafeBuffer buffer) {
            assertThatThrownBy(() -> await(world, buffer)).isInstanceOf(PeerFailedException.class)
                .hasMessageStartingWith("every other rank of the communicator has died or left");
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void shouldEndWhenAllOthersAreGone(final Way way) throws Exception {
        for (final ThreadLevel level : ThreadLevel.values()) {
            try (LocalJob job = LocalJob.of(3, context -> context.threadLevel(context.rank() == 0 ? level : ThreadLevel.MULTIPLE))) {
                if (level == ThreadLevel.SINGLE) {
                    job.kill(1);
                    job.kill(2);
                    way.end(job.engine(0).world(), buffer);
                } else {
                    final RankThreads threads = new RankThreads();
                    final Thread waiting = threads.start(() -> way.end(job.engine(0).world(), buffer));
                    job.kill(1);
                    assertThat(waiting.isAlive()).isTrue();
                    job.engine(2).close();
                    threads.join();
                }
                // Calls that start later end as well.
                way.end(job.engine(0).world(), buffer);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void shouldReceiveTheMessagesOfTheDeadFirst(final Way way) {
        try (LocalJob job = LocalJob.of(3)) {
            for (int rank = 1; rank < 3; rank++) {
                job.engine(rank).world().send(new byte[8], 0, 8, 0, TAG);
                job.kill(rank);
            }
            EngineAccess.node(job.engine(0)).job().probe(1);
            EngineAccess.node(job.engine(0)).job().probe(2);
            final Communicator world = job.engine(0).world();
            for (int rank = 1; rank < 3; rank++) {
                way.await(world, buffer);
                if (way == Way.PROBE || way == Way.IPROBE) {
                    world.recv(buffer, 0, 8, Communicator.ANY_SOURCE, TAG);
                }
            }
            way.end(world, buffer);
        }
    }

    @Test
    void shouldReportWhetherTheOthersHaveDied() {
        try (LocalJob job = LocalJob.of(3)) {
            final Communicator world = job.engine(0).world();
            final Request first = world.irecv(buffer, 0, 8, Communicator.ANY_SOURCE, 1);
            job.engine(1).close();
            job.engine(2).close();
            assertThatThrownBy(first::await).isInstanceOfSatisfying(PeerFailedException.class, failure -> {
                assertThat(failure.outcome()).isEqualTo(Outcome.PEER_LEFT);
                assertThat(failure.rank()).isEqualTo(Communicator.ANY_SOURCE);
            });
        }
        try (LocalJob job = LocalJob.of(3)) {
            job.engine(1).close();
            job.kill(2);
            assertThatThrownBy(() -> job.engine(0).world().recv(buffer, 0, 8, Communicator.ANY_SOURCE, 1))
                .isInstanceOfSatisfying(MessagingException.class, failure -> assertThat(failure.outcome()).isEqualTo(Outcome.PEER_FAILED));
        }
    }

    /** The wait in a group ends when all its other members are gone, while the wait in the world goes on. */
    @Test
    void shouldConsiderOnlyTheRanksOfTheCommunicator() throws Exception {
        try (LocalJob job = LocalJob.of(3)) {
            final Communicator[] pairs = new Communicator[3];
            new RankThreads().run(job, engine -> pairs[engine.rank()] = engine.world().split(engine.rank() / 2, 0));
            final Communicator world = job.engine(0).world();
            final Request ofWorld = world.irecv(buffer, 0, 8, Communicator.ANY_SOURCE, TAG);
            final Request ofPair = pairs[0].irecv(buffer, 8, 8, Communicator.ANY_SOURCE, TAG);
            job.kill(1);
            assertThatThrownBy(ofPair::await).isInstanceOf(PeerFailedException.class);
            assertThatThrownBy(pairs[0].irecv(buffer, 8, 8, Communicator.ANY_SOURCE, TAG)::await).isInstanceOf(PeerFailedException.class);
            assertThat(ofWorld.test()).isFalse();
            job.engine(2).world().send(new byte[8], 0, 8, 0, TAG);
            assertThat(ofWorld.await().source()).isEqualTo(2);
        }
    }

    @Test
    void shouldWaitForRanksThatHaveNotJoined(@TempDir final Path directory) {
        try (Engine zero = launch(directory, 0)) {
            final Request receive = zero.world().irecv(buffer, 0, 8, Communicator.ANY_SOURCE, TAG);
            EngineAccess.abandon(launch(directory, 1));
            EngineAccess.node(zero).job().probe(1);
            assertThatThrownBy(() -> zero.world().recv(buffer, 0, 8, 1, TAG)).isInstanceOf(PeerFailedException.class);
            assertThat(receive.test()).isFalse();
            try (Engine two = launch(directory, 2)) {
                two.world().send(new byte[8], 0, 8, 0, TAG);
                assertThat(receive.await().source()).isEqualTo(2);
            }
        }
    }

    private static Engine launch(final Path directory, final int rank) {
        return Engine.launch(new EngineContext().directory(directory).rank(rank).size(3).threadLevel(ThreadLevel.MULTIPLE));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 90, 1 << 20})
    void shouldReceiveMessagesToTheOwnRank(final int length) {
        final UnsafeBuffer data = new UnsafeBuffer(new byte[length]);
        try (LocalJob job = LocalRanks.meet(LocalJob.of(2))) {
            final Communicator world = job.engine(0).world();
            job.kill(1);
            EngineAccess.node(job.engine(0)).job().probe(1);
            assertThatThrownBy(() -> world.recv(data, 0, length, Communicator.ANY_SOURCE, TAG)).isInstanceOf(PeerFailedException.class);
            final Request send = world.isend(data, 0, length, 0, TAG);
            final Status status = world.irecv(data, 0, length, Communicator.ANY_SOURCE, TAG).await();
            assertThat(status.source()).isZero();
            assertThat(status.length()).isEqualTo(length);
            send.await();
            assertThatThrownBy(() -> world.recv(data, 0, length, Communicator.ANY_SOURCE, TAG)).isInstanceOf(PeerFailedException.class);
        }
    }

    @Test
    void shouldWaitForTheOwnRankInACommunicatorOfOne() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator[] own = new Communicator[2];
            new RankThreads().run(job, engine -> own[engine.rank()] = engine.world().split(engine.rank(), 0));
            job.kill(1);
            EngineAccess.node(job.engine(0)).job().probe(1);
            assertThatThrownBy(() -> job.engine(0).world().recv(buffer, 0, 8, Communicator.ANY_SOURCE, TAG))
                .isInstanceOf(PeerFailedException.class);
            final Request receive = own[0].irecv(buffer, 0, 8, Communicator.ANY_SOURCE, TAG);
            assertThat(receive.test()).isFalse();
            own[0].send(new byte[8], 0, 8, 0, TAG);
            assertThat(receive.await().source()).isZero();
        }
    }
}
