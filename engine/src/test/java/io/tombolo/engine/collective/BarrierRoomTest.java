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
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A rank finds its table of receives full in the middle of a barrier, and calls again when there is room. No message is sent twice, so no
 * rank leaves the next barrier too early.
 */
class BarrierRoomTest {
    @Test
    @Timeout(60)
    void shouldNotLetAnyRankThroughTheNextBarrier() throws Exception {
        try (RankJvms job = RankJvms.start(1, Job.class, List.of("-Dtombolo.faults=true"))) {
            job.awaitSuccess();
            assertThat(job.output(0)).contains("done");
        }
    }

    /** Runs a job in a JVM of its own. */
    static final class Job {
        private static final ThreadLocal<Runnable> STEP = new ThreadLocal<>();
        private static final int UNUSED_TAG = 9;

        private Job() {
        }

        public static void main(final String[] arguments) throws Exception {
            FaultPoint.COLLECTIVE_STEP.action(() -> {
                if (STEP.get() != null) {
                    STEP.get().run();
                }
            });
            try (LocalJob job = LocalJob.of(3, context -> context.size(GeometrySetting.MATCH_NODES, 64).errorHandler(error -> { }))) {
                final CountDownLatch interrupted = new CountDownLatch(1);
                final CountDownLatch filled = new CountDownLatch(1);
                final CountDownLatch through = new CountDownLatch(2);
                final RankThreads threads = new RankThreads();
                threads.start(() -> callAgain(job.engine(0).world(), interrupted, filled, through));
                for (int rank = 1; rank < 3; rank++) {
                    final Communicator world = job.engine(rank).world();
                    threads.start(() -> {
                        interrupted.await();
                        // Rank 0 receives its message of the second round late.
                        atSecondStep(() -> {
                            while (filled.getCount() > 0) {
                                TimeLimit.check();
                                Thread.yield();
                            }
                        });
                        // Completes, unless this rank has checked rank 0 before the message came.
                        outcome(world);
                        through.countDown();
                        assertThat(outcome(world)).isEqualTo(Outcome.INSUFFICIENT_RESOURCES);
                    });
                }
                threads.join();
            }
            TestOutput.say("done");
        }

        private static void callAgain(
            final Communicator world, final CountDownLatch interrupted, final CountDownLatch filled, final CountDownLatch through)
            throws Exception {
            final List<Request> receives = new ArrayList<>();
            atSecondStep(() -> {
                fill(world, receives);
                filled.countDown();
            });
            // By now it has checked the others, and they live.
            Thread.currentThread().interrupt();
            assertThatThrownBy(world::barrier).isInstanceOf(InterruptException.class);
            assertThat(Thread.interrupted()).isTrue();
            interrupted.countDown();
            assertThat(outcome(world)).isEqualTo(Outcome.INSUFFICIENT_RESOURCES);
            receives.forEach(Request::cancel);
            through.await();
            assertThat(outcome(world)).isEqualTo(Outcome.INSUFFICIENT_RESOURCES);
        }

        private static void atSecondStep(final Runnable action) {
            final int[] steps = {0};
            STEP.set(() -> {
                steps[0]++;
                if (steps[0] == 2) {
                    action.run();
                }
            });
        }

        private static void fill(final Communicator world, final List<Request> receives) {
            world.errors(ErrorMode.RETURN);
            Request receive = receive(world);
            while (!receive.test()) {
                receives.add(receive);
                receive = receive(world);
            }
        }

        private static Request receive(final Communicator world) {
            return world.irecv(new UnsafeBuffer(new byte[8]), 0, 8, 1, UNUSED_TAG);
        }

        private static Outcome outcome(final Communicator world) {
            try {
                world.barrier();
                return Outcome.SUCCESS;
            } catch (final MessagingException exception) {
                return exception.outcome();
            }
        }
    }
}
