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

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.WindowMode;
import io.tombolo.engine.communicator.MessageCalls;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.WaitSteps;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.engine.rma.DirectPart;
import io.tombolo.ringbuffers.region.RegionFile;
import io.tombolo.ringbuffers.window.LockMode;
import io.tombolo.ringbuffers.window.SharedElements;
import io.tombolo.ringbuffers.window.WindowFile;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Access to a window in direct mode. This rank maps the parts of all ranks, and loads, stores and locks in shared memory by itself. The
 * target does nothing, whether it runs or not. Every operation is complete when its call returns. Unlock, flush and fence give the order
 * in which other ranks see the operations.
 */
final class DirectAccess extends WindowAccess {
    private static final long LONGEST_IDLE_SLEEP_NS = 1_000_000;

    private final BooleanSupplier idleQuery = this::queryIdle;
    private final Node node;
    private final WindowFile own;
    private final DirectPart[] parts;
    private final AccessGate[] gates;
    private final DirectAccesses accesses;
    private final int rank;
    private final DirectLocks locks;

    /**
     * Creates the access to a window whose parts are mapped.
     *
     * @param calls    of the window's own communicator.
     * @param node     of this rank.
     * @param accesses of this rank; the caller adds this one.
     * @param own      file of this rank's part; {@link #close} and {@link #leave} delete it.
     * @param parts    of all ranks, by member.
     */
    DirectAccess(
        final MessageCalls calls, final Node node, final DirectAccesses accesses, final WindowFile own, final DirectPart[] parts) {
        this.node = node;
        this.accesses = accesses;
        this.own = own;
        this.parts = parts;
        this.gates = new AccessGate[parts.length];
        for (int target = 0; target < gates.length; target++) {
            gates[target] = new AccessGate(accesses);
        }
        this.rank = calls.group().rank();
        this.locks = new DirectLocks(calls.progress(), node, calls.group(), calls.context(), Windows.id(calls));
    }

    @Override
    WindowMode mode() {
        return WindowMode.DIRECT;
    }

    @Override
    void lock(final int target, final LockType type, final long timeoutNs) {
        final AccessGate gate = gates[target];
        gate.enter();
        try {
            locks.lock(parts[target].lock(), gate, target, type == LockType.SHARED ? LockMode.SHARED : LockMode.EXCLUSIVE, timeoutNs);
        } finally {
            gate.exit();
        }
    }

    @Override
    boolean unlock(final int target, final long deadline) {
        final AccessGate gate = gates[target];
        gate.enter();
        try {
            locks.unlock(parts[target].lock(), target);
        } finally {
            gate.exit();
        }
        return true;
    }

    @Override
    void begin(final int target) {
        // Acquire; partner: the release in the message or barrier that has begun this epoch and that follows the accesses of the last one.
        VarHandle.acquireFence();
    }

    @Override
    boolean flush(final int target, final long deadline) {
        // Full: what this rank loads next, from any part, is not older than what it has put. Partner: the same fence in the peer.
        VarHandle.fullFence();
        return flushLocal(target, deadline);
    }

    @Override
    boolean flushLocal(final int target, final long deadline) {
        final AccessGate gate = gates[target];
        gate.enter();
        try {
            locks.checkTarget(target, "flush");
        } finally {
            gate.exit();
        }
        return true;
    }

    @Override
    void put(
        final int target, final long displacement, final Object base, final long offset, final long length, final Object owner,
        final Operation request) {
        final RegionFile spanned = SharedRegion.spanned(base);
        final AccessGate gate = gates[target];
        gate.enter();
        try {
            if (spanned == null) {
                parts[target].put(displacement, base, offset, length);
            } else {
                copySpanned(true, parts[target], displacement, spanned, offset, length);
            }
        } finally {
            gate.exit();
        }
        end(request);
    }

    @Override
    void get(
        final int target, final long displacement, final Object base, final long offset, final long length, final Object owner,
        final Operation request) {
        final RegionFile spanned = SharedRegion.spanned(base);
        final AccessGate gate = gates[target];
        gate.enter();
        try {
            if (spanned == null) {
                parts[target].get(displacement, base, offset, length);
            } else {
                copySpanned(false, parts[target], displacement, spanned, offset, length);
            }
        } finally {
            gate.exit();
        }
        end(request);
    }

    /** Copies to or from memory that spans mapping windows of a region, piece by piece. */
    private static void copySpanned(
        final boolean isPut, final DirectPart part, final long displacement, final RegionFile spanned, final long offset,
        final long length) {
        for (long done = 0; done < length;) {
            final long bytes = Math.min(length - done, spanned.run(offset + done));
            final long address = spanned.address(offset + done, bytes);
            if (isPut) {
                part.put(displacement + done, null, address, bytes);
            } else {
                part.get(displacement + done, null, address, bytes);
            }
            done += bytes;
        }
    }

    @Override
    void accumulate(
        final int target, final long displacement, final Object base, final long offset, final long length, final Object owner,
        final ElementType type, final AccumulateOp op, final Operation request) {
        final AccessGate gate = gates[target];
        gate.enter();
        try {
            parts[target].accumulate(displacement, base, offset, length, type, op);
        } finally {
            gate.exit();
        }
        end(request);
    }

    @Override
    void getAccumulate(
        final int target, final long displacement, final Object base, final long offset, final Object owner, final Object resultBase,
        final long resultOffset, final Object resultOwner, final long length, final ElementType type, final AccumulateOp op,
        final Operation request) {
        final AccessGate gate = gates[target];
        gate.enter();
        try {
            parts[target].getAccumulate(displacement, base, offset, resultBase, resultOffset, length, type, op);
        } finally {
            gate.exit();
        }
        end(request);
    }

    @Override
    void compareAndSwap(
        final int target, final long displacement, final long expected, final long value, final Object resultBase, final long resultOffset,
        final Object resultOwner, final ElementType type, final Operation request) {
        final AccessGate gate = gates[target];
        gate.enter();
        try {
            SharedElements.store(
                resultBase, resultOffset, type.length(), parts[target].compareAndSwap(displacement, expected, value, type));
        } finally {
            gate.exit();
        }
        end(request);
    }

    private static void end(final Operation request) {
        if (request != null) {
            request.complete(Outcome.SUCCESS);
        }
    }

    @Override
    UnsafeBuffer buffer(final int target) {
        return parts[target].buffer();
    }

    @Override
    boolean isTainted(final int target) {
        return parts[target].lock().isTainted();
    }

    @Override
    boolean queryIdle() {
        gates[rank].enter();
        try {
            return locks.tryFree(parts[rank].lock());
        } finally {
            gates[rank].exit();
        }
    }

    @Override
    int awaitIdle(final WaitSteps steps, final int idle, final long mark, final long leftNs) {
        // A rank that unlocks wakes the next waiter only. To look for a rank that closes, each time, would be a cost for a rare case.
        return steps.step(idle, Math.min(leftNs, LONGEST_IDLE_SLEEP_NS), idleQuery);
    }

    @Override
    boolean awaitAbandoned(final long deadline) {
        // No request is left: a call that requests a lock takes it or abandons it.
        return true;
    }

    /**
     * Waits until no thread is inside, and releases the locks that this rank holds. If a thread does not come out in time, its lock stays
     * held: a rank that waits for it recovers it.
     *
     * @param deadline value of {@link System#nanoTime()} at which the wait ends.
     */
    void end(final long deadline) {
        for (int target = 0; target < gates.length; target++) {
            while (!gates[target].isEmpty() && System.nanoTime() - deadline < 0) {
                Thread.yield();
            }
            if (gates[target].isEmpty()) {
                locks.releaseTainted(parts[target].lock());
            } else {
                node.error(new IllegalStateException(
                    "a thread does not leave the part of rank " + target + " of a window while this engine closes"));
            }
        }
    }

    /**
     * Deletes this rank's file. The mappings stay as long as they are reachable, because applications have buffers over them.
     */
    @Override
    void close() {
        accesses.closed(this);
        delete(own, node);
    }

    @Override
    void leave() {
        // The other ranks have mapped this rank's file, so it can be deleted.
        close();
    }

    static void delete(final WindowFile own, final Node node) {
        try {
            own.delete();
        } catch (final IOException exception) {
            node.error(exception);
        }
    }
}
