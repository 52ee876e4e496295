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
package io.tombolo.jmh.bench;

import java.util.Locale;

/**
 * Prints rows of collective operations, as text of at most 100 columns or as JSON.
 */
final class CollectiveTable {
    private static final String LINE = "%-20s %5s %5s %-14s %-6s %4s %10s %9s %7s %9s";
    private static final String JSON = ",\"system\":\"%s\",\"ratio_to_best_peer\":%.4f,\"best_peer\":\"%s\"}";

    private CollectiveTable() {
    }

    static String heading() {
        return line("operation", "ranks", "size", "system", "state", "runs", "time", "x floor", "x peer", "canary ns");
    }

    static String format(final CollectiveRow collective) {
        final Row row = collective.row();
        final double overFastest = collective.overFastest();
        return line(row.title(), row.work().collective().ranks(),
            row.work().collective().kind().hasElements() ? SizeConverter.format(row.work().size()) : "-",
            CollectiveSystem.of(row).label(), row.state().label(), row.runs(), Numbers.time(row.p50Ns()),
            Numbers.rounded(row.ratioToFloor()), 0 == overFastest ? "-" : Numbers.decimals(overFastest),
            String.format(Locale.ROOT, "%.0f/%.0f", row.canaryBeforeNs(), row.canaryAfterNs()));
    }

    /** Returns one JSON object, in which a ratio to a system that was not measured is 0. */
    static String json(final String bench, final CollectiveRow collective) {
        final String json = RowJson.format(bench, collective.row());
        return json.substring(0, json.length() - 1) + String.format(Locale.ROOT, JSON, CollectiveSystem.of(collective.row()).label(),
            collective.overFastest(), collective.fastest().map(best -> best.peer().label()).orElse(""));
    }

    private static String line(final Object... cells) {
        return String.format(Locale.ROOT, LINE, cells).stripTrailing();
    }
}
