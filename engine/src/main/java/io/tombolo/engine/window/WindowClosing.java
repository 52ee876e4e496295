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

import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.communicator.MessageCalls;
import io.tombolo.engine.progress.Deadline;

/**
 * The end of a window: all ranks meet, then this rank waits until no other has its part locked. After an interrupt or a timeout the next
 * call continues. One thread at a time.
 */
final class WindowClosing {
    private final MessageCalls calls;
    private final WindowAccess access;
    private final WindowEpochs epochs;
    private final WindowSynchronization synchronization;
    private final EpochMessages messages;
    private final Ending ending;
    private boolean isBarrierPassed;

    /** Releases the resources of a window at this rank. */
    @FunctionalInterface
    interface Ending {
        /**
         * Releases them.
         *
         * @param isBarrierPassed whether no rank accesses the window any more. If false, this rank's part stays until the engine closes.
         */
        void end(boolean isBarrierPassed);
    }

    WindowClosing(
        final MessageCalls calls, final WindowAccess access, final WindowEpochs epochs, final WindowSynchronization synchronization,
        final EpochMessages messages, final Ending ending) {
        this.calls = calls;
        this.access = access;
        this.epochs = epochs;
        this.synchronization = synchronization;
        this.messages = messages;
        this.ending = ending;
    }

    /**
     * Closes the window at this rank, unless it is closed already.
     *
     * @param deadline of the wait, from {@link Deadline}.
     * @return false if the time is up; the next call continues this one.
     */
    boolean close(final long deadline) {
        if (!epochs.checkClose()) {
            return true;
        }
        epochs.closing();
        boolean isOver = true;
        try {
            isOver = meet(deadline) && synchronization.awaitIdle(deadline);
            return isOver;
        } catch (final InterruptException exception) {
            // Other ranks may still use the window. If close is called again, it continues here.
            isOver = false;
            throw exception;
        } catch (final MessagingException exception) {
            // The other ranks may come when there is memory again, unless this rank has given the call up.
            isOver = exception.outcome() != Outcome.INSUFFICIENT_RESOURCES || calls.collectives().calls().loss() != 0;
            throw exception;
        } finally {
            if (isOver) {
                epochs.closed();
                ending.end(isBarrierPassed);
            }
        }
    }

    private boolean meet(final long deadline) {
        if (!access.awaitAbandoned(deadline)) {
            return false;
        }
        if (!isBarrierPassed) {
            isBarrierPassed = messages.meet(deadline);
        }
        return isBarrierPassed;
    }
}
