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
package io.tombolo.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EndpointAttributes;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.InterfaceAdapter;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.collective.GoneMemberTest.Call;
import io.tombolo.engine.window.WindowJob;
import io.tombolo.ringbuffers.counters.Counter;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The pair file that a rank needs for its messages cannot be made. Collective calls end at all ranks, and succeed once there is room. In
 * this test, another file of that name prevents the pair file, as a full file system would.
 */
@Timeout(60)
class NoRoomForPairFileTest {
    private static void block(final LocalJob job, final int from, final int to) throws IOException {
        Files.createFile(job.directory().resolve("pair-" + from + "-" + to + "-1.dat"));
    }

    private static void clear(final LocalJob job, final int from, final int to) throws IOException {
        Files.delete(job.directory().resolve("pair-" + from + "-" + to + "-1.dat"));
    }

    private static LocalJob job(final int size) {
        return LocalJob.of(size, context -> context.errorHandler(error -> { }));
    }

    private static void assertNoRoom(final ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(
            MessagingException.class, failure -> assertThat(failure.outcome()).isEqualTo(Outcome.INSUFFICIENT_RESOURCES));
    }

    @ParameterizedTest
    @EnumSource(value = Call.class, names = {"BARRIER", "DUP", "SPLIT", "CREATE", "ALLOCATE"})
    void shouldEndAtAllRanksThatHaveNone(final Call call) throws Exception {
        try (LocalJob job = job(2)) {
            block(job, 0, 1);
            block(job, 1, 0);
            new RankThreads().run(job, engine -> assertNoRoom(() -> call.run(engine.world(), null)));
            clear(job, 0, 1);
            clear(job, 1, 0);
            runAgain(job, call);
        }
    }

    /** A rank that tries again first may meet the failure of the others once more. */
    private static void runAgain(final LocalJob job, final Call call) throws Exception {
        final AtomicInteger through = new AtomicInteger();
        new RankThreads().run(job, engine -> {
            while (true) {
                Traffic.checkTime();
                try {
                    engine.world().barrier();
                    break;
                } catch (final MessagingException exception) {
                    assertThat(exception.outcome()).isEqualTo(Outcome.INSUFFICIENT_RESOURCES);
                }
            }
            call.run(engine.world(), null);
            through.incrementAndGet();
        });
        assertThat(through).hasValue(job.size());
    }

    @Test
    void shouldEndABarrierAtThoseThatHaveRoom() throws Exception {
        for (int size = 2; size <= 4; size++) {
            try (LocalJob job = job(size)) {
                block(job, size - 1, 0);
                new RankThreads().run(job, engine -> assertNoRoom(engine.world()::barrier));
                clear(job, size - 1, 0);
                runAgain(job, Call.DUP);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(value = Call.class, names = {"DUP", "SPLIT", "CREATE", "ALLOCATE"})
    void shouldEndACreationAtThoseThatHaveRoom(final Call call) throws Exception {
        try (LocalJob job = job(3)) {
            block(job, 1, 0);
            new RankThreads().run(job, engine -> assertNoRoom(() -> call.run(engine.world(), null)));
        }
    }

    /** The target of a window has no room for the pair through which it would grant the lock. */
    @Test
    void shouldEndTheEpochAtATargetThatCannotAnswer() throws Exception {
        // Of eight ranks, these two exchange nothing when the window is made.
        try (WindowJob job = WindowJob.create(8, 64, context -> context.windowAgentUs(0).errorHandler(error -> { }))) {
            block(job.job(), 3, 0);
            final Window window = job.window(0);
            final UnsafeBuffer word = new UnsafeBuffer(new byte[8]);
            job.whileServed(() -> {
                window.lock(3, LockType.EXCLUSIVE);
                window.put(word, 0, 8, 3, 0);
                window.put(word, 0, 8, 3, 8);
                assertNoRoom(() -> window.unlock(3));
            });
            assertThat(job.count(0, Counter.PROTOCOL_ERRORS) + job.count(3, Counter.PROTOCOL_ERRORS)).isZero();
            job.whileServed(() -> {
                job.window(1).lock(3, LockType.EXCLUSIVE);
                job.window(1).put(word, 0, 8, 3, 0);
                job.window(1).unlock(3);
            });
            assertNoRoom(job.window(0)::fence);
            assertNoRoom(job.window(1)::fence);
            job.job().close();
        }
    }

    /** No service point listens, and the rank has no room for the pair through which it would say so. */
    @Test
    void shouldEndAConnectionThatIsNotAnswered() throws Exception {
        try (LocalJob job = job(2)) {
            block(job, 0, 1);
            job.engine(0).adapter().createDispatcher(16);
            final InterfaceAdapter client = job.engine(1).adapter();
            final EventDispatcher events = client.createDispatcher(16);
            final Endpoint endpoint = client.createEndpoint(new EndpointAttributes()
                .receiveQueue(client.createReceiveQueue(client.zone(), new ReceiveQueueAttributes())).dispatcher(events));
            endpoint.connect(0, 7, 1, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            while (events.size() == 0) {
                Traffic.checkTime();
                job.step();
            }
            final Event event = new Event();
            events.dequeue(event);
            assertThat(event.type()).isEqualTo(EventType.UNREACHABLE);
        }
    }

    @Test
    void shouldEndAPlainSend() throws Exception {
        try (LocalJob job = job(2)) {
            block(job, 0, 1);
            final Communicator zero = job.engine(0).world();
            assertNoRoom(() -> zero.send(new byte[8], 0, 8, 1, 1));
            clear(job, 0, 1);
            zero.send(new byte[8], 0, 8, 1, 1);
            job.engine(1).world().recv(new byte[8], 0, 8, 0, 1, null);
        }
    }
}
