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
import io.tombolo.engine.completion.PeerOutcome;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.PeerState;

/**
 * Tells which ranks can still send a message that a receive or probe waits for. A message that a rank sends to itself later comes too late
 * for a receive from any source. One thread at a time.
 */
final class RemainingSenders {
    private final Peer[] peers;
    private final int rank;
    private final Contexts contexts;
    private int gone;

    /**
     * Starts with no rank gone.
     *
     * @param peers    by rank.
     * @param rank     of this process.
     * @param contexts in which this rank takes messages.
     */
    RemainingSenders(final Peer[] peers, final int rank, final Contexts contexts) {
        this.peers = peers;
        this.rank = rank;
        this.contexts = contexts;
    }

    /** Records that a peer is gone. */
    void peerGone() {
        gone++;
    }

    /** Records that the next incarnation of a rank that was gone has joined. */
    void replaced() {
        gone--;
    }

    /** Records that an operation has told the application of the end of a source, or of the incarnation before it. */
    void tell(final int source) {
        if (source >= 0) {
            peers[source].tell();
        }
    }

    boolean areAllThere() {
        return gone == 0;
    }

    /**
     * Returns whether the source of a receive is gone, or its incarnation before, and the application does not know; for any source,
     * whether all ranks but this one are gone.
     */
    boolean isGone(final int source, final int context) {
        return source >= 0 ? peers[source].state() != PeerState.OPEN || peers[source].untold() != Outcome.SUCCESS :
            peers[rank].state() == PeerState.ABORTED || isNobodyLeft(context);
    }

    /** Returns whether every other rank of a communicator is gone. */
    boolean isNobodyLeft(final int context) {
        if (gone == 0) {
            return false;
        }
        final int[] members = contexts.members(context);
        for (final int member : members) {
            if (member != rank && peers[member].state() == PeerState.OPEN) {
                return false;
            }
        }
        return members.length > 1;
    }

    /**
     * Returns the outcome of an operation that nobody can fulfil. For any source, a failed rank counts before a broken one, that before one
     * that left.
     */
    Outcome ending(final int source, final int context) {
        if (source >= 0 || peers[rank].state() != PeerState.OPEN) {
            return PeerOutcome.of(peers[source >= 0 ? source : rank]);
        }
        Outcome outcome = Outcome.PEER_LEFT;
        for (final int member : contexts.members(context)) {
            final Outcome next = member == rank ? outcome : PeerOutcome.of(peers[member]);
            outcome = next == Outcome.PEER_FAILED || outcome == Outcome.PEER_LEFT ? next : outcome;
        }
        return outcome;
    }
}
