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
package io.tombolo.engine.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An origin learns of the death of a rank that held the lock of a part. It learns it in its first epoch after the death, whatever the epoch
 * contains, because every answer of the target has the mark.
 */
@Timeout(30)
class WindowTaintTest {
    private static final int LENGTH = 64 * 1024;

    private final UnsafeBuffer data = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
    private final UnsafeBuffer result = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));

    /** Epochs in which rank 2 accesses the part of rank 0. */
    @FunctionalInterface
    interface Accesses {
        void make(WindowTaintTest test, Window window);
    }

    private static Arguments locked(final String name, final Accesses accesses) {
        return Arguments.of(name, (Accesses) (test, window) -> {
            window.lock(0, LockType.EXCLUSIVE);
            accesses.make(test, window);
            window.unlock(0);
        });
    }

    static Stream<Arguments> epochs() {
        return Stream.of(
            locked("put", (test, window) -> window.put(test.data, 0, 8, 0, 0)),
            locked("put in a packet", (test, window) -> window.put(test.data, 0, 5000, 0, 0)),
            locked("get", (test, window) -> window.get(test.result, 0, 8, 0, 0)),
            locked("get in a packet", (test, window) -> window.get(test.result, 0, 5000, 0, 0)),
            locked("long put", (test, window) -> window.put(test.data, 0, LENGTH, 0, 0)),
            locked("long get", (test, window) -> window.get(test.result, 0, LENGTH, 0, 0)),
            locked("accumulate", (test, window) ->
                window.accumulate(test.data, 0, 1, ElementType.LONG, AccumulateOp.SUM, 0, 0)),
            locked("getAccumulate", (test, window) -> window.getAccumulate(
                test.data, 0, test.result, 0, 2, ElementType.LONG, AccumulateOp.SUM, 0, 0)),
            locked("fetchAndOp", (test, window) ->
                window.fetchAndOp(test.data, 0, test.result, 0, ElementType.LONG, AccumulateOp.SUM, 0, 0)),
            locked("compareAndSwap", (test, window) ->
                window.compareAndSwap(test.data, 0, test.data, 8, test.result, 0, ElementType.LONG, 0, 0)),
            locked("two puts", (test, window) -> {
                window.put(test.data, 0, 8, 0, 0);
                window.put(test.data, 0, 8, 0, 8);
            }),
            locked("get with a request", (test, window) -> {
                final Request get = new Request();
                window.get(test.result, 0, 8, 0, 0, get);
                get.await();
                assertThat(window.isTainted(0)).isTrue();
            }));
    }

    private static void holdAndDie(final WindowJob job, final UnsafeBuffer data) throws Exception {
        job.whileServed(() -> {
            final Window window = job.window(1);
            window.lock(0, LockType.EXCLUSIVE);
            window.put(data, 0, 8, 0, 0);
            window.flush(0);
        });
        job.job().kill(1);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("epochs")
    void shouldTellOfTheTaintInAnyEpoch(final String name, final Accesses epoch) throws Exception {
        try (WindowJob job = WindowJob.create(3, LENGTH)) {
            holdAndDie(job, data);
            job.whileServed(() -> epoch.make(this, job.window(2)));
            assertThat(job.window(0).isTainted(0)).as(name).isTrue();
            assertThat(job.window(2).isTainted(0)).as(name).isTrue();
            assertThat(job.window(2).isTainted(2)).as(name).isFalse();
        }
    }

    /** An exposure epoch needs no lock, but the target answers its accesses, too. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellOfTheTaintInAPosting(final boolean isPut) throws Exception {
        try (WindowJob job = WindowJob.create(3, LENGTH)) {
            holdAndDie(job, data);
            job.stepUntil(() -> job.window(0).isTainted(0));
            job.whileServed(() -> job.window(0).post(2));
            job.whileServed(() -> {
                final Window window = job.window(2);
                window.start(0);
                if (isPut) {
                    window.put(data, 0, 8, 0, 0);
                } else {
                    window.get(result, 0, 8, 0, 0);
                }
                window.complete();
            });
            job.whileServed(() -> job.window(0).await());
            assertThat(job.window(2).isTainted(0)).isTrue();
        }
    }

    @Test
    void shouldTellOfNoTaintWhereThereIsNone() throws Exception {
        try (WindowJob job = WindowJob.create(3, LENGTH)) {
            holdAndDie(job, data);
            job.whileServed(() -> {
                job.window(0).lock(2, LockType.SHARED);
                job.window(0).get(result, 0, 8, 2, 0);
                job.window(0).unlock(2);
            });
            assertThat(job.window(0).isTainted(2)).isFalse();
        }
    }
}
