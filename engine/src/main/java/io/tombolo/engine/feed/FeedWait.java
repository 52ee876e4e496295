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
package io.tombolo.engine.feed;

import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.telemetry.Awaitable;
import io.tombolo.engine.telemetry.Waits;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitMode;
import java.util.function.BooleanSupplier;

/**
 * The steps of a wait of a writer or reader of a feed. Each step makes progress for the rank. Allocates nothing. One thread at a time.
 */
final class FeedWait implements Awaitable {
    private final Progress progress;
    private final BooleanSupplier isOver;
    private final Announcement announcement;
    private final WaitCall call;
    private final WaitKind kind;
    private final int rank;
    private final int number;
    private int idle;
    private boolean isAnnounced;

    /** Tells the other side that this one may sleep. */
    @FunctionalInterface
    interface Announcement {
        /**
         * Announces a sleep, or withdraws it.
         *
         * @param sleeps false to withdraw.
         */
        void sleeps(boolean sleeps);
    }

    /**
     * Creates the wait of one side.
     *
     * @param progress     of the rank.
     * @param isOver       whether there is nothing to wait for; asked again after the sleep has been announced.
     * @param announcement of the sleep.
     * @param call         to be shown.
     * @param kind         of what is waited for.
     * @param rank         that is waited for, or {@link WaitKind#NO_RANK}.
     * @param number       of the feed, or 0.
     */
    FeedWait(
        final Progress progress, final BooleanSupplier isOver, final Announcement announcement, final WaitCall call, final WaitKind kind,
        final int rank, final int number) {
        this.progress = progress;
        this.isOver = isOver;
        this.announcement = announcement;
        this.call = call;
        this.kind = kind;
        this.rank = rank;
        this.number = number;
    }

    /**
     * Runs one step.
     *
     * @param longestNs longest sleep in nanoseconds.
     * @param deadline  of the wait, from {@link Deadline}.
     * @param what      is waited for, for the exception.
     * @throws InterruptException    if the thread is interrupted.
     * @throws IllegalStateException if the engine is closed.
     */
    void step(final long longestNs, final long deadline, final String what) {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptException("interrupted while waiting for " + what);
        }
        idle++;
        if (!progress.waitSteps().isSpinning(idle)) {
            // Before the sleep, whose announcement fences for both sides; then the step asks whether the wait is over.
            isAnnounced = true;
            announcement.sleeps(true);
        }
        if (progress.waitSteps().isToShow(idle)) {
            show(progress.waits(), deadline);
        }
        idle = progress.waitSteps().step(idle, longestNs, isOver);
    }

    @Override
    public void show(final Waits waits, final long deadlineNs) {
        waits.begin(this, 0, call, WaitMode.ALL, deadlineNs).add(kind, rank, WaitKind.NO_TAG, 0, 0, number).publish();
    }

    /** Ends the wait. */
    void end() {
        progress.waits().end(this);
        idle = 0;
        if (isAnnounced) {
            isAnnounced = false;
            announcement.sleeps(false);
        }
    }
}
