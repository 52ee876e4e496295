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
package io.tombolo.engine.peer;

import io.tombolo.engine.node.Node;

/**
 * The end of a pair in which something was read that cannot be right: whatever came next could not be trusted.
 */
public final class ProtocolViolation {
    private ProtocolViolation() {
    }

    /**
     * Counts a protocol error and gives the pair up, on both sides: the other one finds that out by itself. What needs the peer ends in
     * the next turn.
     *
     * @param node of this rank.
     * @param peer whose bytes they are; maybe gone already.
     * @param what was read.
     */
    public static void of(final Node node, final Peer peer, final String what) {
        node.protocolError(peer.rank(), what);
        if (peer.state() == PeerState.OPEN) {
            peer.markGone(PeerState.BROKEN);
            node.refuse(peer.rank());
            peer.wake();
        }
    }
}
