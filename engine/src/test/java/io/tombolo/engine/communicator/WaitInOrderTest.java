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

import static io.tombolo.engine.access.ApiAccess.MESSAGING;
import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Segments;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.ringbuffers.counters.Counter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Waits for ordered receives. Their messages are taken from the ring without a turn.
 */
@Timeout(30)
class WaitInOrderTest {
    private static final int LENGTH = 300;
    // After this many receives, further ones are ordered.
    private static final int FIRST = 16;

    private final UnsafeBuffer message = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
    private final UnsafeBuffer target = new UnsafeBuffer(ByteBuffer.allocateDirect(100 * LENGTH));

    private static Communicator world(final LocalJob job, final int rank) {
        return job.engine(rank).world();
    }

    private static long counted(final LocalJob job, final Counter counter) {
        return EngineAccess.node(job.engine(0)).counters().value(counter);
    }

    private void send(final LocalJob job, final int tag, final int length) {
        message.setMemory(0, LENGTH, (byte) (tag + 1));
        world(job, 1).send(message, 0, length, 0, tag);
    }

    private Request receive(final LocalJob job, final int tag, final int capacity) {
        return world(job, 0).irecv(target, tag * LENGTH, capacity, 1, tag);
    }

    private void begin(final LocalJob job) {
        for (int i = 0; i < FIRST; i++) {
            final Request receive = receive(job, i, LENGTH);
            send(job, i, 8);
            receive.await();
        }
        // Publishes the counters.
        job.engine(0).poll();
    }

    private void assertReceived(final Status status, final int tag, final int length) {
        assertThat(status.source()).isEqualTo(1);
        assertThat(status.tag()).isEqualTo(tag);
        assertThat(status.length()).isEqualTo(length);
        for (int i = 0; i < LENGTH; i++) {
            assertThat(target.getByte(tag * LENGTH + i)).as("byte %d of tag %d", i, tag).isEqualTo((byte) (i < length ? tag + 1 : 0));
        }
    }

    private void clear() {
        target.setMemory(0, target.capacity(), (byte) 0);
    }

    @ParameterizedTest
    @EnumSource
    void shouldReceiveAllBehindOneThatIsWaitedFor(final ThreadLevel level) {
        try (LocalJob job = LocalJob.of(2, context -> context.threadLevel(level))) {
            begin(job);
            clear();
            final long before = counted(job, Counter.EXPECTED_MESSAGES);
            final Request[] receives = new Request[100];
            Arrays.setAll(receives, tag -> receive(job, tag, LENGTH));
            for (int tag = 0; tag < receives.length; tag++) {
                send(job, tag, tag);
            }
            for (int tag = 0; tag < receives.length; tag++) {
                assertReceived(receives[tag].await(), tag, tag);
            }
            job.engine(0).poll();
            assertThat(counted(job, Counter.EXPECTED_MESSAGES) - before).isEqualTo(receives.length);
            assertThat(EngineAccess.messages(job.engine(1)).peers()[0].outbound().uncredited()).isZero();
        }
    }

    /** Later messages stay in their ring, because they may be for a receive that looks there. */
    @Test
    void shouldNotLookBehindTheLast() {
        try (LocalJob job = LocalJob.of(2)) {
            begin(job);
            final Request first = receive(job, 0, LENGTH);
            final Request second = receive(job, 1, LENGTH);
            final long before = counted(job, Counter.UNEXPECTED_MESSAGES);
            for (int tag = 0; tag < 3; tag++) {
                send(job, tag, 8);
            }
            first.await();
            assertThat(((RequestState) MESSAGING.delegate(second)).operation().isDone()).isTrue();
            assertThat(counted(job, Counter.UNEXPECTED_MESSAGES)).isEqualTo(before);
            Requests.waitAll(second);
            world(job, 0).recv(target, 0, 8, 1, 2);
            assertThat(counted(job, Counter.UNEXPECTED_MESSAGES)).isEqualTo(before);
        }
    }

    /** There are four receives, and one message that none of them fits. */
    @ParameterizedTest
    @ValueSource(strings = {"2 7 0 1 3", "0 2 7 1 3", "0 1 7 3 2", "7 0 1 2 3"})
    void shouldGiveEachItsOwnWhenTheOrderIsBroken(final String order) {
        try (LocalJob job = LocalJob.of(2)) {
            begin(job);
            clear();
            final Request[] receives = new Request[4];
            Arrays.setAll(receives, tag -> receive(job, tag, LENGTH));
            for (final String tag : order.split(" ")) {
                send(job, Integer.parseInt(tag), 10 * Integer.parseInt(tag));
            }
            for (int tag = 0; tag < receives.length; tag++) {
                assertReceived(receives[tag].await(), tag, 10 * tag);
            }
            assertReceived(receive(job, 7, LENGTH).await(), 7, 70);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void shouldGetALongMessageAmongShortOnes(final int place) {
        final UnsafeBuffer out = new UnsafeBuffer(ByteBuffer.allocateDirect(100_000));
        final UnsafeBuffer in = new UnsafeBuffer(ByteBuffer.allocateDirect(100_000));
        out.setMemory(0, out.capacity(), (byte) 9);
        try (LocalJob job = LocalJob.of(2)) {
            begin(job);
            clear();
            final Request[] receives = new Request[4];
            Arrays.setAll(receives, tag -> tag == place ? world(job, 0).irecv(in, 0, in.capacity(), 1, tag) : receive(job, tag, LENGTH));
            Request send = null;
            for (int tag = 0; tag < receives.length; tag++) {
                if (tag == place) {
                    send = world(job, 1).isend(out, 0, out.capacity(), 0, tag);
                } else {
                    send(job, tag, 40);
                }
            }
            for (int tag = 0; tag < receives.length; tag++) {
                while (!receives[tag].test()) {
                    job.engine(1).poll();
                    TimeLimit.check();
                }
                if (tag != place) {
                    assertReceived(receives[tag].status(), tag, 40);
                }
            }
            assertThat(in.compareTo(out)).isZero();
            send.await();
        }
    }

    /** A receive from any source files all receives before it. Receives behind it are ordered. */
    @Test
    void shouldGiveNothingToAYoungerReceive() {
        try (LocalJob job = LocalJob.of(2)) {
            begin(job);
            clear();
            final Request older = receive(job, 5, LENGTH);
            final Request any = world(job, 0).irecv(target, 6 * LENGTH, LENGTH, Communicator.ANY_SOURCE, 6);
            final UnsafeBuffer last = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
            final Request[] younger = new Request[100];
            Arrays.setAll(younger, i -> world(job, 0).irecv(last, 0, LENGTH, 1, 5));
            send(job, 5, 20);
            assertReceived(older.await(), 5, 20);
            assertThat(last.getByte(0)).isZero();
            send(job, 6, 30);
            assertReceived(any.await(), 6, 30);
            for (int i = 0; i < younger.length; i++) {
                send(job, 5, i);
                assertThat(younger[i].await().length()).isEqualTo(i);
            }
        }
    }

    /** Some receives are ordered when others with the same envelope are pushed into their bin. */
    @Test
    void shouldReceiveInOrderWhatIsInBinsToo() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator[] exact = new Communicator[2];
            new RankThreads().run(job, engine -> exact[engine.rank()] = engine.world().dup(Promise.NO_ANY_SOURCE, Promise.NO_ANY_TAG));
            final Request[] receives = new Request[90];
            for (int i = 0; i < receives.length; i++) {
                receives[i] = exact[0].irecv(target, i * LENGTH, LENGTH, 1, 3);
                if (i == 50) {
                    job.engine(0).poll();
                    exact[1].send(message, 0, 0, 0, 3);
                    receives[0].await();
                }
            }
            for (int i = 1; i < receives.length; i++) {
                exact[1].send(message, 0, i, 0, 3);
            }
            for (int i = 1; i < receives.length; i++) {
                assertThat(receives[i].await().length()).isEqualTo(i);
            }
        }
    }

    @Test
    void shouldCutWhatIsTooLong() {
        try (LocalJob job = LocalJob.of(2)) {
            begin(job);
            clear();
            world(job, 0).errors(ErrorMode.RETURN);
            final long before = counted(job, Counter.TRUNCATIONS);
            final Request first = receive(job, 1, 70);
            final Request second = receive(job, 2, LENGTH);
            send(job, 1, 200);
            send(job, 2, 200);
            final Status status = first.await();
            assertThat(status.outcome()).isEqualTo(Outcome.TRUNCATED);
            assertThat(status.messageLength()).isEqualTo(200);
            assertReceived(status, 1, 70);
            assertReceived(second.await(), 2, 200);
            assertThat(counted(job, Counter.TRUNCATIONS) - before).isEqualTo(1);
        }
    }

    /** A receive into several pieces among others. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5})
    void shouldSpreadAMessageOverPieces(final int place) {
        try (LocalJob job = LocalJob.of(2)) {
            begin(job);
            clear();
            final Request[] receives = new Request[6];
            Arrays.setAll(receives, tag -> tag == place ? new Request() : receive(job, tag, LENGTH));
            final int start = place * LENGTH;
            world(job, 0).irecv(new Segments().add(target, start, 100).add(target, start + 100, 200), 1, place, receives[place]);
            for (int tag = 0; tag < receives.length; tag++) {
                send(job, tag, 250);
            }
            for (int tag = 0; tag < receives.length; tag++) {
                assertReceived(receives[tag].await(), tag, 250);
            }
        }
    }

    /** A forwarded message leaves before messages that are sent after it has come. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5})
    void shouldPassAMessageOnAtOnce(final int place) {
        try (LocalJob job = LocalJob.of(3); MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            begin(job);
            clear();
            final Request[] receives = new Request[6];
            final Request passed = new Request();
            for (int tag = 0; tag < receives.length; tag++) {
                receives[tag] = tag == place ? new Request() : receive(job, tag, LENGTH);
                if (tag == place) {
                    world(job, 0).irecv(region, 0, LENGTH, 1, tag, receives[tag]);
                    world(job, 0).forward(receives[tag], 2, tag, passed);
                }
            }
            for (int tag = 0; tag < receives.length; tag++) {
                send(job, tag, 250);
            }
            for (int tag = 0; tag < receives.length; tag++) {
                final Status status = receives[tag].await();
                if (tag == place) {
                    world(job, 0).send(message, 0, 1, 2, place);
                    target.putBytes(tag * LENGTH, region.buffer(), 0, 250);
                }
                assertReceived(status, tag, 250);
            }
            assertThat(world(job, 2).recv(target, 0, LENGTH, 0, place).length()).isEqualTo(250);
            assertThat(target.getByte(249)).isEqualTo((byte) (place + 1));
            passed.await();
        }
    }
}
