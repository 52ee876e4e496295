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

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import io.tombolo.ringbuffers.counters.Counter;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Receives and waits whose time is up: nothing is taken, and nothing is lost.
 */
@Timeout(60)
class LimitedReceivesTest {
    private static final int LENGTH = 3_000_000;
    private static final int TAG = 5;

    private final UnsafeBuffer source = new UnsafeBuffer(new byte[LENGTH]);
    private final UnsafeBuffer target = new UnsafeBuffer(new byte[LENGTH]);
    private final Message message = new Message();

    private static LocalJob job() {
        return job(context -> { });
    }

    private static LocalJob job(final Consumer<EngineContext> settings) {
        return LocalRanks.meet(LocalJob.of(2, settings));
    }

    private static Communicator limited(final LocalJob job) {
        return job.engine(0).world().within(2, TimeUnit.MILLISECONDS);
    }

    @Test
    void shouldTakeBackTheReceive() {
        try (LocalJob job = job()) {
            for (int round = 0; round < 3; round++) {
                assertThatThrownBy(() -> limited(job).recv(target, 0, 64, 1, TAG)).isInstanceOf(DeadlineException.class)
                    .hasMessage("time is up after 2 ms of waiting for a receive from rank 1 with tag 5; nothing was taken");
            }
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.RECEIVES_CANCELLED)).isEqualTo(3);
            target.putInt(0, 1);
            source.putInt(0, 2);
            job.engine(1).world().send(source, 0, 4, 0, TAG);
            job.engine(0).poll();
            assertThat(target.getInt(0)).as("memory of the receive that gave up").isEqualTo(1);
            assertThat(limited(job).recv(target, 0, 64, 1, TAG).length()).isEqualTo(4);
            assertThat(target.getInt(0)).isEqualTo(2);
        }
    }

    @Test
    void shouldGiveUpAReceiveThatIsInABin() throws Exception {
        try (LocalJob job = job()) {
            final Communicator[] exact = new Communicator[2];
            new RankThreads().run(job, engine ->
                exact[engine.rank()] = engine.world().dup(Promise.NO_ANY_SOURCE, Promise.NO_ANY_TAG));
            final Communicator limited = exact[0].within(2, TimeUnit.MILLISECONDS);
            assertThatThrownBy(() -> limited.recv(target, 0, 64, 1, TAG)).isInstanceOf(DeadlineException.class);
            exact[1].send(source, 0, 4, 0, TAG);
            assertThat(limited.recv(target, 0, 64, 1, TAG).length()).isEqualTo(4);
        }
    }

    @Test
    void shouldLookOnceWithoutTime() {
        try (LocalJob job = job()) {
            final Communicator now = job.engine(0).world().within(0, TimeUnit.SECONDS);
            final Status status = new Status();
            assertThatThrownBy(() -> now.recv(target, 0, 64, 1, TAG, status)).isInstanceOf(DeadlineException.class)
                .hasMessageStartingWith("time is up after 0 ms");
            assertThatThrownBy(() -> now.probe(1, TAG, status)).isInstanceOf(DeadlineException.class);
            job.engine(1).world().send(source, 0, 4, 0, TAG);
            now.probe(1, TAG, status);
            assertThat(status.length()).isEqualTo(4);
            now.recv(target, 0, 64, 1, TAG, status);
            assertThatThrownBy(() -> now.within(-1, TimeUnit.SECONDS)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timeout=-1");
        }
    }

    @Test
    void shouldShareEverythingWithItsCommunicator() {
        try (LocalJob job = job()) {
            final Communicator world = job.engine(0).world();
            final Communicator limited = limited(job).within(Long.MAX_VALUE, TimeUnit.DAYS);
            limited.errors(ErrorMode.RETURN).priority(3);
            assertThat(world.priority()).isEqualTo(3);
            final Status status = new Status();
            job.engine(1).world().send(source, 0, 8, 0, TAG);
            world.recv(target, 0, 4, 1, TAG, status);
            assertThat(status.outcome()).as("errors are returned").isEqualTo(Outcome.TRUNCATED);
            world.errors(ErrorMode.THROW).priority(0);
            assertThat(limited.priority()).isZero();
            job.engine(1).world().send(source, 0, 8, 0, TAG);
            assertThatThrownBy(() -> limited.recv(target, 0, 4, 1, TAG, status)).isInstanceOf(MessagingException.class);
            // A request of the view has no limit but its own.
            final Request request = limited(job).irecv(target, 0, 4, 1, TAG);
            assertThatThrownBy(() -> request.await(1, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class);
            job.engine(1).world().send(source, 0, 4, 0, TAG);
            assertThat(request.await().length()).isEqualTo(4);
        }
    }

    private Request sendLong(final LocalJob job) {
        Payloads.fill(source, 0, LENGTH, 7);
        final Request send = new Request();
        job.engine(1).world().isend(source, 0, LENGTH, 0, TAG, send);
        return send;
    }

    @Test
    void shouldKeepAMessageWhoseSenderIsSilentAndGoOnWithIt() {
        try (LocalJob job = job()) {
            final Request send = sendLong(job);
            limited(job).mprobe(1, TAG, message);
            assertThatThrownBy(() -> message.buffer(1, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class)
                .hasMessageContaining("stays open, and is still being fetched");
            assertThatThrownBy(() -> message.recv(target, 0, LENGTH, 1, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class);
            assertThat(message.isOpen()).isTrue();
            assertThatThrownBy(() -> message.irecv(target, 0, LENGTH, new Request())).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is still being fetched");
            while (!send.test()) {
                TimeLimit.check();
                job.step();
            }
            assertThat(message.recv(target, 0, LENGTH, 10, TimeUnit.SECONDS).length()).isEqualTo(LENGTH);
            Payloads.check(target, 0, LENGTH, 7);
            assertThat(message.isOpen()).isFalse();
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldGiveAMessageBackThatIsStillBeingFetched() {
        try (LocalJob job = job()) {
            for (int round = 0; round < 3; round++) {
                final Request send = sendLong(job);
                limited(job).mprobe(1, TAG, message);
                assertThatThrownBy(() -> message.buffer(1, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class);
                message.close();
                while (!send.test()) {
                    TimeLimit.check();
                    job.step();
                }
                assertThat(send.status().isSuccess()).isTrue();
                Quiescence.assertQuiet(job);
                assertThat(EngineAccess.messages(job.engine(0)).receives().unexpectedCount()).isZero();
            }
            // The memory of the messages is free again: all of it can be fetched.
            final Request send = sendLong(job);
            job.engine(0).world().mprobe(1, TAG, message);
            while (!send.isComplete()) {
                TimeLimit.check();
                job.engine(1).poll();
                try {
                    message.buffer(0, TimeUnit.SECONDS);
                } catch (final DeadlineException exception) {
                    assertThat(message.isOpen()).isTrue();
                }
            }
            message.close();
            send.await();
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldNotGiveMemoryAwayThatIsStillBeingFilled() {
        try (LocalJob job = LocalRanks.meet(LocalJob.of(3))) {
            final Request send = sendLong(job);
            limited(job).mprobe(1, TAG, message);
            assertThatThrownBy(() -> message.buffer(1, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class);
            message.close();
            final UnsafeBuffer others = new UnsafeBuffer(new byte[LENGTH]);
            Payloads.fill(others, 0, LENGTH, 8);
            final Request other = new Request();
            job.engine(2).world().isend(others, 0, LENGTH, 0, TAG, other);
            job.engine(0).world().mprobe(2, TAG, message);
            while (!other.isComplete()) {
                TimeLimit.check();
                job.engine(2).poll();
                try {
                    message.buffer(0, TimeUnit.SECONDS);
                } catch (final DeadlineException exception) {
                    assertThat(message.isOpen()).isTrue();
                }
            }
            // Now the rest of the first message comes.
            message.buffer();
            while (!send.test()) {
                TimeLimit.check();
                job.step();
            }
            message.recv(target, 0, LENGTH);
            Payloads.check(target, 0, LENGTH, 8);
            other.await();
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldReceiveAMatchedMessageOfEveryLengthWithALimit() {
        try (LocalJob job = job(); MemoryRegion region = job.engine(1).allocate(100_000); MemoryRegion own = job.engine(0).allocate(8)) {
            for (final int length : new int[] {0, 8, 1000, 4000, 100_000}) {
                Payloads.fill(region.buffer(), 0, length, length);
                final Request send = new Request();
                job.engine(1).world().isend(region, 0, length, 0, TAG, send);
                job.engine(0).world().mprobe(1, TAG, message);
                assertThat(message.recv(target, 0, LENGTH, 20, TimeUnit.SECONDS).length()).isEqualTo(length);
                Payloads.check(target, 0, length, length);
                send.await();
            }
            job.engine(1).world().send(source, 0, 8, 0, TAG);
            job.engine(0).world().mprobe(1, TAG, message);
            assertThat(message.recv(own, 0, 8, 20, TimeUnit.SECONDS).length()).isEqualTo(8);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldLimitWaitsForSeveralRequests() {
        try (LocalJob job = job()) {
            final Communicator world = job.engine(0).world();
            final Request[] requests = {world.irecv(target, 0, 8, 1, TAG), world.irecv(target, 8, 8, 1, TAG + 1), null, new Request()};
            final int[] indices = new int[requests.length];
            assertThatThrownBy(() -> Requests.waitAny(requests, 1, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class);
            assertThatThrownBy(() -> Requests.waitSome(requests, indices, 1, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class);
            assertThatThrownBy(() -> Requests.waitAll(requests, 0, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class)
                .hasMessageContaining("2 of them stay active");
            job.engine(1).world().send(source, 0, 16, 0, TAG + 1);
            job.engine(0).poll();
            assertThatThrownBy(() -> Requests.waitAll(requests, 1, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class)
                .hasMessageContaining("1 of them stay active").satisfies(end ->
                    assertThat(end.getSuppressed()).hasOnlyElementsOfType(MessagingException.class).hasSize(1));
            job.engine(1).world().send(source, 0, 8, 0, TAG);
            assertThat(Requests.waitSome(requests, indices, 10, TimeUnit.SECONDS)).isEqualTo(1);
            assertThat(indices[0]).isZero();
            requests[1] = world.irecv(target, 0, 8, 1, TAG);
            job.engine(1).world().send(source, 0, 8, 0, TAG);
            assertThat(Requests.waitAny(requests, 10, TimeUnit.SECONDS)).isEqualTo(1);
            Requests.waitAll(requests, 0, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldLimitTheWaitForBufferedMessagesAndForTheClose() {
        try (LocalJob job = job()) {
            job.engine(0).attachBuffer(LENGTH + 8);
            job.engine(0).world().bsend(source, 0, LENGTH, 1, TAG);
            assertThatThrownBy(() -> job.engine(0).detachBuffer(1, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class)
                .hasMessageContaining("the buffer stays attached");
            assertThatThrownBy(() -> job.engine(0).attachBuffer(8)).isInstanceOf(IllegalStateException.class);
            final Request receive = job.engine(1).world().irecv(target, 0, LENGTH, 0, TAG);
            while (!receive.test()) {
                TimeLimit.check();
                job.step();
            }
            job.engine(0).detachBuffer(10, TimeUnit.SECONDS);
        }
        // The close timeout is for ever; the limit of the call is not.
        try (LocalJob job = job(context -> context.closeTimeout(Long.MAX_VALUE, TimeUnit.MILLISECONDS).errorHandler(error -> { }))) {
            final Request send = new Request();
            job.engine(0).world().isend(source, 0, LENGTH, 1, TAG, send);
            job.engine(0).close(1, TimeUnit.MILLISECONDS);
            assertThat(job.engine(0).isOpen()).isFalse();
            assertThatThrownBy(send::await).isInstanceOf(MessagingException.class);
        }
    }
}
