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

import io.tombolo.engine.Engine;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.TimeLimit;
import io.tombolo.ringbuffers.collective.CollectiveFileDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two to four ranks make random collective operations in all forms, while they make and close communicators and regions. Each result is
 * that of the plainest computation, and neither heap nor files nor mappings grow. Runs with threads for some rounds, and nightly with
 * processes for {@code tombolo.test.soak.seconds} seconds, 300 by default.
 */
class CollectiveSoakTest {
    private static final int LEAST_RANKS = 2;
    private static final int MOST_RANKS = 4;
    private static final int ROUNDS = 20;
    private static final int ALIVE_SECONDS = 5;

    private static int ranks(final Random random) {
        return LEAST_RANKS + random.nextInt(MOST_RANKS - LEAST_RANKS + 1);
    }

    private static long files(final Path directory, final String name) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(path -> path.getFileName().toString().matches(name)).count();
        } catch (final IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private static void assertFewFiles(final Path directory, final int rank) {
        assertThat(files(directory, "collective-" + rank + "\\.\\d+-\\d+\\.dat")).as("files with slots of rank " + rank)
            .isBetween(1L, (long) CollectiveSoakRank.SLOTS / CollectiveFileDescriptor.SLOTS);
        assertThat(files(directory, "heap-" + rank + "\\.\\d+-[1-9]\\d*\\.dat")).as("regions of rank " + rank).isZero();
    }

    @Test
    @Timeout(60)
    void shouldComputeTheSameInThreads() throws Exception {
        final long seed = Long.getLong("tombolo.test.soak.seed", System.nanoTime());
        final Random random = new Random(seed);
        final int size = ranks(random);
        final boolean isAsync = random.nextBoolean();
        TestOutput.say("seed=" + seed + " size=" + size + " agents=" + isAsync);
        try (LocalJob job = LocalJob.of(size, context -> context.asyncProgress(isAsync).collectiveSlots(CollectiveSoakRank.SLOTS))) {
            new RankThreads().run(job, engine -> {
                final int[] left = {ROUNDS};
                new CollectiveSoakRank(engine, seed).run(() -> --left[0] >= 0);
            });
            Quiescence.assertQuiet(job);
            for (int rank = 0; rank < size; rank++) {
                assertFewFiles(job.directory(), rank);
            }
        }
    }

    @Test
    @Tag("nightly")
    void shouldComputeTheSameInProcesses() throws Exception {
        final int seconds = Integer.getInteger("tombolo.test.soak.seconds", 300);
        final long seed = Long.getLong("tombolo.test.soak.seed", System.nanoTime());
        final Random random = new Random(seed);
        final int size = ranks(random);
        final boolean isMultiple = random.nextBoolean();
        final List<String> options = List.of(
            "-Dtombolo.collective.slots=" + CollectiveSoakRank.SLOTS, "-Dtombolo.thread.level=" + (isMultiple ? "multiple" : "single"),
            "-Dtombolo.async.progress=" + (isMultiple && random.nextBoolean()));
        TestOutput.say("seed=" + seed + " seconds=" + seconds + " size=" + size + " " + options);
        try (RankJvms job = RankJvms.start(size, Rank.class, options, Long.toString(seed), Integer.toString(seconds))) {
            for (int alive = 1; alive <= seconds / ALIVE_SECONDS; alive++) {
                job.awaitLine(0, "alive " + alive + ".");
            }
            job.awaitSuccess();
            for (int rank = 0; rank < size; rank++) {
                TestOutput.say("rank " + rank + ": " + job.output(rank).lines().filter(line -> line.startsWith("at ")).toList());
            }
            assertThat(job.output(0)).contains("rounds");
        }
    }

    /** One rank in a process of its own. Its arguments are the seed and the seconds. */
    static final class Rank {
        private static final int WARM_UP_ROUNDS = 20;
        private static final long MOST_HEAP_GROWTH = 8 << 20;
        // Of the regions of each rank, a group keeps the last ones mapped.
        private static final int MOST_MAPPINGS_OF_A_RANK = 8 + CollectiveSoakRank.SLOTS / CollectiveFileDescriptor.SLOTS;

        private final Engine engine;
        private int alive;

        private Rank(final Engine engine) {
            this.engine = engine;
        }

        public static void main(final String[] arguments) {
            final long start = System.nanoTime();
            final long lengthNs = TimeUnit.SECONDS.toNanos(Integer.parseInt(arguments[1]));
            try (Engine engine = Engine.launch()) {
                new Rank(engine).run(new CollectiveSoakRank(engine, Long.parseLong(arguments[0])), start, lengthNs);
            }
        }

        private void run(final CollectiveSoakRank rank, final long start, final long lengthNs) {
            final int[] left = {WARM_UP_ROUNDS};
            rank.run(() -> --left[0] >= 0);
            final long before = usedHeap();
            TestOutput.say("at first: heap " + before + ", mappings " + mappings());
            final int rounds = rank.run(() -> {
                final long elapsedNs = System.nanoTime() - start;
                sayAlive(elapsedNs);
                return elapsedNs < lengthNs;
            });
            final long after = usedHeap();
            final int most = MOST_MAPPINGS_OF_A_RANK * engine.size();
            TestOutput.say("at last: heap " + after + ", mappings " + mappings() + " of " + most + ", " + rounds + " rounds");
            assertThat(after).as("used heap").isLessThan(before + MOST_HEAP_GROWTH);
            assertFewFiles(engine.directory(), engine.rank());
            // The collector unmaps the regions that this rank has closed.
            while (mappings() > most) {
                TimeLimit.check();
                System.gc();
            }
            engine.world().barrier();
            Quiescence.assertQuiet(engine);
        }

        private void sayAlive(final long elapsedNs) {
            while (TimeUnit.NANOSECONDS.toSeconds(elapsedNs) >= (alive + 1L) * ALIVE_SECONDS) {
                TestOutput.say("alive " + ++alive + ".");
            }
        }

        private static long usedHeap() {
            System.gc();
            System.gc();
            return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        }

        /** Counts the mappings of regions and slots. */
        private long mappings() {
            try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
                return lines.filter(line -> line.matches(".*/\\.?(heap-\\d+\\.\\d+-[1-9]|collective-).*")).count();
            } catch (final IOException unreadable) {
                throw new AssertionError(unreadable);
            }
        }
    }
}
