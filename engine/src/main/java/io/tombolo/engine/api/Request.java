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

import java.util.concurrent.TimeUnit;

/**
 * Handle of an operation under way. The caller owns it and can use it again and again: start it with {@code isend} or {@code irecv}, finish
 * it with {@link #await()} or a {@link #test()} that answers true, start it again; no garbage after its first use.
 * <p>
 * Starting an active request throws {@link IllegalStateException}. An idle one is complete: whoever tests or awaits it, here or in
 * {@link Requests}, goes on at once. One thread at a time; another thread may take over between two calls if the engine's
 * {@link ThreadLevel} allows it.
 */
public final class Request {
    /** What the engine keeps of a request; made at its first start and kept. */
    public interface Work {
        /**
         * Looks once, making progress.
         *
         * @return true if the operation is complete.
         */
        boolean test();

        /**
         * Looks once for what completes this operation, with progress for others only now and then; for one of several.
         *
         * @return true if the operation is complete.
         */
        boolean look();

        /**
         * Returns who makes progress with the operation, and waits for it.
         *
         * @return the same object for all operations of an engine: where others are waited for by another, neither wakes the other.
         */
        Object worker();

        /**
         * Waits until the operation is complete.
         *
         * @param timeoutNs nanoseconds, or {@link Long#MAX_VALUE} for no limit.
         * @throws DeadlineException  if the time is up.
         * @throws InterruptException if the thread is interrupted.
         */
        void await(long timeoutNs);

        /**
         * Looks once, and does nothing else.
         *
         * @return true if the operation is complete.
         */
        boolean isDone();

        /**
         * Names the thread that is unparked when the operation is complete, for the time that it waits for several.
         *
         * @param thread or null.
         */
        void waiter(Thread thread);

        /**
         * Waits a little for one of several, this among them, as the engine waits when it has nothing to do. Ends early if one is complete.
         *
         * @param idle     steps without work so far.
         * @param requests array, in which none was complete at the last look.
         * @return steps without work, 0 if there was some.
         */
        int pause(int idle, Request[] requests);

        /**
         * Has it looked into, soon and by another thread, whether the peer lives that the operation depends on.
         */
        void suspect();

        /**
         * Tries to take the operation back.
         *
         * @return true if it will end {@link Outcome#CANCELLED}.
         */
        boolean cancel();

        /**
         * Ends the operation's life: fills the status, and throws if the communicator says so.
         *
         * @param status to fill.
         */
        void finish(Status status);

        /**
         * Starts the operation again that the request was prepared for.
         *
         * @throws IllegalStateException if it was prepared for none.
         */
        default void start() {
            throw new IllegalStateException("request is not persistent: prepare it with sendInit, recvInit, psendInit or precvInit");
        }

        /**
         * Sends a partition.
         *
         * @param partition that is filled.
         */
        default void pready(final int partition) {
            throw new IllegalStateException("partition=" + partition + " of a request that psendInit has not prepared");
        }

        /**
         * Looks for a partition, making progress.
         *
         * @param partition that is asked for.
         * @return true if it is in its place.
         */
        default boolean parrived(final int partition) {
            throw new IllegalStateException("partition=" + partition + " of a request that precvInit has not prepared");
        }
    }

    private final Status status = new Status();
    private Work work;
    private boolean active;
    // Whether the status is filled already, and the work has no part in it.
    private boolean complete;

    /**
     * An idle request.
     */
    public Request() {
    }

    /**
     * Looks whether the operation is complete, making progress. After a true answer the request is idle again.
     *
     * @return true if complete; {@link #status()} is filled, and empty if the request was idle before.
     * @throws MessagingException if it ended in an error and the communicator throws.
     */
    public boolean test() {
        if (active && !complete && !work.test()) {
            return false;
        }
        finish();
        return true;
    }

    /**
     * As {@link #test()}, for one of several, which is active.
     */
    boolean look() {
        if (!complete && !work.look()) {
            return false;
        }
        finish();
        return true;
    }

    /**
     * Waits until the operation is complete; the request is idle again then.
     *
     * @return this request's status, valid until its next start; empty if the request was idle before: success, with
     *         {@link Communicator#ANY_SOURCE}, {@link Communicator#ANY_TAG} and no bytes.
     * @throws MessagingException if it ended in an error and the communicator throws.
     * @throws InterruptException if the thread is interrupted; the request stays active.
     */
    public Status await() {
        if (active && !complete) {
            work.await(Long.MAX_VALUE);
        }
        return finish();
    }

    /**
     * Waits until the operation is complete, for at most a time.
     *
     * @param timeout how long.
     * @param unit    of the timeout.
     * @return as {@link #await()}.
     * @throws DeadlineException  if the time is up; the request stays active.
     * @throws MessagingException if it ended in an error and the communicator throws.
     * @throws InterruptException if the thread is interrupted; the request stays active.
     */
    public Status await(final long timeout, final TimeUnit unit) {
        if (active && !complete) {
            work.await(unit.toNanos(timeout));
        }
        return finish();
    }

    /**
     * Tries to take the operation back. It still has to be awaited: its outcome is {@link Outcome#CANCELLED}, or what it would have been
     * (S1.20), exactly one of the two. For a send that is under way the receiver decides, when it next makes progress: the message is taken
     * back if no receive has matched it (S0.34). A send that is complete for its sender, and partitions, cannot be taken back.
     *
     * @return true if the outcome is {@link Outcome#CANCELLED} already; after false, {@link #await()} tells.
     * @throws IllegalStateException if the request is idle.
     */
    public boolean cancel() {
        checkActive();
        return !complete && work.cancel();
    }

    /**
     * Starts the operation that the request was prepared for, with {@code sendInit}, {@code recvInit}, {@code psendInit} or
     * {@code precvInit}; again and again, without garbage.
     *
     * @throws IllegalStateException if the request is active, or was not prepared.
     */
    public void start() {
        checkIdle();
        if (work == null) {
            throw new IllegalStateException("request was not prepared: use sendInit, recvInit, psendInit or precvInit first");
        }
        work.start();
        active = true;
    }

    /**
     * Sends a partition of a partitioned send; the others follow when they are marked, in any order, by any thread that the engine's
     * {@link ThreadLevel} allows, several at a time.
     *
     * @param partition that is filled; not to be changed before the request is complete.
     * @throws IllegalStateException     if the request is idle or no partitioned send, or the partition was marked since its start.
     * @throws IndexOutOfBoundsException if there is no such partition.
     */
    public void pready(final int partition) {
        checkActive();
        work.pready(partition);
    }

    /**
     * Looks whether a partition of a partitioned receive is in its place, making progress. The request stays active.
     *
     * @param partition that is asked for.
     * @return true if it may be read.
     * @throws IllegalStateException     if the request is idle or no partitioned receive.
     * @throws IndexOutOfBoundsException if there is no such partition.
     */
    public boolean parrived(final int partition) {
        checkActive();
        return work.parrived(partition);
    }

    /**
     * Lets go of the operation: it completes as if it were awaited, nobody learns of it, and what it held comes free then (S0.36). Its
     * buffer is its own until that has been found out by other means. The request is idle afterwards, prepared for nothing, and can be
     * used for another operation, at the cost of a new object. Errors are counted in {@code OPERATIONS_FAILED}.
     */
    public void free() {
        active = false;
        complete = false;
        work = null;
    }

    /**
     * Returns whether an operation is under way.
     *
     * @return true between the start and the end.
     */
    public boolean isActive() {
        return active;
    }

    /**
     * Looks whether the operation is complete, and does nothing else: the request stays active. Called by the engine.
     *
     * @return true if a test would find it complete.
     */
    public boolean isComplete() {
        return !active || complete || work.isDone();
    }

    /**
     * Returns the status of the last operation that was finished, emptied by a test or an await of the idle request; while one is under
     * way it may be that of either.
     *
     * @return this request's status.
     */
    public Status status() {
        return status;
    }

    /**
     * Returns what the engine keeps of this request. Called by the engine.
     *
     * @return null before the first start.
     */
    public Work work() {
        return work;
    }

    /**
     * Marks the request active. Called by the engine before anything else can fail.
     *
     * @param newWork what to ask from now on.
     * @throws IllegalStateException if the request is active.
     */
    public void start(final Work newWork) {
        checkIdle();
        if (work != newWork) {
            work = newWork;
        }
        active = true;
    }

    /**
     * Marks the request active, and what it was started for complete: a message that has left already. Most short ones have, and an
     * operation that lives on would cost as much as all the rest (bench rate). Called by the engine.
     *
     * @param newWork     as in {@link #start(Work)}; is not asked for this one.
     * @param destination that the message went to.
     * @param tag         of the message.
     * @param length      of the message in bytes.
     * @throws IllegalStateException if the request is active.
     */
    public void startSent(final Work newWork, final int destination, final int tag, final long length) {
        start(newWork);
        status.set(destination, tag, length, length, Outcome.SUCCESS);
        complete = true;
    }

    /**
     * Prepares the request, which stays idle. Called by the engine.
     *
     * @param newWork what {@link #start()} starts.
     * @throws IllegalStateException if the request is active.
     */
    public void prepare(final Work newWork) {
        checkIdle();
        work = newWork;
    }

    /**
     * Checks that the request can be started. Called by the engine.
     *
     * @throws IllegalStateException if the request is active.
     */
    public void checkIdle() {
        if (active) {
            throw new IllegalStateException("request is active: await it before it is started again");
        }
    }

    private Status finish() {
        if (!active) {
            return status.set(Communicator.ANY_SOURCE, Communicator.ANY_TAG, 0, 0, Outcome.SUCCESS);
        }
        active = false;
        if (complete) {
            complete = false;
        } else {
            work.finish(status);
        }
        return status;
    }

    private void checkActive() {
        if (!active) {
            throw new IllegalStateException("request is idle: start it with isend or irecv first");
        }
    }
}
