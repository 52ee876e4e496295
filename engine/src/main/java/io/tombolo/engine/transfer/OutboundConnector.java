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
package io.tombolo.engine.transfer;

import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.io.IOException;

/**
 * Opens the outbound pair to a peer when something is first sent there (S3.39). One thread at a time.
 */
public final class OutboundConnector {
    private final Node node;
    private final long unexpectedBytes;

    /**
     * Makes a connector; no pair is open.
     *
     * @param node of this rank.
     */
    public OutboundConnector(final Node node) {
        this.node = node;
        this.unexpectedBytes = node.settings().value(GeometrySetting.UNEXPECTED_BYTES);
    }

    /**
     * Makes sure that the pair to a peer is open: makes the pair file, maps it and wakes the peer, if that has not been done yet.
     *
     * @param peer destination.
     * @return false if the peer is gone, or the pair file cannot be made; the error has been reported.
     */
    public boolean ensureOpen(final Peer peer) {
        if (peer.state() != PeerState.OPEN || !peer.outbound().isOpen() && !open(peer)) {
            return false;
        }
        if (!peer.hasDoorbell()) {
            peer.doorbell(node.doorbell(peer.rank()));
        }
        return true;
    }

    /**
     * Makes sure that the pair to a peer is open for an answer, as {@link #ensureOpen}. If there is no memory for it, this rank refuses the
     * pair from the peer. That ends the waiting operations on both sides, which would otherwise wait for ever.
     *
     * @param peer that waits for the answer.
     * @return false if no answer can be sent.
     */
    public boolean ensureOpenForAnswer(final Peer peer) {
        final boolean isOpen = ensureOpen(peer);
        if (!isOpen && peer.state() == PeerState.OPEN) {
            node.refuseForRoom(peer.rank());
        }
        return isOpen;
    }

    private boolean open(final Peer peer) {
        try {
            peer.outbound().open(node.openOutbound(peer.rank()), unexpectedBytes);
            peer.doorbell(node.doorbell(peer.rank()));
            peer.wake();
            return true;
        } catch (final IOException exception) {
            node.error(exception);
            return false;
        }
    }
}
