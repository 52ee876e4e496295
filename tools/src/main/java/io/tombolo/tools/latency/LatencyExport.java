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

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes latencies in the two text formats of HdrHistogram.
 */
public final class LatencyExport {
    private static final int STEPS_OF_HALF_DISTANCE = 5;
    private static final double NS_OF_US = 1_000;
    private static final double MS_OF_S = TimeUnit.SECONDS.toMillis(1);

    private LatencyExport() {
    }

    /**
     * Writes a file {@code latency-R-P-KIND.hgrm} for each histogram, with its percentiles in microseconds. An older file of the same name
     * is replaced.
     *
     * @param latencies to write
     * @param directory gets the files; created if it is missing
     * @return the number of files
     * @throws IOException if a file cannot be written
     */
    public static int percentiles(final LatencyReadings latencies, final Path directory) throws IOException {
        Files.createDirectories(directory);
        for (final LatencyReading reading : latencies.readings()) {
            final Path file = directory.resolve("latency-" + reading.rank() + "-" + reading.peer() + "-" + reading.kind().text() + ".hgrm");
            try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
                reading.histogram().outputPercentileDistribution(out, STEPS_OF_HALF_DISTANCE, NS_OF_US);
                if (out.checkError()) {
                    throw new IOException(file + ": cannot be written");
                }
            }
        }
        return latencies.readings().size();
    }

    /**
     * Writes a log with an interval for each histogram, in nanoseconds: from the first value of the peer until now. Its tag is such as
     * {@code rank-0.peer-1.lock-wait}. An older file of the same name is replaced.
     *
     * @param latencies to write
     * @param createdMs when the job was created, milliseconds since the epoch
     * @param readMs    when the histograms were read, milliseconds since the epoch
     * @param file      gets the log
     * @throws IOException if the file cannot be written
     */
    public static void log(final LatencyReadings latencies, final long createdMs, final long readMs, final Path file) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            final HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputComment("[latencies of a job in nanoseconds; a tag names the rank, its peer and the kind of the waits]");
            writer.outputLogFormatVersion();
            writer.outputBaseTime(createdMs);
            writer.outputStartTime(createdMs);
            writer.outputLegend();
            for (final LatencyReading reading : latencies.readings()) {
                final Histogram histogram = reading.histogram();
                histogram.setTag(reading.label());
                writer.outputIntervalHistogram(
                    (reading.sinceMs() - createdMs) / MS_OF_S, (readMs - createdMs) / MS_OF_S, histogram, 1.0);
            }
            if (out.checkError()) {
                throw new IOException(file + ": cannot be written");
            }
        }
    }
}
