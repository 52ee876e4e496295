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
 * What uses the way between two ranks beside tagged messages: takes the records of its packet types, does its work in turn, and hears of
 * peers that are gone. One thread at a time (the progress owner).
 */
public interface Protocol {
    /**
     * Takes a record. Must not block, and posts answers to the send machine of the peer.
     *
     * @param peer that it came from.
     * @param ring stands at the record; the caller goes on to the next if it was taken.
     * @param type code of one of its packet types.
     * @return false to leave the record where it is, because there is no room for it now or the pair has been given up.
     */
    boolean accept(Peer peer, RingConsumer ring, int type);

    /**
     * Starts an operation that is its own.
     *
     * @param operation active.
     */
    void start(Operation operation);

    /**
     * Goes on with what has become possible.
     *
     * @return work done.
     */
    int doWork();

    /**
     * Ends what needed a peer. What it sent before it went has been accepted, and the sends to it have been ended.
     *
     * @param peer    marked gone.
     * @param outcome that operations end with.
     */
    void peerGone(Peer peer, Outcome outcome);

    /**
     * Ends everything, for an engine that closes or a job that is aborted.
     *
     * @param outcome that operations end with.
     */
    void endAll(Outcome outcome);
}
