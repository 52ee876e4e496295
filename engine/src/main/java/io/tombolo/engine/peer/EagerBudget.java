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

/**
 * The sender's view of how many eager bytes a destination may still have to keep for it (S1.22): what was sent less what receives have
 * taken stays within a budget. Over it a message goes by rendezvous; nothing ever waits here.
 */
final class EagerBudget {
    private static final int PER_MESSAGE = 64;

    private final Credit credit;
    private final long budget;
    private long sent;
    private long limit;

    EagerBudget(final Credit credit, final long budget) {
        this.credit = credit;
        this.budget = budget;
        this.limit = budget;
    }

    /**
     * Returns what a message costs: its length, and a node.
     */
    static long cost(final long length) {
        return length + PER_MESSAGE;
    }

    boolean covers(final long length) {
        return sent + cost(length) <= limit || refresh(length);
    }

    void spend(final long length) {
        sent += cost(length);
    }

    /**
     * Returns the bytes that were sent and that no receive has taken, as of now.
     */
    long uncredited() {
        refresh(0);
        return sent - (limit - budget);
    }

    private boolean refresh(final long length) {
        final long consumed = credit.load();
        if (consumed < 0 || consumed > sent) {
            return false;
        }
        limit = consumed + budget;
        return sent + cost(length) <= limit;
    }
}
