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
 * Prints rows of one-way traffic, as text of at most 100 columns or as JSON.
 */
final class OneWayTable {

    private static final String LINE = "%-8s %-14s %5s %-6s %4s %11s %8s %8s %6s %7s %9s";
    private static final String JSON =
        ",\"pattern\":\"%s\",\"calls\":\"%s\",\"ratio_to_ring\":%.4f,\"ratio_to_best_peer\":%.4f,\"best_peer\":\"%s\"}";
    private static final double MEGA = 1e6;
    private static final double WHOLE_FROM_NS = 10_000;

    private OneWayTable() {
    }

    static String heading() {
        return line("peer", "calls", "size", "state", "runs", "messages/s", "MB/s", "ns each", "x ring", "x peer", "canary ns");
    }

    static String format(final OneWayRow oneWay) {
        final Row row = oneWay.row();
        return line(row.peer().label(), oneWay.calls(), SizeConverter.format(row.work().size()), row.state().label(), row.runs(),
            number("%,.0f", row.messagesPerS()), number("%,.0f", row.bytesPerS() / MEGA),
            number(row.p50Ns() < WHOLE_FROM_NS ? "%.1f" : "%.0f", row.p50Ns()),
            ratio(oneWay.overRing()), ratio(oneWay.overFastest()),
            number("%.0f/", row.canaryBeforeNs()) + number("%.0f", row.canaryAfterNs()));
    }

    /** Returns one JSON object, in which a ratio to a system that was not measured is 0. */
    static String json(final String bench, final OneWayRow oneWay) {
        final String json = RowJson.format(bench, oneWay.row());
        return json.substring(0, json.length() - 1) + String.format(Locale.ROOT, JSON, oneWay.row().plan().pattern().label(),
            oneWay.calls(), oneWay.overRing(), oneWay.overFastest(), oneWay.fastest().map(best -> best.peer().label()).orElse(""));
    }

    private static String ratio(final double value) {
        return 0 == value ? "-" : number("%.2f", value);
    }

    private static String line(final Object... cells) {
        return String.format(Locale.ROOT, LINE, cells).stripTrailing();
    }

    private static String number(final String format, final double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
