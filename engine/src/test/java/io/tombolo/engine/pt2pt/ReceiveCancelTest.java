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

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A thread cancels receives whose messages may be arriving.
 */
@Timeout(60)
class ReceiveCancelTest {
    private static UnsafeBuffer direct(final int length) {
        return new UnsafeBuffer(ByteBuffer.allocateDirect(length));
    }

    /** Holds S1.20, T1.6: a receive that is cancelled while its message arrives is either cancelled or matched. */
    @Test
    void shouldEndACancelledReceiveInOneOfTwoWays() throws Exception {
        cancelRace(5000);
    }

    @Test
    @Tag("nightly")
    @Timeout(300)
    void shouldEndAMillionCancelledReceivesInOneOfTwoWays() throws Exception {
        cancelRace(1_000_000);
    }

    private static void cancelRace(final int rounds) throws Exception {
        try (LocalJob job = LocalJob.of(1)) {
            final RankThreads threads = new RankThreads();
            final Communicator world = job.engine(0).world();
            final Request receive = new Request();
            final AtomicInteger posted = new AtomicInteger();
            final AtomicInteger decided = new AtomicInteger();
            final AtomicInteger cancelled = new AtomicInteger();
            threads.start(() -> {
                for (int round = 1; round <= rounds; round++) {
                    awaitRound(posted, round);
                    spin(round >>> 6 & 0x3F);
                    if (receive.cancel()) {
                        cancelled.incrementAndGet();
                    }
                    decided.set(round);
                }
            });
            final long[] word = new long[1];
            for (int round = 1; round <= rounds; round++) {
                final int before = cancelled.get();
                word[0] = 0;
                world.irecv(word, 0, 1, 0, 1, receive);
                posted.set(round);
                if ((round & 3) == 0) {
                    // With fewer cores than threads, the cancelling thread would never be first otherwise.
                    Thread.yield();
                }
                spin(round & 0x3F);
                world.send(new long[] {round}, 0, 1, 0, 1);
                job.engine(0).poll();
                awaitRound(decided, round);
                final Outcome outcome = receive.await().outcome();
                assertThat(outcome).isEqualTo(cancelled.get() > before ? Outcome.CANCELLED : Outcome.SUCCESS);
                if (outcome == Outcome.CANCELLED) {
                    assertThat(word[0]).isZero();
                    world.recv(word, 0, 1, 0, 1, null);
                }
                if (word[0] != round) {
                    throw new AssertionError("round " + round + " received the message of round " + word[0]);
                }
            }
            threads.join();
            TestOutput.say("cancelled " + cancelled + " of " + rounds);
            Quiescence.assertQuiet(job);
        }
    }

    private static void spin(final int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }

    private static void awaitRound(final AtomicInteger counter, final int round) {
        for (int spins = 0; counter.get() < round; spins++) {
            TimeLimit.check();
            if (spins < 50) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    @Test
    void shouldNotCancelACompletedReceive() {
        try (LocalJob job = LocalRanks.meet(LocalJob.of(1))) {
            final Communicator world = job.engine(0).world();
            final Request receive = world.irecv(direct(8), 0, 8, 0, 1);
            world.send(new byte[8], 0, 8, 0, 1);
            job.step();
            assertThat(receive.cancel()).isFalse();
            assertThat(receive.await().outcome()).isEqualTo(Outcome.SUCCESS);
            assertThatThrownBy(receive::cancel).isInstanceOf(IllegalStateException.class)
                .hasMessage("request is idle: start it with isend or irecv first");
        }
    }
}
