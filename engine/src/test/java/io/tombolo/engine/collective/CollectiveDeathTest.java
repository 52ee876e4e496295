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
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A process is killed at a random time in a sequence of collective operations. The other ranks learn of it, and no call that has completed
 * has a wrong result.
 */
@Timeout(60)
class CollectiveDeathTest {
    private static final int SIZE = 3;
    private static final int MOST_CALLS = 400;

    @Test
    void shouldEndAtTheOtherRanks() throws Exception {
        run(2);
    }

    @Test
    @Tag("nightly")
    @Timeout(3600)
    void shouldEndAtTheOtherRanksInManyMoreJobs() throws Exception {
        run(100);
    }

    private static void run(final int rounds) throws Exception {
        final long seed = Long.getLong("tombolo.test.seed", System.nanoTime());
        final Random random = new Random(seed);
        TestOutput.say("seed=" + seed);
        for (int round = 0; round < rounds; round++) {
            kill(random.nextInt(SIZE), 1 + random.nextInt(MOST_CALLS), random.nextLong(), random.nextBoolean());
        }
    }

    /** Kills a rank soon after so many calls. */
    private static void kill(final int victim, final int calls, final long seed, final boolean isAsync) throws Exception {
        final List<String> options =
            isAsync ? List.of("-Dtombolo.thread.level=multiple", "-Dtombolo.async.progress=true") : List.of();
        try (RankJvms job = RankJvms.start(SIZE, Rank.class, options, Long.toString(seed), Integer.toString(calls))) {
            job.awaitLine(victim, "so many calls");
            job.kill(victim);
            for (int rank = 0; rank < SIZE; rank++) {
                if (rank != victim) {
                    final String setting = "rank " + rank + " after the death of rank " + victim + ", seed=" + seed + " calls=" + calls;
                    assertThat(job.exitStatus(rank)).as(setting + ": " + job.output(rank)).isZero();
                    // The other survivor may have closed its engine already, but because of the same.
                    assertThat(job.output(rank)).as(setting).contains("rank " + victim + " died");
                }
            }
        }
    }

    /** One rank. Its arguments are the seed, and after how many calls it says so. */
    static final class Rank {
        private static final int REGION_BYTES = 1 << 21;

        private final Communicator world;
        private final long seed;
        private final SharedCases cases;
        private final Request request = new Request();

        private Rank(final Communicator world, final long seed) {
            this.world = world;
            this.seed = seed;
            this.cases = new SharedCases(seed, world.size(), 1);
        }

        public static void main(final String[] arguments) {
            final long seed = Long.parseLong(arguments[0]);
            try (Engine engine = Engine.launch(); MemorySpace space = new MemorySpace(engine, REGION_BYTES)) {
                new Rank(engine.world(), seed).run(space, Integer.parseInt(arguments[1]));
            }
        }

        private void run(final MemorySpace space, final int calls) {
            final Random own = SharedCases.random(seed, ~world.rank());
            try {
                for (int number = 0;; number++) {
                    if (number == calls) {
                        TestOutput.say("so many calls");
                    }
                    call(number, space, own);
                }
            } catch (final PeerFailedException end) {
                TestOutput.say(end.getMessage());
            }
        }

        /** Makes a call in a form that this rank chooses, and checks its result. */
        private void call(final int number, final MemorySpace space, final Random own) {
            final CaseContents contents = cases.at(number, 0);
            space.reset();
            final RankCall call = new RankCall(contents.call, world.rank(), space, own);
            call.fill(contents);
            if (own.nextBoolean()) {
                call.begin(world, request);
                request.await();
            } else {
                call.run(world);
            }
            call.check(contents);
            call.overwrite();
            cases.release(number, 0);
        }
    }
}
