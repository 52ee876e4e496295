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
package io.tombolo.engine.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.RevokedException;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.api.collective.ReduceOp;
import io.tombolo.engine.telemetry.Waiting;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Collective calls that fail while ranks wait: a rank dies, a communicator is revoked or closed, a function of a rank throws. */
@Timeout(30)
class CollectiveFaultTest {
    private static final int SIZE = 3;
    private static final int DEAD = 2;
    // Needs many pieces, so that every rank waits for every other one.
    private static final int LONG = 40_000;

    /** Makes a call, in one of two forms. */
    private static void call(final ArrayCall call, final Communicator group, final boolean isNonblocking) {
        if (isNonblocking) {
            final Request request = new Request();
            call.begin(group, request);
            request.await();
        } else {
            call.run(group);
        }
    }

    @ParameterizedTest
    @EnumSource(GroupOperation.class)
    void shouldEndWhenARankDies(final GroupOperation operation) throws Exception {
        for (final int count : new int[] {1, LONG}) {
            for (final boolean isNonblocking : new boolean[] {false, true}) {
                die(operation, count, isNonblocking, isNonblocking == (count == 1));
            }
        }
    }

    private static void die(final GroupOperation operation, final int count, final boolean isNonblocking, final boolean isAsync)
        throws Exception {
        final int root = operation.isGather() || operation == GroupOperation.REDUCE ? 0 : DEAD;
        try (LocalJob job = LocalJob.of(SIZE, context -> context.asyncProgress(isAsync))) {
            final RankThreads threads = new RankThreads();
            for (int rank = 0; rank < DEAD; rank++) {
                final Communicator world = job.engine(rank).world();
                threads.start(() -> {
                    assertThatThrownBy(() -> {
                        call(new ArrayCall(operation, SIZE, count, root), world, isNonblocking);
                        assertThat(count).as("elements of a call that need not wait").isEqualTo(1);
                        world.barrier();
                    }).isInstanceOf(PeerFailedException.class).hasMessageContaining("rank 2 died");
                    assertThatThrownBy(() -> call(new ArrayCall(operation, SIZE, 1, root), world, !isNonblocking))
                        .isInstanceOf(PeerFailedException.class);
                });
            }
            for (int rank = 0; rank < DEAD; rank++) {
                Waiting.of(job.engine(rank)).await();
            }
            LocalRanks.end(job, DEAD, true);
            threads.join();
            assertMessagesArrive(job);
        }
    }

    /** The first survivor leaves: after a collective call that has failed, or without one. */
    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void shouldNameTheRankThatDiedAfterAnotherOneHasLeft(final boolean hasCalled, final boolean isWorld) throws Exception {
        for (int dead = 0; dead < SIZE; dead++) {
            final int first = (dead + 1) % SIZE;
            final int second = (dead + 2) % SIZE;
            try (LocalJob job = LocalJob.of(SIZE)) {
                final Communicator[] groups = new Communicator[SIZE];
                new RankThreads().run(job, engine -> groups[engine.rank()] =
                    isWorld ? engine.world() : engine.world().split(0, (engine.rank() + 1) % SIZE));
                LocalRanks.end(job, dead, true);
                final String death = "rank " + (isWorld ? dead : first + " (rank " + dead + " of the world)") + " died: ";
                if (hasCalled) {
                    assertDeath(groups[first], death);
                }
                job.engine(first).close();
                assertDeath(groups[second], death);
                assertDeath(groups[second], death);
            }
        }
    }

    private static void assertDeath(final Communicator group, final String death) {
        assertThatThrownBy(group::barrier).isInstanceOf(PeerFailedException.class).hasMessageStartingWith(death);
    }

    private static void assertMessagesArrive(final LocalJob job) throws Exception {
        final RankThreads threads = new RankThreads();
        final UnsafeBuffer received = new UnsafeBuffer(new byte[8]);
        threads.start(() -> job.engine(0).world().send(new UnsafeBuffer(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}), 0, 8, 1, 1));
        threads.start(() -> job.engine(1).world().recv(received, 0, 8, 0, 1));
        threads.join();
        assertThat(received.byteArray()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldEndWhenTheCommunicatorIsRevoked(final boolean isNonblocking) throws Exception {
        for (final int count : new int[] {1, LONG}) {
            try (LocalJob job = LocalJob.of(SIZE)) {
                final RankThreads threads = new RankThreads();
                for (int rank = 0; rank < DEAD; rank++) {
                    final Communicator world = job.engine(rank).world();
                    threads.start(() -> {
                        assertThatThrownBy(() -> call(new ArrayCall(GroupOperation.ALLREDUCE, SIZE, count, 0), world, isNonblocking))
                            .isInstanceOf(RevokedException.class);
                        assertThatThrownBy(() -> call(new ArrayCall(GroupOperation.ALLREDUCE, SIZE, count, 0), world, isNonblocking))
                            .isInstanceOf(RevokedException.class);
                    });
                }
                for (int rank = 0; rank < DEAD; rank++) {
                    Waiting.of(job.engine(rank)).await();
                }
                job.engine(2).world().revoke();
                assertThatThrownBy(
                    () -> call(new ArrayCall(GroupOperation.ALLREDUCE, SIZE, count, 0), job.engine(2).world(), isNonblocking))
                    .isInstanceOf(RevokedException.class);
                threads.join();
            }
        }
    }

    /** What a function of the application throws. */
    private static Throwable failure(final boolean isError) {
        return isError ? new StackOverflowError("too deep") : new ArithmeticException("no sum");
    }

    private static ReduceOp function(final Throwable failure) {
        return ReduceOp.of((left, right, count) -> {
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure instanceof RuntimeException exception) {
                throw exception;
            }
        }, true);
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void shouldThrowTheExceptionOfAFunction(final boolean isNonblocking, final boolean isError) throws Exception {
        for (final int count : new int[] {1, 600, LONG}) {
            for (final boolean isAsync : new boolean[] {false, true}) {
                try (LocalJob job = LocalJob.of(SIZE, context -> context.asyncProgress(isAsync))) {
                    new RankThreads().run(job, engine -> combine(engine, count, isNonblocking, failure(isError)));
                }
            }
        }
    }

    private static void combine(final Engine engine, final int count, final boolean isNonblocking, final Throwable failure) {
        final Communicator world = engine.world();
        final boolean isFaulty = engine.rank() == 1;
        final ReduceOp op = function(isFaulty ? failure : null);
        final Elements send = Elements.of(new long[count]);
        final Elements receive = Elements.of(new long[count]);
        final Request request = new Request();
        final var thrown = assertThatThrownBy(() -> {
            if (isNonblocking) {
                world.iallreduce(send, receive, op, request);
                request.await();
            } else {
                world.allreduce(send, receive, op);
            }
            assertThat(isFaulty).as("the function failed").isFalse();
            world.barrier();
        });
        if (isFaulty && isNonblocking && failure instanceof Error) {
            // The error may have been thrown in another thread.
            thrown.isInstanceOf(IllegalStateException.class).hasMessageContaining("allreduce has failed").hasCause(failure);
        } else if (isFaulty) {
            thrown.isSameAs(failure);
        } else {
            thrown.isInstanceOf(MessagingException.class).hasMessageContaining("a function of rank 1 has failed: ");
        }
        assertThatThrownBy(world::barrier).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("out of step since a function of rank 1 has failed: ");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, LONG})
    void shouldEndWhenTheCommunicatorIsClosed(final int count) throws Exception {
        try (LocalJob job = LocalJob.of(SIZE)) {
            final Communicator[] dups = new Communicator[SIZE];
            new RankThreads().run(job, engine -> dups[engine.rank()] = engine.world().dup());
            final Request[] requests = begin(dups[0], count);
            dups[0].close();
            assertEnd(requests);
            assertThatThrownBy(() -> call(new ArrayCall(GroupOperation.ALLREDUCE, SIZE, count, 0), dups[1], true))
                .isInstanceOf(PeerFailedException.class).hasMessageContaining("rank 0 has left");
            new RankThreads().run(job, engine -> engine.world().barrier());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, LONG})
    void shouldEndWhenTheEngineIsClosed(final int count) {
        try (LocalJob job = LocalJob.of(SIZE)) {
            final Request[] requests = begin(job.engine(0).world(), count);
            job.engine(0).close();
            assertEnd(requests);
            assertThatThrownBy(() -> call(new ArrayCall(GroupOperation.ALLREDUCE, SIZE, count, 0), job.engine(1).world(), true))
                .isInstanceOf(PeerFailedException.class).hasMessageContaining("rank 0 has left");
        }
    }

    /** Begins three operations, of which the first one is under way. */
    private static Request[] begin(final Communicator group, final int count) {
        final Request[] requests = {new Request(), new Request(), new Request()};
        for (final Request request : requests) {
            new ArrayCall(GroupOperation.ALLREDUCE, SIZE, count, 0).begin(group, request);
            assertThat(request.test()).isFalse();
        }
        return requests;
    }

    private static void assertEnd(final Request... requests) {
        for (final Request request : requests) {
            assertThat(request.isComplete()).isTrue();
            try {
                request.await();
            } catch (final MessagingException | IllegalStateException end) {
                assertThat(end).hasMessageNotContaining("null");
            }
            assertThat(request.isActive()).isFalse();
        }
        TimeLimit.check();
    }
}
