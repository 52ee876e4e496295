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
 * Writes one histogram ({@link LatencyDescriptor}). A record takes a few loads and stores, and allocates nothing.
 * <p>
 * <b>Threading:</b> one thread at a time, the progress owner. <b>Memory order:</b> stores are opaque, so a reader sees whole words; it may
 * see a value in the counts and not yet in the sum. <b>Ownership:</b> the memory must stay mapped.
 */
public final class LatencyHistogram {
    private static final int MOST = -1;

    private final AtomicBuffer histogram;

    /**
     * Views a histogram.
     *
     * @param histogram of a file, writable, {@link LatencyDescriptor#HISTOGRAM_LENGTH} bytes.
     */
    LatencyHistogram(final AtomicBuffer histogram) {
        this.histogram = histogram;
    }

    /**
     * Records a wait.
     *
     * @param ns nanoseconds; taken for 0 if negative, and for {@link LatencyBuckets#HIGHEST} if longer.
     */
    public void record(final long ns) {
        final long value = Math.max(0, Math.min(ns, LatencyBuckets.HIGHEST));
        final int place = LatencyDescriptor.countOffset(LatencyBuckets.index(value));
        // Plain loads: this thread is the only writer.
        final int count = histogram.getInt(place);
        if (count != MOST) {
            histogram.putIntOpaque(place, count + 1);
        }
        final long recorded = histogram.getLong(LatencyDescriptor.RECORDED_OFFSET);
        if (recorded == 0 || value < histogram.getLong(LatencyDescriptor.LEAST_OFFSET)) {
            histogram.putLongOpaque(LatencyDescriptor.LEAST_OFFSET, value);
        }
        if (value > histogram.getLong(LatencyDescriptor.GREATEST_OFFSET)) {
            histogram.putLongOpaque(LatencyDescriptor.GREATEST_OFFSET, value);
        }
        histogram.putLongOpaque(LatencyDescriptor.SUM_OFFSET, histogram.getLong(LatencyDescriptor.SUM_OFFSET) + value);
        histogram.putLongOpaque(LatencyDescriptor.RECORDED_OFFSET, recorded + 1);
    }
}
