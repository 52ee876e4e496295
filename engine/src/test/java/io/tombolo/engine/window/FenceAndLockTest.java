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

import io.tombolo.engine.Engine;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowMode;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A rank that has left a fence may lock the part of a rank that is still in it, and wait for a message of that rank. The fence ends there
 * nevertheless.
 */
@Timeout(30)
class FenceAndLockTest {
    private static final int TAG = 4;

    @ParameterizedTest
    @EnumSource
    void shouldEndAFenceWhilePartsAreLockedByWhoIsThrough(final WindowMode mode) throws Exception {
        try (LocalJob job = LocalJob.of(2, context -> context.windowAgentUs(0))) {
            final Window[] windows = new Window[2];
            new RankThreads().run(job, engine -> windows[engine.rank()] = mode == WindowMode.DIRECT ?
                engine.world().allocateWindow(64) : engine.world().createWindow(new UnsafeBuffer(new byte[64])));
            comeToTheFence(windows[1]);
            windows[0].fence();
            final AtomicBoolean isLocked = new AtomicBoolean();
            final RankThreads threads = new RankThreads();
            final Thread locking = threads.start(() -> {
                lockAndWait(job.engine(0), windows[0], isLocked);
                windows[0].close();
            });
            while (!isLocked.get()) {
                TimeLimit.check();
                job.step();
            }
            assertThat(locking.isAlive()).isTrue();
            threads.start(() -> {
                windows[1].fence();
                job.engine(1).world().send(new byte[0], 0, 0, 0, TAG);
                windows[1].close();
            });
            threads.join();
        }
    }

    /** Announces to the others that this rank has come to the fence, and leaves the call by an interrupt. */
    private static void comeToTheFence(final Window window) {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(window::fence).isInstanceOf(InterruptException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private static void lockAndWait(final Engine engine, final Window window, final AtomicBoolean isLocked) {
        window.lock(1, LockType.EXCLUSIVE);
        window.put(new UnsafeBuffer(new byte[8]), 0, 8, 1, 0);
        window.flush(1);
        isLocked.set(true);
        engine.world().recv(new byte[0], 0, 0, 1, TAG, null);
        window.unlock(1);
    }
}
