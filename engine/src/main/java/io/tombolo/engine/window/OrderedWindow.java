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
import io.tombolo.engine.api.window.LockAssertion;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowException;
import io.tombolo.engine.communicator.MessageCalls;
import io.tombolo.engine.order.WindowCall;
import io.tombolo.engine.order.WindowOrder;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.ringbuffers.flight.OrderLimit;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * A window in packet mode whose calls are recorded, or follow a record.
 */
final class OrderedWindow extends GroupWindow {
    private final MessageCalls calls;
    private final WindowEpochs epochs;
    private final WindowOrder order;

    /**
     * Creates a window without an epoch. See {@link GroupWindow}.
     *
     * @param order that is told of the calls.
     */
    OrderedWindow(
        final MessageCalls calls, final int id, final WindowAccess access, final WindowEpochs epochs, final EpochMessages messages,
        final long[] lengths, final WindowClosing.Ending ending, final WindowOrder order) {
        super(calls, id, access, epochs, messages, lengths, ending);
        this.calls = calls;
        this.epochs = epochs;
        this.order = order;
    }

    private OrderedWindow(final OrderedWindow viewed, final long timeoutNs) {
        super(viewed, timeoutNs);
        this.calls = viewed.calls;
        this.epochs = viewed.epochs;
        this.order = viewed.order;
    }

    @Override
    public Window within(final long timeout, final TimeUnit unit) {
        return new OrderedWindow(this, Deadline.timeoutNs(timeout, unit));
    }

    private void call(final WindowCall call, final Runnable body) {
        call(call, WindowOrder.NO_TARGET, body);
    }

    private void call(final WindowCall call, final int target, final Runnable body) {
        call(call, target, 0, body);
    }

    private void call(final WindowCall call, final int[] members, final Runnable body) {
        call(call, WindowOrder.NO_TARGET, Arrays.hashCode(members) & Integer.MAX_VALUE, body);
    }

    private void call(final WindowCall call, final int target, final int members, final Runnable body) {
        calls.progress().handlerCalls().refuse("window");
        order.begin(id(), call, target, members);
        try {
            body.run();
        } catch (final RuntimeException exception) {
            noteLimit(exception);
            throw exception;
        } finally {
            order.end();
        }
    }

    /** Records that no replay can follow, unless the exception follows from the program, because a call was wrong. */
    private void noteLimit(final RuntimeException exception) {
        if (exception instanceof DeadlineException) {
            calls.limit(OrderLimit.TIME_UP);
        } else if (exception instanceof InterruptException ||
            exception instanceof MessagingException && !(exception instanceof WindowException)) {
            calls.limit(OrderLimit.FAILURE);
        }
    }

    @Override
    void lock(final int target, final LockType type, final LockAssertion assertion, final long lockTimeoutNs) {
        final WindowCall call = assertion == LockAssertion.NO_CHECK ? WindowCall.LOCK_UNCHECKED :
            type == LockType.SHARED ? WindowCall.LOCK_SHARED : WindowCall.LOCK_EXCLUSIVE;
        call(call, target, () -> super.lock(target, type, assertion, lockTimeoutNs));
    }

    @Override
    public void lockAll(final LockAssertion assertion) {
        call(assertion == LockAssertion.NO_CHECK ? WindowCall.LOCK_ALL_UNCHECKED : WindowCall.LOCK_ALL, () -> super.lockAll(assertion));
    }

    @Override
    public void unlock(final int target) {
        call(WindowCall.UNLOCK, target, () -> super.unlock(target));
    }

    @Override
    public void unlockAll() {
        call(WindowCall.UNLOCK_ALL, super::unlockAll);
    }

    @Override
    public void flush(final int target) {
        call(WindowCall.FLUSH, target, () -> super.flush(target));
    }

    @Override
    public void flushLocal(final int target) {
        call(WindowCall.FLUSH_LOCAL, target, () -> super.flushLocal(target));
    }

    @Override
    public void flushAll() {
        call(WindowCall.FLUSH_ALL, super::flushAll);
    }

    @Override
    public void flushLocalAll() {
        call(WindowCall.FLUSH_LOCAL_ALL, super::flushLocalAll);
    }

    @Override
    public void fence() {
        call(WindowCall.FENCE, super::fence);
    }

    @Override
    public void post(final int... origins) {
        call(WindowCall.POST, origins, () -> super.post(origins));
    }

    @Override
    public void start(final int... targets) {
        call(WindowCall.START, targets, () -> super.start(targets));
    }

    @Override
    public void complete() {
        call(WindowCall.COMPLETE, super::complete);
    }

    @Override
    public void await() {
        call(WindowCall.AWAIT, super::await);
    }

    @Override
    public boolean test() {
        epochs.checkPosted();
        try {
            return calls.order().look(super::test);
        } catch (final RuntimeException exception) {
            noteLimit(exception);
            throw exception;
        }
    }

    @Override
    public boolean isTainted(final int target) {
        final boolean isTainted = super.isTainted(target);
        if (isTainted) {
            calls.limit(OrderLimit.TAINTED_WINDOW);
        }
        return isTainted;
    }

    @Override
    public void close() {
        call(WindowCall.CLOSE, super::close);
    }
}
