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
package io.tombolo.tools.report;

import io.tombolo.ringbuffers.latency.LatencyBuckets;
import io.tombolo.ringbuffers.latency.LatencyKind;
import io.tombolo.tools.latency.LatencyReading;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Waits of one kind: those of a rank for all its peers, or those of all ranks.
 *
 * @param rank      that has measured; {@link #ALL} for all ranks
 * @param kind      of the waits
 * @param sample    one of so many waits was measured; 1 for all; 0 if ranks differ
 * @param maxNs     greatest value, in nanoseconds
 * @param histogram the values, in nanoseconds
 */
record MergedLatency(int rank, LatencyKind kind, int sample, long maxNs, Histogram histogram) {
    /** In place of a rank. */
    static final int ALL = -1;

    /** Merges the histograms of a kind: first of all ranks, then of each rank that has values. None if no rank has. */
    static List<MergedLatency> of(final List<LatencyReading> readings, final LatencyKind kind) {
        final List<LatencyReading> chosen = readings.stream().filter(reading -> reading.kind() == kind).toList();
        final List<MergedLatency> merged = new ArrayList<>();
        if (!chosen.isEmpty()) {
            merged.add(merge(ALL, kind, chosen));
            chosen.stream().mapToInt(LatencyReading::rank).distinct().forEach(
                rank -> merged.add(merge(rank, kind, chosen.stream().filter(reading -> reading.rank() == rank).toList())));
        }
        return merged;
    }

    private static MergedLatency merge(final int rank, final LatencyKind kind, final List<LatencyReading> readings) {
        final Histogram sum = new Histogram(1, LatencyBuckets.HIGHEST, LatencyBuckets.DIGITS);
        readings.forEach(reading -> sum.add(reading.histogram()));
        final long samples = readings.stream().mapToInt(LatencyReading::sample).distinct().count();
        return new MergedLatency(rank, kind, samples == 1 ? readings.get(0).sample() : 0,
            readings.stream().mapToLong(LatencyReading::maxNs).max().orElse(0), sum);
    }

    long count() {
        return histogram.getTotalCount();
    }

    /** The value that so many percent of the values do not exceed, in nanoseconds. */
    long percentile(final double percent) {
        return Math.min(maxNs, histogram.getValueAtPercentile(percent));
    }

    String who() {
        return rank == ALL ? "all ranks" : "rank " + rank;
    }

    String measured() {
        return sample == 0 ? "differs" : sample == 1 ? "all" : "1 of " + sample;
    }
}
