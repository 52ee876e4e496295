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

import io.tombolo.tools.text.ScreenText;
import io.tombolo.tools.text.TextTable;
import java.io.PrintStream;

/**
 * Writes latencies as a table for people.
 */
public final class LatencyText {
    private LatencyText() {
    }

    /**
     * Writes a table with a line for each histogram.
     *
     * @param latencies to write
     * @param out       gets the lines
     */
    public static void write(final LatencyReadings latencies, final PrintStream out) {
        if (latencies.readings().isEmpty()) {
            out.println("no latencies: nothing was measured");
        } else {
            final TextTable table = new TextTable("", ">><<>>>>>>");
            table.row("rank", "peer", "kind", "measured", "count", "p50", "p90", "p99", "p99.9", "max");
            for (final LatencyReading reading : latencies.readings()) {
                table.row(reading.rank(), reading.peer(), reading.kind().text(), reading.measured(), reading.count(),
                    percentile(reading, 50), percentile(reading, 90), percentile(reading, 99), percentile(reading, 99.9),
                    ScreenText.duration(reading.maxNs()));
            }
            table.lines().forEach(out::println);
            out.println("percentiles are exact to 6 %; a count is that of measured waits");
        }
        latencies.problems().forEach(problem -> out.println("not read: " + ScreenText.printable(problem)));
    }

    private static String percentile(final LatencyReading reading, final double percentile) {
        return ScreenText.duration(reading.percentile(percentile));
    }
}
