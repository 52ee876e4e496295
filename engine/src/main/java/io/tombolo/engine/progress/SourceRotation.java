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
package io.tombolo.engine.progress;

import io.tombolo.engine.peer.Peer;
import io.tombolo.ringbuffers.pair.RingConsumer;

/**
 * Chooses the source whose ring is polled next for a message of any source: most often the source of the last message, and each other one
 * in turn, so that no source starves (S1.3). One thread at a time.
 */
final class SourceRotation {
    // After so many messages of one source every other source is polled first.
    private static final int MOST_IN_A_ROW = 16;

    private final Peer[] peers;
    private int last;
    private int next;
    private int inARow;

    SourceRotation(final Peer[] peers) {
        this.peers = peers;
    }

    /** Returns the source that had a message last. */
    Peer last() {
        return peers[last];
    }

    /** Returns how many polls see every source at least once. */
    int pollsOfAll() {
        return peers.length;
    }

    /**
     * Polls two rings; all of them after so many messages of one source.
     *
     * @return a source whose ring has a record, which stays there; or null.
     */
    Peer poll() {
        if (inARow >= MOST_IN_A_ROW) {
            inARow = 0;
            next = last;
            for (int i = 1; i < peers.length; i++) {
                if (pollNext()) {
                    return peers[last];
                }
            }
        }
        if (hasRecord(peers[last])) {
            inARow++;
            return peers[last];
        }
        return pollNext() ? peers[last] : null;
    }

    /** Advances to the next source. Returns true if it has a record, and is the last source from now on. */
    private boolean pollNext() {
        next = next + 1 == peers.length ? 0 : next + 1;
        if (next == last || !hasRecord(peers[next])) {
            return false;
        }
        last = next;
        inARow = 1;
        return true;
    }

    private static boolean hasRecord(final Peer peer) {
        return peer.inbound().isRead() && peer.inbound().ring().poll() != RingConsumer.EMPTY;
    }
}
