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

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.ringbuffers.fault.FaultPoint;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No exception ends a thread of the engine, not even an error of the JVM or an exception of the error handler. A repeated error is reported
 * once.
 */
@Timeout(60)
class EngineThreadsTest {
    @ParameterizedTest
    @ValueSource(strings = {"agent", "windows"})
    void shouldGoOnAfterAnError(final String thread) throws Exception {
        try (RankJvms job = RankJvms.start(1, Failing.class, List.of("-Dtombolo.faults=true"), thread)) {
            job.awaitSuccess();
        }
    }

    /** A job whose rank 1 depends on a thread whose first turns fail. */
    static final class Failing {
        private static final int ERRORS = 3;

        private Failing() {
        }

        public static void main(final String[] arguments) throws Exception {
            final String victim = "tombolo " + arguments[0] + " .*/1";
            final AtomicInteger left = new AtomicInteger(ERRORS);
            final Queue<Throwable> reported = new ConcurrentLinkedQueue<>();
            FaultPoint.OWNER_ENTERED.action(() -> {
                if (Thread.currentThread().getName().matches(victim) && left.getAndDecrement() > 0) {
                    throw new OutOfMemoryError("of a test");
                }
            });
            final boolean hasAgent = victim.contains("agent");
            try (LocalJob job = LocalJob.of(2, context -> context.asyncProgress(hasAgent).errorHandler(error -> {
                reported.add(error);
                throw new AssertionError("of a test's handler", error);
            }))) {
                if (hasAgent) {
                    while (left.get() > 0) {
                        // A close before its first turn would end the agent.
                        Thread.onSpinWait();
                    }
                    exchange(job);
                } else {
                    access(job);
                }
            }
            assertThat(reported).hasSize(1).allMatch(OutOfMemoryError.class::isInstance);
        }

        private static void exchange(final LocalJob job) throws Exception {
            final long[] sent = {7};
            final long[] received = new long[1];
            final RankThreads threads = new RankThreads();
            threads.start(() -> job.engine(0).world().send(sent, 0, 1, 1, 1));
            threads.start(() -> job.engine(1).world().recv(received, 0, 1, 0, 1, null));
            threads.join();
            assertThat(received).isEqualTo(sent);
            assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
                .contains("tombolo agent " + job.directory().getFileName() + "/1");
        }

        /** Rank 1 makes no call while rank 0 accesses its part of the window. */
        private static void access(final LocalJob job) throws Exception {
            final UnsafeBuffer part = new UnsafeBuffer(ByteBuffer.allocateDirect(8));
            new RankThreads().run(job, engine -> {
                final UnsafeBuffer own = engine.rank() == 1 ? part : new UnsafeBuffer(ByteBuffer.allocateDirect(8));
                try (Window window = engine.world().createWindow(own)) {
                    if (engine.rank() == 0) {
                        own.putLong(0, 7);
                        window.lock(1, LockType.EXCLUSIVE);
                        window.put(own, 0, 8, 1, 0);
                        window.unlock(1);
                    } else {
                        while (part.getLongVolatile(0) == 0) {
                            Thread.onSpinWait();
                        }
                    }
                }
            });
        }
    }
}
