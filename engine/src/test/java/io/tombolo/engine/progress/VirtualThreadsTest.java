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
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.ThreadLevel;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Virtual threads share one carrier: whatever call one of them waits in, the others run and can send its message.
 */
class VirtualThreadsTest {
    private static final int FIRST_FEATURE = 21;
    private static final int QUESTION = 1;
    private static final int ANSWER = 2;
    private static final int NEVER = 3;

    @ParameterizedTest
    @CsvSource({"MULTIPLE,false,on", "MULTIPLE,false,off", "MULTIPLE,true,on", "SINGLE,false,on", "SINGLE,false,off"})
    void shouldLeaveTheCarrierToOthersInEveryWait(final ThreadLevel level, final boolean async, final String natives) throws Exception {
        assumeThat(Runtime.version().feature()).as("a platform with virtual threads").isGreaterThanOrEqualTo(FIRST_FEATURE);
        try (RankJvms job = RankJvms.start(1, OneCarrier.class, List.of(
            "-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1", "-Dtombolo.natives=" + natives,
            "-Dtombolo.wait.spins=10", "-Dtombolo.wait.yields=2"), level.name(), Boolean.toString(async))) {
            job.awaitSuccess();
        }
    }

    /** Both ranks of a job. All their threads are virtual. */
    static final class OneCarrier {
        private static final AtomicReference<Throwable> FAILURE = new AtomicReference<>();

        private OneCarrier() {
        }

        /** The calls in which rank 0 waits for rank 1. */
        private enum Wait {
            RECV, AWAIT, PROBE, MPROBE, WAIT_ANY, BARRIER
        }

        public static void main(final String[] arguments) throws Exception {
            final ThreadLevel level = ThreadLevel.valueOf(arguments[0]);
            final boolean async = Boolean.parseBoolean(arguments[1]);
            for (final Wait wait : Wait.values()) {
                try (LocalJob job = LocalJob.of(2, context -> context.threadLevel(level).asyncProgress(async))) {
                    run(job.engine(0), job.engine(1), wait, level == ThreadLevel.SINGLE);
                }
            }
        }

        private static void run(final Engine asking, final Engine answering, final Wait wait, final boolean isSingle) throws Exception {
            final CountDownLatch ended = new CountDownLatch(2);
            start(ended, () -> await(asking.world(), wait));
            awaitAsleep(asking);
            start(ended, () -> {
                if (!isSingle) {
                    answering.world().recv(new long[1], 0, 1, 0, QUESTION, null);
                }
                answer(answering.world(), wait);
            });
            if (!isSingle) {
                awaitAsleep(answering);
                start(new CountDownLatch(1), () -> asking.world().send(new long[1], 0, 1, 1, QUESTION));
            }
            assertThat(ended.await(25, TimeUnit.SECONDS)).as("both ranks end: " + wait).isTrue();
            assertThat(FAILURE.get()).isNull();
        }

        private static void await(final Communicator world, final Wait wait) {
            final UnsafeBuffer word = new UnsafeBuffer(new byte[8]);
            switch (wait) {
                case RECV -> world.recv(word, 0, 8, 1, ANSWER);
                case AWAIT -> world.irecv(word, 0, 8, 1, ANSWER).await();
                case PROBE -> world.probe(1, ANSWER, null);
                case MPROBE -> world.mprobe(1, ANSWER, new Message());
                case WAIT_ANY -> {
                    final Request never = world.irecv(word, 0, 8, 1, NEVER);
                    assertThat(Requests.waitAny(never, world.irecv(word, 0, 8, 1, ANSWER))).isEqualTo(1);
                }
                default -> world.barrier();
            }
        }

        private static void answer(final Communicator world, final Wait wait) {
            if (wait == Wait.BARRIER) {
                world.barrier();
            } else {
                world.send(new long[1], 0, 1, 0, ANSWER);
            }
        }

        /** Starts a virtual thread by reflection, because the sources are compiled for a platform without virtual threads. */
        private static void start(final CountDownLatch ended, final Runnable work) throws ReflectiveOperationException {
            final Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
            start.invoke(null, (Runnable) () -> {
                try {
                    work.run();
                } catch (final RuntimeException | Error throwable) {
                    FAILURE.set(throwable);
                }
                ended.countDown();
            });
        }

        private static void awaitAsleep(final Engine engine) {
            while (!EngineAccess.node(engine).doorbell().isAsleep()) {
                Thread.onSpinWait();
            }
        }
    }
}
