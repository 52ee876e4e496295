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

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.endpoint.EndpointJob;
import io.tombolo.ringbuffers.counters.Counter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A JVM has no memory for unexpected messages: they stay with their senders, none is lost, and the rank reports a ring that it cannot
 * empty.
 */
@Timeout(60)
class ScarceMemoryTest {
    private static final int LENGTH = 8192;

    @Test
    void shouldKeepMessagesInOrderWithoutDirectMemory() throws Exception {
        run(Messages.class, "-XX:MaxDirectMemorySize=2m");
    }

    @Test
    void shouldReceiveARequestedMessageFromTheRingWithoutDirectMemory() throws Exception {
        run(Waits.class, "-XX:MaxDirectMemorySize=2m");
    }

    @Test
    void shouldReportAShortageThatTheMessageOfAnotherRankHasMet() throws Exception {
        run(Others.class, "-XX:MaxDirectMemorySize=2m");
    }

    @Test
    void shouldKeepMessagesOfEndpointsInOrderWithoutDirectMemory() throws Exception {
        run(Endpoints.class, "-XX:MaxDirectMemorySize=2m");
    }

    @Test
    void shouldKeepMessagesInOrderWithoutHeap() throws Exception {
        try (RankJvms job = RankJvms.create()) {
            job.add(0, 3, ManyMessages.class, List.of("-Xmx12m", "-XX:MaxDirectMemorySize=64m"));
            job.add(1, 3, ManyMessages.class, List.of()).add(2, 3, ManyMessages.class, List.of());
            job.awaitSuccess();
        }
    }

    private static void run(final Class<?> program, final String option) throws Exception {
        try (RankJvms job = RankJvms.start(1, program, List.of(option))) {
            job.awaitSuccess();
        }
    }

    /** Sends more than the receiver has memory for, and receives all of it. */
    static final class Messages {
        private static final int COUNT = 900;

        private Messages() {
        }

        public static void main(final String[] arguments) {
            final List<Throwable> told = new ArrayList<>();
            try (LocalJob job = LocalJob.of(2, context -> context.errorHandler(told::add))) {
                final List<Request> sends = new ArrayList<>();
                for (int i = 0; i < COUNT; i++) {
                    final UnsafeBuffer message = new UnsafeBuffer(new byte[LENGTH]);
                    message.putInt(0, i);
                    sends.add(job.engine(0).world().isend(message, 0, LENGTH, 1, 1));
                    job.step();
                }
                // One message is received and the next takes its memory: the ring stalls again, and the rank does not ask for memory yet.
                receive(job, 0);
                while (told.isEmpty()) {
                    job.step();
                }
                assertThat(told).hasSize(1);
                assertThat(told.get(0)).hasMessageContaining("rank 1 reads nothing more of rank 0: no memory")
                    .hasMessageContaining("-XX:MaxDirectMemorySize").hasMessageContaining("tombolo.unexpected.bytes=8388608");
                for (int i = 1; i < COUNT; i++) {
                    receive(job, i);
                }
                for (final Request send : sends) {
                    while (!send.test()) {
                        job.step();
                    }
                }
                assertThat(EngineAccess.node(job.engine(1)).counters().value(Counter.PROTOCOL_ERRORS)).isZero();
                assertThat(told).hasSize(1);
                keepShort(job);
            }
        }

        private static void receive(final LocalJob job, final int expected) {
            final UnsafeBuffer target = new UnsafeBuffer(new byte[LENGTH]);
            final Request receive = job.engine(1).world().irecv(target, 0, LENGTH, 0, 1);
            while (!receive.test()) {
                job.engine(0).poll();
            }
            assertThat(target.getInt(0)).isEqualTo(expected);
        }

        /** The blocks of long messages are free, and a short message can use them. */
        private static void keepShort(final LocalJob job) {
            final List<ByteBuffer> taken = takeAll();
            final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
            message.putInt(0, 5);
            job.engine(0).world().send(message, 0, 8, 1, 2);
            job.step();
            assertThat(EngineAccess.messages(job.engine(1)).receives().unexpectedCount()).isEqualTo(1);
            job.engine(1).world().recv(message, 0, 8, 0, 2, null);
            assertThat(message.getInt(0)).isEqualTo(5);
            assertThat(taken).isNotEmpty();
        }
    }

    /** Uses up all direct memory. */
    private static List<ByteBuffer> takeAll() {
        final List<ByteBuffer> taken = new ArrayList<>();
        try {
            while (true) {
                taken.add(ByteBuffer.allocateDirect(1024));
            }
        } catch (final OutOfMemoryError full) {
            return taken;
        }
    }

    /** Uses up all direct memory, and then receives the next message in the ring. */
    static final class Waits {
        private Waits() {
        }

        public static void main(final String[] arguments) {
            try (LocalJob job = LocalJob.of(2)) {
                final List<ByteBuffer> taken = takeAll();
                final UnsafeBuffer message = new UnsafeBuffer(new byte[LENGTH]);
                message.putInt(0, 77);
                job.engine(0).world().send(message, 0, LENGTH, 1, 1);
                job.step();
                assertThat(EngineAccess.messages(job.engine(1)).receives().unexpectedCount()).isZero();
                final UnsafeBuffer target = new UnsafeBuffer(new byte[LENGTH]);
                job.engine(1).world().recv(target, 0, LENGTH, 0, 1, null);
                assertThat(target.getInt(0)).isEqualTo(77);
                assertThat(taken).isNotEmpty();
            }
        }
    }

    /** Uses up all direct memory. The ring that stalls is of a rank whose message has not asked for memory. */
    static final class Others {
        private Others() {
        }

        public static void main(final String[] arguments) {
            final List<Throwable> told = new ArrayList<>();
            try (LocalJob job = LocalJob.of(3, context -> context.errorHandler(told::add))) {
                final List<ByteBuffer> taken = takeAll();
                final UnsafeBuffer message = new UnsafeBuffer(new byte[LENGTH]);
                job.engine(1).world().send(message, 0, LENGTH, 2, 1);
                job.step();
                job.engine(0).world().send(message, 0, LENGTH, 2, 1);
                job.step();
                job.engine(2).world().recv(message, 0, LENGTH, 1, 1, null);
                while (told.isEmpty()) {
                    job.step();
                }
                assertThat(told.get(0)).hasMessageContaining("rank 2 reads nothing more of rank 0: no memory");
                job.engine(2).world().recv(message, 0, LENGTH, 0, 1, null);
                assertThat(taken).isNotEmpty();
            }
        }
    }

    /** The same for messages to a receive queue without buffers. */
    static final class Endpoints {
        private static final int COUNT = 400;
        // Number of messages that there is memory for.
        private static final int FIT = (2 << 20) / LENGTH / 2;
        private static final int PLACES = 100;

        private Endpoints() {
        }

        public static void main(final String[] arguments) {
            try (EndpointJob meeting = new EndpointJob(1, new ReceiveQueueAttributes())) {
                final EndpointJob.Client client = meeting.client(0);
                int sent = 0;
                while (sent < COUNT && isSent(client, sent)) {
                    sent++;
                    meeting.job.step();
                }
                assertThat(sent).isGreaterThan(FIT);
                for (int i = 0; i < COUNT; i++) {
                    if (sent == i) {
                        // No message is under way, so there is memory again.
                        assertThat(isSent(client, sent++)).isTrue();
                    }
                    assertThat(meeting.queue.postRecv(meeting.memory, 0, LENGTH, i)).isEqualTo(CallResult.SUCCESS);
                    meeting.received(meeting.events, i, LENGTH);
                    assertThat(meeting.memory.buffer().getInt(0)).isEqualTo(i);
                }
                assertThat(EngineAccess.node(meeting.job.engine(0)).counters().value(Counter.PROTOCOL_ERRORS)).isZero();
            }
        }

        private static boolean isSent(final EndpointJob.Client client, final int index) {
            final int place = index % PLACES * LENGTH;
            client.memory.buffer().putInt(place, index);
            return client.endpoint.postSend(client.memory, place, LENGTH, index, Endpoint.SUPPRESS) == CallResult.SUCCESS;
        }
    }

    /** Rank 0 has no heap for the messages that the others send before it asks for their last one. */
    static final class ManyMessages {
        private static final int COUNT = 60_000;
        private static final int LAST = 1;

        private ManyMessages() {
        }

        public static void main(final String[] arguments) {
            final boolean[] isTold = new boolean[1];
            try (Engine engine = Engine.launch(new EngineContext().errorHandler(error -> isTold[0] = true))) {
                final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(8));
                if (engine.rank() > 0) {
                    for (int i = 0; i < COUNT; i++) {
                        buffer.putInt(0, i);
                        engine.world().send(buffer, 0, 8, 0, 0);
                    }
                    engine.world().send(buffer, 0, 0, 0, LAST);
                    return;
                }
                final Request last = new Request();
                engine.world().irecv(buffer, 0, 0, 1, LAST, last);
                while (!last.test() && !isTold[0]) {
                    Thread.onSpinWait();
                }
                assertThat(isTold[0]).isTrue();
                final UnsafeBuffer target = new UnsafeBuffer(ByteBuffer.allocateDirect(8));
                for (int source = 1; source < engine.size(); source++) {
                    for (int i = 0; i < COUNT; i++) {
                        engine.world().recv(target, 0, 8, source, 0, null);
                        if (target.getInt(0) != i) {
                            throw new AssertionError("message " + i + " of rank " + source + " is " + target.getInt(0));
                        }
                    }
                }
                last.await();
                engine.world().recv(target, 0, 0, 2, LAST, null);
            }
        }
    }
}
