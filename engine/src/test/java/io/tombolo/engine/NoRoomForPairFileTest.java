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
import io.tombolo.engine.window.WindowJob;
import io.tombolo.ringbuffers.collective.CollectiveFileDescriptor;
import io.tombolo.ringbuffers.counters.Counter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A rank cannot create the pair file that it needs for its messages, or the file that it needs for one more communicator. Another file with
 * the same name blocks its creation, as a full file system would.
 */
@Timeout(60)
class NoRoomForPairFileTest {
    private static final int WINDOW_LENGTH = 64;

    /** The collective calls, which need no messages. */
    enum CollectiveCall {
        BARRIER, DUP, SPLIT, CREATE_WINDOW, ALLOCATE_WINDOW;

        void run(final Communicator world) {
            switch (this) {
                case BARRIER -> world.barrier();
                case DUP -> world.dup();
                case SPLIT -> world.split(0, -world.rank());
                case CREATE_WINDOW -> world.createWindow(new UnsafeBuffer(new byte[WINDOW_LENGTH]));
                default -> world.allocateWindow(WINDOW_LENGTH);
            }
        }
    }

    private static void block(final LocalJob job, final int from, final int to) throws IOException {
        Files.createFile(job.directory().resolve("pair-" + from + ".1-" + to + ".1.dat"));
    }

    private static void clear(final LocalJob job, final int from, final int to) throws IOException {
        Files.delete(job.directory().resolve("pair-" + from + ".1-" + to + ".1.dat"));
    }

    private static LocalJob job(final int size) {
        return LocalJob.of(size, context -> context.errorHandler(error -> { }));
    }

    private static void assertNoRoom(final ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(
            MessagingException.class, failure -> assertThat(failure.outcome()).isEqualTo(Outcome.INSUFFICIENT_RESOURCES));
    }

    @ParameterizedTest
    @EnumSource
    void shouldNeedNoPairForACollectiveCall(final CollectiveCall call) throws Exception {
        try (LocalJob job = job(2)) {
            block(job, 0, 1);
            block(job, 1, 0);
            new RankThreads().run(job, engine -> call.run(engine.world()));
        }
    }

    /** The first file for collective operations has room for the world and seven more groups. */
    @Test
    void shouldEndACreationAlsoAtRanksWithRoom() throws Exception {
        try (LocalJob job = job(3)) {
            final Path taken = job.directory().resolve("collective-1.1-1.dat");
            Files.createFile(taken);
            new RankThreads().run(job, engine -> {
                for (int group = 1; group < CollectiveFileDescriptor.SLOTS; group++) {
                    engine.world().dup();
                }
                assertThatThrownBy(engine.world()::dup).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("rank 1 has").hasMessageContaining("no room for another file");
                engine.world().barrier();
            });
            Files.delete(taken);
            new RankThreads().run(job, engine -> engine.world().dup().barrier());
        }
    }

    /** The target of a window cannot create the pair file through which it would grant the lock. */
    @Test
    void shouldEndAnEpochAtATargetThatCannotAnswer() throws Exception {
        // Of eight ranks, 0 and 3 exchange no message when the window is created.
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

    /** No service listens, and the rank cannot create the pair file through which it would say so. */
    @Test
    void shouldEndAConnectionRequestThatCannotBeAnswered() throws Exception {
        try (LocalJob job = job(2)) {
            block(job, 0, 1);
            job.engine(0).adapter().createDispatcher(16);
            final InterfaceAdapter client = job.engine(1).adapter();
            final EventDispatcher events = client.createDispatcher(16);
            final Endpoint endpoint = client.createEndpoint(new EndpointAttributes()
                .receiveQueue(client.createReceiveQueue(client.zone(), new ReceiveQueueAttributes())).dispatcher(events));
            endpoint.connect(0, 7, 1, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            while (events.size() == 0) {
                TimeLimit.check();
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
