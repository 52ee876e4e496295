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

import io.tombolo.engine.Engine;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.GroupCall;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.RevokedException;
import io.tombolo.engine.api.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A group goes on after deaths: with the names and meaning of MPI's chapter on fault tolerance. The tests have the names of its suites.
 */
@Timeout(60)
class RepairTest {
    private final RankThreads threads = new RankThreads();

    private static void awaitLoss(final Communicator group, final int lost) {
        while (group.failedRanks().length < lost) {
            TimeLimit.check();
            Thread.onSpinWait();
        }
    }

    /** err_returns: an operation with a dead rank fails, the others go on, and the group is asked who is dead. */
    @Test
    void shouldReturnAnErrorAndGoOnWithTheOthers() throws Exception {
        try (LocalJob job = LocalJob.of(3)) {
            final Communicator[] groups = new Communicator[3];
            threads.run(job, engine -> groups[engine.rank()] = engine.world().dup());
            job.kill(2);
            threads.start(() -> {
                assertThatThrownBy(groups[0]::barrier).isInstanceOf(PeerFailedException.class);
                assertThatThrownBy(() -> groups[0].send(new byte[1], 0, 1, 2, 1)).isInstanceOf(PeerFailedException.class);
                groups[0].send(new byte[1], 0, 1, 1, 1);
                assertThat(groups[0].failedRanks()).containsExactly(2);
            });
            threads.start(() -> {
                assertThatThrownBy(groups[1]::barrier).isInstanceOf(PeerFailedException.class);
                groups[1].recv(new byte[1], 0, 1, 0, 1, null);
                groups[1].errors(ErrorMode.RETURN);
                final Request request = new Request();
                groups[1].isend(new byte[100_000], 0, 100_000, 2, 1, request);
                assertThat(request.await().outcome()).isEqualTo(Outcome.PEER_FAILED);
            });
            threads.join();
        }
    }

    /** getack: what a rank acknowledges, and what agree makes of it. */
    @Test
    void shouldAgreeOnceAllHaveAcknowledged() throws Exception {
        try (LocalJob job = LocalJob.of(4)) {
            threads.run(job, engine -> assertThat(engine.world().agree(0b1110 | 1 << engine.rank())).isEqualTo(0b1110));
            job.kill(3);
            for (int rank = 0; rank < 3; rank++) {
                final Communicator world = job.engine(rank).world();
                threads.start(() -> {
                    final Status status = new Status();
                    assertThat(world.agree(0b0111, status)).isEqualTo(0b0111);
                    assertThat(status.outcome()).isEqualTo(Outcome.PEER_FAILED);
                    assertThat(status.source()).isEqualTo(3);
                    assertThat(world.failedRanks()).containsExactly(3);
                    if (world.rank() > 0) {
                        assertThat(world.acknowledgeFailed()).isEqualTo(1);
                    }
                    assertThatThrownBy(() -> world.agree(1)).isInstanceOf(PeerFailedException.class)
                        .hasMessage("rank 3 is lost, and not all ranks have acknowledged that: agree of 4 ranks");
                    assertThat(world.acknowledgeFailed()).isEqualTo(1);
                    assertThat(world.agree(-1)).isEqualTo(-1);
                    assertThat(world.agree(5 + world.rank(), status)).isEqualTo(4);
                    assertThat(status.outcome()).isEqualTo(Outcome.SUCCESS);
                });
            }
            threads.join();
        }
    }

    /** revoke: everything pending ends at every member, on this communicator alone. */
    @Test
    void shouldEndWhatIsPendingWhenRevoked() throws Exception {
        try (LocalJob job = LocalJob.of(3)) {
            final CountDownLatch waiting = new CountDownLatch(2);
            threads.run(job, engine -> {
                final Communicator group = engine.world().dup();
                assertThat(group.isRevoked()).isFalse();
                if (engine.rank() == 0) {
                    waiting.await();
                    group.revoke();
                    group.revoke();
                    assertThatThrownBy(() -> group.recv(new byte[1], 0, 1, 1, 1, null)).isInstanceOf(RevokedException.class)
                        .hasMessage("the communicator was revoked: receive from rank 1 with tag 1 and capacity 1");
                } else {
                    final Request exact = group.irecv(new UnsafeBuffer(new byte[8]), 0, 8, 0, 7);
                    final Request any = group.irecv(new UnsafeBuffer(new byte[8]), 0, 8, Communicator.ANY_SOURCE, 8);
                    waiting.countDown();
                    if (engine.rank() == 1) {
                        assertThatThrownBy(exact::await).isInstanceOf(RevokedException.class);
                    } else {
                        assertThatThrownBy(group::barrier).isInstanceOf(RevokedException.class);
                        assertThatThrownBy(exact::await).isInstanceOf(RevokedException.class);
                    }
                    assertThatThrownBy(any::await).isInstanceOf(RevokedException.class);
                }
                assertThat(group.isRevoked()).isTrue();
                assertThatThrownBy(() -> group.send(new byte[1], 0, 1, 0, 1)).isInstanceOf(RevokedException.class)
                    .hasMessage("the communicator was revoked: send to rank 0 with tag 1 and length 1");
                assertThatThrownBy(() -> group.ssend(new UnsafeBuffer(new byte[1]), 0, 1, 0, 1)).isInstanceOf(RevokedException.class);
                assertThatThrownBy(() -> group.iprobe(0, 1, null)).isInstanceOf(RevokedException.class);
                assertThatThrownBy(group::barrier).isInstanceOf(RevokedException.class);
                assertThatThrownBy(group::dup).isInstanceOf(RevokedException.class);
                group.errors(ErrorMode.RETURN);
                final Request request = new Request();
                group.isend(new byte[1], 0, 1, 0, 1, request);
                assertThat(request.await().outcome()).isEqualTo(Outcome.REVOKED);
                assertThat(group.agree(6)).isEqualTo(6);
                assertThat(group.failedRanks()).isEmpty();
                engine.world().barrier();
                group.close();
            });
        }
    }

    /** A send that waits ends, too: as received if its destination drops the message, else as revoked. */
    @Test
    void shouldEndSendsWhenRevoked() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final CountDownLatch waiting = new CountDownLatch(1);
            threads.run(job, engine -> {
                final Communicator group = engine.world().dup().errors(ErrorMode.RETURN);
                if (engine.rank() == 0) {
                    final Request synchronous = new Request();
                    final Request queued = new Request();
                    group.issend(new UnsafeBuffer(new byte[8]), 0, 8, 1, 1, synchronous);
                    group.isend(new byte[10_000_000], 0, 10_000_000, 1, 2, queued);
                    waiting.countDown();
                    assertThat(synchronous.await().outcome()).isIn(Outcome.SUCCESS, Outcome.REVOKED);
                    assertThat(queued.await().outcome()).isIn(Outcome.SUCCESS, Outcome.REVOKED);
                } else {
                    waiting.await();
                    group.revoke();
                }
                engine.world().barrier();
            });
        }
    }

    /** revoke of the world, which has bins in no case, and of a communicator whose receives wait in bins. */
    @Test
    void shouldRevokeTheWorldAndBins() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            threads.run(job, engine -> {
                final Communicator binned = engine.world().dup(Promise.NO_ANY_SOURCE, Promise.NO_ANY_TAG);
                final Request inBin = binned.irecv(new UnsafeBuffer(new byte[8]), 0, 8, 1 - engine.rank(), 7);
                final Request inWorld = engine.world().irecv(new UnsafeBuffer(new byte[8]), 0, 8, 1 - engine.rank(), 7);
                engine.world().barrier();
                if (engine.rank() == 0) {
                    binned.revoke();
                }
                assertThatThrownBy(inBin::await).isInstanceOf(RevokedException.class);
                assertThatThrownBy(() -> binned.recv(new byte[1], 0, 1, 1, 1, null)).isInstanceOf(RevokedException.class);
                if (engine.rank() == 1) {
                    engine.world().revoke();
                }
                assertThatThrownBy(inWorld::await).isInstanceOf(RevokedException.class);
                assertThatThrownBy(() -> engine.world().send(new byte[1], 0, 1, 1, 1)).isInstanceOf(RevokedException.class);
                try (Communicator next = engine.world().shrink()) {
                    next.barrier();
                    assertThat(next.size()).isEqualTo(2);
                }
            });
        }
    }

    /** No message that came before or after is received. */
    @Test
    void shouldTakeNoMessageOnceRevoked() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator[] groups = new Communicator[2];
            threads.run(job, engine -> groups[engine.rank()] = engine.world().dup());
            for (final Communicator[] each : List.of(groups, new Communicator[] {job.engine(0).world(), job.engine(1).world()})) {
                each[0].send(new byte[1], 0, 1, 1, 1);
                job.engine(1).poll();
                each[0].send(new byte[1], 0, 1, 1, 1);
                each[1].revoke();
                each[0].send(new byte[1], 0, 1, 1, 1);
                assertThatThrownBy(() -> each[1].recv(new byte[1], 0, 1, 0, 1, null)).isInstanceOf(RevokedException.class);
                assertThatThrownBy(() -> each[1].irecv(new UnsafeBuffer(new byte[1]), 0, 1, -1, 1).await())
                    .isInstanceOf(RevokedException.class);
                assertThatThrownBy(() -> each[1].iprobe(0, 1, null)).isInstanceOf(RevokedException.class);
                assertThatThrownBy(() -> each[1].improbe(0, 1, new Message())).isInstanceOf(RevokedException.class);
            }
        }
    }

    /** anysource: by default a receive goes on after a death; with reports it stays active until the death is acknowledged. */
    @Test
    void shouldReportADeathToReceivesFromAnySource() throws Exception {
        try (LocalJob job = LocalJob.of(3)) {
            final Communicator world = job.engine(0).world();
            final Request silent = world.irecv(new UnsafeBuffer(new byte[8]), 0, 8, Communicator.ANY_SOURCE, 1);
            job.kill(2);
            awaitLoss(world, 1);
            assertThat(silent.test()).isFalse();
            world.reportFailures(true);
            assertThatThrownBy(silent::test).isInstanceOf(PeerFailedException.class)
                .hasMessage("rank 2 died, which acknowledgeFailed acknowledges: receive from any source with tag 1");
            assertThatThrownBy(silent::await).isInstanceOf(PeerFailedException.class);
            assertThatThrownBy(() -> world.recv(new byte[1], 0, 1, Communicator.ANY_SOURCE, 2, null))
                .isInstanceOf(PeerFailedException.class);
            assertThat(silent.isActive()).isTrue();
            assertThat(world.acknowledgeFailed()).isEqualTo(1);
            assertThat(silent.test()).isFalse();
            job.engine(1).world().send(new byte[8], 0, 8, 0, 1);
            assertThat(silent.await().source()).isEqualTo(1);
        }
    }

    /** revshrink: a rank leaves, another revokes, and the others go on in a smaller group. */
    @Test
    void shouldShrinkAfterARevocation() throws Exception {
        try (LocalJob job = LocalJob.of(4)) {
            final Communicator[] groups = new Communicator[4];
            threads.run(job, engine -> groups[engine.rank()] = engine.world().split(0, -engine.rank()));
            job.kill(1);
            for (final int rank : new int[] {0, 2, 3}) {
                threads.start(() -> {
                    assertThatThrownBy(groups[rank]::barrier).isInstanceOf(RuntimeException.class);
                    groups[rank].revoke();
                    final Communicator next = groups[rank].shrink();
                    groups[rank].close();
                    assertThat(next.size()).isEqualTo(3);
                    assertThat(next.rank()).isEqualTo(rank == 3 ? 0 : rank == 2 ? 1 : 2);
                    assertThat(next.isRevoked()).isFalse();
                    next.barrier();
                    next.send(new byte[] {(byte) next.rank()}, 0, 1, (next.rank() + 1) % 3, 3);
                    final byte[] got = new byte[1];
                    next.recv(got, 0, 1, (next.rank() + 2) % 3, 3, null);
                    assertThat((int) got[0]).isEqualTo((next.rank() + 2) % 3);
                    assertThat(next.agree(rank | 8)).isEqualTo(8);
                    next.close();
                });
            }
            threads.join();
        }
    }

    @Test
    void shouldNotBlockInTheOtherForms() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final GroupCall<Integer> first = job.engine(0).world().iagree(3);
            assertThat(first.test()).isFalse();
            assertThatThrownBy(() -> job.engine(0).world().shrink()).isInstanceOf(IllegalStateException.class)
                .hasMessage("a call of agree, shrink or replace is under way on this communicator: complete it first");
            assertThat(job.engine(1).world().agree(6)).isEqualTo(2);
            assertThat(first.test()).isTrue();
            assertThat(first.await()).isEqualTo(2);
            final List<GroupCall<Communicator>> calls = List.of(job.engine(0).world().ishrink(), job.engine(1).world().ishrink());
            while (!calls.get(0).test() | !calls.get(1).test()) {
                TimeLimit.check();
            }
            final Communicator made = calls.get(0).await(1, TimeUnit.SECONDS);
            assertThat(made).isSameAs(calls.get(0).await());
            assertThat(made.size()).isEqualTo(2);
            assertThat(calls.get(1).await().size()).isEqualTo(2);
        }
    }

    @Test
    void shouldReplaceAGroup() throws Exception {
        try (LocalJob job = LocalJob.of(3)) {
            threads.run(job, engine -> {
                final Communicator group = engine.world().split(0, -engine.rank());
                assertThatThrownBy(() -> {
                    if (engine.rank() == 1) {
                        group.replace(1, TimeUnit.MILLISECONDS).close();
                        throw new DeadlineException("not this time");
                    }
                    throw new DeadlineException("not this rank");
                }).isInstanceOf(DeadlineException.class);
                engine.world().barrier();
                group.revoke();
                // Rank 0 comes as a new process would.
                try (Communicator next = engine.rank() == 0 ? engine.group(2, 1, 0) : group.replace()) {
                    next.barrier();
                    assertThat(next.rank()).isEqualTo(2 - engine.rank());
                }
            });
            job.kill(0);
            awaitLoss(job.engine(1).world(), 1);
            assertThatThrownBy(() -> job.engine(1).world().replace(10, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class)
                .hasMessageStartingWith("time is up after ").hasMessageContaining("replace");
        }
    }

    @Test
    void shouldEndNoCallOfAClosedCommunicator() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator[] groups = new Communicator[2];
            new RankThreads().run(job, engine -> groups[engine.rank()] = engine.group(0, 1));
            final GroupCall<Integer> agreement = groups[0].iagree(1);
            final GroupCall<Communicator> survivors = groups[1].ishrink();
            groups[0].close();
            groups[1].close();
            assertThatThrownBy(agreement::test).isInstanceOf(IllegalStateException.class).hasMessage("this communicator is closed");
            assertThatThrownBy(survivors::await).isInstanceOf(IllegalStateException.class).hasMessage("this communicator is closed");
        }
    }

    @Test
    void shouldEndWhenTheJobIsAborted() throws Exception {
        try (LocalJob job = LocalJob.of(3)) {
            final GroupCall<Integer> pending = job.engine(1).world().iagree(1);
            final CountDownLatch waiting = new CountDownLatch(1);
            threads.start(() -> {
                waiting.countDown();
                assertThatThrownBy(() -> job.engine(0).group(0, 1)).isInstanceOf(MessagingException.class)
                    .hasMessage("the job was aborted: group");
                assertThatThrownBy(() -> job.engine(0).world().agree(1)).isInstanceOf(MessagingException.class)
                    .hasMessage("the job was aborted: agree");
            });
            waiting.await();
            job.engine(2).abort(1, "for a test");
            threads.join();
            assertThatThrownBy(pending::test).isInstanceOf(MessagingException.class);
            assertThatThrownBy(pending::await).isInstanceOf(MessagingException.class);
        }
    }

    @Test
    void shouldRefuseDifferentOperations() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            threads.run(job, engine -> assertThatThrownBy(() -> {
                if (engine.rank() == 0) {
                    engine.world().agree(1);
                } else {
                    engine.world().shrink();
                }
            }).isInstanceOf(IllegalStateException.class).hasMessageStartingWith("ranks of a group call different operations"));
            threads.run(job, engine -> assertThat(engine.world().agree(3)).isEqualTo(3));
        }
    }

    @Test
    void shouldNotWaitForAMemberThatHasClosedTheGroup() throws Exception {
        try (LocalJob job = LocalJob.of(3)) {
            threads.run(job, engine -> {
                final Communicator group = engine.world().dup();
                if (engine.rank() == 1) {
                    group.close();
                } else {
                    final Status status = new Status();
                    assertThat(group.agree(4, status)).isEqualTo(4);
                    assertThat(status.outcome()).isEqualTo(Outcome.PEER_LEFT);
                    assertThat(group.failedRanks()).containsExactly(1);
                    try (Communicator next = group.shrink()) {
                        assertThat(next.size()).isEqualTo(2);
                        next.barrier();
                    }
                    group.close();
                }
            });
        }
    }

    /** barrier, agree and shrink, one death after the other, until one rank is left. */
    @Test
    void shouldShrinkToTheLast() throws Exception {
        final int size = 5;
        try (LocalJob job = LocalJob.of(size)) {
            Communicator[] groups = new Communicator[size];
            for (int rank = 0; rank < size; rank++) {
                groups[rank] = job.engine(rank).world();
            }
            for (int dead = size - 1; dead > 0; dead--) {
                job.kill(dead);
                final Communicator[] next = new Communicator[dead];
                for (int rank = 0; rank < dead; rank++) {
                    final Communicator group = groups[rank];
                    final int own = rank;
                    threads.start(() -> {
                        next[own] = group.shrink();
                        next[own].barrier();
                    });
                }
                threads.join();
                groups = next;
                assertThat(groups[0].size()).isEqualTo(dead);
            }
            assertThat(groups[0].agree(9)).isEqualTo(9);
        }
    }

    @Test
    void shouldAgreeManyTimes() throws Exception {
        agree(10_000);
    }

    /** 100,000 agreements exhaust nothing. */
    @Test
    @Tag("nightly")
    void shouldAgreeAnyNumberOfTimes() throws Exception {
        agree(100_000);
    }

    private void agree(final int times) throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
            threads.run(job, engine -> {
                final Engine own = engine;
                for (int i = 0; i < times; i++) {
                    if (own.world().agree(i | own.rank() << 20) != i) {
                        failures.add(new AssertionError("agreement " + i));
                    }
                }
            });
            assertThat(failures).isEmpty();
        }
    }

    /** More groups are made and closed than there are records. */
    @Test
    @Tag("nightly")
    void shouldMakeMoreGroupsThanRecords() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            threads.run(job, engine -> {
                Communicator group = engine.world().dup();
                for (int i = 0; i < 3_000; i++) {
                    final Communicator next = i % 2 == 0 ? group.shrink() : group.split(0, 0);
                    group.close();
                    group = next;
                }
                group.barrier();
            });
        }
    }
}
