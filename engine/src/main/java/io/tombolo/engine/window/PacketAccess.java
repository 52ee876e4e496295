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

import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.WindowMode;
import io.tombolo.engine.collective.Group;
import io.tombolo.engine.communicator.MessageCalls;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.order.WindowCall;
import io.tombolo.engine.order.WindowRecorder;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.progress.WaitSteps;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.engine.rma.PacketWindow;
import io.tombolo.engine.rma.RmaOperation;
import io.tombolo.engine.rma.WindowCommand;
import io.tombolo.engine.rma.WindowPart;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Access to a window in packet mode. Each call becomes one or more operations. The progress owner of the target executes them; for this
 * rank's own part that is its own progress owner.
 */
final class PacketAccess extends WindowAccess {
    private final Progress progress;
    private final Group group;
    private final PacketWindow window;
    private final PacketQueue[] queues;
    private final long longestPart;
    private final Runnable closed;
    // Null if the order of calls is not recorded.
    private final WindowRecorder recorder;
    private final OperandChecksum checksum;

    /**
     * Creates an access that the caller must {@linkplain #open open}.
     *
     * @param calls       of the window's own communicator.
     * @param window      of this rank.
     * @param longestPart bytes of elements that one packet carries; more elements go in several packets.
     * @param closed      run when this access is closed.
     */
    PacketAccess(final MessageCalls calls, final PacketWindow window, final long longestPart, final Runnable closed) {
        this.progress = calls.progress();
        this.group = calls.group();
        this.window = window;
        this.longestPart = longestPart;
        this.closed = closed;
        this.recorder = progress.orderRecorder() == null ? null : progress.orderRecorder().windows();
        this.checksum = recorder == null ? null : new OperandChecksum();
        this.queues = new PacketQueue[group.size()];
        for (int target = 0; target < queues.length; target++) {
            queues[target] = new PacketQueue(progress, window, target, group.toWorld(target), target == group.rank());
        }
    }

    /**
     * Begins to serve the other ranks.
     *
     * @throws MessagingException if there is no memory for that; this access is closed then.
     */
    void open() {
        boolean isOpen = false;
        try {
            final Outcome outcome = ask(WindowCommand.Step.OPEN);
            if (outcome != Outcome.SUCCESS) {
                throw new MessagingException(outcome, "no memory to serve window " + window.id());
            }
            isOpen = true;
        } finally {
            if (!isOpen) {
                close();
            }
        }
    }

    private Outcome ask(final WindowCommand.Step step) {
        final WindowCommand command = new WindowCommand();
        command.ask(step, window, group.rank(), group.toWorld(group.rank()));
        progress.submit(command);
        progress.awaitUninterrupted(command);
        return command.outcome();
    }

    @Override
    WindowMode mode() {
        return WindowMode.PACKET;
    }

    @Override
    void lock(final int target, final LockType type, final long timeoutNs) {
        queues[target].begin(type, timeoutNs);
    }

    @Override
    boolean unlock(final int target, final long deadline) {
        return queues[target].end(deadline);
    }

    @Override
    void begin(final int target) {
        queues[target].begin(null, Long.MAX_VALUE);
    }

    @Override
    boolean flush(final int target, final long deadline) {
        return queues[target].flush(true, deadline);
    }

    @Override
    boolean flushLocal(final int target, final long deadline) {
        return queues[target].flush(false, deadline);
    }

    @Override
    void put(
        final int target, final long displacement, final Object base, final long offset, final long length, final Object owner,
        final Operation request) {
        transfer(true, target, displacement, base, offset, length, owner, request);
    }

    @Override
    void get(
        final int target, final long displacement, final Object base, final long offset, final long length, final Object owner,
        final Operation request) {
        transfer(false, target, displacement, base, offset, length, owner, request);
    }

    private void transfer(
        final boolean isPut, final int target, final long displacement, final Object base, final long offset, final long length,
        final Object owner, final Operation request) {
        if (recorder != null) {
            recorder.access(
                window.id(), isPut ? WindowCall.PUT : WindowCall.GET, target, displacement, length, null, null,
                isPut ? checksum.of(base, offset, length, owner) : 0);
        }
        final RmaOperation operation = queues[target].operation();
        operation.transfer(isPut, displacement, request);
        SharedRegion.place(operation, base, offset, length, owner);
        add(target, operation, request != null);
    }

    private void add(final int target, final RmaOperation operation, final boolean isWaitedFor) {
        if (recorder != null) {
            operation.record(recorder);
        }
        queues[target].add(operation, isWaitedFor);
    }

    @Override
    void accumulate(
        final int target, final long displacement, final Object base, final long offset, final long length, final Object owner,
        final ElementType type, final AccumulateOp op, final Operation request) {
        if (recorder != null) {
            final int sum = checksum.of(base, offset, length, owner);
            recorder.access(window.id(), WindowCall.ACCUMULATE, target, displacement, length, type, op, sum);
        }
        for (long done = 0; done < length; done += longestPart) {
            final long bytes = Math.min(longestPart, length - done);
            final boolean isLast = done + bytes == length;
            final RmaOperation operation = queues[target].operation();
            operation.accumulate(type, op, displacement + done, isLast ? request : null);
            operation.place(base, offset + done, bytes, owner);
            add(target, operation, isLast && request != null);
        }
    }

    @Override
    void getAccumulate(
        final int target, final long displacement, final Object base, final long offset, final Object owner, final Object resultBase,
        final long resultOffset, final Object resultOwner, final long length, final ElementType type, final AccumulateOp op,
        final Operation request) {
        final boolean isRead = op != AccumulateOp.NO_OP;
        if (recorder != null) {
            final int sum = isRead ? checksum.of(base, offset, length, owner) : 0;
            recorder.access(window.id(), WindowCall.GET_ACCUMULATE, target, displacement, length, type, op, sum);
        }
        for (long done = 0; done < length; done += longestPart) {
            final long bytes = Math.min(longestPart, length - done);
            final boolean isLast = done + bytes == length;
            final RmaOperation operation = queues[target].operation();
            operation.accumulate(type, op, displacement + done, isLast ? request : null);
            // NO_OP ignores the operands, but needs readable memory.
            operation.place(isRead ? base : resultBase, (isRead ? offset : resultOffset) + done, bytes, isRead ? owner : resultOwner);
            operation.into(resultBase, resultOffset + done, resultOwner);
            add(target, operation, isLast && request != null);
        }
    }

    @Override
    void compareAndSwap(
        final int target, final long displacement, final long expected, final long value, final Object resultBase,
        final long resultOffset, final Object resultOwner, final ElementType type, final Operation request) {
        if (recorder != null) {
            recorder.access(
                window.id(), WindowCall.COMPARE_AND_SWAP, target, displacement, type.length(), type, null, checksum.of(expected, value));
        }
        final RmaOperation operation = queues[target].operation();
        operation.swap(type, expected, value, displacement, request);
        operation.into(resultBase, resultOffset, resultOwner);
        add(target, operation, request != null);
    }

    @Override
    UnsafeBuffer buffer(final int target) {
        return buffer(window.part(), target, group.rank());
    }

    /**
     * Wraps the part of this rank.
     *
     * @throws UnsupportedOperationException if the target is another rank.
     */
    static UnsafeBuffer buffer(final WindowPart part, final int target, final int own) {
        if (target != own) {
            throw new UnsupportedOperationException(
                "target=" + target + " is another rank, whose part of a window in packet mode cannot be mapped: allocate the window");
        }
        return part.buffer();
    }

    @Override
    boolean isTainted(final int target) {
        return window.isTainted(target);
    }

    @Override
    boolean queryIdle() {
        return ask(WindowCommand.Step.ASK_IDLE) == Outcome.SUCCESS;
    }

    @Override
    int awaitIdle(final WaitSteps steps, final int idle, final long mark, final long leftNs) {
        return steps.step(idle, mark, leftNs);
    }

    @Override
    boolean awaitAbandoned(final long deadline) {
        boolean isOver = true;
        for (final PacketQueue queue : queues) {
            isOver &= queue.awaitAbandoned(deadline);
        }
        return isOver;
    }

    @Override
    void close() {
        try {
            ask(WindowCommand.Step.CLOSE);
        } finally {
            closed.run();
        }
    }

    @Override
    void leave() {
        // This rank still serves the others.
    }
}
