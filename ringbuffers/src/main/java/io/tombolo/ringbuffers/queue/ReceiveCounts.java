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
 * The packed counts of a receive queue: one word, so that one load is an exact snapshot, and one CAS counts a buffer and decides the
 * watermark.
 * <pre>
 *   63     60 59           45 44           30 29           15 14            0
 *  +---------+---------------+---------------+---------------+---------------+
 *  |  |closed| low watermark |  outstanding  |   available   | last posted+1 |
 *  +---------+---------------+---------------+---------------+---------------+
 * </pre>
 * Last posted is the head of the list of slots that were posted since the taker last emptied it. A low watermark of 0 is not armed.
 * A post adds one to both counts, a take subtracts one from available, a reap one from outstanding.
 */
public final class ReceiveCounts {
    /** Most slots of a queue. */
    public static final int MAX_SLOTS = (1 << 15) - 1;

    static final long ONE_AVAILABLE = 1L << 15;
    static final long ONE_OUTSTANDING = 1L << 30;
    static final long ONE_POSTED = ONE_AVAILABLE + ONE_OUTSTANDING;

    private static final long FIELD = MAX_SLOTS;
    private static final int AVAILABLE_SHIFT = 15;
    private static final int OUTSTANDING_SHIFT = 30;
    private static final int WATERMARK_SHIFT = 45;
    private static final long CLOSED_BIT = 1L << 60;

    private ReceiveCounts() {
    }

    /**
     * Takes the last posted slot from the counts.
     *
     * @param counts packed.
     * @return index + 1, or 0 if the list is empty.
     */
    public static int head(final long counts) {
        return (int) (counts & FIELD);
    }

    /**
     * Takes the buffers on the queue from the counts.
     *
     * @param counts packed.
     * @return posted and not taken.
     */
    public static int available(final long counts) {
        return (int) (counts >>> AVAILABLE_SHIFT & FIELD);
    }

    /**
     * Takes the outstanding buffers from the counts.
     *
     * @param counts packed.
     * @return posted and not reaped.
     */
    public static int outstanding(final long counts) {
        return (int) (counts >>> OUTSTANDING_SHIFT & FIELD);
    }

    /**
     * Takes the armed low watermark from the counts.
     *
     * @param counts packed.
     * @return 0 if none is armed.
     */
    public static int lowWatermark(final long counts) {
        return (int) (counts >>> WATERMARK_SHIFT & FIELD);
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

    static long withHead(final long counts, final int head) {
        return counts & ~FIELD | head;
    }

    static long withLowWatermark(final long counts, final int lowWatermark) {
        return counts & ~(FIELD << WATERMARK_SHIFT) | (long) lowWatermark << WATERMARK_SHIFT;
    }

    static long closed(final long counts) {
        return counts | CLOSED_BIT;
    }

    /** Disarms a watermark that the counts have fallen below; the same counts if there is none such. */
    static long fired(final long counts) {
        return available(counts) < lowWatermark(counts) ? withLowWatermark(counts, 0) : counts;
    }
}
