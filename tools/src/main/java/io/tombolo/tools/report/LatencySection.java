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

import io.tombolo.ringbuffers.latency.LatencyKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes how long messages and locks have waited: a plot for each kind of wait, and a table of percentiles.
 */
final class LatencySection {
    private LatencySection() {
    }

    static void write(final HtmlWriter page, final JobReport report) {
        page.open("section", "id", "latencies").element("h2", "Latencies");
        final List<List<MergedLatency>> kinds = new ArrayList<>();
        for (final LatencyKind kind : LatencyKind.values()) {
            final List<MergedLatency> merged = MergedLatency.of(report.job().latencies().readings(), kind);
            if (!merged.isEmpty()) {
                kinds.add(merged);
            }
        }
        if (kinds.isEmpty()) {
            page.element("p", "Nothing was measured.", "class", "note").close();
            return;
        }
        page.element("p", "How long messages and locks have waited, for all peers of a rank together: percentiles to the right, time "
            + "upwards. The thick line is that of all ranks, a thin one that of a rank. Percentiles are exact to 6\u00a0%; counts are "
            + "those of measured waits.");
        page.open("div", "class", "figures");
        kinds.forEach(merged -> PercentilePlot.draw(page, merged));
        page.close();
        final HtmlTable table = HtmlTable.begin(page, "latency", "Latencies by kind and rank; the JSON block has them by peer as well",
            "kind", "who", "measured", ">count", ">p50", ">p90", ">p99", ">p99.9", ">max");
        for (final List<MergedLatency> merged : kinds) {
            for (final MergedLatency each : merged) {
                table.row(each.kind().text(), each.who(), each.measured(), Amount.count(each.count()),
                    Amount.duration(each.percentile(50)), Amount.duration(each.percentile(90)), Amount.duration(each.percentile(99)),
                    Amount.duration(each.percentile(99.9)), Amount.duration(each.maxNs()));
            }
        }
        table.end();
        page.close();
    }
}
