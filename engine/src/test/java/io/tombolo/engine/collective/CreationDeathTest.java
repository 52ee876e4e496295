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

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.window.WindowEnd;
import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.job.GroupRecords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Ranks die or leave while a communicator or a window is made. Either all living ranks get it and can close it, or none does: whatever rank
 * dies at whatever step, whenever the others see it, and even if a rank calls only after the others have their verdict.
 */
class CreationDeathTest {
    private static final List<String> ARMED = List.of("-Dtombolo.faults=true");

    private static void inOneJvm(final String... arguments) throws Exception {
        try (RankJvms job = RankJvms.start(1, Deaths.class, ARMED, arguments)) {
            job.awaitSuccess();
            assertThat(job.output(0)).contains("done, settled ");
        }
    }

    @Test
    @Timeout(60)
    void shouldAgreeWhicheverRanksDie() throws Exception {
        inOneJvm("2", "5", "30");
    }

    @Test
    @Timeout(600)
    @Tag("nightly")
    void shouldAgreeWhereverARankOfFiveDies() throws Exception {
        for (final String size : List.of("3", "4", "5")) {
            inOneJvm(size, size, "0");
        }
    }

    @Test
    @Timeout(600)
    @Tag("nightly")
    void shouldAgreeInManyCreations() throws Exception {
        for (int part = 0; part < 10; part++) {
            inOneJvm("3", "5", "300");
        }
    }

    @Test
    @Timeout(60)
    void shouldAgreeWhenProcessesHalt() throws Exception {
        halt(System.nanoTime());
    }

    @Test
    @Timeout(600)
    @Tag("nightly")
    void shouldAgreeWhenManyProcessesHalt() throws Exception {
        for (int times = 0; times < 10; times++) {
            halt(System.nanoTime());
        }
    }

    /** The last two ranks halt, each at a step. If one finds the other dead before, it may give up and not get to its own step. */
    private static void halt(final long seed) throws Exception {
        final Random random = new Random(seed);
        final Creation creation = random.nextBoolean() ? Creation.SPLIT : Creation.ALLOCATE;
        final int[] steps = {1 + random.nextInt(Creation.SPLIT.steps() - 2), 1 + random.nextInt(creation.steps())};
        try (RankJvms job = RankJvms.create()) {
            for (int rank = 0; rank < 4; rank++) {
                final List<String> options = new ArrayList<>();
                if (rank >= 2) {
                    options.addAll(ARMED);
                    options.add("-Dtombolo.fault.halt=COLLECTIVE_STEP:" + (Process.BARRIER_STEPS + steps[rank - 2]));
                }
                job.add(rank, 4, Process.class, options, creation.name());
            }
            final String name = "seed=" + seed + " " + creation + " " + Arrays.toString(steps);
            assertThat(job.awaitLine(0, "verdict")).as(name).isEqualTo(job.awaitLine(1, "verdict"));
            assertThat(List.of(job.exitStatus(2), job.exitStatus(3))).as(name).contains(137);
            job.awaitSuccess();
        }
    }

    /** No word is settled because of a rank that was dead before. */
    @Test
    @Timeout(60)
    void shouldSettleNothingForTheDeadOfBefore() throws Exception {
        final int times = 10;
        try (LocalJob job = LocalJob.of(4)) {
            job.kill(2);
            final RankThreads threads = new RankThreads();
            for (final int rank : new int[] {0, 1, 3}) {
                threads.start(() -> {
                    for (int i = 0; i < times; i++) {
                        assertThatThrownBy(job.engine(rank).world()::dup).isInstanceOf(PeerFailedException.class)
                            .hasMessage("rank 2 died: agreement of 4 ranks");
                    }
                });
            }
            threads.join();
            assertThat(Deaths.settled(job)).isZero();
        }
    }

    /** The collective calls that make something. */
    enum Creation {
        DUP, SPLIT, CREATE, ALLOCATE;

        AutoCloseable make(final Communicator world) {
            return switch (this) {
                case DUP -> world.dup();
                case SPLIT -> world.split(world.rank() & 1, 0);
                case CREATE -> world.createWindow(new UnsafeBuffer(new byte[64]));
                case ALLOCATE -> world.allocateWindow(64);
            };
        }

        /** Steps before and after each word that a rank publishes, if no rank dies, and some more: a word may have to be settled. */
        int steps() {
            return (this == DUP || this == SPLIT ? 3 : 6) * 2 + 2;
        }
    }

    /** A rank in a process of its own. */
    static final class Process {
        private static final int BARRIER_STEPS = 2;

        private Process() {
        }

        public static void main(final String[] arguments) throws Exception {
            try (Engine engine = Engine.launch()) {
                // Otherwise the first rank that dies would end its job, and the others would start another job.
                engine.world().barrier();
                AutoCloseable made = null;
                try {
                    made = Creation.valueOf(arguments[0]).make(engine.world());
                } catch (final PeerFailedException exception) {
                    assertThat(exception.getMessage()).contains("died");
                }
                TestOutput.say("verdict " + (made != null));
                end(made);
            }
        }
    }

    private static void end(final AutoCloseable made) throws Exception {
        if (made instanceof Window window) {
            WindowEnd.of(window);
        } else if (made != null) {
            made.close();
        }
    }

    /** Jobs in this JVM, one for each creation. */
    static final class Deaths {
        private static final int NEVER = 0;
        private static final Set<String> VERDICTS = Set.of("made", "not made");
        private static final ThreadLocal<Runnable> BEFORE_STEP = new ThreadLocal<>();

        private final Random random;
        private final Set<String> all = new HashSet<>();
        private int settled;

        private Deaths(final Random random) {
            this.random = random;
        }

        /**
         * Arguments: smallest size, largest size, and the number of random runs besides all runs of two ranks; or 0 for all deaths of one
         * rank.
         */
        public static void main(final String[] arguments) throws Exception {
            final int first = Integer.parseInt(arguments[0]);
            final int last = Integer.parseInt(arguments[1]);
            final int runs = Integer.parseInt(arguments[2]);
            final long seed = System.nanoTime();
            TestOutput.say("seed=" + seed);
            FaultPoint.COLLECTIVE_STEP.action(() -> {
                final Runnable step = BEFORE_STEP.get();
                if (step != null) {
                    step.run();
                }
            });
            final Deaths deaths = new Deaths(new Random(seed));
            if (runs == 0) {
                for (int size = first; size <= last; size++) {
                    deaths.each(size);
                }
            } else {
                deaths.each(2);
                deaths.findNoPart(false);
                deaths.findNoPart(true);
            }
            for (int run = 0; run < runs; run++) {
                deaths.some(first + deaths.random.nextInt(last - first + 1));
            }
            assertThat(deaths.all).isEqualTo(VERDICTS);
            assertThat(deaths.settled).isPositive();
            TestOutput.say("done, settled " + deaths.settled);
        }

        /** Returns how many words the world has settled, of the last two. */
        static int settled(final LocalJob job) {
            final GroupRecords records = EngineAccess.node(job.engine(0)).world().records();
            return (records.settled(GroupRecords.WORLD, 0) == 0 ? 0 : 1) + (records.settled(GroupRecords.WORLD, 1) == 0 ? 0 : 1);
        }

        private void each(final int size) throws Exception {
            for (final Creation creation : Creation.values()) {
                for (int victim = 0; victim < size; victim++) {
                    for (int step = 1; step <= creation.steps(); step++) {
                        final int[] steps = new int[size];
                        steps[victim] = step;
                        run(creation, steps, 0);
                    }
                }
            }
        }

        /**
         * Rank 2 dies in the agreement on a window. Rank 0 has its verdict and has removed its part before ranks 1 and 3 open the parts:
         * these two must not find each other at fault.
         */
        private void findNoPart(final boolean isProbed) throws Exception {
            final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
            try (LocalJob job = LocalJob.of(4, context -> context.errorHandler(errors::add))) {
                final CountDownLatch dead = new CountDownLatch(1);
                final CountDownLatch removed = new CountDownLatch(1);
                final CountDownLatch over = new CountDownLatch(1);
                final RankThreads threads = new RankThreads();
                final int steps = Creation.DUP.steps() - 2;
                final Victim victim = new Victim(job, 2, steps + 3, false, isProbed, dead, new CountDownLatch(1), over);
                threads.start(() -> make(Creation.ALLOCATE, job.engine(2).world(), victim, new HashSet<>(), dead));
                threads.start(() -> loseRankTwo(job, 1));
                threads.start(() -> {
                    final int[] left = {steps + 2};
                    BEFORE_STEP.set(() -> {
                        if (--left[0] == 0) {
                            await(removed);
                        }
                    });
                    loseRankTwo(job, 3);
                });
                loseRankTwo(job, 0);
                removed.countDown();
                dead.await();
                over.countDown();
                threads.join();
                assertThat(errors).isEmpty();
            }
        }

        private static void loseRankTwo(final LocalJob job, final int rank) {
            assertThatThrownBy(() -> job.engine(rank).world().allocateWindow(64)).as("rank %d", rank)
                .isInstanceOf(PeerFailedException.class).hasMessage("rank 2 died: agreement of 4 ranks");
        }

        private void some(final int size) throws Exception {
            final Creation creation = Creation.values()[random.nextInt(Creation.values().length)];
            final int[] steps = new int[size];
            int first = 0;
            for (int deaths = 1 + random.nextInt(size - 1); deaths > 0; deaths--) {
                first = random.nextInt(size);
                steps[first] = 1 + random.nextInt(creation.steps());
            }
            int late = 0;
            if (random.nextBoolean()) {
                // A rank that dies must get to its step without waiting for a rank that does not come.
                steps[first] = 1;
                // At least one rank lives.
                steps[(first + 1) % size] = NEVER;
                late = random.nextInt(1 << size) & ~(1 << first);
            }
            run(creation, steps, late);
        }

        private void run(final Creation creation, final int[] steps, final int late) throws Exception {
            final String name = creation + " of " + steps.length + " that die before steps " + Arrays.toString(steps) +
                ", of which are late " + Integer.toBinaryString(late);
            final Set<String> verdicts = ConcurrentHashMap.newKeySet();
            final CountDownLatch decided = new CountDownLatch(steps.length);
            final CountDownLatch over = new CountDownLatch(1);
            final CountDownLatch ended = new CountDownLatch(steps.length);
            final Victim[] victims = new Victim[steps.length];
            try (LocalJob job = LocalJob.of(steps.length)) {
                final RankThreads threads = new RankThreads();
                for (int rank = 0; rank < steps.length; rank++) {
                    final Communicator world = job.engine(rank).world();
                    final Victim victim = steps[rank] == NEVER ? null : new Victim(
                        job, rank, steps[rank], random.nextInt(3) == 0, random.nextBoolean(), decided, ended, over);
                    victims[rank] = victim;
                    final boolean isLate = (late >> rank & 1) != 0;
                    threads.start(() -> {
                        while (isLate && decided.getCount() > Integer.bitCount(late)) {
                            TimeLimit.check();
                            Thread.yield();
                        }
                        make(creation, world, victim, verdicts, decided);
                        ended.countDown();
                    });
                }
                if (!decided.await(20, TimeUnit.SECONDS)) {
                    throw new AssertionError("no verdict at " + decided.getCount() + " ranks, " + verdicts + " at others: " + name);
                }
                assertThat(verdicts).as(name).hasSize(1).isSubsetOf(VERDICTS);
                if (Stream.of(victims).noneMatch(victim -> victim != null && victim.isDead)) {
                    assertThat(verdicts).as(name).containsExactly("made");
                }
                all.addAll(verdicts);
                // A dead thread goes on only now: it would tell the others that it gives up.
                await(ended);
                over.countDown();
                threads.join();
                settled += settled(job);
            }
        }

        private static void make(
            final Creation creation, final Communicator world, final Victim victim, final Set<String> verdicts,
            final CountDownLatch decided) throws Exception {
            BEFORE_STEP.set(victim == null ? null : victim::step);
            AutoCloseable made = null;
            String verdict = "not made";
            try {
                made = creation.make(world);
                verdict = "made";
            } catch (final RuntimeException exception) {
                if (victim != null && victim.isDead) {
                    return;
                }
                verdict = exception instanceof PeerFailedException ? verdict : exception.toString();
            }
            // This rank lives, and is not killed any more.
            BEFORE_STEP.remove();
            verdicts.add(verdict);
            decided.countDown();
            end(made);
        }
    }

    /** Kills a rank, or lets it leave, in the rank's own thread, and stops the thread until the run is over. */
    private static final class Victim {
        private final LocalJob job;
        private final int rank;
        private final boolean isLeaving;
        private final boolean isProbed;
        private final CountDownLatch decided;
        private final CountDownLatch ended;
        private final CountDownLatch over;
        private int left;
        private boolean isDead;

        Victim(
            final LocalJob job, final int rank, final int step, final boolean isLeaving, final boolean isProbed,
            final CountDownLatch decided, final CountDownLatch ended, final CountDownLatch over) {
            this.job = job;
            this.rank = rank;
            this.left = step;
            this.isLeaving = isLeaving;
            this.isProbed = isProbed;
            this.decided = decided;
            this.ended = ended;
            this.over = over;
        }

        void step() {
            left--;
            if (left == 0) {
                isDead = true;
                if (isLeaving) {
                    job.engine(rank).close();
                } else {
                    job.kill(rank);
                }
                if (isProbed) {
                    // Otherwise the other ranks find it out by their own checks.
                    EngineAccess.node(job.engine((rank + 1) % job.size())).job().probe(rank);
                }
                decided.countDown();
                ended.countDown();
                await(over);
                throw new IllegalStateException("dead");
            }
        }
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException exception) {
            throw new IllegalStateException("this test takes too long", exception);
        }
    }
}
