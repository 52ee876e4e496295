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
import io.tombolo.engine.completion.HandleTable;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.completion.PeerOutcome;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.OutboundRecord;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.engine.transfer.ClaimOperation;
import io.tombolo.engine.transfer.ClaimRegions;
import io.tombolo.engine.transfer.LocalRegion;
import io.tombolo.engine.transfer.LongSends;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;

/**
 * Memory that is lent to write messages in place. A message that fits a packet of the pair gets one. A longer message, or one that the
 * destination's budget does not cover, gets a region, and goes by rendezvous. Nothing is in the ring before the commit. One thread at a
 * time.
 */
public final class Claims {
    private final Peer[] peers;
    private final Sends sends;
    private final LongSends longSends;
    private final ClaimRegions regions;
    private final Node node;
    private final HandleTable<ClaimOperation> loans = new HandleTable<>(Integer.MAX_VALUE >>> 1);
    private final int packetLength;

    Claims(final Node node, final Peer[] peers, final Sends sends, final LongSends longSends, final ClaimRegions regions) {
        this.node = node;
        this.peers = peers;
        this.sends = sends;
        this.longSends = longSends;
        this.regions = regions;
        this.packetLength = node.settings().intValue(GeometrySetting.PACKET_LENGTH);
    }

    /**
     * Lends memory for a message.
     *
     * @param claim active, with destination and length; it ends with success, or cancelled if no memory can be lent now. Then the caller
     *              may create a region whose length is {@link ClaimOperation#growth}, and ask again, with the region if it could be
     *              created.
     */
    public void claim(final ClaimOperation claim) {
        final Peer peer = peers[claim.destination];
        final long growth = claim.growth;
        claim.growth = 0;
        claim.packet = OutboundRecord.NO_PACKET;
        claim.region = null;
        claim.isAbsent = !sends.meet(peer);
        if (claim.isAbsent) {
            claim.complete(Outcome.CANCELLED);
            return;
        }
        final boolean isGrown = growth == 0 || regions.grown(claim.length, growth, claim.grown);
        if (peer.state() != PeerState.OPEN || peer.untold() != Outcome.SUCCESS) {
            claim.complete(PeerOutcome.of(peer));
            peer.tell();
            return;
        }
        if (!isGrown || !sends.ensureOpen(peer)) {
            claim.complete(Outcome.INSUFFICIENT_RESOURCES);
            return;
        }
        final boolean isLent = claim.length <= packetLength && peer.outbound().lendsPackets() && peer.outbound().coversEager(claim.length) ?
            lendPacket(claim, peer) : lendRegion(claim);
        if (isLent) {
            claim.lentAtNs = System.nanoTime();
            claim.loan = loans.add(claim);
            claim.peer = peer;
            peer.use();
            claim.complete(Outcome.SUCCESS);
        } else {
            claim.complete(Outcome.CANCELLED);
        }
    }

    private static boolean lendPacket(final ClaimOperation claim, final Peer peer) {
        claim.packet = peer.outbound().claim((int) claim.length, claim.window);
        // For the flight recorder: the bytes still lie there when the record of the message has left.
        claim.offset = claim.window.addressOffset();
        return claim.packet != OutboundRecord.NO_PACKET;
    }

    private boolean lendRegion(final ClaimOperation claim) {
        // A place among the pending sends is reserved with the region: the commit must not find the table full.
        if (!longSends.reserve()) {
            return false;
        }
        claim.region = regions.acquire(claim.length);
        if (claim.region == null) {
            longSends.unreserve();
            claim.growth = claim.mayGrow ? regions.grow(claim.length) : 0;
            return false;
        }
        claim.region.file().wrap(claim.window, 0, (int) claim.length);
        return true;
    }

    /**
     * Sends a message from lent memory. The order of messages to the destination is that of the commits.
     *
     * @param commit active, with key; it ends when its record is in the ring.
     */
    public void commit(final ClaimOperation commit) {
        final Peer peer = commit.peer;
        if (peer.state() != PeerState.OPEN) {
            takeBack(commit);
            commit.complete(PeerOutcome.of(peer));
            peer.tell();
            peers[peer.rank()].tell();
            return;
        }
        forget(commit);
        shorten(commit, peer);
        node.counters().add(Counter.BYTES_SENT, commit.length);
        sends.recordIfAll(commit, peer);
        if (commit.region == null) {
            node.counters().increment(Counter.SENT_EAGER);
            commit.type = PacketType.EAGER.code();
            if (peer.outbound().post(commit)) {
                commit.complete(Outcome.SUCCESS);
            }
        } else {
            final LocalRegion region = commit.region;
            commit.region = null;
            commit.offset = region.file().address(0, commit.length);
            longSends.unreserve();
            longSends.start(commit, region);
            regions.release(region);
        }
    }

    /** Gives up the end of what is lent, if the message is shorter. */
    private static void shorten(final ClaimOperation commit, final Peer peer) {
        if (commit.region == null && commit.sentLength < commit.length) {
            peer.outbound().shortenClaim(commit.length, commit.sentLength);
        }
        commit.length = commit.sentLength;
    }

    /**
     * Takes lent memory back, whose message is not sent.
     *
     * @param abort active.
     */
    public void abort(final ClaimOperation abort) {
        takeBack(abort);
        abort.complete(Outcome.SUCCESS);
    }

    private void takeBack(final ClaimOperation claim) {
        if (claim.region == null) {
            claim.peer.outbound().abortClaim(claim.packet, claim.length);
            claim.packet = OutboundRecord.NO_PACKET;
        } else {
            longSends.unreserve();
            regions.release(claim.region);
            claim.region = null;
        }
        forget(claim);
    }

    private void forget(final ClaimOperation claim) {
        loans.remove(claim.loan);
        claim.loan = Operation.NONE;
        claim.peer.endUse();
    }

    /**
     * Takes all memory back that the application has not given back, for an engine that closes.
     *
     * @param report gets the claims, with their destinations and how long they were lent.
     */
    void takeBackAll(final LoanReport report) {
        for (int index = 0; index < loans.capacity(); index++) {
            final ClaimOperation claim = loans.at(index);
            if (claim != null) {
                report.add("claim of " + claim.length + " bytes to rank " + claim.destination + " with tag " + claim.tag, claim.lentAtNs);
                takeBack(claim);
            }
        }
    }
}
