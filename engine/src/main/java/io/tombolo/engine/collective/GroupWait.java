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
package io.tombolo.engine.collective;

import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.progress.WaitSteps;
import io.tombolo.engine.telemetry.Awaitable;
import io.tombolo.ringbuffers.flight.OrderLimit;
import java.util.function.BooleanSupplier;

/**
 * The wait of a thread for something that other ranks store in shared memory. It makes progress for all operations of the rank. Whoever
 * stores something wakes this rank; as a wake-up may be lost, a sleep is short.
 */
public final class GroupWait {
    private static final long LONGEST_SLEEP_NS = 1_000_000;
    private static final BooleanSupplier NEVER = () -> false;

    private GroupWait() {
    }

    /**
     * Checks that a wait for other ranks makes sense.
     *
     * @param progress of the rank.
     * @param what     that is waited for, for the message.
     * @throws MessagingException    if the job was aborted.
     * @throws IllegalStateException if the engine is closed, or in a call of the error handler.
     */
    public static void check(final Progress progress, final String what) {
        progress.handlerCalls().refuse(what);
        progress.checkOpen();
        if (progress.isAborted()) {
            throw progress.failures().collective(Outcome.ABORTED, 0, 0, what);
        }
    }

    /**
     * Waits until a condition holds.
     *
     * @param progress  of the rank.
     * @param condition checked without the role of the progress owner; it may advance what it checks.
     * @param timeoutNs nanoseconds, or {@link Long#MAX_VALUE}.
     * @param what      that is waited for, for the message.
     * @param call      that waits, to be shown.
     * @return false if the time is up.
     * @throws InterruptException    if the thread is interrupted; nothing has changed then.
     * @throws MessagingException    if the job was aborted.
     * @throws IllegalStateException if the engine is closed.
     */
    public static boolean await(
        final Progress progress, final BooleanSupplier condition, final long timeoutNs, final String what, final Awaitable call) {
        try {
            return awaitShown(progress, condition, timeoutNs, what, call);
        } finally {
            progress.waits().end(call);
        }
    }

    private static boolean awaitShown(
        final Progress progress, final BooleanSupplier condition, final long timeoutNs, final String what, final Awaitable call) {
        final WaitSteps steps = progress.waitSteps();
        final long start = System.nanoTime();
        int idle = 0;
        while (!condition.getAsBoolean()) {
            check(progress, what);
            if (Thread.currentThread().isInterrupted()) {
                progress.limit(OrderLimit.INTERRUPTED);
                throw new InterruptException("interrupted in " + what);
            }
            final long leftNs = timeoutNs == Long.MAX_VALUE ? LONGEST_SLEEP_NS : timeoutNs - (System.nanoTime() - start);
            if (leftNs <= 0) {
                return false;
            }
            if (steps.isToShow(idle)) {
                call.show(progress.waits(), timeoutNs == Long.MAX_VALUE ? timeoutNs : start + timeoutNs);
            }
            idle = progress.poll() > 0 ? 0 : steps.step(idle + 1, Math.min(leftNs, LONGEST_SLEEP_NS), NEVER);
        }
        return true;
    }
}
