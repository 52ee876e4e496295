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
package io.tombolo.ringbuffers.latency;

/**
 * Computes the bucket of a value as HdrHistogram does for a histogram with the lowest discernible value 1, the highest trackable value
 * {@link #HIGHEST} and {@link #DIGITS} significant digit. So a reader rebuilds such a histogram without loss.
 * <p>
 * Each of the values from 0 to 31 has a bucket. Beyond, each power of two is divided into 16 buckets of the same width. So a value differs
 * from any other value of its bucket by less than 1/16, which is 6.25 %.
 */
public final class LatencyBuckets {
    /** Highest value: one hour, in nanoseconds. */
    public static final long HIGHEST = 3_600_000_000_000L;

    /** Number of significant decimal digits of HdrHistogram. */
    public static final int DIGITS = 1;

    /** Number of buckets. */
    public static final int COUNT = 624;

    /** Log2 of the number of buckets of a power of two. */
    private static final int HALF_SHIFT = 4;
    private static final int HALF = 1 << HALF_SHIFT;
    private static final int EXACT_MASK = 2 * HALF - 1;
    private static final int ZEROS_OF_EXACT = Long.numberOfLeadingZeros(EXACT_MASK);

    private LatencyBuckets() {
    }

    /**
     * Returns the bucket of a value.
     *
     * @param ns from 0 to {@link #HIGHEST}.
     * @return from 0, below {@link #COUNT}.
     */
    public static int index(final long ns) {
        final int doublings = ZEROS_OF_EXACT - Long.numberOfLeadingZeros(ns | EXACT_MASK);
        return (doublings << HALF_SHIFT) + (int) (ns >>> doublings);
    }

    /**
     * Returns the lowest value of a bucket.
     *
     * @param index from 0, below {@link #COUNT}.
     * @return nanoseconds.
     */
    public static long lowest(final int index) {
        final int doublings = doublings(index);
        return (long) (index - (doublings << HALF_SHIFT)) << doublings;
    }

    /**
     * Returns the highest value of a bucket.
     *
     * @param index from 0, below {@link #COUNT}.
     * @return nanoseconds; above {@link #HIGHEST} for the last bucket that is used and those behind it.
     */
    public static long highest(final int index) {
        return lowest(index) + (1L << doublings(index)) - 1;
    }

    private static int doublings(final int index) {
        return Math.max(0, (index >> HALF_SHIFT) - 1);
    }
}
