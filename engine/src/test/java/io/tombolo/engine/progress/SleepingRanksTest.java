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
package io.tombolo.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ranks without natives that sleep as soon as they can: at a socket, at a socket whose path was removed, or in parks if no socket is
 * possible.
 */
class SleepingRanksTest {
    private static final int SLEEPER = 1;
    private static final int WAKE_UPS = 20;
    private static final String GONE = "gone";
    private static final List<String> OPTIONS = List.of(
        "-Dtombolo.natives=off", "-Dtombolo.wait.spins=0", "-Dtombolo.wait.yields=0", "-Dtombolo.match.nodes=64",
        "-Dtombolo.packets=4");

    @ParameterizedTest
    @CsvSource({"socket,true", GONE + ",false", "deep,false"})
    void shouldWakeASleeperAfterTheFirstRingerWasKilled(final String where, final boolean hasSocket) throws Exception {
        try (RankJvms job = RankJvms.create()) {
            final Path directory = where.equals("deep") ? job.directory().resolve("d".repeat(100)) : job.directory();
            final List<String> options = Stream.concat(OPTIONS.stream(), Stream.of("-Dtombolo.dir=" + directory)).toList();
            for (int rank = 0; rank < 3; rank++) {
                job.add(rank, 3, Rank.class, options, where);
            }
            job.awaitLine(SLEEPER, "woken by rank 0");
            assertThat(Files.exists(socket(directory))).isEqualTo(hasSocket);
            job.kill(0);
            job.awaitLine(SLEEPER, "woken by rank 2");
            job.awaitSuccess();
        }
    }

    @Test
    void shouldWakeASleeperFromItsOwnProcess() throws Exception {
        try (RankJvms job = RankJvms.start(1, Alone.class, OPTIONS)) {
            job.awaitSuccess();
        }
    }

    private static Path socket(final Path directory) {
        return directory.resolve("rank-" + SLEEPER + ".1.sock");
    }

    private static void awaitAsleep(final Engine engine) {
        while (!EngineAccess.node(engine).doorbell().isAsleep()) {
            Thread.onSpinWait();
        }
    }

    /** Rank 1 sleeps. The others, one after the other, send to it whenever it sleeps, until the test ends them. */
    static final class Rank {
        private static final int PING = 1;
        private static final int GO = 2;

        private Rank() {
        }

        public static void main(final String[] arguments) throws IOException {
            try (Engine engine = Engine.launch()) {
                if (engine.rank() == SLEEPER) {
                    if (arguments[0].equals(GONE)) {
                        Files.delete(socket(engine.directory()));
                    }
                    sleep(engine);
                } else {
                    ring(engine);
                }
            }
        }

        private static void sleep(final Engine engine) {
            final Communicator world = engine.world();
            assertThatThrownBy(() -> {
                receive(engine, 0, WAKE_UPS);
                TestOutput.say("woken by rank 0");
                receive(engine, 0, Long.MAX_VALUE);
            }).isInstanceOf(PeerFailedException.class);
            receive(engine, 2, EngineAccess.node(engine).counters().value(Counter.WAKE_UPS_RECEIVED) + WAKE_UPS);
            while (!areFewLost(engine)) {
                receive(engine, 2, EngineAccess.node(engine).counters().value(Counter.WAKE_UPS_RECEIVED) + 1);
            }
            world.send(new long[] {0}, 0, 1, 2, GO);
            TestOutput.say("woken by rank 2");
        }

        /** Returns whether most sleeps ended by a wake-up. If a ringer loses its core, sleeps time out, and each counts as lost. */
        private static boolean areFewLost(final Engine engine) {
            final Counters counters = EngineAccess.node(engine).counters();
            return counters.value(Counter.LOST_WAKE_UPS) < counters.value(Counter.WAKE_UPS_RECEIVED) / 4;
        }

        private static void receive(final Engine engine, final int source, final long wakeUps) {
            final long[] word = {1};
            while (EngineAccess.node(engine).counters().value(Counter.WAKE_UPS_RECEIVED) < wakeUps) {
                engine.world().send(word, 0, 1, source, GO);
                engine.world().recv(word, 0, 1, source, PING, null);
            }
        }

        private static void ring(final Engine engine) {
            final long[] word = new long[1];
            engine.world().recv(word, 0, 1, SLEEPER, GO, null);
            while (word[0] == 1) {
                while (!EngineAccess.node(engine).doorbell(SLEEPER).isAsleep()) {
                    Thread.onSpinWait();
                }
                engine.world().send(word, 0, 1, SLEEPER, PING);
                engine.world().recv(word, 0, 1, SLEEPER, GO, null);
            }
            // Counters are published every some turns.
            while (EngineAccess.node(engine).counters().value(Counter.WAKE_UPS_RUNG) == 0) {
                engine.poll();
            }
        }
    }

    /** A job of one rank: its threads wake the one that sleeps, and no file stays open. */
    static final class Alone {
        private static final int ENGINES = 10;
        private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

        private Alone() {
        }

        public static void main(final String[] arguments) throws Exception {
            live();
            final long before = count();
            for (int i = 0; i < ENGINES; i++) {
                live();
            }
            assertThat(count()).as("open files").isEqualTo(before);
        }

        private static long count() throws IOException {
            try (Stream<Path> files = Files.list(DESCRIPTORS)) {
                return files.count();
            }
        }

        private static void live() throws Exception {
            final Thread sleeper;
            final Throwable[] end = new Throwable[2];
            try (Engine engine = Engine.launch(new EngineContext().threadLevel(ThreadLevel.MULTIPLE))) {
                final Thread interrupted = new Thread(() -> end[0] = endOf(engine));
                interrupted.start();
                awaitAsleep(engine);
                interrupted.interrupt();
                interrupted.join();
                sleeper = new Thread(() -> end[1] = endOf(engine));
                sleeper.start();
                wake(engine);
            }
            sleeper.join();
            assertThat(end[0]).isInstanceOf(InterruptException.class);
            assertThat(end[1]).isInstanceOfAny(MessagingException.class, IllegalStateException.class);
        }

        private static Throwable endOf(final Engine engine) {
            final long[] word = new long[1];
            try {
                while (true) {
                    engine.world().recv(word, 0, 1, 0, 1, null);
                }
            } catch (final RuntimeException exception) {
                return exception;
            }
        }

        private static void wake(final Engine engine) {
            final long start = EngineAccess.node(engine).counters().value(Counter.WAKE_UPS_RECEIVED);
            while (EngineAccess.node(engine).counters().value(Counter.WAKE_UPS_RECEIVED) < start + WAKE_UPS) {
                awaitAsleep(engine);
                engine.world().send(new long[] {1}, 0, 1, 0, 1);
            }
            awaitAsleep(engine);
        }
    }
}
