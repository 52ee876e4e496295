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

import io.tombolo.engine.api.Window;
import io.tombolo.engine.api.WindowOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The end of a window: nobody gets through it before all that live have come, whoever dies when.
 */
@Timeout(60)
class WindowCloseTest {
    private static final int STEPS = 2000;

    @Test
    void shouldWaitForRanksThatOnlyTheDeadWereToTellOf() throws Exception {
        try (LocalJob job = LocalJob.of(4)) {
            final Window[] windows = create(job);
            kill(job, 2, 0);
            // Rank 0 hears from 3, and would have heard of 1 from 2.
            final RankThreads threads = new RankThreads();
            final Thread zero = threads.start(windows[0]::close);
            final Thread three = threads.start(windows[3]::close);
            step(job);
            assertThat(zero.isAlive()).isTrue();
            assertThat(three.isAlive()).isTrue();
            threads.start(windows[1]::close);
            threads.join();
        }
    }

    @Test
    void shouldWaitForARankThatTheDeadStandBetween() throws Exception {
        try (LocalJob job = LocalJob.of(8)) {
            final Window[] windows = create(job);
            // No rounds lead from 3 to 0 or back but over others.
            for (final int rank : new int[] {1, 2, 4, 5, 6, 7}) {
                kill(job, rank, 0);
            }
            final RankThreads threads = new RankThreads();
            final Thread zero = threads.start(windows[0]::close);
            step(job);
            assertThat(zero.isAlive()).isTrue();
            threads.start(windows[3]::close);
            threads.join();
        }
    }

    @Test
    void shouldBeABarrierOfTheLivingWhoeverDiesMeanwhile() throws Exception {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        for (int round = 0; round < 30; round++) {
            final int size = 3 + random.nextInt(6);
            try (LocalJob job = LocalJob.of(size)) {
                closeWhileSomeDie(job, create(job), random, "seed=" + seed + " round=" + round);
            }
        }
    }

    private static void closeWhileSomeDie(final LocalJob job, final Window[] windows, final Random random, final String name)
        throws Exception {
        final boolean[] dies = new boolean[job.size()];
        for (int deaths = 1 + random.nextInt(job.size() - 1); deaths > 0; deaths--) {
            dies[random.nextInt(job.size())] = true;
        }
        final List<Integer> order = new ArrayList<>();
        for (int rank = 0; rank < job.size(); rank++) {
            order.add(random.nextInt(order.size() + 1), rank);
        }
        final AtomicInteger missing = new AtomicInteger();
        for (final boolean isDead : dies) {
            missing.addAndGet(isDead ? 0 : 1);
        }
        final int alive = alive(dies);
        final RankThreads threads = new RankThreads();
        for (final int rank : order) {
            if (dies[rank]) {
                // Some get into the barrier before they die.
                if (random.nextBoolean()) {
                    threads.start(() -> closeAndDie(windows[rank]));
                }
                stepSome(job, random);
                kill(job, rank, random.nextBoolean() ? alive : rank);
            } else {
                stepSome(job, random);
                missing.decrementAndGet();
                threads.start(() -> {
                    windows[rank].close();
                    assertThat(missing).as("%s rank=%d", name, rank).hasValue(0);
                });
            }
        }
        threads.join();
    }

    private static int alive(final boolean[] dies) {
        int rank = 0;
        while (dies[rank]) {
            rank++;
        }
        return rank;
    }

    /** And has another look for it at once, so that all know. */
    private static void kill(final LocalJob job, final int rank, final int prober) {
        job.kill(rank);
        if (prober != rank) {
            job.engine(prober).node().job().probe(rank);
        }
    }

    private static void closeAndDie(final Window window) {
        try {
            window.close();
        } catch (final RuntimeException exception) {
            // As it happens: this rank is killed.
            assertThat(exception).isNotNull();
        }
    }

    private static Window[] create(final LocalJob job) throws Exception {
        final Window[] windows = new Window[job.size()];
        new RankThreads().run(job, engine ->
            windows[engine.rank()] = engine.world().createWindow(new UnsafeBuffer(new byte[64]), WindowOption.NO_LOCKS));
        return windows;
    }

    private static void step(final LocalJob job) {
        for (int step = 0; step < STEPS; step++) {
            job.step();
            Thread.yield();
        }
    }

    private static void stepSome(final LocalJob job, final Random random) {
        for (int steps = random.nextInt(STEPS / 10); steps > 0; steps--) {
            job.step();
            Thread.yield();
        }
    }
}
