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
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowException;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Calls that begin or end epochs are interrupted, or a rank dies during them. They lose no message and leave nothing behind, so the program
 * can call them again.
 */
@Timeout(30)
class WindowInterruptTest {
    private static final int LONG = 1 << 14;

    private final UnsafeBuffer word = new UnsafeBuffer(new byte[8]);

    private static void assertInterrupted(final ThrowingCallable call) {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(call).isInstanceOf(InterruptException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void shouldKeepTheExposureWhenACloseIsInterrupted() throws Exception {
        try (WindowJob job = WindowJob.create(3, 64)) {
            final Window window = job.window(1);
            assertInterrupted(window::close);
            assertThatThrownBy(() -> window.lock(0, LockType.SHARED)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("close it again");
            final AtomicInteger interrupts = new AtomicInteger();
            final Thread closing = job.start(() -> {
                while (interrupts.get() < 5) {
                    assertThatThrownBy(window::close).isInstanceOf(InterruptException.class);
                    assertThat(Thread.interrupted()).isTrue();
                    interrupts.incrementAndGet();
                }
                window.close();
            });
            for (int seen = 0; seen < 5; seen++) {
                final int before = seen;
                closing.interrupt();
                job.stepUntil(() -> interrupts.get() > before);
            }
            word.putLong(0, 5);
            job.whileServed(() -> {
                job.window(0).lock(1, LockType.EXCLUSIVE);
                job.window(0).put(word, 0, 8, 1, 0);
                job.window(0).unlock(1);
            });
            assertThat(job.part(1).getLong(0)).isEqualTo(5);
            final Thread zero = job.start(job.window(0)::close);
            final Thread two = job.start(job.window(2)::close);
            job.join(closing, zero, two);
            assertThatThrownBy(() -> window.lock(0, LockType.SHARED)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is closed");
        }
    }

    @Test
    void shouldGoOnWithAFenceThatWasInterrupted() throws Exception {
        try (WindowJob job = WindowJob.create(3, 64)) {
            final Window window = job.window(0);
            assertInterrupted(window::fence);
            assertThatThrownBy(() -> window.put(word, 0, 8, 1, 0)).isInstanceOf(WindowException.class).hasMessageContaining("again");
            for (int fences = 0; fences < 2; fences++) {
                final int displacement = 8 * fences;
                final long value = 7 + fences;
                final Thread zero = job.start(() -> {
                    window.fence();
                    word.putLong(0, value);
                    window.put(word, 0, 8, 1, displacement);
                    window.fence();
                });
                final Thread[] others = new Thread[2];
                for (int other = 1; other <= 2; other++) {
                    final Window theirs = job.window(other);
                    others[other - 1] = job.start(() -> {
                        theirs.fence();
                        theirs.fence();
                    });
                }
                job.join(zero, others[0], others[1]);
                assertThat(job.part(1).getLong(displacement)).isEqualTo(value);
            }
        }
    }

    @Test
    void shouldKeepThePostsThatAnInterruptedStartHasHeard() throws Exception {
        try (WindowJob job = WindowJob.create(3, 64)) {
            final Window window = job.window(0);
            job.whileServed(() -> job.window(1).post(0));
            job.job().step();
            assertInterrupted(() -> window.start(1, 2));
            job.whileServed(() -> job.window(2).post(0));
            word.putLong(0, 9);
            job.whileServed(() -> {
                window.start(1, 2);
                window.put(word, 0, 8, 1, 0);
                window.put(word, 0, 8, 2, 0);
            });
            // The post was used up: the next start waits for the next post.
            assertInterrupted(window::complete);
            final Thread one = job.start(job.window(1)::await);
            final Thread two = job.start(job.window(2)::await);
            job.whileServed(window::complete);
            job.join(one, two);
            assertThat(job.part(1).getLong(0)).isEqualTo(9);
            assertThat(job.part(2).getLong(0)).isEqualTo(9);
            assertInterrupted(() -> window.start(1));
        }
    }

    @Test
    void shouldKeepThePostsOfTheLivingWhenATargetDies() throws Exception {
        try (WindowJob job = WindowJob.create(3, 64)) {
            final Window window = job.window(0);
            job.whileServed(() -> job.window(1).post(0));
            job.job().kill(2);
            job.whileServed(() -> assertThatThrownBy(() -> window.start(1, 2)).isInstanceOf(PeerFailedException.class));
            job.whileServed(() -> window.start(1));
            job.whileServed(window::complete);
            job.whileServed(job.window(1)::await);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLeaveNoCompleteBehindWhenAnOriginDies(final boolean waits) throws Exception {
        try (WindowJob job = WindowJob.create(3, 64)) {
            final Window window = job.window(0);
            job.whileServed(() -> window.post(1, 2));
            job.whileServed(() -> job.window(2).start(0));
            job.job().kill(1);
            // First: a wait that finds the death before this complete has come leaves the part posted.
            job.whileServed(job.window(2)::complete);
            final Thread waiting = job.start(() -> assertThatThrownBy(() -> {
                if (waits) {
                    window.await();
                } else {
                    while (!window.test()) {
                        TimeLimit.check();
                    }
                }
            }).isInstanceOf(PeerFailedException.class).hasMessageContaining("rank 1"));
            job.join(waiting);
            job.whileServed(() -> window.post(2));
            job.whileServed(() -> job.window(2).start(0));
            assertThat(window.test()).isFalse();
            job.whileServed(job.window(2)::complete);
            job.stepUntil(window::test);
        }
    }

    @Test
    void shouldWaitAgainAfterAnInterruptedAwait() throws Exception {
        try (WindowJob job = WindowJob.create(3, 64)) {
            final Window window = job.window(0);
            job.whileServed(() -> window.post(1, 2));
            job.whileServed(() -> job.window(1).start(0));
            job.whileServed(() -> job.window(2).start(0));
            job.whileServed(job.window(1)::complete);
            assertInterrupted(window::await);
            assertThat(window.test()).isFalse();
            job.whileServed(job.window(2)::complete);
            job.whileServed(window::await);
        }
    }

    private static void assertFailsWhenCalledAgain(final WindowJob job, final ThrowingCallable call) throws Exception {
        assertInterrupted(call);
        job.whileServed(() -> assertThatThrownBy(call).isInstanceOf(PeerFailedException.class).hasMessageContaining("rank 1"));
    }

    @Test
    void shouldTellOfTheDeathThatACallForAllTargetsHadFoundBeforeTheInterrupt() throws Exception {
        try (WindowJob job = WindowJob.create(3, 64)) {
            final Window window = job.window(0);
            job.whileServed(() -> {
                window.lockAll();
                for (int target = 0; target < 3; target++) {
                    window.put(word, 0, 8, target, 0);
                }
            });
            job.job().kill(1);
            job.stepUntil(() -> EngineAccess.messages(job.job().engine(0)).peers()[1].state() != PeerState.OPEN);
            assertFailsWhenCalledAgain(job, window::flushAll);
            window.put(word, 0, 8, 1, 0);
            window.put(word, 0, 8, 2, 0);
            assertFailsWhenCalledAgain(job, window::unlockAll);
            job.whileServed(window::lockAll);
            job.whileServed(window::unlockAll);
        }
    }

    /** Rank 0 locks rank 1 and accesses it, and rank 1 has no room for the answer. */
    private void lockAndFail(final WindowJob job) throws Exception {
        final Window window = job.window(0);
        job.whileServed(() -> {
            window.lock(1, LockType.EXCLUSIVE);
            window.put(word, 0, 8, 1, 0);
            window.flush(1);
        });
        final UnsafeBuffer data = new UnsafeBuffer(new byte[LONG]);
        // Rank 1 may have only this one long send.
        job.job().engine(1).world().isend(data, 0, LONG, 0, 1);
        window.get(data, 0, LONG, 1, 0, new Request());
        job.stepUntil(() -> job.count(0, Counter.WINDOW_PACKETS_RECEIVED) == 3);
        job.whileServed(() -> job.job().engine(0).world().recv(data, 0, LONG, 1, 1));
    }

    private static void assertFails(final ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(MessagingException.class)
            .extracting(error -> ((MessagingException) error).outcome()).isEqualTo(Outcome.INSUFFICIENT_RESOURCES);
    }

    /** The next call for the failed target throws the failure; calls for other targets, and later calls, do not. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellAtItsTargetWhatAFlushOfAllHadFoundBeforeTheInterrupt(final boolean isFlushed) throws Exception {
        try (WindowJob job = WindowJob.create(3, LONG, context -> context.windowAgentUs(0).size(GeometrySetting.PENDING_SENDS, 1))) {
            final Window window = job.window(0);
            lockAndFail(job);
            window.lock(2, LockType.EXCLUSIVE);
            window.put(word, 0, 8, 2, 0);
            assertInterrupted(window::flushLocalAll);
            job.whileServed(() -> window.flush(2));
            job.whileServed(() -> assertFails(isFlushed ? () -> window.flush(1) : () -> window.unlock(1)));
            job.whileServed(() -> {
                window.flushAll();
                window.unlock(2);
                if (isFlushed) {
                    window.unlock(1);
                }
            });
        }
    }

    /** The first of two batches at a target has failed, because the target had no room for its answer; the second is in progress. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellOfTheAccessThatHadFailedBeforeTheInterrupt(final boolean isFlushed) throws Exception {
        try (WindowJob job = WindowJob.create(2, LONG, context -> context.windowAgentUs(0).size(GeometrySetting.PENDING_SENDS, 1))) {
            final Window window = job.window(0);
            lockAndFail(job);
            final ThrowingCallable end = isFlushed ? () -> window.flush(1) : () -> window.unlock(1);
            window.put(word, 0, 8, 1, 8);
            assertInterrupted(end);
            job.whileServed(() -> assertFails(end));
            job.whileServed(() -> {
                if (isFlushed) {
                    window.unlock(1);
                }
                window.lock(1, LockType.SHARED);
                window.get(word, 0, 8, 1, 0);
                window.unlock(1);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldEndTheEpochWhoseLockIsNotHadInTimeByAFlushOfAll(final boolean atTarget) throws Exception {
        try (WindowJob job = WindowJob.create(3, 64)) {
            final Window window = job.window(2);
            job.whileServed(() -> {
                job.window(1).lock(0, LockType.EXCLUSIVE);
                job.window(1).put(word, 0, 8, 0, 0);
                job.window(1).flush(0);
            });
            window.lock(0, LockType.EXCLUSIVE, 1, TimeUnit.MILLISECONDS);
            window.put(word, 0, 8, 0, 8);
            job.whileServed(() -> assertThatThrownBy(atTarget ? window::flushAll : window::flushLocalAll)
                .isInstanceOf(DeadlineException.class));
            assertThatThrownBy(() -> window.unlock(0)).isInstanceOf(WindowException.class).hasMessageContaining("not locked");
            job.whileServed(() -> job.window(1).unlock(0));
            word.putLong(0, 4);
            job.whileServed(() -> {
                window.lock(0, LockType.EXCLUSIVE);
                window.put(word, 0, 8, 0, 16);
                window.unlock(0);
            });
            assertThat(job.part(0).getLong(8)).isZero();
            assertThat(job.part(0).getLong(16)).isEqualTo(4);
        }
    }
}
