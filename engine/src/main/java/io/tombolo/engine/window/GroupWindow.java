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
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.window.LockAssertion;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowMode;
import io.tombolo.engine.collective.Group;
import io.tombolo.engine.communicator.MessageCalls;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A window over the ranks of a group. It checks every call and passes it to its {@link WindowAccess}.
 */
final class GroupWindow extends WindowOverloads implements Window {
    private final MessageCalls calls;
    private final Group group;
    private final WindowAccess access;
    private final WindowEpochs epochs;
    private final WindowSynchronization synchronization;
    private final Windows windows;
    private final long[] lengths;
    private boolean isBarrierPassed;

    /**
     * Creates a window without an epoch.
     *
     * @param calls      of the window's own communicator.
     * @param access     to the memory of the window; ended by {@link #close}.
     * @param epochs     of the window, none open.
     * @param lengths    of the parts in bytes, by member.
     * @param windows    that made this window.
     */
    GroupWindow(
        final MessageCalls calls, final WindowAccess access, final WindowEpochs epochs, final long[] lengths, final Windows windows) {
        super(calls, access, epochs, lengths);
        this.calls = calls;
        this.group = calls.group();
        this.access = access;
        this.epochs = epochs;
        this.synchronization = new WindowSynchronization(calls, access, epochs);
        this.windows = windows;
        this.lengths = lengths;
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
        return Windows.id(calls);
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
        lock(target, type, LockAssertion.NONE, Long.MAX_VALUE);
    }

    @Override
    public void lock(final int target, final LockType type, final LockAssertion assertion) {
        lock(target, type, assertion, Long.MAX_VALUE);
    }

    @Override
    public void lock(final int target, final LockType type, final long timeout, final TimeUnit unit) {
        if (timeout < 0) {
            throw new IllegalArgumentException("timeout=" + timeout + " must not be negative");
        }
        lock(target, type, LockAssertion.NONE, unit.toNanos(timeout));
    }

    private void lock(final int target, final LockType type, final LockAssertion assertion, final long timeoutNs) {
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
            access.lock(target, type, timeoutNs);
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
        int locked = 0;
        try {
            for (; locked < group.size(); locked++) {
                access.lock(locked, LockType.SHARED, Long.MAX_VALUE);
            }
        } catch (final RuntimeException exception) {
            for (int target = 0; target < locked; target++) {
                giveBack(target, exception);
            }
            throw exception;
        }
    }

    private void giveBack(final int target, final RuntimeException reason) {
        try {
            access.unlock(target);
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
        synchronization.end(target);
    }

    @Override
    public void unlockAll() {
        epochs.checkUnlockAll();
        synchronization.endAll();
    }

    @Override
    public void flush(final int target) {
        if (target == Communicator.NULL_RANK) {
            epochs.checkOpen();
            return;
        }
        epochs.checkInEpoch(target);
        synchronization.flush(target, true);
    }

    @Override
    public void flushLocal(final int target) {
        if (target == Communicator.NULL_RANK) {
            epochs.checkOpen();
            return;
        }
        epochs.checkInEpoch(target);
        synchronization.flush(target, false);
    }

    @Override
    public void flushAll() {
        epochs.checkOpen();
        synchronization.flushAll(true);
    }

    @Override
    public void flushLocalAll() {
        epochs.checkOpen();
        synchronization.flushAll(false);
    }

    @Override
    public void fence() {
        calls.progress().handlerCalls().refuse("fence");
        synchronization.fence();
    }

    @Override
    public void post(final int... origins) {
        synchronization.post(origins);
    }

    @Override
    public void start(final int... targets) {
        synchronization.start(targets);
    }

    @Override
    public void complete() {
        synchronization.complete();
    }

    @Override
    public void await() {
        synchronization.await();
    }

    @Override
    public boolean test() {
        return synchronization.test();
    }

    @Override
    public void close() {
        calls.progress().handlerCalls().refuse("close");
        if (!epochs.checkClose()) {
            return;
        }
        epochs.closing();
        boolean isOver = true;
        try {
            access.awaitAbandoned();
            if (!isBarrierPassed) {
                calls.collectives().barrier();
                isBarrierPassed = true;
            }
            synchronization.awaitIdle();
        } catch (final InterruptException exception) {
            // Other ranks may still use the window. If close is called again, it continues here.
            isOver = false;
            throw exception;
        } catch (final MessagingException exception) {
            // The other ranks may come when there is memory again, unless this rank has given the call up.
            isOver = exception.outcome() != Outcome.INSUFFICIENT_RESOURCES || calls.collectives().calls().loss() != 0;
            throw exception;
        } finally {
            if (isOver) {
                epochs.closed();
                windows.end(calls, access, isBarrierPassed);
            }
        }
    }

    @Override
    public String toString() {
        return "window " + id() + " of " + size() + " ranks, " + mode();
    }
}
