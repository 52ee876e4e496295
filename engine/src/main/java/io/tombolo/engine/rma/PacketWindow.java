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
import io.tombolo.engine.api.window.WindowMode;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.telemetry.WindowStates;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.job.WindowStateDescriptor;
import java.util.Arrays;

/**
 * The state of a window at one of its ranks: the rank's own part with its lock, the grants to each origin, and the rank's epochs at each
 * target. One thread at a time, the progress owner, except for {@link #isTainted(int)}.
 */
public final class PacketWindow {
    private static final int NOBODY = -1;

    private final int id;
    private final int own;
    private final int[] worldRanks;
    // By member: the incarnations that made the window. A later one knows nothing of it.
    private final Peer[] peers;
    private final int[] members;
    private final WindowPart part;
    private final boolean isLockable;
    private final boolean isUnordered;
    private final WindowProtocol protocol;
    private final PartLock lock;
    private final OriginGrant[] grants;
    private final AccessEpoch[] epochs;
    // By member. The progress owner replaces the array when one more part is tainted.
    private volatile boolean[] tainted;
    private int place = WindowStates.NONE;

    /**
     * Creates a window without accesses. It takes packets once {@link WindowCommand.Step#OPEN} has run.
     *
     * @param id          of the window.
     * @param own         number of this rank in the window.
     * @param worldRanks  the members' numbers in the world.
     * @param part        of this rank.
     * @param isLockable  whether it may be locked.
     * @param isUnordered whether the window must not rely on the order of packets, so that its epochs end with a confirmation.
     * @param protocol    of this rank.
     */
    public PacketWindow(
        final int id, final int own, final int[] worldRanks, final WindowPart part, final boolean isLockable, final boolean isUnordered,
        final WindowProtocol protocol) {
        this.id = id;
        this.own = own;
        this.worldRanks = worldRanks.clone();
        this.peers = new Peer[worldRanks.length];
        this.members = new int[protocol.size()];
        Arrays.fill(members, NOBODY);
        for (int member = 0; member < worldRanks.length; member++) {
            members[worldRanks[member]] = member;
        }
        this.part = part;
        this.isLockable = isLockable;
        this.isUnordered = isUnordered;
        this.protocol = protocol;
        this.lock = new PartLock(protocol.mostBypasses(), protocol.counters());
        this.grants = new OriginGrant[worldRanks.length];
        this.epochs = new AccessEpoch[worldRanks.length];
        this.tainted = new boolean[worldRanks.length];
    }

    /**
     * Returns the number of the window.
     *
     * @return id, the same at all its ranks.
     */
    public int id() {
        return id;
    }

    /**
     * Returns this rank's own part.
     *
     * @return memory of this rank.
     */
    public WindowPart part() {
        return part;
    }

    boolean isLockable() {
        return isLockable;
    }

    boolean isUnordered() {
        return isUnordered;
    }

    WindowProtocol protocol() {
        return protocol;
    }

    PartLock lock() {
        return lock;
    }

    boolean isOwn(final int member) {
        return member == own;
    }

    /** Returns the incarnation of a rank that made the window with this one. */
    Peer peer(final int worldRank) {
        return peers[members[worldRank]];
    }

    /**
     * Finds the member number of a rank.
     *
     * @return negative if the rank is no member.
     */
    int member(final int worldRank) {
        return members[worldRank];
    }

    OriginGrant grant(final int member) {
        if (grants[member] == null) {
            grants[member] = new OriginGrant(this, member, peers[member]);
        }
        return grants[member];
    }

    AccessEpoch epoch(final int member) {
        if (epochs[member] == null) {
            epochs[member] = new AccessEpoch(this, member, peers[member]);
        }
        return epochs[member];
    }

    /**
     * Returns the epochs of this rank at a member.
     *
     * @return null if there never was one.
     */
    AccessEpoch knownEpoch(final int member) {
        return epochs[member];
    }

    OriginGrant knownGrant(final int member) {
        return grants[member];
    }

    int size() {
        return worldRanks.length;
    }

    boolean isIdle() {
        for (int member = 0; member < worldRanks.length; member++) {
            if (grants[member] != null && !grants[member].isIdle() || epochs[member] != null && !epochs[member].isIdle()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether this rank knows that a part is tainted. Any thread.
     *
     * @param member that the part belongs to.
     * @return true from then on.
     */
    public boolean isTainted(final int member) {
        return tainted[member];
    }

    boolean isTainted() {
        return tainted[own];
    }

    void taintBy(final int worldRank) {
        if (!isTainted()) {
            taint(own);
            protocol.count(Counter.WINDOWS_TAINTED);
            protocol.states().taint(place, worldRank);
        }
    }

    void taint(final int member) {
        if (!tainted[member]) {
            final boolean[] more = tainted.clone();
            more[member] = true;
            tainted = more;
        }
    }

    void open() {
        for (int member = 0; member < peers.length; member++) {
            peers[member] = protocol.peer(worldRanks[member]);
        }
        place = protocol.states().open(id, WindowMode.PACKET.code(), part.length(), worldRanks.length);
    }

    void close() {
        protocol.states().close(place);
        place = WindowStates.NONE;
    }

    void showWaiting(final int member, final LockType type) {
        show(member, type == LockType.SHARED ? WindowStateDescriptor.WAITS_SHARED : WindowStateDescriptor.WAITS_EXCLUSIVE);
    }

    void showHolder(final int member, final LockType type) {
        show(member, type == LockType.SHARED ? WindowStateDescriptor.HOLDS_SHARED : WindowStateDescriptor.HOLDS_EXCLUSIVE);
    }

    /** Records an event of the lock of this rank's own part, for a member that has to wait for it. */
    void record(final FlightKind kind, final int member, final LockType type, final long ns) {
        protocol.flight().lock(
            kind, FlightKind.PEER_ASKS | (type == LockType.SHARED ? 0 : FlightKind.EXCLUSIVE), worldRanks[member], id, ns);
    }

    void showNothing(final int member) {
        show(member, WindowStateDescriptor.NOTHING);
    }

    private void show(final int member, final int code) {
        protocol.states().rank(place, worldRanks[member], code, protocol.nowNs());
        protocol.states().lock(
            place, lock.state().code(), lock.holders(), lock.waiting(), (int) Math.min(lock.bypasses(), Integer.MAX_VALUE));
    }
}
