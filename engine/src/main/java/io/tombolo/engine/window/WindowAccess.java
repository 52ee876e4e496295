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
import io.tombolo.engine.progress.WaitSteps;
import io.tombolo.engine.region.SharedRegion;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * How the memory of a window is reached: what {@link GroupWindow} asks for once a call has been checked. Targets are members of the
 * window's group, never the null rank; every access lies in an epoch, its range in the target's part, its length is positive and its
 * elements are aligned. Called by one thread at a time for each target.
 * <p>
 * Memory is a base, an array or null for absolute addresses or the file of a region whose windows it spans, and an offset, as in
 * {@link SharedRegion#place}; the owner keeps it alive. A request is an operation that was begun and is ended here: when the memory may be
 * used again, or the result is there. It is null for an access that a flush or the end of the epoch completes.
 * <p>
 * Where a call blocks, it throws what the outcome asks for, {@link io.tombolo.engine.api.PeerFailedException} above all.
 */
abstract class WindowAccess {
    /**
     * Returns what this is.
     */
    abstract WindowMode mode();

    /**
     * Begins a locked epoch; may only take note of it.
     *
     * @param timeoutNs to wait for the lock, or {@link Long#MAX_VALUE}.
     */
    abstract void lock(int target, LockType type, long timeoutNs);

    /**
     * Ends a locked epoch: completes its accesses and gives the lock back. The epoch has ended if this throws, except for an interrupt.
     */
    abstract void unlock(int target);

    /**
     * Begins an epoch in which nothing is locked: the target takes part, or nobody conflicts. A flush ends it.
     */
    abstract void begin(int target);

    /**
     * Completes all accesses here and at the target. The epoch goes on.
     */
    abstract void flush(int target);

    /**
     * Completes all accesses here.
     */
    abstract void flushLocal(int target);

    abstract void put(int target, long displacement, Object base, long offset, long length, Object owner, Operation request);

    abstract void get(int target, long displacement, Object base, long offset, long length, Object owner, Operation request);

    abstract void accumulate(
        int target, long displacement, Object base, long offset, long length, Object owner, ElementType type, AccumulateOp op,
        Operation request);

    /**
     * Accumulates and gets what was there before. The operands' base and offset mean nothing for {@link AccumulateOp#NO_OP}.
     */
    abstract void getAccumulate(
        int target, long displacement, Object base, long offset, Object owner, Object resultBase, long resultOffset, Object resultOwner,
        long length, ElementType type, AccumulateOp op, Operation request);

    /**
     * Replaces an element if it has the bits that are expected, and gets what was there before. Of an int only the low half counts.
     */
    abstract void compareAndSwap(
        int target, long displacement, long expected, long value, Object resultBase, long resultOffset, Object resultOwner,
        ElementType type, Operation request);

    /**
     * Wraps a part from its start.
     *
     * @throws UnsupportedOperationException if it cannot be reached so.
     */
    abstract UnsafeBuffer buffer(int target);

    abstract boolean isTainted(int target);

    /**
     * Returns whether this rank's own part is locked by nobody and all operations that have come are done. Makes no progress.
     */
    abstract boolean isIdle();

    /**
     * One step of waiting until it is idle.
     *
     * @param steps of this rank.
     * @param idle  steps without work so far.
     * @param mark  as it was before the last look.
     * @return steps without work, 0 if there was some.
     */
    abstract int awaitIdle(WaitSteps steps, int idle, long mark);

    /**
     * Waits until no target has, or will have, a request of this rank that was given up: it must find the window there. Throws for an
     * interrupt only.
     */
    abstract void settle();

    /**
     * Ends it, after all ranks have said that they will access nothing any more.
     */
    abstract void close();

    /** Accesses no part any more, where others may still access this rank's: it stays until the engine closes. */
    abstract void leave();
}
