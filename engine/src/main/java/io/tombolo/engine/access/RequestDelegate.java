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
package io.tombolo.engine.access;

import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;

/**
 * The engine's part of a {@link Request}: the request passes its calls to it while an operation is under way. The engine makes it at the
 * first start and uses it again for later starts.
 */
public interface RequestDelegate {
    /**
     * Tests the operation once and makes progress.
     *
     * @return true if the operation is complete.
     */
    boolean test();

    /**
     * Tests the operation once and polls only for what completes it; makes progress for other operations only now and then. For a caller
     * that tests several requests in turn.
     *
     * @return true if the operation is complete.
     */
    boolean look();

    /**
     * Returns the object that makes progress with the operation and waits for it.
     *
     * @return the same object for all operations of an engine.
     */
    Object worker();

    /**
     * Waits until the operation is complete.
     *
     * @param timeoutNs in nanoseconds, or {@link Long#MAX_VALUE} for no limit.
     * @throws DeadlineException  if the time is up.
     * @throws InterruptException if the thread is interrupted.
     */
    void await(long timeoutNs);

    /**
     * Returns whether the operation is complete. Makes no progress.
     *
     * @return true if the operation is complete.
     */
    boolean isDone();

    /**
     * Sets the thread that is unparked when the operation is complete. Used while that thread waits for several operations.
     *
     * @param thread to unpark, or null.
     */
    void waiter(Thread thread);

    /**
     * Does one step of a wait for one of several requests, this one among them: polls, spins, yields or sleeps, as the wait policy says.
     * Ends early if one of them is complete.
     *
     * @param idle     number of steps without work so far.
     * @param requests that are waited for; none was complete at the last look.
     * @param leftNs   time that is left for the wait in nanoseconds, or {@link Long#MAX_VALUE}.
     * @return number of steps without work; 0 if this step did some.
     */
    int pause(int idle, Request[] requests, long leftNs);

    /**
     * Told that a wait for one of several requests is over, in which this delegate made the steps.
     *
     * @param requests of {@link #pause}.
     */
    default void endPause(final Request[] requests) {
    }

    /**
     * Asks for a check whether the peer that the operation depends on is alive. Another thread does the check soon.
     */
    void suspect();

    /**
     * Tries to cancel the operation.
     *
     * @return true if its outcome will be {@link Outcome#CANCELLED}.
     */
    boolean cancel();

    /**
     * Finishes a complete operation: fills the status, and throws if the communicator's error mode asks for it.
     *
     * @param status to fill.
     */
    void finish(Status status);

    /**
     * Returns whether the operation ends as a record says. Then no wait for it has a limit.
     *
     * @return false unless this is a replay.
     */
    default boolean isReplayed() {
        return false;
    }

    /** Told that the time of a wait for this operation, or one of several, is up. */
    default void timeUp() {
    }

    /** Told that an interrupt ends a wait for one of several operations, this one among them. */
    default void interrupted() {
    }

    /**
     * Starts the operation that the request was prepared for.
     *
     * @throws IllegalStateException if the request was not prepared.
     */
    default void start() {
        throw new IllegalStateException("request is not persistent: prepare it with sendInit, recvInit, psendInit or precvInit");
    }

    /**
     * Sends a partition of a partitioned send.
     *
     * @param partition that is filled.
     * @throws IllegalStateException if the request is no partitioned send.
     */
    default void pready(final int partition) {
        throw new IllegalStateException("partition=" + partition + " of a request that psendInit has not prepared");
    }

    /**
     * Tests a partition of a partitioned receive and makes progress.
     *
     * @param partition to test.
     * @return true if the partition has arrived.
     * @throws IllegalStateException if the request is no partitioned receive.
     */
    default boolean parrived(final int partition) {
        throw new IllegalStateException("partition=" + partition + " of a request that precvInit has not prepared");
    }
}
