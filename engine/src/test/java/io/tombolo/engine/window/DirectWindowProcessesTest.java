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

import io.tombolo.engine.Engine;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * T2.9 and T2.11 in direct mode, with a process for each rank: sums are exact, and waiting ranks go on if the target is stopped, or if the
 * holder or the first waiter is killed.
 */
@Timeout(120)
class DirectWindowProcessesTest {
    private static final int RANKS = 4;
    private static final List<String> OPTIONS = List.of("-Xmx48m");

    @Test
    void shouldCountExactlyUnderExclusiveLocksAndByAtomicOperations() throws Exception {
        try (RankJvms job = RankJvms.start(RANKS, Counting.class, OPTIONS)) {
            job.awaitSuccess();
            assertThat(job.output(0)).contains("sums " + RANKS * Counting.SUMS);
        }
    }

    @Test
    void shouldGoOnWithTheTargetStoppedAndTheFirstWaiterKilled() throws Exception {
        Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/stat")), "needs /proc");
        try (RankJvms job = RankJvms.start(RANKS, Waiting.class, OPTIONS)) {
            job.awaitLine(1, "holding");
            signal(job.pid(0), "-STOP");
            go(job, "second");
            job.awaitLine(2, "waiting");
            go(job, "third");
            job.awaitLine(3, "waiting");
            job.kill(2);
            go(job, "release");
            assertThat(job.awaitLine(3, "got it")).isEqualTo("got it with value 77 tainted false");
            assertThat(Files.readString(Path.of("/proc", Long.toString(job.pid(0)), "stat"))).contains(") T ");
            signal(job.pid(0), "-CONT");
            go(job, "end");
            job.awaitSuccess();
            assertThat(job.output(0)).contains("found 78");
        }
    }

    @Test
    void shouldGoOnAndSaySoWhenTheHolderIsKilled() throws Exception {
        try (RankJvms job = RankJvms.start(RANKS, Waiting.class, OPTIONS)) {
            job.awaitLine(1, "holding");
            go(job, "second");
            job.awaitLine(2, "waiting");
            job.kill(1);
            assertThat(job.awaitLine(2, "got it")).isEqualTo("got it with value 77 tainted true");
            go(job, "third");
            assertThat(job.awaitLine(3, "got it")).isEqualTo("got it with value 78 tainted true");
            go(job, "end");
            job.awaitSuccess();
        }
    }

    private static void signal(final long pid, final String signal) throws Exception {
        assertThat(new ProcessBuilder("kill", signal, Long.toString(pid)).start().waitFor()).isZero();
    }

    private static void go(final RankJvms job, final String word) throws IOException {
        Files.createFile(job.directory().resolve(word));
    }

    /** Counts in the part of rank 0. On a busy machine a rank gets the lock only when it gets a core, so it counts for a limited time. */
    static final class Counting {
        static final int SUMS = 1_000_000;
        private static final int MOST_INCREMENTS = 100_000;
        private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(4);
        private static final int SUM = 8;
        private static final int INCREMENTS = 16;

        private Counting() {
        }

        public static void main(final String[] arguments) {
            try (Engine engine = Engine.launch(); Window window = engine.world().allocateWindow(64)) {
                final UnsafeBuffer value = new UnsafeBuffer(new byte[8]);
                final long end = System.nanoTime() + LONGEST_NS;
                int increments = 0;
                for (; increments < MOST_INCREMENTS && System.nanoTime() - end < 0; increments++) {
                    window.lock(0, LockType.EXCLUSIVE);
                    window.get(value, 0, 8, 0, 0);
                    value.putLong(0, value.getLong(0) + 1);
                    window.put(value, 0, 8, 0, 0);
                    window.unlock(0);
                }
                window.lock(0, LockType.SHARED);
                for (int i = 0; i < SUMS; i++) {
                    window.fetchAndOp(1, AccumulateOp.SUM, 0, SUM);
                }
                window.fetchAndOp(increments, AccumulateOp.SUM, 0, INCREMENTS);
                window.unlock(0);
                engine.world().barrier();
                if (engine.rank() == 0) {
                    final UnsafeBuffer part = window.sharedQuery(0);
                    assertThat(part.getLong(0)).as("increments").isEqualTo(part.getLong(INCREMENTS)).isPositive();
                    System.out.println("sums " + part.getLong(SUM));
                }
            }
        }
    }

    /** Rank 0 is the target and rank 1 holds its lock. Ranks 2 and 3 wait for the lock; each begins when the test tells it to. */
    static final class Waiting {
        private final Engine engine;
        private final Window window;
        private final Path directory;
        private final UnsafeBuffer value = new UnsafeBuffer(new byte[8]);

        private Waiting(final Engine engine, final Window window) {
            this.engine = engine;
            this.window = window;
            this.directory = Path.of(System.getenv("TOMBOLO_DIR"));
        }

        public static void main(final String[] arguments) {
            try (Engine engine = Engine.launch()) {
                final Window window = engine.world().allocateWindow(64);
                final Waiting rank = new Waiting(engine, window);
                switch (engine.rank()) {
                    case 0 -> rank.target();
                    case 1 -> rank.hold();
                    case 2 -> rank.wait("second");
                    default -> rank.wait("third");
                }
                rank.await("end");
                WindowEnd.of(window);
            }
        }

        private void target() {
            await("end");
            window.lock(0, LockType.SHARED);
            System.out.println("found " + window.sharedQuery(0).getLong(0));
            window.unlock(0);
        }

        private void hold() {
            window.lock(0, LockType.EXCLUSIVE);
            value.putLong(0, 77);
            window.put(value, 0, 8, 0, 0);
            window.flush(0);
            System.out.println("holding");
            await("release");
            window.unlock(0);
        }

        private void wait(final String word) {
            await(word);
            System.out.println("waiting");
            window.lock(0, LockType.EXCLUSIVE);
            window.get(value, 0, 8, 0, 0);
            System.out.println("got it with value " + value.getLong(0) + " tainted " + window.isTainted(0));
            value.putLong(0, value.getLong(0) + 1);
            window.put(value, 0, 8, 0, 0);
            window.unlock(0);
        }

        private void await(final String word) {
            while (!Files.exists(directory.resolve(word))) {
                TimeLimit.check();
                Thread.yield();
            }
        }
    }
}
