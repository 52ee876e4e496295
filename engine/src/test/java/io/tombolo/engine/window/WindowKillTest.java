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
package io.tombolo.engine.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.ringbuffers.job.WindowStateDescriptor;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Ranks lock and unlock a part in packet mode and die at random moments, as holders, as waiters or in between. No lock is lost, and two
 * ranks never hold it at the same time.
 */
class WindowKillTest {
    private static final int RANKS = 8;
    private static final int SURVIVORS = 2;
    private static final int OWNER = 0;
    /** Few, because nine threads that only yield take long beside other work on the machine. */
    private static final int YIELDS = 4;

    @Test
    @Timeout(60)
    void shouldLoseNoLockWhoeverDies() throws Exception {
        kill(30);
    }

    @Test
    @Timeout(3600)
    @Tag("nightly")
    void shouldLoseNoLockInAThousandDeaths() throws Exception {
        kill(1_000);
    }

    private static void kill(final int kills) throws Exception {
        final long seed = System.nanoTime();
        TestOutput.say("seed=" + seed);
        final Random random = new Random(seed);
        for (int done = 0; done < kills; done += RANKS - 1 - SURVIVORS) {
            new Job(random).run();
        }
    }

    /** Rank 0 has the memory and only serves; the other ranks lock its part. */
    private static final class Job {
        private final Random random;
        private final AtomicIntegerArray dead = new AtomicIntegerArray(RANKS);
        private final AtomicLongArray times = new AtomicLongArray(RANKS);
        private final AtomicBoolean isOver = new AtomicBoolean();

        Job(final Random random) {
            this.random = random;
        }

        void run() throws Exception {
            try (WindowJob job = WindowJob.create(
                RANKS, 64, context -> context.windowAgentUs(0).asyncProgress(context.rank() == 0).waiting(0, YIELDS))) {
                final RankThreads threads = new RankThreads();
                for (int rank = 1; rank < RANKS; rank++) {
                    final Window window = job.window(rank);
                    final Random own = new Random(random.nextLong());
                    threads.start(() -> lockUntilOver(window, own));
                }
                for (int deaths = 0; deaths < RANKS - 1 - SURVIVORS; deaths++) {
                    awaitProgress(1 + random.nextInt(6));
                    final int victim = living();
                    dead.set(victim, 1);
                    job.job().kill(victim);
                }
                awaitProgress(5);
                isOver.set(true);
                threads.join();
                job.stepUntil(() -> job.shown(0, WindowStateDescriptor.STATE_OFFSET) == 0);
                assertThat(job.shown(0, WindowStateDescriptor.HOLDERS_OFFSET)).isZero();
                assertThat(job.shown(0, WindowStateDescriptor.WAITING_OFFSET)).isZero();
            }
        }

        private int living() {
            int rank = 1 + random.nextInt(RANKS - 1);
            while (dead.get(rank) != 0) {
                rank = 1 + random.nextInt(RANKS - 1);
            }
            return rank;
        }

        /** Waits until each living rank has had the lock that many times from now on. */
        private void awaitProgress(final int least) {
            for (int rank = 1; rank < RANKS; rank++) {
                final long before = times.get(rank);
                while (dead.get(rank) == 0 && times.get(rank) < before + least) {
                    TimeLimit.check();
                    Thread.yield();
                }
            }
        }

        private void lockUntilOver(final Window window, final Random own) {
            try {
                while (!isOver.get()) {
                    if (own.nextInt(3) == 0) {
                        share(window);
                    } else {
                        takeAlone(window);
                    }
                    times.incrementAndGet(window.rank());
                }
            } catch (final RuntimeException exception) {
                if (dead.get(window.rank()) == 0) {
                    throw exception;
                }
            }
        }

        private void share(final Window window) {
            window.lock(0, LockType.SHARED);
            assertNobodyElse(window.fetchAndOp(0, AccumulateOp.NO_OP, 0, OWNER));
            window.unlock(0);
        }

        private void takeAlone(final Window window) {
            final long own = window.rank() + 1;
            window.lock(0, LockType.EXCLUSIVE);
            assertNobodyElse(window.fetchAndOp(own, AccumulateOp.REPLACE, 0, OWNER));
            assertThat(window.fetchAndOp(0, AccumulateOp.REPLACE, 0, OWNER)).isEqualTo(own);
            window.unlock(0);
        }

        /** Asserts that the part has the mark of no living rank. A rank that died in its epoch leaves its mark. */
        private void assertNobodyElse(final long owner) {
            assertThat(owner == 0 || dead.get((int) owner - 1) != 0).as("owner=%d", owner).isTrue();
        }
    }
}
