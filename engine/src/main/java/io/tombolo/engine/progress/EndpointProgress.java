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

import io.tombolo.engine.srq.Connection;
import io.tombolo.engine.srq.Dispatcher;
import io.tombolo.engine.srq.Endpoints;
import java.lang.invoke.VarHandle;

/**
 * The calls of endpoints and event dispatchers that need the progress owner but no operation. Any thread that the engine's level allows.
 */
public final class EndpointProgress {
    private final Progress progress;
    private final DutyCycle duties;
    private final OwnerRole role;
    private final OwnerSleep sleep;

    EndpointProgress(final Progress progress, final DutyCycle duties, final OwnerRole role, final OwnerSleep sleep) {
        this.progress = progress;
        this.duties = duties;
        this.role = role;
        this.sleep = sleep;
    }

    /**
     * Sends a short message of an endpoint without an operation, if that is possible right now.
     *
     * @param endpoints   of this rank.
     * @param connection  that sends.
     * @param address     of the message; range checked.
     * @param length      bytes.
     * @param isSolicited whether the receiver shall be woken.
     * @return false if an operation is needed.
     */
    public boolean trySend(
        final Endpoints endpoints, final Connection connection, final long address, final long length, final boolean isSolicited) {
        if (!role.tryEnter()) {
            return false;
        }
        try {
            return endpoints.trySend(connection, address, length, isSolicited);
        } finally {
            role.exit();
        }
    }

    /**
     * Makes progress for as long as a wait spins, until a dispatcher has events.
     *
     * @param dispatcher of this rank.
     * @param threshold  number of events.
     * @return true if the dispatcher has so many; false also if another thread makes progress.
     */
    public boolean awaitBriefly(final Dispatcher dispatcher, final int threshold) {
        if (dispatcher.isReady(threshold)) {
            return true;
        }
        if (!role.tryEnter()) {
            return false;
        }
        try {
            for (int poll = 0; poll < WaitLoop.BRIEF_POLLS && !dispatcher.isReady(threshold); poll++) {
                if (duties.doActiveWork() == 0 && (!WaitLoop.isTurnDue(poll) || duties.doWork() == 0)) {
                    Thread.onSpinWait();
                }
            }
        } finally {
            role.exit();
        }
        return dispatcher.isReady(threshold);
    }

    /**
     * Checks the thread of a call that changes queues without atomic operations.
     *
     * @throws IllegalStateException if the engine is for a single thread and this is another one; the message names both.
     */
    public void checkThread() {
        role.checkThread();
    }

    /**
     * Wakes the thread that makes progress, if it sleeps, because what it waits for may have ended without it.
     */
    public void wake() {
        // After the store that ended it; partner: the fence of a sleep that is announced, before its check whether the wait is over.
        VarHandle.fullFence();
        sleep.wake();
    }

    /**
     * Runs one turn, or wakes the thread that makes progress.
     */
    public void nudge() {
        if (progress.poll() == 0) {
            sleep.wake();
        }
    }
}
