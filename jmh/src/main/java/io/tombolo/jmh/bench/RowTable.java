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
 * Rows for people: aligned, at most 100 columns wide.
 */
final class RowTable {

    private static final String FORMAT = "%-8s %-10s %-5s %5s %-5s %4s %9s %9s %9s %9s %6s %9s";
    private static final double WHOLE_FROM_NS = 10_000;

    private RowTable() {
    }

    static String heading() {
        return line("peer", "buffer", "lines", "size", "state", "runs", "p50 ns", "p99 ns", "p99.9 ns", "floor ns", "ratio", "canary ns");
    }

    static String format(final Row row) {
        return line(
            row.peer().label(),
            row.peer().registers() ? row.work().buffer().label() : "-",
            row.work().copies() ? row.work().fill().label() : "-",
            SizeConverter.format(row.work().size()),
            row.state().label(),
            row.runs(),
            time(row.p50Ns()),
            time(row.p99Ns()),
            time(row.p999Ns()),
            time(row.floorNs()),
            String.format(Locale.ROOT, "%.2f", row.ratioToFloor()),
            String.format(Locale.ROOT, "%.0f/%.0f", row.canaryBeforeNs(), row.canaryAfterNs()));
    }

    private static String line(final Object... cells) {
        return String.format(Locale.ROOT, FORMAT, cells).stripTrailing();
    }

    private static String time(final double ns) {
        return String.format(Locale.ROOT, ns < WHOLE_FROM_NS ? "%.1f" : "%.0f", ns);
    }
}
