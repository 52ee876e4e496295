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

import org.agrona.concurrent.AtomicBuffer;

/**
 * Reads one histogram while its rank may write it. Each method loads its words again, so two calls may see different states; a reader that
 * needs a total adds the counts that it has read. Values that no rank can have written are cut to the range.
 * <p>
 * <b>Threading:</b> any. <b>Ownership:</b> the file must stay mapped.
 */
public final class LatencyReader {
    private static final long INT_MASK = 0xffff_ffffL;

    private final AtomicBuffer histogram;

    /**
     * Views a histogram.
     *
     * @param histogram of a file, {@link LatencyDescriptor#HISTOGRAM_LENGTH} bytes.
     */
    LatencyReader(final AtomicBuffer histogram) {
        this.histogram = histogram;
    }

    /**
     * Returns how many values a bucket has.
     *
     * @param bucket from 0, below {@link LatencyBuckets#COUNT}.
     * @return from 0 to 4,294,967,295, where it stays.
     */
    public long count(final int bucket) {
        return histogram.getIntOpaque(LatencyDescriptor.countOffset(bucket)) & INT_MASK;
    }

    /**
     * Returns how many values were recorded, also those whose count stays at its maximum.
     *
     * @return from 0.
     */
    public long recorded() {
        return Math.max(0, histogram.getLongOpaque(LatencyDescriptor.RECORDED_OFFSET));
    }

    /**
     * Returns the sum of the values.
     *
     * @return nanoseconds, from 0.
     */
    public long sum() {
        return Math.max(0, histogram.getLongOpaque(LatencyDescriptor.SUM_OFFSET));
    }

    /**
     * Returns the least value.
     *
     * @return nanoseconds, from 0 to {@link LatencyBuckets#HIGHEST}; 0 also if there is none.
     */
    public long least() {
        return value(LatencyDescriptor.LEAST_OFFSET);
    }

    /**
     * Returns the greatest value.
     *
     * @return nanoseconds, from 0 to {@link LatencyBuckets#HIGHEST}.
     */
    public long greatest() {
        return value(LatencyDescriptor.GREATEST_OFFSET);
    }

    private long value(final int offset) {
        return Math.max(0, Math.min(histogram.getLongOpaque(offset), LatencyBuckets.HIGHEST));
    }
}
