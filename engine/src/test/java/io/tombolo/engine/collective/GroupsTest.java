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
package io.tombolo.engine.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.progress.WaitPolicy;
import io.tombolo.ringbuffers.collective.CollectiveFile;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GroupProgressTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Communicators other than the world: their members, their messages, which never match those of others, and their end.
 */
@Timeout(30)
class GroupsTest {
    private final RankThreads threads = new RankThreads();

    private static void send(final Communicator communicator, final int destination, final int tag, final long value) {
        communicator.send(new long[] {value}, 0, 1, destination, tag);
    }

    private static long receive(final Communicator communicator, final int source, final int tag, final Status status) {
        final long[] word = new long[1];
        communicator.recv(word, 0, 1, source, tag, status);
        return word[0];
    }

    /** Holds S1.1. */
    @Test
    void shouldKeepTheSameTagApartInTwoCommunicators() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            threads.run(job, engine -> {
                final Communicator world = engine.world();
                try (Communicator first = world.dup(); Communicator second = first.dup()) {
                    final Communicator[] all = {world, first, second};
                    if (engine.rank() == 0) {
                        for (int i = 0; i < all.length; i++) {
                            send(all[i], 1, 7, i);
                        }
                    } else {
                        for (int i = all.length - 1; i >= 0; i--) {
                            assertThat(receive(all[i], Communicator.ANY_SOURCE, Communicator.ANY_TAG, null)).isEqualTo(i);
                        }
                    }
                    world.barrier();
                }
            });
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldOrderAGroupByKeyAndTranslateItsRanks() throws Exception {
        try (LocalJob job = LocalJob.of(5)) {
            threads.run(job, engine -> {
                final int rank = engine.rank();
                // 0, 2 and 4 in reverse; 1 and 3 with equal keys in their order.
                try (Communicator group = engine.world().split(rank & 1, (rank & 1) == 0 ? -rank : 9)) {
                    final int[] members = (rank & 1) == 0 ? new int[] {4, 2, 0} : new int[] {1, 3};
                    assertThat(group.size()).isEqualTo(members.length);
                    assertThat(members[group.rank()]).isEqualTo(rank);
                    for (int member = 0; member < members.length; member++) {
                        send(group, member, member, rank);
                    }
                    final Status status = new Status();
                    for (int i = 0; i < members.length; i++) {
                        final long value = receive(group, Communicator.ANY_SOURCE, group.rank(), status);
                        assertThat(members[status.source()]).isEqualTo((int) value);
                    }
                    final int left = (group.rank() + members.length - 1) % members.length;
                    final Request request = group.irecv(new UnsafeBuffer(new byte[100]), 0, 100, left, 3);
                    group.send(new byte[100], 0, 100, (group.rank() + 1) % members.length, 3);
                    assertThat(request.await().source()).isEqualTo(left);
                    group.send(new byte[9], 0, 9, (group.rank() + 1) % members.length, 4);
                    group.probe(left, Communicator.ANY_TAG, status);
                    assertThat(status.source()).isEqualTo(left);
                    assertThat(group.recv(new UnsafeBuffer(new byte[9]), 0, 9, left, 4).source()).isEqualTo(left);
                    assertThatThrownBy(() -> send(group, members.length, 0, 0)).isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("destination=" + members.length + " must be from 0 to " + (members.length - 1) + ", or NULL_RANK");
                    assertThatThrownBy(() -> receive(group, members.length, 0, null)).isInstanceOf(IllegalArgumentException.class);
                    send(group, Communicator.NULL_RANK, 0, 0);
                    assertThat(group.irecv(new UnsafeBuffer(new byte[8]), 0, 8, Communicator.NULL_RANK, 0).await().source())
                        .isEqualTo(Communicator.NULL_RANK);
                    group.barrier();
                }
            });
        }
    }

    @Test
    void shouldGiveNoCommunicatorForTheUndefinedColour() throws Exception {
        try (LocalJob job = LocalJob.of(3)) {
            threads.run(job, engine -> {
                final Communicator group = engine.world().split(engine.rank() == 1 ? Communicator.UNDEFINED : 4, 0);
                assertThat(group == null).isEqualTo(engine.rank() == 1);
                if (group != null) {
                    assertThat(group.size()).isEqualTo(2);
                    group.barrier();
                    group.close();
                }
                assertThatThrownBy(() -> engine.world().split(-1, 0)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("color=-1 must not be negative, or be UNDEFINED");
            });
        }
    }

    /**
     * Overlapping groups split at the same time, in several threads of a rank. The messages of each communicator carry its name, so the
     * test sees a context that was given twice.
     */
    @Test
    void shouldAgreeOnContextsWhileManyGroupsSplitAtOnce() throws Exception {
        final int ranks = 4;
        final int rounds = 40;
        try (LocalJob job = LocalJob.of(ranks)) {
            final Communicator[][] parents = new Communicator[ranks][];
            threads.run(job, engine -> parents[engine.rank()] = new Communicator[] {
                engine.world().dup(), engine.world().dup(), engine.world().split(engine.rank() / 2, 0)});
            for (int rank = 0; rank < ranks; rank++) {
                for (int parent = 0; parent < parents[rank].length; parent++) {
                    final Communicator own = parents[rank][parent];
                    final int series = parent;
                    threads.start(() -> splitOften(own, series, rounds));
                }
            }
            threads.join();
        }
    }

    private static void splitOften(final Communicator parent, final int series, final int rounds) {
        final Random random = new Random(series);
        Communicator kept = null;
        for (int round = 0; round < rounds; round++) {
            // The same choice at all ranks of the parent.
            final boolean isDup = random.nextBoolean();
            final Communicator made = isDup ? parent.dup() : parent.split(parent.rank() & 1, -parent.rank());
            final int next = (made.rank() + 1) % made.size();
            final long name = series * 1000L + round;
            send(made, next, 1, name);
            assertThat(receive(made, Communicator.ANY_SOURCE, 1, null)).isEqualTo(name);
            if (kept != null) {
                kept.close();
            }
            kept = made;
        }
    }

    @Test
    void shouldGiveContextsBackAtClose() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            threads.run(job, engine -> {
                for (int i = 0; i < Communicator.MAX_COMMUNICATORS + 10; i++) {
                    engine.world().dup().close();
                }
            });
        }
    }

    @Test
    void shouldRefuseAtAllRanksWhatOneHasNoRoomFor() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            threads.run(job, engine -> {
                final List<Communicator> open = new ArrayList<>();
                for (int i = 1; i < Communicator.MAX_COMMUNICATORS; i++) {
                    final Communicator made = engine.world().dup();
                    if (engine.rank() == 1) {
                        open.add(made);
                    } else {
                        made.close();
                    }
                }
                assertThatThrownBy(() -> engine.world().dup()).isInstanceOf(IllegalStateException.class)
                    .hasMessage("rank 1 has 1024 communicators, or the job has no free group record, or no room for another file: " +
                        "close communicators that are no longer used");
                for (final Communicator made : open) {
                    made.close();
                }
                engine.world().dup().barrier();
            });
        }
    }

    @Test
    void shouldNotTakeAContextThatAnotherRankStillHas() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            // The first context that rank 0 proposes, as if it had started to count again.
            final Operation open = new Operation();
            open.begin(Operation.Kind.OPEN);
            open.context = 4;
            open.members = EngineAccess.node(job.engine(1)).world();
            EngineAccess.messages(job.engine(1)).start(open);
            assertThat(open.outcome()).isEqualTo(Outcome.SUCCESS);
            threads.run(job, engine -> {
                try (Communicator made = engine.world().dup()) {
                    made.barrier();
                }
            });
            final Operation again = new Operation();
            again.begin(Operation.Kind.OPEN);
            again.context = 4;
            again.members = EngineAccess.node(job.engine(0)).world();
            EngineAccess.messages(job.engine(0)).start(again);
            assertThat(again.outcome()).as("rank 0 has given its context back").isEqualTo(Outcome.SUCCESS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 6, -4, 8})
    void shouldRefuseAContextThatItsRankMayNotName(final int context) throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            threads.run(job, engine -> {
                if (engine.rank() == 0) {
                    final Node node = EngineAccess.node(engine);
                    final Progress progress =
                        new Progress(node, EngineAccess.messages(engine), ThreadLevel.MULTIPLE, WaitPolicy.of(1, 1, false));
                    final Group world = Group.world(0, 2);
                    final CollectiveProgress calls =
                        new CollectiveProgress(progress, node, new GroupProgressTable(node.job()), world, node.world(), 0);
                    final SlotFiles slots = new SlotFiles(node, 1, Communicator.MAX_COMMUNICATORS);
                    final Collectives forged = new Collectives(
                        progress, node, world, node.world(), 1, calls, slots,
                        CollectiveFile.attach(node.job().collectivePath(0, 1, 0), 0, 1, 0, false).find(0));
                    forged.gather(0, 0, context, 1);
                    forged.agree(Outcome.SUCCESS);
                } else {
                    assertThatThrownBy(() -> engine.world().split(0, 0)).isInstanceOf(MessagingException.class)
                        .hasMessageStartingWith("rank 1 was told a context that cannot be right");
                }
            });
        }
    }

    @Test
    void shouldDropWhatNobodyReceivesBeforeClose() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator[] made = new Communicator[2];
            threads.run(job, engine -> made[engine.rank()] = engine.world().dup());
            LocalRanks.meet(job, 0, 1);
            final Request longSend = new Request();
            final Request lateSend = new Request();
            send(made[0], 1, 1, 1);
            made[0].send(new byte[1000], 0, 1000, 1, 2);
            made[0].isend(new byte[100_000], 0, 100_000, 1, 3, longSend);
            job.engine(0).world().send(new byte[8], 0, 8, 1, 1);
            final Request posted = made[1].irecv(new UnsafeBuffer(new byte[8]), 0, 8, 0, 99);
            while (job.step() > 0) {
                TimeLimit.check();
            }
            assertThat(EngineAccess.messages(job.engine(1)).receives().unexpectedCount()).isEqualTo(4);
            made[1].close();
            made[1].close();
            assertThat(EngineAccess.messages(job.engine(1)).receives().unexpectedCount()).isEqualTo(1);
            assertThat(posted.await().outcome()).isEqualTo(Outcome.CANCELLED);
            send(made[0], 1, 1, 1);
            made[0].send(new byte[1000], 0, 1000, 1, 2);
            made[0].isend(new byte[100_000], 0, 100_000, 1, 3, lateSend);
            while (!Requests.testAll(longSend, lateSend)) {
                TimeLimit.check();
                job.step();
            }
            receive(job.engine(1).world(), 0, 1, null);
            while (job.step() > 0) {
                TimeLimit.check();
            }
            assertThat(EngineAccess.node(job.engine(1)).counters().value(Counter.MESSAGES_DROPPED)).isEqualTo(6);
            assertThat(EngineAccess.node(job.engine(1)).counters().value(Counter.TRUNCATIONS)).isZero();
            assertThat(EngineAccess.node(job.engine(1)).counters().value(Counter.UNEXPECTED_BYTES_CURRENT)).isZero();
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldRefuseUseAfterClose() throws Exception {
        try (LocalJob job = LocalJob.of(1)) {
            final Communicator made = job.engine(0).world().dup();
            made.close();
            final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8]);
            for (final Runnable use : new Runnable[] {
                () -> made.send(buffer, 0, 8, 0, 0), () -> made.send(buffer, 0, 8, Communicator.NULL_RANK, 0),
                () -> made.isend(buffer, 0, 8, 0, 0), () -> made.recv(buffer, 0, 8, 0, 0), () -> made.irecv(buffer, 0, 8, -1, 0),
                () -> made.probe(0, 0, new Status()), () -> made.iprobe(0, 0, new Status()), made::barrier, made::dup,
                () -> made.split(0, 0)}) {
                assertThatThrownBy(use::run).isInstanceOf(IllegalStateException.class).hasMessage("this communicator is closed");
            }
            assertThatThrownBy(job.engine(0).world()::close).isInstanceOf(IllegalStateException.class)
                .hasMessage("the world is closed with its engine");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldEndCollectivesOfAGroupWhoseMemberIsGone(final boolean leaves) throws Exception {
        final int ranks = 5;
        try (LocalJob job = LocalJob.of(ranks)) {
            final Communicator[] made = new Communicator[ranks];
            threads.run(job, engine -> made[engine.rank()] = engine.world().split(engine.rank() / 4, -engine.rank()));
            if (leaves) {
                job.engine(2).close();
            } else {
                job.kill(2);
            }
            // Rank 2 is member 1 of the group 3 2 1 0. Some ranks wait for it, others only for ranks that wait for it.
            for (final int rank : new int[] {0, 1, 3}) {
                threads.start(() -> {
                    for (int i = 0; i < 3; i++) {
                        assertThatThrownBy(made[rank]::barrier).isInstanceOf(PeerFailedException.class)
                            .hasMessage("rank 1 (rank 2 of the world) " + (leaves ? "has left" : "died") + ": barrier of 4 ranks");
                    }
                    assertThatThrownBy(made[rank]::dup).isInstanceOf(PeerFailedException.class);
                });
            }
            threads.start(made[4]::barrier);
            threads.join();
        }
    }

    @Test
    void shouldSayThatRanksCallDifferentCollectives() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            threads.start(() -> assertThatThrownBy(job.engine(0).world()::barrier).isInstanceOf(MessagingException.class)
                .hasMessageStartingWith("ranks of a group call different collective operations"));
            threads.start(() -> assertThatThrownBy(job.engine(1).world()::dup).isInstanceOf(MessagingException.class)
                .hasMessageStartingWith("ranks of a group call different collective operations"));
            threads.join();
            assertThatThrownBy(job.engine(1).world()::dup).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("out of step since its ranks called different collective operations");
        }
    }

    /** Holds S1.25. */
    @Test
    void shouldRefuseToBreakAPromise() {
        try (LocalJob job = LocalJob.of(1)) {
            final Communicator world = job.engine(0).world();
            final Communicator made = world.dup(Promise.NO_ANY_TAG, Promise.NO_ANY_SOURCE, Promise.ALLOW_OVERTAKING);
            assertThat(made.promises()).containsExactlyInAnyOrder(Promise.NO_ANY_TAG, Promise.NO_ANY_SOURCE, Promise.ALLOW_OVERTAKING);
            final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8]);
            assertThatThrownBy(() -> made.irecv(buffer, 0, 8, 0, Communicator.ANY_TAG)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tag=ANY_TAG breaks the promise of NO_ANY_TAG");
            assertThatThrownBy(() -> made.iprobe(0, 4, 0xFF, new Status())).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("mask=0xff breaks the promise of NO_ANY_TAG");
            assertThatThrownBy(() -> made.recv(buffer, 0, 8, Communicator.ANY_SOURCE, 0)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("source=ANY_SOURCE breaks the promise of NO_ANY_SOURCE");
            assertThat(made.iprobe(0, 4, -1, new Status())).isFalse();
            try (Communicator free = made.dup()) {
                assertThat(free.promises()).isEmpty();
                assertThat(free.iprobe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, new Status())).isFalse();
            }
        }
    }

    @Test
    void shouldEndAReceiveOfAnotherLengthThanPromised() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator[] made = new Communicator[2];
            threads.run(job, engine -> made[engine.rank()] = engine.world().dup(Promise.EXACT_LENGTH));
            final UnsafeBuffer buffer = new UnsafeBuffer(new byte[100_000]);
            for (final int length : new int[] {8, 1000, 90_000}) {
                for (int way = 0; way < 3; way++) {
                    final Request send = made[0].isend(buffer, 0, length, 1, 1);
                    final Request exact = made[0].isend(buffer, 0, length, 1, 2);
                    final Request nobody = made[1].irecv(buffer, 0, 8, Communicator.NULL_RANK, 0);
                    assertThat(nobody.await().isSuccess()).isTrue();
                    final Status status = new Status();
                    final Status filled = way == 0 ? null : status;
                    final int asked = way;
                    threads.start(() -> {
                        final String message = "message of " + length + " bytes breaks the promise of EXACT_LENGTH: " +
                            "receive from rank 0 with tag 1 and capacity " + (length + 1);
                        if (asked == 2) {
                            made[1].errors(ErrorMode.RETURN).recv(buffer, 0, length + 1, 0, 1, filled);
                            assertThat(filled.outcome()).isEqualTo(Outcome.PROMISE_BROKEN);
                            made[1].errors(ErrorMode.THROW);
                        } else {
                            assertThatThrownBy(() -> made[1].recv(buffer, 0, length + 1, 0, 1, filled))
                                .isInstanceOf(MessagingException.class).hasMessage(message);
                        }
                        assertThat(made[1].irecv(buffer, 0, length, 0, 2).await().length()).isEqualTo(length);
                    });
                    threads.start(send::await);
                    threads.start(exact::await);
                    threads.join();
                }
            }
        }
    }

    @Test
    void shouldWaitForEveryRankOfAGroupInABarrier() throws Exception {
        try (LocalJob job = LocalJob.of(3)) {
            final Communicator[] made = new Communicator[3];
            threads.run(job, engine -> made[engine.rank()] = engine.world().dup());
            final AtomicBoolean isLastHere = new AtomicBoolean();
            final Thread[] waiting = new Thread[2];
            for (int rank = 0; rank < 2; rank++) {
                final Communicator own = made[rank];
                waiting[rank] = threads.start(() -> {
                    own.barrier();
                    assertThat(isLastHere).as("the last rank is at its barrier").isTrue();
                });
            }
            for (int rank = 0; rank < 2; rank++) {
                while (waiting[rank].isAlive() && !EngineAccess.node(job.engine(rank)).doorbell().isAsleep()) {
                    TimeLimit.check();
                    Thread.yield();
                }
            }
            isLastHere.set(true);
            made[2].barrier();
            threads.join();
        }
    }
}
