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
import io.tombolo.engine.node.GroupMembers;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.matching.Matcher;

/**
 * Tells which ranks can still send a message that a receive or probe waits for. A message that a rank sends to itself later comes too late
 * for a receive from any source. One thread at a time.
 */
final class RemainingSenders {
    private final Peer[] peers;
    private final int rank;
    private final Contexts contexts;
    private int gone;
    private int leastSource = Matcher.ANY_SOURCE;

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
        leastSource = Math.max(leastSource, 0);
    }

    /** Records that the next incarnation of a rank that was gone has joined. */
    void replaced() {
        gone--;
        if (gone == 0 && leastSource == 0) {
            leastSource = Matcher.ANY_SOURCE;
        }
    }

    /** Records that an operation has told the application of the end of a source, or of the incarnation before it. */
    void tell(final int source) {
        if (source >= 0) {
            peers[source].tell();
        }
    }

    /** Returns the lowest source of receives that need no look at who is gone: no source if a communicator may be revoked. */
    int leastSource() {
        return leastSource;
    }

    /** Records that a communicator is revoked. */
    void revoked() {
        leastSource = Integer.MAX_VALUE;
    }

    /**
     * Returns whether the source of a receive is gone, or its incarnation before, and the application does not know; for any source,
     * whether all ranks but this one are gone; or whether the communicator is revoked.
     */
    boolean isGone(final int source, final int context) {
        return contexts.isRevoked(context) || (source >= 0 ? isGoneFrom(context, source) :
            peers[rank].state() == PeerState.ABORTED || isNobodyLeft(context));
    }

    private boolean isGoneFrom(final int context, final int source) {
        final Peer peer = peers[source];
        return peer.state() != PeerState.OPEN || peer.untold() != Outcome.SUCCESS || contexts.isReplaced(context, peer);
    }

    /** Returns whether every other rank of a communicator is gone. */
    boolean isNobodyLeft(final int context) {
        final GroupMembers members = contexts.members(context);
        if (gone == 0 && !members.isAnyLost()) {
            return false;
        }
        for (final int member : members.ranks()) {
            if (member != rank && !isGoneFrom(context, member)) {
                return false;
            }
        }
        return members.size() > 1;
    }

    /**
     * Returns the outcome of an operation that nobody can fulfil. For any source, a failed rank counts before a broken one, that before one
     * that left.
     */
    Outcome ending(final int source, final int context) {
        if (contexts.isRevoked(context)) {
            return Outcome.REVOKED;
        }
        if (source >= 0 || peers[rank].state() != PeerState.OPEN) {
            return endOf(context, source >= 0 ? source : rank);
        }
        Outcome outcome = Outcome.PEER_LEFT;
        for (final int member : contexts.members(context).ranks()) {
            final Outcome next = member == rank ? outcome : endOf(context, member);
            outcome = next == Outcome.PEER_FAILED || outcome == Outcome.PEER_LEFT ? next : outcome;
        }
        return outcome;
    }

    private Outcome endOf(final int context, final int member) {
        final Outcome outcome = PeerOutcome.of(peers[member]);
        // A member that was replaced is lost, although its rank is there.
        return outcome == Outcome.SUCCESS && contexts.isReplaced(context, peers[member]) ? Outcome.PEER_FAILED : outcome;
    }
}
