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

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.telemetry.FlightEvents;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the flight recorder says of ranks that wait for the lock of a window. */
@Timeout(30)
class LockEventsTest {
    private final UnsafeBuffer word = new UnsafeBuffer(new byte[8]);

    @Test
    void shouldRecordThatAnOriginWaitsInPacketMode() throws Exception {
        try (WindowJob job = WindowJob.create(3, 64)) {
            // The first access asks for the lock.
            job.whileServed(() -> {
                job.window(0).lock(1, LockType.SHARED);
                job.window(0).put(word, 0, 8, 1, 0);
                job.window(0).flush(1);
            });
            assertThat(events(job.job(), 1)).isEmpty();
            final Thread waiter = job.start(() -> {
                job.window(2).lock(1, LockType.EXCLUSIVE);
                job.window(2).put(word, 0, 8, 1, 0);
                job.window(2).unlock(1);
            });
            job.stepUntil(() -> !events(job.job(), 1).isEmpty());
            job.whileServed(() -> job.window(0).unlock(1));
            job.join(waiter);
            assertThat(events(job.job(), 1)).containsExactly("LOCK_AWAITED 2 3", "LOCK_GRANTED 2 3");
        }
    }

    @Test
    void shouldRecordThatThisRankWaitsInDirectMode() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final RankThreads threads = new RankThreads();
            final Window[] windows = new Window[2];
            threads.run(job, engine -> windows[engine.rank()] = engine.world().allocateWindow(64));
            windows[0].lock(1, LockType.EXCLUSIVE);
            assertThat(events(job, 0)).isEmpty();
            assertThatThrownBy(() -> windows[1].within(1, TimeUnit.MILLISECONDS).lock(1, LockType.SHARED))
                .isInstanceOf(DeadlineException.class);
            assertThat(events(job, 1)).containsExactly("LOCK_AWAITED 1 0", "LOCK_GIVEN_UP 1 0");
            threads.start(() -> {
                windows[1].lock(1, LockType.EXCLUSIVE);
                windows[1].unlock(1);
            });
            while (events(job, 1).size() < 3) {
                TimeLimit.check();
            }
            windows[0].unlock(1);
            threads.join();
            assertThat(events(job, 1)).endsWith("LOCK_AWAITED 1 1", "LOCK_GRANTED 1 1");
            threads.run(job, engine -> windows[engine.rank()].close());
        }
    }

    /** Returns the events of locks: kind, peer, detail. */
    private static List<String> events(final LocalJob job, final int rank) {
        return FlightEvents.of(job, rank, event -> event.kind() + " " + event.peer() + ' ' + event.detail()).stream()
            .filter(event -> event.startsWith("LOCK_")).toList();
    }
}
