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

import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobDirectory;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Somebody stores random words into the files of a running job. The ranks count the errors; at most the pairs with damaged files break, and
 * no JVM ends.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ScribbledFilesTest {
    private static final int NOBODY = -1;
    private static final int SPARED = 2;
    private static final int STEPS = 300;
    private static final int JOBS = 10;
    private static final int WORDS = 3000;
    private static final int PACE_NS = 100_000;

    /** Selects the files between ranks 0 and 1 only. */
    private static boolean isBetweenOthers(final String name) {
        return name.equals("pair-0.1-1.1.dat") || name.equals("pair-1.1-0.1.dat");
    }

    @Test
    void shouldLoseAtMostThePairsThatAreScribbledOver() throws Exception {
        final long seed = System.nanoTime();
        TestOutput.say("seed=" + seed);
        long errors = 0;
        for (int i = 0; i < JOBS; i++) {
            errors += play(seed + i, SPARED, ScribbledFilesTest::isBetweenOthers);
        }
        assertThat(errors).as("protocol errors").isPositive();
    }

    @Test
    void shouldSurviveWordsInAnyFile() throws Exception {
        final long seed = System.nanoTime();
        TestOutput.say("seed=" + seed);
        for (int i = 0; i < JOBS; i++) {
            play(seed + i, NOBODY, name -> true);
        }
    }

    @Test
    @Tag("nightly")
    @Timeout(value = 3600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldSurviveWordsInAnyFileForLong() throws Exception {
        for (int i = 0; i < 10_000; i++) {
            final long seed = System.nanoTime();
            TestOutput.say("seed=" + seed);
            play(seed, NOBODY, name -> true);
            play(seed, SPARED, ScribbledFilesTest::isBetweenOthers);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {NOBODY, SPARED})
    void shouldNotHurtProcesses(final int spared) throws Exception {
        final long seed = System.nanoTime();
        TestOutput.say("seed=" + seed);
        playWithProcesses(seed, spared);
    }

    @Test
    @Tag("nightly")
    @Timeout(value = 3600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldNotHurtProcessesForLong() throws Exception {
        for (int i = 0; i < 200; i++) {
            final long seed = System.nanoTime();
            TestOutput.say("seed=" + seed);
            playWithProcesses(seed, NOBODY);
            playWithProcesses(seed, SPARED);
        }
    }

    private static void playWithProcesses(final long seed, final int spared) throws Exception {
        final int size = spared == NOBODY ? 2 : 3;
        final List<String> options = List.of(
            "-Dtombolo.close.timeout.ms=0", "-Dtombolo.ring.slots=64", "-Dtombolo.packets=4", "-Dtombolo.staging.lanes=2",
            "-Dtombolo.staging.lane.length=4096",
            "-Dtombolo.staging.chunk=1024", "-Dtombolo.staging.far.ns=" + (seed >> 1 & 1),
            "-Dtombolo.match.nodes=64", "-Dtombolo.ring.kind=" + (seed & 1));
        final Random random = new Random(seed);
        try (RankJvms job = RankJvms.start(size, Rank.class, options, Long.toString(seed), Integer.toString(spared))) {
            for (int rank = 0; rank < size; rank++) {
                job.awaitLine(rank, "up");
            }
            try (JobDirectory view = JobDirectory.inspect(job.directory())) {
                final Scribbler scribbler = new Scribbler(
                    view, random, spared == NOBODY ? name -> true : ScribbledFilesTest::isBetweenOthers);
                for (int word = 0; word < WORDS; word++) {
                    if (word % 64 == 0) {
                        scribbler.look();
                    }
                    scribbler.scribble();
                    LockSupport.parkNanos(PACE_NS);
                }
            }
            for (int rank = 0; rank < size; rank++) {
                job.awaitLine(rank, "done");
            }
            Files.createFile(job.directory().resolve(Rank.STOP));
            job.awaitSuccess();
        }
    }

    /** A rank in a process of its own, which ends on request. */
    static final class Rank {
        static final String STOP = "stop";

        private static final int MESSAGES = 2000;

        private Rank() {
        }

        public static void main(final String[] arguments) {
            final int spared = Integer.parseInt(arguments[1]);
            try (Engine engine = Engine.launch(new EngineContext().errorHandler(error -> { }));
                MemoryRegion region = engine.allocate(ScribbledRank.regionLength(engine.size()))) {
                final ScribbledRank rank = new ScribbledRank(engine, region, spared, MESSAGES, Long.parseLong(arguments[0]));
                TestOutput.say("up");
                boolean done = false;
                while (!Files.exists(engine.directory().resolve(STOP))) {
                    for (int i = 0; i < 100; i++) {
                        rank.step();
                    }
                    rank.nap();
                    if (!done && rank.isDone()) {
                        done = true;
                        TestOutput.say("done");
                    }
                }
            }
        }
    }

    /** Steps a job in this JVM, so that the seed repeats a failure. */
    private static long play(final long seed, final int spared, final Predicate<String> isTarget) throws Exception {
        final Random random = new Random(seed);
        final List<Throwable> told = new ArrayList<>();
        Scribbler scribbler = null;
        try (LocalJob job = LocalJob.of(3, context -> settings(context, new Random(seed)).errorHandler(told::add));
            JobDirectory view = JobDirectory.inspect(job.directory())) {
            final ScribbledRank[] ranks = new ScribbledRank[job.size()];
            for (int rank = 0; rank < ranks.length; rank++) {
                final MemoryRegion region = job.engine(rank).allocate(ScribbledRank.regionLength(job.size()));
                ranks[rank] = new ScribbledRank(job.engine(rank), region, spared, 100, seed);
            }
            scribbler = new Scribbler(view, random, isTarget);
            for (int step = 0; step < STEPS || !isDone(ranks); step++) {
                TimeLimit.check();
                ranks[random.nextInt(ranks.length)].step();
                if (step % 32 == 0) {
                    scribbler.look();
                }
                if (random.nextInt(4) == 0) {
                    scribbler.scribble();
                }
            }
            long errors = 0;
            for (int rank = 0; rank < 2; rank++) {
                errors += EngineAccess.node(job.engine(rank)).counters().value(Counter.PROTOCOL_ERRORS);
            }
            return errors;
        } catch (final RuntimeException | AssertionError error) {
            throw new AssertionError("seed " + seed + " told " + told + ", " + scribbler, error);
        }
    }

    private static boolean isDone(final ScribbledRank[] ranks) {
        for (final ScribbledRank rank : ranks) {
            if (!rank.isDone()) {
                return false;
            }
        }
        return true;
    }

    private static EngineContext settings(final EngineContext context, final Random random) {
        return context.size(GeometrySetting.RING_KIND, random.nextInt(2)).size(GeometrySetting.RING_SLOTS, 16L << random.nextInt(3))
            .size(GeometrySetting.RETURN_RECORDS, 16).size(GeometrySetting.PACKETS, 1 + random.nextInt(4))
            .size(GeometrySetting.PACKET_LENGTH, 256).size(GeometrySetting.STAGING_LANES, 1 + random.nextInt(2))
            .size(GeometrySetting.STAGING_LANE_LENGTH, 4096).size(GeometrySetting.STAGING_CHUNK, 1024)
            .size(GeometrySetting.STAGING_FAR_NS, random.nextInt(2))
            .size(GeometrySetting.UNEXPECTED_BYTES, 2000).size(GeometrySetting.MATCH_NODES, 64)
            .size(GeometrySetting.EXPOSURE_LIMIT, random.nextBoolean() ? Long.MAX_VALUE : 3000)
            .closeTimeout(0, TimeUnit.SECONDS);
    }
}
