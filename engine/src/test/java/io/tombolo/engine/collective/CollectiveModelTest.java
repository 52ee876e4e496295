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

import static io.tombolo.engine.collective.CallForm.BLOCKING;
import static io.tombolo.engine.collective.CallForm.NONBLOCKING;
import static io.tombolo.engine.collective.CallForm.PERSISTENT;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.api.ThreadLevel;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random sequences of collective operations put into the memory of every rank what the plainest computation does, bit by bit: all
 * operations, types, kinds of memory and lengths, from 1 to 8 ranks.
 */
@Timeout(60)
class CollectiveModelTest {
    private static final int MOST_RANKS = 8;

    private final RankThreads threads = new RankThreads();

    @ParameterizedTest
    @EnumSource(ThreadLevel.class)
    void shouldReceiveWhatTheModelComputes(final ThreadLevel level) throws Exception {
        run(level, List.of(BLOCKING), 40);
    }

    @ParameterizedTest
    @EnumSource(ThreadLevel.class)
    void shouldReceiveTheSameFromOperationsUnderWayTogether(final ThreadLevel level) throws Exception {
        run(level, List.of(NONBLOCKING), 10);
    }

    @ParameterizedTest
    @EnumSource(ThreadLevel.class)
    void shouldReceiveTheSameInAMixOfForms(final ThreadLevel level) throws Exception {
        run(level, List.of(BLOCKING, NONBLOCKING, PERSISTENT), 8);
    }

    @ParameterizedTest
    @EnumSource(ThreadLevel.class)
    void shouldReceiveTheSameInProcesses(final ThreadLevel level) throws Exception {
        runProcesses(3, level, 30);
    }

    @ParameterizedTest
    @EnumSource(ThreadLevel.class)
    @Tag("nightly")
    @Timeout(3600)
    void shouldReceiveTheSameInManyMoreSequences(final ThreadLevel level) throws Exception {
        for (int i = 0; i < MOST_RANKS; i++) {
            run(level, List.of(BLOCKING), 1000);
            run(level, List.of(NONBLOCKING), 300);
            run(level, List.of(BLOCKING, NONBLOCKING, PERSISTENT), 200);
            runProcesses(1 + i, level, 1000);
        }
    }

    private void run(final ThreadLevel level, final List<CallForm> forms, final int batches) throws Exception {
        final long seed = seed();
        for (int size = 1; size <= MOST_RANKS; size++) {
            final boolean isAsync = level == ThreadLevel.MULTIPLE && (seed + size & 1) == 0;
            final ModelRank rank = new ModelRank(seed, forms, batches, size, true);
            final String setting = "seed=" + seed + " size=" + size + " level=" + level + " agents=" + isAsync + " forms=" + forms;
            try (LocalJob job = LocalJob.of(size, context -> context.threadLevel(level).asyncProgress(isAsync))) {
                threads.run(job, engine -> {
                    rank.run(engine);
                    if (level == ThreadLevel.SINGLE) {
                        engine.close();
                    }
                });
                if (level == ThreadLevel.MULTIPLE) {
                    Quiescence.assertQuiet(job);
                }
            } catch (final AssertionError | RuntimeException failure) {
                throw new AssertionError(setting, failure);
            }
        }
    }

    private static void runProcesses(final int size, final ThreadLevel level, final int batches) throws Exception {
        final long seed = seed();
        TestOutput.say("seed=" + seed + " level=" + level + " size=" + size);
        final List<String> options = List.of("-Dtombolo.thread.level=" + level.name().toLowerCase(Locale.ROOT),
            "-Dtombolo.async.progress=" + (level == ThreadLevel.MULTIPLE && (seed & 1) == 0));
        try (RankJvms job = RankJvms.start(size, ModelRank.class, options, Long.toString(seed), Integer.toString(batches))) {
            job.awaitSuccess();
        }
    }

    private static long seed() {
        return Long.getLong("tombolo.test.seed", System.nanoTime());
    }
}
