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
package io.tombolo.tools.latency;

import io.tombolo.ringbuffers.latency.LatencyBuckets;
import io.tombolo.ringbuffers.latency.LatencyFile;
import io.tombolo.ringbuffers.latency.LatencyKind;
import io.tombolo.ringbuffers.latency.LatencyReader;
import org.HdrHistogram.Histogram;

/**
 * One histogram of a rank, in nanoseconds. Its count is the sum of the counts that were read, so it fits the buckets also if the rank has
 * gone on.
 *
 * @param rank      that has measured
 * @param name      of that rank; empty if it has none
 * @param peer      source or destination of the messages, or target of the locks
 * @param kind      of the waits
 * @param sample    one of so many waits was measured; 1 for all
 * @param sinceMs   when the rank began to measure for the peer, milliseconds since the epoch
 * @param sumNs     sum of the values
 * @param maxNs     greatest value
 * @param histogram the values
 */
public record LatencyReading(
    int rank, String name, int peer, LatencyKind kind, int sample, long sinceMs, long sumNs, long maxNs, Histogram histogram) {

    static LatencyReading of(final LatencyFile file, final String name, final LatencyKind kind) {
        final LatencyReader reader = file.reader(kind);
        final Histogram histogram = new Histogram(1, LatencyBuckets.HIGHEST, LatencyBuckets.DIGITS);
        for (int bucket = 0; bucket <= LatencyBuckets.index(LatencyBuckets.HIGHEST); bucket++) {
            final long count = reader.count(bucket);
            if (count > 0) {
                histogram.recordValueWithCount(LatencyBuckets.lowest(bucket), count);
            }
        }
        final long inLastBucket = histogram.getMaxValue();
        final long max = Math.max(histogram.lowestEquivalentValue(inLastBucket), Math.min(inLastBucket, reader.greatest()));
        return new LatencyReading(file.rank(), name, file.peer(), kind, kind.isSampled() ? file.sample() : 1, file.creationTimeMs(),
            reader.sum(), max, histogram);
    }

    /**
     * Returns the number of values.
     *
     * @return from 0
     */
    public long count() {
        return histogram.getTotalCount();
    }

    /**
     * Returns the value that so many percent of the values do not exceed.
     *
     * @param percent from 0 to 100
     * @return nanoseconds
     */
    public long percentile(final double percent) {
        return Math.min(maxNs, histogram.getValueAtPercentile(percent));
    }

    /**
     * Counts the values up to a limit. A bucket of the histogram counts as a whole, by its highest value.
     *
     * @param ns limit in nanoseconds
     * @return number of values that do not exceed it
     */
    public long countUpTo(final long ns) {
        final long bound = histogram.highestEquivalentValue(ns) == ns ? ns : histogram.lowestEquivalentValue(ns) - 1;
        return bound < 0 ? 0 : histogram.getCountBetweenValues(0, bound);
    }

    /** What tells this reading from all others of the job. */
    String label() {
        return "rank-" + rank + ".peer-" + peer + "." + kind.text();
    }

    /** How much is measured, for people. */
    String measured() {
        return sample == 1 ? "all" : "1 of " + sample;
    }
}
