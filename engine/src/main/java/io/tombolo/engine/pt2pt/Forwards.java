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
import io.tombolo.engine.completion.ForwardProgress;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.completion.PeerOutcome;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.PeerState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Holds forwarded messages (S3.30) until their first bytes arrive. Then a long message is exposed in the memory where it arrives, part by
 * part, and a short message is sent like any other. The messages leave in the order in which their first bytes have arrived, and before any
 * message that the application sends after it has seen them. One thread at a time.
 */
final class Forwards {
    private final Node node;
    private final Peer[] peers;
    private final Sends sends;
    // Sends whose first bytes have not come, in the order of their calls.
    private final List<Operation> waiting = new ArrayList<>();
    // Progress of receives whose first bytes have come, or which have ended, in that order.
    private final Queue<ForwardProgress> ready = new ArrayDeque<>();
    private final Consumer<ForwardProgress> listener = ready::add;

    Forwards(final Node node, final Peer[] peers, final Sends sends) {
        this.node = node;
        this.peers = peers;
        this.sends = sends;
    }

    /**
     * Ties a send to a receive.
     *
     * @param forward active; it ends at once. From then on the operation of the receive may be reused.
     */
    void start(final Operation forward) {
        final Operation send = forward.forwarded;
        ForwardProgress forwardProgress = forward.target.forwardProgress;
        if (forwardProgress == null) {
            forwardProgress = new ForwardProgress(listener);
            forward.target.reportTo(forwardProgress);
        }
        send.forwardProgress = forwardProgress;
        forward.complete(Outcome.SUCCESS);
        final Peer peer = peers[send.destination];
        if (!forwardProgress.hasNews() && peer.state() != PeerState.OPEN) {
            send.fail(PeerOutcome.of(peer), node.counters());
            return;
        }
        // Queued in any case: earlier sends go first, and if one throws, the others are kept.
        waiting.add(send);
        if (forwardProgress.hasNews()) {
            ready.add(forwardProgress);
            doWork();
        }
    }

    /**
     * Starts the sends whose first bytes have come.
     *
     * @return work done.
     */
    int doWork() {
        int work = 0;
        while (!ready.isEmpty()) {
            final Operation send = takeFor(ready.element());
            if (send == null) {
                ready.remove();
            } else {
                begin(send);
                work++;
            }
        }
        return work;
    }

    private Operation takeFor(final ForwardProgress forwardProgress) {
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).forwardProgress == forwardProgress) {
                return waiting.remove(i);
            }
        }
        return null;
    }

    private void begin(final Operation send) {
        final ForwardProgress forwardProgress = send.forwardProgress;
        if (forwardProgress.isWhole()) {
            send.forwardProgress = null;
            send.length = forwardProgress.length();
            sends.start(send);
        } else if (forwardProgress.isCancelled()) {
            send.complete(Outcome.CANCELLED);
        } else if (forwardProgress.isBroken()) {
            send.fail(Outcome.INCOMPLETE, node.counters());
        } else if (peers[send.destination].state() != PeerState.OPEN) {
            send.fail(PeerOutcome.of(peers[send.destination]), node.counters());
        } else {
            send.length = forwardProgress.length();
            sends.startForwarded(send);
        }
    }

    /**
     * Cancels a send whose first bytes have not come.
     *
     * @param send active, or done.
     * @return false if it is none of these.
     */
    boolean withdraw(final Operation send) {
        if (send.forwardProgress == null || !waiting.remove(send)) {
            return false;
        }
        send.complete(Outcome.CANCELLED);
        return true;
    }

    /**
     * Ends the sends that wait to be started to a peer.
     *
     * @param peer that is gone.
     */
    void end(final Peer peer) {
        for (int i = waiting.size() - 1; i >= 0; i--) {
            if (waiting.get(i).destination == peer.rank()) {
                waiting.remove(i).fail(PeerOutcome.of(peer), node.counters());
            }
        }
    }

    /**
     * Ends all sends that wait, for an engine that closes.
     */
    void endAll(final Outcome outcome) {
        while (!waiting.isEmpty()) {
            waiting.remove(waiting.size() - 1).fail(outcome, node.counters());
        }
    }
}
