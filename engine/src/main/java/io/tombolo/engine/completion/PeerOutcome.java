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
package io.tombolo.engine.completion;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.peer.Peer;

/**
 * The outcome of operations that need a peer which is gone.
 */
public final class PeerOutcome {
    private PeerOutcome() {
    }

    /**
     * Translates the state of a peer into an outcome.
     *
     * @param peer that is gone, or whose incarnation before is gone and the application does not know.
     * @return outcome of every operation that needs the peer.
     */
    public static Outcome of(final Peer peer) {
        return switch (peer.state()) {
            case OPEN -> peer.untold();
            case LEFT -> Outcome.PEER_LEFT;
            case BROKEN -> Outcome.PROTOCOL_ERROR;
            case REFUSED -> Outcome.INSUFFICIENT_RESOURCES;
            case ABORTED -> Outcome.ABORTED;
            default -> Outcome.PEER_FAILED;
        };
    }
}
