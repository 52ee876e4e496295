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

/**
 * What a rank keeps, of its part of a window, about one origin: whether that holds the lock or waits for it, which of its accesses are
 * under way, and what it is to be told when they are done. One thread at a time.
 * <p>
 * An access is under way from its record to the end of its transfer, or to the publication of its answer. The last one of an epoch gives
 * the lock back when none is under way any more (S2.18); if it is answered with data, it is executed after the others have ended, so that
 * its data says that all is done (S2.10).
 * <p>
 * An origin that has got the data of its last access begins the next epoch while the word that it has got it is still on its way: that
 * word comes through the return ring, the next request through the pair ring, and either may be seen first. Such an early request is kept,
 * and asks for the lock when the epoch before it has been settled.
 */
final class OriginGrant {
    /** Link of those who wait for the lock. */
    OriginGrant next;

    private final PacketWindow window;
    private final int member;
    private final Peer peer;
    private final ControlPacket grant;
    private final ControlPacket done;
    // An access that came with its request for the lock, or the last one of an epoch whose other accesses are under way.
    private final InboundPacket kept = new InboundPacket();
    private LockType wanted;
    private boolean isHolder;
    private boolean isWaiting;
    private boolean isKept;
    // A request that came before its origin's epoch before was settled; with an access if the flag below says so.
    private boolean isEarly;
    private boolean isEarlySingle;
    // The last access of an epoch has come, and the epoch is not settled.
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

    boolean isHolder() {
        return isHolder;
    }

    boolean isWaiting() {
        return isWaiting;
    }

    boolean isIdle() {
        return underWay == 0 && !isHolder && !isWaiting;
    }

    /**
     * Asks for the lock.
     *
     * @param single access that came along, or null.
     * @return false if this origin is in the middle of an epoch, or waits for the lock: it may not ask.
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
     * The lock queues the request.
     */
    void queued() {
        isWaiting = true;
        window.showWaiting(member, wanted);
    }

    /**
     * The lock is this origin's.
     */
    void granted() {
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
     * The lock is not this origin's any more.
     */
    void released() {
        isHolder = false;
        window.showNothing(member);
    }

    private void send(final ControlPacket packet) {
        if (window.protocol().ensureOpen(peer) && !packet.send(peer, answerKey(WindowPacket.NONE))) {
            window.protocol().refuse(peer, "it asks again before it is answered");
        }
    }

    /**
     * Packs the key of what goes back to the origin: whatever it is, it tells of the taint.
     */
    long answerKey(final int carriage) {
        return WindowPacket.key(window.id(), carriage, window.isTainted() ? WindowPacket.TAINTED : 0);
    }

    /**
     * Takes an access of this origin, checked.
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
     * Executes the access that was kept: one that came with its request is an epoch of its own (S2.19 to S2.22).
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
     * Says that all is done and gives the lock back, as was asked, if nothing is under way.
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
     * Gives back the lock of the own part.
     */
    void release() {
        isLast = true;
        settle();
    }

    /**
     * Takes a request back.
     *
     * @return false if the lock has been granted, or was not asked for.
     */
    boolean withdraw() {
        if (!isWaiting) {
            return false;
        }
        isWaiting = false;
        isKept = false;
        window.lock().withdraw(this);
        window.showNothing(member);
        return true;
    }

    /**
     * The origin is gone: what it holds is given back when nothing of it is under way any more. If it held the lock, or was in the middle
     * of an access, the part is tainted.
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
