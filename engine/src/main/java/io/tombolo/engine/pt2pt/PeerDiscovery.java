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

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.engine.peer.ProtocolViolation;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.pair.InboundPair;
import io.tombolo.ringbuffers.pair.RingConsumer;
import java.util.function.Consumer;

/**
 * Finds out which peers have come and which are gone. One thread at a time.
 */
final class PeerDiscovery {
    private final Node node;
    private final Sends sends;
    private final Receives receives;
    private final Consumer<Peer> settling;

    /**
     * Creates the discovery; no peer is known yet.
     *
     * @param node     of this rank.
     * @param sends    of this rank.
     * @param receives of this rank.
     * @param settling ends all that is under way to and from a peer that is gone.
     */
    PeerDiscovery(final Node node, final Sends sends, final Receives receives, final Consumer<Peer> settling) {
        this.node = node;
        this.sends = sends;
        this.receives = receives;
        this.settling = settling;
    }

    /**
     * Looks whether a peer has a new pair file or doorbell, whether it has damaged a pair, and whether it is gone.
     *
     * @param peer any.
     * @return work done.
     */
    int discover(final Peer peer) {
        int work = 0;
        if (!peer.hasCome() && sends.meet(peer)) {
            work++;
        }
        if (!peer.inbound().isOpen() && peer.state() == PeerState.OPEN) {
            work += openInbound(peer, node.openInbound(peer.rank()));
        }
        if (!peer.hasDoorbell() && peer.state() == PeerState.OPEN) {
            peer.doorbell(node.doorbell(peer.rank()));
        }
        if (peer.state() == PeerState.OPEN && peer.isCorrupt()) {
            // Here too: a rank that always has work comes to no wait, before which it looks otherwise.
            ProtocolViolation.of(node, peer, "position in the pair file");
            work++;
        }
        if (peer.state() == PeerState.OPEN) {
            work += checkMember(peer);
        }
        return work;
    }

    private int openInbound(final Peer peer, final InboundPair pair) {
        if (pair == null) {
            return 0;
        }
        peer.inbound().open(pair, node.settings().intValue(GeometrySetting.PACKETS));
        return 1;
    }

    private int checkMember(final Peer peer) {
        final Outcome outcome = node.outcomeOf(peer.rank());
        if (outcome == Outcome.PROTOCOL_ERROR) {
            final int work = gone(peer, PeerState.BROKEN);
            if (peer.state() != PeerState.OPEN) {
                node.protocolError(peer.rank(), "its state in the job file");
            }
            return work;
        }
        if (outcome != Outcome.SUCCESS) {
            return gone(peer, outcome == Outcome.PEER_LEFT ? PeerState.LEFT : PeerState.FAILED);
        }
        final boolean isUnmapped = node.cannotMap(peer.rank(), node.rank());
        final PeerState refusal = node.isGivenUp(peer.rank()) ? PeerState.BROKEN :
            isUnmapped || node.cannotMap(node.rank(), peer.rank()) ? PeerState.REFUSED : PeerState.OPEN;
        if (refusal == PeerState.OPEN) {
            return 0;
        }
        final int work = gone(peer, refusal);
        if (isUnmapped && peer.state() != PeerState.OPEN) {
            node.error(new IllegalStateException("rank " + peer.rank() + " could not map the pair file of rank " + node.rank() +
                ": its error handler has been told why"));
        }
        return work;
    }

    /** Takes what a peer has sent, and marks it gone then. As long as its messages wait for room here, it stays open, which is no work. */
    private int gone(final Peer peer, final PeerState state) {
        // The records that it sent before it went are complete in the ring, and are received first. Its row was written after them.
        int work = openInbound(peer, peer.inbound().isOpen() ? null : node.openInbound(peer.rank()));
        int taken = 1;
        while (taken > 0 && peer.inbound().isRead()) {
            taken = receives.doWork(peer);
            work += taken;
        }
        if (peer.inbound().isRead() && peer.inbound().ring().poll() != RingConsumer.EMPTY) {
            // The table for unexpected messages is full. The messages of the peer are received before it is gone.
            return work;
        }
        if (peer.state() == PeerState.OPEN) {
            if (state == PeerState.BROKEN) {
                // In both directions, and before any send ends: the peer may be getting its message.
                node.refuse(peer.rank());
            }
            peer.markGone(state);
            countGone(state);
        }
        settling.accept(peer);
        return work + 1;
    }

    private void countGone(final PeerState state) {
        if (state == PeerState.FAILED) {
            node.counters().increment(Counter.PEER_FAILURES);
        } else if (state == PeerState.LEFT) {
            node.counters().increment(Counter.PEERS_LEFT);
        }
    }
}
