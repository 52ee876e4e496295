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

import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.LockAssertion;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowException;
import io.tombolo.engine.api.window.WindowOption;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.WindowStateDescriptor;
import java.nio.ByteBuffer;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * S2.34: an epoch takes no lock if the program promises that no lock conflicts with it. If the promise is broken, only the accessed bytes
 * are wrong.
 */
@Timeout(30)
class UncheckedLocksTest {
    private static final int LENGTH = 100_000;

    private final UnsafeBuffer data = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
    private final UnsafeBuffer result = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));

    /** Holds S2.34. */
    @Test
    void shouldSaveTheRoundTripOfTheLock() throws Exception {
        try (WindowJob job = WindowJob.create(2, LENGTH)) {
            final List<String> toTarget = job.trace(1);
            final List<String> toOrigin = job.trace(0);
            data.putLong(0, 5);
            job.whileServed(() -> {
                final Window window = job.window(0);
                window.lock(1, LockType.EXCLUSIVE, LockAssertion.NO_CHECK);
                window.put(data, 0, 8, 1, 0);
                window.put(data, 0, 8, 1, 8);
                window.unlock(1);
                window.lock(1, LockType.SHARED, LockAssertion.NO_CHECK);
                window.get(result, 0, LENGTH, 1, 0);
                window.unlock(1);
                window.lock(1, LockType.SHARED, LockAssertion.NO_CHECK);
                window.unlock(1);
            });
            assertThat(toTarget).containsExactly("0 PUT", "0 PUT", "0 GET");
            assertThat(toOrigin).containsExactly("1 RMA_DONE", "1 GET_RESPONSE");
            assertThat(job.part(1).getLong(8)).isEqualTo(5);
            assertThat(result.getLong(8)).isEqualTo(5);
            assertThat(job.count(1, Counter.WINDOW_LOCKS_GRANTED)).isZero();
        }
    }

    /** A long put is complete at the target when the unlock returns, and a checked lock may follow. */
    @Test
    void shouldCompleteAllAccessesWithTheUnlock() throws Exception {
        try (WindowJob job = WindowJob.createRegistered(2, LENGTH)) {
            job.whileServed(() -> {
                final Window window = job.window(0);
                for (int time = 1; time <= 50; time++) {
                    Payloads.fill(data, 0, LENGTH, time);
                    window.lock(1, LockType.EXCLUSIVE, LockAssertion.NO_CHECK);
                    window.put(data, 0, LENGTH - 8, 1, 0);
                    window.get(result, 0, 8, 1, LENGTH - 8);
                    window.unlock(1);
                    Payloads.check(job.part(1), 0, LENGTH - 8, time);
                    window.lock(1, LockType.EXCLUSIVE);
                    window.get(result, 0, LENGTH - 8, 1, 0);
                    window.unlock(1);
                    Payloads.check(result, 0, LENGTH - 8, time);
                }
            });
            job.stepUntil(() -> job.shown(1, WindowStateDescriptor.STATE_OFFSET) == 0);
        }
    }

    @Test
    void shouldLeaveTheLockAloneWhereThePromiseIsBroken() throws Exception {
        try (WindowJob job = WindowJob.create(3, LENGTH)) {
            job.whileServed(() -> hold(job.window(1)));
            job.whileServed(() -> putUnchecked(job.window(2)));
            assertThat(job.part(0).getLong(16)).isEqualTo(3);
            assertThat(job.shown(0, WindowStateDescriptor.STATE_OFFSET)).isEqualTo(LockType.EXCLUSIVE.code());
            assertThat(job.shown(0, WindowStateDescriptor.HOLDERS_OFFSET)).isOne();
            job.whileServed(() -> job.window(1).unlock(0));
            job.stepUntil(() -> job.shown(0, WindowStateDescriptor.STATE_OFFSET) == 0);
            Quiescence.assertQuiet(job.job());
        }
    }

    @Test
    void shouldLeaveADirectLockAloneWhereThePromiseIsBroken() throws Exception {
        try (DirectWindows job = DirectWindows.create(3, 64)) {
            hold(job.window(1));
            putUnchecked(job.window(2));
            assertThat(job.window(0).sharedQuery(0).getLong(16)).isEqualTo(3);
            job.window(1).unlock(0);
            hold(job.window(2));
            job.window(2).unlock(0);
            assertThat(job.window(0).isTainted(0)).isFalse();
        }
    }

    private void hold(final Window window) {
        window.lock(0, LockType.EXCLUSIVE);
        window.put(data, 0, 8, 0, 8);
        window.flush(0);
    }

    private void putUnchecked(final Window window) {
        data.putLong(0, 3);
        window.lock(0, LockType.EXCLUSIVE, LockAssertion.NO_CHECK);
        window.put(data, 0, 8, 0, 16);
        window.unlock(0);
    }

    @Test
    void shouldBeginAnEpochAtAllRanksWithoutALock() throws Exception {
        try (WindowJob job = WindowJob.create(3, LENGTH); DirectWindows direct = DirectWindows.create(3, 64)) {
            for (final Window window : new Window[] {job.window(1), direct.window(1)}) {
                job.whileServed(() -> {
                    window.lockAll(LockAssertion.NO_CHECK);
                    for (int target = 0; target < 3; target++) {
                        assertThat(window.fetchAndOp(7, AccumulateOp.SUM, target, 0)).isZero();
                    }
                    assertThatThrownBy(() -> window.lock(0, LockType.SHARED)).isInstanceOf(WindowException.class);
                    window.unlockAll();
                    assertThatThrownBy(() -> window.put(data, 0, 8, 0, 0)).isInstanceOf(WindowException.class);
                });
            }
            assertThat(job.count(0, Counter.WINDOW_LOCKS_GRANTED) + job.count(1, Counter.WINDOW_LOCKS_GRANTED)).isZero();
            assertThat(job.part(2).getLong(0)).isEqualTo(7);
            assertThat(direct.window(2).sharedQuery(2).getLong(0)).isEqualTo(7);
        }
    }

    @Test
    void shouldKeepTheRulesOfEpochs() throws Exception {
        try (WindowJob job = WindowJob.create(1, 64, WindowOption.NO_LOCKS); WindowJob lockable = WindowJob.create(1, 64)) {
            assertThatThrownBy(() -> job.window(0).lock(0, LockType.SHARED, LockAssertion.NO_CHECK))
                .isInstanceOf(WindowException.class).hasMessageContaining("NO_LOCKS");
            final Window window = lockable.window(0);
            window.lock(Communicator.NULL_RANK, LockType.SHARED, LockAssertion.NO_CHECK);
            assertThatThrownBy(() -> window.lock(0, LockType.SHARED, null)).isInstanceOf(NullPointerException.class)
                .hasMessage("assertion");
            assertThatThrownBy(() -> window.lockAll(null)).isInstanceOf(NullPointerException.class).hasMessage("assertion");
            window.lock(0, LockType.EXCLUSIVE, LockAssertion.NO_CHECK);
            assertThatThrownBy(window::close).isInstanceOf(WindowException.class);
            window.put(data, 0, 8, 0, 0);
            window.unlock(0);
            window.lock(0, LockType.EXCLUSIVE);
            assertThat(lockable.count(0, Counter.WINDOW_LOCKS_GRANTED)).isOne();
            window.unlock(0);
        }
    }
}
