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

import io.tombolo.engine.node.Node;
import io.tombolo.ringbuffers.counters.Counter;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Makes progress while no other thread of the rank does. At intervals it checks whether there was a turn since the last check. If not, it
 * takes the role until another thread needs it (S2.1). So a rank that computes, or only sends, goes on serving its peers, and a rank that
 * makes progress itself is left alone.
 */
public final class FallbackProgress {
    private static final long ERROR_PAUSE_NS = 1_000_000;
    private static final long REPEAT_NS = 60_000_000_000L;

    private final OwnerRole role;
    private final DutyCycle duties;
    private final CommandStack commands;
    private final Waiters waiters;
    private final OwnerSleep sleep;
    private final WaitPolicy policy;
    private final Node node;
    // The failure that was reported last, and when on this JVM's clock.
    private volatile Class<?> reported;
    private volatile long reportedNs;

    FallbackProgress(
        final OwnerRole role, final DutyCycle duties, final CommandStack commands, final Waiters waiters, final OwnerSleep sleep,
        final WaitPolicy policy, final Node node) {
        this.role = role;
        this.duties = duties;
        this.commands = commands;
        this.waiters = waiters;
        this.sleep = sleep;
        this.policy = policy;
        this.node = node;
    }

    /**
     * Serves as long as it is wanted and the engine is open: the work of a thread of its own, which nobody interrupts.
     *
     * @param isWanted   asked again and again.
     * @param intervalNs nanoseconds between two checks whether other threads make progress.
     */
    public void serve(final BooleanSupplier isWanted, final long intervalNs) {
        long seen = duties.turns();
        while (isWanted.getAsBoolean() && !role.isClosing()) {
            LockSupport.parkNanos(this, intervalNs);
            try {
                if (duties.turns() == seen && !role.isClosing()) {
                    takeOver(isWanted);
                }
            } catch (final Throwable failure) {
                report(failure);
            }
            seen = duties.turns();
        }
    }

    private void takeOver(final BooleanSupplier isWanted) {
        if (role.tryEnter()) {
            try {
                work(isWanted);
            } finally {
                role.exit();
            }
        } else {
            standBack();
        }
    }

    /**
     * Reports what a thread of the engine has caught in its loop. The loop goes on, because peers depend on it. A failure that repeats is
     * reported at once, and then once a minute; if there is no memory for a report, it is dropped. After an {@link Error} this waits a
     * little, as the next turn may fail in the same way.
     *
     * @param failure of a turn.
     */
    void report(final Throwable failure) {
        reportOnce(failure);
        if (failure instanceof Error) {
            LockSupport.parkNanos(this, ERROR_PAUSE_NS);
        }
    }

    private void reportOnce(final Throwable failure) {
        try {
            final long now = System.nanoTime();
            if (!role.isClosing() && (failure.getClass() != reported || now - reportedNs >= REPEAT_NS)) {
                reported = failure.getClass();
                reportedNs = now;
                node.error(failure);
            }
        } catch (final Throwable again) {
            // The next failure will be reported instead.
            return;
        }
    }

    /** Waits while another thread has the role, and so serves the peers. */
    void standBack() {
        waiters.park(role, Waiters.LONGEST_PARK_NS);
        waiters.passOn(role);
    }

    private void work(final BooleanSupplier isWanted) {
        int idle = 0;
        while (isWanted.getAsBoolean() && !role.isToLeave() && commands.isEmpty() && !waiters.areWaiting()) {
            node.counters().increment(Counter.WINDOW_AGENT_POKES);
            idle = duties.doWork() > 0 ? 0 : idle(idle + 1, OwnerSleep.NEVER);
        }
    }

    /**
     * Runs one step of idling: spins; later serves every peer and yields; at last sleeps.
     *
     * @param idle   turns without work so far.
     * @param isOver asked when a sleep is announced; true ends the sleep.
     * @return turns without work so far, 0 if there was some.
     */
    int idle(final int idle, final BooleanSupplier isOver) {
        if (policy.isSpinning(idle)) {
            Thread.onSpinWait();
            return idle;
        }
        if (policy.isYielding(idle)) {
            if (duties.doWorkBeforeYield(idle, false) > 0) {
                return 0;
            }
            Thread.yield();
            return idle;
        }
        return sleep.start(policy.sleepNs(idle), isOver) > 0 ? 0 : idle;
    }
}
