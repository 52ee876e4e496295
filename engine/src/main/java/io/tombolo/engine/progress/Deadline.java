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

import io.tombolo.engine.api.DeadlineException;
import java.util.concurrent.TimeUnit;

/**
 * Deadlines of waits, as values of {@link System#nanoTime()}: a call computes its deadline once, and hands it to all waits that it
 * consists of. Without a limit nothing reads the clock. Allocates only the exception.
 */
public final class Deadline {
    /** Deadline of a wait without a limit. */
    public static final long NONE = Long.MAX_VALUE;

    private static final long US = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long S = TimeUnit.SECONDS.toNanos(1);

    private Deadline() {
    }

    /**
     * Checks a timeout of the application.
     *
     * @param timeout longest wait.
     * @param unit    of the timeout.
     * @return nanoseconds, or {@link Long#MAX_VALUE} for no limit.
     * @throws IllegalArgumentException if the timeout is negative.
     */
    public static long timeoutNs(final long timeout, final TimeUnit unit) {
        if (timeout < 0) {
            throw new IllegalArgumentException("timeout=" + timeout + " must not be negative");
        }
        return unit.toNanos(timeout);
    }

    /**
     * Returns the deadline of a wait that begins now.
     *
     * @param timeoutNs nanoseconds, or {@link Long#MAX_VALUE} for no limit.
     * @return {@link #NONE}, or a value that {@link System#nanoTime()} reaches when the time is up.
     */
    public static long after(final long timeoutNs) {
        if (timeoutNs == Long.MAX_VALUE) {
            return NONE;
        }
        final long deadline = System.nanoTime() + timeoutNs;
        return deadline == NONE ? deadline - 1 : deadline;
    }

    /**
     * Returns the time that is left.
     *
     * @param deadline from {@link #after}.
     * @return nanoseconds, 0 or less if the time is up; {@link Long#MAX_VALUE} for no limit.
     */
    public static long leftNs(final long deadline) {
        return deadline == NONE ? Long.MAX_VALUE : deadline - System.nanoTime();
    }

    /**
     * Returns whether the time is up.
     *
     * @param deadline from {@link #after}.
     * @return false for no limit.
     */
    public static boolean isUp(final long deadline) {
        return deadline != NONE && deadline - System.nanoTime() <= 0;
    }

    /**
     * Returns the earlier of two deadlines.
     *
     * @param one   from {@link #after}.
     * @param other from {@link #after}.
     * @return one of the two.
     */
    public static long earlier(final long one, final long other) {
        return one == NONE || other != NONE && other - one < 0 ? other : one;
    }

    /**
     * Makes the exception for a wait whose time is up.
     *
     * @param timeoutNs that the wait had.
     * @param what      was waited for.
     * @param state     of the operation now.
     * @return new exception; the caller throws it.
     */
    public static DeadlineException exception(final long timeoutNs, final String what, final String state) {
        return new DeadlineException("time is up after " + text(timeoutNs) + " of waiting for " + what + "; " + state);
    }

    private static String text(final long ns) {
        if (ns > 0 && ns % S == 0) {
            return ns / S + " s";
        }
        return ns % MS == 0 ? ns / MS + " ms" : ns % US == 0 ? ns / US + " us" : ns + " ns";
    }
}
