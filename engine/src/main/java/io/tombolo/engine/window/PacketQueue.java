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
 * The accesses of this rank at one target of a window in packet mode. They are queued here until an unlock or flush submits them to the
 * progress owner in one batch (S2.5). One thread at a time. Allocates only if more accesses are outstanding than ever before.
 */
final class PacketQueue {
    private final Progress progress;
    private final PacketWindow window;
    private final int target;
    private final int worldRank;
    private final boolean isOwn;
    private final ArrayDeque<RmaOperation> unusedOperations = new ArrayDeque<>();
    private final ArrayDeque<WindowCommand> unusedCommands = new ArrayDeque<>();
    // Oldest first.
    private final ArrayDeque<WindowCommand> submitted = new ArrayDeque<>();
    private WindowCommand batch;
    private LockType lock;
    private long timeoutNs;
    // Whether the target may know of this epoch: a lock request or a batch was submitted.
    private boolean isKnown;
    private boolean isUnflushed;
    private boolean isEnding;
    // The target has, or will have, a lock request that this rank has abandoned.
    private boolean hasAbandoned;
    // The first failure of the epoch that no call has reported.
    private Outcome failure = Outcome.SUCCESS;

    PacketQueue(final Progress progress, final PacketWindow window, final int target, final int worldRank, final boolean isOwn) {
        this.progress = progress;
        this.window = window;
        this.target = target;
        this.worldRank = worldRank;
        this.isOwn = isOwn;
    }

    /**
     * Begins an epoch. Waits for the lock only if the target is this rank; another target is asked with the first batch.
     *
     * @param type         of the lock, or null for an epoch without a lock.
     * @param newTimeoutNs longest wait for the lock, nanoseconds; or {@link Long#MAX_VALUE} for no limit.
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
            throw WindowRequest.failure(progress, worldRank, outcome, target, "lock");
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
     * Takes an unused operation, or makes one.
     */
    RmaOperation operation() {
        recycleCompleted();
        return unusedOperations.isEmpty() ? new RmaOperation() : unusedOperations.pop();
    }

    /**
     * Queues an access.
     *
     * @param operation   from {@link #operation()}.
     * @param isWaitedFor whether a request may wait for it before the epoch ends: then the batch is submitted at once.
     */
    void add(final RmaOperation operation, final boolean isWaitedFor) {
        if (batch == null) {
            batch = command(WindowCommand.Step.RUN);
        }
        batch.add(operation);
        if (isWaitedFor) {
            submitBatch(false, false);
        }
    }

    private void submitBatch(final boolean isEnd, final boolean isFlush) {
        if (batch == null) {
            batch = command(WindowCommand.Step.RUN);
        }
        batch.under(lock, timeoutNs == Long.MAX_VALUE && !isKnown);
        batch.ends(isEnd, isFlush);
        // Before add: if this throws because the engine is closed, nothing must wait for the batch.
        progress.submit(batch);
        submitted.add(batch);
        batch = null;
        isKnown = true;
        isUnflushed = !isEnd && !isFlush;
    }

    /**
     * Waits until all accesses of the epoch are complete at this rank.
     *
     * @param atTarget whether they must be complete at the target, too.
     * @throws io.tombolo.engine.api.MessagingException the first failure that no call has reported.
     */
    void flush(final boolean atTarget) {
        if (batch != null || atTarget && isUnflushed) {
            submitBatch(false, atTarget);
        }
        finish("flush");
    }

    /**
     * Ends the epoch. If the target does not know of the epoch and nothing was accessed, it sends nothing (S2.27).
     */
    void end() {
        if (!isEnding && (isKnown || batch != null)) {
            submitBatch(true, true);
            isEnding = true;
        }
        finish("unlock");
    }

    /**
     * Waits until the target has dropped the request that this rank has abandoned. For that it submits an empty batch, which ends after the
     * request.
     */
    void awaitAbandoned() {
        if (!hasAbandoned) {
            return;
        }
        begin(null, Long.MAX_VALUE);
        submitBatch(true, true);
        while (!submitted.isEmpty()) {
            await(submitted.peek());
            recycle(submitted.poll());
        }
        hasAbandoned = false;
    }

    private void finish(final String what) {
        while (!submitted.isEmpty()) {
            final WindowCommand command = submitted.peek();
            await(command);
            failure = failure == Outcome.SUCCESS ? command.outcome() : failure;
            submitted.poll();
            recycle(command);
        }
        final Outcome outcome = failure;
        failure = Outcome.SUCCESS;
        if (outcome != Outcome.SUCCESS) {
            throw WindowRequest.failure(progress, worldRank, outcome, target, what);
        }
    }

    private void await(final WindowCommand command) {
        try {
            progress.await(command, timeoutNs);
        } catch (final DeadlineException exception) {
            if (abandon()) {
                drop();
                hasAbandoned = true;
                throw exception;
            }
            progress.await(command, Long.MAX_VALUE);
        }
        // This rank has the lock: later waits have no limit.
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
        while (!submitted.isEmpty()) {
            recycle(submitted.poll());
        }
    }

    /**
     * Recycles the oldest batches, up to the first that has failed or is not complete.
     */
    private void recycleCompleted() {
        while (!submitted.isEmpty() && submitted.peek().isDone()) {
            if (submitted.peek().outcome() != Outcome.SUCCESS) {
                return;
            }
            recycle(submitted.poll());
        }
    }

    private void recycle(final WindowCommand command) {
        for (RmaOperation operation = command.take(); operation != null; operation = command.take()) {
            unusedOperations.push(operation);
        }
        unusedCommands.push(command);
    }
}
