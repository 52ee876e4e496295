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
package io.tombolo.engine.rma;

import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.telemetry.ShownWait;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitKind;

/**
 * A request of a thread to the progress owner that concerns a window. The object is reused.
 */
public final class WindowCommand extends Operation {
    /** What the progress owner has to do. */
    public enum Step {
        /** Take packets of the window. */
        OPEN,
        /** Take no more packets of the window. */
        CLOSE,
        /** Lock this rank's own part. */
        LOCK_OWN,
        /** Execute a batch of accesses at one target: take the lock that it needs, and do what its end asks for. */
        RUN,
        /** Cancel the batches at one target that still wait for the lock, and their request. Ends as cancelled if the lock has come. */
        ABANDON,
        /** Find out whether nothing is under way. Ends as cancelled if something is. */
        ASK_IDLE
    }

    Step step;
    PacketWindow window;
    int member;
    /** Lock that the batch needs, or null for none. */
    LockType lock;
    /** Next batch at the same target. */
    WindowCommand nextBatch;
    RmaOperation first;
    RmaOperation last;
    int count;
    /** Whether the batch ends the epoch: it releases the lock, and all accesses of the epoch are complete at the target. */
    boolean isEnd;
    /** Whether all accesses up to this batch have to be complete at the target. */
    boolean isFlush;
    /** Whether its only access may go together with the lock request, which then cannot be withdrawn. */
    boolean mayJoin;

    /**
     * Creates a command; {@link #ask} fills it.
     */
    public WindowCommand() {
    }

    /**
     * Begins a use of this command. All options are off.
     *
     * @param newStep   what the progress owner has to do.
     * @param newWindow that it concerns.
     * @param newMember target, by its member number.
     * @param worldRank of the target.
     */
    public void ask(final Step newStep, final PacketWindow newWindow, final int newMember, final int worldRank) {
        begin(Kind.WINDOW);
        step = newStep;
        window = newWindow;
        member = newMember;
        destination = worldRank;
        source = worldRank;
        tag = 0;
        length = 0;
        lock = null;
        first = null;
        last = null;
        count = 0;
        isEnd = false;
        isFlush = false;
        mayJoin = false;
    }

    /**
     * Sets the lock that the accesses need.
     *
     * @param type of the lock, or null for none.
     * @param join whether the only access of a batch may go together with the lock request.
     */
    public void under(final LockType type, final boolean join) {
        lock = type;
        mayJoin = join;
    }

    /**
     * Adds an access at the end of the batch.
     *
     * @param operation filled; belongs to this command until {@link #take}.
     */
    public void add(final RmaOperation operation) {
        operation.nextInBatch = null;
        if (last == null) {
            first = operation;
        } else {
            last.nextInBatch = operation;
        }
        last = operation;
        count++;
    }

    /**
     * Sets what the end of the batch means.
     *
     * @param end   whether it ends the epoch.
     * @param flush whether all accesses up to it have to be complete at the target.
     */
    public void ends(final boolean end, final boolean flush) {
        isEnd = end;
        isFlush = flush;
    }

    /**
     * Returns the number of accesses.
     *
     * @return accesses in the batch.
     */
    public int count() {
        return count;
    }

    /**
     * Removes the oldest access, once the command has ended.
     *
     * @return access to be reused, or null if there is none.
     */
    public RmaOperation take() {
        final RmaOperation taken = first;
        if (taken != null) {
            first = taken.nextInBatch;
            last = first == null ? null : last;
            taken.nextInBatch = null;
            count--;
        }
        return taken;
    }

    /**
     * Moves an access that is answered with data to the end, so that its answer confirms the whole batch (S2.10). It must not pass an
     * access to the same bytes if one of the two changes them: accesses of one rank to the same bytes happen in their order (S2.36).
     *
     * @return true if the last access is now one that is answered.
     */
    boolean endWithAnswer() {
        if (last == null || last.isAnswered()) {
            return last != null;
        }
        RmaOperation before = null;
        for (RmaOperation operation = first; operation != null; operation = operation.nextInBatch) {
            if (operation.isAnswered() && mayPass(operation)) {
                moveToEnd(operation, before);
                return true;
            }
            before = operation;
        }
        return false;
    }

    private static boolean mayPass(final RmaOperation answered) {
        for (RmaOperation later = answered.nextInBatch; later != null; later = later.nextInBatch) {
            if ((answered.isChange() || later.isChange()) && later.overlaps(answered)) {
                return false;
            }
        }
        return true;
    }

    private void moveToEnd(final RmaOperation operation, final RmaOperation before) {
        if (before == null) {
            first = operation.nextInBatch;
        } else {
            before.nextInBatch = operation.nextInBatch;
        }
        last.nextInBatch = operation;
        operation.nextInBatch = null;
        last = operation;
    }

    @Override
    public WaitCall call() {
        return step == Step.LOCK_OWN ? WaitCall.LOCK : step == Step.RUN ? isEnd ? WaitCall.UNLOCK : WaitCall.FLUSH : WaitCall.OTHER;
    }

    @Override
    public void addTo(final ShownWait wait) {
        final boolean isForLock = step == Step.LOCK_OWN || step == Step.RUN && lock != null;
        wait.add(
            isForLock ? WaitKind.LOCK : WaitKind.RMA, destination, isForLock ? lock == LockType.EXCLUSIVE ? 1 : 0 : WaitKind.NO_TAG, 0, 0,
            window.id());
    }
}
