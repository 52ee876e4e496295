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
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import java.nio.ByteBuffer;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Windows in packet mode between processes: exact sums (T2.9) in the memory of a rank that only computes (T2.6), and a holder that is
 * killed.
 */
@Timeout(60)
class WindowProcessesTest {
    private static final int RANKS = 4;
    private static final List<String> OPTIONS = List.of("-Dtombolo.thread.level=multiple");
    private static final String INCREMENTS = Integer.toString(Integer.getInteger("tombolo.test.window.increments", 300));

    /** Holds S2.30. */
    @Test
    void shouldSumExactly() throws Exception {
        try (RankJvms job = RankJvms.start(RANKS, Rank.class, OPTIONS, "sum", INCREMENTS)) {
            job.awaitSuccess();
        }
    }

    @Test
    void shouldCountExactlyUnderExclusiveLocksAndByAtomicOperations() throws Exception {
        count(400, 1_000);
    }

    @Test
    @Timeout(3600)
    @Tag("nightly")
    void shouldCountExactlyToTheHundredThousands() throws Exception {
        count(100_000, 1_000_000);
    }

    /** All ranks, including rank 0 itself, count in the memory of rank 0. */
    private static void count(final int increments, final int sums) throws Exception {
        try (RankJvms job = RankJvms.start(
            RANKS, Rank.class, OPTIONS, "count", Integer.toString(increments), Integer.toString(sums))) {
            for (final String what : List.of("increments", "sums")) {
                for (int part = 1; part <= Rank.PARTS; part++) {
                    job.awaitLine(1, what + " part " + part + ".");
                }
            }
            job.awaitSuccess();
            assertThat(job.output(0)).contains("counted " + RANKS * increments + " and " + RANKS * sums);
        }
    }

    @Test
    void shouldGoOnWhenAHolderIsKilled() throws Exception {
        try (RankJvms job = RankJvms.start(3, Rank.class, OPTIONS, "kill", INCREMENTS)) {
            job.awaitLine(1, "holding");
            job.kill(1);
            job.awaitSuccess();
        }
    }

    /** The first argument says what the rank does. */
    static final class Rank {
        static final int PARTS = 100;
        private static final long COMPUTED = 16;

        private final Communicator world;
        private final int increments;
        private final UnsafeBuffer part = new UnsafeBuffer(ByteBuffer.allocateDirect(64));
        private final UnsafeBuffer word = new UnsafeBuffer(ByteBuffer.allocateDirect(8));

        private Rank(final Engine engine, final int increments) {
            this.world = engine.world();
            this.increments = increments;
        }

        public static void main(final String[] arguments) {
            try (Engine engine = Engine.launch()) {
                final Rank rank = new Rank(engine, Integer.parseInt(arguments[1]));
                switch (arguments[0]) {
                    case "sum" -> rank.sum();
                    case "count" -> rank.count(Integer.parseInt(arguments[2]));
                    default -> rank.hold();
                }
            }
        }

        private void sum() {
            try (Window window = world.createWindow(part)) {
                if (world.rank() == 0) {
                    // Does not call the engine until all other ranks have announced that they are done.
                    while (part.getLongVolatile((int) COMPUTED) < (RANKS - 1L) * increments) {
                        // The others may need its core.
                        Thread.yield();
                    }
                } else {
                    for (int i = 0; i < increments; i++) {
                        increment(window);
                    }
                }
                window.fence();
                check(part.getLong(0), world.rank() == 0 ? (RANKS - 1L) * increments : 0);
                check(part.getLong(8), world.rank() == 0 ? (RANKS - 1L) * increments : 0);
            }
        }

        private void count(final int sums) {
            try (Window window = world.createWindow(part)) {
                for (int i = 1; i <= increments; i++) {
                    window.lock(0, LockType.EXCLUSIVE);
                    window.get(word, 0, 8, 0, 0);
                    window.flush(0);
                    word.putLong(0, word.getLong(0) + 1);
                    window.put(word, 0, 8, 0, 0);
                    window.unlock(0);
                    say("increments", i, increments);
                }
                window.lock(0, LockType.SHARED);
                for (int i = 1; i <= sums; i++) {
                    window.fetchAndOp(1, AccumulateOp.SUM, 0, 8);
                    say("sums", i, sums);
                }
                window.unlock(0);
                window.fence();
                if (world.rank() == 0) {
                    System.out.println("counted " + part.getLong(0) + " and " + part.getLong(8));
                }
            }
        }

        private static void say(final String what, final int done, final int all) {
            if (done % (all / PARTS) == 0) {
                System.out.println(what + " part " + done / (all / PARTS) + ".");
            }
        }

        private void increment(final Window window) {
            window.lock(0, LockType.EXCLUSIVE);
            window.get(word, 0, 8, 0, 0);
            window.flush(0);
            word.putLong(0, word.getLong(0) + 1);
            window.put(word, 0, 8, 0, 0);
            window.unlock(0);
            word.putLong(0, 1);
            window.lock(0, LockType.SHARED);
            window.accumulate(word, 0, 1, ElementType.LONG, AccumulateOp.SUM, 0, 8);
            window.accumulate(word, 0, 1, ElementType.LONG, AccumulateOp.SUM, 0, COMPUTED);
            window.unlock(0);
        }

        private void hold() {
            final Window window = world.createWindow(part);
            if (world.rank() == 1) {
                window.lock(0, LockType.EXCLUSIVE);
                window.put(word, 0, 8, 0, 0);
                window.flush(0);
                world.send(new byte[0], 0, 0, 2, 1);
                System.out.println("holding");
                world.recv(new byte[0], 0, 0, 2, 9, null);
            } else if (world.rank() == 2) {
                world.recv(new byte[0], 0, 0, 1, 1, null);
                for (int i = 0; i < increments; i++) {
                    increment(window);
                }
                check(window.isTainted(0) ? 1 : 0, 1);
                world.send(new byte[0], 0, 0, 0, 1);
            } else {
                // The close does not wait, because one of the ranks is dead.
                world.recv(new byte[0], 0, 0, 2, 1, null);
            }
            WindowEnd.of(window);
        }

        private static void check(final long value, final long expected) {
            if (value != expected) {
                throw new AssertionError("value=" + value + " expected=" + expected);
            }
        }
    }
}
