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

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.engine.pt2pt.Messages;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.WindowStateDescriptor;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * T2.11: a rank dies while it holds a lock, waits for it or accesses a part. The other ranks go on, and learn of the death.
 */
@Timeout(60)
class WindowDeathTest {
    private static final int LENGTH = 1 << 20;

    private final UnsafeBuffer data = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));

    private void hold(final Window window, final LockType type) {
        window.lock(0, type);
        window.put(data, 0, 8, 0, 8L * window.rank());
        window.flush(0);
    }

    /** Does two puts, so that the target has to grant the lock by a packet. */
    private void putTwice(final Window window) {
        window.lock(0, LockType.EXCLUSIVE);
        window.put(data, 0, 8, 0, 1000);
        window.put(data, 0, 8, 0, 1008);
        window.unlock(0);
    }

    @Test
    void shouldGrantTheNextWhenAHolderDies() throws Exception {
        try (WindowJob job = WindowJob.create(3, LENGTH)) {
            data.putLong(0, 5);
            job.whileServed(() -> hold(job.window(1), LockType.EXCLUSIVE));
            final Thread next = job.start(() -> putTwice(job.window(2)));
            job.stepUntil(() -> job.count(0, Counter.WINDOW_LOCKS_QUEUED) == 1);
            assertThat(job.window(0).isTainted(0)).isFalse();
            job.job().kill(1);
            job.join(next);
            assertThat(job.part(0).getLong(1008)).isEqualTo(5);
            assertThat(job.window(0).isTainted(0)).isTrue();
            assertThat(job.window(2).isTainted(0)).isTrue();
            assertThat(job.shown(0, WindowStateDescriptor.TAINTED_OFFSET)).isEqualTo(2);
            assertThat(job.count(0, Counter.WINDOWS_TAINTED)).isOne();
            assertThat(job.shown(0, WindowStateDescriptor.STATE_OFFSET)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldForgetARequestWhoseOriginDies(final boolean isSingle) throws Exception {
        try (WindowJob job = WindowJob.create(4, LENGTH)) {
            data.putLong(0, 5);
            job.whileServed(() -> hold(job.window(1), LockType.SHARED));
            job.start(() -> assertThatThrownBy(() -> {
                if (isSingle) {
                    job.window(2).lock(0, LockType.EXCLUSIVE);
                    job.window(2).put(data, 0, 8, 0, 2000);
                    job.window(2).unlock(0);
                } else {
                    putTwice(job.window(2));
                }
            }).isInstanceOf(RuntimeException.class));
            job.stepUntil(() -> job.count(0, Counter.WINDOW_LOCKS_QUEUED) == 1);
            final Thread behind = job.start(() -> putTwice(job.window(3)));
            job.stepUntil(() -> job.count(0, Counter.WINDOW_LOCKS_QUEUED) == 2);
            job.job().kill(2);
            job.stepUntil(() -> job.shown(0, WindowStateDescriptor.WAITING_OFFSET) == 1);
            job.whileServed(() -> job.window(1).unlock(0));
            job.join(behind);
            assertThat(job.part(0).getLong(1008)).isEqualTo(5);
            assertThat(job.part(0).getLong(2000)).isZero();
            assertThat(job.window(0).isTainted(0)).isFalse();
        }
    }

    @Test
    void shouldTaintAndGrantWhenAnOriginDiesInTheMiddleOfAPut() throws Exception {
        try (WindowJob job = WindowJob.create(
            3, LENGTH, context -> context.windowAgentUs(0).size(GeometrySetting.STAGING_LANES, 4)
                .size(GeometrySetting.STAGING_LANE_LENGTH, LENGTH / 16))) {
            job.start(() -> assertThatThrownBy(() -> {
                job.window(1).lock(0, LockType.EXCLUSIVE);
                // Longer than the staging lanes.
                job.window(1).put(data, 0, LENGTH, 0, 0);
                job.window(1).put(data, 0, 8, 0, 0);
                job.window(1).unlock(0);
            }).isInstanceOf(RuntimeException.class));
            while (job.count(1, Counter.PUT_SENT) < 2) {
                TimeLimit.check();
                job.job().engine(0).poll();
            }
            final Thread next = job.start(() -> putTwice(job.window(2)));
            job.job().kill(1);
            data.putLong(0, 6);
            job.join(next);
            assertThat(job.part(0).getLong(1000)).isEqualTo(6);
            assertThat(job.window(0).isTainted(0)).isTrue();
        }
    }

    /** The acknowledgement of the origin is in the return ring when the target learns that the origin is gone. */
    @Test
    void shouldNotTaintForAnOriginWhoseEpochIsOver() throws Exception {
        try (WindowJob job = WindowJob.createRegistered(2, LENGTH)) {
            final Window window = job.window(1);
            final Thread origin = job.start(() -> {
                window.lock(0, LockType.EXCLUSIVE);
                window.get(data, 0, LENGTH / 2, 0, 0);
                window.unlock(0);
            });
            final Messages messages = EngineAccess.messages(job.job().engine(0));
            while (origin.isAlive()) {
                TimeLimit.check();
                messages.discover(messages.peers()[1]);
                if (messages.peers()[1].inbound().isRead()) {
                    messages.receives().doWork(messages.peers()[1]);
                }
            }
            assertThat(job.shown(0, WindowStateDescriptor.HOLDERS_OFFSET)).isOne();
            job.job().kill(1);
            EngineAccess.node(job.job().engine(0)).job().probe(1);
            while (messages.peers()[1].state() == PeerState.OPEN) {
                TimeLimit.check();
                messages.discover(messages.peers()[1]);
            }
            assertThat(job.shown(0, WindowStateDescriptor.HOLDERS_OFFSET)).isZero();
            assertThat(job.window(0).isTainted(0)).isFalse();
        }
    }

    @Test
    void shouldEndTheEpochsAtATargetThatDies() throws Exception {
        try (WindowJob job = WindowJob.create(3, LENGTH)) {
            job.whileServed(() -> hold(job.window(1), LockType.EXCLUSIVE));
            final Window window = job.window(2);
            final Thread waiting = job.start(() -> {
                final Request get = new Request();
                window.lock(0, LockType.EXCLUSIVE);
                window.get(data, 0, 8, 0, 0, get);
                assertThatThrownBy(get::await).isInstanceOf(PeerFailedException.class).hasMessageContaining("rank 0");
                window.put(data, 0, 8, 0, 8);
                assertThatThrownBy(() -> window.unlock(0)).isInstanceOf(PeerFailedException.class);
                window.lock(1, LockType.SHARED);
                window.put(data, 0, 8, 1, 8);
                window.unlock(1);
                window.lock(0, LockType.SHARED);
                window.put(data, 0, 8, 0, 8);
                assertThatThrownBy(() -> window.unlock(0)).isInstanceOf(PeerFailedException.class)
                    .extracting(exception -> ((PeerFailedException) exception).outcome()).isEqualTo(Outcome.PEER_FAILED);
            });
            job.stepUntil(() -> job.count(0, Counter.WINDOW_LOCKS_QUEUED) == 1);
            job.job().kill(0);
            job.join(waiting);
            job.window(1).put(data, 0, 8, 0, 0);
            assertThatThrownBy(() -> job.window(1).unlock(0)).isInstanceOf(PeerFailedException.class);
        }
    }
}
