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
 * Epochs that end for several ranks together: fences, and posts and starts, which are messages of no bytes in the window's own context.
 * A fence, and the complete of a start, come after all accesses have been acknowledged, so that these messages overtake nothing.
 */
final class WindowExposures {
    private static final int POST_TAG = 1;
    private static final int COMPLETE_TAG = 2;
    private static final int[] NOBODY = {};

    private final MessageCalls calls;
    private final WindowAccess access;
    private final WindowEpochs epochs;
    private final EmptyReceives receives;
    private int[] origins = NOBODY;
    private int[] targets = NOBODY;
    // By member: its post was not received since the last start; its complete is still to come.
    private final boolean[] isMissing;
    private final boolean[] isAwaited;
    private boolean isStarted;
    // What has to be reported when the call or epoch ends that an interrupt, or the time of a lock, has kept from it; of flushes by member.
    private final MessagingException[] flushFailures;
    private MessagingException unlockFailure;
    private MessagingException fenceFailure;
    private MessagingException startFailure;
    private MessagingException postFailure;

    WindowExposures(final MessageCalls calls, final WindowAccess access, final WindowEpochs epochs) {
        this.calls = calls;
        this.access = access;
        this.epochs = epochs;
        this.receives = new EmptyReceives(calls);
        this.isMissing = new boolean[calls.group().size()];
        Arrays.fill(isMissing, true);
        this.isAwaited = new boolean[calls.group().size()];
        this.flushFailures = new MessagingException[calls.group().size()];
    }

    private static MessagingException first(final MessagingException known, final MessagingException next) {
        return known == null ? next : known;
    }

    private static void raise(final MessagingException failure) {
        if (failure != null) {
            throw failure;
        }
    }

    private void keep(final int target, final MessagingException failure) {
        flushFailures[target] = first(flushFailures[target], failure);
    }

    private MessagingException kept(final int target) {
        final MessagingException failure = flushFailures[target];
        flushFailures[target] = null;
        return failure;
    }

    /**
     * Ends a locked epoch.
     *
     * @throws MessagingException the first error, also one that a flush of all has found before it was interrupted.
     */
    void end(final int target) {
        boolean ended = true;
        try {
            if (epochs.isUnchecked(target)) {
                access.flush(target);
            } else {
                access.unlock(target);
            }
        } catch (final InterruptException exception) {
            ended = false;
            throw exception;
        } catch (final MessagingException exception) {
            keep(target, exception);
        } finally {
            if (ended) {
                epochs.ended(target);
            }
        }
        raise(kept(target));
    }

    /**
     * Flushes a target in an epoch. If the lock of that was to be had within a time that is up, there is no epoch any more.
     *
     * @throws MessagingException as {@link #end}.
     */
    void flush(final int target, final boolean atTarget) {
        tryFlush(target, atTarget);
        raise(kept(target));
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
            keep(target, exception);
        }
    }

    /**
     * Flushes every target in an epoch.
     *
     * @throws MessagingException the first error, when all have been flushed.
     */
    void flushAll(final boolean atTarget) {
        for (int target = 0; target < calls.group().size(); target++) {
            if (epochs.isIn(target)) {
                tryFlush(target, atTarget);
            }
        }
        MessagingException failure = null;
        for (int target = 0; target < calls.group().size(); target++) {
            failure = first(failure, kept(target));
        }
        raise(failure);
    }

    /**
     * Ends the locked epochs at all targets.
     *
     * @throws MessagingException the first error, when all have ended.
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
        raise(failure);
    }

    /**
     * Each rank has ended its locked epochs before it comes here, and has been told that all in them is done: behind the barrier there is
     * nothing left to wait for. Who is through it may lock a part again, and wait then for the rank that has it to come through, too.
     */
    void fence() {
        epochs.checkFence();
        epochs.fencing();
        meet();
        for (int target = 0; target < calls.group().size(); target++) {
            access.begin(target);
        }
        epochs.fenced();
        final MessagingException failure = fenceFailure;
        fenceFailure = null;
        raise(failure);
    }

    private void meet() {
        try {
            flushAll(true);
        } catch (final MessagingException exception) {
            fenceFailure = first(fenceFailure, exception);
        }
        // Also after an error: the others come, too.
        try {
            calls.collectives().barrier();
        } catch (final InterruptException exception) {
            throw exception;
        } catch (final MessagingException exception) {
            fenceFailure = first(fenceFailure, exception);
        }
    }

    /**
     * Waits until this rank's own part is locked by nobody.
     */
    void awaitIdle() {
        final WaitSteps steps = calls.progress().waitSteps();
        int idle = 0;
        for (long mark = steps.mark(); !isIdle(); mark = steps.mark()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptException("interrupted while this rank's part of a window is locked");
            }
            idle = access.awaitIdle(steps, idle + 1, mark);
        }
    }

    private boolean isIdle() {
        calls.progress().poll();
        return access.isIdle();
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
            // After an error the others are still to be told that they may come.
            failure = first(failure, tell(origin, POST_TAG));
            isAwaited[origin] = true;
        }
        raise(failure);
    }

    /** A message that an interrupt leaves behind is on its way all the same; the flag stays set for whoever waits next. */
    private MessagingException tell(final int member, final int tag) {
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
            throw WindowEpochs.sync("start while targets=" + Arrays.toString(targets) + " are started: complete them first");
        }
        epochs.checkStart(newTargets);
        // Kept for the next start, if this one is interrupted or another target has died.
        raise(hearAll(newTargets, isMissing, POST_TAG));
        targets = Arrays.copyOf(newTargets, newTargets.length);
        isStarted = true;
        for (final int target : targets) {
            isMissing[target] = true;
            access.begin(target);
            epochs.started(target);
        }
    }

    void complete() {
        epochs.checkOpen();
        if (!isStarted) {
            throw WindowEpochs.sync("complete without start");
        }
        for (final int target : targets) {
            // Some may have been ended by a call that was interrupted.
            if (epochs.isStarted(target)) {
                complete(target);
            }
        }
        isStarted = false;
        final MessagingException failure = startFailure;
        startFailure = null;
        raise(failure);
    }

    private void complete(final int target) {
        try {
            access.flush(target);
        } catch (final InterruptException exception) {
            throw exception;
        } catch (final MessagingException exception) {
            // The target is told all the same: it waits.
            keep(target, exception);
        }
        startFailure = first(startFailure, kept(target));
        startFailure = first(startFailure, tell(target, COMPLETE_TAG));
        epochs.ended(target);
    }

    void await() {
        epochs.checkPosted();
        final MessagingException failure = hearAll(origins, isAwaited, COMPLETE_TAG);
        postFailure = first(postFailure, failure);
        endPosting();
    }

    boolean test() {
        epochs.checkPosted();
        for (final int origin : origins) {
            postFailure = first(postFailure, hear(origin, isAwaited, COMPLETE_TAG));
        }
        final boolean isOver = !isAnyIn(origins, isAwaited);
        if (isOver) {
            endPosting();
        }
        return isOver;
    }

    /** For those that are still awaited it goes on. */
    private void endPosting() {
        if (!isAnyIn(origins, isAwaited)) {
            epochs.postingEnded();
        }
        final MessagingException failure = postFailure;
        postFailure = null;
        raise(failure);
    }

    /**
     * Takes the messages of some members, waiting for each, but for none once one of those that are still to come is gone. What has come
     * is taken all the same, so that nothing is left behind that would count for the next time.
     *
     * @param isAwaited by member.
     * @return why one of them does not come; or null.
     */
    private MessagingException hearAll(final int[] members, final boolean[] isAwaited, final int tag) {
        for (final int member : members) {
            MessagingException failure = null;
            while (isAwaited[member] && failure == null) {
                failure = hearAnyOf(member, members, isAwaited, tag);
            }
            if (failure != null) {
                return failure;
            }
        }
        return null;
    }

    private MessagingException hearAnyOf(final int member, final int[] members, final boolean[] isAwaited, final int tag) {
        try {
            if (receives.recv(member, tag, () -> isAnyGone(members, isAwaited))) {
                isAwaited[member] = false;
                return null;
            }
        } catch (final InterruptException exception) {
            throw exception;
        } catch (final MessagingException exception) {
            return first(hearRest(members, isAwaited, tag), exception);
        }
        return hearRest(members, isAwaited, tag);
    }

    private MessagingException hearRest(final int[] members, final boolean[] isAwaited, final int tag) {
        MessagingException failure = null;
        for (final int member : members) {
            failure = first(failure, hear(member, isAwaited, tag));
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

    private static boolean isAnyIn(final int[] members, final boolean[] isAwaited) {
        for (final int member : members) {
            if (isAwaited[member]) {
                return true;
            }
        }
        return false;
    }

    /** Takes the message of a member if it is there, without waiting. */
    private MessagingException hear(final int member, final boolean[] isAwaited, final int tag) {
        try {
            if (isAwaited[member] && calls.probes().iprobe(member, tag, null)) {
                calls.recv(null, 0, 0, null, member, tag, null);
                isAwaited[member] = false;
            }
            return null;
        } catch (final InterruptException exception) {
            throw exception;
        } catch (final MessagingException exception) {
            // Who is gone completes nothing, and posts nothing either.
            isAwaited[member] = tag == POST_TAG;
            return exception;
        }
    }
}
