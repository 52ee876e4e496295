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
package io.tombolo.ringbuffers.feed;

/**
 * Packs the state word of a reader's slot. It names the reader, and counts how often the slot was taken, so that a late CAS for one reader
 * never changes the slot of the next.
 * <pre>
 *   63                           32 31             16 15          3 2     0
 *  +-------------------------------+-----------------+-------------+-------+
 *  |          incarnation          |      rank       |    count    | state |
 *  +-------------------------------+-----------------+-------------+-------+
 * </pre>
 */
public final class FeedReaderWord {
    private static final int STATE_BITS = 3;
    private static final int STATE_MASK = (1 << STATE_BITS) - 1;
    private static final int RANK_SHIFT = 16;
    private static final int RANK_MASK = 0xffff;
    private static final long COUNT_MASK = (1L << RANK_SHIFT) - 1 & ~STATE_MASK;

    private FeedReaderWord() {
    }

    /** Returns the word of a slot that a reader takes: the next count, in the state after the claim. */
    static long claimed(final long free, final int rank, final int incarnation) {
        final long count = free + STATE_MASK + 1 & COUNT_MASK;
        final FeedReaderState claimed = FeedReaderTable.TRANSITIONS.next(FeedReaderState.FREE, FeedReaderEvent.CLAIMED);
        return (long) incarnation << Integer.SIZE | (long) rank << RANK_SHIFT | count | claimed.code();
    }

    /** Returns the word with another state. */
    static long with(final long word, final FeedReaderState state) {
        return word & ~STATE_MASK | state.code();
    }

    /**
     * Returns the state.
     *
     * @param word of a slot.
     * @return the state, or null if there is no such state.
     */
    public static FeedReaderState state(final long word) {
        return FeedReaderState.of((int) word & STATE_MASK);
    }

    /** Returns whether the slot has an active reader; cheaper than {@link #state}. */
    static boolean isActive(final long word) {
        return (word & STATE_MASK) == FeedReaderState.ACTIVE.code();
    }

    /**
     * Returns the rank that reads, or has read last.
     *
     * @param word of a slot.
     * @return rank, not checked.
     */
    public static int rank(final long word) {
        return (int) word >>> RANK_SHIFT & RANK_MASK;
    }

    /**
     * Returns the incarnation that reads, or has read last.
     *
     * @param word of a slot.
     * @return incarnation, not checked.
     */
    public static int incarnation(final long word) {
        return (int) (word >>> Integer.SIZE);
    }
}
