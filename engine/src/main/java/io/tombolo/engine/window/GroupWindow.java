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

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.window.LockAssertion;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowMode;
import io.tombolo.engine.collective.Group;
import io.tombolo.engine.communicator.MessageCalls;
import io.tombolo.engine.progress.Deadline;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A window over the ranks of a group. It checks every call and passes it to its {@link WindowAccess}.
 */
class GroupWindow extends WindowOverloads implements Window {
    private static final String GOES_ON = "the epoch and its operations go on, call it again";

    private final MessageCalls calls;
    private final int id;
    private final Group group;
    private final WindowAccess access;
    private final WindowEpochs epochs;
    private final WindowSynchronization synchronization;
    private final WindowClosing closing;
    private final long[] lengths;
    private final long timeoutNs;

    /**
     * Creates a window without an epoch.
     *
     * @param calls    of the window's own communicator.
     * @param id       number of the window.
     * @param access   to the memory of the window.
     * @param epochs   of the window, none open.
     * @param messages of the window.
     * @param lengths  of the parts in bytes, by member.
     * @param ending   of the window, when it is closed.
     */
    GroupWindow(
        final MessageCalls calls, final int id, final WindowAccess access, final WindowEpochs epochs, final EpochMessages messages,
        final long[] lengths, final WindowClosing.Ending ending) {
        super(calls, access, epochs, lengths, Long.MAX_VALUE);
        this.calls = calls;
        this.id = id;
        this.group = calls.group();
        this.access = access;
        this.epochs = epochs;
        this.synchronization = new WindowSynchronization(calls, access, epochs, messages);
        this.closing = new WindowClosing(calls, access, epochs, synchronization, messages, ending);
        this.lengths = lengths;
        this.timeoutNs = Long.MAX_VALUE;
    }

    /** Creates a view of a window, whose calls wait no longer than a timeout. */
    GroupWindow(final GroupWindow viewed, final long timeoutNs) {
        super(viewed.calls, viewed.access, viewed.epochs, viewed.lengths, timeoutNs);
        this.calls = viewed.calls;
        this.id = viewed.id;
        this.group = viewed.group;
        this.access = viewed.access;
        this.epochs = viewed.epochs;
        this.synchronization = viewed.synchronization;
        this.closing = viewed.closing;
        this.lengths = viewed.lengths;
        this.timeoutNs = timeoutNs;
    }

    @Override
    public Window within(final long timeout, final TimeUnit unit) {
        return new GroupWindow(this, Deadline.timeoutNs(timeout, unit));
    }

    private long deadline() {
        return Deadline.after(timeoutNs);
    }

    /** Throws if the time of a call that completes accesses was up. Makes no text before. */
    private void check(final boolean isOver, final String what, final int target) {
        if (!isOver) {
            check(false, what + target, GOES_ON);
        }
    }

    /** Throws if the time of a call was up. */
    private void check(final boolean isOver, final String what, final String state) {
        if (!isOver) {
            throw Deadline.exception(timeoutNs, what + " of window " + id(), state);
        }
    }

    @Override
    public int rank() {
        return group.rank();
    }

    @Override
    public int size() {
        return group.size();
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public WindowMode mode() {
        return access.mode();
    }

    @Override
    public long length(final int target) {
        return lengths[Objects.checkIndex(target, lengths.length)];
    }

    @Override
    public UnsafeBuffer sharedQuery(final int target) {
        epochs.checkQuery(target);
        return access.buffer(target);
    }

    @Override
    public boolean isTainted(final int target) {
        epochs.checkQuery(target);
        return access.isTainted(target);
    }

    @Override
    public void lock(final int target, final LockType type) {
        lock(target, type, LockAssertion.NONE, timeoutNs);
    }

    @Override
    public void lock(final int target, final LockType type, final LockAssertion assertion) {
        lock(target, type, assertion, timeoutNs);
    }

    @Override
    public void lock(final int target, final LockType type, final long timeout, final TimeUnit unit) {
        lock(target, type, LockAssertion.NONE, Deadline.timeoutNs(timeout, unit));
    }

    /** Locks a target, and waits for the lock no longer than a timeout. */
    void lock(final int target, final LockType type, final LockAssertion assertion, final long lockTimeoutNs) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(assertion, "assertion");
        if (target == Communicator.NULL_RANK) {
            epochs.checkOpen();
            return;
        }
        epochs.checkLock(target);
        if (assertion == LockAssertion.NO_CHECK) {
            access.begin(target);
        } else {
            access.lock(target, type, lockTimeoutNs);
        }
        epochs.locked(target, false, assertion);
    }

    @Override
    public void lockAll() {
        lockAll(LockAssertion.NONE);
    }

    @Override
    public void lockAll(final LockAssertion assertion) {
        Objects.requireNonNull(assertion, "assertion");
        epochs.checkLockAll();
        if (assertion == LockAssertion.NO_CHECK) {
            beginAll();
        } else {
            lockEach();
        }
        for (int target = 0; target < group.size(); target++) {
            epochs.locked(target, true, assertion);
        }
    }

    private void beginAll() {
        for (int target = 0; target < group.size(); target++) {
            access.begin(target);
        }
    }

    private void lockEach() {
        final long deadline = deadline();
        int locked = 0;
        try {
            for (; locked < group.size(); locked++) {
                // The time for a lock that is taken later counts from the call that takes it.
                final boolean isNow = locked == group.rank() || mode() == WindowMode.DIRECT;
                access.lock(locked, LockType.SHARED, isNow ? Math.max(0, Deadline.leftNs(deadline)) : timeoutNs);
            }
        } catch (final DeadlineException exception) {
            final DeadlineException end = Deadline.exception(
                timeoutNs, "the lock of rank " + locked + " of window " + id(), "nothing is locked");
            for (int target = 0; target < locked; target++) {
                giveBack(target, end);
            }
            throw end;
        } catch (final RuntimeException exception) {
            for (int target = 0; target < locked; target++) {
                giveBack(target, exception);
            }
            throw exception;
        }
    }

    private void giveBack(final int target, final RuntimeException reason) {
        try {
            access.unlock(target, Deadline.NONE);
        } catch (final RuntimeException exception) {
            reason.addSuppressed(exception);
        }
    }

    @Override
    public void unlock(final int target) {
        if (target == Communicator.NULL_RANK) {
            epochs.checkOpen();
            return;
        }
        epochs.checkUnlock(target);
        check(synchronization.end(target, deadline()), "the unlock of rank ", target);
    }

    @Override
    public void unlockAll() {
        epochs.checkUnlockAll();
        check(synchronization.endAll(deadline()), "unlockAll", GOES_ON);
    }

    @Override
    public void flush(final int target) {
        if (target == Communicator.NULL_RANK) {
            epochs.checkOpen();
            return;
        }
        epochs.checkInEpoch(target);
        check(synchronization.flush(target, true, deadline()), "the flush of rank ", target);
    }

    @Override
    public void flushLocal(final int target) {
        if (target == Communicator.NULL_RANK) {
            epochs.checkOpen();
            return;
        }
        epochs.checkInEpoch(target);
        check(synchronization.flush(target, false, deadline()), "the flushLocal of rank ", target);
    }

    @Override
    public void flushAll() {
        epochs.checkOpen();
        check(synchronization.flushAll(true, deadline()), "flushAll", GOES_ON);
    }

    @Override
    public void flushLocalAll() {
        epochs.checkOpen();
        check(synchronization.flushAll(false, deadline()), "flushLocalAll", GOES_ON);
    }

    @Override
    public void fence() {
        calls.progress().handlerCalls().refuse("fence");
        check(synchronization.fence(deadline()), "the fence",
            "the next call of fence continues this one, and no other call is allowed before");
    }

    @Override
    public void post(final int... origins) {
        synchronization.post(deadline(), origins);
    }

    @Override
    public void start(final int... targets) {
        check(synchronization.start(deadline(), targets), "the start", "nothing is started, and postings stay valid");
    }

    @Override
    public void complete() {
        check(synchronization.complete(deadline()), "the complete", "call it again for the targets that are left");
    }

    @Override
    public void await() {
        check(synchronization.await(deadline()), "the await", "the part is still posted");
    }

    @Override
    public boolean test() {
        return synchronization.test();
    }

    @Override
    public void close() {
        calls.progress().handlerCalls().refuse("close");
        check(closing.close(deadline()), "the close", "others may still access this rank's part: close the window again");
    }

    @Override
    public String toString() {
        return "window " + id() + " of " + size() + " ranks, " + mode();
    }
}
