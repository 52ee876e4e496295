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
 * Does the owner's work while no other thread of the rank does it: looks now and then whether there was a turn since it looked last, and
 * if not, takes the role until another thread wants something (S2.1). So a rank that computes, or only sends, goes on serving its peers,
 * and one that makes progress is left alone.
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
    // Of the failure that was told last.
    private volatile Class<?> told;
    private volatile long toldNs;

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
     * Stands in as long as it is wanted and the engine is open: the work of a thread of its own, which nobody interrupts.
     *
     * @param isWanted   asked again and again.
     * @param intervalNs between two looks at whether the others make progress.
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
     * Reports what a thread of the engine has met in its loop, which goes on: peers count on it. One that repeats is told at once, and then
     * once a minute. If there is no memory for that, nothing is said. After an error it waits a little, as the next turn may meet the same
     * one.
     *
     * @param failure of a turn.
     */
    void report(final Throwable failure) {
        tell(failure);
        if (failure instanceof Error) {
            LockSupport.parkNanos(this, ERROR_PAUSE_NS);
        }
    }

    private void tell(final Throwable failure) {
        try {
            final long now = System.nanoTime();
            if (!role.isClosing() && (failure.getClass() != told || now - toldNs >= REPEAT_NS)) {
                told = failure.getClass();
                toldNs = now;
                node.error(failure);
            }
        } catch (final Throwable again) {
            // The next failure says the same.
            return;
        }
    }

    /** Another waits, and serves the peers: no need to look before it leaves. */
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
     * One step of idling.
     *
     * @param idle   turns without work.
     * @param isOver asked when a sleep is announced.
     * @return turns without work, 0 if there was some.
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
