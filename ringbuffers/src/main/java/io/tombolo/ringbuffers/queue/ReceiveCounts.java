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

/**
 * The packed counts of a receive queue: one word, so that one atomic operation counts a buffer and holds it against the size.
 * <pre>
 *   63  62 61           47 46           32 31           16 15            0
 *  +---+--+---------------+---------------+---------------+---------------+
 *  |   |cl|     most      |  outstanding  |    posted     | last posted+1 |
 *  +---+--+---------------+---------------+---------------+---------------+
 * </pre>
 * A post adds one to posted, which wraps around, and one to outstanding. A reap subtracts one from outstanding. The available buffers are
 * those posted and not taken. Only the taker counts the taken ones, in a word of its own that only grows, so that a take needs no atomic
 * operation. If that word is equal before and after a load of the counts, both belong to one instant; {@link #snapshot} then puts the
 * available buffers in the place of the posted ones. {@code cl} says that the queue is closed.
 */
public final class ReceiveCounts {
    /** Most buffers of a queue. */
    public static final int MAX_SLOTS = (1 << 15) - 1;

    static final long ONE_OUTSTANDING = 1L << 32;

    private static final long HALF = (1 << 16) - 1;
    private static final long FIELD = MAX_SLOTS;
    private static final int POSTED_SHIFT = 16;
    private static final int OUTSTANDING_SHIFT = 32;
    private static final int MOST_SHIFT = 47;
    private static final long CLOSED_BIT = 1L << 62;

    private ReceiveCounts() {
    }

    /**
     * Unpacks the last posted slot.
     *
     * @param counts packed.
     * @return index + 1, or 0 if the list is empty.
     */
    public static int head(final long counts) {
        return (int) (counts & HALF);
    }

    /**
     * Creates a snapshot of the counts and the taken buffers of one instant.
     *
     * @param counts packed.
     * @param taken  number of buffers taken since the start.
     * @return the counts, with the available buffers in the place of the posted ones.
     */
    public static long snapshot(final long counts, final long taken) {
        return counts & ~(HALF << POSTED_SHIFT) | (counts - (taken << POSTED_SHIFT) & HALF << POSTED_SHIFT);
    }

    /**
     * Unpacks the available buffers of a snapshot.
     *
     * @param snapshot packed.
     * @return number of buffers posted and not taken.
     */
    public static int available(final long snapshot) {
        return (int) (snapshot >>> POSTED_SHIFT & HALF);
    }

    /** Counts the post of a slot, which becomes the head. */
    static long posted(final long counts, final int head) {
        final long posted = counts + (1L << POSTED_SHIFT) & HALF << POSTED_SHIFT;
        return (counts & ~(HALF << POSTED_SHIFT | HALF) | posted | head) + ONE_OUTSTANDING;
    }

    /**
     * Unpacks the outstanding buffers.
     *
     * @param counts packed.
     * @return number of buffers posted and not reaped.
     */
    public static int outstanding(final long counts) {
        return (int) (counts >>> OUTSTANDING_SHIFT & FIELD);
    }

    /**
     * Unpacks the size of the queue.
     *
     * @param counts packed.
     * @return most buffers outstanding.
     */
    public static int most(final long counts) {
        return (int) (counts >>> MOST_SHIFT & FIELD);
    }

    static boolean isFull(final long counts) {
        return outstanding(counts) >= most(counts);
    }

    /**
     * Returns whether the queue is closed.
     *
     * @param counts packed.
     * @return true if nothing can be posted any more.
     */
    public static boolean isClosed(final long counts) {
        return (counts & CLOSED_BIT) != 0;
    }

    static long withMost(final long counts, final int most) {
        return counts & ~(FIELD << MOST_SHIFT) | (long) most << MOST_SHIFT;
    }

    static long closed(final long counts) {
        return counts | CLOSED_BIT;
    }
}
