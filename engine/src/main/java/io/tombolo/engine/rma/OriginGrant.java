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
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.engine.wire.WindowPacket;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.flight.FlightKind;

/**
 * The state of one origin at this rank's part of a window: whether the origin holds the lock or waits for it, how many of its accesses are
 * under way, and what it has to be told when they are done. One thread at a time, the progress owner.
 * <p>
 * An access is under way from its record to the end of its transfer, or to the publication of its answer. After the last access of an
 * epoch, the lock is released as soon as none is under way (S2.18). A last access that is answered with data is executed after all others
 * have ended, so that its answer confirms all of them (S2.10).
 * <p>
 * <b>Early requests.</b> An origin may begin its next epoch as soon as it has the data of its last access. Its acknowledgement of that data
 * comes through the return ring, its next lock request through the pair ring, and this rank may see the request first. It keeps such a
 * request until the epoch before has ended.
 */
final class OriginGrant {
    /** Next in the queue for the lock. */
    OriginGrant next;

    private final PacketWindow window;
    private final int member;
    private final Peer peer;
    private final ControlPacket grant;
    private final ControlPacket done;
    // An access that came with its lock request, or the last one of an epoch whose other accesses are still under way.
    private final InboundPacket kept = new InboundPacket();
    private LockType wanted;
    private long awaitedSince;
    private boolean isHolder;
    private boolean isWaiting;
    private boolean isKept;
    // There is an early request; the second flag says whether an access came with it.
    private boolean isEarly;
    private boolean isEarlySingle;
    // The last access of an epoch has come, and the epoch has not ended yet.
    private boolean isLast;
    private boolean isAckWanted;
    private boolean isDead;
    private int underWay;

    OriginGrant(final PacketWindow window, final int member, final Peer peer) {
        this.window = window;
        this.member = member;
        this.peer = peer;
        this.grant = new ControlPacket(PacketType.LOCK_GRANTED, peer.rank());
        this.done = new ControlPacket(PacketType.RMA_DONE, peer.rank());
    }

    PacketWindow window() {
        return window;
    }

    Peer peer() {
        return peer;
    }

    LockType wanted() {
        return wanted;
    }

    boolean isIdle() {
        return underWay == 0 && !isHolder && !isWaiting;
    }

    /**
     * Handles the origin's request for the lock.
     *
     * @param single access that came with the request, or null.
     * @return false if the origin is within an epoch or waits for the lock already, which is a protocol error.
     */
    boolean request(final LockType type, final InboundPacket single) {
        if (isHolder && !isLast || isWaiting || isKept || isEarly) {
            return false;
        }
        wanted = type;
        if (single != null) {
            window.protocol().executor().prepare(this, single);
            kept.keep(single);
        }
        if (isLast) {
            isEarly = true;
            isEarlySingle = single != null;
        } else {
            ask(single != null);
        }
        return true;
    }

    private void ask(final boolean isSingle) {
        isKept = isSingle;
        window.lock().request(this);
    }

    /**
     * Records that the lock has queued the request. Called by {@link PartLock}.
     */
    void queued() {
        isWaiting = true;
        window.showWaiting(member, wanted);
        awaitedSince = System.nanoTime();
        window.record(FlightKind.LOCK_AWAITED, member, wanted, 0);
    }

    /**
     * Tells the origin that it has the lock, or executes the access that came with the request. Called by {@link PartLock}.
     */
    void granted() {
        if (isWaiting) {
            window.record(FlightKind.LOCK_GRANTED, member, wanted, System.nanoTime() - awaitedSince);
        }
        isWaiting = false;
        isHolder = true;
        window.showHolder(member, wanted);
        if (window.isOwn(member)) {
            window.epoch(member).granted();
        } else if (isKept) {
            execute();
        } else {
            window.protocol().count(Counter.LOCK_GRANTED_SENT);
            send(grant);
        }
    }

    /**
     * Records that the origin does not hold the lock any more. Called by {@link PartLock}.
     */
    void released() {
        isHolder = false;
        window.showNothing(member);
    }

    private void send(final ControlPacket packet) {
        if (window.protocol().connector().ensureOpenForAnswer(peer) && !packet.send(peer, answerKey(WindowPacket.NONE))) {
            window.protocol().refuse(peer, "second request before the first was answered");
        }
    }

    /**
     * Packs the key of a packet to the origin. Every such packet tells whether the part is tainted.
     */
    long answerKey(final int carriage) {
        return WindowPacket.key(window.id(), carriage, window.isTainted() ? WindowPacket.TAINTED : 0);
    }

    /**
     * Executes an access of this origin, or keeps it until those before it have ended.
     *
     * @param access checked.
     */
    void accept(final InboundPacket access) {
        if (access.has(WindowPacket.LAST) && access.isAnswered() && underWay > 0 && !isKept && !isEarly) {
            kept.keep(access);
            isKept = true;
            return;
        }
        window.protocol().executor().prepare(this, access);
        window.protocol().executor().execute(this, access);
        took(access.has(WindowPacket.LAST), access.has(WindowPacket.ACK));
    }

    /**
     * Executes the kept access. One that came with its lock request is an epoch of its own (S2.19 to S2.22).
     */
    private void execute() {
        window.protocol().executor().prepare(this, kept);
        isKept = false;
        window.protocol().executor().execute(this, kept);
        took(true, !kept.isAnswered() || kept.has(WindowPacket.ACK));
    }

    private void took(final boolean last, final boolean ack) {
        isLast |= last;
        isAckWanted |= ack;
        settle();
    }

    void began() {
        underWay++;
    }

    void ended() {
        underWay--;
        if (underWay == 0) {
            window.protocol().ready(this);
        }
    }

    /**
     * If no access is under way, confirms them and releases the lock, as far as the origin has asked for it.
     */
    void settle() {
        if (underWay == 0 && isKept && !isWaiting) {
            execute();
            return;
        }
        if (underWay > 0) {
            return;
        }
        if (isAckWanted) {
            isAckWanted = false;
            window.protocol().count(Counter.RMA_DONE_SENT);
            send(done);
        }
        final boolean gives = isLast || isDead;
        isLast = false;
        if (gives && isHolder) {
            window.lock().release(this);
        }
        if (isEarly) {
            isEarly = false;
            ask(isEarlySingle);
        }
    }

    /**
     * Releases the lock of this rank's own part.
     */
    void release() {
        isLast = true;
        settle();
    }

    /**
     * Withdraws the request for the lock.
     *
     * @return false if the lock has been granted, or nobody has asked for it.
     */
    boolean withdraw() {
        if (!isWaiting) {
            return false;
        }
        isWaiting = false;
        isKept = false;
        window.record(FlightKind.LOCK_GIVEN_UP, member, wanted, System.nanoTime() - awaitedSince);
        window.lock().withdraw(this);
        window.showNothing(member);
        return true;
    }

    /**
     * Records that the origin is gone. Its lock is released as soon as none of its accesses is under way. If it held the lock or was
     * within an access, the part is tainted.
     */
    void gone() {
        if (isDead) {
            return;
        }
        isDead = true;
        if (!withdraw() && (isHolder || underWay > 0)) {
            window.taintBy(peer.rank());
        }
        isKept = false;
        isEarly = false;
        isAckWanted = false;
        settle();
    }
}
