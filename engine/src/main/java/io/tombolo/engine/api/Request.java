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
package io.tombolo.engine.api;

import io.tombolo.engine.access.RequestDelegate;
import java.util.concurrent.TimeUnit;

/**
 * Handle of a nonblocking operation. The caller owns it and uses it again: start an operation with {@code isend} or {@code irecv}, complete
 * it with {@link #await()} or with a {@link #test()} that returns true, then start the next. After its first use it allocates nothing.
 * <p>
 * A request is active from the start of an operation until it is completed; otherwise it is idle. Starting an active request throws
 * {@link IllegalStateException}. An idle request counts as complete: a test or wait, here or in {@link Requests}, returns at once.
 * <p>
 * One thread at a time. Another thread may take over between two calls if the engine's {@link ThreadLevel} allows it.
 */
public final class Request {
    private final Status status = new Status();
    private RequestDelegate delegate;
    private boolean active;
    // The operation is complete and the status filled; the delegate is not asked.
    private boolean complete;

    /**
     * Makes an idle request.
     */
    public Request() {
    }

    /**
     * Tests whether the operation is complete, and makes progress. If it is, the request becomes idle.
     *
     * @return true if the operation is complete, or the request was idle; {@link #status()} is filled then, and empty for an idle request.
     * @throws MessagingException if the operation ended in an error and the communicator throws errors.
     */
    public boolean test() {
        if (active && !complete && !delegate.test()) {
            return false;
        }
        finish();
        return true;
    }

    /**
     * Tests an active request, one of several that the caller tests in turn; see {@link RequestDelegate#look()}.
     */
    boolean look() {
        if (!complete && !delegate.look()) {
            return false;
        }
        finish();
        return true;
    }

    /**
     * Waits until the operation is complete. The request becomes idle.
     *
     * @return this request's status, valid until its next start. For an idle request it is empty: success, with
     *         {@link Communicator#ANY_SOURCE}, {@link Communicator#ANY_TAG} and no bytes.
     * @throws MessagingException if the operation ended in an error and the communicator throws errors.
     * @throws InterruptException if the thread is interrupted; the request stays active.
     */
    public Status await() {
        if (active && !complete) {
            delegate.await(Long.MAX_VALUE);
        }
        return finish();
    }

    /**
     * Waits until the operation is complete, but not longer than a timeout.
     *
     * @param timeout longest wait.
     * @param unit    of the timeout.
     * @return this request's status, as for {@link #await()}.
     * @throws DeadlineException  if the time is up; the request stays active.
     * @throws MessagingException if the operation ended in an error and the communicator throws errors.
     * @throws InterruptException if the thread is interrupted; the request stays active.
     */
    public Status await(final long timeout, final TimeUnit unit) {
        if (active && !complete) {
            delegate.await(unit.toNanos(timeout));
        }
        return finish();
    }

    /**
     * Tries to cancel the operation. The request stays active: complete it as usual. Its outcome is either {@link Outcome#CANCELLED} or the
     * outcome of the operation itself, never both (S1.20).
     * <p>
     * The receiver decides about a send that is under way, when it next makes progress: the send is cancelled if no receive has matched the
     * message (S0.34). A send that is complete at its sender cannot be cancelled, nor can partitioned and
     * collective operations.
     *
     * @return true if the outcome is {@link Outcome#CANCELLED} already. After false, {@link #await()} tells the outcome.
     * @throws IllegalStateException if the request is idle.
     */
    public boolean cancel() {
        checkActive();
        return !complete && delegate.cancel();
    }

    /**
     * Starts the operation that the request was prepared for with {@code sendInit}, {@code recvInit}, {@code psendInit},
     * {@code precvInit} or a call of {@link io.tombolo.engine.api.collective.PersistentCollectives}. It may be started any number of times,
     * and allocates nothing.
     *
     * @throws IllegalStateException if the request is active, or was not prepared.
     */
    public void start() {
        checkIdle();
        if (delegate == null) {
            throw new IllegalStateException(
                "request was not prepared: use sendInit, recvInit, allreduceInit or another call that ends in Init first");
        }
        delegate.start();
        active = true;
    }

    /**
     * Marks a partition of a partitioned send as filled, and sends it. Partitions may be marked in any order. Several threads may mark
     * partitions at the same time if the engine's {@link ThreadLevel} allows it.
     *
     * @param partition that is filled, from 0. Do not change it before the request is complete.
     * @throws IllegalStateException     if the request is idle or no partitioned send, or the partition was marked since the start.
     * @throws IndexOutOfBoundsException if there is no such partition.
     */
    public void pready(final int partition) {
        checkActive();
        delegate.pready(partition);
    }

    /**
     * Tests whether a partition of a partitioned receive has arrived, and makes progress. The request stays active.
     *
     * @param partition to test, from 0.
     * @return true if the partition may be read.
     * @throws IllegalStateException     if the request is idle or no partitioned receive.
     * @throws IndexOutOfBoundsException if there is no such partition.
     */
    public boolean parrived(final int partition) {
        checkActive();
        return delegate.parrived(partition);
    }

    /**
     * Detaches the operation from the request. The operation completes in the background, and what it held is released then (S0.36); an
     * error is only counted, in {@code OPERATIONS_FAILED}. The program must find out by other means when it may use the buffer again.
     * <p>
     * The request is idle afterwards, is prepared for nothing, and can start another operation, for which it allocates a new object.
     */
    public void free() {
        active = false;
        complete = false;
        delegate = null;
    }

    /**
     * Returns whether an operation is under way.
     *
     * @return true from the start of an operation until a test or wait completes it.
     */
    public boolean isActive() {
        return active;
    }

    /**
     * Returns whether a {@link #test()} would return true. Makes no progress, and leaves the request active.
     *
     * @return true if the operation is complete or the request is idle.
     */
    public boolean isComplete() {
        return !active || complete || delegate.isDone();
    }

    /**
     * Returns the status of the last operation that was completed. A test or wait of the idle request empties it. Undefined while the
     * request is active.
     *
     * @return this request's status, always the same object.
     */
    public Status status() {
        return status;
    }

    RequestDelegate delegate() {
        return delegate;
    }

    void start(final RequestDelegate newDelegate) {
        checkIdle();
        if (delegate != newDelegate) {
            delegate = newDelegate;
        }
        active = true;
    }

    void startSent(final RequestDelegate newDelegate, final int destination, final int tag, final long length) {
        start(newDelegate);
        status.fill(destination, tag, length, length, Outcome.SUCCESS);
        complete = true;
    }

    void prepare(final RequestDelegate newDelegate) {
        checkIdle();
        delegate = newDelegate;
    }

    void checkIdle() {
        if (active) {
            throw new IllegalStateException("request is active: await it before it is started again");
        }
    }

    private Status finish() {
        if (!active) {
            return status.fill(Communicator.ANY_SOURCE, Communicator.ANY_TAG, 0, 0, Outcome.SUCCESS);
        }
        active = false;
        if (complete) {
            complete = false;
        } else {
            delegate.finish(status);
        }
        return status;
    }

    private void checkActive() {
        if (!active) {
            throw new IllegalStateException("request is idle: start it with isend or irecv first");
        }
    }
}
