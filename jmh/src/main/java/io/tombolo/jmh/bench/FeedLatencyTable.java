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
 * Prints the latencies of feeds to the farthest of three readers beside those of the same feed with one reader.
 */
final class FeedLatencyTable {

    private static final String LINE = "%-8s %5s %-6s %4s %12s %14s %7s %9s";
    private static final String JSON = ",\"pattern\":\"%s\",\"one_reader_p50_ns\":%.2f}";

    private FeedLatencyTable() {
    }

    static String heading() {
        return line("peer", "size", "state", "runs", "one reader", "farthest of 3", "ratio", "canary ns");
    }

    static String format(final Row row) {
        return line(row.peer().label(), SizeConverter.format(row.work().size()), row.state().label(), row.runs(),
            Numbers.time(row.floorNs()), Numbers.time(row.p50Ns()), Numbers.decimals(row.ratioToFloor()),
            String.format(Locale.ROOT, "%.0f/%.0f", row.canaryBeforeNs(), row.canaryAfterNs()));
    }

    static String json(final String bench, final Row row) {
        final String json = RowJson.format(bench, row);
        return json.substring(0, json.length() - 1)
            + String.format(Locale.ROOT, JSON, row.plan().pattern().label(), row.floorNs());
    }

    private static String line(final Object... cells) {
        return String.format(Locale.ROOT, LINE, cells).stripTrailing();
    }
}
