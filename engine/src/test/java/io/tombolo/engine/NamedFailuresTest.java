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
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Exceptions name the rank with its name and incarnation.
 */
@Timeout(30)
class NamedFailuresTest {
    private static final int TAG = 5;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8]);

    private static LocalJob job(final String name) {
        return LocalJob.of(2, context -> context.name(context.rank() == 1 ? name : null));
    }

    private void assertEnd(final LocalJob job, final Request pending, final String who, final String name, final int incarnation) {
        while (!pending.isComplete()) {
            job.step();
            TimeLimit.check();
        }
        assertThatThrownBy(pending::await).isInstanceOfSatisfying(PeerFailedException.class, failure -> {
            assertThat(failure.rank()).isEqualTo(1);
            assertThat(failure.name()).isEqualTo(name);
            assertThat(failure.incarnation()).isEqualTo(incarnation);
        }).hasMessage(who + " receive from rank 1 with tag 5 and capacity 8");
    }

    private Request receive(final LocalJob job) {
        return job.engine(0).world().irecv(buffer, 0, 8, 1, TAG);
    }

    private static void kill(final LocalJob job) {
        job.kill(1);
        EngineAccess.node(job.engine(0)).job().probe(1);
    }

    @Test
    void shouldGiveNameAndIncarnation() {
        try (LocalJob job = job("strategy-1")) {
            Request pending = receive(job);
            kill(job);
            assertEnd(job, pending, "rank 1 (strategy-1, incarnation 1) died:", "strategy-1", 1);
            job.revive(1);
            job.engine(0).awaitMember(1, Long.MAX_VALUE, TimeUnit.SECONDS);
            pending = receive(job);
            job.engine(1).close();
            assertEnd(job, pending, "rank 1 (strategy-1, incarnation 2) has left:", "strategy-1", 2);
        }
    }

    @Test
    void shouldGiveTheIncarnationOfARankWithoutANameFromTheSecondOn() {
        try (LocalJob job = job(null)) {
            Request pending = receive(job);
            kill(job);
            assertEnd(job, pending, "rank 1 died:", "", 1);
            job.revive(1);
            job.engine(0).awaitMember(1, Long.MAX_VALUE, TimeUnit.SECONDS);
            pending = receive(job);
            kill(job);
            assertEnd(job, pending, "rank 1 (incarnation 2) died:", "", 2);
        }
    }

    @Test
    void shouldNameTheIncarnationThatEndedAfterTheNextHasCome() {
        try (LocalJob job = job("strategy-1")) {
            final Communicator world = job.engine(0).world();
            world.send(buffer, 0, 8, 1, TAG);
            kill(job);
            job.revive(1);
            while (EngineAccess.node(job.engine(0)).incarnation(1) < 2) {
                job.step();
                TimeLimit.check();
            }
            assertThatThrownBy(() -> world.send(buffer, 0, 8, 1, TAG))
                .hasMessage("rank 1 (strategy-1, incarnation 1) died: send to rank 1 with tag 5 and length 8");
        }
    }

    @Test
    void shouldGiveTheRankOfTheWorldIfThatIsAnotherOne() throws Exception {
        try (LocalJob job = job("strategy-1")) {
            final Communicator[] groups = new Communicator[2];
            final RankThreads threads = new RankThreads();
            for (int rank = 0; rank < 2; rank++) {
                final int own = rank;
                threads.start(() -> groups[own] = job.engine(own).world().split(0, -own));
            }
            threads.join();
            kill(job);
            assertThatThrownBy(() -> groups[0].recv(buffer, 0, 8, 0, TAG)).hasMessage("rank 0 (rank 1 of the world, strategy-1, " +
                "incarnation 1) died: receive from rank 0 with tag 5 and capacity 8");
        }
    }

    @Test
    void shouldNameTheRankThatADeadlineWaitsFor() {
        try (LocalJob job = job("strategy-1")) {
            assertThatThrownBy(() -> receive(job).await(1, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class)
                .hasMessage("time is up after 1 ms of waiting for a receive from rank 1 (strategy-1) with tag 5; the operation goes on");
        }
    }
}
