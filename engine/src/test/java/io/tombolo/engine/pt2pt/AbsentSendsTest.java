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
import io.tombolo.engine.LateRanks;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.MessageOffers;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.JobDirectory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sends to a rank that no process has joined as wait for it, for a limited time, and arrive in their order.
 */
@Timeout(30)
class AbsentSendsTest {
    private static final int TAG = 5;
    private static final String IN_TIME = "no process has joined as rank 1 within 20 ms: ";
    private static final String AT_ONCE = "no process has joined as rank 1 within 0 ms: ";
    private static final int LONG = 100_000;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LONG]);
    private final UnsafeBuffer target = new UnsafeBuffer(new byte[LONG]);
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();

    private LocalJob job(final long timeoutMs) {
        final Consumer<EngineContext> settings = context -> context
            .absentTimeout(timeoutMs, timeoutMs == Long.MAX_VALUE ? TimeUnit.NANOSECONDS : TimeUnit.MILLISECONDS)
            .closeTimeout(0, TimeUnit.SECONDS).errorHandler(errors::add);
        return LateRanks.first(2, settings);
    }

    private void receive(final LocalJob job, final Engine late, final int length, final int tag) {
        final Request receive = late.world().irecv(target, 0, length, 0, tag);
        while (!receive.isComplete()) {
            job.step();
            late.poll();
            TimeLimit.check();
        }
        assertThat(receive.await().length()).isEqualTo(length);
    }

    private static void assertAbsent(final Request request, final String what) {
        assertThatThrownBy(request::await).isInstanceOfSatisfying(
            MessagingException.class, failure -> assertThat(failure.outcome()).isEqualTo(Outcome.PEER_ABSENT))
            .hasMessage(IN_TIME + what + " (tombolo.absent.timeout.ms)");
    }

    @Test
    void shouldAnswerAnOfferUntilTheRankHasCome() {
        try (LocalJob job = job(60_000)) {
            assertThat(job.engine(0).world().trySend(buffer, 0, 8, 1, TAG)).isEqualTo(MessageOffers.ABSENT);
            try (Engine late = LateRanks.join(job, 1)) {
                assertThat(job.engine(0).world().trySend(buffer, 0, 8, 1, TAG)).isEqualTo(MessageOffers.SENT);
                receive(job, late, 8, TAG);
                assertThat(late.world().iprobe(0, TAG, null)).as("nothing was queued").isFalse();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {60_000, Long.MAX_VALUE})
    void shouldWaitForALateRankAndArrive(final long timeoutMs) throws Exception {
        try (LocalJob job = job(timeoutMs)) {
            final RankThreads threads = new RankThreads();
            final Thread sender = threads.start(() -> job.engine(0).world().send(buffer, 0, 8, 1, TAG));
            while (!EngineAccess.node(job.engine(0)).doorbell().isAsleep()) {
                TimeLimit.check();
            }
            assertThat(sender.isAlive()).isTrue();
            try (Engine late = LateRanks.join(job, 1)) {
                late.world().recv(target, 0, 8, 0, TAG);
                threads.join();
            }
        }
    }

    @Test
    void shouldArriveInTheOrderOfTheCalls() {
        try (LocalJob job = job(60_000); MemoryRegion region = job.engine(0).allocate(LONG)) {
            final Communicator world = job.engine(0).world();
            final int[] lengths = {8, LONG, 1000, 5000, 0, LONG};
            for (int i = 0; i < lengths.length; i++) {
                if (i % 2 == 0) {
                    world.isend(buffer, 0, lengths[i], 1, TAG);
                } else {
                    world.isend(region, 0, lengths[i], 1, TAG, new Request());
                }
            }
            try (Engine late = LateRanks.join(job, 1)) {
                world.isend(buffer, 0, 16, 1, TAG);
                for (final int length : lengths) {
                    receive(job, late, length, TAG);
                }
                receive(job, late, 16, TAG);
            }
        }
    }

    @Test
    void shouldNotBeOvertakenByAClaim() {
        try (LocalJob job = job(60_000)) {
            final Communicator world = job.engine(0).world();
            final Request first = world.isend(buffer, 0, 8, 1, TAG);
            final Claim claim = new Claim();
            assertThat(world.tryClaim(16, 1, TAG, claim)).as("nobody is there").isFalse();
            try (Engine late = LateRanks.join(job, 1)) {
                world.claim(16, 1, TAG, claim);
                claim.commit();
                receive(job, late, 8, TAG);
                receive(job, late, 16, TAG);
                assertThat(first.test()).isTrue();
            }
        }
    }

    @Test
    void shouldSayWhoDidNotComeInTime() {
        try (LocalJob job = job(20)) {
            final Communicator world = job.engine(0).world();
            assertThatThrownBy(() -> world.send(buffer, 0, 8, 1, TAG))
                .hasMessage(IN_TIME + "send to rank 1 with tag 5 and length 8 (tombolo.absent.timeout.ms)");
            assertThatThrownBy(() -> world.ssend(buffer, 0, LONG, 1, TAG)).hasMessageStartingWith("no process has joined as rank 1");
            assertThatThrownBy(() -> world.claim(8, 1, TAG, new Claim()))
                .hasMessage(IN_TIME + "claim of 8 bytes to rank 1 with tag 5 (tombolo.absent.timeout.ms)");
            final Request[] sends = {world.isend(buffer, 0, 8, 1, TAG), new Request(), new Request()};
            world.issend(buffer, 0, 8, 1, TAG, sends[1]);
            world.sendInit(buffer, 0, 8, 1, TAG, sends[2]);
            sends[2].start();
            for (final Request send : sends) {
                assertAbsent(send, "send to rank 1 with tag 5 and length 8");
            }
            final Request parts = new Request();
            world.psendInit(buffer, 0, 2, 8, 1, TAG, parts);
            parts.start();
            parts.pready(0);
            parts.pready(1);
            assertThatThrownBy(parts::await).hasMessageStartingWith(IN_TIME + "send to rank 1");
            assertThat(EngineAccess.messages(job.engine(0)).pendingSends()).isZero();
        }
    }

    @Test
    void shouldReportABufferedMessageThatNobodyCameFor() {
        try (LocalJob job = job(20)) {
            job.engine(0).attachBuffer(64);
            job.engine(0).world().bsend(buffer, 0, 8, 1, TAG);
            job.engine(0).detachBuffer();
            job.step();
            assertThat(errors).singleElement().extracting(Throwable::getMessage)
                .isEqualTo("a buffered message to rank 1 with tag 5 was dropped: no process has joined as that rank within 20 ms");
        }
    }

    @Test
    void shouldDeliverABufferedMessage() {
        try (LocalJob job = job(60_000)) {
            job.engine(0).attachBuffer(64);
            job.engine(0).world().bsend(buffer, 0, 8, 1, TAG);
            try (Engine late = LateRanks.join(job, 1)) {
                receive(job, late, 8, TAG);
            }
        }
    }

    @Test
    void shouldFailAtOnceWithoutAWait() {
        try (LocalJob job = job(0)) {
            final Communicator world = job.engine(0).world();
            assertThatThrownBy(() -> world.send(buffer, 0, 8, 1, TAG)).hasMessageStartingWith(AT_ONCE);
            assertThatThrownBy(() -> world.claim(8, 1, TAG, new Claim())).hasMessageStartingWith(AT_ONCE);
            assertThat(world.isend(buffer, 0, 8, 1, TAG).isComplete()).isTrue();
            job.engine(0).attachBuffer(64);
            assertThatThrownBy(() -> world.bsend(buffer, 0, 8, 1, TAG)).isInstanceOf(MessagingException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, LONG})
    void shouldForwardAMessageToALateRank(final int length) {
        try (LocalJob job = job(60_000); MemoryRegion region = job.engine(0).allocate(LONG)) {
            final Communicator world = job.engine(0).world();
            final Request receive = new Request();
            final Request on = new Request();
            world.irecv(region, 0, length, 0, TAG, receive);
            world.forward(receive, 1, TAG, on);
            final Request sent = world.isend(buffer, 0, length, 0, TAG);
            while (!receive.test() || !sent.test()) {
                TimeLimit.check();
            }
            try (Engine late = LateRanks.join(job, 1)) {
                receive(job, late, length, TAG);
                while (!on.isComplete()) {
                    job.step();
                    TimeLimit.check();
                }
                assertThat(on.await().isSuccess()).isTrue();
            }
        }
    }

    @Test
    void shouldCancelASendThatWaits() {
        try (LocalJob job = job(60_000)) {
            final Communicator world = job.engine(0).world();
            final Request cancelled = world.isend(buffer, 0, 8, 1, TAG);
            final Request other = world.isend(buffer, 0, 16, 1, TAG);
            assertThat(cancelled.cancel()).isTrue();
            assertThat(cancelled.await().outcome()).isEqualTo(Outcome.CANCELLED);
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.SENDS_CANCELLED)).isEqualTo(1);
            try (Engine late = LateRanks.join(job, 1)) {
                receive(job, late, 16, TAG);
                assertThat(other.test()).isTrue();
                assertThat(late.world().iprobe(0, TAG, new Status())).isFalse();
            }
        }
    }

    @Test
    void shouldEndSendsThatWaitWhenTheEngineCloses() {
        final Request pending = new Request();
        try (LocalJob job = job(Long.MAX_VALUE)) {
            job.engine(0).world().isend(buffer, 0, 8, 1, TAG, pending);
            assertThatThrownBy(() -> pending.await(5, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class)
                .hasMessage("time is up after 5 ms of waiting for a send to rank 1, which has never joined, with tag 5 and length 8; " +
                    "the operation goes on");
            job.engine(0).close();
            assertThatThrownBy(pending::await).isInstanceOfSatisfying(
                MessagingException.class, failure -> assertThat(failure.outcome()).isEqualTo(Outcome.CLOSED));
            assertThat(errors).singleElement().extracting(Throwable::getMessage)
                .isEqualTo("rank 0 leaves with 1 sends that nobody has received");
        }
    }

    @Test
    void shouldNotLimitACollectiveCall() throws Exception {
        try (LocalJob job = job(0)) {
            final RankThreads threads = new RankThreads();
            threads.start(job.engine(0).world()::barrier);
            while (!EngineAccess.node(job.engine(0)).doorbell().isAsleep()) {
                TimeLimit.check();
            }
            try (Engine late = LateRanks.join(job, 1)) {
                late.world().barrier();
                threads.join();
            }
        }
    }

    @Test
    void shouldEndWithARankThatDiesWhileItJoins() throws Exception {
        try (LocalJob job = job(60_000)) {
            final Engine engine = job.engine(0);
            final Request before = engine.world().isend(buffer, 0, 8, 1, TAG);
            final JobDirectory joining = JobDirectory.join(
                job.directory(), 1, 2, EngineAccess.node(engine).job().geometry(), TimeUnit.SECONDS.toNanos(20));
            final Request during = engine.world().isend(buffer, 0, 8, 1, TAG);
            joining.simulateDeath(1);
            EngineAccess.node(engine).job().probe(1);
            joining.close();
            job.step();
            assertThat(outcome(before)).as("its message was on its way, or it ended").isIn(Outcome.SUCCESS, Outcome.PEER_FAILED);
            assertThat(outcome(during)).isIn(Outcome.SUCCESS, Outcome.PEER_FAILED);
            assertThatThrownBy(() -> engine.world().send(buffer, 0, 8, 1, TAG)).isInstanceOf(PeerFailedException.class)
                .hasMessage("rank 1 died: send to rank 1 with tag 5 and length 8");
        }
    }

    private static Outcome outcome(final Request request) {
        try {
            return request.await().outcome();
        } catch (final MessagingException failure) {
            return failure.outcome();
        }
    }
}
