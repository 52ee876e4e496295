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
import io.tombolo.engine.api.window.LockAssertion;
import io.tombolo.engine.api.window.WindowException;
import io.tombolo.engine.telemetry.HandlerCalls;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The open epochs of a rank in a window, and the errors of calls that do not fit them (S2.26). A fence epoch without an access ends when an
 * epoch of another kind begins. One thread at a time for each target; one thread at a time for calls that concern all targets.
 */
final class WindowEpochs {
    /** The call that has begun an epoch. */
    private enum Kind { NONE, LOCK, LOCK_ALL, START }

    /** The stage in the life of the window. */
    private enum Stage { OPEN, FENCING, CLOSING, CLOSED }

    private final Kind[] kinds;
    // By target, in a locked epoch: whether the epoch holds no lock, because of NO_CHECK.
    private final boolean[] isUnchecked;
    private final boolean isLockable;
    private final HandlerCalls handlerCalls;
    private boolean isFenced;
    private boolean isAccessed;
    private boolean isPosted;
    private Stage stage = Stage.OPEN;

    WindowEpochs(final int size, final boolean isLockable, final HandlerCalls handlerCalls) {
        this.handlerCalls = handlerCalls;
        this.kinds = new Kind[size];
        this.isUnchecked = new boolean[size];
        this.isLockable = isLockable;
        Arrays.fill(kinds, Kind.NONE);
    }

    /**
     * Checks that the window may be used. The application's error handler may not use it, because it may run in the middle of another call.
     */
    void checkOpen() {
        handlerCalls.refuse("window");
        checkStage();
    }

    private void checkStage() {
        switch (stage) {
            case FENCING -> throw syncError("a fence was interrupted, or its time was up: call it again first");
            case CLOSING -> throw new IllegalStateException(
                "this window is being closed: if that was interrupted, or its time was up, close it again");
            case CLOSED -> throw new IllegalStateException("this window is closed");
            default -> { }
        }
    }

    void checkTarget(final int target) {
        checkOpen();
        checkMember(target);
    }

    /**
     * Checks a query about a target. The error handler may ask, too.
     */
    void checkQuery(final int target) {
        checkStage();
        checkMember(target);
    }

    private void checkMember(final int target) {
        if (target < 0 || target >= kinds.length) {
            throw new IllegalArgumentException("target=" + target + " must be from 0 to " + (kinds.length - 1) + ", or NULL_RANK");
        }
    }

    /**
     * Checks that a target may be accessed, and notes an access in a fence epoch.
     */
    void checkAccess(final int target) {
        checkTarget(target);
        if (kinds[target] != Kind.NONE) {
            return;
        }
        if (!isFenced) {
            throw syncError("target=" + target + " is accessed outside of an epoch: lock it, start it or fence first");
        }
        isAccessed = true;
    }

    boolean isInEpoch(final int target) {
        return kinds[target] != Kind.NONE || isFenced;
    }

    void checkInEpoch(final int target) {
        checkTarget(target);
        if (!isInEpoch(target)) {
            throw syncError("target=" + target + " is in no epoch: nothing to flush");
        }
    }

    void checkLock(final int target) {
        checkTarget(target);
        if (!isLockable || isFenced && isAccessed) {
            throw notLockable("lock of target=" + target);
        }
        if (kinds[target] != Kind.NONE) {
            throw syncError(
                "target=" + target + (kinds[target] == Kind.START ? " is started: complete" : " is locked: unlock") + " it first");
        }
    }

    void checkLockAll() {
        checkOpen();
        if (!isLockable || isFenced && isAccessed) {
            throw notLockable("lockAll");
        }
        checkNone("lockAll");
    }

    private WindowException notLockable(final String what) {
        return syncError(isLockable ? what + " after accesses since the last fence: fence first" :
            what + " in a window that was made with NO_LOCKS");
    }

    private void checkNone(final String what) {
        for (int target = 0; target < kinds.length; target++) {
            if (kinds[target] != Kind.NONE) {
                throw syncError(what + " while target=" + target + " is " + (kinds[target] == Kind.START ? "started" : "locked"));
            }
        }
    }

    void locked(final int target, final boolean isOneOfAll, final LockAssertion assertion) {
        isFenced = false;
        kinds[target] = isOneOfAll ? Kind.LOCK_ALL : Kind.LOCK;
        isUnchecked[target] = assertion == LockAssertion.NO_CHECK;
    }

    /**
     * Returns whether a locked epoch holds no lock.
     */
    boolean isUnchecked(final int target) {
        return isUnchecked[target];
    }

    void checkUnlock(final int target) {
        checkTarget(target);
        if (kinds[target] != Kind.LOCK) {
            throw syncError("unlock of target=" + target + (kinds[target] == Kind.LOCK_ALL ?
                ", which lockAll has locked: call unlockAll" : ", which is not locked; locked are " + locked()));
        }
    }

    void checkUnlockAll() {
        checkOpen();
        // Some targets may be unlocked already, if an interrupt has ended an earlier call.
        for (int target = 0; target < kinds.length; target++) {
            if (isInLockAll(target)) {
                return;
            }
        }
        throw syncError("unlockAll without lockAll; locked are " + locked());
    }

    boolean isInLockAll(final int target) {
        return kinds[target] == Kind.LOCK_ALL;
    }

    private BitSet locked() {
        final BitSet locked = new BitSet();
        for (int target = 0; target < kinds.length; target++) {
            locked.set(target, kinds[target] == Kind.LOCK || kinds[target] == Kind.LOCK_ALL);
        }
        return locked;
    }

    void ended(final int target) {
        kinds[target] = Kind.NONE;
    }

    void checkFence() {
        if (stage == Stage.FENCING) {
            return;
        }
        checkOpen();
        checkNone("fence");
        checkNotPosted("fence");
    }

    void fencing() {
        stage = Stage.FENCING;
    }

    void fenced() {
        stage = Stage.OPEN;
        isFenced = true;
        isAccessed = false;
    }

    void checkPost() {
        checkOpen();
        checkNotPosted("post");
    }

    private void checkNotPosted(final String what) {
        if (isPosted) {
            throw syncError(what + " while this rank's part is posted: await it first");
        }
    }

    void posted() {
        isPosted = true;
    }

    void checkPosted() {
        checkOpen();
        if (!isPosted) {
            throw syncError("this rank's part is not posted: nothing to wait for");
        }
    }

    void postingEnded() {
        isPosted = false;
    }

    void checkStart(final int... targets) {
        checkOpen();
        if (isFenced && isAccessed) {
            throw syncError("start after accesses since the last fence: fence first");
        }
        checkDistinct(targets);
        for (final int target : targets) {
            checkTarget(target);
            if (kinds[target] != Kind.NONE) {
                throw syncError(
                    "start of target=" + target + ", which is " + (kinds[target] == Kind.START ? "started" : "locked") + " already");
            }
        }
    }

    static void checkDistinct(final int... members) {
        for (int i = 1; i < members.length; i++) {
            for (int j = 0; j < i; j++) {
                if (members[i] == members[j]) {
                    throw new IllegalArgumentException("members=" + Arrays.toString(members) + " must not name one twice");
                }
            }
        }
    }

    void started(final int target) {
        isFenced = false;
        kinds[target] = Kind.START;
    }

    boolean isStarted(final int target) {
        return kinds[target] == Kind.START;
    }

    /**
     * Checks that the window may be closed at this rank.
     *
     * @return false if it is closed already.
     */
    boolean checkClose() {
        if (stage == Stage.CLOSED || stage == Stage.CLOSING) {
            return stage == Stage.CLOSING;
        }
        checkOpen();
        checkNone("close");
        checkNotPosted("close");
        if (isFenced && isAccessed) {
            throw syncError("close after accesses since the last fence: fence first");
        }
        return true;
    }

    void closing() {
        stage = Stage.CLOSING;
    }

    void closed() {
        stage = Stage.CLOSED;
    }

    static WindowException syncError(final String message) {
        return new WindowException(Outcome.RMA_SYNC, message);
    }
}
