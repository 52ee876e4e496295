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
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.ringbuffers.counters.Counter;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A rank that holds locks dies and joins again: its locks are free, its old windows stay failed, and its next incarnation hears nothing of
 * them.
 */
@Timeout(30)
class WindowRejoinTest {
    private static final int LENGTH = 4096;

    private final UnsafeBuffer data = new UnsafeBuffer(new byte[8]);

    private static Engine replace(final LocalJob job, final int rank) {
        job.kill(rank);
        EngineAccess.node(job.engine(0)).job().probe(rank);
        final Engine next = job.revive(rank);
        for (final int other : new int[] {0, 2}) {
            while (EngineAccess.node(job.engine(other)).incarnation(rank) < 2) {
                job.step();
                TimeLimit.check();
            }
        }
        return next;
    }

    private static void assertUndisturbed(final LocalJob job) {
        for (int rank = 0; rank < job.size(); rank++) {
            assertThat(EngineAccess.node(job.engine(rank)).counters().value(Counter.PROTOCOL_ERRORS)).isZero();
        }
        assertThat(EngineAccess.node(job.engine(1)).counters().value(Counter.WINDOW_PACKETS_RECEIVED)).isZero();
    }

    @Test
    void shouldKeepAWindowByPacketsFailed() throws Exception {
        try (WindowJob windows = WindowJob.create(3, LENGTH)) {
            windows.whileServed(() -> {
                windows.window(1).lock(0, LockType.EXCLUSIVE);
                windows.window(1).put(data, 0, 8, 0, 0);
                windows.window(1).flush(0);
            });
            replace(windows.job(), 1);
            windows.whileServed(() -> {
                windows.window(2).lock(0, LockType.EXCLUSIVE);
                windows.window(2).put(data, 0, 8, 0, 8);
                windows.window(2).unlock(0);
            });
            // Rank 0 had never accessed the part of rank 1, rank 2 neither.
            for (final int rank : new int[] {0, 2}) {
                assertThatThrownBy(() -> access(windows.window(rank))).isInstanceOf(PeerFailedException.class);
            }
            assertUndisturbed(windows.job());
            // Its window belongs to the incarnation before.
            windows.job().kill(1);
        }
    }

    private void access(final Window window) {
        window.lock(1, LockType.SHARED);
        window.put(data, 0, 8, 1, 0);
        window.unlock(1);
    }

    @Test
    void shouldKeepAWindowInSharedMemoryFailed() throws Exception {
        try (DirectWindows windows = DirectWindows.create(3, LENGTH)) {
            windows.window(1).lock(0, LockType.EXCLUSIVE);
            replace(windows.job(), 1);
            windows.window(2).lock(0, LockType.EXCLUSIVE);
            windows.window(2).unlock(0);
            for (final int rank : new int[] {0, 2}) {
                assertThatThrownBy(() -> windows.window(rank).lock(1, LockType.SHARED)).isInstanceOf(PeerFailedException.class);
            }
            assertUndisturbed(windows.job());
            windows.closeWindow(0, 2);
        }
    }
}
