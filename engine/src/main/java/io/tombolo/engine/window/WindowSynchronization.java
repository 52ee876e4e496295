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
import io.tombolo.engine.progress.WaitSteps;
import java.util.Arrays;

/**
 * The calls of a window that end epochs or synchronize ranks: flush, unlock, fence, and post, start, complete and await. Post and complete
 * send messages without payload in the window's own context. A fence or complete first waits until all accesses are acknowledged, so that
 * no such message overtakes an access.
 * <p>
 * A failure that a call finds before an interrupt or a deadline is kept, and the call that ends the epoch throws it. One thread at a time,
 * except for calls about different targets.
 */
final class WindowSynchronization {
    private static final int POST_TAG = 1;
    private static final int COMPLETE_TAG = 2;
    private static final int[] NO_MEMBERS = {};

    private final MessageCalls calls;
    private final WindowAccess access;
    private final WindowEpochs epochs;
    private final EmptyReceives receives;
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

    WindowSynchronization(final MessageCalls calls, final WindowAccess access, final WindowEpochs epochs) {
        this.calls = calls;
        this.access = access;
        this.epochs = epochs;
        this.receives = new EmptyReceives(calls);
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
     * @throws MessagingException the first failure, also one that an interrupted flush of all targets has found.
     */
    void end(final int target) {
        boolean isEnded = true;
        try {
            if (epochs.isUnchecked(target)) {
                access.flush(target);
            } else {
                access.unlock(target);
            }
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
        throwIfPresent(takeFailure(target));
    }

    /**
     * Flushes a target in an epoch.
     *
     * @throws DeadlineException  if the lock of the epoch did not come within its time limit; the epoch has ended then.
     * @throws MessagingException as {@link #end}.
     */
    void flush(final int target, final boolean atTarget) {
        tryFlush(target, atTarget);
        throwIfPresent(takeFailure(target));
    }

    private void tryFlush(final int target, final boolean atTarget) {
        try {
            if (atTarget) {
                access.flush(target);
            } else {
                access.flushLocal(target);
            }
        } catch (final DeadlineException exception) {
            epochs.ended(target);
            throw exception;
        } catch (final MessagingException exception) {
            keepFailure(target, exception);
        }
    }

    /**
     * Flushes every target in an epoch.
     *
     * @throws MessagingException the first failure, after all targets have been flushed.
     */
    void flushAll(final boolean atTarget) {
        for (int target = 0; target < calls.group().size(); target++) {
            if (epochs.isInEpoch(target)) {
                tryFlush(target, atTarget);
            }
        }
        MessagingException failure = null;
        for (int target = 0; target < calls.group().size(); target++) {
            failure = first(failure, takeFailure(target));
        }
        throwIfPresent(failure);
    }

    /**
     * Ends the locked epochs at all targets.
     *
     * @throws MessagingException the first failure, after all epochs have ended.
     */
    void endAll() {
        for (int target = 0; target < calls.group().size(); target++) {
            try {
                if (epochs.isInLockAll(target)) {
                    end(target);
                }
            } catch (final MessagingException exception) {
                unlockFailure = first(unlockFailure, exception);
            }
        }
        final MessagingException failure = unlockFailure;
        unlockFailure = null;
        throwIfPresent(failure);
    }

    /**
     * Ends the fence epoch of all ranks and begins the next. Before a rank calls this, it has ended its locked epochs, and the targets have
     * acknowledged all accesses in them. So nothing is left to wait for after the barrier. A rank that has left the barrier may lock a part
     * whose owner is still in it, and wait for that owner: the fence must not wait for the lock.
     */
    void fence() {
        epochs.checkFence();
        epochs.fencing();
        flushAndMeet();
        for (int target = 0; target < calls.group().size(); target++) {
            access.begin(target);
        }
        epochs.fenced();
        final MessagingException failure = fenceFailure;
        fenceFailure = null;
        throwIfPresent(failure);
    }

    private void flushAndMeet() {
        try {
            flushAll(true);
        } catch (final MessagingException exception) {
            fenceFailure = first(fenceFailure, exception);
        }
        // Also after a failure, because the other ranks come to the barrier.
        try {
            calls.collectives().barrier();
        } catch (final InterruptException exception) {
            throw exception;
        } catch (final MessagingException exception) {
            fenceFailure = first(fenceFailure, exception);
        }
    }

    /**
     * Waits until no rank has locked this rank's own part.
     *
     * @throws InterruptException if the thread is interrupted.
     */
    void awaitIdle() {
        final WaitSteps steps = calls.progress().waitSteps();
        int idle = 0;
        for (long mark = steps.mark(); !pollIdle(); mark = steps.mark()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptException("interrupted while this rank's part of a window is locked");
            }
            idle = access.awaitIdle(steps, idle + 1, mark);
        }
    }

    private boolean pollIdle() {
        calls.progress().poll();
        return access.queryIdle();
    }

    void post(final int... newOrigins) {
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
            failure = first(failure, send(origin, POST_TAG));
            isCompleteAwaited[origin] = true;
        }
        throwIfPresent(failure);
    }

    /** Sends a message without payload. An interrupt does not stop it; the interrupt flag stays set for the next wait. */
    private MessagingException send(final int member, final int tag) {
        try {
            calls.send(null, 0, 0, null, member, tag);
            return null;
        } catch (final InterruptException exception) {
            return null;
        } catch (final MessagingException exception) {
            return exception;
        }
    }

    void start(final int... newTargets) {
        if (isStarted) {
            throw WindowEpochs.syncError("start while targets=" + Arrays.toString(targets) + " are started: complete them first");
        }
        epochs.checkStart(newTargets);
        // If this start is interrupted or a target has died, the posts that were received count for the next start.
        throwIfPresent(receiveAll(newTargets, isPostAwaited, POST_TAG));
        targets = Arrays.copyOf(newTargets, newTargets.length);
        isStarted = true;
        for (final int target : targets) {
            isPostAwaited[target] = true;
            access.begin(target);
            epochs.started(target);
        }
    }

    void complete() {
        epochs.checkOpen();
        if (!isStarted) {
            throw WindowEpochs.syncError("complete without start");
        }
        for (final int target : targets) {
            // An interrupted call may have ended some of the epochs.
            if (epochs.isStarted(target)) {
                complete(target);
            }
        }
        isStarted = false;
        final MessagingException failure = startFailure;
        startFailure = null;
        throwIfPresent(failure);
    }

    private void complete(final int target) {
        try {
            access.flush(target);
        } catch (final InterruptException exception) {
            throw exception;
        } catch (final MessagingException exception) {
            // The target still needs the message, because it waits for it.
            keepFailure(target, exception);
        }
        startFailure = first(startFailure, takeFailure(target));
        startFailure = first(startFailure, send(target, COMPLETE_TAG));
        epochs.ended(target);
    }

    void await() {
        epochs.checkPosted();
        final MessagingException failure = receiveAll(origins, isCompleteAwaited, COMPLETE_TAG);
        postFailure = first(postFailure, failure);
        endPosting();
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
     * @return the first failure, or null.
     */
    private MessagingException receiveAll(final int[] members, final boolean[] isAwaited, final int tag) {
        for (final int member : members) {
            MessagingException failure = null;
            while (isAwaited[member] && failure == null) {
                failure = receive(member, members, isAwaited, tag);
            }
            if (failure != null) {
                return failure;
            }
        }
        return null;
    }

    private MessagingException receive(final int member, final int[] members, final boolean[] isAwaited, final int tag) {
        try {
            if (receives.recv(member, tag, () -> isAnyGone(members, isAwaited))) {
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
            if (isAwaited[member] && calls.probes().iprobe(member, tag, null)) {
                calls.recv(null, 0, 0, null, member, tag, null);
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
