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

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.engine.wire.WindowPacket;
import io.tombolo.ringbuffers.counters.Counter;

/**
 * The access epochs of this rank at one target of a window, on the side of the origin: a queue of batches of accesses, processed one after
 * the other. {@link EpochTable} lists the states. One thread at a time, the progress owner.
 * <p>
 * A batch first waits for the lock, if it needs one that is not held. Then all its accesses go out. It ends when all of them have ended
 * here. A batch that flushes or ends the epoch also waits until the target has confirmed its accesses. No packet of its own releases the
 * lock: a flag of the last access does (S2.8). If all accesses were flushed before, a put of zero bytes carries the flag.
 */
final class AccessEpoch {
    private final PacketWindow window;
    private final int member;
    private final Peer peer;
    private final ControlPacket lock;
    private ControlPacket end;
    private WindowCommand first;
    private WindowCommand last;
    // Waits for the lock of this rank's own part; or null.
    private WindowCommand ownLock;
    private EpochState state = EpochState.FREE;
    // Whether there may be accesses that the target has not confirmed.
    private boolean isUnconfirmed;
    private int open;
    private Outcome failure = Outcome.SUCCESS;

    AccessEpoch(final PacketWindow window, final int member, final Peer peer) {
        this.window = window;
        this.member = member;
        this.peer = peer;
        this.lock = new ControlPacket(PacketType.LOCK, peer.rank());
        this.end = new ControlPacket(PacketType.PUT, peer.rank());
    }

    boolean isIdle() {
        return first == null && !isAbandoned() && ownLock == null;
    }

    /** Returns whether the target still has an abandoned lock request. No batch goes out before that one has come to its end. */
    private boolean isAbandoned() {
        return state == EpochState.ABANDONED || state == EpochState.GIVES_BACK;
    }

    private void move(final EpochEvent event) {
        state = EpochTable.TRANSITIONS.next(state, event);
    }

    private boolean isOwn() {
        return window.isOwn(member);
    }

    /**
     * Asks for the lock of this rank's own part (S2.29).
     */
    void lockOwn(final WindowCommand command) {
        ownLock = command;
        if (!window.grant(member).request(command.lock, null)) {
            ownLock = null;
            command.complete(Outcome.RMA_SYNC);
        }
    }

    /**
     * Queues a batch of accesses and starts it if nothing is before it.
     */
    void run(final WindowCommand command) {
        command.nextBatch = null;
        for (RmaOperation operation = command.first; operation != null; operation = operation.nextInBatch) {
            operation.epoch = this;
            operation.destination = peer.rank();
            operation.source = peer.rank();
        }
        if (first == null) {
            first = command;
        } else {
            last.nextBatch = command;
        }
        last = command;
        advance();
    }

    /**
     * Processes the queued batches as far as possible.
     */
    void advance() {
        while (first != null && (!state.isWait() || open == 0 && mayFinish())) {
            if (state.isWait()) {
                finish();
            } else {
                begin();
            }
        }
    }

    private boolean mayFinish() {
        return EpochTable.TRANSITIONS.has(state, EpochEvent.ENDED);
    }

    private void begin() {
        open = first.count;
        failure = Outcome.SUCCESS;
        if (isOwn()) {
            issueOwn();
        } else if (!window.protocol().connector().ensureOpen(peer)) {
            move(EpochEvent.REFUSED);
            fail(window.protocol().sender().whyNot(peer));
        } else if (first.lock == null || state == EpochState.HELD) {
            move(EpochEvent.ISSUED);
            issue();
        } else if (first.mayJoin && first.isEnd && first.count == 1 && window.protocol().sender().isShort(first.first)) {
            move(EpochEvent.SENT_WITH_LOCK);
            issueWithLock();
        } else {
            move(EpochEvent.LOCK_ASKED);
            window.protocol().count(Counter.LOCK_SENT);
            send(lock, first.lock == LockType.EXCLUSIVE ? WindowPacket.EXCLUSIVE : 0);
        }
    }

    private void send(final ControlPacket packet, final int flags) {
        packet.send(peer, WindowPacket.key(window.id(), WindowPacket.NONE, flags));
    }

    /** Sends the only access of an epoch together with the lock request. No grant comes back (S2.19). */
    private void issueWithLock() {
        final RmaOperation single = first.first;
        final boolean wantsDone = !single.isAnswered() || window.isUnordered();
        if (wantsDone) {
            move(EpochEvent.ACK_WANTED);
        }
        final int flags = (first.lock == LockType.EXCLUSIVE ? WindowPacket.EXCLUSIVE : 0) | (wantsDone ? WindowPacket.ACK : 0);
        window.protocol().sender().postWithLock(window, single, flags);
    }

    private void issue() {
        final boolean isAnswered = first.isEnd && first.endWithAnswer();
        boolean isUnconfirmedNow = isUnconfirmed;
        for (RmaOperation operation = first.first; operation != null; operation = operation.nextInBatch) {
            isUnconfirmedNow |= !operation.isAnswered();
        }
        final boolean isEnd = first.isEnd && first.lock != null;
        final boolean wantsDone = (first.isEnd || first.isFlush) &&
            (first.isEnd && window.isUnordered() && first.count > 0 || isUnconfirmedNow && !isAnswered);
        final int flags = (isEnd ? WindowPacket.LAST : 0) | (wantsDone ? WindowPacket.ACK : 0);
        isUnconfirmed = isUnconfirmedNow;
        if (wantsDone) {
            move(EpochEvent.ACK_WANTED);
        }
        boolean isLastSent = false;
        RmaOperation operation = first.first;
        final RmaOperation lastOne = first.last;
        while (operation != null) {
            final RmaOperation next = operation.nextInBatch;
            isLastSent = window.protocol().sender().post(window, operation, operation == lastOne ? flags : 0);
            operation = next;
        }
        if (flags != 0 && !isLastSent) {
            sendEnd(flags);
        }
    }

    /** Sends a put of zero bytes that carries the flags where no access can. */
    private void sendEnd(final int flags) {
        if (end.isQueued()) {
            end = new ControlPacket(PacketType.PUT, peer.rank());
        }
        window.protocol().count(Counter.PUT_SENT);
        send(end, flags);
    }

    private void issueOwn() {
        final boolean isHeld = state == EpochState.HELD;
        move(EpochEvent.ISSUED);
        RmaOperation operation = first.first;
        while (operation != null) {
            final RmaOperation next = operation.nextInBatch;
            window.protocol().executor().executeOwn(window, operation);
            operation = next;
        }
        if (first.isEnd && isHeld) {
            window.grant(member).release();
        }
    }

    private void finish() {
        move(first.isEnd || first.lock == null ? EpochEvent.ENDED_LAST : EpochEvent.ENDED);
        isUnconfirmed &= !first.isEnd;
        drop();
    }

    private void drop() {
        final WindowCommand command = first;
        first = command.nextBatch;
        last = first == null ? null : last;
        command.nextBatch = null;
        command.complete(failure);
    }

    /**
     * Counts one access that has ended.
     */
    void ended(final Outcome outcome) {
        open--;
        failure = failure == Outcome.SUCCESS ? outcome : failure;
        if (open == 0) {
            window.protocol().ready(this);
        }
    }

    /**
     * Handles the grant of the lock.
     *
     * @return false if this rank has not asked for it, which is a protocol error.
     */
    boolean granted() {
        if (ownLock != null) {
            final WindowCommand command = ownLock;
            ownLock = null;
            move(EpochEvent.OWN_GRANTED);
            command.complete(Outcome.SUCCESS);
            return true;
        }
        if (!EpochTable.TRANSITIONS.has(state, EpochEvent.GRANTED)) {
            return false;
        }
        move(EpochEvent.GRANTED);
        if (state == EpochState.UNDER_WAY) {
            issue();
        } else {
            // Ask for a confirmation: the window must not close before the target has the lock back.
            sendEnd(WindowPacket.LAST | WindowPacket.ACK);
        }
        window.protocol().ready(this);
        return true;
    }

    /**
     * Handles the target's confirmation that all accesses are done.
     *
     * @return false if this rank has not asked for it, which is a protocol error.
     */
    boolean done() {
        if (!EpochTable.TRANSITIONS.has(state, EpochEvent.DONE)) {
            return false;
        }
        move(EpochEvent.DONE);
        isUnconfirmed = false;
        window.protocol().ready(this);
        return true;
    }

    /**
     * Cancels the batches that still wait for the lock.
     *
     * @return false if the lock has been granted.
     */
    boolean abandon() {
        if (ownLock != null) {
            if (window.grant(member).withdraw()) {
                final WindowCommand command = ownLock;
                ownLock = null;
                command.complete(Outcome.CANCELLED);
            }
            return true;
        }
        if (EpochTable.TRANSITIONS.has(state, EpochEvent.GIVEN_UP)) {
            move(EpochEvent.GIVEN_UP);
        } else if (!isAbandoned() || first == null) {
            return false;
        }
        // Batches behind an abandoned request have not asked for the lock themselves. Its grant is given back in any case.
        while (first != null) {
            failQueued(first, Outcome.CANCELLED);
            failure = Outcome.CANCELLED;
            drop();
        }
        return true;
    }

    private static void failQueued(final WindowCommand command, final Outcome outcome) {
        RmaOperation operation = command.first;
        while (operation != null) {
            final RmaOperation next = operation.nextInBatch;
            if (operation.stage == RmaOperation.Stage.QUEUED) {
                operation.complete(outcome);
            }
            operation = next;
        }
    }

    /**
     * Ends all batches, because the target is gone or this engine closes.
     */
    void gone(final Outcome outcome) {
        move(EpochEvent.TARGET_GONE);
        isUnconfirmed = false;
        if (ownLock != null) {
            final WindowCommand command = ownLock;
            ownLock = null;
            command.complete(outcome);
        }
        if (state == EpochState.FAILED) {
            fail(outcome);
        }
        window.protocol().ready(this);
    }

    private void fail(final Outcome outcome) {
        failure = failure == Outcome.SUCCESS ? outcome : failure;
        failQueued(first, outcome);
        window.protocol().sender().failAsked(first, outcome);
    }
}
