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
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.PeerFailedException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ranks make a group of their own, at any time, and without the others.
 */
@Timeout(60)
class MeetingTest {
    private final RankThreads threads = new RankThreads();

    private static void exchange(final Communicator group) {
        group.barrier();
        final int next = (group.rank() + 1) % group.size();
        final int before = (group.rank() + group.size() - 1) % group.size();
        group.send(new byte[] {(byte) group.rank()}, 0, 1, next, 1);
        final byte[] got = new byte[1];
        group.recv(got, 0, 1, before, 1, null);
        assertThat((int) got[0]).isEqualTo(before);
        assertThat(group.agree(-1)).isEqualTo(-1);
    }

    @Test
    void shouldMakeAGroupOfSome() throws Exception {
        try (LocalJob job = LocalJob.of(4)) {
            for (final int rank : new int[] {0, 1, 3}) {
                threads.start(() -> {
                    for (int i = 0; i < 100; i++) {
                        try (Communicator group = job.engine(rank).group(3, 0, 1)) {
                            assertThat(group.size()).isEqualTo(3);
                            assertThat(group.rank()).isEqualTo(rank == 3 ? 0 : rank + 1);
                            exchange(group);
                        }
                    }
                });
            }
            threads.join();
            try (Communicator alone = job.engine(2).group(2)) {
                exchange(alone);
            }
        }
    }

    @Test
    void shouldRefuseWrongMembers() {
        try (LocalJob job = LocalJob.of(3)) {
            final Engine engine = job.engine(1);
            assertThatThrownBy(() -> engine.group(0, 2)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("members=[0, 2] must contain this rank, 1");
            assertThatThrownBy(() -> engine.group(1, 1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("members=[1, 1] must be different ranks from 0 to 2");
            assertThatThrownBy(() -> engine.group(1, 3)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> engine.group(-1, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(engine::group).isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** Whoever gives up, the others go on waiting for it. */
    @Test
    void shouldWaitForARankThatGivesUpAndComesAgain() throws Exception {
        for (int last = 0; last < 3; last++) {
            final int late = last;
            try (LocalJob job = LocalJob.of(3)) {
                for (int rank = 0; rank < 3; rank++) {
                    final Engine engine = job.engine(rank);
                    threads.start(() -> {
                        Communicator group = null;
                        for (int i = 0; i < 20 && group == null; i++) {
                            group = engine.rank() == late ? tryShortly(engine) : null;
                        }
                        group = group == null ? engine.group(0, 1, 2) : group;
                        exchange(group);
                        group.close();
                    });
                }
                threads.join();
            }
        }
    }

    /** Comes and gives up at once. Returns null unless the others had come all. */
    private static Communicator tryShortly(final Engine engine) {
        try {
            return engine.group(0, TimeUnit.NANOSECONDS, 0, 1, 2);
        } catch (final DeadlineException exception) {
            assertThat(exception).hasMessageStartingWith("time is up after ").hasMessageContaining("group");
            return null;
        }
    }

    @Test
    void shouldEndAtAnInterruptAndADeadline() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            assertThatThrownBy(() -> job.engine(1).group(10, TimeUnit.MILLISECONDS, 0, 1)).isInstanceOf(DeadlineException.class);
            assertThatThrownBy(() -> job.engine(0).group(10, TimeUnit.MILLISECONDS, 0, 1)).isInstanceOf(DeadlineException.class);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> job.engine(0).group(0, 1)).isInstanceOf(InterruptException.class);
            assertThat(Thread.interrupted()).isTrue();
            threads.run(job, engine -> engine.group(0, 1).barrier());
        }
    }

    @Test
    void shouldEndWhenAMemberDies() throws Exception {
        for (int victim = 0; victim < 3; victim++) {
            final int dead = victim;
            try (LocalJob job = LocalJob.of(3)) {
                final CountDownLatch waiting = new CountDownLatch(2);
                for (int rank = 0; rank < 3; rank++) {
                    final Engine engine = job.engine(rank);
                    if (rank != dead) {
                        threads.start(() -> {
                            waiting.countDown();
                            assertThatThrownBy(() -> engine.group(0, 1, 2)).isInstanceOf(PeerFailedException.class)
                                .hasMessage("rank " + dead + " died: group of ranks [0, 1, 2]");
                            // The others are found by a group of their own.
                            try (Communicator group = engine.group(dead == 0 ? 1 : 0, dead == 2 ? 1 : 2)) {
                                exchange(group);
                            }
                        });
                    }
                }
                waiting.await();
                job.kill(dead);
                threads.join();
            }
        }
    }

    /** Groups of the same ranks, in turn and at the same time with other groups. */
    @Test
    void shouldMakeManyGroups() throws Exception {
        try (LocalJob job = LocalJob.of(3)) {
            threads.run(job, engine -> {
                for (int i = 0; i < 1000; i++) {
                    final Communicator all = engine.group(2, 1, 0);
                    if (engine.rank() != 1) {
                        engine.group(0, 2).close();
                    }
                    all.barrier();
                    all.close();
                }
            });
        }
    }

    @Test
    void shouldWaitForARankThatHasNotJoined(@TempDir final Path directory) throws Exception {
        final Path path = directory.resolve("job");
        try (Engine first = Engine.launch(new EngineContext().directory(path).rank(0).size(3))) {
            final CountDownLatch waiting = new CountDownLatch(1);
            threads.start(() -> {
                waiting.countDown();
                try (Communicator group = first.group(0, 2)) {
                    exchange(group);
                }
            });
            waiting.await();
            threads.start(() -> {
                try (Engine second = Engine.launch(new EngineContext().directory(path).rank(2).size(3));
                    Communicator group = second.group(0, 2)) {
                    exchange(group);
                }
            });
            threads.join();
        }
    }
}
