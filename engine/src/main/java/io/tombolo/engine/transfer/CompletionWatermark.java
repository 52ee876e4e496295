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
 * Ends the long messages that a receiver has passed with its watermark: one word of its credit line, which says that all messages below a
 * number are done, in the order of their envelopes (S0.31). A message that ends in another way, or out of order, has a return record of its
 * own, which comes before the watermark passes it. So the caller loads the word first, handles all return records, then applies the word.
 * One thread at a time.
 */
public final class CompletionWatermark {
    private final Node node;
    private final LongSends longSends;
    private final Counters counters;

    /**
     * Makes the watermarks of one rank.
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
     * Returns whether the watermark of a peer may end a message.
     *
     * @param peer any.
     * @return false if no long message to it is pending, or its pair is broken.
     */
    public boolean isAwaited(final Peer peer) {
        return !longSends.pending().envelopes(peer.rank()).isEmpty() && peer.state() != PeerState.BROKEN;
    }

    /**
     * Completes all messages below a number, once all return records have been handled that were there when the number was loaded. An
     * impossible number breaks the pair, and so does one that passes a message whose receiver waits for this rank.
     *
     * @param peer   that it came from.
     * @param number word of the peer, unchecked.
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
