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

import io.tombolo.tools.json.JsonWriter;
import java.io.PrintStream;
import java.nio.file.Path;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Writes latencies as JSON. The form is stable; times are in nanoseconds.
 * <pre>
 *  format     1
 *  directory  of the job
 *  latencies  for each histogram: rank, name, peer, kind (arrival-match match-completion unexpected credit-stall lock-wait),
 *             sample (one of so many was measured; 1 for all), sinceMs (since the epoch), count, sum, p50, p90, p99, p999, max,
 *             buckets (each an array: highest value of the bucket, count)
 *  problems   a line for each file that could not be read
 * </pre>
 */
public final class LatencyJson {
    private static final int FORMAT = 1;

    private LatencyJson() {
    }

    /**
     * Writes one document.
     *
     * @param directory of the job
     * @param latencies to write
     * @param out       gets the document
     */
    public static void write(final Path directory, final LatencyReadings latencies, final PrintStream out) {
        final JsonWriter json = new JsonWriter(out);
        json.object().member("format", FORMAT).member("directory", directory.toString()).array("latencies");
        latencies.readings().forEach(reading -> write(json, reading));
        json.end().array("problems");
        latencies.problems().forEach(json::value);
        json.end().end();
    }

    private static void write(final JsonWriter json, final LatencyReading reading) {
        json.object().member("rank", reading.rank()).member("name", reading.name()).member("peer", reading.peer())
            .member("kind", reading.kind().text()).member("sample", reading.sample()).member("sinceMs", reading.sinceMs())
            .member("count", reading.count()).member("sum", reading.sumNs())
            .member("p50", reading.percentile(50)).member("p90", reading.percentile(90)).member("p99", reading.percentile(99))
            .member("p999", reading.percentile(99.9)).member("max", reading.maxNs()).array("buckets");
        for (final HistogramIterationValue bucket : reading.histogram().recordedValues()) {
            json.array().value(bucket.getValueIteratedTo()).value(bucket.getCountAtValueIteratedTo()).end();
        }
        json.end().end();
    }
}
