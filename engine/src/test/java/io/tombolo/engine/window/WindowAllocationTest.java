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

import com.sun.management.ThreadMXBean;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Accesses make no garbage, neither at the origin nor at the target, with a limit and without.
 */
@Timeout(60)
class WindowAllocationTest {
    private static final int ROUNDS = 200;
    private static final int MOST_TIMES = 20;
    private static final int LENGTH = 64 << 10;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final UnsafeBuffer data = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
    private final UnsafeBuffer result = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
    private final Request request = new Request();

    private void round(final Window window) {
        window.lock(1, LockType.EXCLUSIVE);
        window.put(data, 0, 8, 1, 0);
        window.unlock(1);
        window.lock(1, LockType.SHARED);
        window.get(result, 0, 1000, 1, 0);
        window.put(data, 0, 3000, 1, 0);
        window.accumulate(data, 0, 1000, ElementType.LONG, AccumulateOp.SUM, 1, 0);
        window.flush(1);
        window.fetchAndOp(1, AccumulateOp.SUM, 1, 0);
        window.compareAndSwap(1, 2, 1, 0);
        window.get(result, 0, 8, 1, 0, request);
        request.await();
        window.unlock(1);
        window.lock(0, LockType.EXCLUSIVE);
        window.put(data, 0, 8, 0, 0);
        window.unlock(0);
    }

    @Test
    void shouldAllocateNothing() throws Exception {
        try (WindowJob job = WindowJob.create(2, LENGTH, context -> context.asyncProgress(context.rank() == 1))) {
            final Window window = job.window(0);
            final Window limited = window.within(1, TimeUnit.MINUTES);
            final long agent = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("tombolo agent .*/1")).findFirst().orElseThrow().getId();
            for (int i = 0; i < ROUNDS; i++) {
                round(window);
                round(limited);
            }
            // The lowest figures: the JVM makes some objects itself, for example for a thread's first sleep.
            long own = Long.MAX_VALUE;
            long others = Long.MAX_VALUE;
            for (int times = 0; times < MOST_TIMES && Math.max(own, others) >= ROUNDS; times++) {
                final long ownBefore = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
                final long othersBefore = THREADS.getThreadAllocatedBytes(agent);
                for (int i = 0; i < ROUNDS; i++) {
                    round(window);
                    round(limited);
                }
                own = Math.min(own, THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - ownBefore);
                others = Math.min(others, THREADS.getThreadAllocatedBytes(agent) - othersBefore);
            }
            // Less than a byte a round.
            assertThat(own).isLessThan(ROUNDS);
            assertThat(others).isLessThan(ROUNDS);
        }
    }
}
