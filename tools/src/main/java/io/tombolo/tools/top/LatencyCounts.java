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
package io.tombolo.tools.top;

import io.tombolo.ringbuffers.latency.LatencyBuckets;
import io.tombolo.ringbuffers.latency.LatencyReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The buckets of a histogram that have values, by bucket. Immutable.
 */
public final class LatencyCounts {
    /** No values. */
    public static final LatencyCounts NONE = new LatencyCounts(new int[0], new long[0], 0);

    /** A percentile of a histogram without values. */
    public static final long NO_VALUE = -1;

    private final int[] buckets;
    private final long[] counts;
    private final long recorded;

    private LatencyCounts(final int[] buckets, final long[] counts, final long recorded) {
        this.buckets = buckets;
        this.counts = counts;
        this.recorded = recorded;
    }

    /**
     * Reads a histogram.
     *
     * @param reader of the histogram
     * @param before result of the last reading, which is returned if no value was recorded since
     * @return the counts
     */
    static LatencyCounts of(final LatencyReader reader, final LatencyCounts before) {
        final long recorded = reader.recorded();
        if (recorded == before.recorded) {
            return before;
        }
        final long[] all = new long[LatencyBuckets.COUNT];
        for (int bucket = 0; bucket < all.length; bucket++) {
            all[bucket] = reader.count(bucket);
        }
        return of(all, recorded);
    }

    /** The counts of all buckets. */
    static LatencyCounts of(final long[] all, final long recorded) {
        final int used = (int) Arrays.stream(all).filter(count -> count > 0).count();
        final int[] buckets = new int[used];
        final long[] counts = new long[used];
        int next = 0;
        for (int bucket = 0; bucket < all.length; bucket++) {
            if (all[bucket] > 0) {
                buckets[next] = bucket;
                counts[next++] = all[bucket];
            }
        }
        return new LatencyCounts(buckets, counts, recorded);
    }

    /** Adds up histograms. */
    static LatencyCounts sum(final List<LatencyCounts> parts) {
        final List<LatencyCounts> used = new ArrayList<>(parts);
        used.removeIf(part -> part.buckets.length == 0);
        if (used.isEmpty()) {
            return NONE;
        }
        if (used.size() == 1) {
            return used.get(0);
        }
        final long[] all = new long[LatencyBuckets.COUNT];
        long recorded = 0;
        for (final LatencyCounts part : used) {
            part.addTo(all, 1);
            recorded += part.recorded;
        }
        return of(all, recorded);
    }

    private void addTo(final long[] all, final int sign) {
        for (int i = 0; i < buckets.length; i++) {
            all[buckets[i]] += sign * counts[i];
        }
    }

    /** What was recorded since an earlier reading of the same histogram. */
    LatencyCounts minus(final LatencyCounts before) {
        if (before.buckets.length == 0) {
            return this;
        }
        if (recorded == before.recorded) {
            return NONE;
        }
        final long[] all = new long[LatencyBuckets.COUNT];
        addTo(all, 1);
        before.addTo(all, -1);
        return of(all, RankCounts.grown(before.recorded, recorded));
    }

    /**
     * Returns the value that so many percent of the values do not exceed: the highest of its bucket, at most 6.25 % too high.
     *
     * @param percent from 0 to 100
     * @return nanoseconds; {@link #NO_VALUE} if there are no values
     */
    public long percentile(final double percent) {
        final long total = Arrays.stream(counts).sum();
        final long wanted = Math.max(1, (long) Math.ceil(total * percent / 100));
        long below = 0;
        for (int i = 0; i < buckets.length; i++) {
            below += counts[i];
            if (below >= wanted) {
                return Math.min(LatencyBuckets.highest(buckets[i]), LatencyBuckets.HIGHEST);
            }
        }
        return NO_VALUE;
    }
}
