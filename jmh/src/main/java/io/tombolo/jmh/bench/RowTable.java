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

import io.tombolo.jmh.bench.process.TrafficPattern;
import io.tombolo.jmh.bench.process.WindowAccess;
import java.util.Locale;

/**
 * Prints rows as aligned text, at most 100 columns wide.
 */
final class RowTable {

    private static final String LATENCY = "%-9s %-10s %-5s %5s %-5s %4s %9s %9s %9s %9s %6s %9s";
    private static final String WINDOW = "%-9s %-10s %5s %-5s %4s %12s %9s %9s %9s %9s %9s";
    private static final String SLEEP = "%-8s %-10s %5s %-5s %4s %9s %9s %9s %9s %9s";
    private static final String MATCHING = "%-10s %-9s %8s %-5s %4s %9s %9s %9s %9s %7s %9s";
    private static final String RMA = "%-6s %-16s %-9s %5s %-5s %4s %9s %9s %9s %6s %9s";
    private static final double WHOLE_FROM_NS = 10_000;
    private static final double MEGA = 1e6;
    private static final double PERCENT = 100;

    private RowTable() {
    }

    static String heading(final TrafficPattern pattern) {
        return switch (pattern) {
            case PING_PONG, BOTH_WAYS, ALL_TO_ALL, FEED_LATENCY, COLLECTIVE -> line(LATENCY,
                "peer", "buffer", "lines", "size", "state", "runs",
                "p50 ns", "p99 ns", "p99.9 ns", "floor ns", "ratio", "canary ns");
            case WINDOW, ONE_WAY, FAN_IN, FEED -> line(WINDOW, "peer", "buffer", "size", "state", "runs",
                "messages/s", "MB/s", "p50 ns", "p99 ns", "ratio", "canary ns");
            case RMA -> line(RMA, "mode", "access", "company", "size", "state", "runs",
                "p50 ns", "p99 ns", "floor ns", "ratio", "canary ns");
            case SLEEP -> line(SLEEP, "peer", "buffer", "size", "state", "runs",
                "CPU %", "p50 ns", "p99 ns", "ratio", "canary ns");
            case MATCHING -> line(MATCHING, "side", "wildcards", "depth", "state", "runs",
                "p50 ns", "p99 ns", "depth 1", "added ns", "ratio", "canary ns");
        };
    }

    static String format(final Row row) {
        final String size = SizeConverter.format(row.work().size());
        final String buffer = row.peer().registers() ? row.work().buffer().label() : "-";
        final String state = row.state().label();
        final String canary = number("%.0f/", row.canaryBeforeNs()) + number("%.0f", row.canaryAfterNs());
        return switch (row.plan().pattern()) {
            case PING_PONG, BOTH_WAYS, ALL_TO_ALL, FEED_LATENCY, COLLECTIVE -> line(LATENCY, row.peer().label(), buffer,
                row.work().copies() ? row.work().fill().label() : "-", size, state, row.runs(), time(row.p50Ns()), time(row.p99Ns()),
                time(row.p999Ns()), time(row.floorNs()),
                number("%.2f", row.ratioToFloor()), canary);
            case WINDOW, ONE_WAY, FAN_IN, FEED -> line(WINDOW, row.peer().label(), buffer, size, state, row.runs(),
                number("%,.0f", row.messagesPerS()), number("%,.1f", row.bytesPerS() / MEGA), time(row.p50Ns()), time(row.p99Ns()),
                number("%.2f", row.ratioToFloor()), canary);
            case RMA -> line(RMA, WindowAccess.label(row.work().access().mode()), WindowAccess.label(row.work().access().kind()),
                WindowAccess.label(row.work().access().company()), size, state, row.runs(), time(row.p50Ns()), time(row.p99Ns()),
                time(row.floorNs()), number("%.2f", row.ratioToFloor()), canary);
            case SLEEP -> line(SLEEP, row.peer().label(), buffer, size, state, row.runs(), number("%.3f", row.idleShare() * PERCENT),
                time(row.p50Ns()), time(row.p99Ns()), number("%.0f", row.ratioToFloor()), canary);
            case MATCHING -> line(MATCHING, row.work().matching().queue().name().toLowerCase(Locale.ROOT),
                row.work().matching().wildcards().name().toLowerCase(Locale.ROOT), row.work().matching().depth(), state, row.runs(),
                time(row.p50Ns()), time(row.p99Ns()), time(row.floorNs()), time(row.addedNs()), number("%.3f", row.ratioToFloor()), canary);
        };
    }

    private static String line(final String format, final Object... cells) {
        return String.format(Locale.ROOT, format, cells).stripTrailing();
    }

    private static String time(final double ns) {
        return number(ns < WHOLE_FROM_NS ? "%.1f" : "%.0f", ns);
    }

    private static String number(final String format, final double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
