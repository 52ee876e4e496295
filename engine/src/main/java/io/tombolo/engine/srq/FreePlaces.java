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
package io.tombolo.engine.srq;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The free places of a pool: a stack (Treiber 1986) whose head has a tag against the ABA problem. A thread that pops reads the link of the
 * top place and then replaces the head. Without the tag it could install an old link if other threads have popped and pushed that place in
 * between. Any thread; lock-free; allocates nothing after its creation.
 * <p>
 * The tag has 32 bits: a pop fails to see a change only after exactly 2^32 of them between its two accesses.
 */
public final class FreePlaces {
    /** Returned if no place is free. */
    public static final int NONE = -1;

    private static final long TAG_ONE = 1L << 32;

    // By place: the next place + 1, or 0 at the end. Plain: partners are the CAS of the push and the load of the head in the pop.
    private final int[] next;
    // Tag and top place + 1.
    private final AtomicLong head;

    /**
     * Makes a stack on which all places are free.
     *
     * @param places number of places, from 1; they have the numbers from 0.
     */
    public FreePlaces(final int places) {
        this.next = new int[places];
        for (int place = 0; place < places; place++) {
            next[place] = place + 1 == places ? 0 : place + 2;
        }
        this.head = new AtomicLong(1);
    }

    /**
     * Takes a free place.
     *
     * @return the place that was pushed last, or {@link #NONE}.
     */
    public int pop() {
        while (true) {
            final long word = head.get();
            final int place = (int) word - 1;
            if (place < 0) {
                return NONE;
            }
            if (head.compareAndSet(word, (word & -TAG_ONE) + TAG_ONE | next[place])) {
                return place;
            }
        }
    }

    /**
     * Gives a place back.
     *
     * @param place from {@link #pop}.
     */
    public void push(final int place) {
        long word;
        do {
            word = head.get();
            next[place] = (int) word;
        } while (!head.compareAndSet(word, (word & -TAG_ONE) + TAG_ONE | place + 1));
    }
}
