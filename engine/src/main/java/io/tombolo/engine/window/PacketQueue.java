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

import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.rma.PacketWindow;
import io.tombolo.engine.rma.RmaOperation;
import io.tombolo.engine.rma.WindowCommand;
import java.util.ArrayDeque;

/**
 * The accesses of one rank at one target of a window in packet mode: queued here until an unlock or flush hands them to the progress owner
 * in one batch (S2.5). One thread at a time. Allocates only when more is under way than ever before.
 */
final class PacketQueue {
    private final Progress progress;
    private final PacketWindow window;
    private final int target;
    private final int worldRank;
    private final boolean isOwn;
    private final ArrayDeque<RmaOperation> unusedOperations = new ArrayDeque<>();
    private final ArrayDeque<WindowCommand> unusedCommands = new ArrayDeque<>();
    // Handed over, oldest first.
    private final ArrayDeque<WindowCommand> handedOver = new ArrayDeque<>();
    private WindowCommand batch;
    private LockType lock;
    private long timeoutNs;
    // Whether the target may know of this epoch.
    private boolean isKnown;
    private boolean isUnflushed;
    private boolean isEnding;
    // The target has, or will have, a request that nobody waits for.
    private boolean isGivenUp;
    // What the epoch's first failure was that no call has reported.
    private Outcome failure = Outcome.SUCCESS;

    PacketQueue(final Progress progress, final PacketWindow window, final int target, final int worldRank, final boolean isOwn) {
        this.progress = progress;
        this.window = window;
        this.target = target;
        this.worldRank = worldRank;
        this.isOwn = isOwn;
    }

    /**
     * Begins an epoch.
     *
     * @param type or null if nothing is locked.
     */
    void begin(final LockType type, final long newTimeoutNs) {
        lock = type;
        timeoutNs = newTimeoutNs;
        isKnown = false;
        isUnflushed = false;
        isEnding = false;
        failure = Outcome.SUCCESS;
        if (isOwn && type != null) {
            lockOwn();
        }
    }

    private void lockOwn() {
        final WindowCommand command = command(WindowCommand.Step.LOCK_OWN);
        command.under(lock, false);
        progress.submit(command);
        boolean isLocked = false;
        try {
            progress.await(command, timeoutNs);
            isLocked = command.outcome() == Outcome.SUCCESS;
        } catch (final DeadlineException | InterruptException exception) {
            isLocked = !abandon() && command.outcome() == Outcome.SUCCESS;
            if (!isLocked) {
                throw exception;
            }
        }
        final Outcome outcome = command.outcome();
        unusedCommands.push(command);
        if (!isLocked) {
            throw WindowRequest.failure(outcome, target, "lock");
        }
        isKnown = true;
        timeoutNs = Long.MAX_VALUE;
    }

    private WindowCommand command(final WindowCommand.Step step) {
        final WindowCommand command = unusedCommands.isEmpty() ? new WindowCommand() : unusedCommands.pop();
        command.ask(step, window, target, worldRank);
        return command;
    }

    /**
     * Takes an access that is not used.
     */
    RmaOperation operation() {
        collect();
        return unusedOperations.isEmpty() ? new RmaOperation() : unusedOperations.pop();
    }

    /**
     * Queues an access.
     *
     * @param isWaitedFor whether somebody may wait for it before the epoch ends: then it is not left in the queue.
     */
    void add(final RmaOperation operation, final boolean isWaitedFor) {
        if (batch == null) {
            batch = command(WindowCommand.Step.RUN);
        }
        batch.add(operation);
        if (isWaitedFor) {
            handOver(false, false);
        }
    }

    private void handOver(final boolean isEnd, final boolean isFlush) {
        if (batch == null) {
            batch = command(WindowCommand.Step.RUN);
        }
        batch.under(lock, timeoutNs == Long.MAX_VALUE && !isKnown);
        batch.ends(isEnd, isFlush);
        // First: what was not handed over, because the engine is closed, is not waited for.
        progress.submit(batch);
        handedOver.add(batch);
        batch = null;
        isKnown = true;
        isUnflushed = !isEnd && !isFlush;
    }

    /**
     * Completes everything here, and if it is wished at the target.
     *
     * @throws io.tombolo.engine.api.MessagingException if something failed.
     */
    void flush(final boolean atTarget) {
        if (batch != null || atTarget && isUnflushed) {
            handOver(false, atTarget);
        }
        finish("flush");
    }

    /**
     * Ends the epoch. One that the target does not know of, and in which nothing was accessed, ends without a word (S2.27).
     */
    void end() {
        if (!isEnding && (isKnown || batch != null)) {
            handOver(true, true);
            isEnding = true;
        }
        finish("unlock");
    }

    /**
     * Waits until a request that was given up is over: a batch behind it, in which nothing is accessed, ends then.
     */
    void settle() {
        if (!isGivenUp) {
            return;
        }
        begin(null, Long.MAX_VALUE);
        handOver(true, true);
        while (!handedOver.isEmpty()) {
            await(handedOver.peek());
            recycle(handedOver.poll());
        }
        isGivenUp = false;
    }

    private void finish(final String what) {
        while (!handedOver.isEmpty()) {
            final WindowCommand command = handedOver.peek();
            await(command);
            failure = failure == Outcome.SUCCESS ? command.outcome() : failure;
            handedOver.poll();
            recycle(command);
        }
        final Outcome outcome = failure;
        failure = Outcome.SUCCESS;
        if (outcome != Outcome.SUCCESS) {
            throw WindowRequest.failure(outcome, target, what);
        }
    }

    private void await(final WindowCommand command) {
        try {
            progress.await(command, timeoutNs);
        } catch (final DeadlineException exception) {
            if (abandon()) {
                drop();
                isGivenUp = true;
                throw exception;
            }
            progress.await(command, Long.MAX_VALUE);
        }
        // The lock is here.
        timeoutNs = Long.MAX_VALUE;
    }

    private boolean abandon() {
        final WindowCommand command = command(WindowCommand.Step.ABANDON);
        progress.submit(command);
        progress.awaitUninterrupted(command);
        final boolean isAbandoned = command.outcome() == Outcome.SUCCESS;
        unusedCommands.push(command);
        return isAbandoned;
    }

    private void drop() {
        while (!handedOver.isEmpty()) {
            recycle(handedOver.poll());
        }
    }

    /**
     * Takes back what has ended.
     */
    private void collect() {
        while (!handedOver.isEmpty() && handedOver.peek().isDone()) {
            if (handedOver.peek().outcome() != Outcome.SUCCESS) {
                return;
            }
            recycle(handedOver.poll());
        }
    }

    private void recycle(final WindowCommand command) {
        for (RmaOperation operation = command.take(); operation != null; operation = command.take()) {
            unusedOperations.push(operation);
        }
        unusedCommands.push(command);
    }
}
