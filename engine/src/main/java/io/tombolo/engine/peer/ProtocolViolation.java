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
 * Gives up a pair whose peer has written something impossible. Nothing that follows in the pair can be trusted.
 */
public final class ProtocolViolation {
    private ProtocolViolation() {
    }

    /**
     * Counts and reports a protocol error, and gives the pair up. The peer sees that in the job file. Operations that need the peer end in
     * the next turn of progress.
     *
     * @param node of this rank.
     * @param peer that wrote the bytes; may be gone already.
     * @param what was read, for the error message.
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
