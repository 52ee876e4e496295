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

/**
 * What a thread asks the progress owner to do with a window; used again.
 */
public final class WindowCommand extends Operation {
    /** What is asked. */
    public enum Step {
        /** Take packets of the window. */
        OPEN,
        /** Take no more. */
        CLOSE,
        /** Lock the own part. */
        LOCK_OWN,
        /** Do a batch of accesses at one target, with the lock that they need before, and what ends them after. */
        RUN,
        /** Drop the batches at one target that still wait for the lock, and the request: ends cancelled if the lock is there. */
        ABANDON,
        /** Look whether nothing is under way: ends cancelled if there is something. */
        ASK_IDLE
    }

    Step step;
    PacketWindow window;
    int member;
    /** Lock that a batch needs, or null for none. */
    LockType lock;
    /** Link of the batches at one target. */
    WindowCommand nextBatch;
    RmaOperation first;
    RmaOperation last;
    int count;
    /** Whether the batch ends the epoch: gives the lock back, and all that was done in it is complete at the target. */
    boolean isEnd;
    /** Whether all that was done up to this is to be complete at the target. */
    boolean isFlush;
    /** Whether its only access may go with the request for the lock: then that cannot be taken back. */
    boolean mayJoin;

    /**
     * One that is not used.
     */
    public WindowCommand() {
    }

    /**
     * Fills it.
     *
     * @param newStep   what is asked.
     * @param newWindow that it is about.
     * @param newMember target, in the window's numbers.
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
     * Names the lock.
     *
     * @param type of it, or null for none.
     * @param join whether the only access of a batch may go with the request.
     */
    public void under(final LockType type, final boolean join) {
        lock = type;
        mayJoin = join;
    }

    /**
     * Adds an access to a batch.
     *
     * @param operation filled.
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
     * Says what the batch ends.
     *
     * @param end   the epoch.
     * @param flush everything up to it is to be complete at the target.
     */
    public void ends(final boolean end, final boolean flush) {
        isEnd = end;
        isFlush = flush;
    }

    /**
     * Returns how many accesses there are.
     *
     * @return count.
     */
    public int count() {
        return count;
    }

    /**
     * Takes an access out, after all has ended.
     *
     * @return the oldest, to be used again, or null.
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
     * Moves an access that is answered to the end, whose data says then that all is done (S2.10); unless it would pass another of the same
     * bytes, and one of the two changes them (S2.36): accesses of one rank to the same bytes happen in their order.
     *
     * @return true if the last access is one that is answered.
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
}
