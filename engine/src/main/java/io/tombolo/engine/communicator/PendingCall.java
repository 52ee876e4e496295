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
package io.tombolo.engine.communicator;

import io.tombolo.engine.api.GroupCall;
import io.tombolo.engine.collective.GroupWait;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.telemetry.Awaitable;
import io.tombolo.engine.telemetry.ShownWait;
import io.tombolo.engine.telemetry.Waits;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitMode;
import java.util.concurrent.TimeUnit;

/**
 * A collective call in shared memory that goes on step by step. One thread at a time.
 *
 * @param <T> type of the result.
 */
abstract class PendingCall<T> implements GroupCall<T>, Awaitable {
    private static final String GOES_ON = "the call goes on";

    private final Progress progress;
    private final String what;
    private volatile boolean hasEnded;

    /**
     * Makes a call that has begun.
     *
     * @param progress of the rank.
     * @param what     name of the call, for messages.
     */
    PendingCall(final Progress progress, final String what) {
        this.progress = progress;
        this.what = what;
    }

    /**
     * Goes on as far as possible without waiting for another rank.
     *
     * @return true if the call is over. It is not called again then.
     */
    abstract boolean advance();

    /** Returns the result of a call that is over, or throws why it failed. */
    abstract T result();

    /** Returns the name of the call, to be shown. */
    abstract WaitCall waitCall();

    /** Returns the number of the agreement that this call waits for; 0 before there is one. */
    abstract long waitState();

    /** Adds what this call waits for to a wait. */
    abstract void addTo(ShownWait wait);

    @Override
    public final void show(final Waits waits, final long deadlineNs) {
        final ShownWait wait = waits.begin(this, (int) waitState(), waitCall(), WaitMode.ALL, deadlineNs);
        addTo(wait);
        wait.publish();
    }

    private boolean goOn() {
        if (!hasEnded && advance()) {
            hasEnded = true;
        }
        return hasEnded;
    }

    /** Returns whether the call is over, as far as it has gone on. */
    final boolean hasEnded() {
        return hasEnded;
    }

    @Override
    public final boolean test() {
        if (!hasEnded) {
            GroupWait.check(progress, what);
            progress.poll();
        }
        return goOn();
    }

    /**
     * Waits until the call is over.
     *
     * @param timeoutNs nanoseconds, or {@link Long#MAX_VALUE}.
     * @param state     of the call when the time is up, for the message.
     * @throws io.tombolo.engine.api.DeadlineException if the time is up.
     */
    final void awaitEnd(final long timeoutNs, final String state) {
        if (!GroupWait.await(progress, this::goOn, timeoutNs, what, this)) {
            throw Deadline.exception(timeoutNs, what, state);
        }
    }

    @Override
    public final T await() {
        awaitEnd(Long.MAX_VALUE, GOES_ON);
        return result();
    }

    @Override
    public final T await(final long timeout, final TimeUnit unit) {
        awaitEnd(Deadline.timeoutNs(timeout, unit), GOES_ON);
        return result();
    }
}
