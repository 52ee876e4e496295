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
import io.tombolo.ringbuffers.flight.FlightKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages that a matched probe has taken out of matching (S1.23), until they are received, or read in place and given back. In any order,
 * whatever else arrives: each is named by its place in the store. One thread at a time.
 */
public final class MatchedMessages {
    private final Node node;
    private final PendingReceives posted;
    private final UnexpectedArrivals arrivals;
    private final LongReceives longReceives;
    // Operations that still fetch messages which the application has given back.
    private final List<Operation> fetches = new ArrayList<>();

    MatchedMessages(
        final Node node, final PendingReceives posted, final UnexpectedArrivals arrivals, final LongReceives longReceives) {
        this.node = node;
        this.posted = posted;
        this.arrivals = arrivals;
        this.longReceives = longReceives;
    }

    /**
     * Looks for a message, and lends it. The message leaves matching; the caller has to receive it or to give it back.
     *
     * @param operation active; it ends with the message, cancelled if there is none, or failed if its source is gone.
     */
    public void match(final Operation operation) {
        if (posted.endIfRevoked(operation)) {
            return;
        }
        posted.prepare(operation);
        if (posted.endIfUntold(operation)) {
            return;
        }
        final int index = arrivals.take(operation);
        if (index != UnexpectedArrivals.NONE) {
            lend(operation, index);
        } else if (!posted.endIfGone(operation)) {
            operation.complete(Outcome.CANCELLED);
        }
    }

    /** Lends the message that has come without being filed, if there is one. */
    void lendNext(final Operation match) {
        if (arrivals.unfiled() != UnexpectedArrivals.NONE) {
            lend(match, arrivals.unfiled());
        }
    }

    private void lend(final Operation match, final int index) {
        final UnexpectedArrival arrival = arrivals.at(index);
        arrival.isLent = true;
        arrival.isOfPoll = match.isOfPoll;
        arrival.lentAtNs = System.nanoTime();
        arrivals.record(FlightKind.PROBE_MATCHED, arrival);
        match.arrival = index;
        match.found(arrival.source, arrival.tag, arrival.length);
    }

    /**
     * Receives a matched message.
     *
     * @param operation active, with place and capacity.
     */
    void receive(final Operation operation) {
        arrivals.deliver(operation, operation.arrival);
    }

    /**
     * Lets the window of an operation wrap a matched message: in its block, or in the sender's region. A staged message, or one that no
     * single buffer can wrap in that region, is fetched into private memory first.
     *
     * @param operation active; it fails if there is no private memory, and the message is unchanged then.
     */
    void view(final Operation operation) {
        final UnexpectedArrival arrival = arrivals.at(operation.arrival);
        if (!arrival.isLong) {
            operation.window.wrap(arrival.block, (int) arrival.length);
            arrivals.recordEnd(operation, arrival, arrival.block);
            operation.found(arrival.source, arrival.tag, arrival.length);
        } else if (Exposure.mode(arrival.place) != Exposure.REGISTERED || !viewRegistered(operation, arrival)) {
            fetch(operation, arrival);
        }
    }

    private void fetch(final Operation operation, final UnexpectedArrival arrival) {
        longReceives.prepare(arrival.peer);
        if (arrivals.store().acquireFetched(arrival)) {
            operation.window.wrap(arrival.block, (int) arrival.length);
            operation.offset = arrival.block;
            operation.length = arrival.length;
            operation.getEnvelope = arrival.envelope;
            arrivals.recordEnd(operation, arrival, arrival.block);
            longReceives.start(
                operation, arrival.peer, arrival.tag, arrival.length, arrival.send, arrival.place, arrival.position,
                arrival.available, 0);
        } else {
            operation.complete(Outcome.INSUFFICIENT_RESOURCES);
        }
    }

    /**
     * Lets the window wrap the message in its sender's region, or ends the operation if that memory is not accessible.
     *
     * @return false if the message has to be fetched, since no single buffer can wrap it.
     */
    private boolean viewRegistered(final Operation operation, final UnexpectedArrival arrival) {
        final Peer peer = arrival.peer;
        final Outcome takenBack = longReceives.refusalOutcome(peer);
        if (takenBack != Outcome.SUCCESS) {
            operation.complete(takenBack);
            return true;
        }
        final Outcome outcome = longReceives.view(peer, arrival.place, arrival.position, arrival.length, operation.window);
        if (outcome == Outcome.SUCCESS) {
            arrivals.recordEnd(operation, arrival, operation.window.addressOffset());
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
     * Lets the application keep a message that a poll has matched.
     *
     * @param operation active.
     */
    void keep(final Operation operation) {
        arrivals.at(operation.arrival).isOfPoll = false;
        operation.complete(Outcome.SUCCESS);
    }

    /**
     * Gives a matched message back, read or not.
     *
     * @param operation active; its target is the operation that fetches the message, or null.
     */
    void giveBack(final Operation operation) {
        final Operation fetch = operation.target;
        if (fetch == null || fetch.isDone()) {
            arrivals.giveBack(operation.arrival);
        } else {
            // First: if there is no memory, nothing has changed.
            fetches.add(fetch);
            arrivals.at(operation.arrival).isLent = false;
        }
        operation.complete(Outcome.SUCCESS);
    }

    /** Gives messages back that were given back while they were being fetched, and are there now. */
    void giveBackFetched() {
        for (int i = fetches.size() - 1; i >= 0; i--) {
            if (fetches.get(i).isDone()) {
                arrivals.giveBack(fetches.remove(i).arrival);
            }
        }
    }

    /**
     * Gives the messages back to their senders that the application has not given back, for an engine that closes.
     *
     * @param report gets the messages, with their senders and how long they were lent.
     */
    void giveBackAll(final LoanReport report) {
        for (int index = 0; index < arrivals.store().capacity(); index++) {
            final UnexpectedArrival arrival = arrivals.at(index);
            if (arrival.isLent) {
                if (!arrival.isOfPoll) {
                    report.add("message of " + arrival.length + " bytes from rank " + arrival.source + " with tag " + arrival.tag,
                        arrival.lentAtNs);
                }
                // Its memory is not released: a view may still show it, and the next owner of the block would write to it.
                arrivals.settle(index);
                arrival.isLent = false;
            }
        }
    }
}
