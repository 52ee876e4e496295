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
package io.tombolo.ringbuffers.queue;

import org.agrona.UnsafeApi;

/**
 * The free slots of a {@link ReceiveQueue}: a Treiber stack with a tag against ABA (R. K. Treiber, 1986). The tag does not protect a thread
 * that stops inside one pop for exactly 2^32 others. Lock-free. The thread that has claimed a slot owns its contents.
 */
final class FreeSlots {
    /** No slot. */
    static final int NONE = -1;

    /** Slots of a queue beyond its size, for threads that have claimed a slot and will find the queue full. */
    static final int SPARE = 8;

    private static final long TAG_ONE = 1L << 32;

    private final ReceiveSlots slots;
    private final QueueConcurrency concurrency;
    private final long free;

    FreeSlots(final ReceiveSlots slots, final QueueConcurrency concurrency, final long free) {
        this.slots = slots;
        this.concurrency = concurrency;
        this.free = free;
    }

    /**
     * Takes a free slot, to be filled and published.
     *
     * @return its index, or {@link #NONE}.
     */
    int claim() {
        while (true) {
            // Acquire; partner: the change in push, which comes after the link was stored.
            final long word = UnsafeApi.getLongAcquire(null, free);
            final int index = (int) word - 1;
            if (index < 0) {
                return NONE;
            }
            // The link may have changed by now: then the tag has changed too, and the CAS fails.
            final int next = ReceiveSlots.nextOpaque(slots.address(index));
            if (concurrency.replace(free, word, (word & -TAG_ONE) + TAG_ONE | next)) {
                return index;
            }
        }
    }

    /** Gives a slot back. */
    void release(final int index) {
        final long slot = slots.address(index);
        ReceiveSlots.state(slot, ReceiveSlotState.FREE);
        push(index, slot);
    }

    /** Adds new slots. */
    void add(final int from, final int to) {
        for (int index = from; index < to - 1; index++) {
            ReceiveSlots.next(slots.address(index), index + 2);
        }
        push(from, slots.address(to - 1));
    }

    /** Pushes a chain of slots. */
    private void push(final int from, final long last) {
        long word;
        do {
            word = UnsafeApi.getLongAcquire(null, free);
            ReceiveSlots.next(last, (int) word);
            // Partner: the acquire load in claim.
        } while (!concurrency.replace(free, word, (word & -TAG_ONE) + TAG_ONE | from + 1));
    }
}
