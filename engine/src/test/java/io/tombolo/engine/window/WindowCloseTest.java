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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The close of a window: no rank completes it before all have come, and a rank that knows of a dead rank waits for no other.
 */
@Timeout(60)
class WindowCloseTest {
    private static final int STEPS = 200;
    private static final int LENGTH = 64;

    /** A rank that has closed the window after a death still serves the others, and treats none of their messages as an error. */
    @Test
    void shouldServeThePartOfARankThatHasGoneFirst() throws Exception {
        try (LocalJob job = LocalJob.of(3, context -> context.windowAgentUs(0))) {
            final Window[] windows = new Window[3];
            final UnsafeBuffer part = new UnsafeBuffer(new byte[LENGTH]);
            new RankThreads().run(job, engine -> windows[engine.rank()] = engine.world().createWindow(
                engine.rank() == 0 ? part : new UnsafeBuffer(new byte[LENGTH])));
            kill(job, 2, 0);
            assertThat(WindowEnd.of(windows[0])).isFalse();
            windows[0].close();
            assertThatThrownBy(() -> windows[0].lock(1, LockType.SHARED)).isInstanceOf(IllegalStateException.class)
                .hasMessage("this window is closed");
            final RankThreads threads = new RankThreads();
            final Thread one = threads.start(() -> {
                windows[1].lock(0, LockType.EXCLUSIVE);
                assertThat(windows[1].fetchAndOp(5, AccumulateOp.SUM, 0, 8)).isZero();
                windows[1].unlock(0);
                assertThat(WindowEnd.of(windows[1])).isFalse();
            });
            while (one.isAlive()) {
                TimeLimit.check();
                job.engine(0).poll();
            }
            threads.join();
            assertThat(part.getLong(8)).isEqualTo(5);
        }
    }

    /** The window is closed after such an error: a second close does nothing. */
    @Test
    void shouldBeOverWherePairsWereGivenUpForWantOfRoom() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final Window[] windows = create(job);
            EngineAccess.node(job.engine(0)).refuseForRoom(1);
            assertThatThrownBy(windows[0]::close).isInstanceOf(MessagingException.class).hasMessageStartingWith("no room");
            windows[0].close();
        }
    }

    @Test
    void shouldEndWhoeverDiesMeanwhile() throws Exception {
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
                // Some ranks enter the barrier before they die.
                if (random.nextBoolean()) {
                    threads.start(() -> closeAndDie(windows[rank]));
                }
                stepSome(job, random);
                kill(job, rank, random.nextBoolean() ? alive : rank);
            } else {
                stepSome(job, random);
                missing.decrementAndGet();
                threads.start(() -> {
                    if (WindowEnd.of(windows[rank])) {
                        assertThat(missing).as("%s rank=%d", name, rank).hasValue(0);
                    }
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

    /** Kills a rank and has another rank probe it at once, so that all ranks know of the death. */
    private static void kill(final LocalJob job, final int rank, final int prober) {
        job.kill(rank);
        if (prober != rank) {
            EngineAccess.node(job.engine(prober)).job().probe(rank);
        }
    }

    private static void closeAndDie(final Window window) {
        try {
            window.close();
        } catch (final RuntimeException exception) {
            // Any exception will do: this rank is killed.
            assertThat(exception).isNotNull();
        }
    }

    private static Window[] create(final LocalJob job) throws Exception {
        final Window[] windows = new Window[job.size()];
        new RankThreads().run(job, engine ->
            windows[engine.rank()] = engine.world().createWindow(new UnsafeBuffer(new byte[LENGTH]), WindowOption.NO_LOCKS));
        return windows;
    }

    private static void stepSome(final LocalJob job, final Random random) {
        for (int steps = random.nextInt(STEPS); steps > 0; steps--) {
            job.step();
            // Few yields: each may last a time slice where the processors are busy.
            if (random.nextInt(32) == 0) {
                Thread.yield();
            }
        }
    }
}
