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
package io.tombolo.engine;

import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessagingException;
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
    private int[] origins = NOBODY;
    private int[] targets = NOBODY;
    private int completed;
    private boolean isStarted;

    WindowExposures(final MessageCalls calls, final WindowAccess access, final WindowEpochs epochs) {
        this.calls = calls;
        this.access = access;
        this.epochs = epochs;
    }

    /**
     * Ends a locked epoch.
     */
    void end(final int target) {
        boolean ended = true;
        try {
            access.unlock(target);
        } catch (final InterruptException exception) {
            ended = false;
            throw exception;
        } finally {
            if (ended) {
                epochs.ended(target);
            }
        }
    }

    /**
     * Flushes every target in an epoch.
     *
     * @return the first error, or null.
     */
    MessagingException flushAll() {
        MessagingException first = null;
        for (int target = 0; target < calls.group().size(); target++) {
            try {
                if (epochs.isIn(target)) {
                    access.flush(target);
                }
            } catch (final MessagingException exception) {
                first = first == null ? exception : first;
            }
        }
        return first;
    }

    void fence() {
        epochs.checkFence();
        MessagingException first = flushAll();
        // Also after an error, so that the others hear of it and wait for nobody.
        try {
            calls.collectives().barrier();
            awaitIdle();
        } catch (final MessagingException exception) {
            first = first == null ? exception : first;
        }
        for (int target = 0; target < calls.group().size(); target++) {
            access.begin(target);
        }
        epochs.fenced();
        if (first != null) {
            throw first;
        }
    }

    /**
     * Waits until this rank's own part is locked by nobody.
     */
    void awaitIdle() {
        for (int idle = 1; !access.isIdle(); idle++) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptException("interrupted while this rank's part of a window is locked");
            }
            calls.progress().poll();
            calls.progress().pause(idle, null);
        }
    }

    void post(final int... newOrigins) {
        epochs.checkPost();
        WindowEpochs.checkDistinct(newOrigins);
        for (final int origin : newOrigins) {
            epochs.checkTarget(origin);
        }
        origins = Arrays.copyOf(newOrigins, newOrigins.length);
        completed = 0;
        epochs.posted();
        MessagingException first = null;
        for (final int origin : origins) {
            try {
                calls.send(null, 0, 0, null, origin, POST_TAG);
            } catch (final MessagingException exception) {
                // The others are still to be told that they may come.
                first = first == null ? exception : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    void start(final int... newTargets) {
        if (isStarted) {
            throw WindowEpochs.sync("start while targets=" + Arrays.toString(targets) + " are started: complete them first");
        }
        epochs.checkStart(newTargets);
        for (final int target : newTargets) {
            calls.recv(null, 0, 0, null, target, POST_TAG, null);
        }
        targets = Arrays.copyOf(newTargets, newTargets.length);
        isStarted = true;
        for (final int target : targets) {
            access.begin(target);
            epochs.started(target);
        }
    }

    void complete() {
        epochs.checkOpen();
        if (!isStarted) {
            throw WindowEpochs.sync("complete without start");
        }
        MessagingException first = null;
        for (final int target : targets) {
            try {
                access.flush(target);
                calls.send(null, 0, 0, null, target, COMPLETE_TAG);
            } catch (final MessagingException exception) {
                first = first == null ? exception : first;
            }
        }
        for (final int target : targets) {
            epochs.ended(target);
        }
        isStarted = false;
        if (first != null) {
            throw first;
        }
    }

    void await() {
        epochs.checkPosted();
        while (completed < origins.length) {
            complete(origins[completed]);
        }
        epochs.postingEnded();
    }

    boolean test() {
        epochs.checkPosted();
        while (completed < origins.length) {
            if (!calls.iprobe(origins[completed], COMPLETE_TAG, null)) {
                return false;
            }
            complete(origins[completed]);
        }
        epochs.postingEnded();
        return true;
    }

    private void complete(final int origin) {
        boolean ended = false;
        try {
            calls.recv(null, 0, 0, null, origin, COMPLETE_TAG, null);
            ended = true;
        } finally {
            if (!ended && !Thread.currentThread().isInterrupted()) {
                epochs.postingEnded();
            }
        }
        completed++;
    }
}
