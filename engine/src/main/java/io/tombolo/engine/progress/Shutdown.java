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

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.engine.pt2pt.Messages;
import io.tombolo.engine.telemetry.Waits;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitMode;
import java.util.concurrent.locks.LockSupport;

/**
 * Shuts the progress of a rank down: first sends everything that is pending, then ends everything. Called by the thread that closes the
 * engine alone.
 */
public final class Shutdown {
    private static final long DRAIN_PARK_NS = 50_000;

    private final Messages messages;
    private final WaitPolicy policy;
    private final DutyCycle duties;
    private final CommandStack commands;
    private final Waiters waiters;
    private final OwnerRole role;
    private final OwnerSleep sleep;
    private final Waits waits;
    private Runnable whenDrained = () -> { };

    Shutdown(
        final Messages messages, final WaitPolicy policy, final DutyCycle duties, final CommandStack commands, final Waiters waiters,
        final OwnerRole role, final OwnerSleep sleep, final Waits waits) {
        this.messages = messages;
        this.policy = policy;
        this.duties = duties;
        this.commands = commands;
        this.waiters = waiters;
        this.role = role;
        this.sleep = sleep;
        this.waits = waits;
    }

    /**
     * Adds what runs at the end of {@link #drain}. Called before it.
     *
     * @param action run once, by the thread that closes.
     */
    public void whenDrained(final Runnable action) {
        final Runnable before = whenDrained;
        whenDrained = () -> {
            before.run();
            action.run();
        };
    }

    /**
     * Makes progress until no send is pending, no return is owed and no command waits, or the time is up; the first step of closing. If
     * another thread is the owner, that thread makes the progress.
     *
     * @param timeoutNs nanoseconds; {@link Long#MAX_VALUE} for no limit, as sends also end with their peers and with the job.
     * @return sends that are still pending.
     */
    public int drain(final long timeoutNs) {
        try {
            // Without a limit the sum wraps around, and so does the comparison.
            return drainUntil(System.nanoTime() + timeoutNs, Deadline.after(timeoutNs));
        } finally {
            waits.end(this);
        }
    }

    private int drainUntil(final long deadline, final long shownDeadline) {
        int idle = 0;
        boolean pending = role.mayClose();
        while (pending) {
            if (role.tryEnterToClose()) {
                try {
                    duties.doWork();
                    duties.doAllWork();
                } finally {
                    role.exit();
                }
            }
            pending = (messages.pendingSends() > 0 || messages.hasBacklog() || !commands.isEmpty()) && System.nanoTime() - deadline < 0;
            if (pending) {
                if (policy.isToShow(++idle)) {
                    show(shownDeadline);
                }
                pauseBriefly(idle);
            }
        }
        whenDrained.run();
        return messages.pendingSends();
    }

    private void show(final long deadline) {
        waits.begin(this, 0, WaitCall.CLOSE, WaitMode.ALL, deadline)
            .add(WaitKind.SEND, WaitKind.NO_RANK, WaitKind.NO_TAG, 0, 0, messages.pendingSends()).publish();
    }

    private void pauseBriefly(final int idle) {
        if (policy.isSpinning(idle)) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(this, DRAIN_PARK_NS);
        }
    }

    /**
     * Ends everything, and takes the role for good, unless its owner does not leave in time.
     *
     * @param timeoutNs how long to wait for the owner, in nanoseconds.
     * @return true if no other thread is inside or will be, so that memory may be unmapped.
     */
    public boolean finish(final long timeoutNs) {
        role.close();
        final long deadline = System.nanoTime() + timeoutNs;
        boolean alone = role.claimForGood();
        while (!alone && !role.isSingle() && System.nanoTime() - deadline < 0) {
            sleep.ring();
            waiters.wakeAll();
            Thread.yield();
            alone = role.claimForGood();
        }
        sleep.awaitRingers();
        if (alone) {
            duties.drainCommands();
            messages.endAll(PeerState.LEFT, Outcome.CLOSED);
            duties.publishCounters();
        }
        waiters.wakeAll();
        return alone;
    }
}
