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
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.communicator.MessageCalls;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.WaitSteps;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitMode;
import java.util.Arrays;

/**
 * The calls of a window that end epochs or synchronize ranks: flush, unlock, fence, and post, start, complete and await. Post and complete
 * send messages without payload in the window's own context. A fence or complete first waits until all accesses are acknowledged, so that
 * no such message overtakes an access.
 * <p>
 * A failure that a call finds before an interrupt or a deadline is kept, and the call that ends the epoch throws it. One thread at a time,
 * except for calls about different targets. Deadlines are those of {@link Deadline}.
 */
final class WindowSynchronization {
    private static final int POST_TAG = 1;
    private static final int COMPLETE_TAG = 2;
    private static final int[] NO_MEMBERS = {};

    private final MessageCalls calls;
    private final WindowAccess access;
    private final WindowEpochs epochs;
    private final EpochMessages messages;
    private int[] origins = NO_MEMBERS;
    private int[] targets = NO_MEMBERS;
    // By member: whether its post has not been received since the last start.
    private final boolean[] isPostAwaited;
    // By member: whether its complete is still to come.
    private final boolean[] isCompleteAwaited;
    private boolean isStarted;
    // Failures that the end of the call or epoch throws, if an interrupt or a deadline comes first. Those of flushes by member.
    private final MessagingException[] flushFailures;
    private MessagingException unlockFailure;
    private MessagingException fenceFailure;
    private MessagingException startFailure;
    private MessagingException postFailure;

    WindowSynchronization(
        final MessageCalls calls, final WindowAccess access, final WindowEpochs epochs, final EpochMessages messages) {
        this.calls = calls;
        this.access = access;
        this.epochs = epochs;
        this.messages = messages;
        this.isPostAwaited = new boolean[calls.group().size()];
        Arrays.fill(isPostAwaited, true);
        this.isCompleteAwaited = new boolean[calls.group().size()];
        this.flushFailures = new MessagingException[calls.group().size()];
    }

    private static MessagingException first(final MessagingException known, final MessagingException next) {
        return known == null ? next : known;
    }

    private static void throwIfPresent(final MessagingException failure) {
        if (failure != null) {
            throw failure;
        }
    }

    private void keepFailure(final int target, final MessagingException failure) {
        flushFailures[target] = first(flushFailures[target], failure);
    }

    private MessagingException takeFailure(final int target) {
        final MessagingException failure = flushFailures[target];
        flushFailures[target] = null;
        return failure;
    }

    /**
     * Ends a locked epoch.
     *
     * @return false if the time is up; the epoch continues, and the next call continues this one.
     * @throws MessagingException the first failure, also one that an interrupted flush of all targets has found.
     */
    boolean end(final int target, final long deadline) {
        boolean isEnded = true;
        try {
            isEnded = epochs.isUnchecked(target) ? access.flush(target, deadline) : access.unlock(target, deadline);
        } catch (final InterruptException exception) {
            isEnded = false;
            throw exception;
        } catch (final MessagingException exception) {
            keepFailure(target, exception);
        } finally {
            if (isEnded) {
                epochs.ended(target);
            }
        }
        if (isEnded) {
            throwIfPresent(takeFailure(target));
        }
        return isEnded;
    }

    /**
     * Flushes a target in an epoch.
     *
     * @return false if the time is up; the accesses go on.
     * @throws DeadlineException  if the lock of the epoch did not come within its time limit; the epoch has ended then.
     * @throws MessagingException as {@link #end}.
     */
    boolean flush(final int target, final boolean atTarget, final long deadline) {
        final boolean isOver = tryFlush(target, atTarget, deadline);
        if (isOver) {
            throwIfPresent(takeFailure(target));
        }
        return isOver;
    }

    private boolean tryFlush(final int target, final boolean atTarget, final long deadline) {
        try {
            return atTarget ? access.flush(target, deadline) : access.flushLocal(target, deadline);
        } catch (final DeadlineException exception) {
            epochs.ended(target);
            throw exception;
        } catch (final MessagingException exception) {
            keepFailure(target, exception);
            return true;
        }
    }

    /**
     * Flushes every target in an epoch.
     *
     * @return false if the time is up; the accesses go on.
     * @throws MessagingException the first failure, after all targets have been flushed.
     */
    boolean flushAll(final boolean atTarget, final long deadline) {
        boolean isOver = true;
        for (int target = 0; target < calls.group().size(); target++) {
            if (epochs.isInEpoch(target)) {
                isOver &= tryFlush(target, atTarget, deadline);
            }
        }
        if (!isOver) {
            return false;
        }
        MessagingException failure = null;
        for (int target = 0; target < calls.group().size(); target++) {
            failure = first(failure, takeFailure(target));
        }
        throwIfPresent(failure);
        return true;
    }

    /**
     * Ends the locked epochs at all targets.
     *
     * @return false if the time is up; the next call continues this one.
     * @throws MessagingException the first failure, after all epochs have ended.
     */
    boolean endAll(final long deadline) {
        boolean isOver = true;
        for (int target = 0; target < calls.group().size(); target++) {
            try {
                if (epochs.isInLockAll(target)) {
                    isOver &= end(target, deadline);
                }
            } catch (final MessagingException exception) {
                unlockFailure = first(unlockFailure, exception);
            }
        }
        if (isOver) {
            final MessagingException failure = unlockFailure;
            unlockFailure = null;
            throwIfPresent(failure);
        }
        return isOver;
    }

    /**
     * Ends the fence epoch of all ranks and begins the next. Before a rank calls this, it has ended its locked epochs, and the targets have
     * acknowledged all accesses in them. So nothing is left to wait for after the barrier. A rank that has left the barrier may lock a part
     * whose owner is still in it, and wait for that owner: the fence must not wait for the lock.
     *
     * @return false if the time is up; the next call continues this fence.
     */
    boolean fence(final long deadline) {
        epochs.checkFence();
        epochs.fencing();
        if (!flushAndMeet(deadline)) {
            return false;
        }
        for (int target = 0; target < calls.group().size(); target++) {
            access.begin(target);
        }
        epochs.fenced();
        final MessagingException failure = fenceFailure;
        fenceFailure = null;
        throwIfPresent(failure);
        return true;
    }

    private boolean flushAndMeet(final long deadline) {
        try {
            if (!flushAll(true, deadline)) {
                return false;
            }
        } catch (final MessagingException exception) {
            fenceFailure = first(fenceFailure, exception);
        }
        // Also after a failure, because the other ranks come to the barrier.
        try {
            return messages.meet(deadline);
        } catch (final InterruptException exception) {
            throw exception;
        } catch (final MessagingException exception) {
            fenceFailure = first(fenceFailure, exception);
            return true;
        }
    }

    /**
     * Waits until no rank has locked this rank's own part.
     *
     * @return false if the time is up.
     * @throws InterruptException if the thread is interrupted.
     */
    boolean awaitIdle(final long deadline) {
        final WaitSteps steps = calls.progress().waitSteps();
        int idle = 0;
        try {
            for (long mark = steps.mark(); !pollIdle(); mark = steps.mark()) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new InterruptException("interrupted while this rank's part of a window is locked");
                }
                if (Deadline.isUp(deadline)) {
                    return false;
                }
                if (steps.isToShow(idle + 1)) {
                    showIdle(deadline);
                }
                idle = access.awaitIdle(steps, idle + 1, mark, Deadline.leftNs(deadline));
            }
            return true;
        } finally {
            calls.progress().waits().end(this);
        }
    }

    private void showIdle(final long deadline) {
        final int own = calls.group().toWorld(calls.group().rank());
        calls.progress().waits().begin(this, 0, WaitCall.WINDOW_CLOSE, WaitMode.ALL, deadline)
            .add(WaitKind.LOCK, own, 1, calls.context(), 0, Windows.id(calls)).publish();
    }

    private boolean pollIdle() {
        calls.progress().poll();
        return access.queryIdle();
    }

    void post(final long deadline, final int... newOrigins) {
        epochs.checkPost();
        WindowEpochs.checkDistinct(newOrigins);
        for (final int origin : newOrigins) {
            epochs.checkTarget(origin);
        }
        origins = Arrays.copyOf(newOrigins, newOrigins.length);
        epochs.posted();
        MessagingException failure = null;
        for (final int origin : origins) {
            // After a failure the other origins still need the message.
            failure = first(failure, send(origin, POST_TAG, deadline));
            isCompleteAwaited[origin] = true;
        }
        throwIfPresent(failure);
    }

    /**
     * Sends a message without payload. If the time is up, the message still leaves as soon as there is room. An interrupt does not stop it
     * either; the interrupt flag stays set for the next wait.
     */
    private MessagingException send(final int member, final int tag, final long deadline) {
        try {
            messages.send(member, tag, deadline);
            return null;
        } catch (final InterruptException exception) {
            return null;
        } catch (final MessagingException exception) {
            return exception;
        }
    }

    /** Returns false if the time is up; nothing is started. */
    boolean start(final long deadline, final int... newTargets) {
        if (isStarted) {
            throw WindowEpochs.syncError("start while targets=" + Arrays.toString(targets) + " are started: complete them first");
        }
        epochs.checkStart(newTargets);
        // If this start is interrupted, its time is up or a target has died, the posts that were received count for the next start.
        throwIfPresent(receiveAll(newTargets, isPostAwaited, POST_TAG, deadline));
        if (isAnyAwaited(newTargets, isPostAwaited)) {
            return false;
        }
        targets = Arrays.copyOf(newTargets, newTargets.length);
        isStarted = true;
        for (final int target : targets) {
            isPostAwaited[target] = true;
            access.begin(target);
            epochs.started(target);
        }
        return true;
    }

    /** Returns false if the time is up; the next call continues this one. */
    boolean complete(final long deadline) {
        epochs.checkOpen();
        if (!isStarted) {
            throw WindowEpochs.syncError("complete without start");
        }
        for (final int target : targets) {
            // An interrupted call, or one whose time was up, may have ended some of the epochs.
            if (epochs.isStarted(target) && !complete(target, deadline)) {
                return false;
            }
        }
        isStarted = false;
        final MessagingException failure = startFailure;
        startFailure = null;
        throwIfPresent(failure);
        return true;
    }

    private boolean complete(final int target, final long deadline) {
        try {
            if (!access.flush(target, deadline)) {
                return false;
            }
        } catch (final InterruptException exception) {
            throw exception;
        } catch (final MessagingException exception) {
            // The target still needs the message, because it waits for it.
            keepFailure(target, exception);
        }
        startFailure = first(startFailure, takeFailure(target));
        startFailure = first(startFailure, send(target, COMPLETE_TAG, deadline));
        epochs.ended(target);
        return true;
    }

    /** Returns false if the time is up; the part is still posted. */
    boolean await(final long deadline) {
        epochs.checkPosted();
        final MessagingException failure = receiveAll(origins, isCompleteAwaited, COMPLETE_TAG, deadline);
        if (failure == null && isAnyAwaited(origins, isCompleteAwaited)) {
            return false;
        }
        postFailure = first(postFailure, failure);
        endPosting();
        return true;
    }

    boolean test() {
        epochs.checkPosted();
        for (final int origin : origins) {
            postFailure = first(postFailure, tryReceive(origin, isCompleteAwaited, COMPLETE_TAG));
        }
        final boolean isComplete = !isAnyAwaited(origins, isCompleteAwaited);
        if (isComplete) {
            endPosting();
        }
        return isComplete;
    }

    /** Ends the exposure epoch unless a complete is still to come, and throws the first failure. */
    private void endPosting() {
        if (!isAnyAwaited(origins, isCompleteAwaited)) {
            epochs.postingEnded();
        }
        final MessagingException failure = postFailure;
        postFailure = null;
        throwIfPresent(failure);
    }

    /**
     * Receives a message from each of some members. Once a member whose message is missing is gone, this waits no longer. It still receives
     * the messages that have arrived: otherwise they would count for the next epoch.
     *
     * @param isAwaited by member, whether its message is still to come; updated.
     * @param deadline  from {@link Deadline}. Once the time is up, this does not wait any longer.
     * @return the first failure, or null.
     */
    private MessagingException receiveAll(final int[] members, final boolean[] isAwaited, final int tag, final long deadline) {
        for (final int member : members) {
            MessagingException failure = null;
            boolean isUp = false;
            while (isAwaited[member] && failure == null && !isUp) {
                failure = receive(member, members, isAwaited, tag, deadline);
                isUp = Deadline.isUp(deadline);
            }
            if (failure != null) {
                return failure;
            }
        }
        return null;
    }

    private MessagingException receive(
        final int member, final int[] members, final boolean[] isAwaited, final int tag, final long deadline) {
        try {
            if (messages.recv(member, tag, deadline, () -> isAnyGone(members, isAwaited))) {
                isAwaited[member] = false;
                return null;
            }
        } catch (final InterruptException exception) {
            throw exception;
        } catch (final MessagingException exception) {
            return first(receiveArrived(members, isAwaited, tag), exception);
        }
        return receiveArrived(members, isAwaited, tag);
    }

    private MessagingException receiveArrived(final int[] members, final boolean[] isAwaited, final int tag) {
        MessagingException failure = null;
        for (final int member : members) {
            failure = first(failure, tryReceive(member, isAwaited, tag));
        }
        return failure;
    }

    private boolean isAnyGone(final int[] members, final boolean[] isAwaited) {
        for (final int member : members) {
            if (isAwaited[member] && calls.collectives().calls().isGone(member)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAnyAwaited(final int[] members, final boolean[] isAwaited) {
        for (final int member : members) {
            if (isAwaited[member]) {
                return true;
            }
        }
        return false;
    }

    /** Receives the message of a member if it has arrived. */
    private MessagingException tryReceive(final int member, final boolean[] isAwaited, final int tag) {
        try {
            if (isAwaited[member] && messages.tryRecv(member, tag)) {
                isAwaited[member] = false;
            }
            return null;
        } catch (final InterruptException exception) {
            throw exception;
        } catch (final MessagingException exception) {
            // A rank that is gone sends no complete. A post stays awaited: the next start must fail, too.
            isAwaited[member] = tag == POST_TAG;
            return exception;
        }
    }
}
