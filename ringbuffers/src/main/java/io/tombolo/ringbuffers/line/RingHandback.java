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

import java.util.function.LongSupplier;

/**
 * The lines of a ring as its consumer hands them back: those of long records, unless a {@link LineTransferTuner} finds that this takes
 * longer. The producer may be writing the second half of a line whose first half was read, so lines of short records are left alone.
 * Positions count half lines. One thread at a time, the consumer's.
 */
public final class RingHandback {
    private static final int HALVES = 2;
    private static final int HALF_SHIFT = Integer.numberOfTrailingZeros(CacheLines.LENGTH / HALVES);

    private final long firstStore;
    private final long mask;
    private final LineTransferTuner tuner;
    // All lines before are handed back or left alone: the consumer's position, or the start of a long record.
    private long settled;

    /**
     * Starts with a ring of which nothing has been read.
     *
     * @param ring        address of the first line, kept mapped by the caller.
     * @param halves      capacity in half lines, a power of two.
     * @param storeOffset offset in a line of the byte to store to.
     * @param start       position of the consumer, at the start of a line.
     * @param clockNs     monotone, in nanoseconds.
     */
    public RingHandback(final long ring, final long halves, final int storeOffset, final long start, final LongSupplier clockNs) {
        this.firstStore = ring + storeOffset;
        this.mask = halves - 1;
        this.tuner = new LineTransferTuner(halves, start, clockNs);
        this.settled = start;
    }

    /**
     * Leaves the line of a short record alone, unless lines of a long one before it are pending.
     *
     * @param from start of the record.
     * @param end  of the record.
     */
    public void leave(final long from, final long end) {
        if (settled == from) {
            settled = end;
        }
    }

    /**
     * Returns how many lines the next hand-back may store to.
     *
     * @param position of the consumer.
     * @return count of lines; never the one that the producer may be writing the second half of.
     */
    public int pendingLines(final long position) {
        return (int) (position - settled >>> 1);
    }

    /**
     * Hands back the lines that are pending. The caller frees them afterwards, by a release store.
     *
     * @param position of the consumer.
     */
    public void handBack(final long position) {
        final int lines = pendingLines(position);
        if (lines > 0) {
            for (int line = tuner.isOn() ? lines : 0; line > 0; line--) {
                CacheLines.handBack(firstStore + ((settled & mask) << HALF_SHIFT));
                settled += HALVES;
            }
            if (tuner.isDue(position)) {
                tuner.endLap(position);
            }
        }
        settled = position;
    }
}
