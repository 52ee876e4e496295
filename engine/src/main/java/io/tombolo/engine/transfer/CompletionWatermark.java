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
import io.tombolo.engine.peer.OpenRendezvous;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.engine.peer.ProtocolViolation;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;

/**
 * Ends long messages of which their receivers say, each in one word of its credit line, that they are done: those below a number, in the
 * order of their envelopes (S0.31). What ends otherwise, or out of turn, is told by a return record of its own before the word passes it.
 * So the word is loaded first, then all records are handled that are there, then the word. One thread at a time.
 */
public final class CompletionWatermark {
    private final Node node;
    private final LongSends longSends;
    private final Counters counters;

    /**
     * Nothing told.
     *
     * @param node      of this rank.
     * @param longSends of this rank.
     */
    public CompletionWatermark(final Node node, final LongSends longSends) {
        this.node = node;
        this.longSends = longSends;
        this.counters = node.counters();
    }

    /**
     * Returns whether the word of a peer may end something.
     *
     * @param peer any.
     * @return false if it has no message that is not done, or is not to be believed any more.
     */
    public boolean isAwaited(final Peer peer) {
        return !longSends.pending().envelopes(peer.rank()).isEmpty() && peer.state() != PeerState.BROKEN;
    }

    /**
     * Believes a word, once all records have been handled that were there when it was loaded. One that cannot be costs the pair, and so
     * does one that passes a message whose receiver waits for this rank.
     *
     * @param peer   that it came from.
     * @param number as it was loaded, unchecked.
     * @return messages that have ended.
     */
    public int apply(final Peer peer, final long number) {
        final OpenRendezvous envelopes = longSends.pending().envelopes(peer.rank());
        boolean isDue = envelopes.pass(number);
        int ended = 0;
        while (isDue && envelopes.firstPassed() != OpenRendezvous.NONE) {
            final PendingSend send = longSends.pending().at(envelopes.firstPassed());
            isDue = send.isAnswerDue();
            if (isDue) {
                ended++;
                longSends.got(send);
            }
        }
        if (ended > 0) {
            counters.add(Counter.DONE_GET_RECEIVED, ended);
            counters.add(Counter.DONE_IN_ORDER, ended);
        }
        if (!isDue) {
            ProtocolViolation.of(node, peer, "number of long messages that are done");
        }
        return ended;
    }
}
