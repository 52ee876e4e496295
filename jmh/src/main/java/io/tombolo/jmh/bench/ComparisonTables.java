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

import io.tombolo.jmh.bench.process.BufferKind;
import io.tombolo.jmh.bench.process.CollectiveSetup;
import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.TrafficPattern;
import io.tombolo.jmh.bench.process.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes tables with all systems side by side, one for each topic, state and value.
 */
final class ComparisonTables {

    private static final double MEGA = 1e6;
    private static final double PERCENT = 100;

    /** A system with the memory of its messages. */
    private record Column(PeerKind peer, BufferKind buffer) {
        static Column of(final Row row) {
            return new Column(row.peer(), row.work().buffer());
        }

        String label() {
            return peer.registers() ? peer.label() + " " + (BufferKind.PRIVATE == buffer ? "priv" : "reg") : peer.label();
        }
    }

    private ComparisonTables() {
    }

    /** Makes the tables of a topic in a state; none if nothing was measured. */
    static List<ComparisonTable> of(final Topic topic, final MachineState state, final List<Row> all) {
        final List<Row> rows = all.stream()
            .filter(row -> state == row.state() && (topic.has(row) || Topic.LATENCY == topic && Topic.IN_PLACE.has(row))).toList();
        if (rows.isEmpty() || Topic.IN_PLACE == topic || Topic.IDLE_PEERS == topic
            && rows.stream().noneMatch(row -> PeerKind.AMONG_IDLE == row.peer())) {
            return List.of();
        }
        return switch (topic) {
            case LATENCY -> List.of(
                table(topic, ", p50", state, rows, row -> Numbers.time(row.p50Ns())),
                table(topic, ", p99", state, rows, row -> Numbers.time(row.p99Ns())),
                table(topic, ", p99.9", state, rows, row -> Numbers.time(row.p999Ns())));
            case BANDWIDTH -> List.of(table(topic, "", state, rows, row -> String.format(Locale.ROOT, "%.0f", row.bytesPerS() / MEGA)));
            case RATE -> List.of(table(topic, "", state, rows, row -> String.format(Locale.ROOT, "%.1f", row.messagesPerS() / MEGA)));
            case IDLE -> List.of(table(topic, ": share of a core; time to wake at p50, p99", state, rows, ComparisonTables::idle));
            case ONE_WAY, FAN_IN, FEED -> List.of(
                table(topic, ", million messages a second", state, rows, row -> Numbers.decimals(row.messagesPerS() / MEGA)),
                table(topic, ", MB a second", state, rows, row -> String.format(Locale.ROOT, "%.0f", row.bytesPerS() / MEGA)));
            case FEED_LATENCY -> List.of(table(topic, ", p50 (over that of one reader)", state, rows,
                row -> Numbers.time(row.p50Ns()) + " (" + Numbers.decimals(row.ratioToFloor()) + ")"));
            default -> List.of(table(topic, ", p50", state, rows, row -> Numbers.time(row.p50Ns())));
        };
    }

    private static String idle(final Row row) {
        return String.format(Locale.ROOT, "%.2f %%; %s, %s", row.idleShare() * PERCENT,
            Numbers.time(row.p50Ns()), Numbers.time(row.p99Ns()));
    }

    private static ComparisonTable table(
        final Topic topic, final String value, final MachineState state, final List<Row> rows, final Function<Row, String> cell) {
        final List<Column> columns = rows.stream().map(Column::of).distinct()
            .sorted(Comparator.comparing(Column::peer).thenComparing(Column::buffer)).toList();
        final List<String> heading = new ArrayList<>(List.of(key(topic.pattern())));
        columns.forEach(column -> heading.add(column.label()));
        heading.add("best peer");
        final List<List<String>> lines = works(topic, rows).stream().map(key -> {
            final List<Row> alike = rows.stream().filter(row -> key.equals(describe(topic.pattern(), row.work()))).toList();
            final List<String> line = new ArrayList<>(List.of(key));
            columns.forEach(column -> line.add(
                alike.stream().filter(row -> column.equals(Column.of(row))).findFirst().map(cell).orElse("")));
            line.add(best(alike));
            return line;
        }).toList();
        return new ComparisonTable(state.label() + ": " + topic.meaning() + value, heading, lines);
    }

    private static String key(final TrafficPattern pattern) {
        return switch (pattern) {
            case MATCHING -> "depth";
            case COLLECTIVE -> "operation";
            default -> "size";
        };
    }

    /** Divides the time of Tombolo, with private memory, by that of the best system that matches by tag. */
    private static String best(final List<Row> alike) {
        final Optional<Row> peer = alike.stream()
            .filter(row -> isRival(row.peer())).min(Comparator.comparingDouble(Row::ratioToCanary));
        final Optional<Row> ours = alike.stream()
            .filter(row -> PeerKind.TOMBOLO == row.peer() && BufferKind.PRIVATE == row.work().buffer()).findFirst();
        return peer.isEmpty() || ours.isEmpty() ? "" : String.format(Locale.ROOT, "%.2fx %s",
            ours.get().ratioToCanary() / peer.get().ratioToCanary(), peer.get().peer().label());
    }

    private static boolean isRival(final PeerKind peer) {
        return (peer.matches() || peer.onlyCallsCollectives()) && !peer.isEngine();
    }

    private static List<String> works(final Topic topic, final List<Row> rows) {
        return rows.stream().map(Row::work)
            .sorted(Comparator.<Work>comparingInt(work -> work.matching().depth()).thenComparingInt(Work::size).thenComparing(Work::fill))
            .map(work -> describe(topic.pattern(), work)).distinct().toList();
    }

    /** Names a piece of work without its buffer. */
    static String describe(final TrafficPattern pattern, final Work work) {
        if (TrafficPattern.MATCHING == pattern) {
            return String.format(Locale.ROOT, "%d", work.matching().depth());
        }
        final String size = SizeConverter.format(work.size());
        if (TrafficPattern.COLLECTIVE == pattern) {
            final CollectiveSetup collective = work.collective();
            final String of = collective.kind().hasElements() ? " " + size : "";
            return collective.kind().label() + of + " of " + collective.ranks() + " ranks";
        }
        return TrafficPattern.PING_PONG == pattern && work.copies() ? size + " " + work.fill().label() : size;
    }
}
