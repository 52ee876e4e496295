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
import io.tombolo.engine.completion.Ending;
import io.tombolo.engine.completion.Feed;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.PeerState;

/**
 * Messages that are passed on (S3.30), until their first bytes are there: then a long one is exposed where it arrives, part by part as it
 * comes, and a short one is sent like any other. One thread at a time.
 */
final class Forwards {
    private final Node node;
    private final Peer[] peers;
    private final Sends sends;
    private Operation waiting;

    Forwards(final Node node, final Peer[] peers, final Sends sends) {
        this.node = node;
        this.peers = peers;
        this.sends = sends;
    }

    /**
     * Ties a send to a receive.
     *
     * @param forward active; ends at once. From then on the operation of the receive may begin another life.
     */
    void start(final Operation forward) {
        final Operation send = forward.forwarded;
        send.feed = forward.target.feed;
        if (send.feed == null) {
            send.feed = new Feed();
            forward.target.tell(send.feed);
        }
        forward.complete(Outcome.SUCCESS);
        if (!step(send)) {
            send.nextInList = waiting;
            waiting = send;
        }
    }

    /**
     * Looks for first bytes.
     *
     * @return work done.
     */
    int doWork() {
        int work = 0;
        Operation send = waiting;
        waiting = null;
        while (send != null) {
            final Operation next = send.nextInList;
            if (step(send)) {
                work++;
            } else {
                send.nextInList = waiting;
                waiting = send;
            }
            send = next;
        }
        return work;
    }

    private boolean step(final Operation send) {
        final Feed feed = send.feed;
        final Peer peer = peers[send.destination];
        if (feed.isWhole()) {
            send.feed = null;
            send.length = feed.length();
            sends.start(send);
        } else if (feed.isCancelled()) {
            send.complete(Outcome.CANCELLED);
        } else if (feed.isBroken()) {
            send.fail(Outcome.INCOMPLETE, node.counters());
        } else if (peer.state() != PeerState.OPEN) {
            send.fail(Ending.of(peer), node.counters());
        } else if (feed.arrived() > 0) {
            send.length = feed.length();
            sends.startForwarded(send);
        } else {
            return false;
        }
        return true;
    }

    /**
     * Ends those that wait, for an engine that closes.
     */
    void endAll(final Outcome outcome) {
        while (waiting != null) {
            final Operation send = waiting;
            waiting = send.nextInList;
            send.fail(outcome, node.counters());
        }
    }
}
