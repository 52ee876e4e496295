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
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.collective.CreationDeathTest.Creation;
import io.tombolo.ringbuffers.fault.FaultPoint;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A rank is interrupted at any step while a communicator or a window is made, and others come to that step late. No rank waits for a rank
 * that has left the call, and either all get it or none does.
 */
class CreationInterruptTest {
    @Test
    @Timeout(60)
    void shouldHaveOneVerdictWhereverARankIsInterrupted() throws Exception {
        try (RankJvms job = RankJvms.start(1, Interrupts.class, List.of("-Dtombolo.faults=true"))) {
            job.awaitSuccess();
            assertThat(job.output(0)).contains("not made and made");
        }
    }

    /** Runs a job for each creation in a JVM of its own. */
    static final class Interrupts {
        private static final long HOLD_MS = 5;
        private static final ThreadLocal<Runnable> STEP = new ThreadLocal<>();

        private final Creation creation;
        private final int victim;
        private final int step;
        private final Set<String> verdicts = ConcurrentHashMap.newKeySet();
        private final CountDownLatch decided;
        private final CountDownLatch interrupted = new CountDownLatch(1);

        private Interrupts(final Creation creation, final int size, final int victim, final int step) {
            this.creation = creation;
            this.victim = victim;
            this.step = step;
            this.decided = new CountDownLatch(size);
        }

        public static void main(final String[] arguments) throws Exception {
            final long seed = System.nanoTime();
            TestOutput.say("seed=" + seed);
            FaultPoint.COLLECTIVE_STEP.action(() -> {
                final Runnable action = STEP.get();
                if (action != null) {
                    action.run();
                }
            });
            final Random random = new Random(seed);
            final Set<String> all = ConcurrentHashMap.newKeySet();
            for (int size = 2; size <= 3; size++) {
                for (final Creation creation : Creation.values()) {
                    for (int victim = 0; victim < size; victim++) {
                        for (int step = 1; step <= creation.steps(); step++) {
                            // A bit for each of the others that comes late; at least one.
                            final int late = 1 + random.nextInt((1 << size - 1) - 1);
                            all.addAll(new Interrupts(creation, size, victim, step).run(size, late));
                        }
                    }
                }
            }
            assertThat(all).containsExactlyInAnyOrder("made", "not made");
            TestOutput.say("not made and made");
        }

        private Set<String> run(final int size, final int late) throws Exception {
            final String name = creation + " of " + size + " ranks, of which " + victim + " is interrupted at step " + step +
                ", late " + Integer.toBinaryString(late);
            try (LocalJob job = LocalJob.of(size)) {
                final RankThreads threads = new RankThreads();
                for (int rank = 0; rank < size; rank++) {
                    final Communicator world = job.engine(rank).world();
                    final boolean isLate = rank != victim && (late >> Math.floorMod(rank - victim, size) - 1 & 1) != 0;
                    threads.start(() -> make(world, isLate));
                }
                if (!decided.await(10, TimeUnit.SECONDS)) {
                    throw new AssertionError("no verdict at " + decided.getCount() + " ranks, " + verdicts + " at others: " + name);
                }
                assertThat(verdicts).as(name).hasSize(1);
                threads.join();
            }
            return verdicts;
        }

        private void make(final Communicator world, final boolean isLate) throws Exception {
            final boolean isVictim = world.rank() == victim;
            final int[] left = {step};
            STEP.set(() -> {
                left[0]--;
                if (left[0] == 0 && isVictim) {
                    Thread.currentThread().interrupt();
                } else if (left[0] == 0 && isLate) {
                    hold();
                }
            });
            AutoCloseable made = null;
            String verdict = "not made";
            try {
                made = creation.make(world);
                verdict = "made";
            } catch (final RuntimeException exception) {
                final boolean isExpected = isVictim ? exception instanceof InterruptException :
                    exception instanceof MessagingException && exception.getMessage().contains("rank " + victim + " was interrupted");
                verdict = isExpected ? verdict : exception.toString();
            } finally {
                STEP.remove();
                if (isVictim) {
                    interrupted.countDown();
                }
            }
            assertThat(Thread.interrupted()).isEqualTo(isVictim && left[0] <= 0);
            verdicts.add(verdict);
            decided.countDown();
            if (made != null) {
                made.close();
            } else {
                assertThatThrownBy(() -> creation.make(world)).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("out of step since rank " + victim + " was interrupted: ");
            }
        }

        /** Waits until the interrupted rank has left the call. If it waits in the call instead, that lasts no longer than this. */
        private void hold() {
            try {
                interrupted.await(HOLD_MS, TimeUnit.MILLISECONDS);
            } catch (final InterruptedException exception) {
                throw new IllegalStateException("this thread is never interrupted", exception);
            }
        }
    }
}
