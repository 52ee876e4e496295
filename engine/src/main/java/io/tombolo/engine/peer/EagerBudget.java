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

import io.tombolo.ringbuffers.pair.Credit;
import io.tombolo.ringbuffers.region.PrivateSlab;
import org.agrona.BitUtil;

/**
 * The sender's budget of eager bytes at one destination (S1.22): the bytes sent less the bytes that receives have taken must stay within
 * it. A message that exceeds the budget goes by rendezvous; no message waits here.
 */
final class EagerBudget {
    private static final int PER_MESSAGE = 64;
    private static final int BLOCK_LENGTH = PrivateSlab.MIN_BLOCK_LENGTH;

    private final Credit credit;
    private final long budget;
    private long sent;
    private long taken;
    private long limit;
    private boolean corrupt;

    EagerBudget(final Credit credit, final long budget) {
        this.credit = credit;
        this.budget = budget;
        this.limit = budget;
    }

    /**
     * Returns the charge of a message: the block of memory that it takes at the destination, and a node.
     */
    static long cost(final long length) {
        return PER_MESSAGE + (length <= BLOCK_LENGTH ? BLOCK_LENGTH : BitUtil.findNextPositivePowerOfTwo(length));
    }

    boolean covers(final long length) {
        return sent + cost(length) <= limit || refresh(length);
    }

    void spend(final long length) {
        sent += cost(length);
    }

    /**
     * Returns the bytes that were sent and that no receive has taken. Reloads the credit.
     */
    long uncredited() {
        refresh(0);
        return sent - taken;
    }

    /**
     * Returns whether the destination has published an impossible credit.
     */
    boolean isCorrupt() {
        return corrupt;
    }

    /**
     * Refunds the charge of a message that is not sent after all.
     */
    void refund(final long length) {
        sent -= cost(length);
    }

    private boolean refresh(final long length) {
        final long consumed = credit.load();
        // The credit never decreases and never exceeds what was sent.
        if (consumed > sent || consumed < taken) {
            corrupt = true;
            return false;
        }
        taken = consumed;
        limit = budget > Long.MAX_VALUE - consumed ? Long.MAX_VALUE : consumed + budget;
        return sent + cost(length) <= limit;
    }
}
