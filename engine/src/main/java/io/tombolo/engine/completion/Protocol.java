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
import io.tombolo.ringbuffers.pair.RingConsumer;

/**
 * A protocol that shares the pairs with tagged messages, such as windows and endpoints. It handles the records of its packet types, does
 * its work in each turn, and is called when a peer is gone. One thread at a time, the progress owner.
 */
public interface Protocol {
    /**
     * Handles a record. Must not block. Posts answers to the outbound side of the peer.
     *
     * @param peer source of the record.
     * @param ring positioned at the record; the caller advances it if this method returns true.
     * @param type code of one of its packet types.
     * @return false to leave the record in the ring, because there is no room for it now or the pair has been given up.
     */
    boolean accept(Peer peer, RingConsumer ring, int type);

    /**
     * Starts an operation of this protocol.
     *
     * @param operation active.
     */
    void start(Operation operation);

    /**
     * Continues work that has become possible.
     *
     * @return work done.
     */
    int doWork();

    /**
     * Ends the operations that need a peer. All its records have been accepted, and the sends to it have been ended.
     *
     * @param peer    marked gone.
     * @param outcome of these operations.
     */
    void peerGone(Peer peer, Outcome outcome);

    /**
     * Ends all operations, because the engine closes or the job is aborted.
     *
     * @param outcome of these operations.
     */
    void endAll(Outcome outcome);
}
