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

import io.tombolo.engine.Engine;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.api.Communicator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Several threads of each rank make collective calls at the same time, each on communicators of its own, with messages beside them. No
 * call takes part in the calls of another communicator.
 */
@Timeout(60)
class CollectiveOverlapTest {
    private static final int THREADS = 3;
    private static final int REGION_BYTES = 1 << 19;
    private static final List<CallForm> FORMS = List.of(CallForm.values());

    private final RankThreads threads = new RankThreads();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepCallsOnSeveralCommunicatorsApart(final boolean isAsync) throws Exception {
        run(4, isAsync, 15, Long.getLong("tombolo.test.seed", System.nanoTime()));
    }

    @Test
    @Tag("nightly")
    @Timeout(3600)
    void shouldKeepManyMoreCallsApart() throws Exception {
        for (int i = 0; i < 60; i++) {
            run(2 + i % 6, (i & 1) == 0, 200, Long.getLong("tombolo.test.seed", System.nanoTime()));
        }
    }

    private void run(final int size, final boolean isAsync, final int batches, final long seed) throws Exception {
        try (LocalJob job = LocalJob.of(size, context -> context.asyncProgress(isAsync))) {
            final Communicator[][] dups = new Communicator[size][THREADS];
            final Communicator[][] parts = new Communicator[size][THREADS];
            threads.run(job, engine -> {
                for (int thread = 0; thread < THREADS; thread++) {
                    dups[engine.rank()][thread] = engine.world().dup();
                    parts[engine.rank()][thread] = engine.world().split(colour(engine.rank(), thread), engine.rank());
                }
            });
            for (int thread = 0; thread < THREADS; thread++) {
                final long own = seed + thread * 10L;
                final SharedCases ofAll = new SharedCases(own, size, size);
                final SharedCases[] ofParts = new SharedCases[2];
                for (int rank = 0; rank < size; rank++) {
                    final Engine engine = job.engine(rank);
                    final Communicator dup = dups[rank][thread];
                    final Communicator part = parts[rank][thread];
                    final int colour = colour(rank, thread);
                    if (ofParts[colour] == null) {
                        ofParts[colour] = new SharedCases(own + 1 + colour, part.size(), part.size());
                    }
                    final SharedCases ofPart = ofParts[colour];
                    threads.start(() -> call(engine, own, batches,
                        List.of(new CallSequence.Group(dup, ofAll), new CallSequence.Group(part, ofPart))));
                }
            }
            threads.join();
            Quiescence.assertQuiet(job);
        } catch (final AssertionError | RuntimeException failure) {
            throw new AssertionError("seed=" + seed + " size=" + size + " agents=" + isAsync, failure);
        }
    }

    /** The ranks are divided differently for each thread. */
    private static int colour(final int rank, final int thread) {
        return rank >> thread & 1;
    }

    private static void call(final Engine engine, final long seed, final int batches, final List<CallSequence.Group> groups) {
        try (MemorySpace space = new MemorySpace(engine, REGION_BYTES)) {
            new CallSequence(groups, FORMS, seed, space, SharedCases.random(seed, ~engine.rank())).run(batches);
        }
        groups.get(0).communicator().barrier();
    }
}
