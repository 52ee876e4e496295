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
 * Sends that never wait. One thread at a time.
 */
public final class Offers {
    private final Sends sends;

    Offers(final Sends sends) {
        this.sends = sends;
    }

    /**
     * Sends a message in the ring if that is possible at once, and says why it is not. Nothing is queued.
     *
     * @param peer   destination.
     * @param key    envelope.
     * @param base   array, or null.
     * @param offset offset in the array, or address; range checked.
     * @param length bytes, at most {@link PathChoice#inlineLimit()}.
     * @return success; {@link Outcome#CANCELLED} if there is no room now; {@link Outcome#PEER_ABSENT} if no process has joined;
     *     {@link Outcome#INSUFFICIENT_RESOURCES} if the pair cannot be opened; or how the peer has ended, which the application knows then.
     */
    public Outcome offer(final Peer peer, final long key, final Object base, final long offset, final long length) {
        if (peer.isReachable() && sends.tryPost(peer, key, base, offset, length)) {
            return Outcome.SUCCESS;
        }
        if (peer.state() != PeerState.OPEN || peer.untold() != Outcome.SUCCESS) {
            final Outcome end = PeerOutcome.of(peer);
            peer.tell();
            return end;
        }
        if (!sends.meet(peer)) {
            return Outcome.PEER_ABSENT;
        }
        return sends.ensureOpen(peer) ? Outcome.CANCELLED : Outcome.INSUFFICIENT_RESOURCES;
    }
}
