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
package io.tombolo.ringbuffers.line;

/**
 * The lines of a ring as its producer prepares them for the records that it will write. Positions count half lines, as those of a stamped
 * ring do. Only free lines are written to. One thread at a time, the producer's.
 */
public final class RingPreparation {
    private static final int HALVES = 2;
    private static final int HALF_SHIFT = Integer.numberOfTrailingZeros(CacheLines.LENGTH / HALVES);
    private static final int TWO_LINES = 2 * HALVES;

    private final long firstStore;
    private final long mask;
    // Lines before this position have been prepared.
    private long preparedTo;
    // Position at the last call of prepareFirst.
    private long answered;

    /**
     * Starts with a ring in which nothing is prepared.
     *
     * @param ring        address of the first line, kept mapped by the caller.
     * @param halves      capacity in half lines, a power of two.
     * @param storeOffset offset in half a line of the eight bytes to store to: nobody reads them before a record is published there.
     * @param start       position of the producer, at the start of a line.
     */
    public RingPreparation(final long ring, final long halves, final int storeOffset, final long start) {
        this.firstStore = ring + storeOffset;
        this.mask = halves - 1;
        this.preparedTo = start + HALVES;
        this.answered = start;
    }

    /**
     * Prepares the first line of the next record, once after each record, if the last record had at most two lines. The consumer looks at
     * that line, so it has to be fetched. Of a longer record the first line is written last, and the consumer would have fetched it back
     * by then.
     *
     * @param position   of the next record.
     * @param limit      end of the free lines.
     * @param lastHalves half lines of the last record.
     */
    public void prepareFirst(final long position, final long limit, final int lastHalves) {
        if (position != answered && lastHalves <= TWO_LINES && position < limit) {
            answered = position;
            prepare(position);
        }
    }

    /**
     * Prepares the lines behind the first one: as many as the last record had, if it had more than one.
     *
     * @param position   of the next record.
     * @param limit      end of the free lines.
     * @param lastHalves half lines of the last record.
     */
    public void prepareToWrite(final long position, final long limit, final int lastHalves) {
        if (lastHalves > HALVES) {
            // One line more than the record has: the word behind it is cleared before it is published.
            final long end = Math.min(position + lastHalves + HALVES, limit);
            for (long at = Math.max(position + HALVES, preparedTo); at < end; at += HALVES) {
                prepare(at);
            }
            preparedTo = Math.max(preparedTo, end);
        }
    }

    private void prepare(final long at) {
        CacheLines.prepareToWrite(firstStore + ((at & mask) << HALF_SHIFT));
    }
}
