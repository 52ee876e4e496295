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

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.window.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A rank of a group is dead or has left, and some of the others make a collective call. Each call ends at once, whether or not the other
 * ranks call or poll. Later calls end in the same way.
 */
@Timeout(60)
public class GoneMemberTest {
    private static final int LENGTH = 64;

    private final Random random = new Random();

    /** The collective calls. */
    public enum Call {
        BARRIER, DUP, SPLIT, CREATE, ALLOCATE, FENCE_ALLOCATED, FENCE_CREATED, CLOSE_ALLOCATED, CLOSE_CREATED;

        boolean isOfWindow() {
            return ordinal() >= FENCE_ALLOCATED.ordinal();
        }

        Window window(final Communicator world) {
            return this == FENCE_ALLOCATED || this == CLOSE_ALLOCATED ? world.allocateWindow(LENGTH) :
                world.createWindow(new UnsafeBuffer(new byte[LENGTH]));
        }

        public void run(final Communicator world, final Window window) {
            switch (this) {
                case BARRIER -> world.barrier();
                case DUP -> world.dup();
                case SPLIT -> world.split(0, -world.rank());
                case CREATE -> world.createWindow(new UnsafeBuffer(new byte[LENGTH]));
                case ALLOCATE -> world.allocateWindow(LENGTH);
                case FENCE_ALLOCATED, FENCE_CREATED -> window.fence();
                default -> window.close();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Call.class)
    void shouldEndAtThoseOfThreeThatCall(final Call call) throws Exception {
        for (int gone = 0; gone < 3; gone++) {
            for (int callers = 1; callers < 1 << 3; callers++) {
                if ((callers & 1 << gone) == 0) {
                    run(call, 3, gone, callers, random.nextBoolean());
                }
            }
        }
    }

    @Test
    void shouldEndAtThoseOfMoreThatCall() throws Exception {
        final long seed = System.nanoTime();
        random.setSeed(seed);
        for (int round = 0; round < 40; round++) {
            final int size = 4 + random.nextInt(4);
            final int gone = random.nextInt(size);
            final int callers = 1 + random.nextInt((1 << size) - 1) & ~(1 << gone);
            final Call call = Call.values()[random.nextInt(Call.values().length)];
            try {
                run(call, size, gone, callers, random.nextBoolean());
            } catch (final AssertionError error) {
                throw new AssertionError("seed=" + seed + " round=" + round, error);
            }
        }
    }

    private void run(final Call call, final int size, final int gone, final int callers, final boolean leaves) throws Exception {
        try (LocalJob job = LocalJob.of(size)) {
            final Window[] windows = new Window[size];
            if (call.isOfWindow()) {
                new RankThreads().run(job, engine -> windows[engine.rank()] = call.window(engine.world()));
            }
            if (leaves) {
                job.engine(gone).close();
            } else {
                job.kill(gone);
            }
            final RankThreads threads = new RankThreads();
            final List<Thread> started = new ArrayList<>();
            final boolean isPolled = random.nextBoolean();
            for (int rank = 0; rank < size; rank++) {
                final int caller = rank;
                if ((callers >> rank & 1) != 0) {
                    started.add(threads.start(() -> assertEnds(call, job, caller, windows[caller], gone)));
                }
            }
            while (started.stream().anyMatch(Thread::isAlive)) {
                TimeLimit.check();
                for (int rank = 0; isPolled && rank < size; rank++) {
                    if (rank != gone && (callers >> rank & 1) == 0) {
                        job.engine(rank).poll();
                    }
                }
                Thread.yield();
            }
            threads.join();
            for (int rank = 0; rank < size; rank++) {
                if (rank != gone && (callers >> rank & 1) == 0) {
                    assertEnds(call, job, rank, windows[rank], gone);
                }
            }
            sendAmongTheOthers(job, gone);
        }
    }

    private static void assertEnds(final Call call, final LocalJob job, final int rank, final Window window, final int gone) {
        final Communicator world = job.engine(rank).world();
        assertThatThrownBy(() -> call.run(world, window)).isInstanceOf(PeerFailedException.class)
            .hasMessageMatching("rank " + gone + " (died|has left): (barrier|agreement) of " + job.size() + " ranks");
        assertThatThrownBy(world::barrier).isInstanceOf(PeerFailedException.class);
        assertThatThrownBy(world::dup).isInstanceOf(PeerFailedException.class);
        assertThatThrownBy(world::barrier).isInstanceOf(PeerFailedException.class);
    }

    private static void sendAmongTheOthers(final LocalJob job, final int gone) {
        final int one = gone == 0 ? 1 : 0;
        final int other = gone == job.size() - 1 ? gone - 1 : job.size() - 1;
        job.engine(one).world().send(new long[] {7}, 0, 1, other, 1);
        final long[] received = new long[1];
        job.engine(other).world().recv(received, 0, 1, one, 1, null);
        assertThat(received[0]).isEqualTo(7);
    }

    /** A rank leaves the job after the barrier while others are still in it: they complete it nevertheless. */
    @Test
    void shouldNotBeDisturbedByRanksThatLeaveBehindABarrier() throws Exception {
        for (int round = 0; round < 50; round++) {
            try (LocalJob job = LocalJob.of(2 + round % 6)) {
                final boolean isKilled = round % 3 == 0;
                new RankThreads().run(job, engine -> {
                    engine.world().barrier();
                    if (isKilled && engine.rank() > 0) {
                        job.kill(engine.rank());
                    } else {
                        engine.close();
                    }
                });
            }
        }
    }

    @Test
    void shouldCloseAWindowWhoseRanksLeaveBehindIt() throws Exception {
        for (int round = 0; round < 30; round++) {
            final boolean isDirect = round % 2 == 0;
            try (LocalJob job = LocalJob.of(2 + round % 5)) {
                new RankThreads().run(job, engine -> {
                    final Window window = isDirect ? engine.world().allocateWindow(LENGTH) :
                        engine.world().createWindow(new UnsafeBuffer(new byte[LENGTH]));
                    window.close();
                    engine.close();
                });
            }
        }
    }

    /** Each rank waits for a rank that does not come, and another rank that it waits for is dead. */
    @Test
    void shouldEndStartsAndPostingsBesideThoseWhoDoNotCome() throws Exception {
        try (LocalJob job = LocalJob.of(3)) {
            final Window[] windows = new Window[3];
            new RankThreads().run(job, engine -> windows[engine.rank()] = engine.world().allocateWindow(LENGTH));
            windows[0].post(1, 2);
            final RankThreads threads = new RankThreads();
            threads.start(() -> {
                assertThatThrownBy(windows[0]::await).isInstanceOf(PeerFailedException.class).hasMessageContaining("rank 2 died");
                assertThatThrownBy(() -> windows[0].start(1, 2)).isInstanceOf(PeerFailedException.class)
                    .hasMessageContaining("rank 2 died");
            });
            job.kill(2);
            threads.join();
            // The barrier continues for rank 1.
            windows[1].start(0);
            windows[1].complete();
            windows[0].await();
            windows[1].post(0);
            assertThatThrownBy(() -> windows[0].start(1, 2)).isInstanceOf(PeerFailedException.class);
            windows[0].start(1);
            windows[0].complete();
            windows[1].await();
            windows[0].post(1);
        }
    }
}
