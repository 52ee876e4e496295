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
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.completion.PeerOutcome;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.engine.transfer.LongReceives;
import io.tombolo.engine.wire.Exposure;

/**
 * Messages that a matched probe has taken out of matching (S1.23), until they are received, or read in place and given back. In any order,
 * whatever else arrives: each is named by its place in the store. One thread at a time.
 */
public final class MatchedMessages {
    private final Node node;
    private final Peer[] peers;
    private final PendingReceives posted;
    private final UnexpectedArrivals arrivals;
    private final LongReceives longReceives;

    MatchedMessages(
        final Node node, final Peer[] peers, final PendingReceives posted, final UnexpectedArrivals arrivals, final LongReceives longReceives) {
        this.node = node;
        this.peers = peers;
        this.posted = posted;
        this.arrivals = arrivals;
        this.longReceives = longReceives;
    }

    /**
     * Looks for a message, and lends it: out of matching, it is the asker's to receive or to give back.
     *
     * @param operation active; ends with the message, or cancelled if there is none, or as its source that is gone.
     */
    public void match(final Operation operation) {
        posted.prepare(operation);
        final int index = arrivals.take(operation);
        if (index != UnexpectedArrivals.NONE) {
            lend(operation, index);
        } else if (!posted.endIfGone(operation)) {
            operation.complete(Outcome.CANCELLED);
        }
    }

    /** Lends the message that has come without being filed, if one has. */
    void lendNext(final Operation match) {
        if (arrivals.unfiled() != UnexpectedArrivals.NONE) {
            lend(match, arrivals.unfiled());
        }
    }

    private void lend(final Operation match, final int index) {
        final UnexpectedArrival arrival = arrivals.at(index);
        arrival.isLent = true;
        arrival.lentAtNs = System.nanoTime();
        match.arrival = index;
        match.found(arrival.source, arrival.tag, arrival.length);
    }

    /**
     * Receives a matched message.
     *
     * @param operation active, with place and capacity.
     */
    public void receive(final Operation operation) {
        arrivals.deliver(operation, operation.arrival);
    }

    /**
     * Wraps the window of an operation in a matched message: in its block; in the sender's region; or, for a staged message or one
     * that no single buffer can wrap there, in private memory into which it is fetched first.
     *
     * @param operation active; fails for want of private memory with the message unchanged.
     */
    public void view(final Operation operation) {
        final UnexpectedArrival arrival = arrivals.at(operation.arrival);
        if (!arrival.isLong) {
            operation.window.wrap(arrival.block, (int) arrival.length);
            operation.found(arrival.source, arrival.tag, arrival.length);
        } else if (Exposure.mode(arrival.place) != Exposure.REGISTERED || !viewRegistered(operation, arrival)) {
            fetch(operation, arrival);
        }
    }

    private void fetch(final Operation operation, final UnexpectedArrival arrival) {
        longReceives.prepare(peers[arrival.source]);
        if (arrivals.store().acquireFetched(arrival)) {
            operation.window.wrap(arrival.block, (int) arrival.length);
            operation.offset = arrival.block;
            operation.length = arrival.length;
            operation.getEnvelope = arrival.envelope;
            longReceives.start(
                operation, peers[arrival.source], arrival.tag, arrival.length, arrival.send, arrival.place, arrival.position,
                arrival.available, 0);
        } else {
            operation.complete(Outcome.INSUFFICIENT_RESOURCES);
        }
    }

    /**
     * Wraps the message in its sender's region, or ends the operation if that cannot be.
     *
     * @return false if it has to be fetched, since no single buffer can wrap it.
     */
    private boolean viewRegistered(final Operation operation, final UnexpectedArrival arrival) {
        final Peer peer = peers[arrival.source];
        final Outcome takenBack = longReceives.refusalOutcome(peer);
        if (takenBack != Outcome.SUCCESS) {
            operation.complete(takenBack);
            return true;
        }
        final Outcome outcome = longReceives.view(peer, arrival.place, arrival.position, arrival.length, operation.window);
        if (outcome == Outcome.SUCCESS) {
            operation.found(arrival.source, arrival.tag, arrival.length);
        } else if (outcome == Outcome.PROTOCOL_ERROR && peer.state() != PeerState.OPEN) {
            operation.complete(PeerOutcome.of(peer));
        } else if (outcome == Outcome.PROTOCOL_ERROR) {
            node.protocolError(peer.rank(), "a long message names memory that is not there");
            operation.complete(Outcome.PROTOCOL_ERROR);
        }
        return outcome != Outcome.INSUFFICIENT_RESOURCES;
    }

    /**
     * Gives a matched message back, read or not.
     *
     * @param operation active.
     */
    public void giveBack(final Operation operation) {
        arrivals.giveBack(operation.arrival);
        operation.complete(Outcome.SUCCESS);
    }

    /**
     * Gives all back to the senders that the application has forgotten, for an engine that closes.
     *
     * @param report of what was lent, to whom and for how long.
     */
    public void giveBackAll(final LoanReport report) {
        for (int index = 0; index < arrivals.store().capacity(); index++) {
            final UnexpectedArrival arrival = arrivals.at(index);
            if (arrival.isLent) {
                report.add("message of " + arrival.length + " bytes from rank " + arrival.source + " with tag " + arrival.tag,
                    arrival.lentAtNs);
                // Not its memory, which a view may still show: the next owner of the block would write to it.
                arrivals.settle(index);
                arrival.isLent = false;
            }
        }
    }
}
