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
package io.tombolo.tools.demo;

import io.tombolo.engine.Engine;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Measures the latency of a short and of a long message between ranks 0 and 1, and shows percentiles. The other ranks take no part.
 */
final class Latency {
    private static final int LONG_LENGTH = FilePart.GET.pieceLength();
    private static final long WARM_UP_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(2);
    private static final double NS_A_US = 1e3;
    private static final double[] PERCENTILES = {50, 90, 99, 99.9};

    private Latency() {
    }

    /** Answers the messages of rank 0. Called by rank 1. */
    static void answer(final Engine engine) {
        answer(engine, Long.BYTES);
        answer(engine, LONG_LENGTH);
    }

    private static void answer(final Engine engine, final int length) {
        try (RoundTrips roundTrips = new RoundTrips(engine, length)) {
            roundTrips.answer();
        }
    }

    /** Measures, and shows the table. Called by rank 0. */
    static void measure(final Engine engine, final Report report) {
        report.line("");
        report.line("latency, half a round trip of ranks 0 and 1, in us");
        report.line("%-15s%10s%10s%10s%10s%10s%10s", "", "p50", "p90", "p99", "p99.9", "max", "trips");
        row(report, "8 B ping-pong", measure(engine, report, "8 B ping-pong", Long.BYTES, 20_000, 200_000));
        row(report, "1 MiB get", measure(engine, report, "1 MiB get", LONG_LENGTH, 500, 2_000));
    }

    private static Histogram measure(
        final Engine engine, final Report report, final String label, final int length, final int warmUp, final int trips) {
        try (RoundTrips roundTrips = new RoundTrips(engine, length)) {
            roundTrips.warmUp(warmUp, WARM_UP_NS);
            return roundTrips.measure(report, label, trips, LIMIT_NS);
        }
    }

    private static void row(final Report report, final String label, final Histogram histogram) {
        final StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "  %-13s", label));
        for (final double percentile : PERCENTILES) {
            row.append(microseconds(histogram.getValueAtPercentile(percentile)));
        }
        row.append(microseconds(histogram.getMaxValue()));
        report.line("%s%,10d", row, histogram.getTotalCount());
    }

    private static String microseconds(final long ns) {
        return String.format(Locale.ROOT, "%10.2f", ns / NS_A_US);
    }
}
