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
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.collective.CreationDeathTest.Creation;
import io.tombolo.ringbuffers.fault.FaultPoint;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A rank has no memory at some step of a creation: it gets the error, and no other rank waits for it.
 */
class CreationErrorTest {
    @Test
    @Timeout(60)
    void shouldEndAtAllRanksWhereverOneHasNoMemory() throws Exception {
        try (RankJvms job = RankJvms.start(1, Job.class, List.of("-Dtombolo.faults=true"))) {
            job.awaitSuccess();
            assertThat(job.output(0)).contains("done");
        }
    }

    /** Runs the jobs in a JVM of its own. */
    static final class Job {
        private static final int SIZE = 3;
        private static final ThreadLocal<AtomicInteger> LEFT = new ThreadLocal<>();

        private Job() {
        }

        public static void main(final String[] arguments) throws Exception {
            for (final FaultPoint point : List.of(FaultPoint.COLLECTIVE_STEP, FaultPoint.COMMAND_FILLED)) {
                point.action(Job::fail);
                for (final Creation creation : Creation.values()) {
                    int step = 1;
                    while (isReached(creation, step)) {
                        step++;
                    }
                    assertThat(step).isGreaterThan(point == FaultPoint.COMMAND_FILLED ? 1 : creation.steps() / 2);
                }
                point.action(null);
            }
            TestOutput.say("done");
        }

        private static void fail() {
            final AtomicInteger left = LEFT.get();
            if (left != null && left.decrementAndGet() == 0) {
                throw new OutOfMemoryError("of a test");
            }
        }

        /** Returns whether a creation has that many steps. */
        private static boolean isReached(final Creation creation, final int step) throws Exception {
            final AtomicInteger left = new AtomicInteger(step);
            final boolean[] isMade = new boolean[SIZE];
            try (LocalJob job = LocalJob.of(SIZE, context -> context.errorHandler(error -> { }))) {
                new RankThreads().run(job, engine -> {
                    LEFT.set(engine.rank() == 1 ? left : null);
                    final AutoCloseable made = make(creation, engine.world());
                    LEFT.remove();
                    isMade[engine.rank()] = made != null;
                    close(made);
                    barrier(engine.world(), left);
                });
                for (int rank = 0; rank < SIZE; rank++) {
                    if (!isMade[rank]) {
                        awaitNoAgent(rank);
                    }
                }
            }
            return left.get() <= 0;
        }

        private static AutoCloseable make(final Creation creation, final Communicator world) {
            try {
                return creation.make(world);
            } catch (final MessagingException | UncheckedIOException | OutOfMemoryError failure) {
                return null;
            }
        }

        /** Closes a communicator, or a window that another rank may have given up. */
        private static void close(final AutoCloseable made) throws Exception {
            try {
                if (made != null) {
                    made.close();
                }
            } catch (final MessagingException failure) {
                assertThatThrownBy(() -> {
                    throw failure;
                }).hasMessageContaining("barrier of 3 ranks");
            }
        }

        private static void barrier(final Communicator world, final AtomicInteger left) {
            try {
                world.barrier();
            } catch (final MessagingException failure) {
                assertThat(left.get()).as(failure.toString()).isNotPositive();
            }
        }

        /** No file is left of a window that was not made. */
        private static void awaitNoAgent(final int rank) {
            while (Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .anyMatch(name -> name.matches("tombolo windows .*/" + rank))) {
                TimeLimit.check();
                Thread.onSpinWait();
            }
        }
    }
}
