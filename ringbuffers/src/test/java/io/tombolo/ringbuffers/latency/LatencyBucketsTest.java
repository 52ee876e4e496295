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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The buckets are those of HdrHistogram.
 */
@Timeout(30)
class LatencyBucketsTest {
    private static final int VALUES = 4_000_000;

    private final Histogram histogram = new Histogram(1, LatencyBuckets.HIGHEST, LatencyBuckets.DIGITS);

    @Test
    void shouldNumberThemAsHdrHistogramDoes() {
        int index = 0;
        for (final HistogramIterationValue bucket : histogram.allValues()) {
            assertThat(LatencyBuckets.highest(index)).isEqualTo(bucket.getValueIteratedTo());
            final long lowest = LatencyBuckets.lowest(index);
            assertThat(lowest).isEqualTo(histogram.lowestEquivalentValue(bucket.getValueIteratedTo()));
            assertThat(LatencyBuckets.index(lowest)).isEqualTo(index);
            assertThat(LatencyBuckets.index(LatencyBuckets.highest(index))).isEqualTo(index);
            index++;
        }
        assertThat(index).isEqualTo(LatencyBuckets.COUNT);
        assertThat(LatencyBuckets.index(LatencyBuckets.HIGHEST)).isLessThan(LatencyBuckets.COUNT);
    }

    @Test
    void shouldPutValuesIntoTheSameBuckets() {
        final long seed = System.nanoTime();
        final SplittableRandom random = new SplittableRandom(seed);
        final long[] counts = new long[LatencyBuckets.COUNT];
        for (int i = 0; i < VALUES; i++) {
            // All lengths in bits are equally likely.
            final long value = Math.min(LatencyBuckets.HIGHEST, random.nextLong() >>> 22 + random.nextInt(42));
            final int index = LatencyBuckets.index(value);
            if (LatencyBuckets.lowest(index) != histogram.lowestEquivalentValue(value) ||
                LatencyBuckets.highest(index) != histogram.highestEquivalentValue(value)) {
                throw new AssertionError("seed " + seed + ": the bucket of " + value);
            }
            counts[index]++;
            histogram.recordValue(value);
        }
        int index = 0;
        for (final HistogramIterationValue bucket : histogram.allValues()) {
            assertThat(counts[index++]).as("seed %d", seed).isEqualTo(bucket.getCountAtValueIteratedTo());
        }
    }

    @Test
    void shouldBeAsNarrowAsItSays() {
        for (int index = 0; index < LatencyBuckets.COUNT; index++) {
            final long lowest = LatencyBuckets.lowest(index);
            final long width = LatencyBuckets.highest(index) - lowest + 1;
            assertThat(width).isLessThanOrEqualTo(lowest < 32 ? 1 : lowest / 16);
        }
    }
}
