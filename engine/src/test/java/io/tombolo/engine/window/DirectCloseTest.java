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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An engine closes while its threads hold locks of windows in direct mode, or wait for them. Before it counts as gone, its accesses end and
 * its locks are released: no other rank has to recover them, and this rank stores nothing later.
 */
@Timeout(60)
class DirectCloseTest {
    private static final int LENGTH = 1 << 20;
    private static final byte MINE = 1;
    private static final byte THEIRS = 2;

    private final RankThreads threads = new RankThreads();

    @ParameterizedTest
    @EnumSource
    void shouldStoreNothingAfterItsLockIsAnothers(final LockType type) throws Exception {
        for (int round = 0; round < 10; round++) {
            storeUntilClosed(type);
        }
    }

    private void storeUntilClosed(final LockType type) throws Exception {
        try (DirectWindows windows = DirectWindows.create(2, LENGTH)) {
            final UnsafeBuffer mine = new UnsafeBuffer(new byte[LENGTH]);
            mine.setMemory(0, LENGTH, MINE);
            final Window holder = windows.window(0);
            final CountDownLatch stores = new CountDownLatch(2);
            final Thread storing = threads.start(() -> {
                holder.lock(1, type);
                assertThatThrownBy(() -> {
                    while (true) {
                        holder.put(mine, 0, LENGTH, 1, 0);
                        stores.countDown();
                    }
                }).isInstanceOf(IllegalStateException.class).hasMessage("this engine is closed");
                assertThatThrownBy(() -> holder.unlock(1)).isInstanceOf(IllegalStateException.class);
            });
            stores.await();
            final Window next = windows.window(1);
            final UnsafeBuffer part = next.sharedQuery(1);
            final AtomicBoolean isLeaving = new AtomicBoolean();
            final Thread taking = threads.start(() -> {
                next.lock(1, LockType.EXCLUSIVE);
                assertThat(isLeaving).isTrue();
                part.setMemory(0, LENGTH, THEIRS);
            });
            isLeaving.set(true);
            windows.job().engine(0).close();
            storing.join();
            taking.join();
            threads.join();
            for (int i = 0; i < LENGTH; i++) {
                assertThat(part.getByte(i)).isEqualTo(THEIRS);
            }
            // The epoch is still open.
            assertThat(next.isTainted(1)).isTrue();
            next.unlock(1);
            windows.closeWindow(1);
        }
    }

    @Test
    void shouldSendAwayThoseWhoWait() throws Exception {
        try (DirectWindows windows = DirectWindows.create(3, 64)) {
            windows.window(2).lock(1, LockType.EXCLUSIVE);
            final AtomicInteger waiting = new AtomicInteger();
            final Thread waiter = threads.start(() -> {
                waiting.set(1);
                assertThatThrownBy(() -> windows.window(0).lock(1, LockType.EXCLUSIVE)).isInstanceOf(IllegalStateException.class)
                    .hasMessage("this engine is closed");
            });
            while (waiting.get() == 0) {
                TimeLimit.check();
            }
            windows.job().engine(0).close();
            waiter.join();
            threads.join();
            windows.window(2).unlock(1);
            windows.window(1).lock(1, LockType.EXCLUSIVE);
            assertThat(windows.window(1).fetchAndOp(1, AccumulateOp.SUM, 1, 0)).isZero();
            windows.window(1).unlock(1);
            assertThat(windows.window(1).isTainted(1)).isFalse();
            assertThatThrownBy(() -> windows.window(0).lock(1, LockType.SHARED)).isInstanceOf(IllegalStateException.class);
            windows.closeWindow(1, 2);
        }
    }
}
