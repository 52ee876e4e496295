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

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.RevokedException;
import io.tombolo.engine.api.Status;
import io.tombolo.ringbuffers.fault.FaultPoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Ranks die in agreements and in shrinks, at each step. All living ranks get the same verdict and the same group.
 */
class RepairDeathTest {
    private static final List<String> ARMED = List.of("-Dtombolo.faults=true");

    /** agree and shrink with failures injected at each step. */
    @Test
    @Timeout(60)
    void shouldAgreeAndShrinkWhereverARankDies() throws Exception {
        inOneJvm("3", "8", "2");
    }

    @Test
    @Timeout(600)
    @Tag("nightly")
    void shouldAgreeAndShrinkWhicheverRanksDie() throws Exception {
        for (final String size : List.of("2", "3", "4", "5")) {
            inOneJvm(size, "300", "0");
        }
    }

    private static void inOneJvm(final String... arguments) throws Exception {
        try (RankJvms job = RankJvms.start(1, Deaths.class, ARMED, arguments)) {
            job.awaitSuccess();
            assertThat(job.output(0)).contains("done");
        }
    }

    /** revshrink and revshrinkkill: processes work in a group, are killed one after the other, and the rest revokes and shrinks. */
    @Test
    @Timeout(60)
    void shouldRevokeAndShrinkAfterKills() throws Exception {
        final int size = 4;
        try (RankJvms job = RankJvms.start(size, Worker.class, List.of())) {
            for (int alive = size; alive > 1; alive--) {
                for (int rank = 0; rank < alive; rank++) {
                    job.awaitLine(rank, "works with " + alive);
                }
                job.kill(alive - 1);
            }
            job.awaitLine(0, "works with 1");
            job.awaitSuccess();
        }
    }

    /** bcast: the root is killed, and those that wait for its message learn of it. */
    @Test
    @Timeout(60)
    void shouldEndABroadcastWithoutItsRoot() throws Exception {
        try (RankJvms job = RankJvms.start(3, Broadcast.class, List.of())) {
            job.awaitLine(0, "ready");
            job.awaitLine(1, "ready");
            job.awaitLine(2, "ready");
            job.kill(0);
            job.awaitLine(1, "went on with 2");
            job.awaitLine(2, "went on with 2");
            job.awaitSuccess();
        }
    }

    /** Passes a token around until somebody dies; then revokes, shrinks and goes on until it is alone. */
    static final class Worker {
        private Worker() {
        }

        public static void main(final String[] arguments) {
            try (Engine engine = Engine.launch()) {
                Communicator group = engine.world().dup();
                while (true) {
                    group.barrier();
                    TestOutput.say("works with " + group.size());
                    if (group.size() == 1) {
                        return;
                    }
                    try {
                        work(group);
                    } catch (final PeerFailedException | RevokedException exception) {
                        group.revoke();
                    }
                    final Communicator next = group.shrink();
                    group.close();
                    group = next;
                }
            }
        }

        private static void work(final Communicator group) {
            final byte[] token = new byte[1];
            while (true) {
                if (group.rank() == 0) {
                    group.send(token, 0, 1, 1, 5);
                    group.recv(token, 0, 1, group.size() - 1, 5, null);
                } else {
                    group.recv(token, 0, 1, group.rank() - 1, 5, null);
                    group.send(token, 0, 1, (group.rank() + 1) % group.size(), 5);
                }
            }
        }
    }

    /** Receives from a root that sends nothing. */
    static final class Broadcast {
        private Broadcast() {
        }

        public static void main(final String[] arguments) throws Exception {
            try (Engine engine = Engine.launch()) {
                final Communicator group = engine.world().dup();
                group.barrier();
                TestOutput.say("ready");
                try {
                    if (group.rank() == 0) {
                        Thread.currentThread().join();
                    }
                    group.recv(new byte[1], 0, 1, group.rank() == 1 ? 0 : 1, 5, null);
                } catch (final PeerFailedException | RevokedException exception) {
                    // The second receiver waits for the first, which will not send.
                    group.revoke();
                }
                try (Communicator next = group.shrink()) {
                    next.barrier();
                    TestOutput.say("went on with " + next.size());
                }
            }
        }
    }

    /** Jobs in this JVM, in which ranks die. */
    static final class Deaths {
        private static final ThreadLocal<Runnable> BEFORE_STEP = new ThreadLocal<>();
        private static final int STEPS = 12;
        // Of an agreement, if no member is waited for.
        private static final int PROPOSAL = 3;

        private final Set<String> verdicts = ConcurrentHashMap.newKeySet();
        private final Set<Outcome> outcomes = new HashSet<>();

        private Deaths() {
        }

        /**
         * Arguments: number of ranks; number of random runs besides those in which each rank dies at each step; and the first rank that
         * does.
         */
        public static void main(final String[] arguments) throws Exception {
            final int size = Integer.parseInt(arguments[0]);
            final long seed = System.nanoTime();
            TestOutput.say("seed=" + seed);
            final Random random = new Random(seed);
            FaultPoint.COLLECTIVE_STEP.action(() -> {
                final Runnable step = BEFORE_STEP.get();
                if (step != null) {
                    step.run();
                }
            });
            keepTheFirstVerdict();
            final Deaths deaths = new Deaths();
            for (int victim = Integer.parseInt(arguments[2]); victim < size; victim++) {
                for (int step = 1; step <= STEPS; step++) {
                    final int[] steps = new int[size];
                    steps[victim] = step;
                    deaths.run(steps);
                }
            }
            for (int run = 0; run < Integer.parseInt(arguments[1]); run++) {
                final int[] steps = new int[size];
                for (int rank = 1; rank < size; rank++) {
                    steps[rank] = random.nextInt(STEPS + 1);
                }
                deaths.run(steps);
            }
            assertThat(deaths.outcomes).contains(Outcome.SUCCESS, Outcome.PEER_FAILED);
            TestOutput.say("done");
        }

        /**
         * Rank 2 dies after it has contributed. Rank 0 decides before that, without a failure. Rank 1 has not found the verdict, sees the
         * death, and proposes a failure.
         */
        private static void keepTheFirstVerdict() throws Exception {
            try (LocalJob job = LocalJob.of(3)) {
                final CountDownLatch proposing = new CountDownLatch(1);
                final CountDownLatch decided = new CountDownLatch(1);
                final CountDownLatch dead = new CountDownLatch(1);
                final RankThreads threads = new RankThreads();
                threads.start(() -> {
                    beforeStep(PROPOSAL, () -> pass(proposing));
                    assertThat(job.engine(0).world().agree(7)).isEqualTo(5);
                    decided.countDown();
                });
                threads.start(() -> {
                    beforeStep(PROPOSAL, () -> {
                        proposing.countDown();
                        pass(dead);
                        assertThat(EngineAccess.node(job.engine(1)).job().probe(2)).isTrue();
                    });
                    assertThat(job.engine(1).world().agree(-1)).isEqualTo(5);
                });
                threads.start(() -> {
                    beforeStep(PROPOSAL - 1, () -> {
                        pass(decided);
                        throw new Dead();
                    });
                    try {
                        job.engine(2).world().agree(5);
                    } catch (final Dead killed) {
                        job.kill(2);
                        dead.countDown();
                    }
                });
                threads.join();
            }
        }

        private static void beforeStep(final int step, final Runnable action) {
            final int[] left = {step};
            BEFORE_STEP.set(() -> {
                if (--left[0] == 0) {
                    action.run();
                }
            });
        }

        private static void pass(final CountDownLatch latch) {
            try {
                assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (final InterruptedException exception) {
                throw new AssertionError(exception);
            }
        }

        /** At least one rank has step 0 and lives. */
        private void run(final int... steps) throws Exception {
            verdicts.clear();
            try (LocalJob job = LocalJob.of(steps.length)) {
                final RankThreads threads = new RankThreads();
                for (int rank = 0; rank < steps.length; rank++) {
                    final int own = rank;
                    threads.start(() -> {
                        try {
                            live(job, own, steps[own]);
                        } catch (final Dead dead) {
                            BEFORE_STEP.remove();
                            job.kill(own);
                        }
                    });
                }
                threads.join();
            }
            assertThat(verdicts).as("deaths at %s", steps).hasSizeLessThanOrEqualTo(2);
        }

        private void live(final LocalJob job, final int rank, final int step) {
            final int[] left = {step};
            BEFORE_STEP.set(() -> {
                if (--left[0] == 0) {
                    throw new Dead();
                }
            });
            final Communicator world = job.engine(rank).world();
            final Status status = new Status();
            final List<Integer> values = new ArrayList<>();
            values.add(world.agree(1 << rank | 1 << 20, status));
            // All that decide get the same value and the same outcome; those that have died in the call get none.
            verdicts.add("agree " + values + " " + status.isSuccess());
            synchronized (outcomes) {
                outcomes.add(status.isSuccess() ? Outcome.SUCCESS : Outcome.PEER_FAILED);
            }
            final Communicator next = world.shrink();
            verdicts.add("shrink " + next.size());
            BEFORE_STEP.remove();
            if (step > 0) {
                // Later than its last step: it lives.
                left[0] = Integer.MAX_VALUE;
            }
            try {
                next.barrier();
            } catch (final MessagingException exception) {
                assertThat(exception).isInstanceOf(PeerFailedException.class);
            }
        }
    }

    /** Ends a rank in the middle of a call. */
    private static final class Dead extends Error {
        private static final long serialVersionUID = 1;

        Dead() {
            super("killed by the test", null, false, false);
        }
    }
}
