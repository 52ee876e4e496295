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

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.ringbuffers.counters.Counter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Waits and tests of several requests. Each request is polled for, and one turn serves all requests of an engine.
 */
@Timeout(30)
class AnyOfSeveralTest {
    private static final int SEVERAL = 5;
    private static final int LENGTH = 64;
    private static final int LONG = 1 << 20;
    private static final int MOST_LOOKS = 100_000;
    private static final int TESTS = 5000;

    private final UnsafeBuffer message = new UnsafeBuffer(ByteBuffer.allocateDirect(LONG));
    private final UnsafeBuffer target = new UnsafeBuffer(ByteBuffer.allocateDirect(2 * LONG));

    private static Communicator world(final LocalJob job, final int rank) {
        return job.engine(rank).world();
    }

    private Request[] receives(final LocalJob job) {
        final Request[] receives = new Request[SEVERAL];
        Arrays.setAll(receives, tag -> world(job, 0).irecv(target, tag * LENGTH, LENGTH, 1, tag));
        return receives;
    }

    private void send(final LocalJob job, final int tag) {
        message.setMemory(0, LENGTH, (byte) (tag + 1));
        world(job, 1).send(message, 0, LENGTH, 0, tag);
    }

    private void assertReceived(final Request receive, final int tag) {
        assertThat(receive.isActive()).isFalse();
        assertThat(receive.status().tag()).isEqualTo(tag);
        assertThat(target.getByte(tag * LENGTH)).isEqualTo((byte) (tag + 1));
    }

    @ParameterizedTest
    @EnumSource
    void shouldFinishWhicheverHasItsMessage(final ThreadLevel level) {
        try (LocalJob job = LocalJob.of(2, context -> context.threadLevel(level))) {
            final Request[] receives = receives(job);
            assertThat(Requests.testAny(receives)).isEqualTo(Requests.NONE_COMPLETE);
            for (int round = 0; round < 100; round++) {
                final int tag = round * 3 % SEVERAL;
                send(job, tag);
                assertThat(Requests.waitAny(receives)).isEqualTo(tag);
                assertReceived(receives[tag], tag);
                world(job, 0).irecv(target, tag * LENGTH, LENGTH, 1, tag, receives[tag]);
            }
        }
    }

    @Test
    void shouldFinishOneThatALookForAnotherHasCompleted() {
        try (LocalJob job = LocalJob.of(2)) {
            LocalRanks.meet(job);
            final Request[] receives = receives(job);
            for (int tag = SEVERAL - 1; tag >= 0; tag--) {
                send(job, tag);
                assertThat(Requests.testAny(receives)).isEqualTo(tag);
                assertReceived(receives[tag], tag);
            }
            assertThat(Requests.testAny(receives)).isEqualTo(Requests.NONE_ACTIVE);
        }
    }

    @Test
    void shouldTakeOneTurnForAll() {
        try (LocalJob job = LocalJob.of(2)) {
            final Request[] receives = receives(job);
            send(job, 0);
            assertThat(Requests.waitAny(receives)).isZero();
            final long before = turns(job, 0);
            for (int i = 0; i < TESTS; i++) {
                assertThat(Requests.testAny(receives)).isEqualTo(Requests.NONE_COMPLETE);
            }
            final long between = turns(job, 0);
            assertThat(between - before).isBetween(TESTS * 9L / 10, TESTS * 2L);
            for (int i = 0; i < TESTS; i++) {
                assertThat(Requests.testAll(receives)).isFalse();
            }
            assertThat(turns(job, 0) - between).isBetween(TESTS * 9L / 10, TESTS * 2L);
        }
    }

    /** Returns the turns as last published, which is not after each turn. */
    private static long turns(final LocalJob job, final int rank) {
        return EngineAccess.node(job.engine(rank)).counters().value(Counter.PROGRESS_TURNS);
    }

    @Test
    void shouldLookForOneInFrontOfAnotherThatIsAlwaysComplete() {
        try (LocalJob job = LocalJob.of(2)) {
            final Request[] requests = {world(job, 0).irecv(target, 0, LENGTH, 1, 0), new Request()};
            send(job, 0);
            int index = 1;
            for (int looks = 0; index == 1 && looks < MOST_LOOKS; looks++) {
                world(job, 0).isend(message, 0, LENGTH, Communicator.NULL_RANK, 0, requests[1]);
                index = Requests.waitAny(requests);
            }
            assertThat(index).isZero();
            assertReceived(requests[0], 0);
        }
    }

    /** One of two requests is complete at each look, so no wait comes to its turn. */
    @ParameterizedTest
    @ValueSource(ints = {1, Communicator.NULL_RANK})
    void shouldServeOthersWhileOneIsAlwaysComplete(final int destination) {
        try (LocalJob job = LocalRanks.meet(LocalJob.of(3))) {
            final Request first = world(job, 0).irecv(target, 0, LENGTH, 1, 0);
            send(job, 0);
            first.await();
            final Request outside = world(job, 0).irecv(target, 2 * LENGTH, LENGTH, 2, 2);
            final Request[] requests = {world(job, 0).irecv(target, 0, LENGTH, 1, 1), new Request()};
            message.setMemory(0, LENGTH, (byte) 3);
            world(job, 2).send(message, 0, LENGTH, 0, 2);
            int looks = 0;
            while (!outside.isComplete() && looks < MOST_LOOKS) {
                world(job, 0).isend(message, 0, LENGTH, destination, 9, requests[1]);
                assertThat(Requests.waitAny(requests)).isOne();
                if (destination == 1) {
                    world(job, 1).recv(target, LENGTH, LENGTH, 0, 9, null);
                }
                looks++;
            }
            assertThat(looks).isLessThan(MOST_LOOKS);
            outside.await();
            assertReceived(outside, 2);
        }
    }

    @Test
    void shouldTakeATurnForEachEngine() {
        try (LocalJob job = LocalJob.of(2)) {
            final Request[] requests = {world(job, 0).irecv(target, 0, LENGTH, 1, 0), world(job, 1).irecv(target, LENGTH, LENGTH, 0, 0)};
            // The polls find both.
            send(job, 0);
            world(job, 0).send(message, 0, LENGTH, 1, 0);
            Requests.waitAll(requests);
            world(job, 0).irecv(target, 0, LENGTH, 1, 1, requests[0]);
            world(job, 1).irecv(target, LENGTH, LENGTH, 0, 1, requests[1]);
            for (int i = 0; i < 2 * TESTS; i++) {
                assertThat(Requests.testAny(requests)).isEqualTo(Requests.NONE_COMPLETE);
            }
            assertThat(turns(job, 0)).isGreaterThan(TESTS);
            assertThat(turns(job, 1)).isGreaterThan(TESTS);
        }
    }

    @Test
    void shouldEndLongMessagesOfEachEngine() {
        try (LocalJob job = LocalJob.of(2)) {
            final Request[] requests = {
                world(job, 0).isend(message, 0, LONG, 1, 1), world(job, 1).isend(message, 0, LONG, 0, 2),
                world(job, 0).irecv(target, 0, LONG, 1, 2), world(job, 1).irecv(target, LONG, LONG, 0, 1)};
            message.setMemory(0, LONG, (byte) 0);
            int looks = 0;
            while (!Requests.testAll(requests) && looks < MOST_LOOKS) {
                looks++;
            }
            assertThat(looks).isLessThan(MOST_LOOKS);
            assertThat(requests[2].status().length()).isEqualTo(LONG);
            assertThat(requests[3].status().length()).isEqualTo(LONG);
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.PROTOCOL_ERRORS)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFinishAllThatAreComplete(final ThreadLevel level) {
        try (LocalJob job = LocalJob.of(2, context -> context.threadLevel(level))) {
            final Request[] receives = receives(job);
            final int[] indices = new int[SEVERAL];
            send(job, 3);
            send(job, 1);
            final Set<Integer> finished = new TreeSet<>();
            while (finished.size() < 2) {
                final int count = Requests.waitSome(receives, indices);
                Arrays.stream(indices, 0, count).forEach(finished::add);
            }
            assertThat(finished).containsExactly(1, 3);
            assertReceived(receives[1], 1);
            assertReceived(receives[3], 3);
            assertThat(Requests.testAll(receives)).isFalse();
            send(job, 0);
            send(job, 2);
            send(job, 4);
            assertThat(Requests.waitSome(receives, indices)).isPositive();
            Requests.waitAll(receives);
            assertThat(Requests.waitSome(receives, indices)).isEqualTo(Requests.NONE_ACTIVE);
        }
    }
}
