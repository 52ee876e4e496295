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

import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.WindowMode;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.WaitSteps;
import io.tombolo.engine.region.SharedRegion;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Access to the memory of a window, in packet mode or in direct mode. {@link GroupWindow} has checked each call before: the target is a
 * member of the window's group and not the null rank, the access lies in an epoch and in the target's part, its length is positive and its
 * elements are aligned. One thread at a time for each target.
 * <p>
 * Memory is given as a base and an offset, as in {@link SharedRegion#place}. The base is an array, null for an absolute address, or the
 * file of a region if the memory crosses a border between the mappings of that region. The owner is an object that keeps the memory alive.
 * <p>
 * A request is an operation that the caller has begun. The access completes it when the memory may be used again and the result is there.
 * It is null if a flush or the end of the epoch completes the access.
 * <p>
 * A blocking call throws the exception of its outcome, for example {@link io.tombolo.engine.api.PeerFailedException}.
 */
abstract class WindowAccess {
    /**
     * Returns the mode of the window.
     */
    abstract WindowMode mode();

    /**
     * Begins a locked epoch. May return before the lock is held.
     *
     * @param target    member.
     * @param type      of the lock.
     * @param timeoutNs longest wait for the lock, nanoseconds; or {@link Long#MAX_VALUE} for no limit.
     */
    abstract void lock(int target, LockType type, long timeoutNs);

    /**
     * Ends a locked epoch: completes its accesses and releases the lock. If this throws, the epoch has ended, except after an interrupt.
     *
     * @param deadline of the wait, from {@link Deadline}.
     * @return false if the time is up; the epoch continues, and the next call continues this one.
     */
    abstract boolean unlock(int target, long deadline);

    /**
     * Begins an epoch without a lock: the target takes part in it, or the program promises that no access conflicts. A flush ends it.
     */
    abstract void begin(int target);

    /**
     * Completes all accesses at this rank and at the target. The epoch continues.
     *
     * @param deadline of the wait, from {@link Deadline}.
     * @return false if the time is up; the accesses go on.
     */
    abstract boolean flush(int target, long deadline);

    /**
     * Completes all accesses at this rank: their memory may be used again, and results are there.
     *
     * @param deadline of the wait, from {@link Deadline}.
     * @return false if the time is up; the accesses go on.
     */
    abstract boolean flushLocal(int target, long deadline);

    abstract void put(int target, long displacement, Object base, long offset, long length, Object owner, Operation request);

    abstract void get(int target, long displacement, Object base, long offset, long length, Object owner, Operation request);

    abstract void accumulate(
        int target, long displacement, Object base, long offset, long length, Object owner, ElementType type, AccumulateOp op,
        Operation request);

    /**
     * Accumulates, and gets the elements as they were before. {@link AccumulateOp#NO_OP} ignores the base and offset of the operands.
     */
    abstract void getAccumulate(
        int target, long displacement, Object base, long offset, Object owner, Object resultBase, long resultOffset, Object resultOwner,
        long length, ElementType type, AccumulateOp op, Operation request);

    /**
     * Replaces an element if it has the expected bits, and gets the element as it was before. For an int only the low 32 bits of both
     * values count.
     */
    abstract void compareAndSwap(
        int target, long displacement, long expected, long value, Object resultBase, long resultOffset, Object resultOwner,
        ElementType type, Operation request);

    /**
     * Returns a buffer over the part of a target.
     *
     * @throws UnsupportedOperationException if this rank cannot map the part.
     */
    abstract UnsafeBuffer buffer(int target);

    abstract boolean isTainted(int target);

    /**
     * Finds out whether this rank's own part is idle. Makes no progress.
     *
     * @return true if no rank has locked the part and all operations that have arrived are done.
     */
    abstract boolean queryIdle();

    /**
     * Does one step of a wait for an idle part.
     *
     * @param steps  of this rank.
     * @param idle   steps without work so far.
     * @param mark   of the steps, taken before the last query.
     * @param leftNs time that is left for the wait in nanoseconds, or {@link Long#MAX_VALUE}.
     * @return steps without work; 0 if there was work.
     */
    abstract int awaitIdle(WaitSteps steps, int idle, long mark, long leftNs);

    /**
     * Waits until no target has an abandoned request of this rank, because such a request must still find the window. Throws only after an
     * interrupt.
     *
     * @param deadline of the wait, from {@link Deadline}.
     * @return false if the time is up; the next call continues this one.
     */
    abstract boolean awaitAbandoned(long deadline);

    /**
     * Ends the access. Called after all ranks have announced that they access the window no more.
     */
    abstract void close();

    /** Ends the access of this rank only. Other ranks may still access this rank's part, which stays until the engine closes. */
    abstract void leave();
}
