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
package io.tombolo.engine.pt2pt;

import io.tombolo.engine.api.MemoryKind;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.SendPath;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.engine.transfer.ClaimRegions;
import io.tombolo.engine.transfer.LocalRegion;
import io.tombolo.engine.transfer.LocalRegions;
import io.tombolo.engine.transfer.LongSends;
import io.tombolo.engine.transfer.MulticastOperation;
import io.tombolo.engine.transfer.MulticastSend;
import io.tombolo.ringbuffers.counters.Counter;
import java.util.function.Consumer;

/**
 * Starts the sends of messages to several ranks. Each goes the way of any other send, in its order among them. What this adds: the message
 * is copied once, into a region of the pool of claims that all sends share, and a destination that cannot take the message at once may be
 * left out. One thread at a time.
 */
final class Multicasts {
    private final Node node;
    private final Peer[] peers;
    private final Sends sends;
    private final LongSends longSends;
    private final LocalRegions regions;
    private final ClaimRegions pool;
    private final Consumer<Operation> starting;

    Multicasts(
        final Node node, final Peer[] peers, final Sends sends, final LongSends longSends, final LocalRegions regions,
        final ClaimRegions pool, final Consumer<Operation> starting) {
        this.node = node;
        this.peers = peers;
        this.sends = sends;
        this.longSends = longSends;
        this.regions = regions;
        this.pool = pool;
        this.starting = starting;
    }

    /**
     * Lends a region for a copy of a message.
     *
     * @param command active; its target is the multicast. It ends cancelled if the message needs no copy, or if no region can be lent
     *                now. Then the caller may make a region whose length is {@link MulticastOperation#growth}, and ask again,
     *                with the region if it could be made.
     */
    void lend(final Operation command) {
        final MulticastOperation multicast = (MulticastOperation) command.target;
        // Held only if a call has thrown after it got the region.
        multicast.letGo();
        // The ring or a packet carries other memory more cheaply, even to each destination.
        multicast.needsCopy = regions.find(multicast) != null ? !multicast.mayExpose : multicast.length > sends.choice().packetLength();
        if (!multicast.needsCopy) {
            command.complete(Outcome.CANCELLED);
            return;
        }
        final long growth = multicast.growth;
        multicast.growth = 0;
        if (growth > 0) {
            pool.grown(multicast.length, growth, multicast.grown);
            multicast.grown = null;
        }
        // The other half is kept for claims, and for destinations that take their messages.
        multicast.isScarce = pool.isHalfLentWith(multicast.length);
        final boolean mayLend = multicast.isSkipping || !multicast.isScarce;
        final LocalRegion region = mayLend ? pool.acquire(multicast.length) : null;
        if (region != null) {
            multicast.hold(region);
            pool.release(region);
        } else if (mayLend && multicast.mayGrow && growth == 0) {
            multicast.growth = pool.grow(multicast.length);
        }
        command.complete(region == null ? Outcome.CANCELLED : Outcome.SUCCESS);
    }

    /**
     * Starts all sends of a multicast.
     *
     * @param command active; its target is the multicast, with prepared sends. It ends when they have started.
     */
    void start(final Operation command) {
        final MulticastOperation multicast = (MulticastOperation) command.target;
        if (multicast.region() != null) {
            multicast.useRegion();
        }
        for (int i = 0; i < multicast.count(); i++) {
            try {
                start(multicast, multicast.send(i));
            } catch (final OutOfMemoryError none) {
                multicast.send(i).failUnlessStarted(node.counters());
                node.error(none);
            }
        }
        multicast.ended();
        command.complete(Outcome.SUCCESS);
    }

    private void start(final MulticastOperation multicast, final MulticastSend send) {
        if (multicast.isSkipping && send.end != Outcome.REVOKED) {
            startNowOrSkip(multicast, send);
        } else if (send.end != Outcome.SUCCESS) {
            send.fail(send.end, node.counters());
        } else if (trySendShort(peers[send.destination], send)) {
            send.complete(Outcome.SUCCESS);
        } else {
            starting.accept(send);
        }
    }

    private void startNowOrSkip(final MulticastOperation multicast, final MulticastSend send) {
        final Peer peer = peers[send.destination];
        // Twice: what has come back from the peer may make room.
        final boolean isStarted = send.end == Outcome.SUCCESS && isThere(peer) &&
            (tryStart(multicast, send, peer) || sends.doWork(peer) > 0 && tryStart(multicast, send, peer));
        if (!isStarted) {
            send.isSkipped = true;
            node.counters().increment(Counter.MULTICAST_SKIPPED);
            send.complete(Outcome.SUCCESS);
        }
    }

    /** Starts a send if its message leaves at once. */
    private boolean tryStart(final MulticastOperation multicast, final MulticastSend send, final Peer peer) {
        if (trySendShort(peer, send)) {
            send.complete(Outcome.SUCCESS);
            return true;
        }
        if (!peer.outbound().takesEnvelope() || multicast.isScarce && longSends.pendingTo(peer.rank()) > 0) {
            return false;
        }
        final boolean leaves = switch (path(send, peer)) {
            case EAGER -> peer.outbound().hasFreePacket();
            case REGISTERED -> hasPlace();
            // Staged, it would have to wait for lanes: there is no region for a copy, or no credit.
            case SHORT, STAGED -> false;
        };
        if (leaves) {
            starting.accept(send);
        }
        return leaves;
    }

    private boolean isThere(final Peer peer) {
        if (peer.state() != PeerState.OPEN || peer.untold() != Outcome.SUCCESS) {
            // The count of skipped destinations tells the application.
            peer.tell();
            return false;
        }
        return sends.meet(peer) && sends.ensureOpen(peer);
    }

    private SendPath path(final MulticastSend send, final Peer peer) {
        final boolean isInRegion = sends.choice().mayBeRegistered(send.length, true) && regions.find(send) != null;
        final MemoryKind kind = isInRegion ? MemoryKind.REGION : MemoryKind.PRIVATE;
        final SendPath path = sends.choice().decide(send.length, kind, false, true);
        return path == SendPath.REGISTERED || peer.outbound().coversEager(send.length) ? path : SendPath.STAGED;
    }

    private boolean hasPlace() {
        final boolean hasPlace = longSends.reserve();
        if (hasPlace) {
            longSends.unreserve();
        }
        return hasPlace;
    }

    /** Sends the message of an operation that has not started, if it fits a record and there is room. */
    private boolean trySendShort(final Peer peer, final Operation send) {
        return !send.isInPieces() && sends.trySendShort(peer, send.key, send.base, send.offset, send.length);
    }
}
