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
 * Whose ring is looked at next for a message of any source: most often that of the source that the last one was of, and each other one in
 * turn; no source starves (S1.3). One thread at a time.
 */
final class SourceRotation {
    // Then every other source is asked first.
    private static final int MOST_IN_A_ROW = 16;

    private final Peer[] peers;
    private int last;
    private int next;
    private int inARow;

    SourceRotation(final Peer[] peers) {
        this.peers = peers;
    }

    /** The source that had a message last. */
    Peer last() {
        return peers[last];
    }

    /** Looks that see every source at least once. */
    int looksAtAll() {
        return peers.length;
    }

    /**
     * Looks at two rings, and at all after so many messages of one source.
     *
     * @return a source whose ring has a record, which stays there; or null.
     */
    Peer look() {
        if (inARow >= MOST_IN_A_ROW) {
            inARow = 0;
            next = last;
            for (int i = 1; i < peers.length; i++) {
                if (advance()) {
                    return peers[last];
                }
            }
        }
        if (isThere(peers[last])) {
            inARow++;
            return peers[last];
        }
        return advance() ? peers[last] : null;
    }

    private boolean advance() {
        next = next + 1 == peers.length ? 0 : next + 1;
        if (next == last || !isThere(peers[next])) {
            return false;
        }
        last = next;
        inARow = 1;
        return true;
    }

    private static boolean isThere(final Peer peer) {
        return peer.inbound().isRead() && peer.inbound().ring().poll() != RingConsumer.EMPTY;
    }
}
